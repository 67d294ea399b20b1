"""A whole game in which something was hidden, decision by decision: how each looked to the one who made it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.coach.evaluation.grades import Graded, grade
from flagfall.coach.evaluation.skill import Skill, skill
from flagfall.core import FlagfallError, Move, Player, Square
from flagfall.match import Match, Seat
from flagfall.solve import Progress
from flagfall.solve.exact.optimal import SIDES

from .grades import Looked, Luck, in_words, looked
from .outlook import ABOUT, Estimate, Mind, Standing, outlook, percent

Decision = Looked | Graded
"""Exactly graded as soon as there are no secrets any more."""


class StillSecret(FlagfallError):
    """The game goes on, so its secrets stay secret."""


@dataclass(frozen=True)
class Step:
    """One ply: who decided what, and what the game seemed worth before it."""

    number: int
    decisions: tuple[Decision, ...]
    worth: Estimate
    """To P1, in the eyes of whoever decided."""


@dataclass(frozen=True)
class Review:
    steps: tuple[Step, ...]
    end: float
    """What the game came to for P1: 1, -1, or 0 without a winner."""

    @property
    def values(self) -> list[float]:
        """What the game seemed worth to P1 before every ply, and what it came to."""
        return [*(step.worth.value for step in self.steps), self.end]

    def skill(self, player: Player) -> Skill:
        """As far as can be said."""
        return skill((each for step in self.steps for each in step.decisions), player)

    @property
    def surprises(self) -> list[Step]:
        """Where something hidden came out."""
        return [step for step in self.steps if any(luck(each) for each in step.decisions)]


def review(match: Match, mind: Mind, progress: Progress | None = None) -> Review:
    """Play the game again, and ask at every seat that decides before it does. StillSecret while it goes on."""
    if match.outcome is None:
        raise StillSecret("the game goes on, so what is hidden in it is not looked into; it can be analysed at its end")
    again, steps = Match(match.start), []
    for number, ply in enumerate(match.plies, 1):
        if progress:
            progress("looking at the decisions", number, len(match.plies))
        decisions = tuple(_decision(mind, again, player, move) for player, move in ply.moves.items())
        steps.append(Step(number, decisions, _worth(decisions)))
        for player, move in ply.moves.items():
            again.submit(player, move)
    winner = match.outcome.winner
    return Review(tuple(steps), float(SIDES[winner]) if winner else 0.0)


def _decision(mind: Mind, match: Match, player: Player, move: Move) -> Decision:
    seat = match.seats[player]
    if known := seat.view.in_the_open():
        return grade(knowledge_of(known), known, player, move)
    return looked(outlook(mind, seat), move, sprung=_springs(match, seat, move))


def _springs(match: Match, seat: Seat, move: Move) -> bool:
    assert seat.player is not None
    return match.position.reveals({seat.player: move})


def _worth(decisions: tuple[Decision, ...]) -> Estimate:
    """In the eyes of the first who decides."""
    first = decisions[0]
    if isinstance(first, Graded):
        return Estimate(first.ideal.worth.value, 0.0)
    worth = first.outlook.worth
    return Estimate(worth.value * SIDES[first.player], worth.error)


def luck(each: Decision) -> Luck | None:
    return each.luck if isinstance(each, Looked) else None


# --- what is shown at a ply ---


def standing(found: Review, ply: int) -> Standing:
    """What the game seemed worth before the next ply."""
    if ply == len(found.steps):
        return Standing(found.end, "the game is over", found.end)
    step = found.steps[ply]
    player, to_p1 = step.decisions[0].player, step.worth
    own = Estimate(to_p1.value * SIDES[player], to_p1.error)
    words = f"{own} for {player}, to choose{' (exact)' if own.is_sure else ''}"
    return Standing(to_p1.value, words, to_p1.value, error=to_p1.error)


def suspects(found: Review, ply: int, player: Player) -> Mapping[Square, float]:
    """Where this player had to expect something before the next ply; nothing where somebody else decided."""
    decisions = found.steps[ply].decisions if ply < len(found.steps) else ()
    seen = (each.outlook for each in decisions if isinstance(each, Looked) and each.player is player)
    return next((each.suspects for each in seen), {})


# --- in words ---


def decision_in_words(each: Decision) -> str:
    return in_words(each) if isinstance(each, Looked) else f"{'only move' if each.only else each.words} (exact)"


def skill_in_words(found: Skill) -> str:
    if not found.decisions:
        return "nothing to decide."
    looked = f"{ABOUT} {found.kept} of {found.decisions} decisions looked good"
    given = f"; the others seem to have given away {percent(found.regret / 2)} of a win in all"
    return f"{looked}{given if found.kept < found.decisions else ''}."


def story(found: Review, match: Match) -> str:
    """What seems to have decided the game, in a sentence or two."""
    told = [f"{match.outcome}."] if match.outcome else []
    dearest = max(
        ((step, each) for step in found.steps for each in step.decisions if not each.grade.keeps_value),
        key=lambda both: both[1].regret,
        default=None,
    )
    if dearest:
        step, each = dearest
        about = "" if isinstance(each, Graded) else f"{ABOUT} "
        figure = f"{about}{percent(each.regret / 2)} of a win"
        told.append(f"What cost most was {each.player}'s {each.move} at ply {step.number}: {figure}.")
    bad = [each for step in found.surprises for each in step.decisions if luck(each)]
    if bad:
        told.append(_lucks(bad))
    return " ".join(told)


def _lucks(bad: list[Decision]) -> str:
    unlucky = sum(luck(each) is Luck.BAD for each in bad)
    parts = [f"{unlucky} by bad luck"] if unlucky else []
    parts += [f"{len(bad) - unlucky} against the odds"] if len(bad) > unlucky else []
    what = bad[0].outlook.hidden if isinstance(bad[0], Looked) else "secret"
    return f"{len(bad)} {what}{'' if len(bad) == 1 else 's'} came out: {' and '.join(parts)}."


# --- as data ---


def as_data(found: Review, match: Match) -> dict[str, Any]:
    """For a program, in the form of an exact analysis, with its errors; `estimated` says that it is none."""
    return {
        "game": match.start.id,
        "start": match.start.text(),
        "estimated": True,
        "values": found.values,
        "errors": [*(step.worth.error for step in found.steps), 0.0],
        "plies": [_step_data(step, value) for step, value in zip(found.steps, found.values[1:], strict=True)],
        "turning_points": [step.number for step in found.surprises],
        "players": {player.name: found.skill(player).as_data() for player in Player},
        "story": story(found, match),
        "result": str(match.outcome) if match.outcome else None,
    }


def _step_data(step: Step, value: float) -> dict[str, Any]:
    return {
        "ply": step.number,
        "value": value,
        "distance": None,
        "decisions": {each.player.name: _decision_data(each) for each in step.decisions},
    }


def _decision_data(each: Decision) -> dict[str, Any]:
    data = {
        "move": each.move,
        "words": decision_in_words(each),
        "regret": each.regret,
        "exact": isinstance(each, Graded),
    }
    if isinstance(each, Graded):
        return {**data, "grade": each.grade.name.lower().replace("_", "-"), "best": dict(each.best)}
    return {
        **data,
        "exact": False,
        "grade": each.grade.name.lower(),
        "best": {prospect.move: prospect.likely for prospect in each.outlook.strong},
        "value": each.prospect.worth.value * SIDES[each.player],
        "error": each.prospect.worth.error,
        "risk": each.prospect.risk,
        "luck": each.luck.value if each.luck else None,
        "suspects": [[*at, chance] for at, chance in each.outlook.suspects.items()],
    }
