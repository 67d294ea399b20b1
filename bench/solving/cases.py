"""What is measured."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np

from flagfall.core import Moves, Player, Position
from flagfall.games import GAMES
from flagfall.games.grid_runner import GridRunner
from flagfall.solve import Solution, solve
from flagfall.solve.bulk.table import BulkTable
from flagfall.solve.exact.graph import explore

from .measure import RUNS, AtLeast, AtMost, Measured, processor_seconds, runs, seconds, seconds_each

MEMORY = 1 << 34
COLD = """
import sys
from flagfall import GAMES
from flagfall.solve import solve
opening = GAMES["command-line-conquer"]()
solve(opening, use_cache=False).value(opening)
assert "numba" not in sys.modules
"""
PLIES = {5: 13, 32: 10}
"""After how many plies OpenSpiel's game on a grid of this size is cut off. On 5x5 no win takes longer than 12."""
FASTER = 250
"""How many times as fast as OpenSpiel's solver ours is to be, a pair of armies counted once."""
EXPLORED = 40_000
PLAYED = 10_000
"""Steps of random play."""
SIZES = (10, 14, 20, 28, 40, 57)
"""Grids whose positions grow from ten thousand to more than ten million."""


def runner(size: int, tokens: int = 1) -> GridRunner:
    return GridRunner(GridRunner.Rules(size=size, tokens=tokens))


def cold() -> Iterator[Measured]:
    """From the start of a fresh process to its end, by the clock, and what it used of the processor meanwhile."""
    clock, processor = zip(*(fresh_process() for _ in range(RUNS)), strict=True)
    name = "Command Line Conquer (book), fresh process"
    yield Measured(name, clock, "s", AtMost(1))
    yield Measured(f"{name}, processor time", processor, "s")


def fresh_process() -> tuple[float, float]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    clock = seconds(lambda: subprocess.run([sys.executable, "-c", COLD], check=True))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def openspiel() -> Iterator[Measured]:
    """Positions that are not ended games, by both; each turn of the runs measures both, so that unrest meets both."""
    from . import open_spiel_game

    for size, plies in PLIES.items():
        same_game(size, plies)
        theirs, ours = [], []
        for _ in range(RUNS):
            theirs.append(open_spiel_game.solved(size, plies)[0])
            ours.append(rate(runner(size)))
        times = tuple(own / other for own, other in zip(ours, theirs, strict=True))
        name = f"Grid Runner {size}x{size}"
        yield Measured(f"{name}, OpenSpiel's MinimaxSolver, {plies} plies", tuple(theirs), "positions/s")
        yield Measured(f"{name}, warm", tuple(ours), "positions/s")
        yield Measured(f"{name}, compared with OpenSpiel", times, "times", AtLeast(FASTER))


def same_game(size: int, plies: int) -> None:
    """Play random games in both, and see that they are the same."""
    import pyspiel

    from . import open_spiel_game

    for seed in range(20):
        luck, ours = random.Random(seed), runner(size)
        theirs = pyspiel.load_game(f"{open_spiel_game.NAME}(size={size},plies={plies})").new_initial_state()
        while not theirs.is_terminal():
            moves = ours.choices()[ours.turn]
            assert len(moves) == len(theirs.legal_actions())
            chosen = luck.randrange(len(moves))
            theirs.apply_action(theirs.legal_actions()[chosen])
            ours = ours.play({ours.turn: moves[chosen]})
            outcome = ours.outcome()
            tokens = {player: square for player in Player for square in ours.tokens[player]}
            shown = open_spiel_game.squares(theirs)
            assert shown[2:] == (ours.turn, outcome.winner if outcome else None)
            assert all(shown[player] == tokens.get(player, shown[player]) for player in Player)


def plain() -> Iterator[Measured]:
    """Plain exploring takes minutes for all of it, so its pace is measured at the beginning, without any solving."""
    start = runner(7, tokens=2)
    theirs, ours = [], []
    for _ in range(RUNS):
        theirs.append(plain_rate(start))
        ours.append(rate(start))
    times = tuple(own / other for own, other in zip(ours, theirs, strict=True))
    name = "Grid Runner 7x7, two tokens each"
    yield Measured(f"{name}, plain exploring, {EXPLORED:,} positions", tuple(theirs), "positions/s")
    yield Measured(f"{name}, solved in bulk", tuple(ours), "positions/s")
    yield Measured(f"{name}, compared with plain exploring", times, "times", AtLeast(40))


