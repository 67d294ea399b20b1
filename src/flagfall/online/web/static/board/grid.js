// @ts-check
// A grid as a floating terrace: battlements at the players' sides, names of rows and columns at its edges.
import { MEASURES, ROCK } from "./look.js";
import { flag, home, mark, others, portal, tag, trap } from "./marks.js";
import { escape, low, num, put } from "./signs.js";
import { was } from "./tile.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {ReturnType<typeof import("./piece.js").figures>} Figures */

const { cell: CELL, gap: GAP } = MEASURES;

/** @param {Layout} layout @param {Figures} figures */
export function grid(layout, figures) {
  const { scene, small } = layout;
  const size = `width="${num(layout.width)}" height="${num(layout.height - layout.front)}" rx="${num(30 * layout.unit)}"`;
  const cells = [...(scene.cells ?? [])].sort((one, two) => inOrder(layout.shown(one.at), layout.shown(two.at)));
  return [
    `<rect class="under" y="${num(layout.front)}" ${size}/>`,
    `<rect class="slab" ${size}/>`,
    ...walls(layout, cells),
    ...(small ? [] : names(layout)),
    ...cells.map((cell) => tileOf(layout, cell)),
    ...(small || scene.rows?.length ? [] : cells.map((cell) => label(layout, cell))),
    ...cells.flatMap((cell) => marksOn(layout, figures, cell)),
    ...cells.flatMap((cell) => figures.on(cell)),
    ...cells.map((cell) => carried(layout, figures, cell)),
  ].join("");
}

/** @param {Place} one @param {Place} two */
const inOrder = (one, two) => one[0] - two[0] || one[1] - two[1];

// At the left border and on the front edge; where there are many, every second one.
/** @param {Layout} layout */
function names(layout) {
  const seen = (/** @type {number} */ many) => (/** @type {string} */ _, /** @type {number} */ number) => many <= MEASURES.thin || number % 2 === 0;
  const step = (/** @type {number} */ many) => (many <= MEASURES.thin ? 1 : 2);
  const unit = layout.unit;
  const rows = (layout.scene.rows ?? []).filter(seen(layout.rows)).map((name, number) => {
    const y = layout.spot([number * step(layout.rows), 0])[1] + 5 * unit;
    return put(layout.edge / 2 - 6 * unit, y, unit, `<text class="co">${escape(name)}</text>`);
  });
  const columns = (layout.scene.columns ?? []).filter(seen(layout.columns)).map((name, number) => {
    const x = layout.spot([0, number * step(layout.columns)])[0];
    return put(x, layout.height - 9 * unit, unit, `<text class="co front">${escape(name)}</text>`);
  });
  return [...rows, ...columns];
}

// The cell's own name, where rows and columns have none.
/** @param {Layout} layout @param {Wire.CellData} cell */
function label(layout, cell) {
  const [x, y] = layout.spot(cell.at);
  return `<text class="co own" x="${num(x)}" y="${num(y + CELL / 2 - 9)}">${escape(cell.label)}</text>`;
}

/** @param {Layout} layout @param {Wire.CellData} cell */
function tileOf(layout, cell) {
  const [x, y] = layout.spot(cell.at);
  const odd = (cell.at[0] + cell.at[1]) % 2 ? " odd" : "";
  const classes = `tile${odd}${low(home(cell))}${mark(cell, "blocked") ? " sunk" : ""}${was(layout.scene, cell)}`;
  const place = `x="${num(x - CELL / 2)}" y="${num(y - CELL / 2)}" width="${CELL}" height="${CELL}"`;
  return `<rect class="${classes}" data-cell="${cell.at.join(",")}" ${place} rx="13"/>`;
}

