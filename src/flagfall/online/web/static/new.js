// Making a game: what the form says is sent to the server, and its answer is a link.
import { $, api, random, show, write } from "./dom.js";
import { seatHash } from "./link.js";
import { remember } from "./recent.js";
import { rivalWords, terms } from "./words.js";

const form = $("new");
const way = () => form.elements.way.value;

const changedSettings = () => {
  const fields = [...form.querySelectorAll("[data-default]")];
  const changed = fields.filter((field) => field.value.trim() && field.value.trim() !== field.dataset.default);
  return Object.fromEntries(changed.map((field) => [field.name, field.value.trim()]));
};

// --- the board with these settings, drawn by the server ---

let previewed = new URLSearchParams(location.search).toString();

async function preview() {
  const address = new URL(form.action);
  address.search = new URLSearchParams(changedSettings());
  const wanted = previewed = address.search;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || wanted !== previewed) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const bot = $("bot").value;
  for (const part of ["preview", "refusal", "bot-field"]) $(part).replaceWith(document.adoptNode(page.getElementById(part)));
  const same = [...$("bot").options].find((option) => option.value === bot && !option.disabled);
  if (same) same.selected = true;
  history.replaceState(null, "", address);
}

// --- the game ---

function clock() {
  const [kind, seconds, increment = 0] = $("clock").value.split(" ");
  return kind ? { kind, seconds: Number(seconds), increment: Number(increment) } : null;
}

function wanted() {
  const mine = $("seat").value === "any" ? lot : $("seat").value;
  const theirs = mine === "P1" ? "P2" : "P1";
  const body = { game: form.dataset.game, settings: changedSettings(), key };
  if (way() === "screen") return { mine: ["P1", "P2"], body: { ...body, seats: { P1: "link", P2: "link" } } };
  if (way() === "bot") return { mine: [mine], body: { ...body, seats: { [mine]: "link", [theirs]: `bot:${$("bot").value}` } } };
  const seats = { [mine]: "link", [theirs]: "open" };
  return { mine: [mine], theirs, body: { ...body, seats, clock: clock(), chat: $("chat").checked } };
}

// Until a game is made, the same wish has the same key: to repeat it doesn't make another.
let [key, lot, busy] = [];

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
  } catch (problem) {
    write($("refusal"), problem.message);
    show($("refusal"));
    busy = false;
    $("start").removeAttribute("aria-disabled");
  }
}

function go(mine, theirs, { id, seats }) {
  const tokens = mine.map((seat) => seats[seat].token);
  const invitation = theirs ? seats[theirs].token : null;
  const title = document.querySelector("h1").textContent;
  const about = { title, terms: terms(rivalWords(way() === "bot" && $("bot").value), mine, Date.now()) };
  const kept = remember(id, { hash: seatHash(tokens), ...about, status: "Just made.", invitation });
  location.assign(`/g/${id}${seatHash(tokens, kept ? null : invitation)}`);
}

form.addEventListener("change", (event) => "default" in event.target.dataset && preview());
form.addEventListener("submit", (event) => { event.preventDefault(); preview(); });
$("start").addEventListener("click", start);

// Whoever comes back finds the fields as they were left, and the board that they mean.
addEventListener("pageshow", () => {
  begin();
  const settings = new URLSearchParams(changedSettings()).toString();
  if (settings !== previewed.replace(/^\?/, "")) preview();
});
