"""Puzzles where something is hidden: what would a strong player do who knows as much as you do?

Each is a decision of some game, told as its player was told of it, in which a strong player has one clear choice. The
games behind those of the book's rules come with the package (`make puzzles`); all else is worked out when it is asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import islice
from random import Random

from flagfall.core import Move, Position
from flagfall.match import Match, Seat
from flagfall.record import Record
from flagfall.solve import Progress as Told

from .hidden.grades import MUCH, Looked, in_words, looked
from .hidden.minds import mind_of
from .hidden.outlook import ABOUT, Mind, Outlook, outlook
from .hidden.review import review
from .lessons.difficulty import blind
from .puzzles import Puzzle

CLEAR = 2
"""So many choices of a strong player are still a clear answer."""
MOST = 12
"""So many are looked for where none come with the package."""
LOOKED_AT = 240
"""So many decisions are looked at for that."""
LONGEST = 40
"""A game is broken off after so many plies, and the next one begun."""
ANYHOW = 0.25
"""How often a player of these games chooses anything, so that there is something to see."""
ASK = f"{{0}} to choose. What would a strong player do who knows as much? ({ABOUT})"

Course = tuple[Move, ...]
"""The moves of a game up to a decision."""


def riddles(start: Position, progress: Told | None = None) -> list[Puzzle]:
    """Those of the game that begins here, from easy to hard. NoMind where nobody knows it."""
    mind = mind_of(start, progress)
    kept = stored().get(start.id, ()) if start == type(start)() else ()
    among = _replayed(start, mind, kept, progress) if kept else islice(found(start, mind, progress), MOST)
    return sorted((puzzle for _, puzzle in among), key=lambda puzzle: puzzle.order)


@cache
def stored() -> dict[str, tuple[Course, ...]]:
    """By the ids of games what `make puzzles` has found by the book's rules."""
    text = files(__package__).joinpath("riddles.json").read_text(encoding="utf-8")
    return {game: tuple(tuple(course) for course in courses) for game, courses in json.loads(text).items()}


def _replayed(
    start: Position, mind: Mind, courses: Sequence[Course], progress: Told | None
) -> Iterator[tuple[Course, Puzzle]]:
    for number, course in enumerate(courses):
        if progress:
            progress("thinking about puzzles", number, len(courses))
        match = Match(start)
        for move in course:
            match.submit(match.waiting()[0], move)
        (player,) = match.waiting()
        if puzzle := riddle(match.position, match.seats[player], outlook(mind, match.seats[player])):
            yield course, puzzle


def found(
    start: Position, mind: Mind, progress: Told | None = None, most: int = LOOKED_AT
) -> Iterator[tuple[Course, Puzzle]]:
    """Decisions with a clear answer, met in games of a strong player against itself that now and then choose anything;
    one a game. The same every time."""
    draw, names = Random(0), set[str]()
    match = Match(start)
    for number in range(most):
        if progress:
            progress("looking for puzzles", number, most)
        if len(match.waiting()) != 1 or len(match.plies) >= LONGEST or match.position.in_the_open():
            match = Match(start)
        (player,) = match.waiting()
        seat, course = match.seats[player], tuple(move for ply in match.plies for move in ply.moves.values())
        seen = outlook(mind, seat)
        puzzle = riddle(match.position, seat, seen) if len(course) > 1 else None
        if puzzle and puzzle.view.text() not in names:
            names.add(puzzle.view.text())
            yield course, puzzle
            match = Match(start)
        else:
            match.submit(player, _chosen(seen, draw))


def _chosen(seen: Outlook, draw: Random) -> Move:
    if draw.random() < ANYHOW:
        return draw.choice(seen.prospects).move
    (chosen,) = draw.choices(seen.prospects, [each.likely for each in seen.prospects])
    return chosen.move


def riddle(position: Position, seat: Seat, seen: Outlook) -> Puzzle | None:
    """The decision as a puzzle, if a strong player has one clear answer and most others give much away."""
    if seen.strong[0].ends or not 0 < len(seen.strong) <= CLEAR < len(seen.prospects):
        return None
    judged = [looked(seen, each.move) for each in seen.prospects]
    others = [each for each in judged if not each.grade.keeps_value]
    if len(others) < max(len(judged) - CLEAR, 2 * (len(judged) - len(others))):
        return None
    if min(each.regret for each in others) < MUCH / 2:
        return None
    return _made(position, seat, judged)


def _made(position: Position, seat: Seat, judged: Sequence[Looked]) -> Puzzle:
    """Choices about as good as the strong player's are right, too."""
    right = frozenset(each.move for each in judged if each.grade.keeps_value)
    assert seat.player is not None
    puzzle = Puzzle(
        position=position,
        player=seat.player,
        ask=ASK.format(seat.player),
        right=right,
        wrong=frozenset(each.move for each in judged) - right,
        text=_so_far(seat),
        answers={each.move: _sentence(in_words(each)) for each in judged},
    )
    return replace(puzzle, difficulty=blind(puzzle))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _so_far(seat: Seat) -> str:
    """How it came to this, as the player saw it: what to believe follows from it."""
    plies = (" | ".join(f"{player.name} {move}" for player, move in ply.items()) for ply in seat.history)
    return f"So far: {'; '.join(f'{number}. {ply}' for number, ply in enumerate(plies, 1))}." if seat.history else ""


def mistakes(records: Iterable[Record], mind: Mind) -> list[Puzzle]:
    """The decisions of these games in which a person seems to have given something away, to be made better now."""
    puzzles: dict[str, Puzzle] = {}
    for record in records:
        if record.outcome:
            for puzzle in _second_chances(record, mind):
                puzzles.setdefault(puzzle.name, puzzle)
    return sorted(puzzles.values(), key=lambda puzzle: puzzle.order)


def _second_chances(record: Record, mind: Mind) -> Iterator[Puzzle]:
    match = record.match()
    again = Match(match.start)
    for step, ply in zip(review(match, mind).steps, match.plies, strict=True):
        for decision in step.decisions:
            is_slip = isinstance(decision, Looked) and not decision.grade.keeps_value
            if is_slip and record.tags.get(decision.player.name, "human") == "human":
                assert isinstance(decision, Looked)
                seen = decision.outlook
                yield _made(ply.before, again.seats[decision.player], [looked(seen, e.move) for e in seen.prospects])
        for player, move in ply.moves.items():
            again.submit(player, move)
