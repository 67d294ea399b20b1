// @ts-check
// Making a game: what the form says is sent to the server, and its answer is a link.
import { $, api, random, show, write } from "./dom.js";
import { seatHash } from "./link.js";
import { remember } from "./recent.js";
import { rivalWords, terms } from "./words.js";

const form = $("new");
const way = () => new FormData(form).get("way");

const changedSettings = () => {
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  const found = form.querySelectorAll("[data-default]");
  const fields = [...found];
  const changed = fields.filter((field) => field.value.trim() && field.value.trim() !== field.dataset.default);
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
  const bot = $("bot").value;
  for (const part of PARTS) $(part).replaceWith(document.adoptNode(/** @type {Element} */ (page.getElementById(part))));
  const same = [...$("bot").options].find((option) => option.value === bot && !option.disabled);
  if (same) same.selected = true;
  history.replaceState(null, "", address);
}

// --- the game ---

/** @returns {Wire.ClockRules | null} */
function clock() {
  const [kind, seconds, increment = 0] = $("clock").value.split(" ");
  if (kind !== "move" && kind !== "game") return null;
  return { kind, seconds: Number(seconds), increment: Number(increment) };
}

/** @returns {{ mine: Wire.SeatName[], theirs?: Wire.SeatName, body: Wire.CreateGame }} */
function wanted() {
  const mine = $("seat").value === "any" ? lot : /** @type {Wire.SeatName} */ ($("seat").value);
  const theirs = mine === "P1" ? "P2" : "P1";
  const body = { game: form.dataset.game, settings: changedSettings(), key };
  if (way() === "screen") return { mine: ["P1", "P2"], body: { ...body, seats: { P1: "link", P2: "link" } } };
  if (way() === "bot") return { mine: [mine], body: { ...body, seats: seated(mine, `bot:${$("bot").value}`) } };
  return { mine: [mine], theirs, body: { ...body, seats: seated(mine, "open"), clock: clock(), chat: $("chat").checked } };
}

/** @param {Wire.SeatName} mine @param {string} other @returns {Record<Wire.SeatName, string>} */
const seated = (mine, other) => (mine === "P1" ? { P1: "link", P2: other } : { P1: other, P2: "link" });

// Until a game is made, the same wish has the same key: to repeat it doesn't make another.
/** @type {[string, Wire.SeatName, boolean]} */
let [key, lot, busy] = ["", "P1", false];

function begin() {
  [key, lot, busy] = [random(), Math.random() < 0.5 ? "P1" : "P2", false];
  $("start").removeAttribute("aria-disabled");
}

async function start() {
  if (busy) return;
  busy = true;
  $("start").setAttribute("aria-disabled", "true");
  show($("refusal"), false);
  const { mine, theirs, body } = wanted();
  try {
    go(mine, theirs, await api("/api/games", { body }));
  } catch (/** @type {any} */ problem) {
    write($("refusal"), problem.message);
    show($("refusal"));
    busy = false;
    $("start").removeAttribute("aria-disabled");
  }
}

/** @param {Wire.SeatName[]} mine @param {Wire.SeatName | undefined} theirs @param {Wire.Created} created */
function go(mine, theirs, { id, seats }) {
  const tokens = mine.map((seat) => /** @type {string} */ (seats[seat].token));
  const invitation = theirs ? seats[theirs].token : null;
  const title = document.querySelector("h1")?.textContent ?? "";
  const about = { title, terms: terms(rivalWords(way() === "bot" ? $("bot").value : null), mine, Date.now()) };
  const kept = remember(id, { hash: seatHash(tokens), ...about, status: "Just made.", invitation });
  location.assign(`/g/${id}${seatHash(tokens, kept ? null : invitation)}`);
}

form.addEventListener("change", (event) => event.target instanceof HTMLElement && "default" in event.target.dataset && preview());
form.addEventListener("submit", (event) => { event.preventDefault(); preview(); });
$("start").addEventListener("click", start);

// Whoever comes back finds the fields as they were left, and the board that they mean.
addEventListener("pageshow", () => {
  begin();
  const settings = new URLSearchParams(changedSettings()).toString();
  if (settings !== previewed.replace(/^\?/, "")) preview();
});
