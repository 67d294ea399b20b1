// @ts-check
// Exploring: moves freely played for both sides, what each is worth, and every branch kept. The address is the position.
import { cellsOf } from "../board/board.js";
import { pole } from "../board/pole.js";
import { Choice } from "../choice.js";
import { $, buttonOf, make, markup, show, write } from "../dom.js";
import { knowledgeOf, settingsIn } from "../knowledge.js";
import { PLAYERS, sentence } from "../words.js";
import { chosen, cloth, flag, isMixed, percent, rows, worthsOf } from "./moves.js";
import { Playing } from "./playing.js";
import { addressOf, keepTree, treeWith } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Moves} Moves */

const root = $("explore");
const hides = root.dataset.hides === "yes";
const title = document.title;
const BUSY = 500; // milliseconds before it is said that something takes long
/** @type {Record<string, string>} */
const EYES = { P1: "what Player 1 knows", P2: "what Player 2 knows", both: "what both know" };
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "aside", ArrowDown: "aside", Home: "root", End: "last" };

class Explore {
  /** @param {import("../knowledge.js").Knowledge} knowledge @param {string} position */
  constructor(knowledge, position) {
    this.knowledge = knowledge;
    this.tree = treeWith(position);
    this.insight = /** @type {Wire.Insight | null} */ (null);
    this.shown = /** @type {Node | null} */ (null); // what the board shows; nothing while another place is on its way
    this.before = /** @type {Wire.SceneData | null} */ (null); // the scene a ply ago
    this.known = /** @type {Map<string, Wire.Insight>} */ (new Map()); // of positions that were looked at with all eyes
    this.chosen = /** @type {Moves} */ ({}); // in a battle, until both have chosen
    this.eyes = "all";
    this.flip = false; // whether the board is turned round
    this.lined = false; // whether the best line is shown
    this.choice = new Choice((move) => this.choose(move));
    this.playing = new Playing(() => title.replace(/^Explore | · Flagfall$/g, ""));
    this.bind();
  }

  bind() {
    $("steps").addEventListener("click", (event) => this.step(buttonOf(event)?.dataset.step));
    $("flip").addEventListener("click", () => { this.flip = !this.flip; this.draw(); });
    $("aside").addEventListener("click", () => this.step("aside"));
    $("cut").addEventListener("click", () => this.step("cut"));
    $("best-line").addEventListener("click", () => { this.lined = !this.lined; this.drawLine(); });
    $("copy").addEventListener("click", () => this.copy());
    $("play-on").addEventListener("click", () => this.playOn());
    $("eyes").addEventListener("click", (event) => this.look(buttonOf(event)?.dataset.eyes));
    addEventListener("keydown", (event) => this.key(event));
  }

  // --- where one is ---

  get here() {
    return this.tree.here;
  }

  // Whoever chooses now; in a battle one after the other.
  seats() {
    return /** @type {Wire.SeatName[]} */ (Object.keys(this.insight?.options ?? {}));
  }

  isBattle() {
    return this.seats().length > 1;
  }

  asked() {
    return hides && this.eyes !== "all" ? { eyes: this.eyes } : {};
  }

  // To where the tree is now. What comes late for a place that was left is dropped.
  async arrive() {
    const [node, eyes] = [this.here, this.eyes];
    [this.chosen, this.shown] = [{}, null];
    root.setAttribute("aria-busy", "true");
    history.replaceState(null, "", addressOf(node.position));
    keepTree(this.tree);
    this.drawTree();
    const slow = setTimeout(() => this.wait(), BUSY);
    try {
      const [insight, before] = await Promise.all([this.knowledge.at(node.position, this.asked()),
        node.parent && this.knowledge.at(node.parent.position, this.asked())]);
      if (node !== this.here || eyes !== this.eyes) return;
      if (eyes === "all") this.known.set(node.position, insight);
      [this.insight, this.before, this.shown] = [insight, before?.view.scene ?? null, node];
      show($("refusal"), false);
      this.draw();
      this.drawTree();
      this.tell();
    } catch (/** @type {any} */ problem) {
      this.refuse(problem.message);
    } finally {
      clearTimeout(slow);
      if (node === this.here && eyes === this.eyes) root.setAttribute("aria-busy", "false");
    }
  }

