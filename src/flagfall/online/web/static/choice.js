// @ts-check
// The legal moves as something to press: cells of the board, or buttons of their own. Click, touch or keys.
import { $, buttonOf, make, markup, show, write } from "./dom.js";
import { cellsOf, layout, svg } from "./board/board.js";
import { MEASURES } from "./board/look.js";
import { trap } from "./board/marks.js";
import { figures, tints } from "./board/heat.js";
import { targets } from "./board/worth.js";
import { group } from "./motion/act.js";
import { chosen } from "./motion/cards.js";
import { Motion } from "./motion/motion.js";
import { meeting } from "./motion/plan.js";
import { above } from "./motion/stage.js";

/** @typedef {import("./board/board.js").Place} Place */
/** @typedef {import("./board/board.js").Layout} Layout */
/** @typedef {{ at: Place, label: string, kind: string, pressed: boolean | null, move?: string, press: () => void }} Spot */
/** @typedef {Wire.OptionData & { to: Place }} Placed */
/**
 * How a moment is shown: turned round or not, who has won, what has just been done, who of two that choose at once has
 * sealed, what moves are worth, and where the other may hide something.
 * @typedef {{ flip?: boolean, winner?: Wire.SeatName | null, deeds?: import("./motion/plan.js").Deeds,
 *   sealed?: Partial<Record<Wire.SeatName, boolean>> | null, worths?: Record<string, import("./board/board.js").Worth>,
 *   shown?: Wire.OptionData[], suspects?: Wire.Suspect[] }} How
 */

const narrow = matchMedia("(width < 600px), (height <= 520px) and (width < 1000px)");
const MANY = 9; // numbers that are no hand of cards any more
const SMALLEST_IN_GRID = 30; // pixels of a cell, so that a thumb can hit it
/** @type {Record<string, number[]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {(move: string) => HTMLElement | null} */
const withMove = (move) => document.querySelector(`[data-move="${CSS.escape(move)}"]`);
/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {Place | null | undefined} one @param {Place | null | undefined} other */
const sameCell = (one, other) => Boolean(one && other && one[0] === other[0] && one[1] === other[1]);
/** @param {Wire.OptionData} option */
const verb = (option) => (/^[A-Za-z]+ /.test(option.move) ? capital(option.move.split(" ")[0].toLowerCase()) : "Move");

/** @param {Wire.OptionData} option @returns {option is Placed} */
const isPlaced = (option) => Boolean(option.to);
/** @param {Place | undefined} at @returns {at is Place} */
const isPlace = (at) => Boolean(at);

export class Choice {
  // `play` is called with the move that was chosen.
  /** @param {(move: string) => void} play */
  constructor(play) {
    this.play = play;
    this.board = make("div", { className: "fit" }); // as large as the drawing, in the place of what the server drew
    this.key = "";
    this.name = ""; // until something is shown
    this.scene = /** @type {Wire.SceneData} */ ({ title: "" });
    this.options = /** @type {Wire.OptionData[]} */ ([]);
    this.how = /** @type {How} */ ({});
    this.below = /** @type {Set<Element> | null} */ (null); // what could be pressed when the finger came down
    addEventListener("pointerdown", () => this.touched(), { capture: true });
    addEventListener("click", (event) => this.lifted(event), { capture: true });
    this.motion = new Motion(() => this.redraw());
    this.drawn = /** @type {Wire.SceneData | null} */ (null); // the scene of the picture that is there
    this.picture = "";
    this.revealed = "";
    this.spotted = "";
    this.forget();
    $("frame").addEventListener("keydown", (event) => this.steer(event));
    $("controls").addEventListener("keydown", (event) => this.steer(event));
    $("confirm-yes").addEventListener("click", () => this.confirm());
    $("confirm-no").addEventListener("click", () => this.reconsider());
    new ResizeObserver(() => this.redraw()).observe($("frame"));
  }

  forget() {
    this.mode = /** @type {string | null} */ (null); // which kind of move, where there are two
    this.cell = /** @type {Place | null} */ (null); // the cell that was picked, where pressing it could mean several moves
    this.picked = /** @type {string | null} */ (null); // what is chosen but not yet confirmed
  }

