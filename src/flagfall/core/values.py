"""The words that every room speaks: players, moves, outcomes, and what can be wrong."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, TypeAlias

Move: TypeAlias = str
"""A move is its own notation, the same in the API, in a record, on the wire and in a prompt."""
LONGEST_MOVE = 24
"""Bytes of a move. Where its length might tell something, every move takes up so many."""


class Player(Enum):
    """One of the two players. It indexes a pair (`pieces[Player.P2]`) and prints as the books say it."""

    P1 = 0
    P2 = 1

    __hash__ = object.__hash__  # quicker than Enum's, and asked a million times

    def __index__(self) -> int:
        return self._value_  # quicker than .value, and asked a million times

    def __str__(self) -> str:
        return f"Player {self.value + 1}"

    @property
    def other(self) -> Player:
        return Player.P1 if self is Player.P2 else Player.P2


@dataclass(frozen=True)
class Outcome:
    """How a game ended: somebody won, or by its rules it is a draw, or there is no result, as it was ended from
    outside the rules. `Outcome(None, "the board is full")` is a draw; the five books have none."""

    winner: Player | None
    reason: str
    void: bool = False
    """No result: a cap was reached, or the players agreed to stop. Only a match ends so, never a position."""

    @property
    def is_draw(self) -> bool:
        return self.winner is None and not self.void

    def __str__(self) -> str:
        if self.winner:
            return f"{self.winner} wins: {self.reason}"
        return f"No result: {self.reason}" if self.void else f"It's a draw: {self.reason}"


class FlagfallError(ValueError):
    """Something a person or a program can put right; its text says what was wrong and what would be right."""


class IllegalMove(FlagfallError):
    """A move that may not be played now, by this player."""


class BadRules(FlagfallError):
    """A variation that cannot be played."""


class BadPosition(FlagfallError):
    """A text that is not a position, or a position that cannot be."""


class UnknownGame(FlagfallError):
    """A name that no game has."""


def is_game_id(text: object) -> bool:
    """Whether a game may be called so: it stands in addresses, in the names of files, and first in every position."""
    words = text.split("-") if isinstance(text, str) and text.isascii() and text == text.lower() else [""]
    return all(word.isalnum() for word in words)


class Value:
    """What is below this is a frozen dataclass and hashed once: positions and rules are keys, again and again."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__hash__" not in cls.__dict__:
            setattr(cls, "__hash__", Value._hash)  # noqa: B010 - which keeps dataclass from making one

    def _hash(self) -> int:
        known: int | None = self.__dict__.get("_hashed")
        if known is None:
            known = hash(tuple(getattr(self, each.name) for each in fields(self) if each.compare))  # type: ignore[arg-type]
            object.__setattr__(self, "_hashed", known)
        return known

    def __getstate__(self) -> dict[str, Any]:
        """Without the hash, which is another in another process."""
        return {name: value for name, value in self.__dict__.items() if name != "_hashed"}
