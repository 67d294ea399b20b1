// @ts-check
// The games that were played in this browser, so that a closed tab is no lost game. Kept here and nowhere else.
import { keep, kept } from "./storage.js";

/**
 * A game; `hash` may be the only key to a seat, and `renewing` is the secret that is to take its place. `scene` is what the
 * seat saw at `ply`. `here` is which game it is, where this browser plays it by itself: there is one of each.
 * @typedef {{ id: string, hash: string, title: string, terms?: string, status: string, turn?: boolean, over?: boolean,
 *   forgotten?: boolean, invitation?: string | null, joining?: boolean, renewing?: string,
 *   ply?: number, scene?: Wire.SceneData, here?: string }} Entry
 */

const KEY = "flagfall.games";
const MOST = 12; // so many that are over, and so many that were forgotten; those that are played are never dropped
/** @type {Entry[] | null} */
let unkept = null; // where nothing can be kept: what there would be, as long as this page is open

/** @returns {Entry[]} */
export function recent() {
  try {
    return unkept ?? JSON.parse(kept(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} id */
export const recall = (id) => recent().find((game) => game.id === id);
/** @param {string} id */
export const drop = (id) => save(recent().filter((game) => game.id !== id));

// Whether it will be there when the page is opened again.
/** @param {string} id @param {Partial<Entry>} entry */
export function remember(id, entry) {
  const known = /** @type {Entry} */ ({ ...recall(id), ...entry, id });
  return save([known, ...recent().filter((game) => game.id !== id)]);
}

// A link was renewed: it is the same in a game and in its rematches.
/** @param {string} old @param {string} hash */
export const rekey = (old, hash) =>
  save(recent().map((game) => (game.hash === old ? { ...game, hash, renewing: undefined } : game)));

// The same for a game that stays at its place in the list.
/** @param {string} id @param {Partial<Entry>} entry */
export const renew = (id, entry) => save(recent().map((game) => (game.id === id ? { ...game, ...entry } : game)));

/** @param {Entry[]} games */
function save(games) {
  for (let most = MOST; most >= 0; most -= 1) {
    if (keep(KEY, JSON.stringify(pruned(games, most)))) {
      unkept = null;
      return true;
    }
  }
  unkept = games;
  return false;
}

/** @param {Entry[]} games @param {number} most */
function pruned(games, most) {
  const counts = { over: 0, forgotten: 0 };
  return games.filter((game) => {
    const kind = game.forgotten ? "forgotten" : game.over ? "over" : null;
    if (!kind) return true;
    counts[kind] += 1;
    return counts[kind] <= most;
  });
}
