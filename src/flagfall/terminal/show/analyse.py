"""`flagfall analyse`: a game graded move by move, where it turned, and how well it was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.coach.analysis.analysis import Analysis, Habit, Step, analyse, as_data, habits
from flagfall.coach.analysis.curve import svg_graph, text_graph
from flagfall.coach.analysis.story import decided, decision_in_words, habit_in_words, skill_in_words
from flagfall.coach.evaluation.grades import Graded, in_words
from flagfall.coach.hidden.minds import mind_of
from flagfall.coach.hidden.outlook import ABOUT
from flagfall.coach.hidden.review import Review, review, story
from flagfall.coach.hidden.review import as_data as review_data
from flagfall.coach.hidden.review import decision_in_words as review_words
from flagfall.coach.hidden.review import skill_in_words as seeming_skill
from flagfall.core import Player
from flagfall.match import Match
from flagfall.record import Record
from flagfall.record.files import write_new
from flagfall.record.names import names_in, titled
from flagfall.terminal.tty.console import Console
from flagfall.terminal.tty.meter import metered

from .solve import solved


def show_analysis(
    console: Console, records: Sequence[Record], *, as_json: bool, svg: Path | None, words: bool = False
) -> None:
    """Print the analysis of these games, and the players' habits; with `svg` also draw the value of the last game. In
    `words` alone there is no curve."""
    if records[0].start.hides():
        _show_reviews(console, records, as_json=as_json, svg=svg, curve=not words)
        return
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


# --- where something is hidden ---


def _show_reviews(console: Console, records: Sequence[Record], *, as_json: bool, svg: Path | None, curve: bool) -> None:
    """The same from what each player knew; all of it is estimated."""
    matches = [record.match() for record in records]
    with metered() as meter:
        mind = mind_of(records[0].start, meter)
        reviews = [review(match, mind, meter) for match in matches]
    if svg:
        turns = [step.number for step in reviews[-1].surprises]
        title = f"What a game of {records[-1].start.title} seemed worth to whoever had to choose ({ABOUT})"
        write_new(svg, svg_graph(reviews[-1].values, title, turns))
    if as_json:
        games = [review_data(found, match) for found, match in zip(reviews, matches, strict=True)]
        console.print_json({"games": games, "habits": {}})
        return
    for found, match, record in zip(reviews, matches, records, strict=True):
        _print_review(console, found, match, names_in(record.tags), curve=curve)


def _print_review(console: Console, found: Review, match: Match, names: Mapping[Player, str], *, curve: bool) -> None:
    console.tell(f"{match.start.title}: how each decision looked to the one who made it ({ABOUT}: estimated).\n")
    for step in found.steps:
        for each in step.decisions:
            told = f"{step.number:>4}. {each.player.name} {each.move:<10} {each.grade.mark:<3} {review_words(each)}"
            console.tell(told, indent=" " * 8)
    console.print(f"\n{text_graph(found.values, console.width)}\n" if curve else "")
    console.tell(story(found, match))
    for player in Player:
        console.tell(f"{titled(player, names)}: {seeming_skill(found.skill(player))}")


# --- where nothing is ---


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
