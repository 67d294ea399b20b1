// @ts-check
// The puzzle of the day as a picture. The server has drawn today's; where the page was written on another day, or is kept,
// it is drawn anew.
import { svg } from "../board/board.js";
import { $, api, markup, write } from "../dom.js";
import { daily, today } from "../learn/daily.js";

export async function showDay() {
  const place = $("day");
  const day = today();
  if (!place || Number(place.dataset.day) === day) return;
  const { game, number } = daily(day, JSON.parse(place.dataset.counts ?? "{}"));
  try {
    /** @type {Wire.LessonEntry} */
    const { task } = await api(`/api/puzzles/${game}/${number}`);
    $("day-board").replaceChildren(markup(svg({ ...task.view.scene, options: [] }, { fold: 6, small: true })));
    write($("day-ask"), task.ask);
    place.dataset.day = String(day);
  } catch {
    // what the page was written with stays: it is a puzzle, too, and its link leads to today's
  }
}
