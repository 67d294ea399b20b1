// @ts-check
// Something that moves over a drawing: it is drawn as it will be, and what is on its way lies in a layer above it. At the
// end, or whenever nobody wants to wait for it, the layer goes, and the drawing is what it would be without it.

/** @typedef {{ x: number, y: number, s: number }} Pose */
/** @typedef {{ at?: number, ms: number, easing?: string }} Timing */

const SVG = "http://www.w3.org/2000/svg";
export const OUT = "cubic-bezier(.2,.8,.2,1)";
export const SPRING = "cubic-bezier(.3,1.5,.5,1)";
export const DROP = "cubic-bezier(.55,.05,.75,.3)";

// Where a group stands and how large it is, from its transform.
/** @param {Element} element @returns {Pose} */
export function pose(element) {
  const [x = 0, y = 0, s = 1] = (element.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
  return { x, y, s };
}
/** @param {Pose} pose */
export const at = ({ x, y, s }, more = "") => `translate(${x}px, ${y}px) scale(${s}) ${more}`;

/** @param {string} inside @param {string} className */
export function group(inside, className, transform = "") {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", className);
  if (transform) made.setAttribute("transform", transform);
  made.innerHTML = inside;
  return made;
}

export class Act {
  /** @param {SVGElement} picture */
  constructor(picture) {
    this.picture = picture;
    this.layer = group("", "moving");
    this.layer.setAttribute("aria-hidden", "true");
    picture.append(this.layer);
    this.running = /** @type {Animation[]} */ ([]);
    this.timers = /** @type {ReturnType<typeof setTimeout>[]} */ ([]);
    this.ends = 0; // milliseconds from the beginning
    this.tells = 0; // the same, until all that it tells has been seen
    this.told = false;
    this.over = false;
  }

  // Animate an element from a moment on; before and after it keeps the first and the last picture.
  /** @param {Element} element @param {Keyframe[]} frames @param {Timing} timing */
  run(element, frames, { at: delay = 0, ms, easing = "linear" }) {
    this.running.push(element.animate(frames, { delay, duration: ms, easing, fill: "both" }));
    this.ends = Math.max(this.ends, delay + ms);
  }

  // What is in the drawing, but not to be seen before a moment.
  /** @param {Element} element @param {number} until */
  hide(element, until) {
    if (until > 0) this.running.push(element.animate([{ visibility: "hidden" }, { visibility: "hidden" }], { duration: until }));
  }

  // What is in the layer from one moment to another.
  /** @template {Element} Each @param {Each} element @param {number} from @param {number} until @returns {Each} */
  put(element, from, until) {
    this.layer.append(element);
    if (from > 0) this.running.push(element.animate([{ visibility: "hidden" }, { visibility: "hidden" }], { duration: from }));
    this.running.push(element.animate([{ visibility: "hidden" }, { visibility: "hidden" }], { delay: until, duration: 1, fill: "forwards" }));
    return element;
  }

  /** @param {number} moment @param {() => void} what */
  later(moment, what) {
    this.timers.push(setTimeout(what, moment));
  }

  async done() {
    await Promise.allSettled(this.running.map((each) => each.finished));
    this.finish();
  }

  finish() {
    if (this.over) return;
    this.over = true;
    this.timers.forEach(clearTimeout);
    this.running.forEach((each) => each.cancel());
    this.layer.remove();
  }
}