  // Show a scene; `options` are the moves that may be made here now, `name` tells this moment from others.
  /** @param {Wire.SceneData} scene @param {Wire.OptionData[]} options @param {string} name @param {How} [how] */
  show(scene, options, name, how = {}) {
    if (name !== this.name) this.forget();
    [this.scene, this.options, this.name, this.how] = [scene, options, name, how];
    this.redraw();
  }

  redraw() {
    if (!this.name) return;
    const fold = narrow.matches ? MEASURES.narrow : MEASURES.fold;
    const key = JSON.stringify([this.name, this.options.length, fold, $("frame").clientWidth, this.mode, this.cell, this.picked, this.how, this.motion.told]);
    if (key === this.key) return;
    this.key = key;
    const held = this.held();
    this.draw(fold);
    this.drawControls();
    if (held) this.hold();
  }

  // --- the board ---

  /** @param {number} fold */
  draw(fold) {
    const { flip = false, winner = null } = this.how;
    const table = layout(this.scene, { fold, flip });
    const least = table.line ? 0 : table.columns * SMALLEST_IN_GRID;
    const large = least > Math.min($("frame").clientWidth, innerHeight);
    $("frame").classList.toggle("large", large);
    // The box is as large as the drawing in it, which the style sheet sizes, so that spots lie on their cells.
    this.board.style.width = large ? `${least}px` : "";
    this.board.style.maxWidth = large ? "" : `min(var(--widest, 1100px), var(--room) * ${table.width / table.height})`;
    this.replace(svg({ ...this.scene, options: [] }, { fold, flip, winner }), table);
    this.drawOver(table);
    this.drawSpots(table);
    if (large && this.revealed !== this.name) this.reveal(table);
    this.revealed = this.name;
  }

  // Another picture, and what moves from the one to the other.
  /** @param {string} picture @param {Layout} table */
  replace(picture, table) {
    if (picture === this.picture) return;
    const [old, before, first] = [this.board.querySelector("svg"), this.drawn, !this.picture];
    const made = /** @type {SVGElement} */ (/** @type {unknown} */ (markup(picture)));
    this.motion.stop();
    if (first) $("board").replaceChildren(this.board);
    if (old) old.replaceWith(made);
    else this.board.append(made);
    [this.picture, this.drawn] = [picture, this.scene];
    if (first || !old || !before || before === this.scene || old.getAttribute("viewBox") !== made.getAttribute("viewBox")) return;
    this.motion.play(made, old, before, this.scene, this.how.deeds ?? {}, ground(table));
  }

  // What may be done, and who has sealed: drawn over the picture, which stays as it is.
  /** @param {Layout} table */
  drawOver(table) {
    const picture = /** @type {SVGElement} */ (this.board.querySelector("svg"));
    picture.querySelectorAll(":scope > .over").forEach((layer) => layer.remove());
    const pressed = new Set(this.spots().map((spot) => spot.move));
    const options = this.how.shown ?? this.placed().filter((option) => pressed.has(option.move));
    const { suspects = [] } = this.how;
    if (suspects.length) picture.append(group(tints(table, suspects), "over"));
    const dots = group(targets({ ...table, scene: { ...this.scene, options } }, this.how.worths ?? {}, true), "over dots");
    picture.insertBefore(dots, picture.querySelector(":scope > .moving"));
    const plates = options.filter((option) => this.how.worths?.[option.move]).map((option) => option.to).filter(isPlace);
    if (suspects.length) picture.append(group(figures(table, suspects, plates), "over"));
    if (this.how.sealed) picture.append(this.hands(this.how.sealed, table));
  }

  // The cards of those who choose at once, above the cell where they have met.
  /** @param {Partial<Record<Wire.SeatName, boolean>>} sealed @param {Layout} table */
  hands(sealed, table) {
    const place = above(ground(table), meeting(this.scene));
    const layer = group("", "over hands");
    layer.setAttribute("aria-hidden", "true");
    layer.append(chosen("P1", Boolean(sealed.P1), place, table.flip), chosen("P2", Boolean(sealed.P2), place, table.flip));
    return layer;
  }

