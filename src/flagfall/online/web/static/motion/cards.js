// @ts-check
// The cards of a battle: a back with a seal, and a front with what was chosen.
import { group } from "./act.js";

/** @type {Record<Wire.SeatName, string>} */
const SEALS = { P1: '<circle r="6.5"/>', P2: '<path d="M0-8 8 0 0 8-8 0Z"/>' };
const BOX = 'x="-31" y="-43" width="62" height="86" rx="10"';
const APART = 46;
const TILT = 5;
/** @type {Record<Wire.SeatName, number>} */
export const SIDE = { P1: -1, P2: 1 };

/** @param {string} text */
const escape = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "");

/** @param {Wire.SeatName} owner */
const back = (owner) => `<g class="back"><rect class="paper-back" ${BOX}/><rect class="frame" x="-25" y="-37" width="50" height="74" rx="6"/>`
  + `<circle class="wax" r="17"/><g class="seal">${SEALS[owner]}</g></g>`;
/** @param {string} text */
const front = (text) => `<g class="front"><rect class="paper-front" ${BOX}/><text class="${text.length > 2 ? "long" : ""}" y="${text.length > 2 ? 9 : 16}">${escape(text)}</text></g>`;
const SLOT = `<g class="slot"><rect ${BOX}/><text y="14">?</text></g>`;

// Where a card hangs: above the place of the battle, on its owner's side, as the board is seen.
/** @param {Wire.SeatName} owner @param {{ x: number, y: number, s: number }} place @param {boolean} flip */
function hung(owner, { x, y, s }, flip) {
  const side = SIDE[owner] * (flip ? -1 : 1);
  return { x: x + side * APART * s, y, s, tilt: side * TILT };
}

/** @param {Wire.SeatName} owner @param {{ x: number, y: number, s: number }} place @param {boolean} flip @param {string} inside @param {string} kind */
function card(owner, place, flip, inside, kind) {
  const { x, y, s, tilt } = hung(owner, place, flip);
  return group(`<g class="turn" transform="rotate(${tilt})">${inside}</g>`, `card-of ${owner.toLowerCase()} ${kind}`, `translate(${x} ${y}) scale(${s})`);
}

// Both sides of a card; which of them is seen, its class says.
/** @param {Wire.SeatName} owner @param {string} text @param {{ x: number, y: number, s: number }} place @param {boolean} flip */
export const faced = (owner, text, place, flip) => card(owner, place, flip, back(owner) + front(text), "shut");

// While it is being chosen: an empty place, or a sealed card.
/** @param {Wire.SeatName} owner @param {boolean} sealed @param {{ x: number, y: number, s: number }} place @param {boolean} flip */
export const chosen = (owner, sealed, place, flip) => card(owner, place, flip, sealed ? back(owner) : SLOT, sealed ? "shut" : "empty");
