// @ts-check
// A scene as SVG: the same drawing, sign for sign, as flagfall/draw/svg.py makes on the server.
import { BASELINE, DECORATIONS, EMBLEMS, EMBLEM_AT, ICONS, MEASURES, PIECES, SIZES } from "./look.js";

/** @typedef {Wire.CellData["at"]} Place */
/** @typedef {ReturnType<typeof tableOf>} Table */

const { cell: CELL, gap: GAP, edge: EDGE } = MEASURES;
/** @type {Record<string, string>} */
const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
/** @param {string} text */
const escape = (text) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign]);
/** @param {number} length */
export const onPage = (length) => Math.floor((length * MEASURES.page) / 100);
/** @param {number} number @param {number} digits */
const rounded = (number, digits) => Number(number.toFixed(digits));
/** @param {Place} one @param {Place} other */
const same = (one, other) => one[0] === other[0] && one[1] === other[1];

// All cells of a scene.
/** @param {Wire.SceneData} scene */
export const cellsOf = (scene) => scene.cells ?? [];

/** @param {Wire.SceneData} scene */
export function svg(scene, columns = MEASURES.fold) {
  const table = tableOf(scene, columns);
  const changed = scene.changed ?? [];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="scene" role="img" viewBox="0 0 ${table.width} ${table.height}" width="${onPage(table.width)}" height="${onPage(table.height)}">`,
    `<title>${escape(scene.title)}</title>`,
    `<desc>${escape(described(scene))}</desc>`,
    `<rect class="panel" width="${table.width}" height="${table.height}" rx="18"/>`,
    ...cellsOf(scene).map((cell) => drawCell(cell, table, changed.some((at) => same(at, cell.at)))),
    "</svg>\n",
  ].join("\n");
}

// Where the cells stand.
/** @param {Wire.SceneData} scene */
export function tableOf(scene, longest = MEASURES.fold) {
  let rows = 1 + Math.max(...cellsOf(scene).map((cell) => cell.at[0]));
  let columns = 1 + Math.max(...cellsOf(scene).map((cell) => cell.at[1]));
  const folded = rows === 1 && columns > longest;
  if (folded) {
    rows = Math.ceil(columns / longest);
    columns = Math.ceil(columns / rows);
  }
  const length = (/** @type {number} */ count) => 2 * EDGE + count * (CELL + GAP) - GAP;
  const place = (/** @type {Place} */ [row, column]) => (folded ? [Math.floor(column / columns), column % columns] : [row, column]);
  const corner = (/** @type {Place} */ at) => place(at).toReversed().map((number) => EDGE + number * (CELL + GAP));
  return { rows, columns, width: length(columns), height: length(rows), place, corner };
}

// --- words ---

/** @type {Record<Wire.SeatName, string>} */
const players = { P1: "Player 1", P2: "Player 2" };

/** @param {Wire.SceneData} scene */
export function described(scene) {
  /** @type {Map<string, string[]>} */
  const alike = new Map();
  for (const cell of cellsOf(scene)) {
    const things = thingsOn(cell).join(", ");
    if (things) alike.set(things, [...(alike.get(things) ?? []), cell.label]);
  }
  const cells = [...alike].map(([things, labels]) => `${labels.join("; ")}: ${things}`);
  const notes = (scene.notes ?? []).map((note) => note.replace(/\.+$/, ""));
  return [...cells, ...notes].map((sentence) => `${sentence}.`).join(" ");
}

/** @param {Wire.CellData} cell */
function thingsOn(cell) {
  const marks = (cell.marks ?? []).map((mark) => {
    const name = mark.kind === "teleport" ? `${mark.kind} ${mark.label ?? ""}` : mark.kind;
    return mark.owner ? `${name} of ${players[mark.owner]}` : name;
  });
  return [...(cell.pieces ?? []).map((piece) => piece.label), ...marks];
}

// --- a cell ---

/** @param {Wire.CellData} cell @param {Table} table @param {boolean} changed */
function drawCell(cell, table, changed) {
  const [row, column] = table.place(cell.at);
  const [x, y] = table.corner(cell.at);
  const marks = cell.marks ?? [];
  const parts = [
    `<rect class="${tint(marks, row, column)}" width="${CELL}" height="${CELL}" rx="12"/>`,
    ...marks.map(decoration),
    label(cell.label, row, column, table),
    ...icons(cell),
    ...pieces(cell.pieces ?? []),
    changed ? `<rect class="changed" x="2" y="2" width="${CELL - 4}" height="${CELL - 4}" rx="11"/>` : "",
  ];
  return `<g transform="translate(${x} ${y})">${parts.join("")}</g>`;
}

/** @param {Wire.MarkData[]} marks @param {number} row @param {number} column */
function tint(marks, row, column) {
  const bases = marks.filter((mark) => ["base", "baseline"].includes(mark.kind) && mark.owner);
  return ["cell", ...((row + column) % 2 ? ["odd"] : []), ...bases.map((mark) => mark.owner?.toLowerCase())].join(" ");
}

/** @param {string} text @param {number} row @param {number} column @param {Table} table */
function label(text, row, column, table) {
  if (table.columns <= MEASURES.crowded) return `<text class="label" x="9" y="21">${escape(text)}</text>`;
  return row && column ? "" : `<text class="label large" x="9" y="34">${escape(text)}</text>`;
}

/** @param {Wire.MarkData} mark */
function decoration(mark) {
  if (mark.kind === "baseline" && mark.owner) {
    const shape = EMBLEMS[mark.owner];
    const emblems = BASELINE.map((x) => at(x, 90, 0.5, shape));
    return `<g class="${classes(mark)}">${emblems.join("")}</g>`;
  }
  if (!(mark.kind in DECORATIONS)) return "";
  const sign = mark.label ? `<text class="label" x="82" y="21">${escape(mark.label)}</text>` : "";
  return `<g class="${classes(mark)}">${DECORATIONS[mark.kind]}${sign}</g>`;
}

/** @param {Wire.CellData} cell */
function icons(cell) {
  const marks = (cell.marks ?? []).filter((mark) => !(mark.kind in DECORATIONS) && mark.kind !== "baseline");
  return marks.map((mark, number) => {
    /** @type {[number, number, number]} */
    const place = cell.pieces?.length ? [82 - 32 * number, 20, 0.42] : spot(mark.kind, number, marks.length);
    return `<g class="${classes(mark)}">${at(...place, icon(mark))}</g>`;
  });
}

/** @param {Wire.MarkData} mark */
function icon(mark) {
  if (!(mark.kind in ICONS)) return `<text y="8">${escape(mark.label || mark.kind)}</text>`;
  const letter = mark.kind === "teleport" ? `<text y="8">${escape(mark.label ?? "")}</text>` : "";
  return ICONS[mark.kind] + letter + emblem(mark);
}

/** @param {Wire.MarkData} mark */
function emblem(mark) {
  if (!mark.owner || !(mark.kind in EMBLEM_AT)) return "";
  return `<g class="emblem ${mark.owner.toLowerCase()}">${at(...EMBLEM_AT[mark.kind], 1, EMBLEMS[mark.owner])}</g>`;
}

/** @param {Wire.MarkData} mark */
function classes(mark) {
  const known = mark.kind in ICONS || mark.kind in DECORATIONS || mark.kind === "baseline";
  return ["mark", known ? mark.kind : "other", ...(mark.owner ? [mark.owner.toLowerCase()] : [])].join(" ");
}

// --- pieces ---

/** @param {Wire.PieceData[]} all */
function pieces(all) {
  /** @type {Map<string, { piece: Wire.PieceData, count: number }>} */
  const stacks = new Map();
  for (const piece of all) {
    const key = `${piece.owner} ${piece.label}`;
    stacks.set(key, { piece, count: (stacks.get(key)?.count ?? 0) + 1 });
  }
  return [...stacks.values()].map(({ piece, count }, number) =>
    at(...spot("piece", number, stacks.size), stack(piece, count)));
}

/** @param {Wire.PieceData} piece @param {number} count */
function stack(piece, count) {
  const shape = PIECES[piece.owner];
  let below = "";
  for (let level = Math.min(count, 3) - 1; level > 0; level -= 1) below += at(-5 * level, 5 * level, 1, shape);
  const badge = `<circle class="count" cx="27" cy="-24" r="15"/><text class="times" x="27" y="-18">×${count}</text>`;
  const inside = below + shape + inscription(piece) + (count > 1 ? badge : "");
  return `<g class="piece ${piece.owner.toLowerCase()}">${inside}</g>`;
}

/** @param {Wire.PieceData} piece */
function inscription(piece) {
  const [name, ...rest] = piece.label.split("(");
  const figure = rest.join("(");
  if (!figure) return `<text class="name" y="9">${escape(name)}</text>`;
  const large = `<text class="figure" y="8">${escape(figure.replace(/\)+$/, ""))}</text>`;
  return `${large}<text class="owner" y="23">${escape(name)}</text>`;
}

/** @param {string} kind @param {number} number @param {number} of @returns {[number, number, number]} */
function spot(kind, number, of) {
  if (of === 1) return SIZES[kind] ?? [50, 57, 1];
  const side = Math.ceil(Math.sqrt(of));
  const rows = Math.ceil(of / side);
  const [row, column] = [Math.floor(number / side), number % side];
  const x = 50 + ((column - (side - 1) / 2) * 88) / side;
  const y = 58 + ((row - (rows - 1) / 2) * 76) / side;
  return [rounded(x, 1), rounded(y, 1), rounded(1.2 / side, 2)];
}

/** @param {number} x @param {number} y @param {number} scale @param {string} what */
function at(x, y, scale, what) {
  const sized = scale === 1 ? "" : ` scale(${scale})`;
  return `<g transform="translate(${x} ${y})${sized}">${what}</g>`;
}
