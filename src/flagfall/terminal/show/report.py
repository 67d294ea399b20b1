"""`flagfall report`: a game judged for its designer, as a page or for a program."""

from __future__ import annotations

from typing import Any

from flagfall.bots import bot
from flagfall.bots.odds import odds
from flagfall.coach.report import Solver, as_data, markdown, report
from flagfall.coach.simulation import Simulated, simulate
from flagfall.core import Player, Position
from flagfall.solve import Solution, TooBig
from flagfall.terminal.tty.advice import command
from flagfall.terminal.tty.console import Console

from .solve import solved

PAIRINGS = (("random", "random"), ("level:4", "level:4"), ("level:7", "level:7"), ("level:6", "level:5"))


def show_report(console: Console, start: Position, *, as_json: bool) -> None:
    def solver(position: Position) -> Solution:
        return solved(console, position)

    if not as_json:
        console.write(report_page(start, solver))
    elif start.hides():
        console.print_json(_simulated_data(start, simulate(start)))
    else:
        console.print_json(as_data(report(start, solver, exact_odds(start))))


def report_page(start: Position, solver: Solver) -> str:
    """The report in Markdown: exact, or honestly estimated where something is hidden."""
    if start.hides():
        return _simulated_page(start, simulate(start))
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


# --- a game that hides something ---


def _simulated_data(start: Position, found: Simulated) -> dict[str, Any]:
    shares = {player.name: dict(zip(("share", "within"), found.share(player), strict=True)) for player in Player}
    return {
        "game": start.id,
        "start": start.text(),
        "solved": False,
        "why": "it hides something from each player",
        "random_against_random": {"games": found.games, "plies": found.plies, "draws": found.draws, **shares},
    }


def _simulated_page(start: Position, found: Simulated) -> str:
    rows = [
        f"| games won by {player.name} | {share:.1%} ± {within:.1%} |"
        for player in Player
        for share, within in (found.share(player),)
    ]
    if found.draws:
        rows.append(f"| games drawn | {found.draws / found.games:.1%} |")
    settings = ", ".join(f"`{name}={value}`" for name, value in start.rules.changed().items())
    return "\n".join(
        [
            f"# {start.title}: a report",
            "",
            f"Rules: {settings or 'the book'}.",
            "",
            "**No exact value is given: this game hides something from each player, and our exact solver needs a game",
            "where both see everything but the choice that the other is just making.** What follows is from games that",
            "were played out at random, with 95 % confidence intervals; it is not exact.",
            "",
            f"| random against random, {found.games:,} games | |",
            "|---|---|",
            *rows,
            f"| plies a game, on the average | {found.plies:.1f} |",
            "",
            *_twin(start),
        ]
    )


def _twin(start: Position) -> list[str]:
    if not any(each.name == "open_traps" for each in start.rules.settings()):
        return []
    twin = f"report {start.id} --set open_traps=yes"
    return [
        f"Its twin in which all traps are seen is solved exactly: `{command(twin)}`.",
        "",
    ]
