"""What the laws look at, and the few questions that all of them ask."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice, product
from math import prod

from flagfall.core import IllegalMove, Move, Moves, Player, Position

VIEWERS = (*Player, None)
NONSENSE = ("", " ", "no such move", "0", "-1", "99", "1,1,1", "9" * 50, "１", "\0", "move", "MOVE 0 0", "1>2", "²")
MOST_PLAYS = 400
"""A battle of larger numbers is tried with every so many of its pairs."""


class Visit:
    """A position with what the laws ask of it, worked out once."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @cached_property
    def views(self) -> dict[Player | None, Position]:
        return {viewer: self.position.view(viewer) for viewer in VIEWERS}

    @cached_property
    def faces(self) -> list[Position]:
        """The position itself and its views, each once."""
        return list(dict.fromkeys((self.position, *self.views.values())))

    @cached_property
    def plays(self) -> list[tuple[Moves, Position]]:
        """What can be played, and what follows."""
        return [(moves, self.position.play(moves)) for moves in legal_plays(self.position)]


def legal_plays(position: Position) -> Iterator[dict[Player, Move]]:
    choices = position.choices()
    if choices:
        step = prod(map(len, choices.values())) // MOST_PLAYS + 1
        for chosen in islice(product(*choices.values()), 0, None, step):
            yield dict(zip(choices, chosen, strict=True))


class Refusal(str):
    """The reason of an IllegalMove."""


def answer(position: Position, player: Player, typed: str) -> Move | Refusal:
    try:
        return position.read(player, typed)
    except IllegalMove as refusal:
        return Refusal(refusal)


def told(moves: Moves) -> str:
    return " and ".join(f"{player.name} {move!r}" for player, move in moves.items()) or "nobody's move"


def is_line(text: object) -> bool:
    return isinstance(text, str) and text.strip() != "" and text.isprintable()


def are_lines(text: object) -> bool:
    return isinstance(text, str) and all(line.isprintable() for line in text.split("\n"))
