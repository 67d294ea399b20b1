"""What best play comes to within a number of plies, also where something is hidden."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from flagfall.core import Move, Position
from flagfall.solve.hidden.solving import Capped, solve_capped
from flagfall.terminal.tty.console import Console
from flagfall.terminal.tty.meter import Meter, metered

from .solve import plies

SELDOM = 0.005
"""First moves that are chosen less often are not told."""


def solve_within(console: Console, start: Position, cap: int, *, within: float, use_cache: bool, as_json: bool) -> None:
    """Say what it is worth, how sure that is, and how the plans begin."""
    with metered() as meter:
        began = time.perf_counter()
        learning = _learning(meter) if meter else None
        answer = solve_capped(start, cap, within=within, progress=meter, learning=learning, use_cache=use_cache)
        seconds = time.perf_counter() - began
    if as_json:
        console.print_json(_data(answer, seconds))
        return
    for text in _lines(answer, within, seconds):
        console.tell(text, indent="  ")


def _learning(meter: Meter) -> Callable[[float, int], None]:
    return lambda exploitability, rounds: meter.tell(f"exploitability {exploitability:.1e} after {rounds:,} rounds")


def _lines(answer: Capped, within: float, seconds: float) -> Iterator[str]:
    yield (
        f"Within {plies(answer.cap)} the game is worth from {answer.lowest:+z.6f} to {answer.highest:+z.6f} to "
        "Player 1; a win is worth 1, and 0 if nobody has won by then."
    )
    yield (
        f"Exploitability {answer.exploitability:.1e}: no more can be gained against these plans, averaged over the "
        "seats. Exact best responses of both players prove it."
    )
    for player, mix in answer.opening().items():
        yield f"{player} begins with {_mixture(answer.start, mix)}."
    yield f"{answer.worlds:,} positions, {answer.sequences:,} sequences of choices, {answer.rounds:,} rounds."
    if answer.exploitability > within:
        yield f"Stopped before it was within {within:.1e}; this is what was reached, and it is kept."
    yield "Taken from the cache." if answer.from_cache else f"Solved in {seconds:.2f} s."


def _mixture(start: Position, mix: Mapping[Move, float]) -> str:
    often = sorted(((likely, move) for move, likely in mix.items() if likely >= SELDOM), reverse=True)
    return ", ".join(f"{start.written(move)} {likely:.0%}" for likely, move in often)


def _data(answer: Capped, seconds: float) -> dict[str, Any]:
    return {
        "game": answer.start.id,
        "position": answer.start.text(),
        "cap": answer.cap,
        "value": [answer.lowest, answer.highest],
        "exploitability": answer.exploitability,
        "opening": {player.name: dict(mix) for player, mix in answer.opening().items()},
        "positions": answer.worlds,
        "sequences": answer.sequences,
        "rounds": answer.rounds,
        "cached": answer.from_cache,
        "seconds": round(seconds, 3),
    }
