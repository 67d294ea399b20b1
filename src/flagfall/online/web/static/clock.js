// @ts-check
// How much time a player has, in as few signs as will do.

/** @param {Wire.ClockState} clock @param {Wire.SeatName} player @param {number} received @param {number} now */
export function left(clock, player, received, now) {
  const running = (clock.running ?? []).includes(player);
  const spent = Math.max(0, now - received - (clock.held ?? 0));
  return Math.max(0, clock.left[player] - (running ? spent : 0));
}

/** @param {number} milliseconds */
export function written(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  if (seconds < 10) return `0:0${seconds}.${Math.floor(milliseconds / 100) % 10}`;
  return `${minutes}:${two(seconds % 60)}`;
}
