"""`flagfall analyse`: a game graded move by move, where it turned, and how well it was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.coach.analysis import Analysis, Habit, Step, analyse, as_data, habits
from flagfall.coach.curve import svg_graph, text_graph
from flagfall.coach.grades import Graded, in_words
from flagfall.coach.story import decided, decision_in_words, habit_in_words, skill_in_words
from flagfall.core import Player
from flagfall.match import Match
from flagfall.record import Record
from flagfall.record.files import write_new
from flagfall.record.names import names_in, titled
from flagfall.terminal.tty.console import Console

from .solve import solved


def show_analysis(
    console: Console, records: Sequence[Record], *, as_json: bool, svg: Path | None, words: bool = False
) -> None:
    """Print the analysis of these games, and the players' habits; with `svg` also draw the value of the last game. In
    `words` alone there is no curve."""
    matches = [record.match() for record in records]
    known = {start: Knowledge(solved(console, start)) for start in {record.start: None for record in records}}
    analyses = [analyse(match, known[match.start]) for match in matches]
    if svg:
        analysis = analyses[-1]
        turns = [step.number for step in analysis.turning_points]
        write_new(svg, svg_graph(analysis.values, f"The value of a game of {records[-1].start.title}", turns))
    if as_json:
        games = [as_data(analysis, match) for analysis, match in zip(analyses, matches, strict=True)]
        console.print_json({"games": games, "habits": _habits_data(habits(records))})
        return
    for analysis, match, record in zip(analyses, matches, records, strict=True):
        _print_game(console, analysis, match, names_in(record.tags), curve=not words)
    for player, habit in habits(records).items():
        console.tell(habit_in_words(player, habit))


def _print_game(
    console: Console, analysis: Analysis, match: Match, names: Mapping[Player, str], *, curve: bool
) -> None:
    console.print(f"{match.start.title}: {in_words(analysis.start)} at the start.\n")
    for step in analysis.steps:
        for decision in step.decisions:
            console.tell(_line(step, decision), indent=" " * 8)
    console.print(f"\n{text_graph(analysis.values, console.width)}\n" if curve else "")
    for step in analysis.turning_points:
        console.tell(f"The game turned at ply {step.number}: {_turn(step)}.")
    if not analysis.turning_points:
        console.print("The game never turned: its value stayed the same.")
    console.tell(decided(analysis, match))
    for player in Player:
        console.tell(f"{titled(player, names)}: {skill_in_words(analysis.skill(player))}")
    console.print(f"{match.outcome}." if match.outcome else "The game is unfinished.")


def _line(step: Step, decision: Graded) -> str:
    judged = decision_in_words(step, decision)
    return f"{step.number:>4}. {decision.player.name} {decision.move:<10} {decision.grade.mark:<3} {judged}"


def _turn(step: Step) -> str:
    return f"before it {in_words(step.before)}, after it {in_words(step.after)}"


def _habits_data(found: dict[Player, Habit]) -> dict[str, Any]:
    return {
        player.name: {
            "choices": list(habit.choices),
            "commonest": habit.commonest[0],
            "share": habit.commonest[1],
            "foreseen": habit.foreseen,
            "evenness": habit.surprise,
        }
        for player, habit in found.items()
    }
