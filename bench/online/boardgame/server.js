// Grid Runner's standard rules for boardgame.io: its own server, its own store in memory, nothing added.
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const SIZE = 5;
const AHEAD = [1, -1];
const GOAL = [SIZE - 1, 0];

function isLegal(tokens, player, [row, column]) {
  const [fromRow, fromColumn] = tokens[player];
  const ahead = (row - fromRow) * AHEAD[player];
  const aside = Math.abs(column - fromColumn);
  const isOnGrid = row >= 0 && row < SIZE && column >= 0 && column < SIZE;
  return isOnGrid && (ahead === 0 || ahead === 1) && aside <= 1 && ahead + aside > 0;
}

function winner([first, second]) {
  if (first === null) return 1;
  if (second === null) return 0;
  if (first[0] === GOAL[0]) return 0;
  return second[0] === GOAL[1] ? 1 : null;
}

const GridRunner = {
  name: "grid-runner",
  setup: () => ({ tokens: [[0, 2], [SIZE - 1, 2]] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    step: ({ G, playerID }, row, column) => {
      const player = Number(playerID);
      if (!isLegal(G.tokens, player, [row, column])) return INVALID_MOVE;
      const other = G.tokens[1 - player];
      if (other[0] === row && other[1] === column) G.tokens[1 - player] = null;
      G.tokens[player] = [row, column];
    },
  },
  endIf: ({ G }) => {
    const won = winner(G.tokens);
    return won === null ? undefined : { winner: String(won) };
  },
};

const server = Server({ games: [GridRunner], origins: [Origins.LOCALHOST] });
server.run({ port: { host: "127.0.0.1", port: 0 } }).then(({ appServer }) => {
  process.stdout.write(`boardgame.io is at http://127.0.0.1:${appServer.address().port}\n`);
});
