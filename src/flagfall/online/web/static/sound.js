// @ts-check
// Sound and vibration, both off until somebody turns them on. Sounds are of wood and paper, made here; none is the only
// sign of anything.

import { keep, kept } from "./storage.js";

/** @type {Record<string, boolean>} */
const on = {}; // as long as the page is open, also where nothing can be kept
/** @param {string} name */
export const remembered = (name) => on[name] ?? kept(`flagfall.${name}`) === "on";
/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let hiss = null;

/** @param {string} name @param {boolean} wanted */
export function turn(name, wanted) {
  on[name] = wanted;
  keep(`flagfall.${name}`, wanted ? "on" : "off");
}

/** @param {HTMLInputElement} box @param {string} name @param {(on: boolean) => void} [turned] */
export function bind(box, name, turned = (now) => { if (now) signal("turn"); }) {
  box.checked = remembered(name);
  box.addEventListener("change", () => {
    turn(name, box.checked);
    turned(box.checked);
  });
}

/**
 * One stroke of a sound: when it begins and how long it rings, in seconds, its pitch, and how narrow (0 is a pure tone,
 * anything else the width of what is let through of a hiss).
 * @typedef {{ at: number, long: number, pitch: number, width: number, loud: number }} Stroke
 */

const LOUDEST = 0.125; // -18 dB
/** @param {number} at @param {number} long @param {number} pitch @param {number} width @param {number} loud @returns {Stroke} */
const stroke = (at, long, pitch, width = 0, loud = 1) => ({ at, long, pitch, width, loud });
/** @param {number} pitch */
const tock = (pitch) => [stroke(0, 0.09, pitch), stroke(0, 0.03, 4 * pitch, 1.5, 0.7)];

const SOUNDS = {
  "step P1": tock(330), // a third below the other's
  "step P2": tock(392),
  moved: tock(360),
  turn: [...tock(392), ...tock(523).map((each) => ({ ...each, at: each.at + 0.12 }))],
  seal: [stroke(0, 0.14, 92), stroke(0, 0.07, 420, 0.8, 0.8)],
  flip: [stroke(0, 0.035, 3200, 0.7), stroke(0.03, 0.05, 1500, 0.9, 0.5)],
  snap: [stroke(0, 0.04, 1800, 2), stroke(0.035, 0.09, 900, 3, 0.9)],
  end: [...[0, 0.05, 0.09, 0.12, 0.15].map((at) => stroke(at, 0.03, 2400, 4, 0.4)), stroke(0.18, 0.2, 500, 0.5, 0.6)],
};
/** @typedef {keyof typeof SOUNDS} Sound */
/** @type {Partial<Record<Sound, number[]>>} */
const BUZZES = { turn: [60], moved: [20], "step P1": [20], "step P2": [20], snap: [90], end: [60, 60, 120] };

/** @param {Sound} what */
export function signal(what) {
  if (remembered("sound")) play(SOUNDS[what]);
  if (remembered("vibration")) navigator.vibrate?.(BUZZES[what] ?? [15]);
}

/** @param {Stroke[]} strokes */
function play(strokes) {
  context ??= new AudioContext();
  for (const each of strokes) ring(context, each);
}

/** @param {AudioContext} context @param {Stroke} stroke */
function ring(context, { at, long, pitch, width, loud }) {
  const volume = context.createGain();
  const start = context.currentTime + at;
  volume.gain.setValueAtTime(LOUDEST * loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0005, start + long);
  volume.connect(context.destination);
  const source = width ? rushing(context, pitch, width, volume) : humming(context, pitch, start, long, volume);
  source.start(start);
  source.stop(start + long);
}

/** @param {AudioContext} context @param {number} pitch @param {number} start @param {number} long @param {GainNode} into */
function humming(context, pitch, start, long, into) {
  const voice = context.createOscillator();
  voice.type = "triangle";
  voice.frequency.setValueAtTime(pitch, start);
  voice.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + long);
  voice.connect(into);
  return voice;
}

/** @param {AudioContext} context @param {number} pitch @param {number} width @param {GainNode} into */
function rushing(context, pitch, width, into) {
  const [source, filter] = [context.createBufferSource(), context.createBiquadFilter()];
  hiss ??= noise(context);
  source.buffer = hiss;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = width;
  source.connect(filter).connect(into);
  return source;
}

/** @param {AudioContext} context */
function noise(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let number = 0; number < samples.length; number += 1) samples[number] = 2 * Math.random() - 1;
  return buffer;
}
