// @ts-check
// How things are said.

/** @type {Record<Wire.SeatName, string>} */
export const PLAYERS = { P1: "Player 1", P2: "Player 2" };
/** @type {(player: Wire.SeatName) => Wire.SeatName} */
export const other = (player) => (player === "P1" ? "P2" : "P1");

// A reason as the server gives it, as a sentence that can stand among others.
/** @param {string} text */
export function sentence(text) {
  const begun = text.trim().replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?…]["')\]]?$/u.test(begun) || !begun ? begun : `${begun}.`;
}

export const UNREACHED = "The server can't be reached. Check your connection, and try again.";
const UNREAD = "The server did not understand this page. Load it anew, and try again.";

// What a refusal says to people. What is wrong with a message as such is for programs.
/** @param {{ code: string, reason: string }} problem */
export const refusal = ({ code, reason }) => (code === "bad-message" ? UNREAD : sentence(reason));

// Whom one plays against from a seat, and since when: what tells one game from another of the same kind.
/** @param {string} rival @param {Wire.SeatName[]} own @param {number} since */
export function terms(rival, own, since) {
  const seat = own.length > 1 ? "At one screen" : `As ${PLAYERS[own[0]]} against ${rival}`;
  const begun = new Date(since).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  return `${seat}, since ${begun}.`;
}

/** @param {string | null | undefined} bot */
export const rivalWords = (bot) => (bot ? `the bot ${bot.replace(":", " ")}` : "a person");

// How a game stands for whoever has the seats `mine`: one, or on a shared screen both, or none.
/** @param {Pick<Wire.State, "outcome" | "waiting">} state @param {Wire.SeatName[]} mine */
export function standing({ outcome, waiting = [] }, mine, free = false) {
  if (outcome) return sentence(outcome.text);
  const own = waiting.filter((player) => mine.includes(player)).sort();
  if (own.length) return mine.length > 1 ? `${PLAYERS[own[0]]}, it is your turn.` : "It is your turn.";
  if (free) return "Waiting for somebody to take the other seat.";
  return `Waiting for ${waiting.map((player) => PLAYERS[player]).join(" and ")}.`;
}
