// @ts-check
// How a plan is shown: pieces glide and hop, a battle is staged on its cell, a trap snaps, a flag falls.
import { signal } from "../sound.js";
import { Act, DROP, OUT, SPRING, at, group, pose } from "./act.js";
import { SIDE, faced } from "./cards.js";
import { same } from "./plan.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Place} Place */
/** @typedef {import("./act.js").Pose} Pose */
/** @typedef {{ spot: (at: Place | null) => Pose, trap: (owner: Wire.SeatName) => string, flip: boolean, width: number }} Ground */

const LOOK = 60;
const [CARDS_HALF, CUT_OFF] = [84, 0.06]; // half of two cards side by side, and the share of a line that telephones leave out
const GLIDE = 240;
const SQUASH = 130;
const [CARDS_DROP, CARDS_WAIT, CARDS_SHUT, CARDS_OPEN, CARDS_HOLD, CARDS_FALL] = [260, 500, 150, 220, 360, 340];
const FLY = 560;
const [BITE, SHAKE, REST, FADE] = [150, 260, 160, 320];
const [TREMBLE, FLAG_FALLS, FLAG_RISES] = [320, 900, 760];

/** @param {Element} picture @param {Place} place @param {string} [owner] */
const standing = (picture, place, owner) =>
  [...picture.querySelectorAll(`.stand${owner ? `.${owner.toLowerCase()}` : ""}[data-at="${place.join()}"]`)];

// Show a plan over the picture that it ends in. `old` is the picture before.
/** @param {SVGElement} picture @param {Element} old @param {Plan} plan @param {Ground} ground */
export function show(picture, old, plan, ground) {
  const act = new Act(picture);
  const begin = plan.battle ? battle(act, plan.battle, ground) : 0;
  const moved = plan.steps.map((step) => walk(act, old, step, begin, plan, ground));
  const fallen = plan.gone.map((each) => fall(act, old, each, begin, moved, ground));
  settle(act, old, [...moved, ...fallen]);
  for (const place of plan.born) standing(picture, place).forEach((each) => arrive(act, each));
  if (plan.snap) snap(act, plan.snap, begin + LOOK + GLIDE, ground);
  if (plan.loser) flags(act, old, plan.loser, act.ends);
  return act;
}

// With reduced motion: what would be gone in a moment stays in the picture until the next one.
/** @param {SVGElement} picture @param {Plan} plan @param {Ground} ground */
export function leave(picture, plan, ground) {
  const relics = group("", "relics");
  relics.setAttribute("aria-hidden", "true");
  if (plan.battle) {
    for (const card of both(plan.battle, ground)) {
      card.classList.replace("shut", "open");
      relics.append(card);
    }
  }
  if (plan.snap) relics.append(jaws(plan.snap, ground));
  if (relics.childElementCount) picture.append(relics);
}

/**
 * A piece on its way: which cells it touches, and when it leaves the one and is on the other.
 * @typedef {{ from: Place, to: Place | null, leaves: number, lands: number, source: Element | undefined }} Way
 */

// A drawing of one piece as it stood, without what says how many they were.
/** @param {Element} source */
function sprite(source) {
  const made = /** @type {SVGElement} */ (source.cloneNode(true));
  made.removeAttribute("data-at");
  made.classList.replace("stand", "sprite");
  made.querySelector(".times")?.remove();
  return made;
}

/** @param {Act} act @param {Element} old @param {import("./plan.js").Step} step @param {number} begin @param {Plan} plan @param {Ground} ground @returns {Way} */
function walk(act, old, step, begin, plan, ground) {
  const source = standing(old, step.from, step.owner)[0];
  const goal = standing(act.picture, step.to, step.owner)[0];
  const leaves = begin;
  if (!source || !goal) return { from: step.from, to: step.to, leaves, lands: leaves, source };
  const flies = step.by !== null || (plan.battle !== null && plan.battle.best !== step.owner);
  const [start, end] = [pose(source), pose(goal)];
  const stop = step.by ? { ...ground.spot(step.by), s: start.s } : null;
  const first = step.by ? leaves + LOOK + GLIDE : leaves;
  const pause = plan.snap ? BITE + SHAKE + REST : step.by ? REST : 0;
  const lands = first + (step.by ? pause : 0) + (flies ? FLY : LOOK + GLIDE);
  const moving = act.put(sprite(source), 0, lands);
  if (stop) glide(act, moving, start, { ...stop, y: stop.y + (start.y - ground.spot(step.from).y) }, leaves);
  const from = stop ? { ...stop, y: stop.y + (start.y - ground.spot(step.from).y) } : start;
  if (flies) fly(act, moving, from, end, first + (step.by ? pause : 0));
  else glide(act, moving, start, end, leaves);
  land(act, goal, lands, step.owner);
  return { from: step.from, to: step.to, leaves, lands, source };
}

