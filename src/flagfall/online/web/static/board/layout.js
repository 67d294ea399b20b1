// @ts-check
// Where the cells of a board stand in its drawing: a line is a viaduct, of several storeys where it is long; all else
// is a terrace.
import { MEASURES } from "./look.js";
import { mark } from "./marks.js";

/** @typedef {Wire.CellData["at"]} Place */
/** @typedef {ReturnType<typeof layout>} Layout */
/** @typedef {{ fold?: number, flip?: boolean, small?: boolean }} Shape */

const { pitch: P, cell: CELL, gap: GAP, border, margin } = MEASURES;

// All cells of a scene.
/** @param {Wire.SceneData} scene */
export const cellsOf = (scene) => scene.cells ?? [];
/** @param {Place} one @param {Place} other */
export const same = (one, other) => one[0] === other[0] && one[1] === other[1];

/** @param {Wire.SceneData} scene @param {Shape} shape */
export function layout(scene, { fold = MEASURES.fold, flip = false, small = false } = {}) {
  const cells = cellsOf(scene);
  const rows = 1 + cells.reduce((most, cell) => Math.max(most, cell.at[0]), 0);
  const columns = 1 + cells.reduce((most, cell) => Math.max(most, cell.at[1]), 0);
  /** @type {(at: Place) => Place} */
  const shown = ([row, column]) => (flip ? [rows - 1 - row, columns - 1 - column] : [row, column]);
  const form = rows === 1 ? viaduct(scene, columns, fold, small, shown) : terrace(rows, columns, small, shown);
  return { scene, rows, columns, line: rows === 1, flip, small, shown, ...form };
}

/** @param {Wire.SceneData} scene @param {number} columns @param {number} fold @param {boolean} small @param {(at: Place) => Place} shown */
function viaduct(scene, columns, fold, small, shown) {
  const storeys = Math.ceil(columns / fold);
  const span = Math.ceil(columns / storeys);
  const edge = small ? MEASURES["small-margin"] : margin;
  const storey = (/** @type {Place} */ at) => Math.floor(shown(at)[1] / span);
  const decks = decksOf(scene, storeys, storey);
  /** @type {(at: Place) => [number, number]} */
  const spot = (at) => {
    const [here, place] = [storey(at), shown(at)[1] % span];
    return [edge + P * ((here % 2 ? span - 1 - place : place) + 0.5), decks[here]];
  };
  const width = span * P + 2 * edge;
  const height = (decks.at(-1) ?? 0) + 20 + MEASURES.foot;
  const box = (/** @type {Place} */ at) => {
    const [x, y] = spot(at);
    return { x: x - P / 2, y: y - MEASURES.reach, width: P, height: MEASURES.reach + MEASURES.deep / 2 + MEASURES.face };
  };
  return { storeys, span, storey, decks, spot, box, width, height, edge, front: 0, unit: 1, flat: false };
}

// How deep each storey lies: castles need air.
/** @param {Wire.SceneData} scene @param {number} storeys @param {(at: Place) => number} storey */
function decksOf(scene, storeys, storey) {
  const castles = new Set(cellsOf(scene).filter((cell) => mark(cell, "base")).map((cell) => storey(cell.at)));
  const flags = cellsOf(scene).some((cell) => mark(cell, "flag"));
  const decks = [MEASURES[castles.has(0) ? "air-castle" : flags ? "air-flag" : "air"] - 20];
  for (let here = 1; here < storeys; here += 1) decks.push(decks[here - 1] + MEASURES[castles.has(here) ? "castle" : "storey"]);
  return decks;
}

/** @param {number} rows @param {number} columns @param {boolean} small @param {(at: Place) => Place} shown */
function terrace(rows, columns, small, shown) {
  const unit = Math.max(1, Math.floor((Math.max(rows, columns) * 8) / MEASURES.named + 0.5) / 4); // edges grow with it
  const edge = unit * (small ? MEASURES["small-border"] : border);
  const front = unit * MEASURES.front;
  const side = (/** @type {number} */ many) => 2 * edge + many * (CELL + GAP) - GAP;
  /** @type {(at: Place) => [number, number]} */
  const spot = (at) => {
    const [row, column] = shown(at);
    return [edge + column * (CELL + GAP) + CELL / 2, edge + row * (CELL + GAP) + CELL / 2];
  };
  const box = (/** @type {Place} */ at) => {
    const [x, y] = spot(at);
    return { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL };
  };
  const flat = columns > MEASURES[small ? "flat-small" : "flat"];
  return { storeys: 1, span: columns, storey: () => 0, decks: [0], spot, box, width: side(columns), height: side(rows) + front, edge, front, unit, flat };
}
