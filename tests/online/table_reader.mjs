// Reads a table with the page's own script, and says what that knows of the positions asked for.
import { readFileSync } from "node:fs";

const [script, file] = process.argv.slice(2);
const { Table } = await import(script);
const table = await Table.read(new Blob([readFileSync(file)]));
const { texts, bots } = JSON.parse(readFileSync(0, "utf8"));

const answers = [];
for (const text of texts ?? [...table.row.keys()]) {
  const insight = await table.at(text);
  const likely = {};
  for (const seat of Object.keys(insight.options ?? {})) {
    likely[seat] = {};
    for (const bot of bots) likely[seat][bot] = await table.distribution(bot, text, seat);
  }
  const order = Object.entries(insight.verdicts ?? {}).map(([seat, moves]) => [seat, Object.keys(moves)]);
  const prompts = Object.keys(likely).map((seat) => [seat, table.prompt(text, seat)]);
  answers.push({ text, insight, likely, order: Object.fromEntries(order), prompts: Object.fromEntries(prompts) });
}
console.log(JSON.stringify({ start: table.start, bots: table.bots, rows: table.rows, answers }));
