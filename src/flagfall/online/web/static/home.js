import { $, make, show } from "./dom.js";
import { forget, recent } from "./recent.js";

function list() {
  const games = recent();
  $("recent-list").replaceChildren(...games.map(entry));
  show($("recent"), games.length > 0);
}

function entry(game) {
  const link = make("a", { href: `/g/${game.id}${game.hash}`, textContent: game.title });
  const words = make("span", { className: "hint", textContent: game.status });
  const away = make("button", { type: "button", className: "quiet small", textContent: "Forget" });
  away.setAttribute("aria-label", `Forget ${game.title}, ${game.status}`);
  away.addEventListener("click", () => { forget(game.id); list(); });
  return make("li", {}, make("p", {}, link, " ", words), away);
}

list();
