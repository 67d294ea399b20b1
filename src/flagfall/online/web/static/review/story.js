// @ts-check
// A graded game told in short, in the words of coach/analysis/story.py: what decided it, where for long nothing was, and
// each decision. Games that are played in the browser are told here, and all others by the server.
import { PLAYERS } from "../words.js";

/**
 * @typedef {{ move: string, grade: string, words: string, value: number, best: Record<string, number>, only: boolean, ideal: string }} Decision
 * @typedef {{ ply: number, value: number, distance: number | null, decisions: Partial<Record<Wire.SeatName, Decision>> }} Step
 */

const [LONG, SURE] = [6, 1e-9];
const KEEPS = ["best", "easier", "dominated", "slower", "sooner", "strong", "sound"];

// Whether a move of this grade gives nothing away.
/** @param {{ grade: string }} decision */
export const keepsValue = ({ grade }) => KEEPS.includes(grade);

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)}%`;

// Who stands better, in words. A value is P1's: 1 is won, -1 is lost.
/** @param {number} value @param {number | null} distance */
export function verdict(value, distance) {
  const far = distance ? ` in ${distance} ${distance === 1 ? "ply" : "plies"}` : "";
  if (Math.abs(value) < SURE) return distance === null ? "balanced: nobody can force a win" : `a draw${far}`;
  const ahead = PLAYERS[value > 0 ? "P1" : "P2"];
  if (Math.abs(value) < 1 - SURE) return `${ahead} is better off by ${Math.abs(value).toFixed(3)}`;
  return distance === 0 ? `${ahead} has won` : `${ahead} wins${far}`;
}

// What is told of a whole game that is over. `start` is how it stood before the first ply; `playedOut` says that it ended by
// the rules, and not because somebody gave up.
/** @param {Step[]} steps @param {{ value: number, distance: number | null }} start @param {Wire.OutcomeState} outcome @param {boolean} playedOut */
export function story(steps, start, outcome, playedOut) {
  const stood = [start, ...steps]; // before each ply, and now
  return { story: decided(steps, stood, outcome, playedOut), quiet: quiet(steps, stood), told: steps.map(({ decisions }) => told(decisions)) };
}

/** @param {Step[]} steps @param {{ value: number, distance: number | null }[]} stood @param {Wire.OutcomeState} outcome @param {boolean} playedOut */
function decided(steps, stood, { reason, winner }, playedOut) {
  const now = stood[steps.length];
  if (!playedOut) return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}; ${verdict(now.value, now.distance)} with best play.`;
  const step = steps.findLast((_, at) => Math.abs(stood[at].value - now.value) > SURE);
  return step ? turn(step, winner) : `The result stood from the start: ${verdict(stood[0].value, stood[0].distance)} with best play.`;
}

// What brought about the result: somebody's move, or a battle that could have gone otherwise.
/** @param {Step} step @param {Wire.SeatName | null | undefined} winner */
function turn({ ply, decisions }, winner) {
  const made = /** @type {[Wire.SeatName, Decision][]} */ (Object.entries(decisions));
  const slips = made.filter(([, decision]) => !keepsValue(decision));
  const slip = slips.find(([seat]) => seat !== winner);
  if (slip) return `Ply ${ply} decided it: ${PLAYERS[slip[0]]}'s ${slip[1].move} ${slip[1].words}; best was ${bestChoice(slip[1].best)}.`;
  const against = made.map(([seat, { move }]) => `${PLAYERS[seat]}'s ${move}`).join(" against ");
  return `The battle at ply ${ply} decided it: ${against}${slips.length ? "" : ", and neither was a mistake"}.`;
}

// What would have been best: a move, any of several, or a mixture.
/** @param {Record<string, number>} best */
function bestChoice(best) {
  const [moves, shares] = [Object.entries(best), Object.values(best)];
  if (Math.min(...shares) === Math.max(...shares)) return Object.keys(best).join(" or ");
  return moves.map(([move, likely]) => `${move} ${percent(likely)}`).join(", ");
}

// Long stretches in which the value stayed as it was, and nobody gave anything away. The last ply stands alone.
/** @param {Step[]} steps @param {{ value: number }[]} stood @returns {[number, number][]} */
function quiet(steps, stood) {
  /** @type {[number, number][]} */
  const runs = [];
  steps.slice(0, -1).forEach(({ ply, value, decisions }, at) => {
    const last = runs.at(-1);
    if (Math.abs(value - stood[at].value) > SURE || !Object.values(decisions).every(keepsValue)) return;
    if (last?.[1] === ply - 1) last[1] = ply;
    else runs.push([ply, ply]);
  });
  return runs.filter(([first, last]) => last - first + 1 >= LONG);
}

// How good each choice was; where both chose at once, also how often a best player chooses it.
/** @param {Step["decisions"]} decisions */
function told(decisions) {
  const made = Object.entries(decisions);
  return Object.fromEntries(made.map(([seat, decision]) => {
    const likely = decision.best[decision.move] ?? 0;
    const often = `; a best player chooses it ${likely ? `${percent(likely)} of the time` : "never"}`;
    return [seat, `${graded(decision)}${made.length > 1 ? often : ""}`];
  }));
}

/** @param {Decision} decision */
function graded({ move, grade, words, best, only, ideal }) {
  const better = move in best || grade === "dominated" ? "" : `; best was ${bestChoice(best)} (${ideal})`;
  return `${only ? "only move" : words}${better}`;
}
