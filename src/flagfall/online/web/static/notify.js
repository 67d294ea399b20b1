// @ts-check
// A word from the browser when it is one's turn and the page is not looked at. Nobody is asked for leave before wanting
// it.
import { remembered, turn } from "./sound.js";

const NAME = "notices";

// The box that switches it on; `told` gets what there is to say about it.
/** @param {HTMLInputElement} box @param {HTMLElement} place @param {(words: string) => void} told */
export function bind(box, place, told) {
  place.hidden = !("Notification" in globalThis);
  if (place.hidden) return;
  box.checked = remembered(NAME) && Notification.permission === "granted";
  box.addEventListener("change", async () => {
    const allowed = box.checked && (await Notification.requestPermission()) === "granted";
    if (box.checked && !allowed) told("This browser allows no notices of this page. Its settings can.");
    box.checked = allowed;
    turn(NAME, allowed);
  });
}

/** @param {string} title @param {string} body */
export function notify(title, body) {
  if (!document.hidden || !remembered(NAME) || !("Notification" in globalThis) || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(title, { body, tag: location.pathname });
    notice.addEventListener("click", () => { window.focus(); notice.close(); });
  } catch { /* some telephones have notices only for installed pages */ }
}
