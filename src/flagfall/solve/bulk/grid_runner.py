"""Grid Runner's Form: an army is a set of tokens, and what stands where it steps or is carried to is captured."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import Any

import numpy as np

from flagfall.core import Player, Square
from flagfall.games.grid_runner import STEPS, GridRunner

from .assemble import assembled, every_pair
from .compiled import Run
from .form import ALL, ARMY, FREE, HIT, HIT2, LIVE, LOSS, LOST, MET, NEVER, NONE, WIDTH, WON, Form, Ints, Longs
from .table import BulkTable

Rules = GridRunner.Rules


@dataclass(frozen=True)
class Board:
    """The squares that tokens can stand on, numbered, and the sets of them that armies are."""

    rules: Rules

    @cached_property
    def grid(self) -> Ints:
        """The number of each square, or -1 where it is blocked, and all around."""
        size = self.rules.size
        grid = np.full((size + 2, size + 2), -1, np.int32)
        inner = grid[1:-1, 1:-1]
        inner[:] = 0
        for square in self.rules.blocked:
            inner[square] = -1
        inner[inner == 0] = np.arange(self.squares)
        return grid

    @property
    def squares(self) -> int:
        return self.rules.size**2 - len(self.rules.blocked)

    @cached_property
    def places(self) -> tuple[Longs, Longs]:
        """Row and column of each square."""
        rows, columns = np.nonzero(self.grid[1:-1, 1:-1] >= 0)
        return rows, columns

    @cached_property
    def rotated(self) -> bool | None:
        """How the board looks the same to P2: with its rows turned round, or with its columns, too; None if neither."""
        special = set(self.rules.blocked), {frozenset(pair) for pair in self.rules.teleport}
        return next((too for too in (False, True) if self.turned(rotated=too) == special), None)

    def turned(self, rotated: bool) -> tuple[set[Square], set[frozenset[Square]]]:
        blocked = {self.opposite(square, rotated) for square in self.rules.blocked}
        return blocked, {frozenset(self.opposite(square, rotated) for square in pair) for pair in self.rules.teleport}

    def opposite(self, square: Square, rotated: bool) -> Square:
        last = self.rules.size - 1
        return last - square[0], last - square[1] if rotated else square[1]

    @property
    def sides(self) -> int:
        return 2 if self.rotated is None else 1

    @cached_property
    def facing(self) -> Ints:
        """What P2 calls each square: the same as P1, where the board looks different to them."""
        if self.rotated is None:
            return np.arange(self.squares, dtype=np.int32)
        inner = self.grid[-2:0:-1, 1:-1]
        seen = (inner[:, ::-1] if self.rotated else inner)[self.places]
        return np.ascontiguousarray(seen)

    @property
    def fewest(self) -> int:
        """How few tokens an army can have: one move captures two at most, at a teleport's two ends."""
        return max(0, self.rules.keep - (2 if self.rules.teleport else 1))

    @cached_property
    def bases(self) -> list[int]:
        """The number of the first army of each size, and behind them how many armies there are."""
        sizes = range(self.rules.tokens + 1)
        counts = (comb(self.squares, size) if size >= self.fewest else 0 for size in sizes)
        return list(accumulate(counts, initial=0))

    @property
    def armies(self) -> int:
        return self.bases[-1]

    @cached_property
    def worths(self) -> Longs:
        """What a token adds to the number of its army, by its place among the tokens and its square."""
        places = range(1, self.rules.tokens + 1)
        return np.array([[comb(square, place) for square in range(self.squares)] for place in places], np.int64)

    def steps(self, player: Player) -> Ints:
        """The square that each of the five steps leads to, or -1."""
        rows, columns = self.places
        down, right = np.array(STEPS[player]).T + 1
        steps: Ints = self.grid[rows[:, None] + down, columns[:, None] + right]
        return steps

    def landings(self, player: Player) -> Ints:
        """The square on which a token comes to stand when it steps on each."""
        landings, opening = np.arange(self.squares, dtype=np.int32), GridRunner(self.rules)
        for square in self.rules.exits:
            landings[self.number(square)] = self.number(opening.landing(player, square))
        return landings

    def goals(self, player: Player) -> Ints:
        return np.equal(self.places[0], self.rules.goal(player)).astype(np.int32)

    def number(self, square: Square) -> int:
        return int(self.grid[square[0] + 1, square[1] + 1])

    def army(self, squares: tuple[Square, ...], player: Player) -> int:
        """The number of the army with tokens on these squares, as the board looks to `player`."""
        tokens = [self.number(square) for square in squares]
        if player is Player.P2:
            tokens = sorted(int(self.facing[token]) for token in tokens)
        rank = sum(comb(token, place + 1) for place, token in enumerate(tokens))
        return self.bases[len(tokens)] + rank + (self.armies if self.sides == 2 and player is Player.P2 else 0)

    def tokens(self, numbers: list[int], player: Player) -> tuple[Square, ...]:
        """The squares that `player` has these numbers for, in order."""
        seen = self.facing[numbers] if player is Player.P2 else np.array(numbers, int)
        rows, columns = self.places
        return tuple((int(rows[number]), int(columns[number])) for number in sorted(seen))


