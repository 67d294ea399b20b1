"""Short ways to say what many tests say."""

from __future__ import annotations

from typing import TypeVar

from flagfall.core import Move, Position

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
