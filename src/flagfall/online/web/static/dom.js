// @ts-check
// Short ways to say what every module says.
import { dataPlace } from "./place.js";
import { UNREACHED, refusal } from "./words.js";

/** @type {<Id extends keyof Elements>(id: Id) => Elements[Id]} */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} properties
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/** @param {HTMLElement} element */
export const show = (element, visible = true) => { element.hidden = !visible; };

// The text of an element, changed only when it differs, so that nothing is read out twice.
/** @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string} text */
export function markup(text) {
  return new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
}

// 128 random bits and more, as letters that may stand in a link.
export function random(bytes = 18) {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...numbers)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @typedef {Error & { code: string, status?: number }} Failure */

/** @param {string} words @param {string} code @param {number} [status] @returns {Failure} */
const failure = (words, code, status) => Object.assign(new Error(words), { code, status });
const unreached = () => { throw failure(UNREACHED, "unreached"); };

/** @type {(path: string) => Promise<any> | undefined} */
let here = () => undefined;
// Some questions are answered on this side of the wire, by a game that is played here.
/** @param {typeof here} answer */
export const answerHere = (answer) => { here = answer; };

// What the server answers. What goes wrong is thrown as an error whose message is for people.
/** @param {string} path @param {{ token?: string | null, body?: object }} asked @returns {Promise<any>} */
export async function api(path, { token, body } = {}) {
  const near = here(path);
  if (near) return near;
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  const answer = await fetch(body ? path : dataPlace(path), { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) }).catch(unreached);
  if (answer.status === 204) return null;
  if (answer.ok) return answer.json().catch(unreached);
  const problem = await answer.json().catch(() => ({ code: "problem", reason: `the server answered with an error (${answer.status})` }));
  throw failure(refusal(problem), problem.code, answer.status);
}

// The button in which something was pressed.
/** @param {Event} event @returns {HTMLButtonElement | null} */
export const buttonOf = (event) => (event.target instanceof Element ? event.target.closest("button") : null);
