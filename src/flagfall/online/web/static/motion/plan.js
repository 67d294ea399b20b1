// @ts-check
// What has happened between two scenes of a board, so that it can be shown: who went where, and by what way. Everything
// is found by comparing them, with the moves that were made; nothing here knows a game.

/** @typedef {Wire.CellData["at"]} Place */
/** @typedef {{ owner: Wire.SeatName, label: string, at: Place }} Standing */

/**
 * The moves of the last ply as far as they are known, whose eyes see it, and who has won by it.
 * @typedef {{ moves?: Partial<Record<Wire.SeatName, string>>, you?: Wire.SeatName | null, winner?: Wire.SeatName | null }} Deeds
 */

/**
 * A piece that stands elsewhere now: `by` is a cell that it came to first and was sent away from.
 * @typedef {{ owner: Wire.SeatName, from: Place, by: Place | null, to: Place }} Step
 * @typedef {{ owner: Wire.SeatName, from: Place, by: Place | null }} Fall
 */

/**
 * `battle`: both chose at once, on a cell; `best` is who stayed. `snap`: what sent a piece away, and whose it was.
 * @typedef {{ steps: Step[], gone: Fall[], born: Place[], battle: Battle | null, snap: { at: Place, owner: Wire.SeatName } | null,
 *   loser: Wire.SeatName | null }} Plan
 * @typedef {{ at: Place | null, moves: Record<Wire.SeatName, string>, best: Wire.SeatName | null }} Battle
 */

/** @type {Wire.SeatName[]} */
const SEATS = ["P1", "P2"];
const MOST = 6; // pieces that move at once: more is another position, and no move
/** @type {(player: Wire.SeatName) => Wire.SeatName} */
const other = (player) => (player === "P1" ? "P2" : "P1");
/** @param {Place | null | undefined} one @param {Place | null | undefined} two */
export const same = (one, two) => Boolean(one && two && one[0] === two[0] && one[1] === two[1]);
/** @param {Place} one @param {Place} two */
const far = (one, two) => Math.abs(one[0] - two[0]) + Math.abs(one[1] - two[1]);

// Null where there is nothing to follow: another board, nothing that moved, or too much.
/** @param {Wire.SceneData} before @param {Wire.SceneData} after @param {Deeds} [deeds] @returns {Plan | null} */
export function plan(before, after, deeds = {}) {
  if (places(before) !== places(after)) return null;
  const found = SEATS.map((owner) => followed(owner, before, after));
  const detour = detourOf(before, after, deeds, found.flatMap(({ steps }) => steps), found.flatMap(({ gone }) => gone));
  const by = (/** @type {Wire.SeatName} */ owner, /** @type {Place} */ from) =>
    (detour && detour.owner === owner && same(detour.from, from) ? detour.by : null);
  const steps = found.flatMap((each) => each.steps).map((step) => ({ ...step, by: by(step.owner, step.from) }));
  const gone = found.flatMap((each) => each.gone).map((each) => ({ ...each, by: by(each.owner, each.from) }));
  const born = found.flatMap((each) => each.born);
  const battle = battleOf(before, deeds, steps);
  const loser = deeds.winner ? other(deeds.winner) : null;
  const all = steps.length + gone.length + born.length;
  if (all > MOST || !(all || battle || loser)) return null;
  const snap = detour && steps.some((step) => step.by) && !piecesAt(before, detour.by).length
    ? { at: detour.by, owner: other(detour.owner) } : null;
  return { steps, gone, born, battle, snap, loser };
}

/** @param {Wire.SceneData} scene */
const places = (scene) => (scene.cells ?? []).map((cell) => cell.at.join()).join(" ");

/** @param {Wire.SceneData} scene @param {Place} at */
const cellAt = (scene, at) => (scene.cells ?? []).find((cell) => same(cell.at, at));
/** @param {Wire.SceneData} scene @param {Place} at */
const piecesAt = (scene, at) => cellAt(scene, at)?.pieces ?? [];

