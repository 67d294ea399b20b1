// @ts-check
// A lesson: the server says what is asked and what is to be said of each move that is tried. What is mastered stays here.
import { Choice } from "./choice.js";
import { $, api, make, show, write } from "./dom.js";
import { keepProgress, masteredOf, progressOf } from "./mastered.js";
import { keeps } from "./storage.js";

const root = $("lesson");
const tasks = Number(root.dataset.tasks);
const game = root.dataset.game ?? "";
const SIGNS = { right: "Right!", fine: "Not that one.", wrong: "No." };
const still = matchMedia("(prefers-reduced-motion: reduce)");
const LOOK = 900; // milliseconds for a move that is taken back, and for the other's answer to it

/** @param {string} path */
const ask = (path) => api(`/api/lessons/${game}/${path}`);

class Lesson {
  constructor() {
    this.at = 0;
    this.task = /** @type {Wire.LessonTask | null} */ (null);
    this.failed = /** @type {Set<string>} */ (new Set());
    this.hints = 0;
    this.over = false;
    this.shown = 0; // counts what is shown on the board, so that what came before it is dropped
    this.timer = 0;
    this.solved = progressOf(game);
    this.choice = new Choice((move) => this.attempt(move));
    $("next").addEventListener("click", () => this.onward());
    $("help").addEventListener("click", () => this.hint());
    $("back").addEventListener("click", () => this.go(Math.max(0, this.at - 1)));
    $("again").addEventListener("click", () => this.go(0));
    $("frame").addEventListener("pointerdown", () => this.comeBack(), { capture: true });
    addEventListener("keydown", () => this.comeBack(), { capture: true });
  }

  // Begin with what is not mastered yet; the places are known by their numbers.
  async begin() {
    const first = [...Array(tasks).keys()].find((at) => !this.solved[at]);
    await this.go(first ?? 0);
    show($("unkept"), !keeps());
  }

  /** @param {number} at */
  async go(at) {
    try {
      const task = /** @type {Wire.LessonTask} */ (await ask(String(at)));
      [this.at, this.task, this.failed, this.hints, this.over] = [at, task, new Set(), 0, false];
      this.draw();
    } catch (/** @type {any} */ problem) {
      this.refuse(problem);
    }
  }

  // --- what is shown ---

  draw() {
    const task = /** @type {Wire.LessonTask} */ (this.task);
    root.dataset.ply = String(this.at); // until then the style sheet shows no panel, so that nothing jumps
    show($("end"), false);
    show($("task"));
    write($("place"), task.place);
    for (const [id, text] of /** @type {const} */ ([["variation", task.variation], ["teaching", task.text], ["ask", task.ask]])) {
      write($(id), text ?? "");
      show($(id), Boolean(text));
    }
    for (const id of /** @type {const} */ (["verdict", "said", "next", "refusal"])) show($(id), false);
    show($("help"));
    show($("back"), this.at > 0);
    this.drawMap();
    this.ready();
  }

  // The task's position, with all that may be tried.
  ready() {
    const task = /** @type {Wire.LessonTask} */ (this.task);
    this.picture(task.view, task.view.scene.options ?? []);
  }

  /** @param {Wire.View} view @param {Wire.OptionData[]} options */
  picture(view, options) {
    clearTimeout(this.timer);
    this.timer = 0;
    this.shown += 1;
    this.choice.show(view.scene, options, `${this.at} ${this.shown} ${view.position}`);
    $("notes").replaceChildren(...(view.scene.notes ?? []).map((note) => make("p", { className: "note", textContent: note })));
  }

  drawMap() {
    const signs = [...Array(tasks).keys()].map((at) => {
      const state = { true: "mastered", false: "tried" }[String(this.solved[at])] ?? "not yet";
      const item = make("li", { className: `${state.replace(" ", "-")}${at === this.at ? " now" : ""}` });
      const words = make("span", { className: "unseen", textContent: `${at + 1}: ${state}` });
      item.append(words);
      if (at === this.at) item.setAttribute("aria-current", "step");
      return item;
    });
    $("map").replaceChildren(...signs);
    show($("map"));
  }

  // --- a try ---

  /** @param {string} move */
  async attempt(move) {
    if (this.over) return;
    const at = this.at;
    try {
      const answer = /** @type {Wire.LessonAnswer} */ (await ask(`${at}/answer?move=${encodeURIComponent(move)}`));
      if (at === this.at && !this.over) await this.tell(move, answer);
    } catch (/** @type {any} */ problem) {
      this.refuse(problem);
    }
  }

  /** @param {string} move @param {Wire.LessonAnswer} answer */
  async tell(move, answer) {
    if (answer.kind !== "right") this.failed.add(move);
    const left = this.task?.tries ? this.task.tries - this.failed.size : null;
    this.over = answer.kind === "right" || left === 0;
    const standing = answer.kind === "right" ? "" : await this.standing(left);
    show($("refusal"), false);
    this.say(answer.kind, `${SIGNS[answer.kind]} ${answer.words} ${standing}`.trim());
    write($("said"), (answer.said ?? []).join(" "));
    show($("said"), Boolean(answer.said?.length));
    if (this.over) this.note(answer.kind === "right" && this.hints < 2 && !(this.task?.tries && this.failed.size));
    show($("next"), this.over);
    show($("help"), !this.over);
    this.look(answer);
    if (this.over) $("next").focus({ preventScroll: true });
  }

  /** @param {number | null} left */
  async standing(left) {
    if (left === null) return "Try again.";
    if (left) return `Try again: ${left} ${left === 1 ? "try" : "tries"} left.`;
    return (/** @type {Wire.LessonHints} */ (await ask(`${this.at}/hints`))).second;
  }

  // Where the move leads. What is not right is taken back, after a look at it and at the other's answer.
  /** @param {Wire.LessonAnswer} answer */
  look(answer) {
    if (this.over) this.picture(answer.view, []);
    else if (still.matches) this.ready();
    else {
      this.picture(answer.view, []);
      this.timer = setTimeout(() => {
        if (!answer.then) return this.ready();
        this.picture(answer.then, []);
        this.timer = setTimeout(() => this.ready(), 2 * LOOK);
      }, LOOK);
    }
  }

  comeBack() {
    if (this.timer) this.ready();
  }

  /** @param {"right" | "fine" | "wrong"} kind @param {string} words */
  say(kind, words) {
    $("verdict").className = `verdict ${kind}`;
    write($("verdict"), words);
    show($("verdict"));
  }

  async hint() {
    try {
      const hints = /** @type {Wire.LessonHints} */ (await ask(`${this.at}/hints`));
      this.hints += 1;
      this.say("fine", this.hints === 1 ? hints.first : hints.second);
    } catch (/** @type {any} */ problem) {
      this.refuse(problem);
    }
  }

  /** @param {boolean} mastered */
  note(mastered) {
    this.solved[this.at] = mastered || !this.task?.tries;
    keepProgress(game, this.solved);
    this.drawMap();
  }

  onward() {
    if (this.at + 1 < tasks) {
      this.go(this.at + 1).then(() => $("ask").focus({ preventScroll: true }));
      return;
    }
    const done = masteredOf(this.solved, tasks);
    write($("end-words"), done === tasks ? "You have mastered all of it." : `${done} of ${tasks} mastered. What is missing comes first next time.`);
    show($("task"), false);
    show($("end"));
    $("end-title").focus({ preventScroll: true });
  }

  /** @param {Error} problem */
  refuse(problem) {
    root.dataset.ply = String(this.at);
    write($("refusal"), problem.message);
    show($("refusal"));
  }
}

new Lesson().begin();
