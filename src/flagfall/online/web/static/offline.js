// @ts-check
// What is needed without a network is kept once a page is there; an installed app keeps the lessons and puzzles as well.
// Whoever wants to save data keeps what they have seen.
import { place } from "./place.js";

const INSTALLED = matchMedia("(display-mode: standalone)");
const saving = () => Boolean(/** @type {any} */ (navigator).connection?.saveData);

/** @param {"keep pages" | "keep all"} wish */
async function keep(wish) {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(wish);
}

async function begin() {
  await navigator.serviceWorker.register(place("/worker.js"), { scope: place("/"), updateViaCache: "none" });
  addEventListener("appinstalled", () => keep("keep all"));
  if (INSTALLED.matches) await keep("keep all");
  else if (!saving()) await keep("keep pages");
}

if ("serviceWorker" in navigator) {
  const quietly = () => { begin().catch(() => {}); }; // where a browser refuses, everything works with a network
  if (document.readyState === "complete") quietly();
  else addEventListener("load", quietly);
}
