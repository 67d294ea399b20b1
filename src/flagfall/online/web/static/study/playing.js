// @ts-check
// A game that begins with the position that is explored: against a bot, a friend, or both at one screen.
import { $, api, random, show, write } from "../dom.js";
import { seatHash } from "../link.js";
import { alone } from "../place.js";
import { remember } from "../recent.js";
import { playHere } from "../tables/play.js";
import { other, rivalWords, terms } from "../words.js";

export class Playing {
  /** @param {() => string} title */
  constructor(title) {
    this.title = title;
    this.start = "";
    this.key = "";
    this.busy = false;
    $("playing-go").addEventListener("click", () => this.go());
  }

  // Ask how; whoever is to move there is offered first.
  /** @param {string} start @param {Wire.SeatName} mover */
  ask(start, mover) {
    [this.start, this.key] = [start, random()]; // to repeat a wish doesn't make another game
    $("own").value = mover;
    show($("playing-refusal"), false);
    $("playing").showModal();
  }

  async go() {
    if (this.busy) return;
    if (alone) {
      playHere({ start: this.start, seat: this.own(), bot: $("rival").value });
      return;
    }
    this.busy = true;
    try {
      this.begin(await api("/api/games", { body: { start: this.start, seats: this.seats(), key: this.key } }));
    } catch (/** @type {any} */ problem) {
      write($("playing-refusal"), problem.message);
      show($("playing-refusal"));
    }
    this.busy = false;
  }

  own() {
    return /** @type {Wire.SeatName} */ ($("own").value);
  }

  /** @returns {Record<Wire.SeatName, string>} */
  seats() {
    const rival = $("rival").value;
    if (rival === "screen") return { P1: "link", P2: "link" };
    const theirs = rival === "friend" ? "open" : `bot:${rival}`;
    return this.own() === "P1" ? { P1: "link", P2: theirs } : { P1: theirs, P2: "link" };
  }

  /** @param {Wire.Created} created */
  begin({ id, seats }) {
    const rival = $("rival").value;
    /** @type {Wire.SeatName[]} */
    const mine = rival === "screen" ? ["P1", "P2"] : [this.own()];
    const tokens = mine.map((seat) => /** @type {string} */ (seats[seat].token));
    const invitation = rival === "friend" ? seats[other(mine[0])].token : null;
    const bot = rival === "friend" || rival === "screen" ? null : rival;
    const about = { title: this.title(), terms: terms(rivalWords(bot), mine, Date.now()) };
    const kept = remember(id, { hash: seatHash(tokens), ...about, status: "Just made.", invitation });
    location.assign(`/g/${id}${seatHash(tokens, kept ? null : invitation)}`);
  }
}
