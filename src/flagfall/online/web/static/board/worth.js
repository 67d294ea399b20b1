// @ts-check
// What may be done on a board, and what it is worth: a dot, a ring where something is taken, or a plate with a flag.
import { GLYPH, MEASURES } from "./look.js";
import { cellsOf, same } from "./layout.js";
import { mark } from "./marks.js";
import { escape, low, num, put } from "./signs.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {{ kind: "win" | "open" | "loss" | "chance", plies: number | null, best: boolean, value: number, error?: number }} Worth */
/** @typedef {Wire.OptionData & { to: Place }} Placed */

// A flag up, at half mast or down, on its pole: shape before colour.
/** @param {Worth["kind"]} kind */
export const glyph = (kind) => `<path class="gp" d="M0-18V18"/><path class="gc" d="${GLYPH[kind]}"/>`;

// The same as a small picture beside words.
/** @param {Worth["kind"]} kind */
export const glyphSvg = (kind) => `<svg xmlns="http://www.w3.org/2000/svg" class="glyph ${kind}" viewBox="-6 -20 28 40" aria-hidden="true">${glyph(kind)}</svg>`;

// The moves of the scene that have a cell: plates for those whose worth is known, and dots for the others if asked for.
/** @param {Layout} layout @param {Record<string, Worth>} worths @param {boolean} dots */
export function targets(layout, worths, dots) {
  const placed = (layout.scene.options ?? []).filter((option) => option.to);
  /** @type {Map<string, Placed>} */
  const shown = new Map();
  for (const option of /** @type {Placed[]} */ (placed)) {
    const before = shown.get(String(option.to));
    if (!before || better(worths[option.move], worths[before.move])) shown.set(String(option.to), option);
  }
  return [...shown.values()].map((option) => {
    if (worths[option.move]) return plate(layout, option, worths[option.move]);
    return dots && !option.secret ? dot(layout, option) : "";
  }).join("");
}

/** @param {Worth | undefined} one @param {Worth | undefined} other */
const better = (one, other) => Boolean(one && (!other || (one.best && !other.best) || (one.best === other.best && one.value > other.value)));

/** @param {Layout} layout @param {Place} at */
const cellAt = (layout, at) => cellsOf(layout.scene).find((cell) => same(cell.at, at));

// Whose move it is: the piece's that goes.
/** @param {Layout} layout @param {Placed} option */
function mover(layout, option) {
  const owners = new Set((option.source ? cellAt(layout, option.source)?.pieces ?? [] : []).map((piece) => piece.owner));
  return owners.size === 1 ? [...owners][0] : null;
}

// What is there: something that is taken, something of one's own, or nothing.
/** @param {Layout} layout @param {Placed} option */
function found(layout, option) {
  const cell = cellAt(layout, option.to);
  const owner = mover(layout, option);
  const standing = cell?.pieces ?? [];
  const flag = cell && mark(cell, "flag");
  if (standing.some((piece) => piece.owner !== owner) || (flag && (!flag.owner || flag.owner !== owner))) return "take";
  return standing.length ? "join" : "";
}

/** @param {Layout} layout @param {Placed} option */
function dot(layout, option) {
  const there = found(layout, option);
  const round = layout.line ? there ? 'rx="52" ry="18"' : 'rx="16" ry="8"' : there ? 'rx="42" ry="42"' : 'rx="11" ry="11"';
  const [x, y] = layout.spot(option.to);
  return `<ellipse class="target${there && ` ${there}`}${low(mover(layout, option))}" cx="${num(x)}" cy="${num(y)}" ${round}/>`;
}

// What is written on a plate: plies, a value between, or a chance where it is estimated.
/** @param {Worth} worth */
function figure({ kind, value, plies, error = 0 }) {
  if (error) return `≈${Math.round(50 + 50 * value)}%`;
  if (kind === "chance") return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
  return plies === null ? "" : String(plies);
}

/** @param {Layout} layout @param {Placed} option @param {Worth} worth */
function plate(layout, option, worth) {
  const text = figure(worth);
  const long = text.length > 2;
  const number = text ? `<text class="vn${long ? " long" : ""}" x="${long ? 0 : 14}" y="${long ? 30 : 14}">${escape(text)}</text>` : "";
  const box = '<rect class="vp" x="-42" y="-42" width="84" height="84" rx="10"/>';
  const what = `${box}${long ? put(-7, -15, 0.9, glyph(worth.kind), ' class="gl"') : put(text ? -24 : -7, 0, 1.25, glyph(worth.kind), ' class="gl"')}${number}`;
  const [x, y] = layout.spot(option.to);
  const [right, down, size] = placeOf(layout, cellAt(layout, option.to));
  return put(x + right, y + down, size, what, ` class="val ${worth.kind}${worth.best ? " best" : ""}"`);
}

// It fills a free tile of a terrace; else it stands where it hides nobody, and no flag.
/** @param {Layout} layout @param {Wire.CellData | undefined} cell @returns {[number, number, number]} */
function placeOf(layout, cell) {
  const [taken, flag] = [Boolean(cell?.pieces?.length), Boolean(cell && mark(cell, "flag") && !mark(cell, "base"))];
  if (layout.line) return taken ? [0, -MEASURES.reach - 20, 0.6] : flag ? [26, -24, 0.6] : [0, -30, 0.7];
  return taken || flag ? [24, 24, 0.5] : [0, 0, 1];
}
