// Looking back: the list of moves, and the board as it stood before.
import { $, api, make, show, write } from "./dom.js";

export class Past {
  // `changed` is called whenever another moment is looked at.
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    this.at = null; // how many moves were made at the moment that is looked at; null is now
    this.seen = new Map();
    this.length = 0;
    $("steps").addEventListener("click", (event) => this.step(event.target.closest("button")?.dataset.step));
  }

  // Take note of how a game stands, so that it need not be asked for later.
  keep(live) {
    const whose = live.you ?? "";
    if (live.state.outcome || this.whose !== whose) this.seen.clear(); // what was hidden may be seen now
    this.whose = whose;
    this.token = live.token;
    this.seen.set(live.state.ply, live.state.view);
    if (this.at !== null && this.at >= live.state.ply) this.at = null;
  }

  view() {
    return this.at === null ? null : this.seen.get(this.at);
  }

  async go(ply) {
    this.at = ply >= this.length ? null : Math.max(ply, 0);
    if (this.at !== null && !this.seen.has(this.at)) {
      const asked = this.at;
      const { view } = await api(`/api/games/${this.game}/plies/${asked}`, { token: this.token });
      this.seen.set(asked, view);
    }
    this.changed();
  }

  step(way) {
    const here = this.at ?? this.length;
    const to = { first: 0, back: here - 1, on: here + 1, last: this.length }[way];
    if (to !== undefined) this.go(to).catch(() => {});
  }

  draw(history) {
    this.length = history.length;
    const here = this.at ?? this.length;
    show($("steps"), this.length > 0);
    show($("history-box"), this.length > 0);
    write($("step"), `After ${this.at === null ? "" : `${this.at} of `}${count(this.length)}`);
    for (const button of $("steps").querySelectorAll("button")) {
      const forward = ["on", "last"].includes(button.dataset.step);
      button.setAttribute("aria-disabled", String(forward ? this.at === null : here === 0));
    }
    this.list(history, here);
  }

  list(history, here) {
    const key = JSON.stringify([history, here]);
    if (key === this.key) return;
    this.key = key;
    const focused = [...$("history").children].findIndex((item) => item.contains(document.activeElement));
    $("history").replaceChildren(...history.map((moves, ply) => this.entry(moves, ply, here)));
    if (focused >= 0) $("history").children[focused]?.firstElementChild.focus();
  }

  entry(moves, ply, here) {
    const text = Object.entries(moves).map(([player, move]) => `${player} ${move}`).join(" | ");
    const button = make("button", { type: "button", className: "link", textContent: text });
    if (ply + 1 === here) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => this.go(ply + 1).catch(() => {}));
    return make("li", {}, button);
  }
}

const count = (moves) => `${moves} ${moves === 1 ? "move" : "moves"}`;
