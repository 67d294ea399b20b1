// @ts-check
// Keeps what the pages need without a network, and nothing else: files, pages and data that are the same for everybody.
// What belongs to a game that is played, or to a link, is never looked at.

/**
 * The line that the server fills in: the tag of every file, which changes with its content; pages; of these the ones whose
 * question only scripts read; and data that an installed app keeps as well.
 * @type {{ files: Record<string, string>, pages: string[], scripted: string[], data: string[] }}
 */
const KEPT = { files: {}, pages: [], scripted: [], data: [] };

const NAME = "flagfall";
const AT_ONCE = 4;
const PAUSE = 250; // milliseconds between requests that nobody waits for
const SLOW = 4000; // milliseconds after which what is kept will do

const worker = /** @type {any} */ (self);
/** @type {string} */
const scope = worker.registration.scope;

/** @param {string} tag */
const keyOf = (tag) => `${scope}kept/${tag}`;
/** @param {string} path */
const addressOf = (path) => new URL(path, scope).href;
/** @param {number} time */
const rest = (time) => new Promise((done) => { setTimeout(done, time); });

// --- keeping ---

/** @param {string} path */
async function fetched(path) {
  const answer = await fetch(addressOf(path), { credentials: "same-origin", cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

// Files by their content: one that has not changed is not fetched again, whatever its address is now.
async function keepFiles() {
  const cache = await caches.open(NAME);
  const waiting = Object.entries(KEPT.files);
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, tag] = next;
      if (!(await cache.match(keyOf(tag)))) await cache.put(keyOf(tag), await fetched(path));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** @param {string[]} paths */
async function keepRest(paths) {
  const cache = await caches.open(NAME);
  for (const path of paths) {
    if (await cache.match(addressOf(path))) continue;
    await fetched(path).then((answer) => cache.put(addressOf(path), answer)).catch(() => rest(10 * PAUSE));
    await rest(PAUSE);
  }
}

async function dropOld() {
  const cache = await caches.open(NAME);
  const wanted = new Set([...Object.values(KEPT.files).map(keyOf), ...[...KEPT.pages, ...KEPT.data].map(addressOf)]);
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
}

// --- answering ---

/** @param {string} path @param {Request} request */
async function file(path, request) {
  return (await caches.match(keyOf(KEPT.files[path]))) ?? fetch(request);
}

// What is new, if it can be had soon; else what was kept.
/** @param {string} path @param {Request} request */
async function fresh(path, request) {
  const cache = await caches.open(NAME);
  const old = await cache.match(addressOf(path));
  const asked = fetch(request).then((answer) => {
    if (answer.ok && answer.type === "basic" && !answer.redirected) cache.put(addressOf(path), answer.clone());
    return answer.status < 500 || !old ? answer : old;
  });
  if (!old) return asked;
  return Promise.race([asked.catch(() => old), rest(SLOW).then(() => old)]);
}

/** @param {FetchEvent} event */
function answer(event) {
  const { request } = event;
  const { href, search } = new URL(request.url);
  if (request.method !== "GET" || !href.startsWith(scope) || request.headers.has("Authorization")) return;
  const path = href.slice(scope.length).split(/[?#]/)[0];
  if (path in KEPT.files) event.respondWith(file(path, request));
  else if (KEPT.scripted.includes(path) || (!search && (KEPT.pages.includes(path) || KEPT.data.includes(path)))) {
    event.respondWith(fresh(path, request));
  }
}

/** @typedef {Event & { request: Request, respondWith: (answer: Promise<Response>) => void }} FetchEvent */

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepFiles().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(dropOld().then(() => worker.clients.claim())));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "keep pages") event.waitUntil(keepRest(KEPT.pages));
  if (event.data === "keep all") event.waitUntil(keepRest([...KEPT.pages, ...KEPT.data]));
});
worker.addEventListener("fetch", answer);