/** @param {Layout} layout @param {Figures} figures @param {Wire.CellData} cell */
function marksOn(layout, figures, cell) {
  const [x, y] = layout.spot(cell.at);
  const taken = Boolean(cell.pieces?.length);
  const [cloth, rings, jaws] = ["flag", "teleport", "trap"].map((kind) => mark(cell, kind));
  return [
    ...others(cell).map((each, number) => put(x, y - 30 + 28 * number, 1, tag(each))),
    mark(cell, "blocked") ? put(x, y + 4, 1.15, ROCK) : "",
    rings ? put(x, y, taken ? 1.25 : 1.1, portal(taken ? "" : rings.label ?? "")) : "",
    jaws ? taken ? put(x + 27, y + 29, 0.5, trap(jaws.owner)) : put(x, y + 2, 1.12, trap(jaws.owner)) : "",
    cloth && !taken ? put(x - 20, y + 34, 0.82, flag(cloth.owner, 92, 1.2, figures.hasLost(cloth.owner))) : "",
  ];
}

// The flag of a cell on which somebody stands, before them.
/** @param {Layout} layout @param {Figures} figures @param {Wire.CellData} cell */
function carried(layout, figures, cell) {
  const cloth = mark(cell, "flag");
  if (!cloth || !cell.pieces?.length) return "";
  const [x, y] = layout.spot(cell.at);
  return put(x + 26, y + 34, 0.6, flag(cloth.owner, 96, 1.1, figures.hasLost(cloth.owner)));
}

// --- battlements: one along each run of a player's cells, on the side that looks outwards ---

/** @param {Layout} layout @param {Wire.CellData[]} cells */
function walls(layout, cells) {
  return /** @type {Wire.SeatName[]} */ (["P1", "P2"]).flatMap((owner) => {
    const mine = cells.filter((cell) => home(cell) === owner).map((cell) => layout.shown(cell.at));
    return ["t", "b", "l", "r", "in"].flatMap((side) =>
      runs(mine.filter((at) => sideOf(layout, at, mine) === side), side).map((run) => wall(layout, owner, side, run)));
  });
}

/** @param {Layout} layout @param {Place} at @param {Place[]} mine */
function sideOf(layout, [row, column], mine) {
  const columnWise = mine.filter((each) => each[1] === column).length > 1;
  /** @type {Record<string, boolean>} */
  const edges = { l: column === 0, r: column === layout.columns - 1, t: row === 0, b: row === layout.rows - 1 };
  return (columnWise ? ["l", "r", "t", "b"] : ["t", "b", "l", "r"]).find((side) => edges[side]) ?? "in";
}

// Neighbours along that side; inside the board every cell is its own.
/** @param {Place[]} places @param {string} side */
function runs(places, side) {
  const along = side === "l" || side === "r" ? 0 : 1;
  /** @type {Place[][]} */
  const found = [];
  for (const at of places.toSorted(inOrder)) {
    const run = found.at(-1);
    if (run && side !== "in" && at[along] === run[run.length - 1][along] + 1) run.push(at);
    else found.push([at]);
  }
  return found;
}

// Drawn from left to right with its teeth upwards, and then turned.
/** @param {Layout} layout @param {Wire.SeatName} owner @param {string} side @param {Place[]} run */
function wall(layout, owner, side, run) {
  const { unit } = layout;
  const [half, far] = [CELL / 2, 18 * unit];
  const [y, x] = run[0].map((number) => layout.edge + number * (CELL + GAP) + half);
  const long = run.length * (CELL + GAP) - GAP;
  /** @type {Record<string, string>} */
  const turned = {
    t: `translate(${num(x - half)} ${num(y - half - far)}) scale(${unit})`,
    b: `translate(${num(x - half)} ${num(y + half + far)}) scale(${unit} -${unit})`,
    l: `translate(${num(x - half - far)} ${num(y - half + long)}) rotate(-90) scale(${unit})`,
    r: `translate(${num(x + half + far)} ${num(y - half)}) rotate(90) scale(${unit})`,
    in: `translate(${num(x - half)} ${num(y + half - 12 * unit)}) scale(${unit})`,
  };
  return `<path class="wall${low(owner)}" transform="${turned[side]}" d="${battlement(long / unit, Math.max(1, Math.floor((run.length * 4) / unit + 0.5)), 7)}"/>`;
}

/** @param {number} width @param {number} merlons @param {number} high */
function battlement(width, merlons, high) {
  const step = num(width / (2 * merlons - 1));
  const teeth = Array(merlons).fill(`h${step}`).join(`v${high}h${step}v${-high}`);
  return `M0 ${high}V0${teeth}V${high + 5}H0Z`;
}
