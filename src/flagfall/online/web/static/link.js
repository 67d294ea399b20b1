// @ts-check
// What an address says behind its #, where no server sees it: the secret of a seat, of both (at a shared screen), or an
// invitation to one. Nothing there is somebody who watches.
const TOKEN = /^[\w-]{22,128}$/;
const JOIN = "join-";
const INVITING = "~"; // behind a seat's secret the invitation to the other, where the browser can't keep it

// The tokens of seats, or `join`, an invitation; `elsewhere` is a place on the page, and no secret.
/**
 * @typedef {{ tokens: string[], join?: string, inviting?: string, elsewhere?: boolean, cut?: boolean }} Link
 * @param {string} hash
 * @returns {Link}
 */
export function read(hash) {
  const [secret, inviting] = trimmed(hash).split(INVITING);
  if (!secret) return { tokens: [] };
  if (document.getElementById(secret)) return { tokens: [], elsewhere: true };
  if (secret.startsWith(JOIN)) return whole([secret.slice(JOIN.length)], ([join]) => ({ tokens: [], join }));
  return whole(secret.split("."), (tokens) => ({ tokens, inviting }));
}

// Messages often put a full stop or a bracket behind a link.
/** @param {string} hash */
const trimmed = (hash) => hash.slice(1).replace(/[^\w-]+$/, "");

/** @param {string[]} tokens @param {(tokens: string[]) => Link} meaning @returns {Link} */
const whole = (tokens, meaning) => (tokens.length < 3 && tokens.every((token) => TOKEN.test(token)) ? meaning(tokens) : { tokens: [], cut: true });

/** @param {string[]} tokens @param {string | null} [inviting] */
export const seatHash = (tokens, inviting) => `#${tokens.join(".")}${inviting ? INVITING + inviting : ""}`;
/** @param {string} game */
export const address = (game, hash = "") => `${location.origin}/g/${game}${hash}`;
/** @param {string} invitation */
export const joinHash = (invitation) => `#${JOIN}${invitation}`;
