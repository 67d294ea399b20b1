// @ts-check
// What moves on a board, one thing after the other; and who can't wait needn't: any tap or key finishes it.
import { plan } from "./plan.js";
import { leave, show } from "./stage.js";

/** @typedef {import("./stage.js").Ground} Ground */
/** @typedef {import("./plan.js").Deeds} Deeds */

const ANSWER = 380; // milliseconds from the landing of one's own piece to the other's answer
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  // `changed` is called when what is shown has told all that it tells, and when it is over.
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.act = /** @type {import("./act.js").Act | null} */ (null);
    this.rest = /** @type {Promise<void>} */ (Promise.resolve()); // until nothing moves
    this.free = /** @type {Promise<void>} */ (Promise.resolve()); // until something else may begin
    this.hurried = () => {};
    this.telling = false; // whether what moves tells something that words would tell too soon
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => this.hurry(), { capture: true });
    document.addEventListener("visibilitychange", () => document.hidden && this.hurry());
  }

  // From one picture of a board to another that is in its place now.
  /** @param {SVGElement} picture @param {Element} old @param {Wire.SceneData} before @param {Wire.SceneData} after
   *  @param {Deeds} deeds @param {Ground} ground */
  play(picture, old, before, after, deeds, ground) {
    this.stop();
    const found = plan(before, after, deeds);
    if (!found) return;
    if (calm.matches || document.hidden) {
      leave(picture, found, ground);
      return;
    }
    const act = show(picture, old, found, ground);
    this.act = act;
    this.telling = Boolean(found.battle || found.snap || found.loser);
    this.rest = act.done();
    act.later(act.tells, () => { act.told = true; this.changed(); });
    this.rest.then(this.changed);
    const own = Boolean(deeds.you && deeds.moves?.[deeds.you]);
    this.free = this.waiting(this.rest, own ? ANSWER : 0);
  }

  /** @param {Promise<void>} rest @param {number} wait */
  async waiting(rest, wait) {
    const hurry = new Promise((go) => { this.hurried = () => go(undefined); });
    await Promise.race([hurry, rest.then(() => new Promise((go) => { setTimeout(go, wait); }))]);
  }

  // Whether something is being shown that nobody should read before it is over.
  get staging() {
    return Boolean(this.act && !this.act.over && this.telling);
  }

  // Whether all is told that what is being shown tells.
  get told() {
    return !this.staging || Boolean(this.act?.told);
  }

  stop() {
    this.act?.finish();
    this.act = null;
  }

  hurry() {
    this.stop();
    this.hurried();
  }
}
