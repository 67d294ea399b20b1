// @ts-check
// Where one begins: one tap to a bot, games that go on, what is mastered, and cards that show how each game is played.
import { $, show, write } from "../dom.js";
import { masteredOf, numbered, progressOf } from "../learn/mastered.js";
import { ownName } from "../name.js";
import { alone, place } from "../place.js";
import { showDay } from "./day.js";
import { demonstrate } from "./demo.js";
import { keepLast, lastGame, makeGame, newKey, seated } from "./making.js";
import { list, look } from "./yours.js";

// --- one tap ---

const play = $("play-now");
/** @type {[string, boolean]} */
let [key, busy] = [newKey(), false];

// Which game and level: the last one, or what the page offers.
function offered() {
  const { game = "", title = "", bot = "" } = play.dataset;
  return lastGame() ?? { game, title, bot, seat: "P1" };
}

/** @param {string} bot */
const named = (bot) => bot.replace(":", " ");

async function playNow() {
  if (busy) return;
  busy = true;
  play.setAttribute("aria-disabled", "true");
  show($("refusal"), false);
  const { game, title, bot, seat } = offered();
  if (alone) return location.assign(place(`/play/${game}?${new URLSearchParams({ bot, seat })}`));
  const mine = seat === "P2" ? "P2" : "P1";
  try {
    keepLast({ game, title, bot, seat });
    const names = /** @type {Record<Wire.SeatName, string>} */ (ownName() ? { [mine]: ownName() } : {});
    await makeGame({ mine: [mine], body: { game, seats: seated(mine, `bot:${bot}`), names, key } }, title, bot);
  } catch (/** @type {any} */ problem) {
    write($("refusal"), problem.message);
    show($("refusal"));
    ready();
  }
}

function ready() {
  [key, busy] = [newKey(), false];
  play.removeAttribute("aria-disabled");
  const { title, bot } = offered();
  write($("play-what"), `${title}, ${named(bot)}`);
}

// --- what is mastered ---

function lessons() {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("[data-lesson]");
  for (const link of links) {
    const tasks = Number(link.dataset.tasks);
    const done = masteredOf(progressOf("lesson", link.dataset.lesson ?? ""), numbered(tasks));
    if (done) write(link, done === tasks ? "Learn it: mastered" : `Learn it: ${done} of ${tasks} mastered`);
  }
}

function appear() {
  ready();
  list();
  lessons();
  look();
}

ready();
list();
lessons();
showDay();
demonstrate();
play.addEventListener("click", playNow);
addEventListener("pageshow", appear); // also when the browser brings the page back as it was
addEventListener("storage", list); // another window
addEventListener("focus", look);
document.addEventListener("visibilitychange", look);
