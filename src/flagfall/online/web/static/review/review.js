// @ts-check
// After the game: what each position was worth and how good each move was, on the curve, as chips, and on the board. Where
// something was hidden, how each decision looked to the one who made it: that is estimated, and says so.
import { pole } from "../board/pole.js";
import { $, api, make, markup, show, write } from "../dom.js";
import { Insights } from "../knowledge.js";
import { chosen, cloth, flag, rows, worthsOf } from "../study/moves.js";
import { addressOf, keepLine } from "../study/tree.js";
import { PLAYERS } from "../words.js";
import { Curve } from "./curve.js";
import { keepsValue, verdict } from "./story.js";

const [TRIES, PAUSE, SWIPE] = [40, 3000, 40];
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const SEATS = /** @type {const} */ (["P1", "P2"]);

/**
 * What GET /api/games/{id}/analysis answers.
 * @typedef {{ move: string, words: string, grade: string, value: number, best: Record<string, number>, exact?: boolean }} Decision
 * @typedef {{ values: number[], heights?: number[], error?: number, estimated?: boolean, errors?: number[], story?: string,
 *   quiet?: [number, number][], told?: Partial<Record<Wire.SeatName, string>>[],
 *   players: Record<Wire.SeatName, { kept: number, decisions: number }>,
 *   plies: { ply: number, value: number, distance: number | null, decisions: Partial<Record<Wire.SeatName, Decision>> }[] }} Grades
 * @typedef {{ seat: Wire.SeatName, decision: Decision }} Slip
 */

export class Review {
  // `changed` is called when more is known of the moment that is looked at.
  /** @param {string} game @param {import("../past.js").Past} past @param {() => void} changed */
  constructor(game, past, changed) {
    this.game = game;
    this.past = past;
    this.changed = changed;
    this.asked = this.done = false;
    this.grades = /** @type {Grades | null} */ (null);
    this.curve = /** @type {Curve | null} */ (null);
    this.insights = new Insights(changed);
    this.opened = /** @type {Set<number>} */ (new Set()); // stretches that were folded
    this.live = /** @type {import("../live.js").Live | null} */ (null);
    this.bind();
  }

