"""Help at the board where something is hidden: estimates, a strong player's mixture, and where to be careful."""

from __future__ import annotations

from collections.abc import Iterator

from .grades import looked, mixture
from .outlook import ABOUT, WORTH_TELLING, Outlook, Prospect, percent

RISKY = 0.1
"""A danger of so much is worth a warning in a hint."""
LISTED = 8
"""Of so many choices each has a line."""
NAMED = 3
"""So many suspect cells are named."""
ESTIMATED = f"({ABOUT} stands before estimates, from what you know alone; ± is how far off they may be (95 %).)"


def evaluation(outlook: Outlook) -> list[str]:
    """The chance to win, each choice from the likeliest to the worst, and where something may be hidden."""
    return [
        f"Your chance to win is {outlook.worth}.",
        *_lines(outlook),
        *suspicion(outlook),
        ESTIMATED,
    ]


def _lines(outlook: Outlook) -> Iterator[str]:
    """The first in full; of many others only how much worse they are."""
    prospects = outlook.prospects
    first = prospects if len(prospects) <= LISTED + 1 else prospects[: max(LISTED, len(outlook.strong))]
    yield from (_line(outlook, each) for each in first)
    if others := prospects[len(first) :]:
        best = max(others, key=lambda each: each.worth.value)
        yield f"{'':<3} {len(others)} others: {best.worth} to win or less"


def _line(outlook: Outlook, each: Prospect) -> str:
    mark, written = looked(outlook, each.move).grade.mark, outlook.view.written(each.move)
    return f"{mark:<3} {written:<10} {worth_in_words(outlook, each)}"


def worth_in_words(outlook: Outlook, each: Prospect) -> str:
    """What a choice is worth about, how often a strong player makes it, and what may lie there."""
    if each.ends:
        return "wins at once" if each.worth.value > 0 else "loses at once"
    told = f"{each.worth} to win"
    if each.is_strong:
        told += f", chosen {percent(each.likely)} of the time"
    return f"{told}, a {outlook.hidden} there: {ABOUT} {percent(each.risk)}" if each.risk >= WORTH_TELLING else told


def suspicion(outlook: Outlook) -> Iterator[str]:
    """Where something is likely to be hidden, in a sentence; nothing where nothing is."""
    labels = {cell.at: cell.label for cell in outlook.view.cells()}
    likely = sorted(outlook.suspects.items(), key=lambda each: -each[1])[:NAMED]
    if likely:
        told = ", ".join(f"{labels[at]} {percent(chance)}" for at, chance in likely)
        yield f"The other's {outlook.hidden}s are likeliest on {ABOUT} {told}."


def first_hint(outlook: Outlook) -> str:
    """How many choices are good, and what to be careful of."""
    if len(outlook.prospects) == 1:
        return "You have only one move."
    if outlook.strong[0].ends and outlook.strong[0].worth.value > 0:
        return "You can win at once."
    count, every = len(outlook.strong), len(outlook.prospects)
    among = "one move" if count == 1 else f"{count} moves"
    told = f"{ABOUT} A strong player would choose {'' if count == 1 else 'among '}{among} of {every} here."
    return " ".join((told, *_warning(outlook)))


def _warning(outlook: Outlook) -> Iterator[str]:
    if any(each.risk >= RISKY for each in outlook.prospects):
        yield from suspicion(outlook)


def second_hint(outlook: Outlook) -> str:
    """What a strong player would do, and the chance to win by it."""
    first = outlook.strong[0]
    if first.ends and first.worth.value > 0:
        return f"Best is {outlook.view.written(first.move)}: it wins at once."
    if len(outlook.strong) == 1:
        meaning = outlook.view.meaning(outlook.player, first.move)
        told = f"{ABOUT} A strong player would play {outlook.view.written(first.move)}: {meaning}"
    else:
        told = f"{ABOUT} A strong player would mix: {mixture(outlook)}"
    return f"{told}. Your chance to win is {outlook.worth}."
