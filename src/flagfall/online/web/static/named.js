// @ts-check
// How the seats are called on their plates.
import { PLAYERS } from "./words.js";

// By whoever has the seats `mine`: one, or at a shared screen both, or none.
/** @param {Wire.SeatName} player @param {Wire.SeatState} seat @param {Wire.SeatName[]} mine */
export function called(player, seat, mine) {
  if (seat.name) return seat.name;
  if (seat.who === "bot") return `Bot, ${(seat.bot ?? "").replace(":", " ")}`;
  if (mine.length === 1) return mine[0] === player ? "You" : "Guest";
  return PLAYERS[player];
}