  // Of a board that is larger than its frame, show where something is to be done, or else was done, or stands.
  /** @param {Layout} table */
  reveal(table) {
    const offered = this.inMode().flatMap((option) => [option.source, option.to]).filter(isPlace);
    const standing = cellsOf(this.scene).filter((cell) => cell.pieces?.length).map((cell) => cell.at);
    const places = [offered, this.scene.changed ?? [], standing].find((some) => some.length) ?? [];
    const middles = places.map((at) => table.spot(at));
    const scale = this.board.clientWidth / table.width;
    const middle = (/** @type {number} */ side) => {
      const all = middles.map((spot) => spot[side]);
      return scale * ((Math.min(...all) + Math.max(...all)) / 2);
    };
    const frame = $("frame");
    if (places.length) frame.scrollTo(middle(0) - frame.clientWidth / 2, middle(1) - frame.clientHeight / 2);
  }

  // What can be pressed on the board: {at, label, kind, press}. A cell that only one move can mean makes it. Others are
  // picked first: one that pieces can move from, where there are several such, and one that moves end on which differ in
  // something else. What a picked cell leaves open stands beside the board (`open`), so that every move can be made.
  // There is nothing while it would tell how something ends that is being shown.
  /** @returns {Spot[]} */
  spots() {
    const moves = this.motion.told ? this.placed() : [];
    const sources = sourcesOf(moves);
    const leaving = sources.some((at) => sameCell(at, this.cell));
    const targets = leaving ? this.leaving(moves).filter((option) => this.alone(option, moves))
      : moves.filter((option) => toward(option.to, moves).length === 1 && !sources.some((at) => sameCell(at, option.to)));
    const unclear = leaving ? [] : distinct(moves.map((option) => option.to)).filter((at) =>
      !sources.some((each) => sameCell(each, at)) && toward(at, moves).length > 1 && this.arriving(at, moves).length);
    const free = (/** @type {Place} */ at) => !targets.some((option) => sameCell(option.to, at));
    return [...targets.map((option) => this.target(option)),
      ...sources.filter(free).map((at) => this.picker(at, "source", `Move from ${this.labelOf(at)}`, moves.filter((option) => sameCell(option.source, at)))),
      ...unclear.map((at) => this.picker(at, "unclear", this.labelOf(at), this.arriving(at, moves)))];
  }

  // The moves of this kind that have a cell to press.
  placed() {
    return this.inMode().filter(isPlaced);
  }

  // The moves from the picked cell.
  /** @param {Placed[]} moves */
  leaving(moves) {
    return moves.filter((option) => sameCell(option.source, this.cell));
  }

  // Whether a move from a picked cell can be told from the others by the cell that it goes to.
  /** @param {Placed} option @param {Placed[]} moves */
  alone(option, moves) {
    const twins = moves.filter((each) => sameCell(each.source, option.source) && sameCell(each.to, option.to));
    return twins.length === 1 && !sameCell(option.source, option.to);
  }

  // The moves to a cell that can't be made by picking where they come from.
  /** @param {Place} at @param {Placed[]} moves */
  arriving(at, moves) {
    const sources = sourcesOf(moves);
    const bySource = (/** @type {Placed} */ option) => sources.some((each) => sameCell(each, option.source)) && this.alone(option, moves);
    return toward(at, moves).filter((option) => !bySource(option));
  }

  // The moves that the picked cell leaves open.
  open() {
    if (!this.cell) return [];
    const moves = this.placed();
    const unsure = sourcesOf(moves).length ? this.leaving(moves).filter((option) => !this.alone(option, moves)) : [];
    return [...new Set([...unsure, ...this.arriving(this.cell, moves)])];
  }

  /** @param {Wire.OptionData} option */
  isSecret(option) {
    return Boolean(this.scene.secret || option.secret);
  }

  // Nobody else sees a secret move, so nobody else can say that it was a slip: it is confirmed.
  /** @param {Wire.OptionData} option */
  make(option) {
    if (this.isSecret(option)) this.pick(option.move);
    else this.play(option.move);
  }

  /** @param {Placed} option @returns {Spot} */
  target(option) {
    const picked = this.picked === option.move;
    const pressed = this.isSecret(option) ? picked : null;
    return { at: option.to, label: capital(option.label), kind: picked ? "picked" : "target", pressed, move: option.move, press: () => this.make(option) };
  }

  /** @param {Place} at @param {string} kind @param {string} label @param {Placed[]} moves @returns {Spot} */
  picker(at, kind, label, moves) {
    const chosen = sameCell(at, this.cell);
    const ways = `${moves.length} ${moves.length === 1 ? "way" : "ways"}`;
    const press = () => { [this.cell, this.picked] = [chosen ? null : at, null]; this.redraw(); };
    return { at, label: `${label}: ${ways}`, kind, pressed: chosen, press };
  }