// Eyes first, then a low hop.
/** @param {Act} act @param {SVGElement} moving @param {Pose} from @param {Pose} to @param {number} begin */
function glide(act, moving, from, to, begin) {
  const eyes = moving.querySelector(".eyes");
  const [dx, dy] = [Math.sign(Math.round(to.x - from.x)), Math.sign(Math.round(to.y - from.y))];
  if (eyes) {
    const turned = { transform: `translate(${dx * 7}px, ${dy * 4 - 2}px)` };
    act.run(eyes, [{ transform: at(pose(eyes)) }, turned], { at: begin, ms: LOOK, easing: "ease-out" });
  }
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 14, s: (from.s + to.s) / 2 };
  act.run(moving, [
    { transform: at(from), easing: "cubic-bezier(.4,0,.7,.6)" },
    { transform: at(middle), easing: "cubic-bezier(.3,.4,.4,1)" },
    { transform: at(to) },
  ], { at: begin + LOOK, ms: GLIDE });
}

// Home in an arc, with one turn.
/** @param {Act} act @param {SVGElement} moving @param {Pose} from @param {Pose} to @param {number} begin */
function fly(act, moving, from, to, begin) {
  const top = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 90, s: from.s };
  const body = moving.querySelector(".body");
  const way = to.x > from.x ? 360 : -360;
  if (body) act.run(body, [{ transform: "rotate(0deg)" }, { transform: `rotate(${way}deg)` }], { at: begin, ms: FLY, easing: "ease-in-out" });
  act.running.push(moving.animate([
    { transform: at(from), easing: "cubic-bezier(.2,.6,.5,1)" },
    { transform: at(top), easing: "cubic-bezier(.5,0,.8,.4)" },
    { transform: at(to) },
  ], { delay: begin, duration: FLY, fill: "forwards" }));
  act.ends = Math.max(act.ends, begin + FLY);
}

/** @param {Act} act @param {Element} goal @param {number} lands @param {Wire.SeatName} owner */
function land(act, goal, lands, owner) {
  const body = goal.querySelector(".body");
  const frames = [{ transform: "none" }, { transform: "translateY(3px) scale(1.06, .93)" }, { transform: "none" }];
  if (body) act.run(body, frames, { at: lands, ms: SQUASH, easing: "ease-out" });
  act.later(lands, () => signal(`step ${owner}`));
}

/** @param {Act} act @param {Element} piece */
function arrive(act, piece) {
  const body = piece.querySelector(".body");
  if (body) act.run(body, [{ transform: "translateY(-46px)", opacity: 0 }, { transform: "none", opacity: 1 }], { ms: CARDS_DROP, easing: OUT });
}

// A piece that is no more: it falls when somebody takes its place, or where it went.
/** @param {Act} act @param {Element} old @param {import("./plan.js").Fall} fallen @param {number} begin @param {Way[]} moved @param {Ground} ground @returns {Way} */
function fall(act, old, fallen, begin, moved, ground) {
  const source = standing(old, fallen.from, fallen.owner)[0];
  const taken = moved.find((way) => same(way.to, fallen.from))?.lands ?? begin;
  const leaves = fallen.by ? begin : taken;
  const falls = fallen.by ? begin + LOOK + GLIDE : taken;
  if (!source) return { from: fallen.from, to: null, leaves, lands: falls, source };
  const moving = act.put(sprite(source), 0, falls + CARDS_FALL);
  const start = pose(source);
  const stop = fallen.by ? { ...start, ...offset(ground, fallen.from, fallen.by, start) } : start;
  if (fallen.by) glide(act, moving, start, stop, begin);
  const body = moving.querySelector(".pc") ?? moving;
  const frames = [{ transform: "none", opacity: 1 }, { transform: "translateY(64px) rotate(24deg)", opacity: 0 }];
  act.run(body, frames, { at: falls, ms: CARDS_FALL, easing: DROP });
  return { from: fallen.from, to: null, leaves, lands: falls, source };
}

