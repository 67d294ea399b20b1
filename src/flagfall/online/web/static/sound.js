// @ts-check
// Sound and vibration, both off until somebody turns them on.

import { keep, kept } from "./storage.js";

/** @type {Record<string, boolean>} */
const on = {}; // as long as the page is open, also where nothing can be kept
/** @param {string} name */
const remembered = (name) => on[name] ?? kept(`flagfall.${name}`) === "on";
/** @type {AudioContext | null} */
let context = null;

/** @param {HTMLInputElement} box @param {string} name */
export function bind(box, name) {
  box.checked = remembered(name);
  box.addEventListener("change", () => {
    on[name] = box.checked;
    keep(`flagfall.${name}`, box.checked ? "on" : "off");
    if (box.checked) signal("turn");
  });
}

const TONES = { turn: [[523, 0], [659, 0.11]], moved: [[392, 0]], end: [[523, 0], [659, 0.12], [784, 0.24]] };
const BUZZES = { turn: [60], moved: [20], end: [60, 60, 120] };

/** @param {keyof typeof TONES} what */
export function signal(what) {
  if (remembered("sound")) play(TONES[what]);
  if (remembered("vibration")) navigator.vibrate?.(BUZZES[what]);
}

/** @param {number[][]} tones */
function play(tones) {
  context ??= new AudioContext();
  for (const [pitch, delay] of tones) {
    const [voice, volume] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + delay;
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
    voice.connect(volume).connect(context.destination);
    voice.start(start);
    voice.stop(start + 0.26);
  }
}
