// @ts-check
// A scene in words, for people who hear it.
import { cellsOf } from "./layout.js";

/** @type {Record<Wire.SeatName, string>} */
const PLAYERS = { P1: "Player 1", P2: "Player 2" };

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
    return mark.owner ? `${name} of ${PLAYERS[mark.owner]}` : name;
  });
  return [...(cell.pieces ?? []).map((piece) => piece.label), ...marks];
}
