"""Grid Runner's Form: an army is a set of tokens, and what stands where it steps or is carried to is captured."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from math import comb
from typing import Any, NamedTuple

import numpy as np

from flagfall.core import Player, Square
from flagfall.games.grid_runner import STEPS, GridRunner

from .assemble import assembled, every_pair
from .compiled import Run, as_written
from .form import (
    ALL,
    ARMY,
    BAR,
    FREE,
    HIT,
    HIT2,
    LIVE,
    LOSS,
    LOST,
    MET,
    NEVER,
    NONE,
    ONLY,
    WIDTH,
    WON,
    Form,
    Ints,
    Longs,
)
from .table import BulkTable

Rules = GridRunner.Rules
WAYS = np.array(STEPS, np.int32)
SAME, MIRRORED, ROTATED = range(3)
"""How P2 sees the board: as P1 does; with its rows turned round, which makes it look the same; or its columns, too."""


class Ground(NamedTuple):
    """What the loops below know of the board and of one player's armies."""

    grid: Ints
    """The number of each square, -1 for one that is blocked, and a rim of -1."""
    rows: Ints
    columns: Ints
    facing: Ints
    """The number that the other player has for each square."""
    landings: Ints
    """The square on which a token comes to stand when it steps on each."""
    ways: Ints
    """The five steps: rows and columns to add."""
    bases: Longs
    """The number of the first army of each size."""
    worths: Longs
    """What a token adds to the number of its army, by its place among the tokens and its square."""
    goal: int
    """The row that wins."""
    keep: int
    """With fewer tokens a player is beaten."""
    fewest: int
    """With fewer tokens there is no army."""


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
        kind, agent = np.empty((2, armies), np.int32)
        units, less = np.empty((2, armies, rules.tokens), np.int32)
        moves = np.empty((armies * len(STEPS[0]) * rules.tokens, WIDTH), np.int32)
        tokens, line = np.empty(rules.tokens, np.int64), 0
        for player in tuple(Player)[: board.sides]:
            line = run(lay_out)(board.ground(player), kind, agent, units, less, moves, line, tokens)
        numbering = every_pair(board.armies, board.sides)
        return assembled(kind, units, less, agent, moves[:line], board.facing, numbering, apart=True, run=run)

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

    def ground(self, player: Player) -> Ground:
        return Ground(
            self.grid,
            self.rows,
            self.columns,
            self.facing,
            self.landings(player),
            WAYS[player],
            np.array([base + self.armies * player.value for base in self.bases]),
            self.worths,
            self.rules.goal(player),
            self.rules.keep,
            fewest_of(self.rules),
        )

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
    """Number the squares of the grid that are 0, put -1 around it, and fill the other tables.

    A token adds to its army's number how many sets of lower squares there are for it and those before it.
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
    ground: Ground, kind: Ints, agent: Ints, units: Ints, less: Ints, moves: Ints, line: int, tokens: Longs
) -> int:
    """Write down all armies of one player and their moves, from `line` on; say where the moves end."""
    most, bases, worths = units.shape[1], ground.bases, ground.worths
    for size in range(ground.fewest, most + 1):
        for place in range(size):
            tokens[place] = place
        army, going_on = int(bases[size]), True
        while going_on:
            for place in range(most):
                units[army, place] = tokens[place - most + size] if place >= most - size else -1
                less[army, place] = -1
                if place >= most - size and size > ground.fewest:
                    less[army, place] = renumbered(tokens, size, place - most + size, -1, bases, worths)
            kind[army], agent[army] = kind_of(ground, tokens, size), -1
            if kind[army] == LIVE:
                line = write_moves(ground, army, tokens, size, moves, line)
            army += 1
            going_on = next_set(tokens, size, len(ground.rows))
    return line


def kind_of(ground: Ground, tokens: Longs, size: int) -> int:
    """Two tokens at the goal are impossible, as the first has won, and so is one of a player who is beaten."""
    at_goal, is_beaten = 0, size < ground.keep
    for place in range(size):
        if ground.rows[tokens[place]] == ground.goal:
            at_goal += 1
    if at_goal > 1 or (at_goal == 1 and is_beaten):
        return NEVER
    return WON if at_goal else LOST if is_beaten else LIVE


def write_moves(ground: Ground, army: int, tokens: Longs, size: int, moves: Ints, line: int) -> int:
    first, facing, bases, worths = line, ground.facing, ground.bases, ground.worths
    for place in range(size):
        row, column = ground.rows[tokens[place]] + 1, ground.columns[tokens[place]] + 1
        for way in range(ground.ways.shape[0]):
            entry = ground.grid[row + ground.ways[way, 0], column + ground.ways[way, 1]]
            if entry < 0 or stands(tokens, size, entry):
                continue
            landing = ground.landings[entry]
            if landing != tokens[place] and stands(tokens, size, landing):
                continue
            made = renumbered(tokens, size, place, landing, bases, worths)
            write(moves, line, army, made, made, facing[entry], facing[landing] if landing != entry else -1, ALL)
            line += 1
    if line == first:  # F3-A09: a pass
        write(moves, line, army, army, -1, -1, -1, NONE)
        line += 1
    return line


def write(moves: Ints, line: int, army: int, free: int, met: int, hit: int, hit2: int, loss: int) -> None:
    moves[line, ARMY], moves[line, FREE], moves[line, MET] = army, free, met
    moves[line, HIT], moves[line, HIT2], moves[line, LOSS] = hit, hit2, loss
    moves[line, BAR] = moves[line, ONLY] = -1


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
