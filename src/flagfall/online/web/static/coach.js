// @ts-check
// Against a bot, for whoever wants it: a hint, what the position is worth, and whether the last move was good. It is known
// from what both players see, so nothing is told of a game that hides something; and never in a game between people.
import { pole } from "./board/pole.js";
import { $, markup, show, write } from "./dom.js";
import { knowledgeOf, settingsIn } from "./knowledge.js";
import { keep, kept } from "./storage.js";
import { cloth, isMixed, percent, told, worthsOf } from "./study/moves.js";
import { addressOf } from "./study/tree.js";
import { other } from "./words.js";

/** @typedef {import("./live.js").Live} Live */

const KEY = "flagfall.coach";

export class Coach {
  // `changed` is called when more is known, or another thing is wanted.
  /** @param {boolean} hides @param {() => void} changed */
  constructor(hides, changed) {
    this.hides = hides;
    this.changed = changed;
    this.knowledge = /** @type {Promise<import("./knowledge.js").Knowledge> | null} */ (null);
    this.seen = /** @type {Map<string, Wire.Insight | null>} */ (new Map());
    this.positions = /** @type {Map<number, string>} */ (new Map()); // by the number of plies before
    this.hinted = ""; // the position that a hint was asked for
    this.hints = 0;
    this.live = /** @type {Live | null} */ (null);
    const wanted = (kept(KEY) ?? "").split(" ");
    $("coach-values").checked = wanted.includes("values");
    $("coach-good").checked = wanted.includes("good");
    for (const box of [$("coach-values"), $("coach-good")]) box.addEventListener("change", () => { this.keep(); changed(); });
    $("coach-hint").addEventListener("click", () => this.hint());
  }

  keep() {
    keep(KEY, [$("coach-values").checked && "values", $("coach-good").checked && "good"].filter(Boolean).join(" "));
  }

  // Only somebody in a seat whose rival is a bot is helped.
  /** @param {Live} live */
  helps(live) {
    return !this.hides && live.you !== null && live.presence.seats[other(live.you)].who === "bot" && live.presence.seats[live.you].who === "person";
  }

  /** @param {Live} live */
  draw(live) {
    const helps = this.helps(live) && !live.state.outcome;
    this.live = helps ? live : null;
    show($("coach"), helps);
    if (!helps) return;
    const { position } = live.state.view;
    this.positions.set(live.state.ply, position);
    $("coach-explore").href = addressOf(position);
    $("coach-hint").setAttribute("aria-disabled", String(!live.state.view.scene.options?.length));
    if (this.hinted !== position) [this.hinted, this.hints] = [position, 0];
    this.drawPole(position);
    write($("coach-words"), [this.advice(live), this.judged(live)].filter(Boolean).join(" "));
  }

  // What is known of a position, if it has come.
  /** @param {string} position */
  insight(position) {
    if (!this.live) return null;
    if (!this.seen.has(position)) {
      this.seen.set(position, null);
      this.knowledge ??= knowledgeOf(this.live.info.game, settingsIn(position), position);
      this.knowledge.then((knowledge) => knowledge.at(position)).then((insight) => { this.seen.set(position, insight); this.changed(); })
        .catch(() => this.seen.delete(position));
    }
    return this.seen.get(position) ?? null;
  }

  // For the board: what each of one's own moves is worth.
  how() {
    const insight = this.live && $("coach-values").checked && this.insight(this.live.state.view.position);
    return insight && this.live?.you ? { worths: worthsOf(insight, this.live.you) } : {};
  }

  /** @param {string} position */
  drawPole(position) {
    const worth = $("coach-values").checked ? this.insight(position)?.worth : null;
    show($("pole"), Boolean(worth));
    if (worth) $("pole").replaceChildren(markup(pole(worth.height, cloth(worth), { flip: $("pole").dataset.flip === "yes" })));
    write($("coach-worth"), worth?.words ?? (($("coach-values").checked && this.seen.get(position)?.unknown) || ""));
  }

  hint() {
    const position = this.live?.state.view.position;
    if (!position || !this.live?.state.view.scene.options?.length) return;
    this.hints += 1;
    this.changed();
  }

  // First how many moves are best, then which.
  /** @param {Live} live */
  advice(live) {
    const { position } = live.state.view;
    if (!this.hints || !live.you) return "";
    const insight = this.insight(position);
    const verdicts = insight?.verdicts?.[live.you];
    if (!verdicts) return insight ? insight.unknown ?? "" : "Working it out …";
    const best = Object.entries(verdicts).filter(([, each]) => each.best);
    const many = Object.keys(verdicts).length;
    if (this.hints === 1) return many === 1 ? "You have only one move." : `${best.length} of ${many} ${best.length === 1 ? "is" : "are"} best. Ask again for which.`;
    if (isMixed(verdicts) && Object.keys(insight.options ?? {}).length > 1) return `Mix your choice: ${best.map(([move, { likely = 0 }]) => `${move} in ${percent(likely)}`).join(", ")}.`;
    return `Best is ${best.map(([move]) => move).join(" or ")}: it ${told(best[0][1])}.`;
  }

  // Whether one's own last move was good, if that is wanted.
  /** @param {Live} live */
  judged(live) {
    if (!$("coach-good").checked || !live.you) return "";
    const last = live.history.findLastIndex((moves) => live.you !== null && moves[live.you] !== undefined);
    const before = this.positions.get(last);
    if (!before) return "";
    const verdicts = this.insight(before)?.verdicts?.[live.you];
    const move = live.history[last][live.you] ?? "";
    const mine = verdicts?.[move];
    if (!verdicts || !mine) return "";
    if (mine.best) return `Your ${move} was best: it ${told(mine)}.`;
    const [first, best] = Object.entries(verdicts).find(([, each]) => each.best) ?? [];
    return `Your ${move} ${told(mine)}; best was ${first}, which ${best ? told(best) : ""}.`;
  }
}
