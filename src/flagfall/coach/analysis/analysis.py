"""A whole game, graded move by move."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.coach.evaluation.grades import Graded, grade, in_words
from flagfall.coach.evaluation.judging import SURE
from flagfall.coach.evaluation.skill import Skill, skill
from flagfall.core import Player, Position
from flagfall.match import Match
from flagfall.record import Record
from flagfall.solve import Worth


@dataclass(frozen=True)
class Step:
    """One ply: everybody's decision in it, and what the position was worth before and after."""

    number: int
    before: Worth
    after: Worth
    decisions: tuple[Graded, ...]

    @property
    def turned(self) -> bool:
        """Whether the value is another one after this ply."""
        return abs(self.after.value - self.before.value) > SURE


@dataclass(frozen=True)
class Habit:
    """How predictable a player's secret choices were over several battles."""

    choices: tuple[str, ...]
    options: int
    """How many choices there were in each battle."""

    @property
    def commonest(self) -> tuple[str, float]:
        """The commonest choice and its share."""
        choice, count = Counter(self.choices).most_common(1)[0]
        return choice, count / len(self.choices)

    @property
    def foreseen(self) -> float | None:
        """How often somebody was right who always expected the choice that was commonest so far."""
        if len(self.choices) < 2:
            return None
        hits = sum(
            Counter(self.choices[:at]).most_common(1)[0][0] == choice for at, choice in enumerate(self.choices) if at
        )
        return hits / (len(self.choices) - 1)

    @property
    def surprise(self) -> float:
        """The entropy of the choices as a share of the greatest possible: 1 is as even as can be, 0 always the same."""
        shares = [count / len(self.choices) for count in Counter(self.choices).values()]
        return abs(sum(share * math.log(share, self.options) for share in shares))


@dataclass(frozen=True)
class Analysis:
    """Everything that can be said exactly about one game."""

    start: Worth
    steps: tuple[Step, ...]

    def skill(self, player: Player) -> Skill:
        return skill((each for step in self.steps for each in step.decisions), player)

    @property
    def values(self) -> list[float]:
        """What the position was worth at the start and after every ply."""
        return [self.start.value, *(step.after.value for step in self.steps)]

    @property
    def turning_points(self) -> list[Step]:
        return [step for step in self.steps if step.turned]


def analyse(match: Match, knowledge: Knowledge) -> Analysis:
    """Grade every decision of this match."""
    positions = [*(ply.before for ply in match.plies), match.position]
    worths = [knowledge.solution.worth(position) for position in positions]
    steps = [
        Step(number, worths[number - 1], worths[number], _decisions(knowledge, ply.before, ply.moves))
        for number, ply in enumerate(match.plies, 1)
    ]
    return Analysis(worths[0], tuple(steps))


def _decisions(knowledge: Knowledge, position: Position, moves: Any) -> tuple[Graded, ...]:
    return tuple(grade(knowledge, position, player, move) for player, move in moves.items())


def habits(records: Sequence[Record]) -> dict[Player, Habit]:
    """What each player chose in the battles of these games, in order; nothing for a player without battles."""
    chosen: dict[Player, list[str]] = {player: [] for player in Player}
    options = 0
    for record in records:
        for ply in record.match().plies:
            if len(ply.moves) > 1:
                options = max(options, *(len(moves) for moves in ply.before.choices().values()))
                for player, move in ply.moves.items():
                    chosen[player].append(move)
    return {player: Habit(tuple(moves), options) for player, moves in chosen.items() if moves}


def as_data(analysis: Analysis, match: Match) -> dict[str, Any]:
    """The analysis for a program. A decision's value is against best play, its promise against a fallible opponent."""
    return {
        "game": match.start.id,
        "start": match.start.text(),
        "values": analysis.values,
        "plies": [_step_data(step) for step in analysis.steps],
        "turning_points": [step.number for step in analysis.turning_points],
        "players": {player.name: analysis.skill(player).as_data() for player in Player},
        "result": str(match.outcome) if match.outcome else None,
    }


def _step_data(step: Step) -> dict[str, Any]:
    return {
        "ply": step.number,
        "value": step.after.value,
        "distance": step.after.distance,
        "decisions": {each.player.name: _decision_data(each) for each in step.decisions},
    }


def _decision_data(each: Graded) -> dict[str, Any]:
    return {
        "move": each.move,
        "grade": each.grade.key,
        "words": each.words,
        "regret": each.regret,
        "value": each.judged.worth.value,
        "distance": each.judged.worth.distance,
        "promise": each.judged.promise if each.is_exact else None,
        "punished_by": list(each.judged.punished_by),
        "dominated_by": each.judged.dominated_by,
        "best": dict(each.best),
        "promise_of_best": each.ideal.promise if each.is_exact else None,
        "after_best": in_words(each.ideal.worth),
    }
