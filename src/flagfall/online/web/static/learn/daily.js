// @ts-check
// The puzzle of the day: everybody's is the same, found from the date alone, as flagfall/coach/collection.py finds it.
const DAY = 86_400_000;
const WEEK = 7;

// Days since 1970, by the clock of Greenwich, so that it is the same day everywhere.
export const today = (now = Date.now()) => Math.floor(now / DAY);

// Another game every day, and harder from Monday to Sunday.
/** @param {number} day @param {Record<string, number>} counts of puzzles, by games */
export function daily(day, counts) {
  const games = Object.keys(counts).filter((game) => counts[game]).sort();
  const game = games[day % games.length];
  const weekday = (day + 3) % WEEK; // 1970 began with a Thursday
  const [first, end] = [0, 1].map((more) => Math.floor((counts[game] * (weekday + more)) / WEEK));
  return { game, number: first + (((day * 7919) % 10007) % Math.max(end - first, 1)) };
}