// Whatever left a cell has gone to the nearest that gained one; what is left over is gone, or new.
/** @param {Wire.SeatName} owner @param {Wire.SceneData} before @param {Wire.SceneData} after */
function followed(owner, before, after) {
  const count = (/** @type {Wire.CellData | undefined} */ cell) => (cell?.pieces ?? []).filter((piece) => piece.owner === owner).length;
  /** @type {Place[]} */
  const left = [];
  /** @type {Place[]} */
  const came = [];
  (before.cells ?? []).forEach((cell, number) => {
    const more = count(after.cells?.[number]) - count(cell);
    for (let each = Math.abs(more); each > 0; each -= 1) (more > 0 ? came : left).push(cell.at);
  });
  /** @type {{ owner: Wire.SeatName, from: Place, to: Place }[]} */
  const steps = [];
  /** @type {Place[]} */
  const born = [];
  for (const to of came) {
    left.sort((one, two) => far(one, to) - far(two, to));
    const from = left.shift();
    if (from) steps.push({ owner, from, to });
    else born.push(to);
  }
  return { steps, born, gone: left.map((from) => ({ owner, from })) };
}

// Who came to a cell first, and was sent away: a move of one's own says where it led, and of the other's tells a mark
// of one's own that is there no more.
/** @param {Wire.SceneData} before @param {Wire.SceneData} after @param {Deeds} deeds
 *  @param {{ owner: Wire.SeatName, from: Place, to: Place }[]} steps @param {{ owner: Wire.SeatName, from: Place }[]} gone */
function detourOf(before, after, { moves = {}, you }, steps, gone) {
  const movers = /** @type {Wire.SeatName[]} */ (Object.keys(moves));
  if (movers.length !== 1 || !you) return null;
  const [mover] = movers;
  const left = [...steps.filter((step) => step.owner === mover), ...gone.filter((each) => each.owner === mover)];
  const by = mover === you ? ledTo(before, after, moves[mover] ?? "", mover) : sprung(before, after, you);
  if (!by || !left.length || steps.some((step) => same(step.to, by) && step.owner === mover)) return null;
  const from = before.options?.find((option) => option.move === moves[mover])?.source ?? left[0].from;
  return { owner: mover, from, by };
}

/** @param {Wire.SceneData} before @param {Wire.SceneData} after @param {string} move @param {Wire.SeatName} mover */
function ledTo(before, after, move, mover) {
  const to = before.options?.find((option) => option.move === move.trim())?.to ?? null;
  return to && !piecesAt(after, to).some((piece) => piece.owner === mover) ? to : null;
}

/** @param {Wire.SceneData} before @param {Wire.SceneData} after @param {Wire.SeatName} you */
function sprung(before, after, you) {
  const marks = (/** @type {Wire.CellData | undefined} */ cell) => (cell?.marks ?? []).filter((mark) => mark.owner === you).length;
  return (before.cells ?? []).find((cell, number) => marks(cell) > marks(after.cells?.[number]))?.at ?? null;
}

// The cell on which both players have pieces, if there is one.
/** @param {Wire.SceneData} scene @returns {Place | null} */
export function meeting(scene) {
  const has = (/** @type {Wire.CellData} */ cell, /** @type {Wire.SeatName} */ owner) => (cell.pieces ?? []).some((piece) => piece.owner === owner);
  return (scene.cells ?? []).find((cell) => SEATS.every((owner) => has(cell, owner)))?.at ?? null;
}

/** @param {Wire.SceneData} before @param {Deeds} deeds @param {Step[]} steps @returns {Battle | null} */
function battleOf(before, { moves = {} }, steps) {
  const { P1, P2 } = moves;
  if (P1 === undefined || P2 === undefined) return null;
  const met = meeting(before);
  const left = SEATS.filter((owner) => steps.some((step) => step.owner === owner && same(step.from, met)));
  const stayed = SEATS.filter((owner) => !left.includes(owner));
  const best = stayed.length === 1 ? stayed[0] : better(P1, P2);
  return { at: met, moves: { P1: P1.trim(), P2: P2.trim() }, best: left.length === 2 ? null : best };
}

// Where nobody had to go, the higher number.
/** @param {string} one @param {string} two @returns {Wire.SeatName | null} */
function better(one, two) {
  const [first, second] = [Number(one), Number(two)];
  return first === second || Number.isNaN(first - second) ? null : first > second ? "P1" : "P2";
}
