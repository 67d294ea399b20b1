"""What is known of every position of one game, from the rules and the solution alone: a record for each.

It is what the server tells of a position, with the choices of a player as a list (their moves stand in the options)
and texts cut into parts that change independently of each other. Best play is left out, as it is found by following the
best choices. Besides there is what the book asks, what is said of a choice after the game, and what bots make of it.
"""

from __future__ import annotations

import re
from math import isnan
from typing import Any

import msgspec

from flagfall.bots.solved.action_values import ActionValues
from flagfall.bots.solved.knowledge import Knowledge
from flagfall.coach.evaluation.grades import graded
from flagfall.coach.evaluation.judging import Judgement
from flagfall.core import Player, Position

_WORDS = re.compile(r"[^ /]+[ /]?")
_SENTENCES = re.compile(r".+?(?:[.;] |$)", re.DOTALL)
Data = dict[str, Any]


def record(knowledge: Knowledge, position: Position, insight: Data) -> Data:
    """All that is kept of a position of which the server tells this."""
    told = {name: value for name, value in insight.items() if name not in ("line", "repeats")}
    view = insight["view"]
    told["view"] = view | {"position": _WORDS.findall(view["position"]), "words": _SENTENCES.findall(view["words"])}
    return told | _choices(knowledge, position, insight) if position.choices() else told


def _choices(knowledge: Knowledge, position: Position, insight: Data) -> Data:
    choosing, actions = position.choices(), knowledge.actions(position)
    return {
        "prompt": {player.name: position.prompt(player) for player in choosing},
        "verdicts": {player.name: _verdicts(insight["verdicts"][player.name], choosing[player]) for player in choosing},
        "after": [_after(each) for each in insight["after"]],
        "grades": {player.name: _grades(knowledge, player, position) for player in choosing},
        "bots": {player.name: _weights(actions, player, position) for player in choosing},
    }


def _after(step: Data) -> Data:
    """Where a step leads; the moves are those of its number."""
    return {name: each for name, each in step.items() if name != "moves"} | {
        "position": _WORDS.findall(step["position"])
    }


def _verdicts(by_move: Data, moves: tuple[str, ...]) -> list[Data]:
    """In the order of the choices, each with its rank from the best to the worst. How likely best play makes each is
    left out where best ones share evenly."""
    rank = {move: at for at, move in enumerate(by_move)}
    judged = [by_move[move] | {"rank": rank[move]} for move in moves]
    share = 1 / sum("best" in each for each in judged)
    even = all(each.get("likely", 0) == (share if "best" in each else 0) for each in judged)
    return [{name: value for name, value in each.items() if name != "likely" or not even} for each in judged]


def _grades(knowledge: Knowledge, player: Player, position: Position) -> list[Data]:
    """How good each choice is called, and what is said of it."""
    judgement = Judgement(knowledge, position, player)
    graded_ = [graded(judgement, move) for move in position.choices()[player]]
    return [{"grade": each.grade.key, "words": each.words} for each in graded_]


def _weights(actions: ActionValues, player: Player, position: Position) -> list[Data]:
    """What a bot needs to know of each choice, and can't see from where it leads."""
    lines = actions.worth[player], actions.best[player].equal, actions.best[player].mixed
    worth, equal, mixed = (actions.graph.at(player, each, position).tolist() for each in lines)  # type: ignore[arg-type]
    found: list[Data] = [{"equal": int(each)} for each in equal]
    for each, likely, own in zip(found, mixed, worth, strict=True):
        if not isnan(likely):
            each["mixed"] = likely
        if len(position.choices()) > 1:
            each["worth"] = own
    return found


def plain(message: msgspec.Struct) -> Data:
    """A message as the wire has it."""
    found: Data = msgspec.json.decode(msgspec.json.encode(message))
    return found