class GridRunnerTable(BulkTable):
    kind = "grid-runner-1"

    @staticmethod
    def numbers(rules: Rules) -> int:
        board = Board(rules)
        return board.sides * board.armies**2

    @staticmethod
    def make_form(rules: Rules, run: Run[Any]) -> Form:
        board = Board(rules)
        armies = board.sides * board.armies
        kind, agent = np.empty(armies, np.int32), np.full(armies, -1, np.int32)
        units, less = np.full((2, armies, rules.tokens), -1, np.int32)
        moves = np.full((armies * len(STEPS[0]) * rules.tokens, WIDTH), -1, np.int32)
        facing, tokens, line = board.facing, np.empty(rules.tokens, np.int64), 0
        for player in tuple(Player)[: board.sides]:
            ground = board.steps(player), board.landings(player), board.goals(player), facing
            counting = np.array(board.bases) + board.armies * player.value, board.worths
            line = run(lay_out)(*ground, *counting, rules.keep, board.fewest, kind, units, less, moves, line, tokens)
        lines = every_pair(board.armies, board.sides)
        return assembled(kind, units, less, agent, moves[:line], facing, lines, apart=True, run=run)

    @cached_property
    def board(self) -> Board:
        return Board(self.start.rules)  # type: ignore[arg-type]

    def armies(self, position: GridRunner) -> tuple[int, int]:
        turn = position.turn
        own, enemy = (self.board.army(position.tokens[player], player) for player in (turn, turn.other))
        return own, enemy

    def position(self, own: int, enemy: int, turn: Player) -> GridRunner:
        tokens = {turn: self.tokens(own, turn), turn.other: self.tokens(enemy, turn.other)}
        return GridRunner(self.board.rules, turn, (tokens[Player.P1], tokens[Player.P2]))

    def tokens(self, army: int, player: Player) -> tuple[Square, ...]:
        return self.board.tokens([int(number) for number in self.form.units[army] if number >= 0], player)


# --- compiled where it pays ---


def lay_out(
    steps: Ints,
    landings: Ints,
    goals: Ints,
    facing: Ints,
    bases: Longs,
    worths: Longs,
    keep: int,
    fewest: int,
    kind: Ints,
    units: Ints,
    less: Ints,
    moves: Ints,
    line: int,
    tokens: Longs,
) -> int:
    """Write down all armies of one player and their moves, from `line` on; say where the moves end."""
    most = units.shape[1]
    for size in range(fewest, most + 1):
        for place in range(size):
            tokens[place] = place
        army, going_on = bases[size], True
        while going_on:
            at_goal = 0
            for place in range(size):
                units[army, most - size + place] = tokens[place]
                at_goal += goals[tokens[place]]
                if size > fewest:
                    less[army, most - size + place] = renumbered(tokens, size, place, -1, bases, worths)
            kind[army] = kind_of(at_goal, size < keep)
            if kind[army] == LIVE:
                line = write_moves(army, tokens, size, steps, landings, facing, bases, worths, moves, line)
            army += 1
            going_on = next_set(tokens, size, len(landings))
    return line


def kind_of(at_goal: int, is_beaten: bool) -> int:
    """Two tokens at the goal are impossible, as the first has won, and so is one of a player who is beaten."""
    if at_goal > 1 or (at_goal and is_beaten):
        return NEVER
    return WON if at_goal else LOST if is_beaten else LIVE


def write_moves(
    army: int,
    tokens: Longs,
    size: int,
    steps: Ints,
    landings: Ints,
    facing: Ints,
    bases: Longs,
    worths: Longs,
    moves: Ints,
    line: int,
) -> int:
    first = line
    for place in range(size):
        for way in range(steps.shape[1]):
            entry = steps[tokens[place], way]
            if entry < 0 or stands(tokens, size, entry):
                continue
            landing = landings[entry]
            if landing != tokens[place] and stands(tokens, size, landing):
                continue
            moves[line, ARMY] = army
            moves[line, FREE] = moves[line, MET] = renumbered(tokens, size, place, landing, bases, worths)
            moves[line, HIT], moves[line, LOSS] = facing[entry], ALL
            if landing != entry:
                moves[line, HIT2] = facing[landing]
            line += 1
    if line == first:  # F3-A09: a pass
        moves[line, ARMY] = moves[line, FREE] = army
        moves[line, LOSS] = NONE
        line += 1
    return line


def stands(tokens: Longs, size: int, square: int) -> bool:
    for place in range(size):  # noqa: SIM110, as numba compiles no generators
        if tokens[place] == square:
            return True
    return False


def renumbered(tokens: Longs, size: int, left: int, entered: int, bases: Longs, worths: Longs) -> int:
    """The number of the army without its token at place `left`, and with one on square `entered`, unless that is -1."""
    rank, count, waiting = 0, 0, entered >= 0
    for place in range(size):
        if place == left:
            continue
        if waiting and entered < tokens[place]:
            rank += worths[count, entered]
            count += 1
            waiting = False
        rank += worths[count, tokens[place]]
        count += 1
    if waiting:
        rank += worths[count, entered]
        count += 1
    return int(bases[count] + rank)


def next_set(tokens: Longs, size: int, squares: int) -> bool:
    """Go on to the next set of squares, in the order of their numbers; False after the last."""
    for place in range(size):
        limit = tokens[place + 1] if place + 1 < size else squares
        if tokens[place] + 1 < limit:
            tokens[place] += 1
            for lower in range(place):
                tokens[lower] = lower
            return True
    return False
