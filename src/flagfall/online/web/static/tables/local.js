// @ts-check
// A game against a bot that is played in this browser alone, over the game's table. It says what a server would say, so
// that the page of a game does not know the difference; and it is kept here from one visit to the next.
import { keepsValue, story, verdict } from "../review/story.js";
import { other } from "../words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {Wire.History["plies"]} Plies */
/** @typedef {Plies[number]} Moves */

/**
 * All that is kept of a game: from this everything follows.
 * @typedef {{ id: string, game: string, title: string, bot: string, seat: Wire.SeatName, start: string, created: number, plies: Plies,
 *   said: string[], ended?: Wire.OutcomeState }} Kept
 */

const REVEALED = "What was uncovered can't be taken back.";
const DECLINED = "The bot declines: it stands better.";

export class LocalGame {
  /** @param {Table} table @param {Kept} kept @param {(kept: Kept) => void} keep */
  constructor(table, kept, keep) {
    this.table = table;
    this.kept = kept;
    this.keep = keep;
    this.seq = 1;
    this.positions = [kept.start];
    for (const moves of kept.plies) this.positions.push(this.follow(this.here, moves).position);
    this.send = /** @type {(message: Wire.Outgoing) => void} */ (() => {});
    this.again = /** @type {(next: Kept) => void} */ (() => {}); // a new game is to take the place of this one
  }

  get here() {
    return this.positions[this.positions.length - 1];
  }

  get rival() {
    return other(this.kept.seat);
  }

  /** @param {string} text */
  told(text) {
    return { options: /** @type {Partial<Record<Wire.SeatName, Wire.OptionData[]>>} */ ({}), after: [], ...this.table.insight(this.table.rowOf(text)) };
  }

  /** @param {string} text @param {Moves} moves @returns {Wire.After} */
  follow(text, moves) {
    const { after } = this.told(text);
    const found = after.find((each) => same(each.moves, moves));
    if (!found) throw new Error("this move can't be made here");
    return found;
  }

  // --- what is said of it ---

  // What one sees of the position after so many plies.
  /** @param {number} ply @returns {Wire.View} */
  view(ply) {
    const text = this.positions[ply];
    const { view, options } = this.told(text);
    const now = ply === this.kept.plies.length && !this.kept.ended;
    const own = now ? options[this.kept.seat] : undefined;
    const scene = { ...view.scene, options: own ?? [], secret: Boolean(own) && Object.keys(options).length > 1, changed: this.changed(ply) };
    return { ...view, scene, ...(own && { prompt: this.table.prompt(text, this.kept.seat) }) };
  }

  // Where the last ply changed something.
  /** @param {number} ply @returns {[number, number][]} */
  changed(ply) {
    if (!ply) return [];
    const [before, after] = [ply - 1, ply].map((at) => this.told(this.positions[at]).view.scene.cells ?? []);
    return after.filter((cell, at) => JSON.stringify(cell.pieces) !== JSON.stringify(before[at].pieces)).map(({ at }) => at);
  }

  /** @returns {Wire.OutcomeState | undefined} */
  outcome() {
    return this.kept.ended ?? this.told(this.here).outcome ?? undefined;
  }

  /** @returns {Wire.State} */
  state() {
    const outcome = this.outcome();
    const waiting = outcome ? [] : /** @type {Wire.SeatName[]} */ (Object.keys(this.told(this.here).options));
    return { seq: this.seq, ply: this.kept.plies.length, view: this.view(this.kept.plies.length), waiting, ...(outcome && { outcome }) };
  }

  /** @returns {Wire.Presence} */
  presence() {
    const [own, bot] = [{ who: "person", taken: true, here: true }, { who: "bot", taken: true, here: true, bot: this.kept.bot }];
    const seats = /** @type {any} */ ({ [this.kept.seat]: own, [this.rival]: bot });
    return { type: "presence", seats };
  }

