// @ts-check
// The tables that there are, each fetched once, when it is first wanted.
import { TABLES } from "./names.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Map<string, Promise<Table | null>>} */
const known = new Map();

// The table of a game by its book's rules; null where there is none, or it can't be had now.
/** @param {string} game */
export function tableOf(game) {
  const found = known.get(game) ?? (TABLES.includes(game) ? fetched(game) : Promise.resolve(null));
  known.set(game, found);
  return found;
}

/** @param {string} game @returns {Promise<Table | null>} */
async function fetched(game) {
  try {
    const answer = await fetch(new URL(`${game}.table`, import.meta.url));
    if (!answer.ok) throw new Error(`${answer.status}`);
    const { Table } = await import("./table.js");
    return await Table.read(answer);
  } catch {
    known.delete(game); // the next who asks may have better luck
    return null;
  }
}
