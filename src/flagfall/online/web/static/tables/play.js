// @ts-check
// To a game against a bot that is played in the browser.
import { place } from "../place.js";
import { TABLES } from "./names.js";

/** @typedef {{ game?: string, start?: string, seat: string, bot: string }} Wanted a game, or the position that it begins with */

/** @param {Wanted} wanted */
export function playHere({ start = "", game = start.split(" ")[0], seat, bot }) {
  const asked = new URLSearchParams({ bot, seat, ...start && { start } });
  location.assign(place(`/play/${game}?${asked}`));
}

// Whether the browser has the table that this needs.
/** @param {string | undefined} game @param {Record<string, string>} [settings] what differs from the book */
export const canPlayHere = (game = "", settings = {}) => TABLES.includes(game) && !Object.keys(settings).length;