  wait() {
    write($("turn"), "Working it out …");
  }

  /** @param {string} words */
  refuse(words) {
    write($("refusal"), words);
    show($("refusal"));
  }

  // --- what is done ---

  /** @param {string | undefined} way */
  step(way) {
    const { tree } = this;
    const [was, ways] = [tree.here, /** @type {Record<string, () => void>} */ ({
      back: () => tree.back(), forward: () => tree.forward(), aside: () => tree.aside(), cut: () => tree.cut(),
      root: () => tree.go(tree.root), last: () => tree.go(tree.last()),
    })];
    if (way === "back" && Object.keys(this.chosen).length) {
      this.chosen = {};
      this.draw();
      return;
    }
    ways[way ?? ""]?.();
    if (tree.here !== was) this.arrive();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const busy = event.target instanceof Element && event.target.closest("input, textarea, select, dialog, #frame, #tree");
    if (busy || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
    event.preventDefault();
    this.step(KEYS[event.key]);
  }

  // A move of whoever chooses; in a battle it is kept until the other has chosen, too. What still stands on the board while
  // another place is on its way may be no move there.
  /** @param {string} move @param {Wire.SeatName} [seat] */
  choose(move, seat = this.seats()[0]) {
    if (this.shown !== this.here) return;
    this.chosen = { ...this.chosen, [seat]: move };
    if (this.seats().every((each) => this.chosen[each] !== undefined)) this.play(this.chosen);
    else this.draw();
  }

  /** @param {Moves} moves */
  async play(moves) {
    const from = this.here;
    try {
      const next = await this.next(from, moves);
      if (!next || from !== this.here) return;
      this.tree.play(moves, next.position, this.isSecret(moves));
      await this.arrive();
    } catch (/** @type {any} */ problem) {
      this.refuse(problem.message);
    }
  }

  // Where moves lead: it is known already, but where very many may be made.
  /** @param {Node} node @param {Moves} moves */
  async next(node, moves) {
    const { after = [] } = await this.knowledge.at(node.position, this.asked());
    const same = (/** @type {Wire.After} */ each) => each.moves.P1 === moves.P1 && each.moves.P2 === moves.P2;
    return after.find(same) ?? (await this.knowledge.at(node.position, { ...this.asked(), moves })).after?.find(same);
  }

  /** @param {Moves} moves */
  isSecret(moves) {
    return this.seats().some((seat) => this.insight?.options?.[seat].some((option) => option.secret && option.move === moves[seat]));
  }

  // So many plies along the best line.
  /** @param {number} plies */
  async follow(plies) {
    if (this.shown !== this.here) return;
    for (const moves of (this.insight?.line ?? []).slice(0, plies)) {
      const next = await this.next(this.here, moves);
      if (!next) return;
      this.tree.play(moves, next.position);
    }
    await this.arrive();
  }

  /** @param {string | undefined} eyes */
  look(eyes) {
    if (!eyes || eyes === this.eyes) return;
    this.eyes = eyes;
    for (const button of $("eyes").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.eyes === eyes));
    this.arrive();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      write($("copied"), "The link is copied: it shows this position.");
    } catch {
      write($("copied"), `The link is the address of this page: ${location.href}`);
    }
  }

  playOn() {
    if (this.insight && this.shown === this.here && !this.insight.outcome) this.playing.ask(this.here.position, this.insight.view.turn);
  }

  // --- what is shown ---

  draw() {
    const { insight } = this;
    if (!insight) return;
    this.drawBoard(insight);
    this.drawWords(insight);
    this.drawPole(insight);
    this.drawMoves(insight);
    this.drawLine();
    root.dataset.known = "yes"; // until then the style sheet shows no moves, so that nothing jumps
    $("play-on").setAttribute("aria-disabled", String(Boolean(insight.outcome)));
    write($("step"), this.here.parent ? `After ${this.here.ply} ${this.here.ply === 1 ? "move" : "moves"}` : "The start");
    for (const button of $("steps").querySelectorAll("button")) {
      const none = { root: !this.here.parent, back: !this.here.parent, forward: !this.here.children.length, last: !this.here.children.length };
      button.setAttribute("aria-disabled", String(Boolean(none[/** @type {keyof typeof none} */ (button.dataset.step)])));
    }
  }

  // What may be chosen is shown on the board; here nothing is secret, as one person plays for both.
  /** @param {Wire.Insight} insight */
  drawBoard(insight) {
    const { scene, position } = insight.view;
    const [seat] = this.seats();
    const options = seat && !this.isBattle() ? (insight.options?.[seat] ?? []).map((option) => ({ ...option, secret: false })) : [];
    const how = { flip: this.flip, winner: insight.outcome?.winner ?? null, worths: worthsOf(insight, seat) };
    const movers = /** @type {Wire.SeatName[]} */ (Object.keys(this.here.moves));
    const mover = movers.length === 1 ? { mover: movers[0] } : {};
    this.choice.show({ ...scene, changed: changed(this.before, scene), ...mover }, options, `${position} ${this.eyes} ${this.here.ply}`, how);
    const notes = scene.notes ?? [];
    if ($("notes").textContent !== notes.join("")) $("notes").replaceChildren(...notes.map((note) => make("p", { className: "note", textContent: note })));
  }

  /** @param {Wire.Insight} insight */
  drawWords({ outcome, worth, unknown, view }) {
    write($("worth"), outcome ? sentence(outcome.text) : worth?.words ?? view.scene.title);
    const who = this.seats().map((seat) => PLAYERS[seat]);
    if (outcome) write($("turn"), "The game is over here. Go back, or try something else.");
    else if (!who.length) write($("turn"), `${PLAYERS[view.turn]} is to choose, and ${EYES[this.eyes] ?? "this"} leaves out how. ${unknown ?? ""}`.trim());
    else write($("turn"), [who.length > 1 ? "Both choose at once." : `${who[0]} to move.`, unknown].filter(Boolean).join(" "));
  }

  /** @param {Wire.Insight} insight */
  drawPole({ worth }) {
    root.classList.toggle("unknown", !worth);
    if (!worth) return $("pole").replaceChildren();
    const picture = markup(pole(worth.height, cloth(worth), { flip: this.flip }));
    write(/** @type {Element} */ (picture.querySelector("title")), worth.words);
    $("pole").replaceChildren(picture);
  }

  /** @param {Wire.Insight} insight */
  drawMoves(insight) {
    const known = this.seats().filter((seat) => insight.verdicts?.[seat]);
    $("choice").classList.toggle("known", known.length > 0);
    show($("choice"), this.seats().length > 0);
    write($("moves-title"), this.isBattle() ? "What each number is worth" : known.length ? "What each move is worth" : "What may be done");
    $("moves").replaceChildren(...(this.isBattle() ? this.seats().map((seat) => this.hand(insight, seat)) : known.map((seat) => this.list(insight, seat))));
  }

  /** @param {Wire.Insight} insight @param {Wire.SeatName} seat */
  list(insight, seat) {
    return make("ul", { className: "opts" }, ...rows(insight, seat, { press: (move) => this.choose(move, seat) }));
  }

  // In a battle, the numbers of one of the two as cards, with how often best play chooses each.
  /** @param {Wire.Insight} insight @param {Wire.SeatName} seat */
  hand(insight, seat) {
    const verdicts = insight.verdicts?.[seat] ?? {};
    const mixed = isMixed(verdicts);
    const cards = (insight.options?.[seat] ?? []).map((option) => {
      const verdict = verdicts[option.move];
      const button = make("button", { type: "button", className: `card-number${verdict?.best ? " best" : ""}`, onclick: () => this.choose(option.move, seat) },
        make("b", { textContent: option.move }), make("span", { textContent: verdict ? often(verdict, mixed) : "" }));
      button.setAttribute("aria-pressed", String(this.chosen[seat] === option.move));
      button.dataset.option = option.move;
      return button;
    });
    const words = Object.entries(verdicts).filter(([, each]) => each.best).map(([move, each]) => `${move} in ${percent(each.likely ?? 0)}`).join(", ");
    const head = make("h3", {}, ...chosen({ [seat]: `${PLAYERS[seat]}${this.chosen[seat] === undefined ? "" : `: ${this.chosen[seat]}`}` }));
    const best = words ? [make("p", { className: "hint", textContent: mixed ? `Best play mixes: ${words}.` : `Best play: ${words.replace(/ in 100 %/, "")}.` })] : [];
    return make("div", { className: `hand-of ${seat.toLowerCase()}` }, head, make("div", { className: "cards" }, ...cards), ...best);
  }

  drawLine() {
    const line = this.insight?.line ?? [];
    show($("best-line"), line.length > 0);
    show($("line"), this.lined && line.length > 0);
    $("best-line").setAttribute("aria-expanded", String(this.lined));
    write($("best-line"), this.lined ? "Hide the best line" : "Show the best line");
    const chips = line.map((moves, number) => make("li", {},
      make("button", { type: "button", className: "chip", onclick: () => this.follow(number + 1) }, ...chosen(moves))));
    const end = this.insight?.repeats ? [make("li", { className: "hint", textContent: "and so on, for ever" })] : [];
    $("line").replaceChildren(...chips, ...end);
  }

  drawTree() {
    const all = this.tree.rows();
    show($("tree-box"), all.length > 1);
    const among = this.here.parent?.children.length ?? 1;
    $("aside").setAttribute("aria-disabled", String(among < 2));
    $("cut").setAttribute("aria-disabled", String(!this.here.parent));
    const focused = $("tree").contains(document.activeElement);
    $("tree").replaceChildren(...all.map(([indent, node]) => this.row(indent, node)));
    const now = /** @type {HTMLElement | null} */ ($("tree").querySelector("[aria-current]"));
    if (focused) now?.focus({ preventScroll: true });
    if (now) $("tree").scrollTop = Math.max(0, now.offsetTop - $("tree").clientHeight / 2);
  }

  /** @param {number} indent @param {Node} node */
  row(indent, node) {
    const worth = this.known.get(node.position)?.worth;
    const words = node.parent ? [make("span", { className: "ply", textContent: `${node.ply}.` }), ...chosen(node.moves, node.secret && this.eyes !== "all")] : ["The start"];
    const button = make("button", { type: "button", className: "chip", onclick: () => { this.tree.go(node); this.arrive(); } }, ...words, ...worth ? [signOf(worth)] : []);
    if (node === this.here) button.setAttribute("aria-current", "step");
    return make("li", { className: `indent-${Math.min(indent, 5)}` }, button);
  }

  // What a person who hears the page needs to know of where one is now.
  tell() {
    const { insight } = this;
    if (insight) $("announce").textContent = [insight.view.words, $("worth").textContent, $("turn").textContent].join(" ");
  }
}

