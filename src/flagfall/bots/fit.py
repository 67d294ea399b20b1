"""Who can play what: the one place that knows. A bot that can't play says why, and names those that can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import comb
from typing import NamedTuple

from flagfall.core import Position
from flagfall.games.flag_chase_traps import FlagChaseTraps

from .errors import UnfitBot


class Unfit(NamedTuple):
    """Why a bot can't play, and what to do instead: of `all` each can, `any` of them may be taken."""

    reason: str
    advice: str = "{all} can play it"


def _unsolved(start: Position, memory: int | None) -> Unfit | None:
    if start.hides():
        why = "because each player hides something from the other"
        return Unfit(f"plays by the exact solution, and {start.title} has none, {why}")
    return None if memory is None or _has_room(start, memory) else TOO_LARGE


def _mindless(start: Position, memory: int | None) -> Unfit | None:
    """Where a game hides something, levels are those of a mind, which knows one game."""
    if not (isinstance(start, FlagChaseTraps) and start.hides()):
        return _unsolved(start, memory)
    return None if _has_table(start.rules, memory) else TOO_LARGE_OPEN


def _has_table(rules: FlagChaseTraps.Rules, memory: int | None) -> bool:
    """Whether the solution with open traps fits; the book's comes with the package, any other must be solved."""
    if table_size(rules) > min(MOST_TABLE, MOST_TABLE if memory is None else memory):
        return False
    return not rules.changed() or _has_room(FlagChaseTraps(replace(rules, open_traps=True)), memory or MOST_SOLVING)


def table_size(rules: FlagChaseTraps.Rules) -> int:
    """Bytes for the worth of every position with open traps: where the agents are, and each player's traps."""
    cells = rules.size**2
    sets = sum(comb(cells - 2, laid) * (rules.traps - laid + 1) for laid in range(rules.traps + 1))
    return (cells * sets) ** 2


def _has_room(start: Position, memory: int) -> bool:
    from flagfall.solve import TooBig  # numpy takes longer to load than a person takes to move
    from flagfall.solve.solving import check_size

    try:
        check_size(start, memory)
    except TooBig:
        return False
    return True


def _open(start: Position, memory: int | None) -> Unfit | None:
    """A game that hides something by the book is searched by other rules, too."""
    hides = start.hides() or type(start)().hides()
    return None if hides else Unfit(f"is for games that hide something, and {start.title} hides nothing")


def _never(start: Position, memory: int | None) -> None:
    return None


TOO_LARGE = Unfit(
    "plays by the exact solution, and these rules are too large to solve here", "take {any}, or other rules"
)
TOO_LARGE_OPEN = Unfit(
    "plays by the exact solution with open traps, and these rules are too large for that", "take {any}, or other rules"
)
MOST_TABLE, MOST_SOLVING = 512 << 20, 8 << 30
"""Bytes that such a solution may take, and that may be needed to find it where nothing else is said."""
KINDS: dict[str, tuple[str, Callable[[Position, int | None], Unfit | None]]] = {
    "sampler": ("sampler", _open),
    "perfect": ("perfect", _unsolved),
    "level": ("level:1 to level:10", _mindless),
    "random": ("random", _never),
}
"""What a bot's name begins with, how those are listed, and why they can't play."""


def check(bot: str, start: Position, memory: int | None = None) -> None:
    """UnfitBot if the bot of this name can't play from here (within so many bytes), as far as can be told at once."""
    if unfit := why_not(bot, start, memory):
        raise refusal(bot, unfit, start, memory)


def why_not(bot: str, start: Position, memory: int | None = None) -> Unfit | None:
    return KINDS[bot.partition(":")[0]][1](start, memory)


def has_odds(bot: str, start: Position | None = None) -> bool:
    """Whether all its choices have likelihoods that follow from the position, so that its odds can be computed."""
    kind = bot.partition(":")[0]
    return kind != "sampler" and (kind == "random" or start is None or not start.hides())


def about(start: Position) -> dict[str, str]:
    """What to say of bots here that nobody has computed: no more than what is known."""
    is_level = start.hides() and not _mindless(start, None)
    return {"level:10": "the strongest that there is, where nobody knows perfect play"} if is_level else {}


def too_large(bot: str, start: Position) -> UnfitBot:
    """For who asks from elsewhere: how much there is room for is nobody's business."""
    return refusal(bot, TOO_LARGE, start, 0)


def refusal(bot: str, unfit: Unfit, start: Position, memory: int | None) -> UnfitBot:
    able = [listed for listed, why in KINDS.values() if not why(start, memory)]
    advice = unfit.advice.format(all=_listed(able, "and"), any=_listed(able, "or"))
    return UnfitBot(f"{bot} {unfit.reason}; {advice}")


def _listed(names: Sequence[str], joint: str) -> str:
    *most, last = names
    return f"{', '.join(most)} {joint} {last}" if most else last
