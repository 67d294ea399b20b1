// @ts-check
// What somebody has mastered of a lesson: by the number of a task, whether it went right. It stays in this browser.
import { keep, kept } from "./storage.js";

/** @param {string} game */
const keyOf = (game) => `flagfall.lesson.${game}`;

/** @param {string} game @returns {Record<string, boolean>} */
export function progressOf(game) {
  try {
    const found = JSON.parse(kept(keyOf(game)) ?? "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

/** @param {string} game @param {Record<string, boolean>} solved */
export const keepProgress = (game, solved) => keep(keyOf(game), JSON.stringify(solved));

/** @param {Record<string, boolean>} solved @param {number} tasks */
export const masteredOf = (solved, tasks) => [...Array(tasks).keys()].filter((at) => solved[at] === true).length;