// For a card of a battle.
/** @param {Wire.VerdictData} verdict @param {boolean} mixed */
function often({ likely = 0, best, value, kind }, mixed) {
  if (mixed) return likely ? percent(likely) : "never";
  if (best) return "best";
  return kind === "chance" ? `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}` : { win: "wins", open: "open", loss: "loses" }[kind];
}

// Who stands better, as a flag in that player's colour.
/** @param {Wire.WorthData} worth */
function signOf({ value, words }) {
  const sign = flag(Math.abs(value) < 1e-9 ? "open" : value > 0 ? "win" : "loss");
  const who = value > 0 ? " p1" : value < 0 ? " p2" : "";
  return make("span", { className: `sign${who}`, title: words }, sign);
}

// The cells on which something else stands than a ply ago.
/** @param {Wire.SceneData | null} before @param {Wire.SceneData} now @returns {Wire.CellData["at"][]} */
function changed(before, now) {
  if (!before) return [];
  const then = new Map(cellsOf(before).map((cell) => [String(cell.at), JSON.stringify(cell.pieces ?? [])]));
  return cellsOf(now).filter((cell) => then.get(String(cell.at)) !== JSON.stringify(cell.pieces ?? [])).map((cell) => cell.at);
}

async function start() {
  const position = new URLSearchParams(location.search).get("position") ?? root.dataset.start ?? "";
  try {
    const knowledge = await knowledgeOf(root.dataset.game ?? "", settingsIn(position), position);
    const explore = new Explore(knowledge, position);
    await explore.arrive();
    root.dataset.ready = "yes";
    if (location.hash === "#play") explore.playOn();
  } catch (/** @type {any} */ problem) {
    write($("refusal"), problem.message);
    show($("refusal"));
  }
}

start();