def rate(start: GridRunner) -> float:
    """Positions that are not ended games, solved per second; with everything compiled."""
    going_on = worked_on(solve(start, use_cache=False, memory=MEMORY))
    return going_on / seconds_each(lambda: solve(start, use_cache=False, memory=MEMORY))


def worked_on(solution: Solution) -> int:
    """How many positions that are not ended games were solved, those counted once that are solved and kept as one."""
    table, counts = cast(BulkTable, solution.table), solution.counts
    return (counts.positions - counts.ends) // len(table.turns(0))


class Enough(Exception):
    """So many positions have been explored."""


def plain_rate(start: GridRunner) -> float:
    explored = 0

    def stop(stage: str, done: int, total: int | None) -> None:
        nonlocal explored
        explored = done
        if done >= EXPLORED:
            raise Enough

    def work() -> None:
        try:
            explore(start, stop, MEMORY)
        except Enough:
            return

    taken = seconds(work)
    return explored / taken


def memory() -> Iterator[Measured]:
    """Bytes for each pair of armies that is a position from the mover's side: counted so, two positions are one."""
    for name, arguments in (
        ("Grid Runner 57x57", ("grid-runner", "size=57")),
        ("Command Line Conquer, 40 positions", ("command-line-conquer", "positions=40")),
    ):
        yield from memory_rows(name, [child(*arguments) for _ in range(RUNS)])


def memory_rows(name: str, figures: list[dict[str, Any]]) -> Iterator[Measured]:
    for what, key, most in (("kept", "kept", 16), ("at the peak", "peak", 48)):
        values = tuple(each[key] / each["pairs"] for each in figures)
        yield Measured(f"{name}, memory a position, {what}", values, "bytes", AtMost(most))


def traps() -> Iterator[Measured]:
    """The whole process, from its start to its end."""
    figures: list[dict[str, Any]] = []
    taken = runs(lambda: seconds(lambda: figures.append(child("flag-chase-traps", "open_traps=yes"))))
    name = f"Flag Chase with open traps ({figures[0]['pairs'] / 1e6:.1f} million)"
    yield Measured(f"{name}, fresh process", taken, "s", AtMost(300))
    yield Measured(f"{name}, most memory", tuple(each["all"] / 1e9 for each in figures), "GB", AtMost(6))
    yield from memory_rows(name, figures)


def child(*arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.solving.child", *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def slope() -> Iterator[Measured]:
    """Of the line through the logarithms of time and positions."""
    starts = [runner(size) for size in SIZES]
    positions = [solve(start, use_cache=False, memory=MEMORY).counts.positions for start in starts]
    times = [
        [seconds_each(lambda start=start: solve(start, use_cache=False, memory=MEMORY)) for start in starts]  # type: ignore[misc]
        for _ in range(RUNS)
    ]
    slopes = tuple(float(np.polyfit(np.log(positions), np.log(each), 1)[0]) for each in times)
    grids = f"Grid Runner {SIZES[0]}x{SIZES[0]} to {SIZES[-1]}x{SIZES[-1]}"
    yield Measured(f"{grids}, growth of time with positions", slopes, "", AtMost(1.1))


def playing() -> Iterator[Measured]:
    """Random play of every game, with the check of each move and without it, by turns."""
    for game in GAMES.values():
        pairs = [(steps_rate(game, game.play), steps_rate(game, game.after)) for _ in range(RUNS)]
        checked, unchecked = zip(*pairs, strict=True)
        shares = tuple(one / other for one, other in zip(checked, unchecked, strict=True))
        yield Measured(f"{game.title}, random play", checked, "steps/s")
        yield Measured(f"{game.title}, random play, compared with unchecked moves", shares, "", AtLeast(0.5))


def steps_rate(game: type[Position], step: Callable[[Any, Moves], Position]) -> float:
    luck, position = random.Random(0), game()

    def work() -> None:
        nonlocal position
        for _ in range(PLAYED):
            choices = position.choices()
            moves = {player: luck.choice(legal) for player, legal in choices.items()}
            position = step(position, moves) if choices else game()

    return PLAYED / processor_seconds(work)


CASES = {case.__name__: case for case in (cold, openspiel, plain, memory, traps, slope, playing)}
