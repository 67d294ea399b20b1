// @ts-check
// "Your games": those that this browser remembers, as small boards, and how they stand now.
import { cellsOf, svg } from "../board/board.js";
import { $, api, make, markup, show, write } from "../dom.js";
import { read } from "../link.js";
import { place } from "../place.js";
import { recent, remember, renew } from "../recent.js";
import { keeps } from "../storage.js";
import { standing } from "../words.js";

const PAUSE = 150; // milliseconds between questions, so that other pages of this browser get their answers too
/** @type {Record<number, string>} */
const GONE = { 401: "The link to this seat was renewed.", 404: "This game is no longer there." };
const RESTED = 5000; // who has just looked sees what there is
const FOLD = 6;

/** @typedef {import("../recent.js").Entry} Entry */

// --- the list ---

export function list() {
  const games = recent();
  const [gone, there] = [games.filter((game) => game.forgotten), games.filter((game) => !game.forgotten)];
  there.sort((one, two) => Number(two.turn ?? false) - Number(one.turn ?? false));
  $("recent-list").replaceChildren(...there.map(entry));
  $("forgotten-list").replaceChildren(...gone.map(forgottenEntry));
  show($("forgotten"), gone.length > 0);
  show($("unkept"), !keeps());
  show($("recent"), games.length > 0 || !keeps());
}

/** @param {Entry} game */
function entry(game) {
  const link = make("a", { href: game.here ? place(`/play/${game.here}`) : `/g/${game.id}${game.hash}`, textContent: game.title });
  const away = button("Forget", `Forget ${game.title}, ${game.status}`, () => forget(game));
  return item(game, windowOf(game), told(game, link), away);
}

// A little window on the board, as this seat saw it last.
/** @param {Entry} game */
function windowOf(game) {
  const hour = game.scene?.hour ?? "dawn";
  const pane = make("span", { className: `pane hour-${hour}` });
  pane.setAttribute("aria-hidden", "true");
  if (game.scene && cellsOf(game.scene).length) pane.append(markup(svg(game.scene, { fold: FOLD, small: true })));
  return pane;
}

/** @param {Entry} game @param {Node | string} name */
function told(game, name) {
  const words = make("span", { className: `hint${game.turn ? " turn" : ""}`, textContent: game.status });
  return make("p", {}, name, " ", words, " ", make("small", { className: "terms", textContent: game.terms ?? "" }));
}

/** @param {Entry} game */
function forgottenEntry(game) {
  const back = button("Bring back", `Bring back ${game.title}, ${game.status}`, () => bringBack(game));
  return item(game, told(game, game.title), back);
}

/** @param {Entry} game @param {Node[]} parts */
function item(game, ...parts) {
  const line = make("li", { className: "mini" }, ...parts);
  line.dataset.game = game.id;
  return line;
}

/** @param {string} textContent @param {string} label @param {() => void} press */
function button(textContent, label, press) {
  const made = make("button", { type: "button", className: "quiet small", textContent });
  made.setAttribute("aria-label", label);
  made.addEventListener("click", press);
  return made;
}

// A game that is forgotten stays at hand for a while: its link may be the only key to a seat.
/** @param {Entry} game */
function forget(game) {
  remember(game.id, { forgotten: true });
  list();
  $("forgotten").open = true;
  focusOn($("forgotten-list"), `[data-game="${game.id}"] button`);
}

/** @param {Entry} game */
function bringBack(game) {
  remember(game.id, { forgotten: false });
  list();
  focusOn($("recent-list"), `[data-game="${game.id}"] a`);
}

/** @param {HTMLElement} list @param {string} which */
const focusOn = (list, which) => /** @type {HTMLElement | null} */ (list.querySelector(which))?.focus();

// --- how they stand now ---

let looked = -Infinity;

// Ask the server, one game after the other, whenever somebody looks. Of games that are played here it knows nothing.
export async function look() {
  if (document.hidden || performance.now() - looked < RESTED) return;
  looked = performance.now();
  for (const game of recent().filter((each) => !each.over && !each.forgotten && !each.joining && !each.here)) {
    const news = await newsOf(game);
    if (!news) return; // the server is not there, or wants to be asked less; what is known stays
    renew(game.id, news);
    shown({ ...game, ...news });
    await new Promise((done) => { setTimeout(done, PAUSE); });
  }
}

/** @param {Entry} game */
function shown(game) {
  const line = $("recent-list").querySelector(`[data-game="${game.id}"]`);
  const words = line?.querySelector(".hint");
  if (!line || !words) return;
  write(words, game.status);
  words.classList.toggle("turn", Boolean(game.turn));
  line.querySelector(".pane")?.replaceWith(windowOf(game));
}

/** @param {Entry} game @returns {Promise<Partial<Entry> & { status: string } | undefined>} */
async function newsOf(game) {
  const { tokens } = read(game.hash);
  try {
    /** @type {Wire.Status} */
    const state = await api(`/api/games/${game.id}/status`, { token: tokens[0] });
    const mine = /** @type {Wire.SeatName[]} */ (tokens.length > 1 ? ["P1", "P2"] : [state.you].filter(Boolean));
    const turn = (state.waiting ?? []).some((player) => mine.includes(player));
    const scene = game.scene && game.ply === state.ply ? game.scene : await sceneOf(game, tokens);
    return { status: standing(state, mine, state.free), turn, over: Boolean(state.outcome), ply: state.ply, scene };
  } catch (/** @type {any} */ problem) {
    const status = GONE[problem.status];
    return status ? { status, turn: false } : undefined;
  }
}

// What the seat sees; at a shared screen what everybody sees, as nobody knows who is looking.
/** @param {Entry} game @param {string[]} tokens @returns {Promise<Wire.SceneData>} */
async function sceneOf(game, tokens) {
  /** @type {Wire.Welcome} */
  const welcome = await api(`/api/games/${game.id}`, { token: tokens.length === 1 ? tokens[0] : null });
  const scene = welcome.state.view.scene;
  return { ...scene, options: undefined };
}
