// @ts-check
// The class of a tile that the last move has touched.
import { same } from "./layout.js";
import { low } from "./signs.js";

/** @param {Wire.SceneData} scene @param {Wire.CellData} cell */
export function was(scene, cell) {
  if (!(scene.changed ?? []).some((at) => same(at, cell.at))) return "";
  return scene.mover ? ` was${low(scene.mover)}-was` : " was";
}
