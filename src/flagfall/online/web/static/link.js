// What an address says behind its #, where no server sees it: the secret of a seat, of both (at a shared screen), or an
// invitation to one. Nothing there is somebody who watches.
import { $ } from "./dom.js";

const TOKEN = /^[\w-]{22,128}$/;
const JOIN = "join-";
const INVITING = "~"; // behind a seat's secret the invitation to the other, where the browser can't keep it

// {tokens} | {join} | {elsewhere} | {cut}; `elsewhere` is a place on the page, and no secret.
export function read(hash) {
  const [secret, inviting] = trimmed(hash).split(INVITING);
  if (!secret) return { tokens: [] };
  if ($(secret)) return { elsewhere: true };
  if (secret.startsWith(JOIN)) return whole([secret.slice(JOIN.length)], ([join]) => ({ join }));
  return whole(secret.split("."), (tokens) => ({ tokens, inviting }));
}

// Messages often put a full stop or a bracket behind a link.
const trimmed = (hash) => hash.slice(1).replace(/[^\w-]+$/, "");

const whole = (tokens, meaning) => (tokens.length < 3 && tokens.every((token) => TOKEN.test(token)) ? meaning(tokens) : { cut: true });

export const seatHash = (tokens, inviting) => `#${tokens.join(".")}${inviting ? INVITING + inviting : ""}`;
export const address = (game, hash = "") => `${location.origin}/g/${game}${hash}`;
export const joinHash = (invitation) => `#${JOIN}${invitation}`;
