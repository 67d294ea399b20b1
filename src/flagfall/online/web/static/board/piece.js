// @ts-check
// A piece: a medallion with an edge, and two eyes that look where it wants to go, or its strength.
import { EYES, FACE, GAZE, RIM, SIDE } from "./look.js";
import { cellsOf } from "./layout.js";
import { escape, low, put, scaled } from "./signs.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {{ tall?: boolean, flat?: boolean, mood?: string, look?: [number, number], count?: number }} Pose */

const GOALS = ["flag", "base", "baseline"];
const SHADOW = '<ellipse class="shade" cx="2" cy="12" rx="33" ry="30"/>';

// What is written on it instead of eyes: a strength in brackets, or a label that says more than whose it is.
/** @param {Wire.PieceData} piece */
export function figure(piece) {
  const [name, ...rest] = piece.label.split("(");
  const strength = rest.join("(").replace(/\)+$/, "");
  return strength || (name.startsWith(piece.owner) ? name.slice(piece.owner.length) : name);
}

/** @param {Wire.PieceData} piece @param {Pose} pose */
export function drawn(piece, { tall = false, flat = false, mood = "", look = [0, 0], count = 1 } = {}) {
  const owner = piece.owner;
  const face = `<g class="face">${FACE[owner]}</g>`;
  const within = inside(piece, look, mood, flat) + badge(count);
  if (flat) return `<g class="pc${low(owner)}"><g class="body"><g class="halo">${FACE[owner]}</g>${face}${within}</g></g>`;
  const side = `<g class="side">${SIDE[owner]}</g>`;
  let under = "";
  for (let level = Math.min(count, 3) - 1; level > 0; level -= 1) under += put(0, level * 8, 1, side);
  const halo = `<g class="halo">${SIDE[owner]}${FACE[owner]}</g>`;
  const shade = tall ? '<ellipse class="shade" cy="34" rx="32" ry="9"/>' : SHADOW;
  const body = `<g class="body">${halo}${under}${side}${face}<g class="rim">${RIM[owner]}</g>${within}</g>`;
  return `<g class="pc${low(owner)}">${shade}${body}</g>`;
}

/** @param {Wire.PieceData} piece @param {[number, number]} look @param {string} mood @param {boolean} flat */
function inside(piece, look, mood, flat) {
  const text = figure(piece);
  const short = [...text].length < 3;
  if (text) return `<text class="${short ? "fig" : "fig long"}" y="${short ? 12 : 7}">${escape(text)}</text>`;
  if (flat) return "";
  const [wide, high, from] = GAZE[piece.owner];
  return put(look[0] * wide, look[1] * high + from, 1, EYES[mood], ' class="eyes"');
}

/** @param {number} count */
const badge = (count) => (count === 1 ? ""
  : `<g class="times"><circle cx="24" cy="-24" r="13"/><text x="24" y="-18.5">×${count}</text></g>`);

// --- where it looks ---

/** @param {Wire.SceneData} scene @returns {Record<Wire.SeatName, Place[]>} */
function goals(scene) {
  const wanted = (/** @type {Wire.SeatName} */ player) => cellsOf(scene).filter((cell) =>
    (cell.marks ?? []).some((mark) => GOALS.includes(mark.kind) && mark.owner !== player)).map((cell) => cell.at);
  return { P1: wanted("P1"), P2: wanted("P2") };
}

/** @param {Wire.SeatName} owner @param {Place} at @param {Place[]} wanted @param {boolean} line @returns {[number, number]} */
function gaze(owner, at, wanted, line) {
  const ahead = owner === "P1" ? 1 : -1;
  if (!wanted.length) return line ? [ahead, 0] : [0, ahead];
  let [down, right] = [wanted[0][0] - at[0], wanted[0][1] - at[1]];
  for (const goal of wanted) {
    const [y, x] = [goal[0] - at[0], goal[1] - at[1]];
    if (y * y + x * x < down * down + right * right) [down, right] = [y, x];
  }
  const far = Math.sqrt(down * down + right * right);
  return far ? [right / far, down / far] : [0, 0];
}

// --- all of a board ---

// Who stands on a cell. When it is over, the winner's are glad, the loser's shut their eyes.
/** @param {Layout} layout @param {Wire.SeatName | null} winner */
export function figures(layout, winner) {
  const wanted = goals(layout.scene);
  const look = (/** @type {Wire.SeatName} */ owner, /** @type {Place} */ at) => {
    const [right, down] = gaze(owner, at, wanted[owner], layout.line);
    const back = layout.line && layout.storey(at) % 2 === 1;
    return /** @type {[number, number]} */ ([right * (layout.flip !== back ? -1 : 1), down * (layout.flip ? -1 : 1)]);
  };
  const on = (/** @type {Wire.CellData} */ cell) => {
    const [x, y] = layout.spot(cell.at);
    const together = stacks(cell.pieces ?? []);
    return together.map(({ piece, count }, number) => {
      const [right, down, size] = (layout.line ? inLine : inGrid)(together.length, number);
      const mood = !winner ? "" : piece.owner === winner ? "glad" : "shut";
      const what = drawn(piece, { tall: layout.line, flat: layout.flat, mood, look: look(piece.owner, cell.at), count });
      return put(x + right, y + down, size, what, ` class="stand${low(piece.owner)}" data-at="${cell.at.join(",")}"`);
    });
  };
  const hasLost = (/** @type {Wire.SeatName | null | undefined} */ owner) => Boolean(winner && owner && owner !== winner);
  return { on, hasLost };
}

// Equal pieces stand on each other.
/** @param {Wire.PieceData[]} all */
export function stacks(all) {
  /** @type {Map<string, { piece: Wire.PieceData, count: number }>} */
  const found = new Map();
  for (const piece of all) {
    const key = `${piece.owner} ${piece.label}`;
    found.set(key, { piece, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}

/** @param {number} many @param {number} number @returns {[number, number, number]} */
function inLine(many, number) {
  const size = many < 3 ? [1.18, 1.02][many - 1] : scaled(2.6 / many);
  const step = many === 2 ? 60 : 120 / many;
  return [(number - (many - 1) / 2) * step, 4 - 33 * size, size];
}

/** @param {number} many @param {number} number @returns {[number, number, number]} */
function inGrid(many, number) {
  if (many < 3) return [(number - (many - 1) / 2) * 40, -4, [1.14, 0.8][many - 1]];
  const side = Math.ceil(Math.sqrt(many));
  const [row, column] = [Math.floor(number / side), number % side];
  const step = 84 / side;
  return [(column - (side - 1) / 2) * step, (row - (Math.ceil(many / side) - 1) / 2) * step - 3, scaled(1.36 / side)];
}
