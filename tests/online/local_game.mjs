// Takes up a game that was played in the browser, with the page's own script, and says how it stands and was played.
import { readFileSync } from "node:fs";

const [scripts, file] = process.argv.slice(2);
const { Table } = await import(`${scripts}/table.js`);
const { LocalGame } = await import(`${scripts}/local.js`);
const table = await Table.read(new Blob([readFileSync(file)]));
const { kept, bot } = JSON.parse(readFileSync(0, "utf8"));

const game = new LocalGame(table, { ...kept, start: kept.start || table.start }, () => {});
const told = [];
game.send = (message) => told.push(message);
await game.take({ type: "hello", token: null, heard: 0 });
const views = game.positions.map((_, ply) => game.view(ply));
const [analysis, ended] = [game.analysis(), game.outcome()];
if (bot) while (!game.outcome()) {
  const ply = game.kept.plies.length;
  await game.take({ type: "move", id: "x", ply, move: await table.choose(bot, game.here, game.kept.seat) });
}
await game.take({ type: "move", id: "late", ply: 0, move: "nothing" });
console.log(JSON.stringify({ told, views, analysis, ended, kept: game.kept, position: game.here }));
