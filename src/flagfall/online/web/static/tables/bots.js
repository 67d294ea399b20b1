// @ts-check
// The bots, by the table alone: `random`, `level:1` to `level:10`, and `perfect`. What they make of a choice is the same,
// number for number, as flagfall/bots/solved/ says it: its worth, and what it promises against a fallible opponent.

const FALLIBLE = 5;
const PATIENCE = 0.95;
const TRICKINESS = 3;
const CLOSE = 1e-9; // worths that differ by less are equal
const CONVERGED = 1e-13;
const PAUSE = 12; // milliseconds of work after which the page may do something else

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{ worth: number, equal: boolean, mixed: number | undefined }} Line */
/** @typedef {Record<Wire.SeatName, Line[]>} Lines */
/** @type {Wire.SeatName[]} */
const SEATS = ["P1", "P2"];
/** @type {Record<Wire.SeatName, number>} */
const SIDES = { P1: 1, P2: -1 };
/** @type {Line[]} */
const NOTHING = [{ worth: 0, equal: true, mixed: undefined }];

// Likelihoods in proportion to the exponentials of these scores.
/** @param {number[]} scores */
function softmax(scores) {
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

export class Bots {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.promises = /** @type {Map<string, Promise<Float64Array>>} */ (new Map());
    this.kept = /** @type {Graph | null} */ (null);
  }

  get graph() {
    return (this.kept ??= new Graph(this.table));
  }

  /** @param {string} bot @param {number} row @param {Wire.SeatName} seat @returns {Promise<Record<string, number>>} */
  async distribution(bot, row, seat) {
    const { options, judged } = this.table.chosen(row);
    const own = options[seat] ?? [];
    const likely = await this.likely(bot, row, seat, own.map(({ move }) => judged[seat][move].likely ?? 0));
    return Object.fromEntries(own.map(({ move }, at) => [move, likely[at]]));
  }

  /** @param {string} bot @param {number} row @param {Wire.SeatName} seat @param {number[]} perfect @returns {Promise<number[]>} */
  async likely(bot, row, seat, perfect) {
    const [name, level] = bot.split(":");
    if (name === "random") return perfect.map(() => 1 / perfect.length);
    const sharpness = this.table.packed.head.sharpness[Number(level) - 1];
    if (sharpness === undefined) return perfect;
    return quantal(this.graph.lines(row)[seat], this.graph.promises(row, seat, await this.ahead(seat)), sharpness);
  }

  // What every position promises to a player who makes best choices only.
  /** @param {Wire.SeatName} seat */
  ahead(seat) {
    const known = this.promises.get(seat) ?? this.graph.ahead(seat);
    this.promises.set(seat, known);
    return known;
  }
}

// A quantal response: the better a choice, the likelier; among choices of the same worth, the more it promises.
/** @param {Line[]} lines @param {number[]} promises @param {number} sharpness */
function quantal(lines, promises, sharpness) {
  const byWorth = softmax(lines.map(({ worth }) => sharpness * worth));
  const order = lines.map((_, at) => at).sort((one, two) => lines[one].worth - lines[two].worth);
  const likely = Array(lines.length).fill(0);
  for (let begin = 0, end = 0; begin < order.length; begin = end) {
    for (end = begin + 1; end < order.length && lines[order[end]].worth - lines[order[end - 1]].worth <= CLOSE; ) end += 1;
    const same = order.slice(begin, end);
    softmax(same.map((at) => TRICKINESS * sharpness * promises[at])).forEach((share, at) => {
      likely[same[at]] = byWorth[same[at]] * share * same.length;
    });
  }
  return likely;
}

