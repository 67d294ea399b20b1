// @ts-check
// Living demonstrations: each card plays the game's own playthrough, while it is seen and nobody wants stillness.
import { layout, svg } from "../board/board.js";
import { api, markup } from "../dom.js";

const STEP = 1500; // milliseconds a ply
const END = 3200; // the same for the last picture, before it begins anew
const GLIDE = 420;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{ board: HTMLElement, scenes: Wire.SceneData[], at: number, seen: boolean, timer: number }} Demo */

/** @type {Map<Element, Demo>} */
const demos = new Map();
const watching = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const demo = demos.get(entry.target);
    if (demo) [demo.seen] = [entry.isIntersecting];
    if (demo) go(demo);
  }
});

export function demonstrate() {
  /** @type {NodeListOf<HTMLElement>} */
  const boards = document.querySelectorAll("[data-demo]");
  for (const board of boards) {
    demos.set(board, { board, scenes: [], at: 0, seen: false, timer: 0 });
    watching.observe(board);
  }
}

const resting = () => document.hidden || still.matches;

// Go on where it was; it is loaded when it is seen for the first time.
/** @param {Demo} demo */
async function go(demo) {
  clearTimeout(demo.timer);
  demo.timer = 0;
  if (!demo.seen || resting()) return;
  if (!demo.scenes.length) await load(demo);
  if (demo.scenes.length && !demo.timer) demo.timer = setTimeout(() => step(demo), STEP / 2);
}

/** @param {Demo} demo */
async function load(demo) {
  try {
    /** @type {Wire.ReplayGame} */
    const found = await api(`/api/demos/${demo.board.dataset.demo}`);
    demo.scenes = [found.view.scene, ...(found.plies ?? []).map((ply) => ply.view.scene)];
    demo.at = Number(demo.board.dataset.at ?? 0);
  } catch {
    watching.unobserve(demo.board); // then it is a picture
  }
}

/** @param {Demo} demo */
function step(demo) {
  const before = demo.scenes[demo.at];
  demo.at = (demo.at + 1) % demo.scenes.length;
  const now = demo.scenes[demo.at];
  demo.board.replaceChildren(markup(svg({ ...now, changed: [] }, { fold: FOLD, small: true })));
  if (demo.at) glide(demo.board, before, now);
  const pause = demo.at === demo.scenes.length - 1 ? END : STEP;
  demo.timer = setTimeout(() => { demo.timer = 0; if (demo.seen && !resting()) step(demo); }, pause);
}

const FOLD = 7;

// --- a piece that has moved glides to where it is ---

/** @typedef {[number, number]} Place */

/** @param {HTMLElement} board @param {Wire.SceneData} before @param {Wire.SceneData} now */
function glide(board, before, now) {
  const { box } = layout(now, { fold: FOLD });
  for (const { from, to } of moved(before, now)) {
    const [start, end] = [box(from), box(to)];
    const piece = board.querySelector(`[data-at="${to.join(",")}"]`);
    piece?.animate(
      [{ translate: `${start.x - end.x}px ${start.y - end.y}px` }, { translate: "0 0" }],
      { duration: GLIDE, easing: "cubic-bezier(.4,0,.3,1)" },
    );
  }
}

// Which pieces are somewhere else: of each player one at most, as at a ply one moves.
/** @param {Wire.SceneData} before @param {Wire.SceneData} now @returns {{ from: Place, to: Place }[]} */
function moved(before, now) {
  return /** @type {Wire.SeatName[]} */ (["P1", "P2"]).flatMap((owner) => {
    const [then, here] = [before, now].map((scene) => standing(scene, owner));
    const gone = [...then.keys()].filter((at) => (then.get(at) ?? 0) > (here.get(at) ?? 0));
    const come = [...here.keys()].filter((at) => (here.get(at) ?? 0) > (then.get(at) ?? 0));
    return gone.length === 1 && come.length === 1 ? [{ from: placeOf(gone[0]), to: placeOf(come[0]) }] : [];
  });
}

/** @param {Wire.SceneData} scene @param {Wire.SeatName} owner */
const standing = (scene, owner) => new Map((scene.cells ?? []).map((cell) =>
  [cell.at.join(","), (cell.pieces ?? []).filter((piece) => piece.owner === owner).length]));

/** @param {string} text @returns {Place} */
const placeOf = (text) => /** @type {Place} */ (text.split(",").map(Number));

document.addEventListener("visibilitychange", () => demos.forEach(go));
still.addEventListener("change", () => demos.forEach(go));
