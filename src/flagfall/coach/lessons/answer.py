"""What is said of a move that a learner has tried: the lesson's own words where it has any, else the solver's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.coach.evaluation.grades import plies
from flagfall.coach.evaluation.judging import SURE, keeping
from flagfall.coach.evaluation.reasons import Reason, lost_at_once, reason
from flagfall.core import Move, Moves, Player, Position
from flagfall.solve import NotSolved, Progress, Solution, Worth, solve
from flagfall.solve.exact.optimal import SIDES

from .task import Task


class Kind(StrEnum):
    RIGHT = "right"
    FINE = "fine"
    """Nothing is given away by it, but it is not what was asked for."""
    WRONG = "wrong"


@dataclass(frozen=True)
class Answer:
    move: Move
    kind: Kind
    words: str
    """What is to be said of it, in whole sentences."""
    said: tuple[str, ...]
    """What happens, in the book's words."""
    after: Position
    """Where it leads, as the learner may see it."""
    reply: Move | None = None
    """What the other does then, where that shows what is wrong; at a turn only."""
    then: Position | None = None
    """Where that leads."""


class Teacher:
    """Answers for the positions of a game. What was solved for one task is at hand for the next."""

    def __init__(self, *known: Solution, progress: Progress | None = None) -> None:
        self._known = list(known)
        self._knowledge: dict[int, Knowledge] = {}
        self.progress = progress
        """Told how far solving is."""

    def prepared(self, task: Task) -> Task:
        """The task with its right moves and what is asked, where only the solver knows."""
        solution = self.solution(task.position)
        if solution is None or (task.right and task.ask):
            return task
        right = task.right or frozenset(keeping(solution, task.position, task.player))
        return replace(task, right=right, ask=task.ask or asked(solution, task.position, task.player, right))

    def answer(self, task: Task, move: Move) -> Answer:
        """What is said of a legal move."""
        solution = self.solution(task.position)
        why = reason(solution, task.position, task.player, move) if solution else _by_the_rules(task, move)
        keeps = why.keeps and move not in task.wrong
        kind = Kind.RIGHT if move in task.right else Kind.FINE if keeps else Kind.WRONG
        chosen = _chosen(task, move, why)
        after = task.position.after(chosen)
        words = task.answers.get(move) or (task.praise if kind is Kind.RIGHT else "") or _in_words(kind, why)
        answered = Answer(move, kind, words, _said(task, chosen, after), after.view(task.player))
        reply = _reply(task, after, why) if kind is Kind.WRONG else None
        if reply is None:
            return answered
        return replace(answered, reply=reply, then=after.after({task.player.other: reply}).view(task.player))

    def solution(self, position: Position) -> Solution | None:
        """The solution that knows this position; None where the game hides something."""
        if position.hides():
            return None
        return self._at_hand(position) or self._solved(position)

    def knowledge(self, position: Position) -> Knowledge:
        """All that is known of a position that the solver knows, for best play from it."""
        solution = self.solution(position)
        assert solution, "nothing is known for sure where something is hidden"
        if id(solution) not in self._knowledge:
            self._knowledge[id(solution)] = Knowledge(solution)
        return self._knowledge[id(solution)]

    def _solved(self, position: Position) -> Solution:
        """From the opening, or from here where this can't arise from it."""
        opening = type(position)(rules=position.rules)  # type: ignore[call-arg]
        self._known.append(solve(opening, progress=self.progress))
        if found := self._at_hand(position):
            return found
        self._known.append(solve(position, progress=self.progress))
        return self._known[-1]

    def _at_hand(self, position: Position) -> Solution | None:
        return next((each for each in self._known if _knows(each, position)), None)


def _knows(solution: Solution, position: Position) -> bool:
    try:
        solution.worth(position)
    except NotSolved:
        return False
    return True


def _chosen(task: Task, move: Move, why: Reason) -> dict[Player, Move]:
    """The moves that are made now: where both choose, the other's too, which is the one that makes it clearest."""
    if not task.is_battle:
        return {task.player: move}
    others = task.position.choices()[task.player.other]
    return {task.player: move, task.player.other: task.other or why.answer or others[0]}


def _reply(task: Task, after: Position, why: Reason) -> Move | None:
    """The other's answer to a wrong move at a turn; None where it is not for the other to answer."""
    return why.answer if not task.is_battle and list(after.choices()) == [task.player.other] else None


def _in_words(kind: Kind, why: Reason) -> str:
    words = f"{why.words[:1].upper()}{why.words[1:]}."
    return f"{words} That is not what is asked here." if kind is Kind.FINE else words


def _said(task: Task, chosen: Moves, after: Position) -> tuple[str, ...]:
    """The book's words without its drawings, which the board shows."""
    drawn = {line for width in (None, 80) for line in after.board(width).split("\n")}
    return tuple(line for line in task.position.told(chosen, task.player) if line.strip() and line not in drawn)


def _by_the_rules(task: Task, move: Move) -> Reason:
    """Where something is hidden nothing is worth anything exactly; but what happens at once is sure."""
    position, player = task.position, task.player
    if task.is_battle:
        return Reason(True, "nothing is decided by that")
    outcome = position.after({player: move}).outcome()
    if outcome:
        return Reason(outcome.winner is player, "it wins at once" if outcome.winner is player else "it loses at once")
    if answer := lost_at_once(position, player, move):
        return Reason(False, f"then {position.written(answer)} wins at once", answer)
    if position.reveals({player: move}):
        return Reason(False, "something was hidden there, and nobody could know it")
    return Reason(True, "nothing is decided by that")


def asked(solution: Solution, position: Position, player: Player, right: frozenset[Move]) -> str:
    """What is to be done in a position that the solver knows."""
    is_battle = len(position.choices()) > 1
    to_do = f"{player} to {'choose' if is_battle else 'move'} and {_goal(solution.worth(position), player)}."
    if len(right) > 1:
        return to_do
    return f"{to_do} Only one choice is safe." if is_battle else f"{to_do} Only one move does it."


def _goal(worth: Worth, player: Player) -> str:
    value = worth.value * SIDES[player]
    if value > SURE:
        return f"win in {plies(worth.distance)}" if worth.distance else "win"
    return "lose as late as can be" if value < -SURE else "not lose"
