// @ts-check
// What is known of the positions of a game: by the book's rules from its table, which is here; else from the server, which
// has the exact solution.
import { api } from "./dom.js";
import { alone } from "./place.js";
import { tableOf } from "./tables/tables.js";

const [TRIES, PAUSE] = [6, 1500];
const UNTOLD = "This position can't arise by the book's rules, and of others nothing is known without a server.";

/**
 * @typedef {{
 *   start: string,
 *   at: (text: string, asked?: Asked) => Promise<Wire.Insight>,
 *   bots: string[],
 *   choose: (bot: string, text: string, seat: Wire.SeatName) => Promise<string> | null,
 * }} Knowledge
 * @typedef {{ eyes?: string, moves?: Partial<Record<Wire.SeatName, string>> }} Asked
 */

// `settings` are those that differ from the book. Who begins elsewhere than with the opening says where.
/** @param {string} game @param {Record<string, string>} settings @param {string} [start] @returns {Promise<Knowledge>} */
export async function knowledgeOf(game, settings = {}, start = undefined) {
  const table = Object.keys(settings).length ? null : await tableOf(game);
  if (table) return new Tabled(game, table);
  if (start) return new Served(game, start);
  const opening = await asked(game, settings);
  const served = new Served(game, opening.view.position);
  served.known.set(key(served.start, {}), Promise.resolve(opening));
  return served;
}

// The settings in a position's one-line text.
/** @param {string} text @returns {Record<string, string>} */
export const settingsIn = (text) => Object.fromEntries(text.split(/\s+/).filter((word) => word.includes("=")).map((word) => word.split(/=(.*)/)));

class Tabled {
  /** @param {string} game @param {import("./tables/table.js").Table} table */
  constructor(game, table) {
    this.game = game;
    this.table = table;
    this.start = table.start;
    this.bots = table.bots;
    this.served = new Served(game, table.start); // for positions that can't arise from the opening
  }

  /** @param {string} text @param {Asked} more @returns {Promise<Wire.Insight>} */
  at(text, more = {}) {
    return this.table.has(text) ? this.table.at(text) : this.served.at(text, more);
  }

  /** @param {string} bot @param {string} text @param {Wire.SeatName} seat */
  choose(bot, text, seat) {
    return this.table.has(text) && this.bots.includes(bot) ? this.table.choose(bot, text, seat) : null;
  }
}

class Served {
  /** @param {string} game @param {string} start */
  constructor(game, start) {
    this.game = game;
    this.start = start;
    this.bots = /** @type {string[]} */ ([]); // the browser itself has none here
    this.known = /** @type {Map<string, Promise<Wire.Insight>>} */ (new Map());
  }

  // What is known of a position in its one-line text, as the eyes see it that are asked for; with `moves`, where those lead.
  /** @param {string} text @param {Asked} more @returns {Promise<Wire.Insight>} */
  at(text, more = {}) {
    const name = key(text, more);
    const found = this.known.get(name) ?? asked(this.game, { position: text, ...more.eyes && { eyes: more.eyes }, ...more.moves });
    this.known.set(name, found);
    found.catch(() => this.known.delete(name)); // it is asked again the next time
    return found;
  }

  /** @returns {null} */
  choose() {
    return null;
  }
}

// What was asked for, each once: nothing until it has come, when `changed` is called.
/** @template T */
export class Once {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.found = /** @type {Map<string, T | null>} */ (new Map());
  }

  /** @param {string} name @param {() => Promise<T>} ask */
  get(name, ask) {
    if (!this.found.has(name)) {
      this.found.set(name, null);
      ask().then((found) => { this.found.set(name, found); this.changed(); }).catch(() => this.found.delete(name));
    }
    return this.found.get(name) ?? null;
  }
}

// What is known of the positions of the game that is played or was.
export class Insights {
  /** @param {() => void} changed */
  constructor(changed) {
    this.once = /** @type {Once<Wire.Insight>} */ (new Once(changed));
    this.knowledge = /** @type {Promise<Knowledge> | null} */ (null);
  }

  /** @param {string} game @param {string} position */
  at(game, position) {
    return this.once.get(position, async () => {
      this.knowledge ??= knowledgeOf(game, settingsIn(position), position);
      return (await this.knowledge).at(position);
    });
  }
}

/** @param {string} text @param {Asked} more */
const key = (text, { eyes = "", moves = {} }) => JSON.stringify([text, eyes, moves]);

/** @param {string} game @param {Record<string, string>} query @returns {Promise<Wire.Insight>} */
async function asked(game, query) {
  if (alone) throw new Error(UNTOLD);
  return patiently(() => api(`/api/explore/${encodeURIComponent(game)}?${new URLSearchParams(query)}`));
}

// Where many ask at once, some are asked to come again.
/** @template T @param {() => Promise<T>} ask @param {number} [tries] @returns {Promise<T>} */
export async function patiently(ask, tries = TRIES) {
  try {
    return await ask();
  } catch (/** @type {any} */ problem) {
    if (![429, 503].includes(problem.status) || tries === 1) throw problem;
    await new Promise((done) => { setTimeout(done, PAUSE); });
    return patiently(ask, tries - 1);
  }
}
