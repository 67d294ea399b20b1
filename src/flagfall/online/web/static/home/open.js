// @ts-check
// A record that somebody brings along: shown ply by ply, with what every move was worth where that is known.
import { svg } from "../board/board.js";
import { MEASURES } from "../board/look.js";
import { $, api, make, markup, show, write } from "../dom.js";
import { place } from "../place.js";

const SLIPS = ["weaker", "risky", "loses-balance", "throws-win", "loses-win"]; // grades that give something away

let text = "";
let games = /** @type {Wire.ReplayGame[]} */ ([]);
let game = /** @type {Wire.ReplayGame | null} */ (null);
let at = 0;
let worth = /** @type {string[]} */ ([]); // what is said of each move

// --- to bring it ---

/** @param {string} wanted */
async function open(wanted) {
  show($("refusal"), false);
  try {
    games = /** @type {Wire.Replay} */ (await api("/api/open", { body: { text: wanted } })).games;
    text = wanted;
    begin(0);
    if (games[0].result) grade();
  } catch (/** @type {any} */ problem) {
    write($("refusal"), problem.message);
    show($("refusal"));
  }
}

/** @param {FileList | undefined | null} files */
async function read(files) {
  const file = files?.[0];
  if (!file) return;
  $("open-text").value = await file.text();
  await open($("open-text").value);
}

// --- to look at it ---

/** @param {number} number */
function begin(number) {
  game = games[number];
  worth = [];
  const { title, players, settings = {}, result, plies = [] } = game;
  document.documentElement.className = `hour-${game.hour}`;
  write($("opened-title"), title);
  const varied = Object.entries(settings).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
  write($("opened-about"), [`${called(players, "P1")} against ${called(players, "P2")}`, ...varied].join(" · "));
  write($("opened-result"), result ? `${result}.` : plies.length ? "This game is not over: what is secret stays so." : "A position.");
  $("opened-games").replaceChildren(...(games.length > 1 ? games.map(choosing) : []));
  show($("opened-games"), games.length > 1);
  $("opened-list").replaceChildren(...plies.map((ply, index) => make("li", {}, chip(ply, index))));
  show($("opened-box"));
  show($("opened-moves"));
  show($("open-form"), false);
  go(0);
  $("opened-frame").focus({ preventScroll: true });
}

/** @param {Partial<Record<Wire.SeatName, string>>} players @param {Wire.SeatName} seat */
const called = (players, seat) => {
  const who = players[seat] ?? "human";
  return who === "human" ? `Player ${seat[1]}` : who.replace(":", " ");
};

/** @param {Wire.ReplayGame} _ @param {number} number */
function choosing(_, number) {
  const button = make("button", { type: "button", className: "small quiet", textContent: `Game ${number + 1}` });
  button.addEventListener("click", () => begin(number));
  return button;
}

/** @param {Wire.ReplayPly} ply @param {number} index */
function chip(ply, index) {
  const moves = Object.entries(ply.moves);
  const button = make("button", { type: "button", className: "chip", textContent: moves.map(([, move]) => move).join(" | ") });
  const who = moves.length > 1 ? "both" : moves[0][0].toLowerCase();
  button.prepend(make("span", { className: `who ${who}` }), make("span", { className: "unseen", textContent: `${index + 1}. ${moves.map(([seat]) => seat).join(" and ")} ` }));
  button.addEventListener("click", () => go(index + 1));
  return button;
}

/** @param {number} ply */
function go(ply) {
  if (!game) return;
  const plies = game.plies ?? [];
  at = Math.max(0, Math.min(plies.length, ply));
  const view = at ? plies[at - 1].view : game.view;
  const fold = innerWidth < 600 ? MEASURES.narrow : MEASURES.fold;
  $("opened-board").replaceChildren(markup(svg(view.scene, { fold })));
  write($("opened-words"), view.words);
  write($("opened-said"), at ? [...(plies[at - 1].said ?? []), worth[at - 1] ?? ""].join(" ") : "");
  write($("step-at"), at ? `After move ${at} of ${plies.length}` : "The start");
  for (const [index, each] of [...$("opened-list").querySelectorAll("button")].entries()) {
    if (index === at - 1) each.setAttribute("aria-current", "step");
    else each.removeAttribute("aria-current");
  }
  $("opened-explore").href = place(`/explore/${game.game}?${new URLSearchParams({ position: view.position })}`);
}

// What each move was worth, where somebody knows.
async function grade() {
  const found = await api("/api/open/analysis", { body: { text } }).catch(() => null);
  if (!found || game !== games[0]) return;
  const chips = [...$("opened-list").querySelectorAll("button")];
  for (const [index, step] of found.plies.entries()) {
    const decisions = Object.entries(step.decisions);
    const slipped = decisions.some(([, decision]) => SLIPS.includes(decision.grade));
    worth[index] = decisions.map(([seat, { move, words }]) => `${seat} ${move}: ${words}.`).join(" ");
    chips[index].classList.toggle("slip", slipped);
    chips[index].append(make("span", { className: "unseen", textContent: slipped ? ", a slip" : "" }));
  }
  go(at);
}

$("open-form").addEventListener("submit", (event) => { event.preventDefault(); open($("open-text").value); });
$("open-file").addEventListener("change", () => read($("open-file").files));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => { event.preventDefault(); read(event.dataTransfer?.files); });
$("opened-other").addEventListener("click", () => { show($("open-form")); $("open-text").focus(); });
$("step-first").addEventListener("click", () => go(0));
$("step-back").addEventListener("click", () => go(at - 1));
$("step-on").addEventListener("click", () => go(at + 1));
$("step-last").addEventListener("click", () => go(Infinity));
addEventListener("keydown", (event) => {
  if (!game || event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowLeft") go(at - 1);
  else if (event.key === "ArrowRight") go(at + 1);
});