  /** @returns {Wire.Welcome} */
  welcome() {
    const { id, game, title, created, seat, plies, said } = this.kept;
    const info = /** @type {Wire.GameInfo} */ ({ id, game, title, settings: {}, created });
    const [history, lines] = [{ start: 0, plies }, { start: 0, lines: said }];
    return { type: "welcome", info, you: seat, state: this.state(), history, said: lines, presence: this.presence() };
  }

  // Tell that something has happened, from these numbers of plies and lines on.
  /** @param {number} ply @param {number} line @param {string} [id] */
  update(ply, line, id) {
    this.seq += 1;
    this.keep(this.kept);
    const history = { start: ply, plies: this.kept.plies.slice(ply) };
    const said = { start: line, lines: this.kept.said.slice(line) };
    this.send({ type: "update", state: this.state(), history, said, ...(id && { id }) });
  }

  // --- what is done in it ---

  /** @param {Wire.Incoming} message */
  async take(message) {
    if (message.type === "ping") this.send({ type: "pong" });
    else if (message.type === "hello") await this.begin();
    else await /** @type {any} */ (this)[`on_${message.type}`]?.(message);
  }

  async begin() {
    this.send(this.welcome());
    await this.answer();
  }

  /** @param {Wire.Move} message */
  async on_move({ id, ply, move }) {
    const { options } = this.told(this.here);
    const chosen = move.trim();
    if (ply !== this.kept.plies.length || this.outcome() || !options[this.kept.seat]?.some((each) => each.move === chosen)) {
      this.refuse(id, "stale", "The game has gone on; choose again.");
      return;
    }
    const reply = options[this.rival] && (await this.table.choose(this.kept.bot, this.here, this.rival));
    this.play(/** @type {Moves} */ ({ [this.kept.seat]: chosen, ...(reply && { [this.rival]: reply }) }), id);
    await this.answer();
  }

  // The bot moves as long as nobody else can.
  async answer() {
    while (!this.outcome()) {
      const [text, { options }] = [this.here, this.told(this.here)];
      if (options[this.kept.seat]) return;
      const move = await this.table.choose(this.kept.bot, text, this.rival);
      if (text !== this.here || this.kept.ended) return; // it was taken back or given up meanwhile
      this.play(/** @type {Moves} */ ({ [this.rival]: move }));
    }
  }

  /** @param {Moves} moves @param {string} [id] */
  play(moves, id) {
    const { position, words } = this.follow(this.here, moves);
    const [ply, line] = [this.kept.plies.length, this.kept.said.length];
    this.kept.plies.push(moves);
    this.kept.said.push(...(words ?? []));
    this.positions.push(position);
    this.update(ply, line, id);
  }

  // With seats swapped.
  on_rematch() {
    const { plies, said, ended, ...terms } = this.kept;
    this.again({ ...terms, seat: this.rival, created: Date.now(), plies: [], said: [] });
  }

  // What a server would answer to a question about this game; nothing where the question is about something else.
  /** @param {string} path */
  asked(path) {
    const begin = `/api/games/${this.kept.id}/`;
    if (!path.startsWith(begin)) return undefined;
    const [what, number] = path.slice(begin.length).split("/");
    if (what === "analysis") return Promise.resolve(this.analysis());
    if (what === "line") return Promise.resolve(this.line());
    if (what === "plies") return Promise.resolve({ ply: Number(number), view: this.view(Number(number)) });
    return Promise.reject(new Error("This is not known of a game that is played without a server."));
  }

  /** @returns {Wire.Line} */
  line() {
    const plies = this.kept.plies.map((moves, at) => ({ moves, position: this.positions[at + 1] }));
    return { game: this.kept.game, start: this.kept.start, plies };
  }

