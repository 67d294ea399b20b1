// @ts-check
// A game as a curve: how high the flag stood after each ply. Each is a button of its own.
import { EMBLEM } from "../board/look.js";
import { make, markup } from "../dom.js";

/** @typedef {{ heights: number[], slips: (Wire.SeatName | null)[], words: (ply: number) => string, go: (ply: number) => void }} Course */

const [HEIGHT, LEFT, RIGHT, EDGE] = [128, 40, 18, 14];
const NARROWEST = 26; // of a ply, so that a thumb can hit it

export class Curve {
  /** @param {HTMLElement} box @param {Course} course */
  constructor(box, course) {
    this.box = box;
    this.plies = course.heights.length;
    this.width = Math.max(388, LEFT + RIGHT + NARROWEST * (this.plies - 1));
    const picture = markup(this.drawn(course));
    const hits = make("div", { className: "hits" }, ...course.heights.map((_, ply) => this.hit(ply, course)));
    const field = make("div", { className: "field" }, picture, hits);
    field.style.minWidth = this.width > 388 ? `${this.width * 0.9}px` : "";
    box.replaceChildren(field);
    this.now = /** @type {SVGPathElement} */ (picture.querySelector(".now"));
  }

  /** @param {number} ply */
  across(ply) {
    return LEFT + (ply * (this.width - LEFT - RIGHT)) / Math.max(this.plies - 1, 1);
  }

  /** @param {Course} course */
  drawn({ heights, slips }) {
    const down = (/** @type {number} */ height) => HEIGHT / 2 - height * (HEIGHT / 2 - EDGE);
    const points = heights.map((height, ply) => `${this.across(ply).toFixed(1)} ${down(height).toFixed(1)}`);
    const marks = points.map((point, ply) => {
      const [x, y] = point.split(" ");
      const slip = slips[ply];
      if (!slip) return `<circle class="pt" cx="${x}" cy="${y}" r="5"/>`;
      // It points to the loss.
      return `<path class="slip ${slip === "P1" ? "n1" : "n2"}" transform="translate(${x} ${y})" d="${slip === "P1" ? "M-7-6H7L0 8Z" : "M-7 6H7L0-8Z"}"/>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${HEIGHT}" aria-hidden="true">`
      + `<rect class="b1" width="${this.width}" height="${HEIGHT / 2}" rx="12"/><rect class="b2" y="${HEIGHT / 2}" width="${this.width}" height="${HEIGHT / 2}" rx="12"/>`
      + `<g class="n1" transform="translate(14 15) scale(.9)">${EMBLEM.P1}</g><g class="n2" transform="translate(14 ${HEIGHT - 15}) scale(.85)">${EMBLEM.P2}</g>`
      + `<path class="bm" d="M8 ${HEIGHT / 2}H${this.width - 8}"/><path class="now"/><path class="ln" d="M${points.join("L")}"/>${marks.join("")}</svg>`;
  }

  // As wide as a ply, so that they lie on their points.
  /** @param {number} ply @param {Course} course */
  hit(ply, { words, go }) {
    const button = make("button", { type: "button", onclick: () => go(ply) });
    button.setAttribute("aria-label", words(ply));
    const wide = (this.width - LEFT - RIGHT) / Math.max(this.plies - 1, 1);
    button.style.left = `${(100 * (this.across(ply) - wide / 2)) / this.width}%`;
    button.style.width = `${(100 * wide) / this.width}%`;
    return button;
  }

  /** @param {number} ply */
  go(ply) {
    this.now.setAttribute("d", `M${this.across(ply).toFixed(1)} 8V${HEIGHT - 8}`);
    this.box.querySelectorAll(".hits button").forEach((button, number) => {
      if (number === ply) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const field = /** @type {HTMLElement} */ (this.box.firstElementChild);
    this.box.scrollLeft = (field.clientWidth * this.across(ply)) / this.width - this.box.clientWidth / 2;
  }
}
