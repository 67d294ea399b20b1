// @ts-check
// A scene as SVG: the same drawing, sign for sign, as flagfall/draw makes on the server, and what may be done on it.
import { grid } from "./grid.js";
import { cellsOf, layout as arranged } from "./layout.js";
import { line } from "./line.js";
import { figures } from "./piece.js";
import { escape, num } from "./signs.js";
import { described } from "./words.js";
import { targets } from "./worth.js";

/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Shape} Shape */
/** @typedef {import("./worth.js").Worth} Worth */
// `worths` are those of the scene's options, by move; `dots` shows options that have none as dots; a `winner` is seen.
/** @typedef {Shape & { worths?: Record<string, Worth>, dots?: boolean, winner?: Wire.SeatName | null }} How */

export { cellsOf, described };
/** @type {(scene: Wire.SceneData, shape?: Shape) => Layout} */
export const layout = arranged;

/** @param {Wire.SceneData} scene @param {How} how */
export function svg(scene, { worths = {}, dots = false, winner = null, ...shape } = {}) {
  const place = arranged(scene, shape);
  const [width, height] = [num(place.width), num(place.height)];
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  const classes = `scene ${place.line ? "line" : "grid"}${place.small ? " tiny" : ""}`;
  const board = (place.line ? line : grid)(place, figures(place, winner));
  return `<svg xmlns="http://www.w3.org/2000/svg" class="${classes}" role="img" ${size}>`
    + `<title>${escape(scene.title)}</title><desc>${escape(described(scene))}</desc>${board}${targets(place, worths, dots)}</svg>\n`;
}
