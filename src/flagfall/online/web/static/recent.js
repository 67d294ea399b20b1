// The games that were played in this browser, so that a closed tab is no lost game. Kept here and nowhere else.

const KEY = "flagfall.games";
const MOST = 12;

export function recent() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

const keep = (games) => localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));

export function remember(id, entry) {
  const known = recent().find((game) => game.id === id);
  keep([{ ...known, ...entry, id }, ...recent().filter((game) => game.id !== id)]);
}

export const recall = (id) => recent().find((game) => game.id === id);
export const forget = (id) => keep(recent().filter((game) => game.id !== id));

// A link was renewed: it is the same in a game and in its rematches.
export function rekey(old, token) {
  const hash = `#${token}`;
  keep(recent().map((game) => (game.hash === `#${old}` ? { ...game, hash, renewing: undefined } : game)));
}
