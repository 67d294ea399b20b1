// The legal moves as something to press: cells of the board, or buttons of their own. Click, touch or keys.
import { $, make, markup, show, write } from "./dom.js";
import { onPage, svg, tableOf } from "./board.js";
import { MEASURES } from "./look.js";

const SMALLEST_IN_LINE = 44; // pixels of a cell, so that a thumb can hit it
const SMALLEST_IN_GRID = 30;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const sameCell = (one, other) => Boolean(one && other) && one[0] === other[0] && one[1] === other[1];
const verb = (option) => (/^[A-Za-z]+ /.test(option.move) ? capital(option.move.split(" ")[0].toLowerCase()) : "Move");

export class Choice {
  // `play` is called with the move that was chosen.
  constructor(play) {
    this.play = play;
    this.board = $("board");
    this.key = "";
    this.forget();
    $("frame").addEventListener("keydown", (event) => this.steer(event));
    $("controls").addEventListener("keydown", (event) => this.steer(event));
    $("confirm-yes").addEventListener("click", () => this.confirm());
    $("confirm-no").addEventListener("click", () => this.reconsider());
    new ResizeObserver(() => this.redraw()).observe($("frame"));
  }

  forget() {
    this.mode = null; // which kind of move, where there are two
    this.source = null; // the piece that was picked, where several can move
    this.picked = null; // what is chosen but not yet confirmed
  }

  // Show a scene; `options` are the moves that may be made here now, `name` tells this moment from others.
  show(scene, options, name) {
    if (name !== this.name) this.forget();
    [this.scene, this.options, this.name] = [scene, options, name];
    this.redraw();
  }

  redraw() {
    if (!this.scene) return;
    const columns = Math.max(2, Math.min(MEASURES.fold, Math.floor($("frame").clientWidth / SMALLEST_IN_LINE)));
    const key = JSON.stringify([this.name, this.options.length, columns, this.mode, this.source, this.picked]);
    if (key === this.key) return;
    this.key = key;
    const held = this.held();
    this.draw(columns);
    this.drawControls();
    if (held) this.hold();
  }

  // --- the board ---

  draw(columns) {
    const table = tableOf(this.scene, columns);
    const inGrid = table.rows > 1 && this.scene.cells.at(-1).at[0] > 0;
    const least = inGrid ? table.columns * SMALLEST_IN_GRID : 0;
    const large = least > Math.min($("frame").clientWidth, innerHeight);
    $("frame").classList.toggle("large", large);
    // The box is as large as the drawing in it, which the style sheet sizes, so that spots lie on their cells.
    this.board.style.width = large ? `${least}px` : "";
    this.board.style.maxWidth = large ? "" : `min(${onPage(table.width)}px, var(--room) * ${table.width / table.height})`;
    const picture = svg(this.scene, columns);
    if (picture !== this.picture) this.board.replaceChildren(markup(picture));
    this.picture = picture;
    this.board.querySelectorAll(".spot").forEach((spot) => spot.remove());
    this.board.append(...this.spots().map((spot) => this.button(spot, table)));
    if (large && this.revealed !== this.name) this.reveal(table);
    this.revealed = this.name;
  }

  // Of a board that is larger than its frame, show where something is to be done, or else was done, or stands.
  reveal(table) {
    const offered = this.inMode().flatMap((option) => [option.source, option.to]).filter(Boolean);
    const standing = this.scene.cells.filter((cell) => cell.pieces?.length).map((cell) => cell.at);
    const places = [offered, this.scene.changed ?? [], standing].find((some) => some.length) ?? [];
    const corners = places.map((at) => table.corner(at));
    const scale = this.board.clientWidth / table.width;
    const middle = (side) => {
      const all = corners.map((corner) => corner[side]);
      return scale * ((Math.min(...all) + Math.max(...all)) / 2 + MEASURES.cell / 2);
    };
    const frame = $("frame");
    if (places.length) frame.scrollTo(middle(0) - frame.clientWidth / 2, middle(1) - frame.clientHeight / 2);
  }

  // What can be pressed on the board: {at, label, kind, press}.
  spots() {
    const moves = this.inMode().filter((option) => option.to);
    const sources = distinct(moves.map((option) => option.source).filter(Boolean));
    if (sources.length < 2) return moves.map((option) => this.target(option));
    const mine = moves.filter((option) => !this.source || sameCell(option.source, this.source));
    const clear = mine.filter((option) => this.source || mine.filter((each) => sameCell(each.to, option.to)).length === 1);
    const targets = clear.filter((option) => this.source || !sources.some((at) => sameCell(at, option.to)));
    const pickers = sources.filter((at) => !targets.some((option) => sameCell(option.to, at)));
    return [...targets.map((option) => this.target(option)), ...pickers.map((at) => this.picker(at, moves))];
  }

  target(option) {
    const unsure = !option.source;
    const picked = this.picked === option.move;
    const press = () => (unsure ? this.pick(option.move) : this.play(option.move));
    return { at: option.to, label: capital(option.label), kind: picked ? "picked" : "target", pressed: unsure ? picked : null, move: option.move, press };
  }

  picker(at, moves) {
    const chosen = sameCell(at, this.source);
    const cell = this.scene.cells.find((each) => sameCell(each.at, at));
    const count = moves.filter((option) => sameCell(option.source, at)).length;
    const label = `Move from ${cell.label}: ${count} ${count === 1 ? "way" : "ways"}`;
    return { at, label, kind: "source", pressed: chosen, press: () => { this.source = chosen ? null : at; this.redraw(); } };
  }

