// Short ways to say what every module says.
import { UNREACHED, refusal } from "./words.js";

export const $ = (id) => document.getElementById(id);

export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

export const show = (element, visible = true) => { element.hidden = !visible; };

// The text of an element, changed only when it differs, so that nothing is read out twice.
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function markup(text) {
  return new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
}

// 128 random bits and more, as letters that may stand in a link.
export function random(bytes = 18) {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...numbers)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const failure = (words, code, status) => Object.assign(new Error(words), { code, status });
const unreached = () => { throw failure(UNREACHED, "unreached"); };

// What the server answers. What goes wrong is thrown as an error whose message is for people.
export async function api(path, { token, body } = {}) {
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) }).catch(unreached);
  if (answer.status === 204) return null;
  if (answer.ok) return answer.json().catch(unreached);
  const problem = await answer.json().catch(() => ({ code: "problem", reason: `the server answered with an error (${answer.status})` }));
  throw failure(refusal(problem), problem.code, answer.status);
}
