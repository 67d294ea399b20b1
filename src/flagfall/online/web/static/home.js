// "Your games": those that this browser remembers, and how they stand now.
import { $, api, make, show, write } from "./dom.js";
import { read } from "./link.js";
import { recent, remember, renew } from "./recent.js";
import { keeps } from "./storage.js";
import { standing } from "./words.js";

const PAUSE = 150; // milliseconds between questions, so that other pages of this browser get their answers too
const RESTED = 5000; // who has just looked sees what there is

// --- the list ---

function list() {
  const games = recent();
  const [gone, there] = [games.filter((game) => game.forgotten), games.filter((game) => !game.forgotten)];
  there.sort((one, two) => Boolean(two.turn) - Boolean(one.turn));
  $("recent-list").replaceChildren(...there.map(entry));
  $("forgotten-list").replaceChildren(...gone.map(forgottenEntry));
  show($("forgotten"), gone.length > 0);
  show($("unkept"), !keeps());
  show($("recent"), games.length > 0 || !keeps());
}

function entry(game) {
  const link = make("a", { href: `/g/${game.id}${game.hash}`, textContent: game.title });
  const away = button("Forget", `Forget ${game.title}, ${game.status}`, () => forget(game));
  return item(game, told(game, link), away);
}

function told(game, name) {
  const words = make("span", { className: "hint", textContent: game.status });
  return make("p", {}, name, " ", words, " ", make("small", { className: "terms", textContent: game.terms ?? "" }));
}

function forgottenEntry(game) {
  const back = button("Bring back", `Bring back ${game.title}, ${game.status}`, () => bringBack(game));
  return item(game, told(game, game.title), back);
}

function item(game, ...parts) {
  const line = make("li", {}, ...parts);
  line.dataset.game = game.id;
  return line;
}

function button(textContent, label, press) {
  const made = make("button", { type: "button", className: "quiet small", textContent });
  made.setAttribute("aria-label", label);
  made.addEventListener("click", press);
  return made;
}

// A game that is forgotten stays at hand for a while: its link may be the only key to a seat.
function forget(game) {
  remember(game.id, { forgotten: true });
  list();
  $("forgotten").open = true;
  $("forgotten-list").querySelector(`[data-game="${game.id}"] button`).focus();
}

function bringBack(game) {
  remember(game.id, { forgotten: false });
  list();
  $("recent-list").querySelector(`[data-game="${game.id}"] a`).focus();
}

// --- how they stand now ---

let looked = -Infinity;

// Ask the server, one game after the other, whenever somebody looks.
async function look() {
  if (document.hidden || performance.now() - looked < RESTED) return;
  looked = performance.now();
  for (const game of recent().filter((each) => !each.over && !each.forgotten && !each.joining)) {
    const news = await newsOf(game);
    if (!news) return; // the server is not there, or wants to be asked less; what is known stays
    renew(game.id, news);
    const line = $("recent-list").querySelector(`[data-game="${game.id}"] .hint`);
    if (line) write(line, news.status);
    await new Promise((done) => { setTimeout(done, PAUSE); });
  }
}

async function newsOf(game) {
  const { tokens = [] } = read(game.hash);
  try {
    const state = await api(`/api/games/${game.id}/status`, { token: tokens[0] });
    const mine = tokens.length > 1 ? ["P1", "P2"] : [state.you];
    const turn = (state.waiting ?? []).some((player) => mine.includes(player));
    return { status: standing(state, mine, state.free), turn, over: Boolean(state.outcome) };
  } catch (problem) {
    return { 401: { status: "The link to this seat was renewed.", turn: false }, 404: { status: "This game is no longer there.", turn: false } }[problem.status];
  }
}

function appear() {
  list();
  look();
}

list();
addEventListener("pageshow", appear); // also when the browser brings the page back as it was
addEventListener("storage", list); // another window
addEventListener("focus", look);
document.addEventListener("visibilitychange", look);
