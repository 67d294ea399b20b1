// @ts-check
// Looking back: the list of moves, and the board as it stood before.
import { $, api, buttonOf, make, show, write } from "./dom.js";

/** @typedef {import("./live.js").Plies} Plies */

export class Past {
  // `changed` is called whenever another moment is looked at, `failed` when one can't be shown.
  /** @param {string} game @param {() => void} changed @param {(words: string) => void} failed */
  constructor(game, changed, failed) {
    this.game = game;
    this.changed = changed;
    this.failed = failed;
    this.at = /** @type {number | null} */ (null); // how many moves were made at the moment that is looked at; null is now
    this.wanted = /** @type {number | null} */ (null); // the same of a moment that is being asked for
    this.seen = /** @type {Map<number, Wire.View>} */ (new Map());
    this.length = 0;
    this.history = /** @type {Plies} */ ([]);
    this.token = /** @type {string | null} */ (null);
    this.whose = "";
    this.key = "";
    $("steps").addEventListener("click", (event) => this.step(buttonOf(event)?.dataset.step));
  }

  // Take note of how a game stands, so that it need not be asked for later.
  /** @param {import("./live.js").Live} live */
  keep(live) {
    const { state, history } = live;
    const whose = `${live.you} ${Boolean(state.outcome)}`; // after the end what was hidden may be seen
    if (this.whose !== whose) this.seen = new Map(); // another, so that answers on their way don't come in here
    this.forgetFrom(this.whose === whose ? same(this.history, history) : 0);
    [this.whose, this.token, this.history] = [whose, live.token, [...history]];
    this.seen.set(state.ply, state.view);
    const at = this.at;
    if (at === null || (at < state.ply && this.seen.has(at))) return;
    this.now();
    if (at < state.ply) this.go(at); // the same moment, as it may be seen now
  }

  // Moves that were taken back led to moments that never were.
  /** @param {number} ply */
  forgetFrom(ply) {
    for (const known of this.seen.keys()) if (known > ply) this.seen.delete(known);
  }

  now() {
    this.at = this.wanted = null;
  }

  view() {
    return this.at === null ? null : this.seen.get(this.at) ?? null;
  }

  /** @param {number} ply @returns {Promise<void>} */
  async go(ply) {
    const wanted = this.wanted = ply >= this.length ? null : Math.max(ply, 0);
    const { seen } = this;
    try {
      if (wanted !== null && !seen.has(wanted)) {
        const { view } = await api(`/api/games/${this.game}/plies/${wanted}`, { token: this.token });
        seen.set(wanted, view);
      }
    } catch (/** @type {any} */ problem) {
      if (this.wanted === wanted) this.wanted = this.at;
      this.failed(problem.message);
      return;
    }
    if (this.wanted !== wanted) return; // something else is wanted by now
    if (wanted !== null && !this.seen.has(wanted)) return this.go(wanted); // it was asked for other eyes
    this.at = wanted;
    this.changed();
  }

  // The same from a list, which may be far from the board.
  /** @param {number} ply */
  async visit(ply) {
    await this.go(ply);
    $("frame").scrollIntoView({ block: "nearest" });
  }

  /** @param {string | undefined} way */
  step(way) {
    const here = this.wanted ?? this.length;
    /** @type {Record<string, number | undefined>} */
    const ways = { first: 0, back: here - 1, on: here + 1, last: this.length };
    const to = ways[way ?? ""];
    if (to !== undefined) this.go(to);
  }

  /** @param {Plies} history */
  draw(history) {
    this.length = history.length;
    const here = this.at ?? this.length;
    show($("steps"), this.length > 0);
    show($("history-box"), this.length > 0);
    write($("step"), this.moment().replace("after", "After"));
    for (const button of $("steps").querySelectorAll("button")) {
      const forward = ["on", "last"].includes(button.dataset.step ?? "");
      button.setAttribute("aria-disabled", String(forward ? this.at === null : here === 0));
    }
    this.list(history, here);
  }

  // The moment that is looked at, in words.
  moment() {
    return `after ${this.at === null ? "" : `${this.at} of `}${count(this.length)}`;
  }

  /** @param {Plies} history @param {number} here */
  list(history, here) {
    const key = JSON.stringify([history, here]);
    if (key === this.key) return;
    this.key = key;
    const focused = [...$("history").children].findIndex((item) => item.contains(document.activeElement));
    $("history").replaceChildren(...history.map((moves, ply) => this.entry(moves, ply, here)));
    if (focused >= 0) $("history").children[focused]?.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {Plies[number]} moves @param {number} ply @param {number} here */
  entry(moves, ply, here) {
    const text = Object.entries(moves).map(([player, move]) => `${player} ${move}`).join(" | ");
    const button = make("button", { type: "button", className: "link", textContent: text });
    if (ply + 1 === here) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => this.visit(ply + 1));
    return make("li", {}, button);
  }
}

// How many moves the two histories have in common.
/** @param {Plies} one @param {Plies} other */
function same(one, other) {
  const differ = one.findIndex((moves, ply) => moves !== other[ply] && JSON.stringify(moves) !== JSON.stringify(other[ply]));
  return differ < 0 ? one.length : differ;
}

/** @param {number} moves */
const count = (moves) => `${moves} ${moves === 1 ? "move" : "moves"}`;
