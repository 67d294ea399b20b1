"""A graded game told in short: what decided it, and where for a long time nothing was decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from itertools import groupby

from flagfall.coach.evaluation.grades import Grade, Graded, in_words
from flagfall.coach.evaluation.judging import SURE
from flagfall.coach.evaluation.skill import Skill
from flagfall.core import Player
from flagfall.match import Match

from .analysis import Analysis, Habit, Step

LONG = 6
"""So many plies in a row in which nothing was decided are told as one."""


def decided(analysis: Analysis, match: Match) -> str:
    """What decided the game, in one sentence."""
    now = analysis.steps[-1].after if analysis.steps else analysis.start
    if match.outcome is None:
        return f"The game is unfinished: {in_words(now)}."
    if match.position.outcome() is None:
        return f"{match.outcome.reason[:1].upper()}{match.outcome.reason[1:]}; {in_words(now)} with best play."
    step = next((step for step in reversed(analysis.steps) if abs(step.before.value - now.value) > SURE), None)
    if step is None:
        return f"The result stood from the start: {in_words(analysis.start)} with best play."
    return _turn(step, match)


def _turn(step: Step, match: Match) -> str:
    """What brought about the result: somebody's move, or a battle that could have gone otherwise."""
    assert match.outcome
    slips = [each for each in step.decisions if each.regret and each.player is not match.outcome.winner]
    slip = max(slips, key=lambda each: each.regret, default=None)
    if slip is None:
        chance = "" if any(each.regret for each in step.decisions) else ", and neither was a mistake"
        return f"The battle at ply {step.number} decided it: {_against(step)}{chance}."
    return f"Ply {step.number} decided it: {slip.player}'s {slip.move} {slip.words}; best was {best_choice(slip)}."


def _against(step: Step) -> str:
    return " against ".join(f"{each.player}'s {each.move}" for each in step.decisions)


def best_choice(decision: Graded) -> str:
    """What would have been best: a move, any of several, or a mixture."""
    if len(decision.best) == 1 or min(decision.best.values()) == max(decision.best.values()):
        return " or ".join(decision.best)
    return ", ".join(f"{move} {likely:.0%}" for move, likely in decision.best.items())


# --- in words ---


def decision_in_words(step: Step, decision: Graded) -> str:
    """How good a choice was, and what would have been best."""
    told = "only move" if decision.only else decision.words
    if decision.move not in decision.best and decision.grade is not Grade.DOMINATED:
        told += f"; best was {best_choice(decision)} ({in_words(decision.ideal.worth)})"
    if decision.grade in (Grade.EASIER, Grade.DOMINATED) and decision.is_exact:
        told += f" [against a fallible opponent {decision.judged.promise:+.3f}, best {decision.ideal.promise:+.3f}]"
    elif len(step.decisions) > 1:
        told += f" [{_how_likely(decision)}]"
    return told


def _how_likely(decision: Graded) -> str:
    """How far a secret number was from a best choice."""
    if decision.move in decision.best:
        return f"chosen {decision.best[decision.move]:.0%} of the time by best play"
    answer = "the best answer" if decision.judged.punished_by else "best play"
    return f"never chosen by best play, costs {decision.regret:.3f} against {answer}"


def skill_in_words(skill: Skill) -> str:
    if skill.accuracy is None:
        return "nothing to decide."
    return (
        f"accuracy {skill.accuracy:.0%} ({skill.kept} of {skill.decisions} decisions gave nothing away, "
        f"{skill.best} {'was' if skill.best == 1 else 'were'} best), given away in all {skill.regret:g}."
    )


def habit_in_words(player: Player, habit: Habit) -> str:
    choice, share = habit.commonest
    line = f"{player}'s secret choices: {' '.join(habit.choices)}. Commonest {choice} ({share:.0%})"
    if habit.foreseen is not None:
        line += f"; guessing the commonest so far is right {habit.foreseen:.0%} of the time"
    return f"{line}; evenness {habit.surprise:.0%}."


# --- where nothing was decided ---


def is_quiet(step: Step) -> bool:
    """Whether nothing was decided here: the value stayed as it was, and nobody gave anything away."""
    return not step.turned and all(each.grade.keeps_value for each in step.decisions)


def folded(steps: Sequence[Step], long: int = LONG) -> Iterator[tuple[Step, ...]]:
    """The plies one by one, and long stretches in which nothing was decided as one. The last ply stands alone."""
    for quiet, run in groupby(steps[:-1], is_quiet):
        stretch = tuple(run)
        if quiet and len(stretch) >= long:
            yield stretch
        else:
            yield from ((step,) for step in stretch)
    yield from ((step,) for step in steps[-1:])


def nothing_decided(stretch: Sized) -> str:
    return f"{len(stretch)} plies in which nothing was decided"
