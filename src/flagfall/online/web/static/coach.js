// @ts-check
// Against a bot, for whoever wants it: a hint, what the position is worth, and whether the last move was good; never in a
// game between people. Where something is hidden the server is asked, which answers from what this seat knows: estimates,
// and where the other may hide something.
import { pole } from "./board/pole.js";
import { $, api, markup, show, write } from "./dom.js";
import { Insights, Once, patiently } from "./knowledge.js";
import { keep, kept } from "./storage.js";
import { cloth, isMixed, percent, told, worthsOf } from "./study/moves.js";
import { addressOf } from "./study/tree.js";
import { other, PLAYERS } from "./words.js";

/** @typedef {import("./live.js").Live} Live */
// What is known of a moment, whoever told it.
/** @typedef {Pick<Wire.Insight, "worth" | "verdicts" | "options" | "unknown"> & Pick<Wire.Advice, "hints" | "suspects">} Known */

/** @typedef {{ ply: number, position: string, chooses: boolean }} Moment */

const KEY = "flagfall.coach";
const SOUND = "="; // the sign of a move that gives nothing away that could be told
const HEAT = "Shaded cells: ≈ how likely the other hides something there.";

export class Coach {
  // `changed` is called when more is known, or another thing is wanted.
  /** @param {boolean} hides @param {() => void} changed */
  constructor(hides, changed) {
    this.hides = hides;
    this.changed = changed;
    this.insights = new Insights(changed);
    this.advice = /** @type {Once<Known>} */ (new Once(changed));
    this.moments = /** @type {Map<number, Moment>} */ (new Map()); // by the number of plies before
    this.hinted = ""; // the position that a hint was asked for
    this.hints = 0;
    this.live = /** @type {Live | null} */ (null);
    const wanted = (kept(KEY) ?? "").split(" ");
    $("coach-values").checked = wanted.includes("values");
    $("coach-good").checked = wanted.includes("good");
    for (const box of [$("coach-values"), $("coach-good")]) box.addEventListener("change", () => { this.keep(); changed(); });
    $("coach-hint").addEventListener("click", () => this.ask());
  }

  keep() {
    keep(KEY, [$("coach-values").checked && "values", $("coach-good").checked && "good"].filter(Boolean).join(" "));
  }

  // Only somebody in a seat whose rival is a bot is helped.
  /** @param {Live} live */
  helps(live) {
    return live.you !== null && live.presence.seats[other(live.you)].who === "bot" && live.presence.seats[live.you].who === "person";
  }

  /** @param {Live} live */
  draw(live) {
    const helps = this.helps(live) && !live.state.outcome;
    this.live = helps ? live : null;
    show($("coach"), helps);
    if (!helps) return;
    const now = this.now(live);
    for (const ply of this.moments.keys()) if (ply > now.ply) this.moments.delete(ply); // taken back
    this.moments.set(now.ply, now);
    show($("coach-explore"), !this.hides); // what one player knows can't be played on
    $("coach-explore").href = addressOf(now.position);
    $("coach-hint").setAttribute("aria-disabled", String(!now.chooses));
    if (this.hinted !== now.position) [this.hinted, this.hints] = [now.position, 0];
    if ($("coach-good").checked) this.known(now); // before the move, as later nobody is told
    this.drawPole(now);
    write($("coach-words"), [this.hint(now), this.judged(live)].filter(Boolean).join(" "));
  }

  /** @param {Live} live @returns {Moment} */
  now({ state: { ply, view } }) {
    return { ply, position: view.position, chooses: Boolean(view.scene.options?.length) };
  }

  // What is known of a moment, if it has come.
  /** @param {Moment} moment @returns {Known | null} */
  known({ ply, position, chooses }) {
    const { live } = this;
    if (!live) return null;
    if (!this.hides) return this.insights.at(live.info.game, position);
    const name = `${ply} ${position}`;
    if (!chooses || ply !== live.state.ply) return this.advice.found.get(name) ?? null;
    return this.advice.get(name, () => this.told(live));
  }

