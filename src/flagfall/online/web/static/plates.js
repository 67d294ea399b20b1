// @ts-check
// The plates of the two players: who they are, what they do, and how much time they have.
import * as clocks from "./clock.js";
import { $, show, write } from "./dom.js";
import { called } from "./named.js";
import { PLAYERS } from "./words.js";

/** @typedef {import("./live.js").Live} Live */

/** @type {Wire.SeatName[]} */
export const SEATS = ["P1", "P2"];
const ABSENT = "not here yet"; // and so does nothing
/** @param {Wire.SeatName} player @param {string} name */
const part = (player, name) => /** @type {HTMLElement} */ ($(`player-${player}`).querySelector(name));

/** @param {Live} front @param {Wire.SeatName[]} mine */
export function draw(front, mine) {
  for (const player of SEATS) drawPlayer(player, front, mine);
  const { watchers = 0 } = front.presence;
  const others = watchers - (mine.length === 1 ? 0 : 1); // who watches knows that much
  write($("watching"), String(others));
  show($("watchers"), others > 0);
}

/** @param {Wire.SeatName} player @param {Live} front @param {Wire.SeatName[]} mine */
function drawPlayer(player, { state, presence: { seats } }, mine) {
  const box = $(`player-${player}`);
  const seat = seats[player];
  const won = state.outcome?.winner === player;
  box.classList.toggle("turn", (state.waiting ?? []).includes(player));
  box.classList.toggle("won", won);
  box.classList.toggle("sealed", isSealed(state, player));
  box.classList.toggle("away", seat.who === "person" && !seat.here);
  write(part(player, ".player-name"), called(player, seat, mine));
  const act = doing(state, player);
  const here = presence(seat, player, mine);
  const words = [mine.length === 1 && mine[0] === player && seat.name ? "you" : "", act && here === "here" ? "" : here, here === ABSENT ? "" : act];
  write(part(player, ".player-state"), words.filter(Boolean).join(", "));
}

/** @param {Wire.State} state @param {Wire.SeatName} player */
const isSealed = (state, player) => !state.outcome && Boolean(state.commitments?.[player]);

/** @param {Wire.State} state @param {Wire.SeatName} player */
function doing(state, player) {
  if (state.outcome) return state.outcome.winner === player ? "winner" : "";
  if (isSealed(state, player)) return "sealed";
  if (!(state.waiting ?? []).includes(player)) return "";
  return state.view.scene.secret || Object.keys(state.commitments ?? {}).length || (state.waiting ?? []).length > 1 ? "choosing" : "to play";
}

// Who is there, where that is a question.
/** @param {Wire.SeatState} seat @param {Wire.SeatName} player @param {Wire.SeatName[]} mine */
function presence(seat, player, mine) {
  if (seat.who === "bot" || mine.length > 1 || mine[0] === player) return "";
  if (!seat.taken && !seat.here) return ABSENT;
  return seat.here ? "here" : "away";
}

/** @param {Live} front */
export function drawClocks({ state, received }) {
  for (const player of SEATS) {
    const place = part(player, ".clock");
    show(place, Boolean(state.clock));
    if (!state.clock) continue;
    const left = clocks.left(state.clock, player, received, performance.now());
    write(place, clocks.written(left));
    place.classList.toggle("low", left < 20000);
  }
}

// What the seats are called in sentences.
/** @param {Live} front @param {Wire.SeatName[]} mine @param {Wire.SeatName} player */
export const nameOf = ({ presence }, mine, player) => (presence ? called(player, presence.seats[player], mine) : PLAYERS[player]);
