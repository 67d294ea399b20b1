"""A game as a value: where it started, what was played, how it ended, and who played it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flagfall import games
from flagfall.core import FlagfallError, Move, Outcome, Player, Position, whole
from flagfall.match import Match

from .seal import PREFIX, seal, unseal

FORMAT = "1"
IN_PROGRESS, NO_RESULT = "*", "none"
OWN_TAGS = ("Flagfall", "Game", "Start", "Salt", "Result", "Reason")


class BadRecord(FlagfallError):
    """A damaged or impossible record; `line` is where."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


class BadPly(BadRecord):
    """A ply of a record that cannot have been played; `index` counts from 0."""

    def __init__(self, index: int, message: str) -> None:
        super().__init__(f"ply {index + 1}: {message}")
        self.index = index
        self.message = message


@dataclass(frozen=True)
class Record:
    """A game from its start to where it got. Replay is a fold over its plies."""

    start: Position
    plies: tuple[Mapping[Player, Move], ...] = ()
    outcome: Outcome | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    """Everything else that is known of the game: P1, P2, Date, Cap ..."""
    salt: str = field(default_factory=lambda: secrets.token_hex(8), compare=False)

    @classmethod
    def of(cls, match: Match, tags: Mapping[str, str], salt: str | None = None) -> Record:
        """What there is to keep of a match: its plies, and while it goes on also a choice that is sealed."""
        plies = [ply.moves for ply in match.plies]
        if match.sealed and not match.outcome:
            plies.append(dict(match.sealed))
        return cls(match.start, tuple(plies), match.outcome, tags, salt or secrets.token_hex(8))

    @property
    def cap(self) -> int | None:
        return whole(self.tags["Cap"]) if "Cap" in self.tags else None

    def match(self) -> Match:
        """The match as it stood; BadRecord where it cannot have been."""
        match = Match(self.start, cap=self.cap)
        for index, moves in enumerate(self.plies):
            self._check_deciders(index, match)
            try:
                for player, move in moves.items():
                    match.submit(player, move)
            except FlagfallError as error:
                raise BadPly(index, str(error)) from None
        return self._ended(match)

    def _check_deciders(self, index: int, match: Match) -> None:
        """Everybody who must choose has chosen; only the last ply of a game in progress may lack one side."""
        given, needed = self.plies[index].keys(), set(match.waiting())
        pending = self.outcome is None and index == len(self.plies) - 1
        if match.outcome:
            raise BadPly(index, f"the game was over before: {match.outcome}")
        if given != needed and not (pending and given and given < needed):
            who = " and ".join(player.name for player in Player if player in needed)
            raise BadPly(index, f"here {who} must move, and nobody else")

    def _ended(self, match: Match) -> Match:
        if match.outcome is None and self.outcome:
            return Match.replayed(self.start, self.plies, ending=self.outcome, cap=self.cap)
        if match.outcome != self.outcome:
            was, said = _told(match.outcome), _told(self.outcome)
            raise BadRecord(f"the moves end in {was!r}, but the record says {said!r}")
        return match

    # --- the same as tags and words, sealed or open ---

    def header(self, reveal: bool) -> dict[str, str]:
        """All tags in the order in which they are written."""
        head = {"Flagfall": FORMAT, "Game": self.start.id}
        start, seals = self.start.text(), self._seals(reveal)
        if seals and self.start.view(None) != self.start:
            head["Start"] = seal(start, self.salt, "start")
        elif self.start != type(self.start)():
            head["Start"] = start
        head.update(self.tags)
        if seals and (PREFIX in head.get("Start", "") or any(map(_any_sealed, self.words(reveal)))):
            head["Salt"] = self.salt
        head["Result"] = _result(self.outcome)
        if self.outcome:
            head["Reason"] = self.outcome.reason
        return head

    def words(self, reveal: bool) -> list[dict[Player, str]]:
        """The moves of each ply; unless revealed, what only one player may know is in an envelope."""
        if not self._seals(reveal):
            return [dict(moves) for moves in self.plies]
        position, written = self.start, []
        for index, moves in enumerate(self.plies):
            complete = moves.keys() == position.choices().keys()
            written.append(
                {
                    player: seal(move, self.salt, place(index, player))
                    if not complete or position.disguise(player, move, None) != move
                    else move
                    for player, move in moves.items()
                }
            )
            position = position.play(moves) if complete else position
        return written

    def _seals(self, reveal: bool) -> bool:
        return self.outcome is None and not reveal


def place(index: int, player: Player) -> str:
    """Where a sealed move stands, so that it fits nowhere else."""
    return f"{index + 1} {player.name}"


def from_words(head: Mapping[str, str], plies: Sequence[Mapping[Player, str]]) -> Record:
    """The record that these tags and words are; BadRecord or BadPly where they are none. It is replayed to be sure."""
    _check_tags(head)
    salt = head.get("Salt", "")
    opened = [
        {player: _open(word, salt, index, player) for player, word in ply.items()} for index, ply in enumerate(plies)
    ]
    tags = {name: value for name, value in head.items() if name not in OWN_TAGS}
    extra: dict[str, Any] = {"salt": salt} if salt else {}
    record = Record(_start(head, salt), tuple(opened), _outcome(head), tags, **extra)
    _check_cap(record)
    record.match()
    return record


def _open(word: str, salt: str, index: int, player: Player) -> Move:
    if not word.startswith(PREFIX):
        return word
    try:
        return unseal(word, salt, place(index, player))
    except ValueError:
        raise BadPly(index, f"the sealed move of {player} is damaged") from None


def _start(head: Mapping[str, str], salt: str) -> Position:
    game = games.game(head.get("Game", ""))
    text = head.get("Start")
    if text is None:
        return game()
    if text.startswith(PREFIX):
        try:
            text = unseal(text, salt, "start")
        except ValueError:
            raise BadRecord("the sealed Start is damaged") from None
    return game.from_text(text)


def _check_tags(head: Mapping[str, str]) -> None:
    for name, value in head.items():
        if not (name.isascii() and name.isalnum() and name[0].isupper()):
            raise BadRecord(f"{name!r} can't be the name of a tag; a name is like Game or Round2")
        if not value.isprintable():
            raise BadRecord(f"the tag {name} has a sign that can't be printed")


def _check_cap(record: Record) -> None:
    try:
        if record.cap == 0:
            raise ValueError
    except ValueError:
        raise BadRecord(f"Cap must be a number of plies from 1, not {record.tags['Cap']!r}") from None


def _outcome(head: Mapping[str, str]) -> Outcome | None:
    result, reason = head.get("Result"), head.get("Reason")
    if result == IN_PROGRESS:
        if reason is not None:
            raise BadRecord("a game in progress (Result *) has no Reason")
        return None
    winners = {"P1": Player.P1, "P2": Player.P2, NO_RESULT: None}
    if result not in winners:
        raise BadRecord(f"Result must be P1, P2, {NO_RESULT} or {IN_PROGRESS}, not {result!r}")
    if not reason:
        raise BadRecord("a finished game needs a Reason")
    return Outcome(winners[result], reason)


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return IN_PROGRESS
    return outcome.winner.name if outcome.winner else NO_RESULT


def _told(outcome: Outcome | None) -> str:
    return str(outcome) if outcome else "a game in progress"


def _any_sealed(words: Mapping[Player, str]) -> bool:
    return any(word.startswith(PREFIX) for word in words.values())
