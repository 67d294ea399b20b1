// @ts-check
// What whoever sits at this browser is called, if they have said so: kept here, and sent only with a game.
import { keep, kept } from "./storage.js";

const NAME = "flagfall.name";
export const LONGEST_NAME = 40;

// Single blanks and none around it; nothing that a screen could not show.
/** @param {string} text */
export const cleaned = (text) => [...text.replace(/\p{C}/gu, " ").replace(/\s+/gu, " ").trim()].slice(0, LONGEST_NAME).join("");
export const ownName = () => cleaned(kept(NAME) ?? "");
/** @param {string} text */
export const keepName = (text) => keep(NAME, cleaned(text));
