// @ts-check
// From a link to a seat: what comes before a game is shown.
import { $, api, random, show, write } from "./dom.js";
import { read, seatHash } from "./link.js";
import { drop, recall, rekey, remember } from "./recent.js";
import { UNREACHED } from "./words.js";

const CUT = "This link is not complete. Ask for it again, and take care to copy all of it.";
const [FIRST_WAIT, LONGEST_WAIT] = [500, 8000];
const TRIES = 3;
const LATER = [429, 503]; // answers that may be others in a moment

// The tokens of the link's seats, none for a watcher; null if the link leads nowhere. `tell` says why it takes long.
/** @param {string} game @param {(words: string) => void} tell */
export async function enter(game, tell) {
  const link = linkOf(game);
  if (link.cut) {
    lost(CUT);
    return null;
  }
  const hash = link.join ? await joined(game, link.join, tell) : seatHash(link.tokens);
  settle(hash, link.inviting ? { inviting: link.inviting } : {});
  const { tokens } = read(hash);
  return renewing(game) && tokens.length === 1 ? [await renewSeat(game, tokens[0]).catch(() => tokens[0])] : tokens;
}

// What the address says from now on, and what is kept with it: that is there after a reload too, whatever the browser
// keeps else.
/** @param {string} hash @param {{ inviting?: string, joining?: string, renewing?: string, renewed?: boolean }} kept */
function settle(hash, kept = {}) {
  history.replaceState({ ...history.state, ...kept }, "", hash === "#" ? location.pathname : hash);
}

// A place on the page in the address has taken the place of the secret; it may be remembered.
/** @param {string} game */
function linkOf(game) {
  const link = read(location.hash);
  return link.elsewhere ? read(recall(game)?.hash ?? "") : link;
}

// Say that the link is none, and offer what there is without one.
/** @param {string} words */
export function lost(words) {
  write($("lost-words"), words);
  show($("lost"));
  show($("connection"), false);
}

/** @param {string} game @param {string} invitation @param {(words: string) => void} tell */
async function joined(game, invitation, tell) {
  try {
    return await join(game, invitation, tell);
  } catch (/** @type {any} */ problem) {
    if (recall(game)?.joining) drop(game);
    write($("refusal"), `${problem.message} You are watching.`);
    show($("refusal"));
    return "#";
  }
}

// Take the seat that an invitation is for, once; the secret is made here, so that a repeat gets the same seat.
/** @param {string} game @param {string} invitation @param {(words: string) => void} tell @returns {Promise<string>} */
async function join(game, invitation, tell) {
  const known = recall(game);
  if (known?.hash && !known.joining) return known.hash;
  const hash = history.state?.joining ?? known?.hash ?? seatHash([random()]);
  settle(location.hash, { joining: hash });
  remember(game, { hash, title: document.title, status: "Joining.", joining: true });
  /** @type {Wire.JoinGame} */
  const body = { invitation, token: read(hash).tokens[0] };
  await persistently(() => api(`/api/games/${game}/join`, { body }), tell);
  remember(game, { joining: false });
  settle(location.hash, { joining: undefined });
  return hash;
}

/** @param {number} wait */
const rest = (wait) => new Promise((done) => { setTimeout(done, wait); });

/** @param {() => Promise<any>} ask @param {(words: string) => void} tell */
async function persistently(ask, tell) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      return await ask();
    } catch (/** @type {any} */ problem) {
      if (problem.status && !LATER.includes(problem.status)) throw problem;
      tell(`${problem.status ? problem.message : UNREACHED} Trying again …`);
      await rest(wait);
    }
  }
}

// --- new links ---

/** @param {string} game @returns {string | undefined} */
const renewing = (game) => history.state?.renewing ?? recall(game)?.renewing;

// A new link to one's seat. Its secret is made and kept here before it is asked for, so that no lost answer loses the
// seat: what was begun is asked for again, and `enter` does so after a reload.
/** @param {string} game @param {string} old */
export async function renewSeat(game, old) {
  const token = renewing(game) ?? random();
  remember(game, { hash: seatHash([old]), renewing: token });
  settle(location.hash, { renewing: token });
  try {
    await renew(game, old, { what: "seat", token });
  } catch (/** @type {any} */ problem) {
    if (!unsure(problem)) {
      remember(game, { renewing: undefined });
      settle(location.hash, { renewing: undefined });
    }
    throw problem;
  }
  rekey(seatHash([old]), seatHash([token]));
  settle(seatHash([token]), { renewing: undefined, renewed: true });
  return token;
}

/** @param {string} game @param {string} seat */
export async function renewInvitation(game, seat) {
  const { token } = await renew(game, seat, { what: "invitation", token: random() });
  remember(game, { invitation: token });
  settle(location.hash, { inviting: token });
}

// Whether it may have been done all the same.
/** @param {{ status?: number }} problem */
const unsure = ({ status }) => !status || status >= 500;

/** @param {string} game @param {string} token @param {Wire.RenewLink} body @returns {Promise<Wire.Joined>} */
async function renew(game, token, body, tries = TRIES) {
  try {
    return await api(`/api/games/${game}/renew`, { token, body });
  } catch (/** @type {any} */ problem) {
    if (!unsure(problem) || tries === 1) throw problem;
    await rest(FIRST_WAIT);
    return renew(game, token, body, tries - 1);
  }
}
