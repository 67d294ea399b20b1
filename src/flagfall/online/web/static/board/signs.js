// @ts-check
// How drawings are written, as flagfall/draw/board/signs.py writes them.

/** @type {Record<string, string>} */
const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
/** @param {string} text */
export const escape = (text) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign]);

// In tenths, halves upwards.
/** @param {number} value */
export const num = (value) => String(Math.floor(value * 10 + 0.5) / 10);

// A size in hundredths.
/** @param {number} size */
export const scaled = (size) => Math.floor(size * 100 + 0.5) / 100;

/** @param {number} x @param {number} y @param {number} size @param {string} what */
export function put(x, y, size, what, more = "") {
  const grown = size === 1 ? "" : ` scale(${size})`;
  return `<g${more} transform="translate(${num(x)} ${num(y)})${grown}">${what}</g>`;
}

/** @param {Wire.SeatName | null | undefined} owner */
export const low = (owner) => (owner ? ` ${owner.toLowerCase()}` : "");
