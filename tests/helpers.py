"""Short ways to say what many tests say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TypeVar

from flagfall.core import IllegalMove, Move, Player, Position

P = TypeVar("P", bound=Position)


def played(position: P, *moves: Move | tuple[Move, Move]) -> P:
    """The position after these moves: a string is the move of whose turn it is, a pair is both sides of a battle."""
    for move in moves:
        deciders = position.choices()
        chosen = (move,) if isinstance(move, str) else move
        position = position.play(dict(zip(deciders, chosen, strict=True)))
    return position


def legal(position: Position) -> set[Move]:
    """The moves of the one player whose turn it is."""
    (moves,) = position.choices().values()
    return set(moves)


def following(position: P) -> Iterator[tuple[dict[Player, Move], P]]:
    """Everything that can be played here, with the position it leads to."""
    if choices := position.choices():
        for chosen in product(*choices.values()):
            moves = dict(zip(choices, chosen, strict=True))
            yield moves, position.play(moves)


def reachable(opening: P) -> set[P]:
    """Every position that can arise from this one: for small games."""
    found, waiting = {opening}, [opening]
    while waiting:
        new = {after for _, after in following(waiting.pop())} - found
        found |= new
        waiting += new
        assert len(found) < 100_000, "the board has come loose: positions without end"
    return found


def screen(position: Position, *typed: str) -> str:
    """What stands on the screen after these lines were typed, up to the next question or the end of the game."""
    shown, lines = "", list(typed)
    while position.choices():
        shown += position.header() + "\n"
        moves: dict[Player, Move] = {}
        for player in position.choices():
            while player not in moves:
                shown += position.prompt(player)
                if not lines:
                    return shown
                line = lines.pop(0)
                shown += position.shown(player, line) + "\n"
                try:
                    moves[player] = position.read(player, line)
                except IllegalMove as refusal:
                    shown += f"{refusal}\n"
        shown += "".join(f"{line}\n" for line in position.say(moves, None))
        position = position.play(moves)
    return shown
