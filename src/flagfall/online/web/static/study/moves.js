// @ts-check
// Moves and their worth, as rows, chips and words.
import { glyphSvg } from "../board/worth.js";
import { EMBLEM } from "../board/look.js";
import { make, markup } from "../dom.js";

/** @typedef {Wire.VerdictData["kind"]} Kind */
/** @typedef {import("./tree.js").Moves} Moves */
/** @typedef {{ played?: string, press?: (move: string) => void }} How */

const EASIER = "="; // the sign of a move that gives nothing away, and is not best all the same
const SEATS = /** @type {const} */ (["P1", "P2"]);

/** @param {number} share */
export const percent = (share) => `${share < 0.005 && share > 0 ? "<1" : Math.round(100 * share)} %`;

/** @param {Wire.SeatName} seat */
export const emblem = (seat) =>
  markup(`<svg xmlns="http://www.w3.org/2000/svg" class="emblem-sign ${seat.toLowerCase()}" viewBox="-9 -9 18 18" aria-hidden="true">${EMBLEM[seat]}</svg>`);

/** @param {Kind} kind */
export const flag = (kind) => markup(glyphSvg(kind));

// What a move leads to, in few words.
/** @param {Wire.VerdictData} verdict */
export function told({ kind, plies, words, likely = 0, mark, error = 0 }, mixed = false) {
  const more = mixed ? `; best play chooses it ${likely ? percent(likely) : "never"}` : mark === EASIER && !error ? ", but sets fewer problems" : "";
  return (kind === "open" && plies === undefined && !mixed ? "stays open" : words ?? "") + more;
}

// Whether best play leaves the choice to chance.
/** @param {Record<string, Wire.VerdictData>} verdicts */
export const isMixed = (verdicts) => Object.values(verdicts).filter((each) => each.best).length > 1
  && Object.values(verdicts).some((each) => (each.likely ?? 0) > 0 && (each.likely ?? 0) < 1);

// The moves of a seat from the best to the worst; what was played is said.
/** @param {Wire.Insight} insight @param {Wire.SeatName} seat @param {How} how */
export function rows(insight, seat, { played, press }) {
  const options = new Map((insight.options?.[seat] ?? []).map((option) => [option.move, option]));
  const verdicts = insight.verdicts?.[seat] ?? {};
  const battle = Object.keys(insight.options ?? {}).length > 1;
  return Object.entries(verdicts).sort(([, one], [, two]) => better(two, one)).map(([move, verdict]) => {
    const option = options.get(move);
    const words = [flag(verdict.kind), make("b", { textContent: move }),
      make("span", { textContent: told(verdict, battle && isMixed(verdicts)) })];
    const mark = move === played ? [make("em", { textContent: "played" })] : [];
    const className = `opt${verdict.best ? " best" : ""} ${verdict.kind}`;
    const row = press ? make("button", { type: "button", className, onclick: () => press(move) }, ...words, ...mark)
      : make("div", { className }, ...words, ...mark);
    row.dataset.option = move;
    if (option) row.title = option.label;
    return make("li", {}, row);
  });
}

// Which of two is better: what best play chooses, then by value; a quick win is better, and a slow loss.
/** @param {Wire.VerdictData} one @param {Wire.VerdictData} two */
function better(one, two) {
  const hurry = (/** @type {Wire.VerdictData} */ { value, plies = 0 }) => -Math.sign(value) * plies;
  return (one.likely ?? 0) - (two.likely ?? 0) || one.value - two.value || hurry(one) - hurry(two);
}

// For the board: what each move of a seat is worth.
/** @param {Pick<Wire.Insight, "verdicts">} insight @param {Wire.SeatName | undefined} seat */
export function worthsOf(insight, seat) {
  const verdicts = Object.entries((seat && insight.verdicts?.[seat]) || {});
  return Object.fromEntries(verdicts.map(([move, { kind, plies = null, best = false, value, error = 0 }]) => [move, { kind, plies, best, value, error }]));
}

// Moves as a chip's words: an emblem and what was chosen.
/** @param {Moves} moves @param {boolean} [hidden] */
export function chosen(moves, hidden = false) {
  return SEATS.filter((seat) => moves[seat] !== undefined).flatMap((seat) => [
    emblem(seat), make("span", { className: "unseen", textContent: `Player ${seat[1]}: ` }), make("span", { textContent: hidden ? "?" : moves[seat] }),
  ]);
}

// For the cloth of a value pole: plies and what for, or a figure; of an estimate the chance of whose flag it is.
/** @param {Wire.WorthData} worth */
export function cloth({ value, plies, error = 0 }) {
  if (error) return `≈${Math.round(50 + 50 * Math.abs(value))} %`;
  if (Math.abs(value) < 1e-9) return plies ? `${plies} to draw` : "open";
  if (Math.abs(value) < 1 - 1e-9) return `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`;
  if (plies === undefined) return "win";
  return plies ? `${plies} to win` : "won";
}
