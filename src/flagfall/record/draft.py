"""What a file says of a game, and on which lines, until it has been checked and is a Record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flagfall import games
from flagfall.core import BadPosition, Move, Outcome, Player, Position, UnknownGame

from .record import DRAW, FORMAT, IN_PROGRESS, NO_RESULT, OWN_TAGS, BadPly, BadRecord, BadTag, Record, check_tag, place
from .seal import PREFIX, unseal

WINNERS = {"P1": Player.P1, "P2": Player.P2, DRAW: None, NO_RESULT: None}


@dataclass
class Draft:
    """The tags and plies of one game as they were read; `line` is where it begins."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    tag_lines: dict[str, int] = field(default_factory=dict)
    plies: list[Mapping[Player, str]] = field(default_factory=list)
    ply_lines: list[int] = field(default_factory=list)

    def add_tag(self, name: str, value: str, line: int) -> None:
        self.tags[name], self.tag_lines[name] = value, line

    def add_ply(self, words: Mapping[Player, str], line: int) -> None:
        self.plies.append(words)
        self.ply_lines.append(line)

    def record(self) -> Record:
        """The game, replayed to be sure of it; or BadRecord with the line that is wrong."""
        try:
            return self._record()
        except BadPly as error:
            raise BadRecord(error.message, self.ply_lines[error.index]) from None
        except BadTag as error:
            raise BadRecord(error.message, self.tag_lines.get(error.name, self.line)) from None

    def _record(self) -> Record:
        for name, value in self.tags.items():
            check_tag(name, value)
        check_format(self._needed("Flagfall"))
        start, outcome = self._start(), self._outcome()
        plies = tuple(
            {player: self._opened(word, index, player) for player, word in words.items()}
            for index, words in enumerate(self.plies)
        )
        others = {name: value for name, value in self.tags.items() if name not in OWN_TAGS}
        salt = {"salt": self.tags["Salt"]} if "Salt" in self.tags else {}
        record = Record(start, plies, outcome, others, **salt)
        record.match()
        return record

    def _needed(self, name: str) -> str:
        if name not in self.tags:
            raise BadTag(name, f"the tag {name} is missing")
        return self.tags[name]

    def _start(self) -> Position:
        try:
            game = games.game(self._needed("Game"))
        except UnknownGame as error:
            raise BadTag("Game", str(error)) from None
        text = self._start_text()
        try:
            return game.from_text(text) if text is not None else game()
        except BadPosition as error:
            raise BadTag("Start", str(error)) from None

    def _start_text(self) -> str | None:
        text = self.tags.get("Start")
        if text is None or not text.startswith(PREFIX):
            return text
        salt = self._needed("Salt")
        try:
            return unseal(text, salt, "start")
        except ValueError:
            raise BadTag("Start", "the sealed Start, or the Salt, is damaged") from None

    def _opened(self, word: str, index: int, player: Player) -> Move:
        if not word.startswith(PREFIX):
            return word
        salt = self._needed("Salt")
        try:
            return unseal(word, salt, place(index, player))
        except ValueError:
            raise BadPly(index, f"the sealed move of {player}, or the Salt, is damaged") from None

    def _outcome(self) -> Outcome | None:
        result, reason = self._needed("Result"), self.tags.get("Reason")
        if result == IN_PROGRESS:
            if reason is not None:
                raise BadTag("Reason", f"a game in progress (Result {IN_PROGRESS}) has no Reason")
            return None
        if result not in WINNERS:
            raise BadTag("Result", f"Result must be P1, P2, {DRAW}, {NO_RESULT} or {IN_PROGRESS}, not {result!r}")
        if not reason:
            raise BadTag("Result", "a finished game needs a Reason")
        return Outcome(WINNERS[result], reason, void=result == NO_RESULT)


def check_format(version: str) -> None:
    if version != FORMAT:
        raise BadTag("Flagfall", f"format {version!r} is not known here; this program reads format {FORMAT}")
