// Making a game: what the form says is sent to the server, and its answer is a link.
import { $, api, show, write } from "./dom.js";
import { remember } from "./recent.js";

const form = $("new");
const way = () => form.elements.way.value;

function suit() {
  for (const part of form.querySelectorAll("[data-ways]")) show(part, part.dataset.ways.split(" ").includes(way()));
}

const changedSettings = () => {
  const fields = [...form.querySelectorAll("[data-default]")];
  const changed = fields.filter((field) => field.value.trim() && field.value.trim() !== field.dataset.default);
  return Object.fromEntries(changed.map((field) => [field.name, field.value.trim()]));
};

// The board with these settings, drawn by the server.
async function preview() {
  const address = new URL(form.action);
  address.search = new URLSearchParams(changedSettings());
  const answer = await fetch(address);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  $("preview").replaceWith(document.adoptNode(page.getElementById("preview")));
  history.replaceState(null, "", address);
}

function clock() {
  const [kind, seconds, increment = 0] = $("clock").value.split(" ");
  return kind ? { kind, seconds: Number(seconds), increment: Number(increment) } : null;
}

function wanted() {
  const lot = Math.random() < 0.5 ? "P1" : "P2";
  const mine = $("seat").value === "any" ? lot : $("seat").value;
  const theirs = mine === "P1" ? "P2" : "P1";
  const body = { game: form.dataset.game, settings: changedSettings() };
  if (way() === "screen") return { mine, body: { ...body, seats: { P1: "link", P2: "link" } } };
  if (way() === "bot") return { mine, body: { ...body, seats: { [mine]: "link", [theirs]: `bot:${$("bot").value}` } } };
  const seats = { [mine]: "link", [theirs]: "open" };
  return { mine, theirs, body: { ...body, seats, clock: clock(), chat: $("chat").checked } };
}

async function start() {
  show($("refusal"), false);
  const { mine, theirs, body } = wanted();
  try {
    const { id, seats } = await api("/api/games", { body });
    const hash = way() === "screen" ? `#${seats.P1.token}.${seats.P2.token}` : `#${seats[mine].token}`;
    const title = document.querySelector("h1").textContent;
    remember(id, { hash, title, status: "just made", invitation: theirs ? seats[theirs].token : null });
    location.assign(`/g/${id}${hash}`);
  } catch (problem) {
    write($("refusal"), problem.message);
    show($("refusal"));
  }
}

form.addEventListener("change", (event) => {
  suit();
  if ("default" in event.target.dataset) preview();
});
form.addEventListener("submit", (event) => { event.preventDefault(); preview(); });
$("start").addEventListener("click", start);
show($("start"));
suit();
