// The games that were played in this browser, so that a closed tab is no lost game. Kept here and nowhere else.
// An entry: {id, hash, title, terms, status, turn, over, forgotten, invitation}. `hash` may be the only key to a seat.
import { keep, kept } from "./storage.js";

const KEY = "flagfall.games";
const MOST = 12; // so many that are over, and so many that were forgotten; those that are played are never dropped
let unkept = null; // where nothing can be kept: what there would be, as long as this page is open

export function recent() {
  try {
    return unkept ?? JSON.parse(kept(KEY)) ?? [];
  } catch {
    return [];
  }
}

export const recall = (id) => recent().find((game) => game.id === id);
export const drop = (id) => save(recent().filter((game) => game.id !== id));

// Whether it will be there when the page is opened again.
export function remember(id, entry) {
  const known = { ...recall(id), ...entry, id };
  return save([known, ...recent().filter((game) => game.id !== id)]);
}

// A link was renewed: it is the same in a game and in its rematches.
export const rekey = (old, hash) =>
  save(recent().map((game) => (game.hash === old ? { ...game, hash, renewing: undefined } : game)));

// The same for a game that stays at its place in the list.
export const renew = (id, entry) => save(recent().map((game) => (game.id === id ? { ...game, ...entry } : game)));

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

function pruned(games, most) {
  const counts = { over: 0, forgotten: 0 };
  return games.filter((game) => {
    const kind = game.forgotten ? "forgotten" : game.over ? "over" : null;
    if (!kind) return true;
    counts[kind] += 1;
    return counts[kind] <= most;
  });
}