// The positions and what follows them, as numbers.
class Graph {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const worths = Array.from({ length: table.rows }, (_, row) => table.packed.value(table.worths, row));
    this.value = Float64Array.from(worths, ({ value }) => value);
    this.plies = worths.map(({ plies }) => /** @type {number | null} */ (plies ?? null));
    this.weights = table.packed.below("bots");
    this.known = /** @type {Lines[]} */ ([]);
    this.targets = /** @type {number[][]} */ ([]);
  }

  /** @param {number} row */
  after(row) {
    return (this.targets[row] ??= this.found(row));
  }

  /** @param {number} row */
  found(row) {
    const found = this.table.steps.map((_, step) => this.table.after(row, step));
    return /** @type {number[]} */ (found.filter((each) => each !== undefined));
  }

  // The choices of both players; who has nothing to choose makes the only choice there is.
  /** @param {number} row @returns {Lines} */
  lines(row) {
    return (this.known[row] ??= this.weighed(row));
  }

  /** @param {number} row @returns {Lines} */
  weighed(row) {
    const bots = /** @type {Record<string, import("./table.js").Weight[]>} */ (this.table.packed.record(row, this.weights)?.bots ?? {});
    const [p1, p2] = SEATS.map((seat) => bots[seat]?.map(({ worth, equal, mixed }, at) => ({
      worth: worth ?? this.worth(seat, this.after(row)[at]), equal: equal === 1, mixed,
    })) ?? NOTHING);
    return { P1: p1, P2: p2 };
  }

  // What a choice is worth that leads here: its exact value divided by the plies to the end.
  /** @param {Wire.SeatName} seat @param {number} after */
  worth(seat, after) {
    const plies = this.plies[after];
    return SIDES[seat] * (plies === null ? this.value[after] : this.value[after] / (plies + 1));
  }

  // What each choice of a player promises when those positions promise so much.
  /** @param {number} row @param {Wire.SeatName} seat @param {Float64Array} ahead */
  promises(row, seat, ahead) {
    const { P1, P2 } = this.lines(row);
    const replies = this.replies(row, seat);
    const [own, after] = [seat === "P1" ? P1 : P2, this.after(row)];
    return own.map((_, line) => {
      let sum = 0;
      replies.forEach((likely, reply) => {
        sum += likely * ahead[after[seat === "P1" ? line * P2.length + reply : reply * P2.length + line]];
      });
      return PATIENCE * sum;
    });
  }

  // How likely a fallible opponent is to make each choice.
  /** @param {number} row @param {Wire.SeatName} seat */
  replies(row, seat) {
    const other = this.lines(row)[seat === "P1" ? "P2" : "P1"];
    return softmax(other.map(({ worth }) => FALLIBLE * worth));
  }

  // Found by going over all positions until nothing changes any more, those first that are nearest to the end.
  /** @param {Wire.SeatName} seat */
  async ahead(seat) {
    const ahead = Float64Array.from(this.value, (value, row) => SIDES[seat] * value * PATIENCE ** (this.plies[row] ?? 0));
    const rows = [...ahead.keys()].filter((row) => this.after(row).length);
    rows.sort((one, two) => (this.plies[one] ?? Infinity) - (this.plies[two] ?? Infinity) || one - two);
    const plan = rows.map((row) => this.step(row, seat));
    let begun = performance.now();
    for (let change = Infinity; change >= CONVERGED; ) {
      change = 0;
      for (const [at, row] of rows.entries()) {
        const kept = promised(plan[at], ahead);
        change = Math.max(change, Math.abs(kept - ahead[row]));
        ahead[row] = kept;
      }
      if (performance.now() - begun > PAUSE) {
        await new Promise((done) => { setTimeout(done); });
        begun = performance.now();
      }
    }
    return ahead;
  }

  // One position, laid out for going over it many times.
  /** @param {number} row @param {Wire.SeatName} seat */
  step(row, seat) {
    const { P1, P2 } = this.lines(row);
    const own = seat === "P1" ? P1 : P2;
    const [after, replies] = [this.after(row), this.replies(row, seat)];
    const isMixed = own[0].mixed !== undefined;
    const among = own.map((_, line) => line).filter((line) => isMixed || own[line].equal);
    const rows = among.map((line) => replies.map((_, reply) => after[seat === "P1" ? line * P2.length + reply : reply * P2.length + line]));
    return { rows, replies, mixed: isMixed ? among.map((line) => own[line].mixed ?? 0) : null };
  }
}

/** @param {{ rows: number[][], replies: number[], mixed: number[] | null }} step @param {Float64Array} ahead */
function promised({ rows, replies, mixed }, ahead) {
  let [most, total] = [-Infinity, 0];
  for (let line = 0; line < rows.length; line += 1) {
    let sum = 0;
    for (let reply = 0; reply < replies.length; reply += 1) sum += replies[reply] * ahead[rows[line][reply]];
    if (mixed) total += mixed[line] * PATIENCE * sum;
    else if (PATIENCE * sum > most) most = PATIENCE * sum;
  }
  return mixed ? total : most;
}