/** @param {Ground} ground @param {Place} from @param {Place} to @param {Pose} start */
function offset(ground, from, to, start) {
  const [one, two] = [ground.spot(from), ground.spot(to)];
  return { x: start.x + two.x - one.x, y: start.y + two.y - one.y };
}

// Until somebody leaves a cell or comes to it, it is as it was: what will stand there is not seen, and what stood is.
/** @param {Act} act @param {Element} old @param {Way[]} ways */
function settle(act, old, ways) {
  /** @type {Map<string, { place: Place, until: number }>} */
  const cells = new Map();
  for (const way of ways) {
    for (const [place, moment] of /** @type {[Place | null, number][]} */ ([[way.from, way.leaves], [way.to, way.lands]])) {
      if (place) cells.set(place.join(), { place, until: Math.max(moment, cells.get(place.join())?.until ?? 0) });
    }
  }
  const leaving = new Set(ways.map((way) => way.source));
  for (const { place, until } of cells.values()) {
    standing(act.picture, place).forEach((each) => act.hide(each, until));
    if (until > 0) standing(old, place).filter((each) => !leaving.has(each)).forEach((each) => act.put(still(each), 0, until));
  }
}

/** @param {Element} source */
function still(source) {
  const made = /** @type {SVGElement} */ (source.cloneNode(true));
  made.removeAttribute("data-at");
  made.classList.replace("stand", "sprite");
  return made;
}

// --- a battle ---

/** @type {Wire.SeatName[]} */
const SEATS = ["P1", "P2"];

/** @param {import("./plan.js").Battle} battle @param {Ground} ground */
const both = ({ at: place, moves }, ground) => SEATS.map((owner) => faced(owner, moves[owner], above(ground, place), ground.flip));

// Where the cards of a battle hang: above it, and whole, also where a telephone cuts off the ends of a line.
/** @param {Ground} ground @param {Place | null} place @returns {Pose} */
export function above(ground, place) {
  const spot = ground.spot(place);
  const edge = Math.min(ground.width / 2, CARDS_HALF + CUT_OFF * ground.width);
  return { x: Math.min(Math.max(spot.x, edge), ground.width - edge), y: Math.max(spot.y - 150, 56), s: 1 };
}

// Both cards drop, wait, and are turned together; the better one grows, the other falls. When it is over.
/** @param {Act} act @param {import("./plan.js").Battle} battle @param {Ground} ground */
function battle(act, { at: place, moves, best }, ground) {
  const shut = CARDS_DROP + CARDS_WAIT;
  const open = shut + CARDS_SHUT;
  const decided = open + CARDS_OPEN + CARDS_HOLD;
  const ends = decided + CARDS_FALL;
  SEATS.forEach((owner) => {
    const card = act.put(faced(owner, moves[owner], above(ground, place), ground.flip), 0, ends + FLY);
    const turn = /** @type {Element} */ (card.firstElementChild);
    const tilt = SIDE[owner] * (ground.flip ? -5 : 5);
    act.run(turn, [{ transform: `translateY(-46px) rotate(${3 * tilt}deg)`, opacity: 0 }, { transform: `rotate(${tilt}deg)`, opacity: 1 }], { ms: CARDS_DROP, easing: OUT });
    flip(act, card, shut, open);
    decide(act, card, owner === best, best !== null, decided);
  });
  act.tells = open + CARDS_OPEN;
  act.later(shut, () => signal("flip"));
  return ends;
}

/** @param {Act} act @param {Element} card @param {number} shut @param {number} open */
function flip(act, card, shut, open) {
  const [back, front] = [card.querySelector(".back"), card.querySelector(".front")];
  if (!back || !front) return;
  act.run(back, [{ transform: "scaleX(1)" }, { transform: "scaleX(.03)" }], { at: shut, ms: CARDS_SHUT, easing: "ease-in" });
  act.run(back, [{ opacity: 1 }, { opacity: 0 }], { at: open, ms: 1 });
  act.run(front, [{ opacity: 0 }, { opacity: 1 }], { at: open, ms: 1 });
  act.run(front, [{ transform: "scaleX(.03)" }, { transform: "scaleX(1)" }], { at: open, ms: CARDS_OPEN, easing: SPRING });
}

