"""`flagfall report`: a game judged for its designer, as a page or for a program."""

from __future__ import annotations

from pathlib import Path

from flagfall.bots import bot
from flagfall.bots.odds import odds
from flagfall.coach.reports.estimated import Estimated, data, estimated, picture
from flagfall.coach.reports.estimated import markdown as estimated_page
from flagfall.coach.reports.report import Solver, as_data, markdown, report
from flagfall.core import FlagfallError, Position
from flagfall.record.files import write_new
from flagfall.solve import Solution, TooBig
from flagfall.terminal.tty.console import Console
from flagfall.terminal.tty.meter import metered

from .solve import solved


class NoPicture(FlagfallError):
    """Nothing to be drawn."""


PAIRINGS = (("random", "random"), ("level:4", "level:4"), ("level:7", "level:7"), ("level:6", "level:5"))


def show_report(console: Console, start: Position, *, as_json: bool) -> None:
    def solver(position: Position) -> Solution:
        return solved(console, position)

    if not as_json:
        console.write(report_page(start, solver))
    elif start.hides():
        console.print_json(data(_estimated(start)))
    else:
        console.print_json(as_data(report(start, solver, exact_odds(start))))


def draw_report(start: Position, path: Path) -> None:
    """The picture of the report on a game that hides something, into a new file."""
    if not start.hides():
        raise NoPicture(f"{start.title} hides nothing, so there is no picture of what is hidden where")
    write_new(path, picture(_estimated(start)))


def _estimated(start: Position) -> Estimated:
    with metered() as meter:
        return estimated(start, meter)


def report_page(start: Position, solver: Solver) -> str:
    """The report in Markdown: exact, or honestly estimated where something is hidden."""
    if start.hides():
        return estimated_page(_estimated(start))
    return markdown(report(start, solver, exact_odds(start)))


def exact_odds(start: Position) -> dict[str, dict[str, float]]:
    """The chances of some pairings of bots; none where the game is too big to follow every position."""
    try:
        return {f"{p1} against {p2}": _chances(start, p1, p2) for p1, p2 in PAIRINGS}
    except TooBig:
        return {}


def _chances(start: Position, p1: str, p2: str) -> dict[str, float]:
    found = odds(start, bot(p1), bot(p2))
    return {"P1": found.p1, "P2": found.p2, "draw": found.draw, "none": found.no_result}