  button(spot, table) {
    const cell = this.scene.cells.find((each) => sameCell(each.at, spot.at));
    const taken = cell.pieces?.length || cell.marks?.some((mark) => mark.kind !== "baseline") ? " taken" : "";
    const button = make("button", { type: "button", className: `spot ${spot.kind}${taken}` });
    button.setAttribute("aria-label", spot.label);
    if (spot.pressed !== null) button.setAttribute("aria-pressed", String(spot.pressed));
    button.dataset.at = spot.at.join(",");
    if (spot.move) button.dataset.move = spot.move;
    const [x, y] = table.corner(spot.at);
    const box = { left: x / table.width, top: y / table.height, width: 100 / table.width, height: 100 / table.height };
    for (const [side, share] of Object.entries(box)) button.style[side] = `${100 * share}%`;
    button.addEventListener("click", spot.press);
    return button;
  }

  // --- moves without a cell, and the choice between kinds of moves ---

  modes() {
    return distinct(this.options.filter((option) => option.to).map(verb));
  }

  inMode() {
    const modes = this.modes();
    return modes.length < 2 ? this.options : this.options.filter((option) => verb(option) === (this.mode ?? modes[0]));
  }

  drawControls() {
    const modes = this.modes();
    show($("modes"), modes.length > 1);
    $("modes").replaceChildren(...modes.map((mode) => this.modeButton(mode, modes[0])));
    const free = this.options.filter((option) => !option.to);
    $("controls").replaceChildren(...free.map((option) => this.control(option)));
    $("controls").className = this.scene.secret ? "controls numbers" : "controls";
    write($("hint"), this.hint(free));
    const picked = this.options.find((option) => option.move === this.picked);
    show($("confirm"), Boolean(picked));
    if (picked) write($("confirm-yes"), this.scene.secret ? `Seal ${picked.move}` : capital(picked.label));
  }

  modeButton(mode, first) {
    const button = make("button", { type: "button", className: "mode", textContent: mode });
    button.setAttribute("aria-pressed", String(mode === (this.mode ?? first)));
    button.addEventListener("click", () => { this.forget(); this.mode = mode; this.redraw(); });
    return button;
  }

  control(option) {
    const secret = this.scene.secret;
    const text = secret ? option.move : capital(option.label);
    const button = make("button", { type: "button", className: secret ? "number" : "main-action", textContent: text });
    button.dataset.move = option.move;
    if (secret) button.setAttribute("aria-pressed", String(option.move === this.picked));
    button.addEventListener("click", () => (secret ? this.pick(option.move) : this.play(option.move)));
    return button;
  }

  hint(free) {
    if (!this.options.length) return "";
    if (this.scene.secret) return "Nobody sees it before both have chosen.";
    if (this.picked) return "Only you see where.";
    const sources = distinct(this.inMode().map((option) => option.source).filter(Boolean));
    if (sources.length > 1) return this.source ? "Now choose where to." : "Choose a marked cell, or first a piece of yours.";
    const placing = this.inMode().some((option) => option.to && !option.source);
    if (placing) return "Choose a cell. Only you will see it.";
    return free.length === this.options.length ? "" : "Choose a marked cell on the board.";
  }

  pick(move) {
    this.picked = this.picked === move ? null : move;
    this.redraw();
    if (this.picked) $("confirm-yes").focus({ preventScroll: true });
  }

  reconsider() {
    const move = this.picked;
    this.picked = null;
    this.redraw();
    document.querySelector(`[data-move="${move}"]`)?.focus();
  }

  confirm() {
    const move = this.picked;
    this.picked = null;
    if (move) this.play(move);
  }

  // --- keys ---

  // Arrows go to the nearest cell in their direction, Escape takes the choice back, digits pick a number.
  steer(event) {
    if (event.key === "Escape") {
      if (this.picked) this.reconsider();
      else if (this.source) { this.source = null; this.redraw(); }
      return;
    }
    if (/^[1-9]$/.test(event.key) && this.scene.secret) {
      const number = document.querySelector(`[data-move="${event.key}"]`);
      number?.click();
      return;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const here = event.target.closest(".spot, .number");
    const all = [...event.currentTarget.querySelectorAll(".spot, .number")];
    if (!way || !all.length) return;
    event.preventDefault();
    (here ? nearest(here, way, all) : all[0])?.focus();
  }

  // Whether the keyboard is at the board or its controls, which are about to be drawn anew.
  held() {
    const here = document.activeElement;
    return here && here !== document.body && ($("frame").contains(here) || $("choice").contains(here)) ? here : null;
  }

  hold() {
    const here = document.activeElement;
    if (!this.options.length) $("frame").focus({ preventScroll: true });
    else if (here === document.body || here === $("frame") || !here.checkVisibility()) this.first()?.focus({ preventScroll: true });
  }

  first() {
    return this.board.querySelector('.spot[aria-pressed="true"]') ?? this.board.querySelector(".spot")
      ?? $("controls").querySelector("button");
  }
}

function distinct(values) {
  return [...new Map(values.map((value) => [String(value), value])).values()];
}

function nearest(from, [right, down], all) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  const ahead = all.filter((each) => each !== from).map((each) => {
    const [dx, dy] = [middle(each)[0] - x, middle(each)[1] - y];
    const along = dx * right + dy * down;
    return { each, along, score: along + 2 * Math.abs(dx * down + dy * right) };
  });
  return ahead.filter(({ along }) => along > 1).sort((one, two) => one.score - two.score)[0]?.each;
}
