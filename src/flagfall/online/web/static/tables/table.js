// @ts-check
// One game as a table: every position with all that is known of it. It was made from the rules and the solution; here
// nothing is known of either.
import { Bots } from "./bots.js";
import { Packed, unpacked } from "./packed.js";

const LONGEST_LINE = 40; // plies of best play that are told
const BEST = ["move", "rank", "best", "likely"]; // what is to be known of choices to make the best

/**
 * What the file says of one choice besides what is told to everybody: what a bot makes of it.
 * @typedef {{ worth?: number, equal: 0 | 1, mixed?: number }} Weight
 * @typedef {Partial<Record<Wire.SeatName, string>>} Moves
 * @typedef {Record<string, Wire.OptionData[]>} Options
 * @typedef {Record<string, Wire.VerdictData>} Judged
 * @typedef {Wire.VerdictData & { rank: number }} Ranked
 */

export class Table {
  /** @param {Blob | Response} file */
  static async read(file) {
    return new Table(await unpacked(file));
  }

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.packed = new Packed(bytes, ([, step], row) => this.worthAfter(row, Number(step)));
    const { packed } = this;
    this.start = /** @type {string} */ (packed.head.start);
    this.rows = packed.head.rows;
    this.bots = ["random", ...packed.head.sharpness.map((/** @type {number} */ _, /** @type {number} */ at) => `level:${at + 1}`), "level:10", "perfect"];
    this.texts = packed.below("view", "position");
    this.worths = packed.below("worth")[0];
    this.steps = /** @type {number[][]} */ ([]);
    for (;;) {
      const found = packed.below("after", this.steps.length, "position");
      if (!found.length) break;
      this.steps.push(found);
    }
    this.told = packed.below().filter((at) => !["bots", "grades"].includes(String(packed.columns[at].path[0])));
    this.choices = this.told.filter((at) => BEST.includes(String(packed.columns[at].path[3])));
    this.row = new Map(Array.from({ length: this.rows }, (_, row) => [this.text(row), row]));
    this.minds = new Bots(this);
  }

  /** @param {number} row */
  text(row, columns = this.texts) {
    return columns.map((at) => this.packed.value(at, row) ?? "").join("");
  }

  // Where a step leads, or nowhere.
  /** @param {number} row @param {number} step */
  after(row, step) {
    return this.row.get(this.text(row, this.steps[step]));
  }

  /** @param {number} row @param {number} step */
  worthAfter(row, step) {
    const after = this.after(row, step);
    return after === undefined ? 0 : this.packed.code(this.worths, after);
  }

  /** @param {string} text */
  has(text) {
    return this.row.has(text);
  }

  /** @param {string} text */
  rowOf(text) {
    const row = this.row.get(text);
    if (row === undefined) throw new Error("This position can't arise by the book's rules from the opening.");
    return row;
  }

  // All that the server would tell of a position.
  /** @param {string} text @returns {Promise<Wire.Insight>} */
  async at(text) {
    return this.insight(this.rowOf(text));
  }

  /** @param {number} row @returns {Wire.Insight} */
  insight(row) {
    const { prompt, ...record } = this.packed.record(row, this.told);
    const view = { ...record.view, position: record.view.position.join(""), words: record.view.words.join("") };
    if (!record.options) return { ...record, view };
    const { line, repeats } = this.line(row);
    const after = record.after.map((/** @type {Wire.After} */ each, /** @type {number} */ step) => ({
      ...each, moves: movesOf(record.options, step), position: this.text(row, this.steps[step]),
    }));
    return { ...record, view, verdicts: this.judged(record), after, line, ...(repeats && { repeats }) };
  }

  // What the book asks whoever has to choose.
  /** @param {string} text @param {Wire.SeatName} seat @returns {string} */
  prompt(text, seat) {
    return this.packed.record(this.rowOf(text), this.packed.below("prompt", seat)).prompt[seat];
  }

  // How good each of a seat's choices is called, and what is said of it after the game.
  /** @param {string} text @param {Wire.SeatName} seat @returns {{ grade: string, words: string }[]} */
  grades(text, seat) {
    return this.packed.record(this.rowOf(text), this.packed.below("grades", seat)).grades[seat];
  }

  // The verdicts by move, from the best to the worst. How likely best play is to choose a move is told where that is not
  // the same for all best ones.
  /** @param {{ options: Options, verdicts: Record<string, Ranked[]> }} record @returns {Record<string, Judged>} */
  judged({ options, verdicts }) {
    return Object.fromEntries(Object.entries(verdicts).map(([seat, list]) => {
      const share = 1 / list.filter(({ best }) => best).length;
      const judged = list.map(({ rank, ...each }, at) => ({ rank, move: options[seat][at].move, each: { likely: each.best ? share : 0, ...each } }));
      return [seat, Object.fromEntries(judged.sort((one, two) => one.rank - two.rank).map(({ move, each }) => [move, each]))];
    }));
  }

  // The moves of everybody who decides, and how likely best play is to make each.
  /** @param {number} row */
  chosen(row) {
    const { options = {}, verdicts = {} } = this.packed.record(row, this.choices) ?? {};
    return { options: /** @type {Options} */ (options), judged: this.judged({ options, verdicts }) };
  }

  // Best play, to the end or until it comes back to where it was.
  /** @param {number} row */
  line(row) {
    const [line, seen] = [/** @type {Moves[]} */ ([]), new Set([row])];
    for (let repeats = false; ; ) {
      const { options, judged } = this.chosen(row);
      const seats = Object.keys(options);
      if (repeats || !seats.length || line.length === LONGEST_LINE) return { line, repeats };
      const best = seats.map((seat) => likeliest(options[seat], judged[seat]));
      const widths = seats.map((seat) => options[seat].length);
      row = /** @type {number} */ (this.after(row, best.reduce((step, at, index) => step * widths[index] + at, 0)));
      line.push(Object.fromEntries(seats.map((seat, index) => [seat, options[seat][best[index]].move])));
      repeats = seen.has(row);
      seen.add(row);
    }
  }

  // How likely a bot is to make each move.
  /** @param {string} bot @param {string} text @param {Wire.SeatName} seat */
  async distribution(bot, text, seat) {
    return this.minds.distribution(bot, this.rowOf(text), seat);
  }

  // A bot's move.
  /** @param {string} bot @param {string} text @param {Wire.SeatName} seat @param {() => number} draw */
  async choose(bot, text, seat, draw = Math.random) {
    const likely = Object.entries(await this.distribution(bot, text, seat));
    let left = draw();
    for (const [move, chance] of likely) {
      left -= chance;
      if (left < 0) return move;
    }
    return likely[likely.length - 1][0];
  }
}

/** @param {Wire.OptionData[]} options @param {Judged} judged */
function likeliest(options, judged) {
  const likely = options.map(({ move }) => judged[move].likely ?? 0);
  return likely.indexOf(Math.max(...likely));
}

// The moves of the step with this number: the first player's choices are rows, the second's columns.
/** @param {Options} options @param {number} step @returns {Moves} */
export function movesOf(options, step) {
  /** @type {Moves} */
  const moves = {};
  for (const [seat, list] of Object.entries(options).reverse()) {
    moves[/** @type {Wire.SeatName} */ (seat)] = list[step % list.length].move;
    step = Math.floor(step / list.length);
  }
  return moves;
}
