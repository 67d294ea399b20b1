// @ts-check
// A line as a viaduct: one arch a cell, castles at its ends, storeys that go to and fro where it is long.
import { MEASURES, ROCK } from "./look.js";
import { castle, flag, home, mark, others, portal, tag, trap } from "./marks.js";
import { escape, low, num, put } from "./signs.js";
import { was } from "./tile.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {ReturnType<typeof import("./piece.js").figures>} Figures */

const { pitch: P, tile: TILE, deep: DEEP, face: FACE } = MEASURES;
const ABYSS = 1600; // how far the piers of the lowest storey reach down

/** @param {Layout} layout @param {Figures} figures */
export function line(layout, figures) {
  const path = [...(layout.scene.cells ?? [])].sort((one, two) => layout.shown(one.at)[1] - layout.shown(two.at)[1]);
  const last = layout.storeys - 1;
  return layout.decks.map((_, number) => {
    const cells = path.filter((cell) => layout.storey(cell.at) === number);
    const land = (number === 0 ? landAt(layout, path[0], -1) : "") + (number === last ? landAt(layout, path[path.length - 1], last % 2 ? -1 : 1) : "");
    return land + castles(layout, figures, cells) + ramp(layout, number) + bridge(layout, number, cells)
      + cells.map((cell) => tileOf(layout, cell)).join("") + cells.flatMap((cell) => [...marksOn(layout, figures, cell), ...figures.on(cell)]).join("");
  }).join("");
}

// The land at an end of the path.
/** @param {Layout} layout @param {Wire.CellData} cell @param {number} way */
function landAt(layout, cell, way) {
  const [x, y] = layout.spot(cell.at);
  const top = y - DEEP / 2 - 4;
  const edge = x + way * (mark(cell, "base") ? -84 : 40);
  const far = num(x + way * 900);
  const at = (/** @type {number} */ right, /** @type {number} */ down, start = x) => `${num(start + way * right)} ${num(top + down)}`;
  const by = (/** @type {number} */ right, /** @type {number} */ down) => at(right, down, edge);
  const near = `M${by(0, 0)}C${by(-4, 70)} ${by(22, 120)} ${by(-12, 190)}S${by(-66, 330)} ${by(-70, 460)}V${num(top + ABYSS)}H${far}V${num(top - 34)}C${at(420, -40)} ${at(240, 0)} ${at(120, 0)}Z`;
  const back = `M${by(40, 60)}C${by(60, 130)} ${by(20, 200)} ${by(-30, 460)}V${num(top + ABYSS)}H${far}V${num(top + 10)}C${at(420, 20)} ${at(220, 30)} ${by(40, 60)}Z`;
  return `<path class="cliff" d="${near}"/><path class="cliff-far" d="${back}"/>`;
}

/** @param {Layout} layout @param {Figures} figures @param {Wire.CellData[]} cells */
function castles(layout, figures, cells) {
  return cells.map((cell) => {
    const owner = mark(cell, "base")?.owner;
    const [x, y] = layout.spot(cell.at);
    return owner ? put(x, y - DEEP / 2 - 4, 1, castle(owner, figures.hasLost(owner))) : "";
  }).join("");
}

// From the end of this storey to the beginning of the next.
/** @param {Layout} layout @param {number} storey */
function ramp(layout, storey) {
  if (storey === layout.storeys - 1) return "";
  const way = storey % 2 ? -1 : 1;
  const edge = way > 0 ? layout.width - layout.edge : layout.edge;
  const [here, there] = [layout.decks[storey], layout.decks[storey + 1]];
  const [inside, outside] = [num(edge - way * 12), num(edge + way * 34)];
  return `<path class="trail" d="M${inside} ${here}C${outside} ${here} ${outside} ${there} ${inside} ${there}"/>`;
}

/** @param {Layout} layout @param {number} storey @param {Wire.CellData[]} cells */
function bridge(layout, storey, cells) {
  const y = layout.decks[storey];
  const middles = cells.map((cell) => layout.spot(cell.at)[0]);
  const [left, right] = [Math.min(...middles) - P / 2 - 4, Math.max(...middles) + P / 2 + 4];
  const top = y + DEEP / 2 + FACE + 2;
  const last = storey === layout.storeys - 1;
  const bottom = top + (last ? ABYSS : layout.decks[storey + 1] - y - 60);
  const deck = `x="${num(left)}" y="${num(y - DEEP / 2 - 8)}" width="${num(right - left)}"`;
  return piers(`${last ? "abyss" : "mist"}-${layout.scene.hour}`, cells.filter((cell) => !mark(cell, "base")).map((cell) => layout.spot(cell.at)[0]), top, bottom)
    + `<rect class="under" ${deck} height="${DEEP + 8 + FACE}" rx="12"/><rect class="slab" ${deck} height="${DEEP + 16}" rx="12"/>`;
}

// They fade into the land of the hour; a base stands on rock instead.
/** @param {string} fading @param {number[]} arches @param {number} top @param {number} bottom */
function piers(fading, arches, top, bottom) {
  if (!arches.length) return "";
  const [left, right] = [num(Math.min(...arches) - P / 2 - 8), num(Math.max(...arches) + P / 2 + 8)];
  const bow = "a46 46 0 0 1 92 0";
  const bows = arches.map((x) => `M${num(x - 46)} ${num(top + 56)}${bow}`).join("");
  const holes = arches.map((x) => `M${num(x - 46)} ${num(bottom)}V${num(top + 56)}${bow}V${num(bottom)}Z`).join("");
  const fill = `fill="url(#${fading})" fill-rule="evenodd"`;
  return `<path class="pier" ${fill} d="M${left} ${num(top - 4)}H${right}V${num(bottom)}H${left}Z${holes}"/><path class="bow" d="${bows}"/>`;
}

/** @param {Layout} layout @param {Wire.CellData} cell */
function tileOf(layout, cell) {
  const [x, y] = layout.spot(cell.at);
  const classes = `tile${cell.at[1] % 2 ? " odd" : ""}${low(home(cell))}${mark(cell, "blocked") ? " sunk" : ""}${was(layout.scene, cell)}`;
  const place = `x="${num(x - TILE / 2)}" y="${num(y - DEEP / 2)}" width="${TILE}" height="${DEEP}"`;
  const tile = `<rect class="${classes}" data-cell="${cell.at.join(",")}" ${place} rx="10"/>`;
  return layout.small ? tile : `${tile}<text class="no" x="${num(x)}" y="${num(y + DEEP / 2 + 25)}">${escape(cell.label)}</text>`;
}

/** @param {Layout} layout @param {Figures} figures @param {Wire.CellData} cell */
function marksOn(layout, figures, cell) {
  const [x, y] = layout.spot(cell.at);
  const [cloth, rings, jaws] = ["flag", "teleport", "trap"].map((kind) => mark(cell, kind));
  const [right, down] = cell.pieces?.length ? [36, -10] : [-12, 4];
  return [
    cloth && !mark(cell, "base") ? put(x + right, y + down, 1, flag(cloth.owner, 118, 1.2, figures.hasLost(cloth.owner))) : "",
    mark(cell, "blocked") ? put(x, y - 16, 1, ROCK) : "",
    rings ? put(x, y, 1, `<g transform="scale(1 .5)">${portal(rings.label ?? "")}</g>`) : "",
    jaws ? put(x, y, 0.8, trap(jaws.owner)) : "",
    ...others(cell).map((each, number) => put(x, y - 6 + 20 * number, 1, tag(each))),
  ];
}
