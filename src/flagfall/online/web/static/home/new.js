// @ts-check
// Making a game: what the form says is sent to the server, and its answer is a link.
import { $, show, write } from "../dom.js";
import { keepName, ownName } from "../name.js";
import { keepLast, lastGame, makeGame, newKey, seated } from "./making.js";

const form = $("new");
const title = () => document.querySelector("h1")?.textContent ?? "";
const way = () => new FormData(form).get("way");
const bot = () => String(new FormData(form).get("bot") ?? "");

const fields = () => {
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  const found = form.querySelectorAll("[data-default]");
  return [...found];
};

const changedSettings = () => {
  const changed = fields().filter((field) => field.value.trim() && field.value.trim() !== field.dataset.default);
  return Object.fromEntries(changed.map((field) => [field.name, field.value.trim()]));
};

// --- the board with these settings, drawn by the server ---

/** @type {(keyof Elements)[]} */
const PARTS = ["preview", "refusal", "bot-field"];
let previewed = new URLSearchParams(location.search).toString();

async function preview() {
  const address = new URL(form.action);
  address.search = new URLSearchParams(changedSettings()).toString();
  const wanted = previewed = address.search;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || wanted !== previewed) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const chosen = bot();
  for (const part of PARTS) $(part).replaceWith(document.adoptNode(/** @type {Element} */ (page.getElementById(part))));
  choose(chosen);
  history.replaceState(null, "", address);
  offerTheBook();
}

/** @param {string} name */
function choose(name) {
  /** @type {HTMLInputElement | null} */
  const same = form.querySelector(`[name=bot][value="${CSS.escape(name)}"]:not(:disabled)`);
  if (same) same.checked = true;
}

function offerTheBook() {
  if ($("book")) show($("book"), Object.keys(changedSettings()).length > 0);
}

function byTheBook() {
  for (const field of fields()) field.value = field.dataset.default ?? "";
  preview();
}

// --- the game ---

/** @returns {Wire.ClockRules | null} */
function clock() {
  const [kind, seconds, increment = 0] = $("clock").value.split(" ");
  if (kind !== "move" && kind !== "game") return null;
  return { kind, seconds: Number(seconds), increment: Number(increment) };
}

/** @returns {import("./making.js").Wish} */
function wanted() {
  const mine = $("seat").value === "any" ? lot : /** @type {Wire.SeatName} */ ($("seat").value);
  const theirs = mine === "P1" ? "P2" : "P1";
  const name = ownName();
  /** @type {Wire.CreateGame} */
  const body = { game: form.dataset.game, settings: changedSettings(), key };
  if (way() === "screen") return { mine: ["P1", "P2"], body: { ...body, seats: { P1: "link", P2: "link" } } };
  const named = /** @type {Wire.CreateGame} */ (name ? { ...body, names: { [mine]: name } } : body);
  if (way() === "bot") return { mine: [mine], body: { ...named, seats: seated(mine, `bot:${bot()}`) } };
  return { mine: [mine], theirs, body: { ...named, seats: seated(mine, "open"), clock: clock(), chat: $("chat").checked } };
}

/** @type {[string, Wire.SeatName, boolean]} */
let [key, lot, busy] = ["", "P1", false];

function begin() {
  [key, lot, busy] = [newKey(), Math.random() < 0.5 ? "P1" : "P2", false];
  $("start").removeAttribute("aria-disabled");
}

async function start() {
  if (busy) return;
  busy = true;
  $("start").setAttribute("aria-disabled", "true");
  show($("refusal"), false);
  keepName($("own-name").value);
  const rival = way() === "bot" ? bot() : null;
  if (rival && !Object.keys(changedSettings()).length) keepLast({ game: form.dataset.game ?? "", title: title(), bot: rival, seat: $("seat").value });
  try {
    await makeGame(wanted(), title(), rival);
  } catch (/** @type {any} */ problem) {
    write($("refusal"), problem.message);
    show($("refusal"));
    busy = false;
    $("start").removeAttribute("aria-disabled");
  }
}

form.addEventListener("change", (event) => event.target instanceof HTMLElement && "default" in event.target.dataset && preview());
form.addEventListener("submit", (event) => { event.preventDefault(); preview(); });
$("start").addEventListener("click", start);
$("book")?.addEventListener("click", byTheBook);
$("own-name").value = ownName();
const last = lastGame();
if (last?.game === form.dataset.game) choose(last?.bot ?? "");

// Whoever comes back finds the fields as they were left, and the board that they mean.
addEventListener("pageshow", () => {
  begin();
  offerTheBook();
  const settings = new URLSearchParams(changedSettings()).toString();
  if (settings !== previewed.replace(/^\?/, "")) preview();
});