/** @param {Act} act @param {Element} card @param {boolean} best @param {boolean} won @param {number} decided */
function decide(act, card, best, won, decided) {
  const front = card.querySelector(".front > rect") && card.querySelector(".front");
  if (!front) return;
  const grown = [{ scale: 1 }, { scale: 1.14 }, { scale: 1.06 }];
  const fallen = [{ translate: "0px 0px", rotate: "0deg", opacity: 1 }, { translate: "0px 64px", rotate: "24deg", opacity: 0 }];
  if (best) act.later(decided, () => card.classList.add("best"));
  const whole = /** @type {Element} */ (card.firstElementChild);
  act.running.push(whole.animate(best ? grown : fallen, { delay: decided, duration: CARDS_FALL, easing: best ? OUT : DROP, fill: "forwards" }));
  if (best || !won) act.ends = Math.max(act.ends, decided + CARDS_FALL);
}

// --- a trap ---

/** @param {{ at: Place, owner: Wire.SeatName }} sprung @param {Ground} ground */
function jaws({ at: place, owner }, ground) {
  const { x, y } = ground.spot(place);
  return group(ground.trap(owner), "sprung", `translate(${x} ${y + 2}) scale(1.2)`);
}

/** @param {Act} act @param {{ at: Place, owner: Wire.SeatName }} sprung @param {number} begin @param {Ground} ground */
function snap(act, sprung, begin, ground) {
  const shown = act.put(jaws(sprung, ground), begin, begin + BITE + SHAKE + REST + FADE);
  for (const [name, base] of [[".up", ""], [".down", "scale(1, -1) "]]) {
    const jaw = shown.querySelector(name);
    const bite = [-22, 13, 9].map((y) => ({ transform: `${base}translateY(${y}px)` }));
    if (jaw) act.run(jaw, bite, { at: begin, ms: BITE, easing: "cubic-bezier(.7,0,1,.6)" });
  }
  const shaken = [0, -5, 5, -4, 3, -2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  act.running.push(act.picture.animate(shaken, { delay: begin + BITE, duration: SHAKE }));
  act.run(shown, [{ opacity: 1 }, { opacity: 0 }], { at: begin + BITE + SHAKE + REST, ms: FADE });
  act.tells = begin + BITE;
  act.later(begin + BITE, () => signal("snap"));
}

// --- the end ---

// The loser's flags tremble and fall, and bounce once; then the winner's rise.
/** @param {Act} act @param {Element} old @param {Wire.SeatName} loser @param {number} begin */
function flags(act, old, loser, begin) {
  const cloths = (/** @type {Element} */ picture, /** @type {string} */ owner) => [...picture.querySelectorAll(`.flag.${owner} > .cloth`)];
  const [lost, won] = loser === "P1" ? ["p1", "p2"] : ["p2", "p1"];
  const before = cloths(old, lost);
  cloths(act.picture, lost).forEach((cloth, number) => {
    const [low, top] = [pose(cloth), pose(before[number] ?? cloth)];
    drop(act, cloth, top, low, begin);
  });
  for (const cloth of cloths(act.picture, won)) {
    const top = pose(cloth);
    act.run(cloth, [{ transform: at({ ...top, y: top.y + 38 }) }, { transform: at(top) }], { at: begin + TREMBLE + FLAG_FALLS, ms: FLAG_RISES, easing: OUT });
  }
  act.tells = act.ends;
  act.later(begin + TREMBLE, () => signal("end"));
}

/** @param {Act} act @param {Element} cloth @param {Pose} top @param {Pose} low @param {number} begin */
function drop(act, cloth, top, low, begin) {
  act.run(cloth, [
    { transform: at(top) }, { transform: at({ ...top, y: top.y + 3 }, "skewY(6deg)") },
    { transform: at(top, "skewY(-5deg)") }, { transform: at(top) },
  ], { at: begin, ms: TREMBLE });
  act.running.push(cloth.animate([
    { transform: at(top), easing: DROP },
    { transform: at(low, "skewY(-9deg) scale(.94, 1.04)"), offset: 0.72, easing: "ease-out" },
    { transform: at({ ...low, y: low.y - 7 }, "skewY(4deg)"), offset: 0.86, easing: "ease-in" },
    { transform: at(low) },
  ], { delay: begin + TREMBLE, duration: FLAG_FALLS, fill: "forwards" }));
  act.ends = Math.max(act.ends, begin + TREMBLE + FLAG_FALLS);
}
