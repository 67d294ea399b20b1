"""Grid Runner's Form: an army is a set of tokens, and what stands where it steps or is carried to is captured."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from math import comb
from typing import Any

import numpy as np

from flagfall.core import Player, Square
from flagfall.games.grid_runner import STEPS, GridRunner

from .assemble import assembled, every_pair
from .compiled import Run, as_written
from .form import ALL, ARMY, FREE, HIT, HIT2, LIVE, LOSS, LOST, MET, NEVER, NONE, WIDTH, WON, Form, Ints, Longs
from .table import BulkTable

Rules = GridRunner.Rules
WAYS = np.array(STEPS, np.int32)
SAME, MIRRORED, ROTATED = range(3)
"""How P2 sees the board: as P1 does; with its rows turned round, which makes it look the same; or its columns, too."""


class GridRunnerTable(BulkTable):
    kind = "grid-runner-1"

    @staticmethod
    def numbers(rules: Rules) -> int:
        sides = 2 if view_of(rules) == SAME else 1
        return sides * bases_of(rules)[-1] ** 2

    @staticmethod
    def make_form(rules: Rules, run: Run[Any]) -> Form:
        board = Board(rules, run)
        armies = board.sides * board.armies
        kind, agent = np.empty(armies, np.int32), np.full(armies, -1, np.int32)
        units, less = np.full((2, armies, rules.tokens), -1, np.int32)
        moves = np.full((armies * len(STEPS[0]) * rules.tokens, WIDTH), -1, np.int32)
        tokens, line = np.empty(rules.tokens, np.int64), 0
        for player in tuple(Player)[: board.sides]:
            ground = board.grid, board.rows, board.columns, board.facing, board.landings(player), WAYS[player]
            counting = np.array(board.bases) + board.armies * player.value, board.worths
            limits = rules.goal(player), rules.keep, fewest_of(rules)
            line = run(lay_out)(*ground, *counting, *limits, kind, units, less, moves, line, tokens)
        lines = every_pair(board.armies, board.sides)
        return assembled(kind, units, less, agent, moves[:line], board.facing, lines, apart=True, run=run)

    @cached_property
    def board(self) -> Board:
        return Board(self.start.rules, as_written)  # type: ignore[arg-type]

    def armies(self, position: GridRunner) -> tuple[int, int]:
        turn = position.turn
        own, enemy = (self.board.army(position.tokens[player], player) for player in (turn, turn.other))
        return own, enemy

    def position(self, own: int, enemy: int, turn: Player) -> GridRunner:
        tokens = {turn: self.tokens(own, turn), turn.other: self.tokens(enemy, turn.other)}
        return GridRunner(self.board.rules, turn, (tokens[Player.P1], tokens[Player.P2]))

    def tokens(self, army: int, player: Player) -> tuple[Square, ...]:
        return self.board.squares([int(number) for number in self.form.units[army] if number >= 0], player)


class Board:
    """The squares that tokens can stand on, numbered, and the sets of them that armies are."""

    def __init__(self, rules: Rules, run: Run[Any]) -> None:
        self.rules, self.bases, view = rules, bases_of(rules), view_of(rules)
        self.armies, self.sides = self.bases[-1], 2 if view == SAME else 1
        self.grid = np.zeros((rules.size + 2, rules.size + 2), np.int32)
        for row, column in rules.blocked:
            self.grid[row + 1, column + 1] = -1
        self.rows, self.columns, self.facing = np.empty((3, squares_of(rules)), np.int32)
        self.worths = np.zeros((rules.tokens, squares_of(rules)), np.int64)
        run(survey)(self.grid, self.rows, self.columns, self.facing, view, self.worths)

    def landings(self, player: Player) -> Ints:
        """The square on which a token comes to stand when it steps on each."""
        landings = np.arange(len(self.rows), dtype=np.int32)
        if self.rules.exits:
            opening = GridRunner(self.rules)
            for square in self.rules.exits:
                landings[self.number(square)] = self.number(opening.landing(player, square))
        return landings

    def number(self, square: Square) -> int:
        return int(self.grid[square[0] + 1, square[1] + 1])

    def army(self, squares: tuple[Square, ...], player: Player) -> int:
        """The number of the army with tokens on these squares of `player`'s."""
        tokens = [self.number(square) for square in squares]
        if player is Player.P2:
            tokens = sorted(int(self.facing[token]) for token in tokens)
        rank = sum(int(self.worths[place, token]) for place, token in enumerate(tokens))
        return self.bases[len(tokens)] + rank + (self.armies if self.sides == 2 and player is Player.P2 else 0)

    def squares(self, tokens: list[int], player: Player) -> tuple[Square, ...]:
        """The squares that `player` has these numbers for, in order."""
        if player is Player.P2:
            tokens = sorted(int(self.facing[token]) for token in tokens)
        return tuple((int(self.rows[token]), int(self.columns[token])) for token in tokens)


