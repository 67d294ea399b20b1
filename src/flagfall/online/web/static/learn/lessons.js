// @ts-check
// How much of each lesson is mastered, wherever a page names one.
import { write } from "../dom.js";
import { masteredOf, numbered, progressOf } from "./mastered.js";

// What stands there stays where nothing is mastered; `before` comes first where something is.
export function tellMastered(before = "") {
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll("[data-lesson]");
  for (const place of places) {
    const tasks = Number(place.dataset.tasks);
    const done = masteredOf(progressOf("lesson", place.dataset.lesson ?? ""), numbered(tasks));
    if (done) write(place, before + (done === tasks ? "mastered" : `${done} of ${tasks} mastered`));
  }
}

if (document.getElementById("learn-title")) addEventListener("pageshow", () => tellMastered());