  // What the server tells this seat now.
  /** @param {Live} live @returns {Promise<Known>} */
  async told({ game, token, you }) {
    /** @type {Wire.Advice} */
    const { verdicts = {}, ...more } = await patiently(() => api(`/api/games/${game}/advice`, { token }));
    const mine = /** @type {Known["verdicts"]} */ (you && Object.keys(verdicts).length ? { [you]: verdicts } : {});
    return { ...more, verdicts: mine };
  }

  // For the board: what each of one's own moves is worth, and where something may be hidden.
  how() {
    const { live } = this;
    const known = live && $("coach-values").checked && this.known(this.now(live));
    return known && live?.you ? { worths: worthsOf(known, live.you), suspects: known.suspects ?? [] } : {};
  }

  /** @param {Moment} now */
  drawPole(now) {
    const known = $("coach-values").checked ? this.known(now) : null;
    const worth = known?.worth;
    show($("pole"), Boolean(worth));
    if (worth) $("pole").replaceChildren(markup(pole(worth.height, cloth(worth), { flip: $("pole").dataset.flip === "yes" })));
    const standing = worth?.error ? `${worth.words.replace(PLAYERS[this.live?.you ?? "P1"], "you")}.` : worth?.words;
    write($("coach-worth"), [standing ?? known?.unknown, known?.suspects?.length && HEAT].filter(Boolean).join(" "));
  }

  ask() {
    if (!this.live || !this.now(this.live).chooses) return;
    this.hints += 1;
    this.changed();
  }

  // First how many moves are best, then which.
  /** @param {Moment} now */
  hint(now) {
    if (!this.hints || !this.live?.you) return "";
    const known = this.known(now);
    const verdicts = known?.verdicts?.[this.live.you];
    if (!verdicts) return known ? known.unknown ?? "" : "Working it out …";
    if (known.hints) return known.hints[Math.min(this.hints, known.hints.length) - 1] + (this.hints === 1 && Object.keys(verdicts).length > 1 ? " Ask again for which." : "");
    const best = Object.entries(verdicts).filter(([, each]) => each.best);
    const many = Object.keys(verdicts).length;
    if (this.hints === 1) return many === 1 ? "You have only one move." : `${best.length} of ${many} ${best.length === 1 ? "is" : "are"} best. Ask again for which.`;
    if (isMixed(verdicts) && Object.keys(known.options ?? {}).length > 1) return `Mix your choice: ${best.map(([move, { likely = 0 }]) => `${move} in ${percent(likely)}`).join(", ")}.`;
    return `Best is ${best.map(([move]) => move).join(" or ")}: it ${told(best[0][1])}.`;
  }

  // Whether one's own last move was good, if that is wanted.
  /** @param {Live} live */
  judged(live) {
    if (!$("coach-good").checked || !live.you) return "";
    const last = live.history.findLastIndex((moves) => live.you !== null && moves[live.you] !== undefined);
    const before = this.moments.get(last);
    const verdicts = before && this.known(before)?.verdicts?.[live.you];
    const move = live.history[last]?.[live.you] ?? "";
    const mine = verdicts?.[move];
    if (!verdicts || !mine) return "";
    const is = mine.error ? "seemed" : "was";
    if (mine.best) return `Your ${move} ${is} best: ${leads(mine)}.`;
    if (mine.error && mine.mark === SOUND) return `Your ${move} seemed about as good as any: ${leads(mine)}.`;
    const [first, best] = Object.entries(verdicts).find(([, each]) => each.best) ?? [];
    return `Your ${move}: ${leads(mine)}; best ${is} ${first}: ${best ? leads(best) : ""}.`;
  }
}

// What a move leads to, after a colon.
/** @param {Wire.VerdictData} verdict */
const leads = (verdict) => verdict.error ? told(verdict) : `it ${told(verdict)}`;