  /** @param {Place} at */
  labelOf(at) {
    return this.cellAt(at)?.label ?? "";
  }

  // Buttons of this moment that are there already stay, so that whoever has pressed one can let go of it.
  /** @param {Layout} table */
  drawSpots(table) {
    const spots = this.spots();
    const key = JSON.stringify([this.name, spots.map((spot) => [spot.at, spot.move])]);
    if (key !== this.spotted) {
      this.board.querySelectorAll(".spot").forEach((spot) => spot.remove());
      this.board.append(...spots.map(() => make("button", { type: "button", className: "spot" })));
    }
    this.spotted = key;
    this.board.querySelectorAll(".spot").forEach((button, number) => this.dress(/** @type {HTMLButtonElement} */ (button), spots[number], table));
  }

  /** @param {HTMLButtonElement} button @param {Spot} spot @param {Layout} table */
  dress(button, spot, table) {
    const cell = this.cellAt(spot.at);
    const taken = cell?.pieces?.length || cell?.marks?.some((mark) => mark.kind !== "baseline") ? " taken" : "";
    button.className = `spot ${spot.kind}${taken}`;
    button.setAttribute("aria-label", spot.label);
    if (spot.pressed !== null) button.setAttribute("aria-pressed", String(spot.pressed));
    button.dataset.at = spot.at.join(",");
    if (spot.move) button.dataset.move = spot.move;
    const { x, y, width, height } = table.box(spot.at);
    const box = { left: x / table.width, top: y / table.height, width: width / table.width, height: height / table.height };
    for (const [side, share] of Object.entries(box)) button.style.setProperty(side, `${100 * share}%`);
    button.onclick = spot.press;
  }

  /** @param {Place} at */
  cellAt(at) {
    return cellsOf(this.scene).find((each) => sameCell(each.at, at));
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
    this.drawModes(modes);
    const free = [...this.options.filter((option) => !option.to), ...this.open()];
    this.drawFree(free);
    $("choice").classList.toggle("secret", Boolean(this.scene.secret));
    write($("hint"), this.hint(free));
    const picked = this.options.find((option) => option.move === this.picked);
    show($("confirm"), Boolean(picked));
    if (picked) write($("confirm-yes"), this.scene.secret ? `Seal the ${picked.move}` : capital(picked.label));
  }

