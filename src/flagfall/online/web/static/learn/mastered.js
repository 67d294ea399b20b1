// @ts-check
// What somebody has mastered: by the number of a lesson's task or the name of a puzzle, whether it went right. It stays
// in this browser.
import { keep, kept } from "../storage.js";

/** @typedef {Record<string, boolean>} Solved */
/** @typedef {"lesson" | "puzzles"} Kind */
/** @typedef {{ day: number, streak: number, best: number }} Streak */

/** @param {Kind} kind @param {string} game */
const keyOf = (kind, game) => `flagfall.${kind}.${game}`;
const STREAK = "flagfall.daily";

/** @param {string} key @returns {any} */
function found(key) {
  try {
    const read = JSON.parse(kept(key) ?? "{}");
    return read && typeof read === "object" && !Array.isArray(read) ? read : {};
  } catch {
    return {};
  }
}

/** @param {Kind} kind @param {string} game @returns {Solved} */
export const progressOf = (kind, game) => found(keyOf(kind, game));
/** @param {Kind} kind @param {string} game @param {Solved} solved */
export const keepProgress = (kind, game, solved) => keep(keyOf(kind, game), JSON.stringify(solved));

/** @param {Solved} solved @param {Iterable<string | number>} names */
export const masteredOf = (solved, names) => [...names].filter((name) => solved[name] === true).length;
/** @param {number} tasks */
export const numbered = (tasks) => [...Array(tasks).keys()];

// How many days in a row the puzzle of the day was found; a day that was left out ends it.
/** @param {number} day */
export function streakOn(day) {
  const { day: last = -2, streak = 0, best = 0 } = /** @type {Partial<Streak>} */ (found(STREAK));
  return { last, streak: last >= day - 1 ? streak : 0, best };
}

/** @param {number} day */
export function foundOn(day) {
  const { last, streak, best } = streakOn(day);
  if (last === day) return;
  keep(STREAK, JSON.stringify({ day, streak: streak + 1, best: Math.max(best, streak + 1) }));
}
