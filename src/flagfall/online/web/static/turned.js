// @ts-check
// Which way round the board is: the side of whoever looks at it is below, or on a line at the left. It can be turned,
// and stays so in this browser.
import { $ } from "./dom.js";
import { keep, kept } from "./storage.js";
import { other } from "./words.js";

const KEY = "flagfall.turned";
const HOMES = ["base", "baseline", "flag"];

export class Turned {
  /** @param {() => void} changed */
  constructor(changed) {
    this.on = kept(KEY) === "on";
    this.above = /** @type {boolean | null} */ (null); // as it was seen first: a board does not turn by itself
    $("flip").addEventListener("click", () => {
      this.on = !this.on;
      keep(KEY, this.on ? "on" : "off");
      changed();
    });
  }

  /** @param {Wire.SceneData} scene @param {Wire.SeatName | null} you */
  flip(scene, you) {
    this.above ??= Boolean(you && isAbove(scene, you));
    return this.on !== this.above;
  }
}

/** @param {Wire.CellData} cell */
const homesOn = (cell) => (cell.marks ?? []).filter((mark) => HOMES.includes(mark.kind)).map((mark) => mark.owner);
/** @param {Wire.CellData} cell */
const piecesOn = (cell) => (cell.pieces ?? []).map((piece) => piece.owner);

// Whether the home of a player, or without homes what stands there, lies above the other's, or on a line to the right.
/** @param {Wire.SceneData} scene @param {Wire.SeatName} you */
function isAbove(scene, you) {
  const cells = scene.cells ?? [];
  const whose = cells.some((cell) => homesOn(cell).includes(you)) ? homesOn : piecesOn;
  const mine = cells.filter((cell) => whose(cell).includes(you));
  const others = cells.filter((cell) => whose(cell).includes(other(you)));
  if (!mine.length || !others.length) return false;
  const middle = (/** @type {Wire.CellData[]} */ cells, /** @type {0 | 1} */ side) =>
    cells.reduce((sum, cell) => sum + cell.at[side], 0) / cells.length;
  const down = middle(mine, 0) - middle(others, 0);
  return down ? down < 0 : middle(mine, 1) > middle(others, 1);
}
