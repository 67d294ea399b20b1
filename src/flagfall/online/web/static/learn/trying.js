// @ts-check
// A task on the board: a move is tried, and what there is to say of it is known already. What is not right is taken back.
import { Choice } from "../choice.js";
import { $, api, make, show, write } from "../dom.js";

const SIGNS = { right: "Right!", fine: "Not that one.", wrong: "No." };
const still = matchMedia("(prefers-reduced-motion: reduce)");
const LOOK = 900; // milliseconds for a move that is taken back, and for the other's answer to it

export class Trying {
  constructor() {
    this.entry = /** @type {Wire.LessonEntry | null} */ (null);
    this.failed = /** @type {Set<string>} */ (new Set());
    this.hints = 0;
    this.over = false;
    this.shown = 0; // counts what is shown on the board, so that what came before it is dropped
    this.timer = 0;
    this.choice = new Choice((move) => this.attempt(move));
    $("next").addEventListener("click", () => this.onward());
    $("help").addEventListener("click", () => this.hint());
    $("frame").addEventListener("pointerdown", () => this.comeBack(), { capture: true });
    addEventListener("keydown", () => this.comeBack(), { capture: true });
  }

  get task() {
    return /** @type {Wire.LessonEntry} */ (this.entry).task;
  }

  // A task is over; `mastered` is whether it went right by itself.
  /** @param {boolean} _mastered */
  note(_mastered) {}
  onward() {}

  // Show the task that is answered at this address; whether it could be.
  /** @param {string} address */
  async open(address) {
    try {
      this.entry = /** @type {Wire.LessonEntry} */ (await api(address));
    } catch (/** @type {any} */ problem) {
      this.refuse(problem);
      return false;
    }
    [this.failed, this.hints, this.over] = [new Set(), 0, false];
    this.draw();
    return true;
  }

  // --- what is shown ---

  draw() {
    const task = this.task;
    show($("task"));
    $("task").removeAttribute("aria-busy");
    write($("place"), task.place);
    for (const [id, text] of /** @type {const} */ ([["variation", task.variation], ["teaching", task.text], ["ask", task.ask]])) {
      write($(id), text ?? "");
      show($(id), Boolean(text));
    }
    for (const id of /** @type {const} */ (["verdict", "said", "next", "refusal"])) show($(id), false);
    show($("help"));
    this.ready();
    this.settled();
  }

  // From now on the style sheet shows what stands beside the board; before, it would only jump.
  settled() {
    $("lesson").dataset.ply = "0";
  }

  // The task's position, with all that may be tried.
  ready() {
    this.picture(this.task.view, this.task.view.scene.options ?? []);
  }

  /** @param {Wire.View} view @param {Wire.OptionData[]} options */
  picture(view, options) {
    clearTimeout(this.timer);
    this.timer = 0;
    this.shown += 1;
    this.choice.show(view.scene, options, `${this.shown} ${view.position}`);
    $("notes").replaceChildren(...(view.scene.notes ?? []).map((note) => make("p", { className: "note", textContent: note })));
  }

  // --- a try ---

  /** @param {string} move */
  attempt(move) {
    const answer = this.entry?.answers[move];
    if (this.over || !answer) return;
    if (answer.kind !== "right") this.failed.add(move);
    const left = this.task.tries ? this.task.tries - this.failed.size : null;
    this.over = answer.kind === "right" || left === 0;
    const standing = answer.kind === "right" ? "" : this.standing(left);
    this.say(answer.kind, `${SIGNS[answer.kind]} ${answer.words} ${standing}`.trim());
    write($("said"), (answer.said ?? []).join(" "));
    show($("said"), Boolean(answer.said?.length));
    show($("next"), this.over);
    show($("help"), !this.over);
    if (this.over) this.note(answer.kind === "right" && this.hints < 2 && !(this.task.tries && this.failed.size));
    this.look(answer);
    if (this.over) $("next").focus({ preventScroll: true });
  }

  /** @param {number | null} left */
  standing(left) {
    if (left === null) return "Try again.";
    if (left) return `Try again: ${left} ${left === 1 ? "try" : "tries"} left.`;
    return /** @type {Wire.LessonEntry} */ (this.entry).hints.second;
  }

  // Where the move leads. What is not right is taken back, after a look at it and at the other's answer.
  /** @param {Wire.LessonAnswer} answer */
  look(answer) {
    if (this.over) return this.picture(answer.view, []);
    if (still.matches) return this.ready();
    this.picture(answer.view, []);
    this.timer = setTimeout(() => {
      if (!answer.then) return this.ready();
      this.picture(answer.then, []);
      this.timer = setTimeout(() => this.ready(), 2 * LOOK);
    }, LOOK);
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

  hint() {
    if (!this.entry) return;
    this.hints += 1;
    const { first, second } = this.entry.hints;
    this.say("fine", this.hints === 1 ? first : second);
  }

  /** @param {Error} problem */
  refuse(problem) {
    this.settled();
    write($("refusal"), problem.message);
    show($("refusal"));
  }
}
