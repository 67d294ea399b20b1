"""A lesson as it lies beside a game, `lesson.toml`: reading it, and saying what is wrong with it.

    [[steps]]
    position = "grid-runner P1 3,1/2,4"
    text = "One or two sentences: what there is to see here."
    task = "What to try."
    right = ["4,*"]                  # the moves that do it; a * stands for anything
    praise = "What is said of them."
    [steps.answers]                  # what is said of others; the solver answers those that are not named
    "3,*" = "Sideways is a step, too, but the win has to wait."

    [[exam]]
    position = "grid-runner P1 2,2/3,2"

Where both players choose, `player` says who is asked (else it is whose turn is next), and `other` what the other
chooses. An exam has at least a position: the solver knows the task and the right moves. Of a game that hides something
it doesn't, so there `task` and `right` stand in the exam, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from flagfall.core import FlagfallError, Move, Player, Position
from flagfall.games import GAMES
from flagfall.installed import lesson_text

from .task import Task

FILE = "lesson.toml"
KEYS = ("position", "text", "task", "right", "praise", "answers", "player", "other")


class BadLesson(FlagfallError):
    """A lesson that can't be taught as it is written."""


class NoLesson(FlagfallError):
    """No lesson lies beside the game."""


@dataclass(frozen=True)
class Lesson:
    """Steps to be tried in their order, and an exam."""

    game: type[Position]
    steps: tuple[Task, ...]
    exam: tuple[Task, ...]
    """In the order in which it is written; whoever asks it goes from easy to hard."""


def lesson(game: type[Position]) -> Lesson:
    """The lesson beside this game, or NoLesson or BadLesson."""
    found = _read(game)
    if found is None:
        others = ", ".join(each.id for each in GAMES.values() if lesson_or_none(each))
        raise NoLesson(f"{game.title} has no lesson; there is one for {others or 'no game'}")
    return found


def lesson_or_none(game: type[Position]) -> Lesson | None:
    """The same, None where there is none that can be taught."""
    try:
        return _read(game)
    except BadLesson:
        return None


def flaws() -> list[str]:
    """What is wrong with lessons that can't be offered."""
    return [str(error) for error in map(_flaw, GAMES.values()) if error]


def _flaw(game: type[Position]) -> BadLesson | None:
    try:
        _read(game)
    except BadLesson as error:
        return error
    return None


@cache
def _read(game: type[Position]) -> Lesson | None:
    text = lesson_text(game)
    return None if text is None else read(game, text)


def read(game: type[Position], text: str) -> Lesson:
    """A lesson from its text, or BadLesson with the line or the step that is wrong."""
    import tomllib

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # which names the line
        raise BadLesson(f"{FILE} of {game.id} can't be read: {error}") from None
    _check_keys(data, ("steps", "exam"), f"{FILE} of {game.id}")
    steps, exam = (_tasks(game, data.get(name, []), name) for name in ("steps", "exam"))
    return Lesson(game, steps, exam)


def _tasks(game: type[Position], entries: Any, name: str) -> tuple[Task, ...]:
    if not (isinstance(entries, list) and entries and all(isinstance(each, dict) for each in entries)):
        raise BadLesson(f"{FILE} of {game.id} needs [[{name}]], each with a position")
    word = {"steps": "step", "exam": "exam"}[name]
    return tuple(_Entry(game, each, f"{FILE} of {game.id}, {word} {at}").task() for at, each in enumerate(entries, 1))


def _check_keys(data: Mapping[str, Any], allowed: Iterable[str], where: str) -> None:
    if unknown := [key for key in data if key not in allowed]:
        raise BadLesson(f"{where}: {unknown[0]!r} means nothing here; there are {', '.join(allowed)}")


@dataclass(frozen=True)
class _Entry:
    """One table of the file, and where it stands."""

    game: type[Position]
    data: Mapping[str, Any]
    where: str

    def task(self) -> Task:
        _check_keys(self.data, KEYS, self.where)
        position = self._position()
        player = self._player(position)
        moves = position.choices()[player]
        right = frozenset(self._right(moves))
        return Task(
            position=position,
            player=player,
            ask=self._text("task"),
            right=right,
            text=self._text("text"),
            praise=self._text("praise"),
            answers=self._answers(moves, right),
            other=self._other(position, player),
        )

    def _position(self) -> Position:
        try:
            position = self.game.from_text(self._text("position"))
        except FlagfallError as error:
            raise self._bad(str(error)) from None
        if position.is_partial() or not position.choices():
            raise self._bad("nobody can move in this position")
        return position

    def _player(self, position: Position) -> Player:
        choosing = list(position.choices())
        name = self._text("player") or (position.turn if position.turn in choosing else choosing[0]).name
        if name not in [each.name for each in choosing]:
            raise self._bad(
                f"player must be {' or '.join(each.name for each in choosing)}, who choose here, not {name!r}"
            )
        return Player[name]

    def _right(self, moves: tuple[Move, ...]) -> Iterable[Move]:
        patterns = self.data.get("right", [])
        if not (isinstance(patterns, list) and all(isinstance(each, str) for each in patterns)):
            raise self._bad("right must be a list of moves")
        for pattern in patterns:
            yield from self._meant(pattern, moves)

    def _answers(self, moves: tuple[Move, ...], right: frozenset[Move]) -> dict[Move, str]:
        """By move. What names a move counts more than a pattern, an earlier pattern more than a later one, and no
        pattern means a right move."""
        answers = self.data.get("answers", {})
        if not (isinstance(answers, dict) and all(isinstance(each, str) for each in answers.values())):
            raise self._bad("answers must be sentences by their moves")
        found: dict[Move, str] = {}
        for pattern in sorted(answers, key=lambda each: "*" in each):
            for move in self._meant(pattern, moves):
                if "*" not in pattern or move not in right:
                    found.setdefault(move, " ".join(answers[pattern].split()))
        return found

    def _meant(self, pattern: str, moves: tuple[Move, ...]) -> list[Move]:
        meant = [move for move in moves if fnmatchcase(move, pattern)]
        if not meant:
            raise self._bad(f"no move here is {pattern!r}; there are {', '.join(moves)}")
        return meant

    def _other(self, position: Position, player: Player) -> Move | None:
        chosen = self._text("other")
        if not chosen:
            return None
        legal = position.choices().get(player.other, ())
        if chosen not in legal:
            raise self._bad(f"the other can't choose {chosen!r}; there are {', '.join(legal) or 'no choices'}")
        return chosen

    def _text(self, key: str) -> str:
        value = self.data.get(key, "")
        if not isinstance(value, str):
            raise self._bad(f"{key} must be a text")
        return " ".join(value.split())

    @property
    def _bad(self) -> Callable[[str], BadLesson]:
        return lambda why: BadLesson(f"{self.where}: {why}")
