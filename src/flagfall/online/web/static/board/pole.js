// @ts-check
// The value pole: whose flag flies how high. The top belongs to the player at the top of the board.
import { EMBLEM } from "./look.js";
import { escape, low, num, put } from "./signs.js";

const HIGH = 602;
const TOP = 86;
const BOTTOM = HIGH - 92;

// `height` is from 1, where Player 1 wins, to -1; words that begin with a number have it written large.
/** @param {number} height @param {string} words @param {{ flip?: boolean }} how */
export function pole(height, words, { flip = false } = {}) {
  /** @type {Wire.SeatName[]} */
  const [upper, lower] = flip ? ["P2", "P1"] : ["P1", "P2"];
  const up = flip ? -height : height;
  const y = TOP + ((1 - up) / 2) * (BOTTOM - TOP);
  const owner = height > 0 ? "P1" : height < 0 ? "P2" : null;
  let ticks = "";
  for (let number = 1; number < 8; number += 1) ticks += `M18 ${num(52 + (number * (HIGH - 110)) / 8)}h8`;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="value-pole" viewBox="0 0 88 ${HIGH}" role="img"><title>${escape(words)}</title>`
    + end(upper, 24) + `<path class="tick" d="${ticks}"/><path class="shaft" d="M30 52V${HIGH - 58}"/>` + end(lower, HIGH - 30)
    + `<g class="value-flag${low(owner)}" transform="translate(33 ${num(y)})"><path class="sheet" d="M0-25C14-33 28-19 52-27L46 0 52 27C28 33 14 19 0 25Z"/>${said(words)}</g></svg>`;
}

/** @param {Wire.SeatName} owner @param {number} y */
const end = (owner, y) => `<circle class="ring" cx="30" cy="${y}" r="21"/>${put(30, y, 1.65, EMBLEM[owner], ` class="end${low(owner)}"`)}`;

/** @param {string} words */
function said(words) {
  const [, number, rest] = /^([+\-−≈]?[\d.]+)\s*(.*)$/.exec(words) ?? [null, "", words];
  if (!number) return `<text class="few" x="23" y="5">${escape(rest.length > 7 ? "" : rest)}</text>`;
  const large = `<text class="many${number.length > 3 ? " long" : ""}" x="23" y="${rest ? 4 : 10}">${escape(number)}</text>`;
  return rest ? `${large}<text class="few" x="23" y="17">${escape(rest)}</text>` : large;
}