  // How well it was played, as the server would say it of a finished game.
  analysis() {
    const worths = this.positions.map((text) => /** @type {Wire.WorthData} */ (this.told(text).worth));
    const plies = this.kept.plies.map((moves, at) => ({
      ply: at + 1, value: worths[at + 1].value, distance: worths[at + 1].plies ?? null,
      decisions: Object.fromEntries(Object.entries(moves).map(([seat, move]) => [seat, this.decision(this.positions[at], /** @type {Wire.SeatName} */ (seat), move)])),
    }));
    const players = Object.fromEntries(["P1", "P2"].map((seat) => [seat, skill(plies.flatMap(({ decisions }) => decisions[seat] ?? []))]));
    const [start, outcome] = [{ value: worths[0].value, distance: worths[0].plies ?? null }, this.outcome()];
    const words = outcome && story(plies, start, outcome, !this.kept.ended);
    return { values: worths.map(({ value }) => value), heights: worths.map(({ height }) => height), plies, players, ...words };
  }

  /** @param {string} text @param {Wire.SeatName} seat @param {string} move */
  decision(text, seat, move) {
    const { options, verdicts } = this.told(text);
    const judged = verdicts?.[seat] ?? {};
    const { grade, words } = this.table.grades(text, seat)[(options[seat] ?? []).findIndex((each) => each.move === move)];
    const best = Object.entries(judged).filter(([, { likely }]) => likely).map(([name, { likely }]) => [name, likely]);
    const first = Object.values(judged).find((each) => each.best) ?? judged[move];
    const ideal = verdict(SIDES[seat] * first.value, first.plies ?? null);
    return { move, grade, words, value: SIDES[seat] * judged[move].value, best: Object.fromEntries(best), only: options[seat]?.length === 1, ideal };
  }

  /** @param {Wire.Resign} message */
  on_resign({ id }) {
    if (!this.outcome()) this.end(id, { winner: this.rival, reason: `${PLAYER[this.kept.seat]} resigned`, text: `${PLAYER[this.rival]} wins: ${PLAYER[this.kept.seat]} resigned` });
  }

  /** @param {Wire.Offer} message */
  on_offer({ id, what }) {
    if (this.outcome()) return;
    if (what === "takeback") this.takeBack(id);
    else if (this.standing() > 0) this.refuse(id, "not-now", DECLINED);
    else this.end(id, { winner: null, reason: "the players agreed to stop", text: "No result: the players agreed to stop" });
  }

  // What the game is worth to the bot.
  standing() {
    const value = this.told(this.here).worth?.value ?? 0;
    return Math.abs(value) < 1e-9 ? 0 : this.rival === "P1" ? value : -value;
  }

  // Everything since one's own last move, that included.
  /** @param {string} id */
  takeBack(id) {
    const { plies, seat } = this.kept;
    const last = plies.findLastIndex((moves) => moves[seat] !== undefined);
    if (last < 0) this.refuse(id, "not-now", "There is nothing to take back.");
    else if (plies.slice(last).some((moves) => Object.keys(moves).length > 1)) this.refuse(id, "not-now", REVEALED);
    else {
      plies.splice(last);
      this.positions.splice(last + 1);
      const line = this.kept.said.length;
      this.kept.said.push(`${PLAYER[seat]} takes back.`);
      this.update(last, line, id);
    }
  }

  /** @param {string} id @param {Wire.OutcomeState} ended */
  end(id, ended) {
    this.kept.ended = ended;
    this.update(this.kept.plies.length, this.kept.said.length, id);
  }

  /** @param {string} id @param {Wire.Refused["code"]} code @param {string} reason */
  refuse(id, code, reason) {
    this.send({ type: "refused", id, code, reason, ply: this.kept.plies.length });
  }
}

/** @type {Record<Wire.SeatName, string>} */
const PLAYER = { P1: "Player 1", P2: "Player 2" };

/** @type {Record<Wire.SeatName, number>} */
const SIDES = { P1: 1, P2: -1 };

// Where there was nothing to choose, nothing was decided.
/** @param {{ grade: string, only: boolean }[]} decisions */
function skill(decisions) {
  const made = decisions.filter(({ only }) => !only);
  return { decisions: made.length, kept: made.filter(keepsValue).length };
}

/** @param {Moves} one @param {Moves} two */
const same = (one, two) => one.P1 === two.P1 && one.P2 === two.P2;