  // Buttons that are there already stay, so that a card rises when it is chosen.
  /** @param {Wire.OptionData[]} free */
  drawFree(free) {
    const key = JSON.stringify([this.name, free.map((option) => option.move)]);
    $("controls").className = this.scene.secret ? `controls numbers${free.length > MANY ? " many" : ""}` : "controls";
    if (key !== $("controls").dataset.key) $("controls").replaceChildren(...free.map((option) => this.control(option)));
    $("controls").dataset.key = key;
    for (const button of $("controls").querySelectorAll("button[aria-pressed]")) {
      button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.move === this.picked));
    }
  }

  /** @param {string[]} modes */
  drawModes(modes) {
    const key = JSON.stringify([this.name, modes]);
    if (key !== $("modes").dataset.key) $("modes").replaceChildren(...modes.map((mode) => this.modeButton(mode)));
    $("modes").dataset.key = key;
    for (const button of $("modes").children) button.setAttribute("aria-pressed", String(button.textContent === (this.mode ?? modes[0])));
  }

  /** @param {string} mode */
  modeButton(mode) {
    const button = make("button", { type: "button", className: "mode", textContent: mode });
    button.addEventListener("click", () => { this.forget(); this.mode = mode; this.redraw(); });
    return button;
  }

  /** @param {Wire.OptionData} option */
  control(option) {
    const secret = this.isSecret(option);
    const text = this.scene.secret ? option.move : capital(option.label);
    const button = make("button", { type: "button", className: this.scene.secret ? "number" : "main-action", textContent: text });
    button.dataset.move = option.move;
    if (secret) button.setAttribute("aria-pressed", String(option.move === this.picked));
    button.addEventListener("click", () => this.make(option));
    return button;
  }

  /** @param {Wire.OptionData[]} free */
  hint(free) {
    if (!this.options.length) return "";
    const picked = this.options.find((option) => option.move === this.picked);
    const secret = (picked ? [picked] : this.placed().length ? this.placed() : free).every((option) => option.secret);
    if (this.scene.secret) return secret ? "Only you will see it." : "Nobody sees it before both have chosen.";
    if (picked) return picked.to ? "Only you see where." : "Only you see it.";
    const where = this.where(free);
    return secret && where ? `${where} Only you will see it.` : where;
  }

  // How to go on.
  /** @param {Wire.OptionData[]} free */
  where(free) {
    const moves = this.placed();
    if (this.cell) return this.open().length ? "Choose what to do there." : "Now choose where to.";
    if (sourcesOf(moves).length) return "Choose a marked cell, or first a piece of yours.";
    if (moves.length && moves.every((option) => option.secret && !option.source)) return "Choose a cell.";
    return free.length === this.options.length ? "" : "Choose a marked cell on the board.";
  }

  /** @param {string} move */
  pick(move) {
    this.picked = this.picked === move ? null : move;
    this.redraw();
    if (this.picked) $("confirm-yes").focus({ preventScroll: true });
  }

  reconsider() {
    const move = this.picked;
    this.picked = null;
    this.redraw();
    if (move) withMove(move)?.focus();
  }

  confirm() {
    const move = this.picked;
    this.picked = null;
    if (move) this.play(move);
  }

  // --- fingers and keys ---

  pressable() {
    return new Set([$("frame"), $("choice")].flatMap((part) => [...part.querySelectorAll("button")]));
  }

  touched() {
    this.below = this.pressable();
  }

  // A finger that comes down ends what moves, and another moment may stand there when it is lifted. What has come under
  // it only then was not meant.
  /** @param {Event} event */
  lifted(event) {
    const button = buttonOf(event);
    if (button && this.below && this.pressable().has(button) && !this.below.has(button)) {
      event.preventDefault();
      event.stopPropagation();
    }
    this.below = null;
  }

  // Arrows go to the nearest cell in their direction, Escape takes the choice back, digits pick a number. Enter presses
  // what it came down on, and nothing that the keyboard is led to meanwhile.
  /** @param {KeyboardEvent} event */
  steer(event) {
    if (event.key === "Enter" && (event.repeat || event.target === $("frame"))) event.preventDefault();
    if (event.key === "Escape") {
      if (this.picked) this.reconsider();
      else if (this.cell) { this.cell = null; this.redraw(); }
      return;
    }
    if (/^[1-9]$/.test(event.key) && this.scene.secret) {
      withMove(event.key)?.click();
      return;
    }
    const way = WAYS[event.key];
    const here = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".spot, .number"));
    /** @type {NodeListOf<HTMLElement>} */
    const found = /** @type {Element} */ (event.currentTarget).querySelectorAll(".spot, .number");
    const all = [...found];
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
    else if (here === document.body || here === $("frame") || !here?.checkVisibility()) this.first()?.focus({ preventScroll: true });
  }

  /** @returns {HTMLElement | null} */
  first() {
    return this.board.querySelector('.spot[aria-pressed="true"]') ?? this.board.querySelector(".spot")
      ?? $("controls").querySelector("button");
  }
}

// Where things are in a drawing, for what moves over it.
/** @param {Layout} table @returns {import("./motion/stage.js").Ground} */
function ground(table) {
  const middle = { x: table.width / 2, y: table.height / 2, s: 1 };
  const spot = (/** @type {Place | null} */ at) => {
    if (!at) return middle;
    const [x, y] = table.spot(at);
    return { x, y, s: 1 };
  };
  return { spot, trap, flip: table.flip, width: table.width };
}

// The cells that one has to be picked of: there is nothing to pick where all moves come from the same.
/** @param {Placed[]} moves */
function sourcesOf(moves) {
  const sources = distinct(moves.map((option) => option.source).filter(isPlace));
  return sources.length > 1 ? sources : [];
}

/** @param {Place} at @param {Placed[]} moves */
const toward = (at, moves) => moves.filter((option) => sameCell(option.to, at));

/** @template Value @param {Value[]} values */
function distinct(values) {
  return [...new Map(values.map((value) => [String(value), value])).values()];
}

/** @param {HTMLElement} from @param {number[]} way @param {HTMLElement[]} all */
function nearest(from, [right, down], all) {
  const middle = (/** @type {HTMLElement} */ element) => {
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
