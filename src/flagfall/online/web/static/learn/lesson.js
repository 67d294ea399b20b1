// @ts-check
// A lesson: task after task, and a map of what is mastered, which stays here.
import { $, make, show, write } from "../dom.js";
import { keeps } from "../storage.js";
import { keepProgress, masteredOf, numbered, progressOf } from "./mastered.js";
import { Trying } from "./trying.js";

const root = $("lesson");
const tasks = Number(root.dataset.tasks);
const game = root.dataset.game ?? "";

class Lesson extends Trying {
  constructor() {
    super();
    this.at = 0;
    this.solved = progressOf("lesson", game);
    $("back").addEventListener("click", () => this.go(Math.max(0, this.at - 1)));
    $("again").addEventListener("click", () => this.go(0));
  }

  // Begin with what is not mastered yet; the places are known by their numbers.
  async begin() {
    await this.go(numbered(tasks).find((at) => !this.solved[at]) ?? 0);
    show($("unkept"), !keeps());
  }

  /** @param {number} at */
  async go(at) {
    const before = this.at;
    this.at = at;
    if (!await this.open(`/api/lessons/${game}/${at}/entry`)) this.at = before;
  }

  /** @override */
  draw() {
    show($("end"), false);
    super.draw();
    show($("back"), this.at > 0);
    this.drawMap();
  }

  /** @override */
  settled() {
    root.dataset.ply = String(this.at);
  }

  drawMap() {
    const signs = numbered(tasks).map((at) => {
      const state = { true: "mastered", false: "tried" }[String(this.solved[at])] ?? "not yet";
      const item = make("li", { className: `${state.replace(" ", "-")}${at === this.at ? " now" : ""}` });
      item.append(make("span", { className: "unseen", textContent: `${at + 1}: ${state}` }));
      if (at === this.at) item.setAttribute("aria-current", "step");
      return item;
    });
    $("map").replaceChildren(...signs);
    show($("map"));
  }

  /** @override @param {boolean} mastered */
  note(mastered) {
    this.solved[this.at] = mastered || !this.task.tries;
    keepProgress("lesson", game, this.solved);
    this.drawMap();
  }

  /** @override */
  onward() {
    if (this.at + 1 < tasks) {
      this.go(this.at + 1).then(() => $("ask").focus({ preventScroll: true }));
      return;
    }
    const done = masteredOf(this.solved, numbered(tasks));
    write($("end-words"), done === tasks ? "You have mastered all of it." : `${done} of ${tasks} mastered. What is missing comes first next time.`);
    show($("task"), false);
    show($("end"));
    $("end-title").focus({ preventScroll: true });
  }
}

new Lesson().begin();