  bind() {
    addEventListener("keydown", (event) => this.key(event));
    let from = 0;
    $("frame").addEventListener("touchstart", (event) => { from = event.touches[0].clientX; }, { passive: true });
    $("frame").addEventListener("touchend", (event) => this.swipe(event.changedTouches[0].clientX - from));
    $("what-if").addEventListener("click", (event) => this.whatIf(event, ""));
    $("review-play").addEventListener("click", (event) => this.whatIf(event, "#play"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const busy = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (!this.live || busy || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
    event.preventDefault();
    this.past.step(KEYS[event.key]);
  }

  /** @param {number} way */
  swipe(way) {
    if (this.live && Math.abs(way) > SWIPE) this.past.step(way > 0 ? "back" : "on");
  }

  // --- what is known ---

  // The game is over: ask once. A game of which nobody knows anything has no analysis.
  /** @param {import("../live.js").Live} live */
  draw(live) {
    this.live = live;
    if (this.asked) return this.show();
    this.asked = true;
    show($("analysis-wait"));
    this.ask(live.token).then((answer) => {
      show($("analysis-wait"), false);
      this.grades = answer;
      this.done = true;
      if (answer) {
        this.fill(answer, live);
        show($("analysis"));
        this.show();
      }
      this.changed();
    });
  }

  // Where many ask at once, some are asked to come again.
  /** @param {string | null} token @returns {Promise<Grades | null>} */
  async ask(token, tries = TRIES) {
    try {
      return await api(`/api/games/${this.game}/analysis`, { token });
    } catch (/** @type {any} */ { status }) {
      if (status !== 429 || tries === 1) return null;
      await new Promise((done) => { setTimeout(done, PAUSE); });
      return this.ask(token, tries - 1);
    }
  }

  // How many plies were played at the moment that is looked at.
  get at() {
    return this.past.at ?? this.live?.history.length ?? 0;
  }

  view() {
    return this.past.view() ?? this.live?.state.view ?? null;
  }

  // What is known of the moment that is looked at, if it has come.
  insight() {
    const position = this.view()?.position;
    if (!this.live || !this.grades || this.grades.estimated || !position) return null;
    return this.insights.at(this.live.info.game, position);
  }

  // For the board: every move that could be made then, with its worth.
  how() {
    const insight = this.insight();
    const seats = /** @type {Wire.SeatName[]} */ (Object.keys(insight?.options ?? {}));
    if (!insight || seats.length !== 1) return {};
    return { shown: insight.options?.[seats[0]] ?? [], worths: worthsOf(insight, seats[0]) };
  }

  // --- what is shown ---

  /** @param {Grades} grades @param {import("../live.js").Live} live */
  fill(grades, live) {
    const slips = grades.plies.map(({ decisions }) => slipsIn(decisions));
    write($("analysis-title"), headline(live, slips.flat()));
    write($("analysis-words"), (grades.estimated ? guessed(grades) : known(grades)).join(" "));
    this.curve = new Curve($("graph"), {
      heights: grades.heights ?? grades.values,
      slips: [null, ...slips.map(([first]) => first?.seat ?? null)],
      words: (ply) => ply ? `After ply ${ply}: ${this.worthAfter(ply)}` : "The start",
      go: (ply) => this.past.visit(ply),
    });
  }

  /** @param {number} ply */
  worthAfter(ply) {
    const { plies, errors } = /** @type {Grades} */ (this.grades);
    const { value, distance } = plies[ply - 1];
    return errors ? seeming(value, errors[ply]) : verdict(value, distance);
  }

  show() {
    if (!this.grades || !this.live) return;
    this.curve?.go(this.at);
    this.drawChips(this.grades);
    this.drawDecision(this.grades);
    this.drawPole();
  }

  /** @param {Grades} grades */
  drawChips({ plies, quiet = [] }) {
    const focused = $("grades").contains(document.activeElement);
    const items = [];
    for (let ply = 1; ply <= plies.length; ply += 1) {
      const fold = quiet.find(([first, last]) => first === ply && !this.opened.has(first) && !(this.at >= first && this.at <= last));
      if (fold) {
        items.push(this.fold(fold));
        [, ply] = fold;
      } else items.push(this.chip(plies[ply - 1]));
    }
    $("grades").replaceChildren(...items);
    if (focused) /** @type {HTMLElement | null} */ ($("grades").querySelector("[aria-current]"))?.focus({ preventScroll: true });
  }

  /** @param {[number, number]} fold */
  fold([first, last]) {
    const words = `${last - first + 1} moves in which nothing was decided`;
    const press = () => { this.opened.add(first); this.show(); };
    const button = make("button", { type: "button", className: "chip fold", textContent: words, onclick: press });
    button.setAttribute("aria-expanded", "false");
    return make("li", {}, button);
  }

  /** @param {Grades["plies"][number]} ply */
  chip({ ply, decisions }) {
    const slip = slipsIn(decisions).length > 0;
    const moves = Object.fromEntries(SEATS.filter((seat) => decisions[seat]).map((seat) => [seat, decisions[seat]?.move]));
    const [seat] = /** @type {Wire.SeatName[]} */ (Object.keys(moves));
    const value = (decisions[seat]?.value ?? 0) * (seat === "P1" ? 1 : -1);
    const sign = Object.keys(moves).length === 1 && !this.grades?.estimated ? [flag(kindOf(value))] : [];
    const words = make("span", { className: "unseen hint", textContent: `${this.worthAfter(ply)}.` });
    const button = make("button", { type: "button", className: `chip${slip ? " slip" : ""}`, onclick: () => this.past.visit(ply) }, ...chosen(moves), ...sign, words);
    if (ply === this.at) button.setAttribute("aria-current", "step");
    button.dataset.ply = String(ply);
    return make("li", { className: slip ? "poor" : "fine" }, button);
  }

  // What could be chosen at this moment, and what was.
  /** @param {Grades} grades */
  drawDecision(grades) {
    const next = grades.plies[this.at];
    const insight = this.insight();
    show($("review-now"), Boolean(next));
    if (!next) return;
    const told = grades.told?.[this.at] ?? Object.fromEntries(SEATS.filter((seat) => next.decisions[seat]).map((seat) => [seat, next.decisions[seat]?.words]));
    const seats = SEATS.filter((seat) => next.decisions[seat]);
    write($("review-title"), seats.length > 1 ? `Move ${this.at + 1}: what each number was worth` : `${this.whose(seats[0])} move ${this.at + 1}: what each step was worth`);
    write($("review-words"), seats.map((seat) => `${seats.length > 1 ? `${PLAYERS[seat]} chose ` : ""}${next.decisions[seat]?.move}: ${told[seat]}.`).join(" "));
    $("review-moves").replaceChildren(...seats.filter((seat) => insight?.verdicts?.[seat]).map((seat) => make("ul", { className: "opts" },
      ...rows(/** @type {Wire.Insight} */ (insight), seat, { played: next.decisions[seat]?.move, press: () => this.past.visit(this.at + 1) }))));
  }

  /** @param {Wire.SeatName} seat */
  whose(seat) {
    return this.live?.you === seat ? "Your" : `${PLAYERS[seat]}'s`;
  }

  drawPole() {
    const worth = this.insight()?.worth;
    const grades = /** @type {Grades} */ (this.grades);
    const height = worth?.height ?? (grades.heights ?? grades.values)[this.at] ?? 0;
    const words = worth ? cloth(worth) : "";
    show($("pole"));
    const picture = markup(pole(height, words, { flip: $("pole").dataset.flip === "yes" }));
    write(/** @type {Element} */ (picture.querySelector("title")), worth?.words ?? (this.at ? this.worthAfter(this.at) : "The start"));
    $("pole").replaceChildren(picture);
  }

  // --- into Explore ---

  // From its record; a game that is played here knows it.
  /** @returns {Promise<Wire.Line>} */
  async line() {
    if (this.live?.isHere) return api(`/api/games/${this.game}/line`);
    const record = await fetch(`/api/games/${this.game}/record`);
    return api("/api/explore", { body: { text: await record.text() } });
  }

  // The whole game as a tree, and this moment of it.
  /** @param {Event} event @param {string} then */
  async whatIf(event, then) {
    event.preventDefault();
    const position = this.view()?.position;
    if (!position) return;
    try {
      const { start, plies = [] } = await this.line();
      keepLine(start, plies);
    } catch {
      // the position alone is there all the same
    }
    location.assign(addressOf(position) + then);
  }
}

// --- in words ---

/** @param {Grades["plies"][number]["decisions"]} decisions @returns {Slip[]} */
const slipsIn = (decisions) => SEATS.flatMap((seat) => {
  const decision = decisions[seat];
  return decision && !keepsValue(decision) ? [{ seat, decision }] : [];
});

// How it ended for whoever looks, and how often it was let go before.
/** @param {import("../live.js").Live} live @param {Slip[]} slips */
function headline({ state, you }, slips) {
  const winner = state.outcome?.winner;
  if (!winner) return "How well it was played";
  const who = you ? you === winner ? "You won" : "You lost" : `${PLAYERS[winner]} won`;
  const own = slips.filter(({ seat }) => seat === (you ?? winner)).length;
  if (you && you !== winner) return own ? `${who}, after ${counted(own, "slip")}` : `${who} without a slip`;
  return own ? `${who}, after letting it go ${["once", "twice"][own - 1] ?? `${own} times`}` : `${who} without a slip`;
}

/** @param {number} many @param {string} what */
const counted = (many, what) => `${many === 1 ? "one" : many} ${what}${many === 1 ? "" : "s"}`;

/** @param {Grades} grades */
function known({ plies, story = "", error = 0 }) {
  return [`${counted(plies.length, "move")}.`.replace("one", "One"), story, error ? `Values are exact to ${error}.` : "Every value is exact."];
}

// How a game that hides something looked to those who decided.
/** @param {Grades} grades */
function guessed({ story = "", players }) {
  const skill = Object.entries(players).map(([player, { kept, decisions }]) =>
    `${PLAYERS[/** @type {Wire.SeatName} */ (player)]}: ≈ ${kept} of ${decisions} decisions looked good.`);
  return [story, ...skill, "Each decision is judged by what its player knew then; what stands behind ≈ is estimated."];
}

// What it seemed to whoever had to choose next, as a chance with its error; exact where there is none.
/** @param {number} value @param {number} error */
function seeming(value, error) {
  const ahead = PLAYERS[value >= 0 ? "P1" : "P2"];
  if (!error) return verdict(value, null);
  return `≈ ${Math.round(50 + 50 * Math.abs(value))} % ± ${Math.round(50 * error)} % for ${ahead}`;
}

/** @param {number} value @returns {Wire.VerdictData["kind"]} */
function kindOf(value) {
  if (Math.abs(value) <= 1e-9) return "open";
  return Math.abs(value) < 1 - 1e-9 ? "chance" : value > 0 ? "win" : "loss";
}
