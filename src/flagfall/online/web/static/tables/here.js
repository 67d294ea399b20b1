// @ts-check
// The page of a game that is played here: which game it is, and how the page speaks with it.
import { $, answerHere, random, show } from "../dom.js";
import { Live } from "../live.js";
import { keep, kept } from "../storage.js";
import { LocalGame } from "./local.js";
import { tableOf } from "./tables.js";

/** @typedef {import("./local.js").Kept} Kept */

const USUAL = "level:4";
const UNREACHED = "The table of this game can't be had now. Check your connection, and load the page anew.";

/** @param {string} game */
const keyOf = (game) => `flagfall.here.${game}`;

// The game that was begun here; nothing where there is none, or it can't be read.
/** @param {string} game @returns {Kept | null} */
export function begun(game) {
  try {
    const found = JSON.parse(kept(keyOf(game)) ?? "null");
    return found && Array.isArray(found.plies) ? found : null;
  } catch {
    return null;
  }
}

// The game that the address asks for, or else the one that was left here.
/** @param {string} game @param {string} title @param {import("./table.js").Table} table @returns {Kept} */
function wanted(game, title, table) {
  const asked = new URLSearchParams(location.search);
  const old = begun(game);
  const isOld = old && !asked.has("bot") && !asked.has("start") && table.bots.includes(old.bot) && table.has(old.start);
  if (isOld) return old;
  const bot = asked.get("bot") ?? USUAL;
  const start = asked.get("start") ?? "";
  const seats = { P1: "P1", P2: "P2" };
  return {
    id: random(6), game, title, created: Date.now(), plies: [], said: [],
    bot: table.bots.includes(bot) ? bot : USUAL,
    seat: /** @type {Wire.SeatName} */ (seats[/** @type {"P1"} */ (asked.get("seat") ?? "")] ?? (asked.get("seat") === "any" && Math.random() < 0.5 ? "P2" : "P1")),
    start: table.has(start) ? start : table.start,
  };
}

// The game, ready to be played on; an error says why not.
/** @param {string} name @param {string} title */
export async function begin(name, title) {
  const table = await tableOf(name);
  if (!table) throw new Error(UNREACHED);
  const keeping = (/** @type {Kept} */ now) => { keep(keyOf(name), JSON.stringify(now)); };
  const game = await resumed(table, wanted(name, title, table), keeping);
  history.replaceState(history.state, "", location.pathname);
  show($("record"), false); // which only a server writes
  game.again = (next) => { keeping(next); location.reload(); };
  answerHere((path) => game.asked(path));
  return { id: game.kept.id, connect: () => new Here(game) };
}

// What was kept may be of another version of the game: then it is begun anew.
/** @param {import("./table.js").Table} table @param {Kept} old @param {(kept: Kept) => void} keeping */
async function resumed(table, old, keeping) {
  try {
    return new LocalGame(table, old, keeping);
  } catch {
    return new LocalGame(table, { ...old, plies: [], said: [], ended: undefined }, keeping);
  }
}

// A connection to a game that is on this side of the wire.
class Here extends Live {
  /** @param {LocalGame} game */
  constructor(game) {
    super(game.kept.id, null);
    this.isHere = true;
    this.local = game;
    game.send = (message) => { setTimeout(() => this.take(message)); };
  }

  /** @override */
  connect() {
    const { local } = this;
    const socket = { readyState: WebSocket.OPEN, send: (/** @type {string} */ text) => local.take(JSON.parse(text)), close() {} };
    this.socket = /** @type {any} */ (socket);
    this.heardAt = performance.now();
    this.post({ type: "hello", token: null, heard: this.said.length });
  }
}
