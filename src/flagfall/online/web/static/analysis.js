// After the game: what each position was worth, and how good each move was, where the game is solved.
import { $, PLAYERS, api, make, markup, show, write } from "./dom.js";

const [WIDTH, HEIGHT, EDGE] = [320, 120, 12];
const SIGNS = { best: "✓", good: "✓", mistake: "?", blunder: "??" };

export class Analysis {
  constructor(game, go) {
    this.game = game;
    this.go = go;
    this.asked = false;
  }

  // Ask once; a game that nobody has solved has no analysis, and then nothing is shown.
  async draw(live) {
    if (this.asked) return;
    this.asked = true;
    try {
      const answer = await api(`/api/games/${this.game}/analysis`, { token: live.token });
      this.fill(answer);
      show($("analysis"));
    } catch {
      show($("analysis"), false);
    }
  }

  fill({ positions, moves, error = 0 }) {
    const exact = error ? `Values are exact to ${error}.` : "Every value is exact.";
    write($("analysis-words"), `${verdict(positions[0])} ${exact}`);
    $("graph").replaceChildren(markup(graph(positions)));
    $("grades").replaceChildren(...moves.map((ply, number) => this.entry(ply, number, positions[number + 1])));
  }

  entry(ply, number, after) {
    const words = Object.entries(ply).map(([player, { move, grade, best = [] }]) => {
      const better = grade !== "best" && best.length ? `, better: ${best.join(" or ")}` : "";
      return `${player} ${move} ${SIGNS[grade] ?? ""} ${grade}${better}`;
    });
    const button = make("button", { type: "button", className: "link", textContent: words.join(" | ") });
    button.addEventListener("click", () => this.go(number + 1));
    const worst = Object.values(ply).some(({ grade }) => ["mistake", "blunder"].includes(grade)) ? "poor" : "fine";
    return make("li", { className: worst }, button, " ", make("span", { className: "hint", textContent: verdict(after) }));
  }
}

// Who stands better, in words. A value is P1's: 1 is won, -1 is lost.
function verdict({ value, distance }) {
  if (value === 0) return "Even.";
  const ahead = PLAYERS[value > 0 ? "P1" : "P2"];
  if (Math.abs(value) < 0.9995) return `${ahead} is ahead, with ${Math.round(50 + 50 * Math.abs(value))} % to win.`;
  if (distance === 0) return `${ahead} has won.`;
  return distance ? `${ahead} wins in ${distance}.` : `${ahead} wins.`;
}

function graph(positions) {
  const across = (number) => EDGE + (number * (WIDTH - 2 * EDGE)) / Math.max(positions.length - 1, 1);
  const down = (value) => HEIGHT / 2 - value * (HEIGHT / 2 - EDGE);
  const points = positions.map(({ value }, number) => `${across(number).toFixed(1)},${down(value).toFixed(1)}`);
  const dots = points.map((point) => `<circle cx="${point.split(",")[0]}" cy="${point.split(",")[1]}" r="3"/>`);
  const words = positions.map(({ value }) => value.toFixed(2)).join(", ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`
    + `<title>The value for Player 1 after each move: ${words}</title>`
    + `<rect class="half p1" width="${WIDTH}" height="${HEIGHT / 2}"/>`
    + `<rect class="half p2" y="${HEIGHT / 2}" width="${WIDTH}" height="${HEIGHT / 2}"/>`
    + `<text x="8" y="18">P1 wins</text><text x="8" y="${HEIGHT - 9}">P2 wins</text>`
    + `<polyline points="${points.join(" ")}"/>${dots.join("")}</svg>`;
}
