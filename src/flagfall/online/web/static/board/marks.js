// @ts-check
// What belongs to a cell: flags, traps, teleports, and whatever a game has that nobody has drawn yet.
import { CASTLE, CLOTH, EMBLEM, JAWS, PEAK, RINGS } from "./look.js";
import { escape, low, num, put } from "./signs.js";

/** @typedef {Wire.SeatName | null | undefined} Owner */

const KNOWN = ["flag", "base", "baseline", "trap", "blocked", "teleport"];

/** @param {Wire.CellData} cell @param {string} kind */
export const mark = (cell, kind) => (cell.marks ?? []).find((each) => each.kind === kind);
// Whose ground it is.
/** @param {Wire.CellData} cell */
export const home = (cell) => (cell.marks ?? []).find((each) => ["base", "baseline"].includes(each.kind) && each.owner)?.owner;
/** @param {Wire.CellData} cell */
export const others = (cell) => (cell.marks ?? []).filter((each) => !KNOWN.includes(each.kind));

/** @param {Owner} owner @param {number} high @param {number} size @param {boolean} down */
export function flag(owner, high, size, down, foot = true) {
  const top = 4 - high;
  const y = down ? top + high - 44 * size : top;
  const emblem = put(22, 18, 1, EMBLEM[owner ?? ""], ' class="emblem"');
  const cloth = `<g class="cloth" transform="translate(0 ${num(y)}) scale(${size})"><g class="wind">${CLOTH}${emblem}</g></g>`;
  const shade = foot ? '<ellipse class="shade" rx="10" ry="3.5"/>' : "";
  const pole = `<path class="pole" d="M0 0V${num(-high)}"/><circle class="knob" cy="${num(-high - 2)}" r="4"/>`;
  return `<g class="flag${low(owner) || " gold"}">${shade}${pole}${cloth}</g>`;
}

/** @param {Wire.SeatName} owner @param {boolean} down */
export function castle(owner, down) {
  const pole = put(0, PEAK[owner], 1, flag(owner, 92, 0.92, down, false));
  return `<g class="castle${low(owner)}">${pole}${CASTLE[owner]}</g>`;
}

/** @param {Owner} owner */
export function trap(owner) {
  const emblem = owner ? `<g class="emblem">${EMBLEM[owner]}</g>` : "";
  return `<g class="trap${low(owner)}">${JAWS}${emblem}</g>`;
}

/** @param {string} letter */
export const portal = (letter) => `<g class="portal">${RINGS}<text y="8">${escape(letter)}</text></g>`;

/** @param {Wire.MarkData} each */
export function tag(each) {
  const text = each.label || each.kind;
  const wide = 12 + [...text].length * 9;
  const box = `<rect x="${num(-wide / 2)}" y="-12" width="${wide}" height="24" rx="8"/>`;
  return `<g class="tag-mark${low(each.owner)}">${box}<text y="5">${escape(text)}</text></g>`;
}