def squares_of(rules: Rules) -> int:
    return rules.size**2 - len(rules.blocked)


def fewest_of(rules: Rules) -> int:
    """How few tokens an army can have: one move captures two at most, at a teleport's two ends."""
    return max(0, rules.keep - (2 if rules.teleport else 1))


def bases_of(rules: Rules) -> list[int]:
    """The number of the first army of each size, and behind them how many armies there are."""
    squares, fewest = squares_of(rules), fewest_of(rules)
    counts = [comb(squares, size) if size >= fewest else 0 for size in range(rules.tokens + 1)]
    return list(accumulate(counts, initial=0))


def view_of(rules: Rules) -> int:
    special = {frozenset({square}) for square in rules.blocked}, {frozenset(pair) for pair in rules.teleport}
    for view in (MIRRORED, ROTATED):
        turned = ({frozenset(opposite(square, view, rules) for square in each) for each in kind} for kind in special)
        if tuple(turned) == special:
            return view
    return SAME


def opposite(square: Square, view: int, rules: Rules) -> Square:
    last = rules.size - 1
    return last - square[0], last - square[1] if view == ROTATED else square[1]


# --- compiled where it pays ---


def survey(grid: Ints, rows: Ints, columns: Ints, facing: Ints, view: int, worths: Longs) -> None:
    """Number the squares of the grid that are 0, and put -1 around it.

    `worths` is what a token adds to the number of its army, by its place among the tokens and its square: so many
    sets of as many squares, all of them lower, come before.
    """
    last, number = grid.shape[0] - 1, 0
    for at in range(last + 1):
        grid[0, at] = grid[last, at] = grid[at, 0] = grid[at, last] = -1
    for row in range(1, last):
        for column in range(1, last):
            if grid[row, column] == 0:
                grid[row, column] = number
                rows[number], columns[number] = row - 1, column - 1
                number += 1
    for square in range(number):
        row, column = rows[square] + 1, columns[square] + 1
        facing[square] = grid[row if view == SAME else last - row, last - column if view == ROTATED else column]
        worths[0, square] = square
        for place in range(1, worths.shape[0]):
            worths[place, square] = worths[place, square - 1] + worths[place - 1, square - 1] if square else 0


def lay_out(
    grid: Ints,
    rows: Ints,
    columns: Ints,
    facing: Ints,
    landings: Ints,
    ways: Ints,
    bases: Longs,
    worths: Longs,
    goal: int,
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
                at_goal += rows[tokens[place]] == goal
                if size > fewest:
                    less[army, most - size + place] = renumbered(tokens, size, place, -1, bases, worths)
            kind[army] = kind_of(at_goal, size < keep)
            if kind[army] == LIVE:
                line = write_moves(
                    army, tokens, size, grid, rows, columns, facing, landings, ways, bases, worths, moves, line
                )
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
    grid: Ints,
    rows: Ints,
    columns: Ints,
    facing: Ints,
    landings: Ints,
    ways: Ints,
    bases: Longs,
    worths: Longs,
    moves: Ints,
    line: int,
) -> int:
    first = line
    for place in range(size):
        row, column = rows[tokens[place]] + 1, columns[tokens[place]] + 1
        for way in range(ways.shape[0]):
            entry = grid[row + ways[way, 0], column + ways[way, 1]]
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
