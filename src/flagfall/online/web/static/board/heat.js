// @ts-check
// Where the other may hide something, as a coach sees it from one seat: the likelier, the darker, with its figure.
import { same } from "./layout.js";
import { num } from "./signs.js";

/** @typedef {import("./layout.js").Layout} Layout */

const [LEAST, MOST] = [0.02, 0.5]; // below it nothing is shown, and above it nothing is darker
const SHADES = 5;

/** @param {Layout} layout @param {Wire.Suspect[]} suspects */
const seen = (layout, suspects) =>
  suspects.filter(({ at, chance }) => chance >= LEAST && (layout.scene.cells ?? []).some((cell) => same(cell.at, at)));

// The tints lie below what may be done.
/** @param {Layout} layout @param {Wire.Suspect[]} suspects */
export const tints = (layout, suspects) => seen(layout, suspects).map(({ at, chance }) => {
  const [x, y] = layout.spot(at);
  const shade = Math.ceil(SHADES * Math.min(1, chance / MOST));
  return `<rect class="suspect shade-${shade}" data-suspect="${at.join(",")}" x="${num(x - 48)}" y="${num(y - 48)}" width="96" height="96" rx="13"/>`;
}).join("");

// The figures stand above it: in the middle of a free cell, and in a corner of a plate that says what a move is worth.
/** @param {Layout} layout @param {Wire.Suspect[]} suspects @param {Wire.CellData["at"][]} plates */
export const figures = (layout, suspects, plates) => seen(layout, suspects).map(({ at, chance }) => {
  const [x, y] = layout.spot(at);
  const cornered = plates.some((each) => same(each, at));
  const place = cornered ? `class="suspicion cornered" x="${num(x - 35)}" y="${num(y - 22)}"` : `class="suspicion" x="${num(x)}" y="${num(y + 10)}"`;
  return `<text ${place}>${Math.round(100 * chance)}%</text>`;
}).join("");
