// @ts-check
// Where one begins: one tap to a bot, games that go on, what is mastered, and cards that show how each game is played.
import { $, show, write } from "../dom.js";
import { tellMastered } from "../learn/lessons.js";
import { keepName, ownName } from "../name.js";
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
const levelled = (bot) => bot.replace(":", " ");

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
  write($("play-what"), `${title}, ${levelled(bot)}`);
}

// --- a name ---

const name = $("own-name");

// It stands in the menu; without one the menu asks for it.
function named() {
  if (!name) return;
  name.value = ownName();
  write($("own-name-shown"), ownName() || "Your name");
}

name?.addEventListener("change", () => {
  keepName(name.value);
  named();
});

const mastered = () => tellMastered("Learn it: ");

function appear() {
  ready();
  named();
  list();
  mastered();
  look();
}

ready();
named();
list();
mastered();
showDay();
demonstrate();
play.addEventListener("click", playNow);
addEventListener("pageshow", appear); // also when the browser brings the page back as it was
addEventListener("storage", list); // another window
addEventListener("focus", look);
document.addEventListener("visibilitychange", look);
