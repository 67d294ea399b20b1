"""What the form of a new game offers: settings from the descriptions of the rules, and bots with what to expect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flagfall.bots import BOTS, fit
from flagfall.coach.expectations import stored
from flagfall.core import BadRules, OneOf, Position, Whole, YesNo
from flagfall.core.rules import Setting
from flagfall.online.table.making import check_board
from flagfall.online.workers.processes import MEMORY

USUAL_BOT = "level:4"
FIRST_BOT = "level:3"
"""For who taps without having chosen: a beginner wins every second game."""
LEVEL = "level:"
ABOUT = {"random": "It makes any move that is allowed.", "perfect": "It never gives anything away."}


@dataclass(frozen=True)
class Field:
    """A setting as a control of a form."""

    name: str
    about: str
    kind: str
    value: str
    default: str
    low: int = 0
    high: int = 0
    options: tuple[str, ...] = ()
    hint: str = ""

    @property
    def title(self) -> str:
        return self.name.replace("_", " ").capitalize()


@dataclass(frozen=True)
class Opponent:
    """A bot that plays this game; with the reason where it can't play these rules."""

    name: str
    unfit: str | None = None
    expected: str = ""
    """What to expect from it, in a sentence."""

    @property
    def level(self) -> str:
        """The number of a level; nothing where it is none."""
        return self.name.removeprefix(LEVEL) if self.name.startswith(LEVEL) else ""

    @property
    def is_other(self) -> bool:
        return not self.level

    @property
    def title(self) -> str:
        return self.name.replace(":", " ")


def opening(game: type[Position], settings: Mapping[str, str], most_cells: int) -> tuple[Position, str | None]:
    """The opening with these settings; where they can't be played, the book's and what is wrong."""
    known = {each.name for each in game.Rules.settings()}
    given = {name: typed(value) for name, value in settings.items() if name in known and value.strip()}
    try:
        rules = game.Rules.read(given)
        check_board(game, rules, most_cells)
        return game(rules=rules), None  # type: ignore[call-arg]
    except BadRules as error:
        return game(), str(error)


def field(setting: Setting[Any], given: str | None = None) -> Field:
    kind, default = setting.kind, setting.kind.write(setting.default)
    value = typed(given or "") or default
    if isinstance(kind, Whole):
        return Field(setting.name, setting.about, "number", value, default, kind.low, kind.high)
    if isinstance(kind, OneOf | YesNo):
        options = kind.options if isinstance(kind, OneOf) else ("no", "yes")
        return Field(setting.name, setting.about, "choice", value, default, options=options)
    return Field(setting.name, setting.about, "text", value, default, hint=kind.allowed())


def typed(value: str) -> str:
    """In an address that is typed by hand a plus means a blank, and no setting has blanks."""
    return "+".join(value.split())


@lru_cache(256)
def opponents(opening: Position) -> tuple[Opponent, ...]:
    """The bots that can play by these rules, and those that can't for another reason than the book's: they are shown
    with it. Who can't play the game at all is not."""
    book, expected = type(opening)(), _expected(opening)
    unfit = {name: fit.why_not(name, opening, MEMORY) for name in BOTS}
    return tuple(
        Opponent(name, why and str(fit.refusal(name, why, opening, MEMORY)), expected.get(name) or ABOUT.get(name, ""))
        for name, why in unfit.items()
        if not why or why != fit.why_not(name, book, MEMORY)
    )


def _expected(opening: Position) -> dict[str, str]:
    """What to expect from each level by the book's rules; elsewhere that would have to be computed first."""
    found = stored().get(opening.id, ()) if opening == type(opening)() else ()
    words = fit.about(opening) | {f"{LEVEL}{each.level}": each.words for each in found}
    return {name: f"{each[:1].upper()}{each[1:]}." for name, each in words.items()}


def usual(among: tuple[Opponent, ...], wish: str = USUAL_BOT) -> str:
    names = [each.name for each in among if not each.unfit]
    return wish if wish in names else names[-1]
