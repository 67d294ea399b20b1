// @ts-check
// A game is made by the server, whose answer is a link; against a bot it may be played here, where there is none. The last one against a bot is remembered, so that one tap repeats it.
import { api, random } from "../dom.js";
import { seatHash } from "../link.js";
import { alone } from "../place.js";
import { remember } from "../recent.js";
import { keep, kept } from "../storage.js";
import { canPlayHere, playHere } from "../tables/play.js";
import { rivalWords, terms } from "../words.js";

/** @typedef {{ game: string, title: string, bot: string, seat: string }} Last */
/** @typedef {{ mine: Wire.SeatName[], theirs?: Wire.SeatName, body: Wire.CreateGame }} Wish */

const LAST = "flagfall.last";

/** @returns {Last | null} */
export function lastGame() {
  try {
    const found = JSON.parse(kept(LAST) ?? "null");
    return found && ["game", "title", "bot", "seat"].every((name) => typeof found[name] === "string") ? found : null;
  } catch {
    return null;
  }
}

/** @param {Last} last */
export const keepLast = (last) => keep(LAST, JSON.stringify(last));

/** @param {Wire.SeatName} mine @param {string} other @returns {Record<Wire.SeatName, string>} */
export const seated = (mine, other) => (mine === "P1" ? { P1: "link", P2: other } : { P1: other, P2: "link" });

// Until a game is made, the same wish has the same key: to repeat it doesn't make another.
export const newKey = () => random();

// Make the game, remember it, and go there.
/** @param {Wish} wish @param {string} title @param {string | null} bot */
export async function makeGame({ mine, theirs, body }, title, bot) {
  const here = { game: body.game, seat: mine[0], bot: bot ?? "" };
  if (alone) {
    playHere(here);
    return;
  }
  /** @type {Wire.Created | null} */
  const made = await api("/api/games", { body }).catch((problem) => {
    if (problem.code !== "unreached" || !bot || !canPlayHere(body.game, body.settings)) throw problem;
    playHere(here);
    return null;
  });
  if (!made) return;
  const { id, seats } = made;
  const tokens = mine.map((seat) => /** @type {string} */ (seats[seat].token));
  const invitation = theirs ? seats[theirs].token : null;
  const about = { title, terms: terms(rivalWords(bot), mine, Date.now()) };
  const kept = remember(id, { hash: seatHash(tokens), ...about, status: "Just made.", invitation });
  location.assign(`/g/${id}${seatHash(tokens, kept ? null : invitation)}`);
}
