// @ts-check
// Opening a position or a record for exploring: pasted, from a file, or a link of ours.
import { $, api, show, write } from "../dom.js";
import { alone } from "../place.js";
import { TABLES } from "../tables/names.js";
import { addressOf, keepLine } from "./tree.js";

/** @param {string} text */
async function open(text) {
  const link = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const position = link ? link.searchParams.get("position") : isPosition(text.trim()) ? text.trim() : null;
  if (position) {
    location.assign(addressOf(position));
    return;
  }
  if (alone) throw new Error("Without a server only positions can be opened, in their one-line text.");
  const line = /** @type {Wire.Line} */ (await api("/api/explore", { body: { text } }));
  keepLine(line.start, line.plies ?? []);
  location.assign(addressOf(line.plies?.at(-1)?.position ?? line.start));
}

// Whether it may be a position of a game that needs no server.
/** @param {string} text */
const isPosition = (text) => TABLES.includes(text.split(" ")[0]) && !/[\n=]/.test(text);

/** @param {string} text */
async function tried(text) {
  show($("open-refusal"), false);
  try {
    await open(text);
  } catch (/** @type {any} */ problem) {
    write($("open-refusal"), problem.message);
    show($("open-refusal"));
  }
}

$("open-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if ($("open-text").value.trim()) tried($("open-text").value);
});
$("open-file").addEventListener("change", async () => {
  const [file] = $("open-file").files ?? [];
  if (file) tried(await file.text());
});
