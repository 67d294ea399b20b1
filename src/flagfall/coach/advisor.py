"""Who helps at the board: by the solution where a game is solved, by a mind where it hides something.

Both are asked in the same words, and from a Seat: what a player was told, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from flagfall.bots.solved.knowledge import Knowledge, knowledge_of
from flagfall.core import Move, Player, Position, Square
from flagfall.match import Seat
from flagfall.solve import Progress
from flagfall.solve.exact.optimal import SIDES

from .evaluation import hints
from .evaluation.grades import in_words
from .evaluation.verdicts import Kind, Verdict, height, kind_of, verdicts
from .hidden import hints as guesses
from .hidden.grades import looked
from .hidden.minds import mind_of
from .hidden.outlook import Mind, Outlook, Prospect, Standing, outlook

EXACT = "Nothing is hidden any more, so this is exact."


class Advisor(Protocol):
    """What can be told to whoever sits in a seat and has to choose; a worth and suspicions to whoever sits there."""

    def first_hint(self, seat: Seat) -> str: ...

    def second_hint(self, seat: Seat) -> str: ...

    def evaluation(self, seat: Seat) -> list[str]: ...

    def verdicts(self, seat: Seat) -> Mapping[Move, Verdict]:
        """Each choice, from the best to the worst; nothing where it is not for this seat to choose."""

    def standing(self, seat: Seat) -> Standing | None:
        """None where nothing can be said now."""

    def suspects(self, seat: Seat) -> Mapping[Square, float]:
        """Where the other may hide something, and how likely."""


def advisor(start: Position, progress: Progress | None = None) -> Advisor:
    """Whoever knows the game that begins here; SolveError or NoMind where nobody does."""
    return Guessing(mind_of(start, progress)) if start.hides() else Knowing(knowledge_of(start, progress))


class Knowing:
    """By the solution of the game: all is exact."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def first_hint(self, seat: Seat) -> str:
        return hints.first_hint(self.knowledge, seat.view, _who(seat))

    def second_hint(self, seat: Seat) -> str:
        return hints.second_hint(self.knowledge, seat.view, _who(seat))

    def evaluation(self, seat: Seat) -> list[str]:
        return hints.evaluation(self.knowledge, seat.view, _who(seat))

    def verdicts(self, seat: Seat) -> Mapping[Move, Verdict]:
        return verdicts(self.knowledge, seat.view, _who(seat))

    def standing(self, seat: Seat) -> Standing:
        worth = self.knowledge.solution.worth(seat.view)
        return Standing(height(worth), in_words(worth), worth.value, worth.distance)

    def suspects(self, seat: Seat) -> Mapping[Square, float]:
        return {}


class Guessing:
    """By a mind: estimates, until there are no secrets any more."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self._looked: tuple[object, Outlook] | None = None

    def first_hint(self, seat: Seat) -> str:
        if known := in_the_open(seat):
            return f"{EXACT} {_knowing(known).first_hint(known)}"
        return guesses.first_hint(self.outlook(seat))

    def second_hint(self, seat: Seat) -> str:
        if known := in_the_open(seat):
            return f"{EXACT} {_knowing(known).second_hint(known)}"
        return guesses.second_hint(self.outlook(seat))

    def evaluation(self, seat: Seat) -> list[str]:
        if known := in_the_open(seat):
            return [EXACT, *_knowing(known).evaluation(known)]
        return guesses.evaluation(self.outlook(seat))

    def verdicts(self, seat: Seat) -> Mapping[Move, Verdict]:
        if known := in_the_open(seat):
            return _knowing(known).verdicts(known)
        if not seat.choices:
            return {}
        seen = self.outlook(seat)
        return {each.move: _verdict(seen, each) for each in seen.prospects}

    def standing(self, seat: Seat) -> Standing | None:
        if known := in_the_open(seat):
            return _knowing(known).standing(known)
        if not seat.choices:
            return None
        worth = self.outlook(seat).worth
        value = worth.value * SIDES[_who(seat)]
        return Standing(value, f"{worth} for {_who(seat)}", value, error=worth.error)

    def suspects(self, seat: Seat) -> Mapping[Square, float]:
        return self.outlook(seat).suspects if seat.choices and not in_the_open(seat) else {}

    def outlook(self, seat: Seat) -> Outlook:
        """What was asked last is at hand."""
        about = seat.player, seat.view, len(seat.history)
        if self._looked is None or self._looked[0] != about:
            self._looked = about, outlook(self.mind, seat)
        return self._looked[1]


def in_the_open(seat: Seat) -> Seat | None:
    """The seat at the same game with nothing hidden, where there are no secrets any more."""
    view = seat.view.in_the_open()
    return None if view is None else replace(seat, view=view)


def _knowing(seat: Seat) -> Knowing:
    return Knowing(knowledge_of(seat.view))


def _verdict(seen: Outlook, each: Prospect) -> Verdict:
    mark, words = looked(seen, each.move).grade.mark, guesses.worth_in_words(seen, each)
    if each.ends:
        return Verdict(kind_of(each.worth.value), each.worth.value, 1, each.is_strong, mark, words)
    return Verdict(Kind.CHANCE, each.worth.value, None, each.is_strong, mark, words, each.worth.error)


def _who(seat: Seat) -> Player:
    assert seat.player is not None
    return seat.player
