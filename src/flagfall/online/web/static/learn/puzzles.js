// @ts-check
// Puzzles: the one of the day, or those of a game, one after the other without an end. What is mastered stays here.
import { $, api, show, write } from "../dom.js";
import { place } from "../place.js";
import { keeps } from "../storage.js";
import { daily, today } from "./daily.js";
import { foundOn, keepProgress, masteredOf, progressOf, streakOn } from "./mastered.js";
import { Trying } from "./trying.js";

const root = $("lesson");
const STEP = 1100; // milliseconds a ply of the line
const still = matchMedia("(prefers-reduced-motion: reduce)");
const BANDS = 3;

class Puzzles extends Trying {
  constructor() {
    super();
    this.day = today();
    this.isDaily = root.dataset.game === undefined;
    this.game = root.dataset.game ?? "";
    this.at = 0;
    this.all = /** @type {Wire.PuzzleMark[]} */ ([]);
    this.passed = /** @type {Set<string>} */ (new Set()); // those that went wrong or were left out come again after the others
    this.band = /** @type {number | null} */ (null);
    this.solved = /** @type {import("./mastered.js").Solved} */ ({});
    $("line").addEventListener("click", () => this.playLine());
    $("skip").addEventListener("click", () => this.onward());
    for (const radio of document.querySelectorAll("[name=band]")) radio.addEventListener("change", () => this.choose());
  }

  async begin() {
    if (this.isDaily) [this.game, this.at] = this.ofToday();
    this.solved = progressOf("puzzles", this.game);
    show($("unkept"), !keeps());
    if (this.isDaily) return this.go(this.at);
    try {
      this.all = /** @type {Wire.Puzzles} */ (await api(`/api/puzzles/${this.game}`)).puzzles;
    } catch (/** @type {any} */ problem) {
      return this.refuse(problem);
    }
    const wanted = Number(location.hash.slice(1) || "0");
    await this.go(wanted > 0 && wanted <= this.all.length ? wanted - 1 : this.following());
  }

  ofToday() {
    const { game, number } = daily(this.day, JSON.parse(root.dataset.counts ?? "{}"));
    return /** @type {const} */ ([game, number]);
  }

  /** @param {number} at */
  async go(at) {
    this.at = at;
    if (!this.isDaily) history.replaceState(null, "", `#${at + 1}`);
    if (await this.open(`/api/puzzles/${this.game}/${at}`)) $("explore").href = this.exploring(this.task.view);
  }

  /** @param {Wire.View} view */
  exploring(view) {
    return place(`/explore/${this.game}?${new URLSearchParams({ position: view.position })}`);
  }

  /** @override */
  draw() {
    super.draw();
    if (this.task.view.scene.hour) document.documentElement.className = `hour-${this.task.view.scene.hour}`;
    for (const id of /** @type {const} */ (["line", "explore", "line-words"])) show($(id), false);
    show($("skip"), !this.isDaily);
    if (this.isDaily) write($("place"), this.today());
    const levels = this.task.difficulty ?? 0;
    write($("difficulty"), `${levels.toFixed(1)} of the ten levels go wrong here.`);
    this.standingOf();
  }

  today() {
    return new Date(this.day * 86_400_000).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  }

  // What is mastered, or how many days in a row.
  standingOf() {
    if (this.isDaily) {
      const { streak, best } = streakOn(this.day);
      write($("mastery"), streak ? `${days(streak)} in a row${best > streak ? `; ${best} is your best` : ""}.` : "A new one every day, the same for everybody; harder from Monday to Sunday.");
      return;
    }
    const done = masteredOf(this.solved, this.all.map((each) => each.name));
    write($("mastery"), `${done} of ${this.all.length} mastered.`);
    $("mastery-bar").value = this.all.length ? done / this.all.length : 0;
  }

  // --- when it is over ---

  /** @override @param {boolean} mastered */
  note(mastered) {
    const name = this.task.name ?? "";
    this.solved[name] = mastered;
    keepProgress("puzzles", this.game, this.solved);
    if (!mastered) this.passed.add(name);
    const found = [...Object.entries(this.entry?.answers ?? {})].some(([move, answer]) => answer.kind === "right" && !this.failed.has(move));
    if (this.isDaily && found && this.failed.size < (this.task.tries ?? Infinity)) foundOn(this.day);
    this.standingOf();
    show($("skip"), false);
    show($("explore"), (root.dataset.explored ?? "").split(" ").includes(this.game));
    show($("line"), Boolean(this.entry?.line?.length));
    show($("next"), true);
    write($("next"), this.isDaily ? `More puzzles of ${this.task.view.scene.title}` : "Next puzzle");
  }

  // Best play to its end, ply by ply; with reduced motion the end at once.
  playLine() {
    const right = Object.values(this.entry?.answers ?? {}).find((answer) => answer.kind === "right");
    const line = this.entry?.line ?? [];
    if (!right || !line.length) return;
    write($("line-words"), `It goes on: ${line.map((step) => step.words).join(", ")}.`);
    show($("line-words"));
    const views = [right.view, ...line.map((step) => step.view)];
    if (still.matches) return this.picture(/** @type {Wire.View} */ (views.at(-1)), []);
    this.step(views);
  }

  /** @param {Wire.View[]} views */
  step([now, ...rest]) {
    this.picture(now, []);
    if (rest.length) this.timer = setTimeout(() => this.step(rest), STEP);
  }

  // A key or a tap ends what is running: at the end of the line, not at the task.
  /** @override */
  comeBack() {
    if (!this.over) return super.comeBack();
    const last = this.entry?.line?.at(-1)?.view;
    if (this.timer && last) this.picture(last, []);
  }

  // --- which comes next ---

  /** @override */
  onward() {
    if (this.isDaily) {
      location.assign(place(`/puzzles/${this.game}`));
      return;
    }
    if (!this.over) this.passed.add(this.task.name ?? "");
    this.go(this.following()).then(() => $("ask").focus({ preventScroll: true }));
  }

  choose() {
    const chosen = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=band]:checked"));
    this.band = chosen?.value ? Number(chosen.value) : null;
    this.go(this.following());
  }

  // Of those that are wanted, the easiest that is not mastered and was not just left out; when there is none, any.
  following() {
    const wanted = [...this.all.keys()].filter((at) => this.band === null || Math.floor((at * BANDS) / this.all.length) === this.band);
    const open = (/** @type {number} */ at) => !this.solved[this.all[at].name];
    const fresh = wanted.filter((at) => open(at) && !this.passed.has(this.all[at].name));
    if (fresh.length) return fresh[0];
    this.passed.clear();
    const others = wanted.filter((at) => at !== this.at && open(at));
    const any = others.length ? others.slice(0, 1) : wanted.filter((at) => at !== this.at);
    return any[Math.floor(Math.random() * any.length)] ?? this.at;
  }
}

/** @param {number} number */
const days = (number) => (number === 1 ? "One day" : `${number} days`);

new Puzzles().begin();
