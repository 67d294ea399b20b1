"""What solver, bots and coach say of every game that can be solved, as one line of JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

from flagfall.bots import BOTS, bot
from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.coach.analysis.analysis import analyse, as_data
from flagfall.coach.evaluation.hints import evaluation, first_hint, second_hint
from flagfall.coach.puzzles import puzzles
from flagfall.core import Player, Position
from flagfall.games import GAMES
from flagfall.match import Match

PLIES = 20


def played(start: Position, name: str) -> Match:
    """The first plies of a game of a bot against itself."""
    match, bots = Match(start), [bot(name, seed=player.name) for player in Player]
    while not match.outcome and len(match.plies) < PLIES:
        for player in match.position.choices():
            match.submit(player, bots[player].choose(match.seats[player]))
    return match


def known(start: Position) -> dict[str, Any]:
    knowledge, (player, *_) = knowledge_of(start), start.choices()
    games = {name: played(start, name) for name in BOTS if name.startswith("level") or name == "perfect"}
    return {
        "worth": knowledge.solution.worth(start),
        "proved": knowledge.solution.verify().positions,
        "coach": [ask(knowledge, start, player) for ask in (evaluation, first_hint, second_hint)],
        "puzzles": len(puzzles(knowledge.solution)),
        "games": {name: [list(ply.moves.values()) for ply in match.plies] for name, match in games.items()},
        "analysis": as_data(analyse(games["level:1"], knowledge), games["level:1"]),
    }


if __name__ == "__main__":
    openings = (game() for game in GAMES.values())
    answers = {start.id: known(start) for start in openings if not start.hides()}
    print(json.dumps({"answers": answers, "numba": "numba" in sys.modules}))  # noqa: T201 - it is a program
