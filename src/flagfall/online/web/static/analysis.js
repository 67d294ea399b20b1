// @ts-check
// After the game: what each position was worth, and how good each move was, where the game is solved.
import { $, api, make, markup, show, write } from "./dom.js";
import { PLAYERS } from "./words.js";

const [WIDTH, HEIGHT, EDGE, LEFT] = [320, 120, 14, 64];
const [TRIES, PAUSE] = [8, 3000];
const KEEPS = ["best", "easier", "dominated", "slower", "sooner"]; // grades that give nothing away

/**
 * What GET /api/games/{id}/analysis answers.
 * @typedef {{ move: string, words: string, grade: string, best: Record<string, number> }} Decision
 * @typedef {{ values: number[], error?: number, players: Record<Wire.SeatName, { kept: number, decisions: number }>,
 *   plies: { ply: number, value: number, distance: number | null, decisions: Record<Wire.SeatName, Decision> }[] }} Grades
 */

export class Analysis {
  /** @param {string} game @param {(ply: number) => void} go */
  constructor(game, go) {
    this.game = game;
    this.go = go;
    this.asked = false;
  }

  // Ask once; a game that nobody has solved has no analysis, and then nothing is shown.
  /** @param {import("./live.js").Live} live */
  async draw(live) {
    if (this.asked) return;
    this.asked = true;
    const answer = await this.ask(live.token);
    if (answer) this.fill(answer);
    show($("analysis"), Boolean(answer));
  }

  // Where many ask at once, some are asked to come again.
  /** @param {string | null} token @returns {Promise<Grades | null>} */
  async ask(token, tries = TRIES) {
    try {
      return await api(`/api/games/${this.game}/analysis`, { token });
    } catch (/** @type {any} */ { status }) {
      if (status !== 429 || tries === 1) return null;
      await new Promise((done) => { setTimeout(done, PAUSE); });
      return this.ask(token, tries - 1);
    }
  }

  /** @param {Grades} grades */
  fill({ values, plies, players, error = 0 }) {
    const exact = error ? `Values are exact to ${error}.` : "Every value is exact.";
    const skill = Object.entries(players).map(([player, { kept, decisions }]) =>
      `${PLAYERS[/** @type {Wire.SeatName} */ (player)]} gave nothing away in ${kept} of ${decisions} decisions.`);
    write($("analysis-words"), [`At the start: ${verdict(values[0], null)}.`, ...skill, exact].join(" "));
    $("graph").replaceChildren(markup(graph(values)));
    $("grades").replaceChildren(...plies.map((ply) => this.entry(ply)));
  }

  /** @param {Grades["plies"][number]} ply */
  entry({ ply, value, distance, decisions }) {
    const all = Object.entries(decisions);
    const words = all.map(([player, decision]) => `${player} ${decision.move}: ${decision.words}${better(decision)}`);
    const button = make("button", { type: "button", className: "link", textContent: words.join(" | ") });
    button.addEventListener("click", () => this.go(ply));
    const poor = all.some(([, { grade }]) => !KEEPS.includes(grade));
    const after = make("span", { className: "hint", textContent: `${verdict(value, distance)}.` });
    return make("li", { className: poor ? "poor" : "fine" }, button, " ", after);
  }
}

/** @param {Decision} decision */
function better({ move, best, grade }) {
  const moves = Object.keys(best);
  return moves.includes(move) || grade === "dominated" ? "" : `; best: ${moves.join(" or ")}`;
}

// Who stands better, in words. A value is P1's: 1 is won, -1 is lost.
/** @param {number} value @param {number | null} distance */
function verdict(value, distance) {
  const far = distance ? ` in ${distance} ${distance === 1 ? "ply" : "plies"}` : "";
  if (Math.abs(value) < 1e-9) return distance === null ? "balanced" : `a draw${far}`;
  const ahead = PLAYERS[value > 0 ? "P1" : "P2"];
  if (Math.abs(value) < 1 - 1e-9) return `${ahead} is better off by ${Math.abs(value).toFixed(2)}`;
  return distance === 0 ? `${ahead} has won` : `${ahead} wins${far}`;
}

/** @param {number[]} values */
function graph(values) {
  const across = (/** @type {number} */ number) => LEFT + (number * (WIDTH - LEFT - EDGE)) / Math.max(values.length - 1, 1);
  const down = (/** @type {number} */ value) => HEIGHT / 2 - value * (HEIGHT / 2 - EDGE);
  const points = values.map((value, number) => `${across(number).toFixed(1)},${down(value).toFixed(1)}`);
  const dots = points.map((point) => `<circle cx="${point.split(",")[0]}" cy="${point.split(",")[1]}" r="3"/>`);
  const words = values.map((value) => value.toFixed(2)).join(", ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`
    + `<title>The value for Player 1 after each move: ${words}</title>`
    + `<rect class="half p1" width="${WIDTH}" height="${HEIGHT / 2}"/>`
    + `<rect class="half p2" y="${HEIGHT / 2}" width="${WIDTH}" height="${HEIGHT / 2}"/>`
    + `<text x="9" y="${EDGE + 4}">P1 wins</text><text x="9" y="${HEIGHT - EDGE + 4}">P2 wins</text>`
    + `<polyline points="${points.join(" ")}"/>${dots.join("")}</svg>`;
}
