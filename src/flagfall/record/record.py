"""A game as a value: where it started, what was played, how it ended, and who played it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from flagfall.core import LONGEST_MOVE, FlagfallError, IllegalMove, Move, Outcome, Player, Position, whole
from flagfall.match import ENDINGS, Match

from .seal import PREFIX, seal

FORMAT = "1"
IN_PROGRESS, NO_RESULT, DRAW = "*", "none", "draw"
OWN_TAGS = ("Flagfall", "Game", "Start", "Salt", "Result", "Reason")
START_ROOM = 240  # bytes in an envelope, enough for any start: so its length tells nothing
_TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")


class BadRecord(FlagfallError):
    """A damaged or impossible record; `line` is where."""

    def __init__(self, message: str, line: int | None = None, file: str | None = None) -> None:
        parts = (file, f"line {line}" if line else None, message)
        super().__init__(": ".join(part for part in parts if part))
        self.message = message
        self.line = line


class BadTag(BadRecord):
    """A tag that is missing, or can't be right."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


class BadPly(BadRecord):
    """A ply of a record that cannot have been played; `index` counts from 0."""

    def __init__(self, index: int, message: str) -> None:
        super().__init__(f"ply {index + 1}: {message}")
        self.message = message
        self.index = index


@dataclass(frozen=True)
class Record:
    """A game from its start to where it got. Replay is a fold over its plies."""

    start: Position
    plies: tuple[Mapping[Player, Move], ...] = ()
    outcome: Outcome | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    """Everything else that is known of the game: P1, P2, Date, Cap ..."""
    salt: str = field(default_factory=lambda: secrets.token_hex(8), compare=False)

    def __post_init__(self) -> None:
        for name, value in self.tags.items():
            check_tag(name, value)
            if name in OWN_TAGS:
                raise BadTag(name, f"the tag {name} is written by the record itself")
        _check_cap(self.tags.get("Cap", "1"))

    @classmethod
    def of(cls, match: Match, tags: Mapping[str, str], salt: str | None = None) -> Record:
        """What there is to keep of a match: its plies, and a choice that is sealed."""
        plies = [ply.moves for ply in match.plies]
        if match.sealed:
            plies.append(match.sealed)
        told = {name: value for name, value in tags.items() if name != "Cap" or match.cap}
        if match.cap:
            told["Cap"] = str(match.cap)
        return cls(match.start, tuple(plies), match.outcome, told, salt or secrets.token_hex(8))

    @property
    def cap(self) -> int | None:
        return whole(self.tags["Cap"]) if "Cap" in self.tags else None

    # --- replay ---

    def match(self, *, apart: bool = False) -> Match:
        """The match as it stood; BadTag or BadPly where it cannot have been. `apart` is the match's own."""
        if self.start.is_partial():
            raise BadTag("Start", "the Start lacks what one of the players knows, so nobody can play from it")
        match = Match(self.start, cap=self.cap, apart=apart)
        for index, moves in enumerate(self.plies):
            self._check_deciders(index, match)
            for player, move in moves.items():
                _submit(match, index, player, move)
        if match.outcome is None and self.outcome in ENDINGS:
            match.conclude(self.outcome)
        self._check_end(match.outcome)
        return match

    def _check_deciders(self, index: int, match: Match) -> None:
        """Everybody who must choose has chosen; only the last ply of a game in progress may lack one side."""
        if match.outcome:
            raise BadPly(index, f"the game was over before: {match.outcome}")
        given, needed = self.plies[index].keys(), set(match.waiting())
        pending = self.outcome is None and index == len(self.plies) - 1
        if given != needed and not (pending and given and given < needed):
            who = " and ".join(player.name for player in Player if player in needed)
            raise BadPly(index, f"here {who} must move, and nobody else")

    def _check_end(self, outcome: Outcome | None) -> None:
        if outcome != self.outcome:
            raise BadTag(
                "Reason" if _result(outcome) == _result(self.outcome) else "Result",
                f"the moves lead to {_told(outcome)!r}, but the record says {_told(self.outcome)!r}",
            )

    # --- the same as tags and words, sealed or open ---

    def written(self, reveal: bool) -> tuple[dict[str, str], list[dict[Player, str]]]:
        """All tags in their order, and the moves of each ply.

        In a game in progress, what only one player may know is in an envelope, unless it is to be revealed.
        """
        seals = self.outcome is None and not reveal
        start, plies = self._start(seals), self._sealed_plies() if seals else self._open_plies()
        head = {"Flagfall": FORMAT, "Game": self.start.id}
        if self.start != type(self.start)():
            head["Start"] = start
        head.update(self.tags)
        if seals and _any_sealed(start, plies):
            head["Salt"] = self.salt
        head["Result"] = _result(self.outcome)
        if self.outcome:
            head["Reason"] = self.outcome.reason
        return head, plies

    def _start(self, seals: bool) -> str:
        secret = self.start.view(None) != self.start
        text = self.start.text()
        return seal(text, self.salt, "start", START_ROOM) if seals and secret else text

    def _open_plies(self) -> list[dict[Player, str]]:
        return [{player: moves[player] for player in Player if player in moves} for moves in self.plies]

    def _sealed_plies(self) -> list[dict[Player, str]]:
        position, plies = self.start, self._open_plies()
        for index, moves in enumerate(plies):
            complete = moves.keys() == position.choices().keys()
            for player, move in self.plies[index].items():
                if not complete or position.disguise(player, move, None) != move:
                    moves[player] = seal(move, self.salt, place(index, player), LONGEST_MOVE)
            if complete:
                position = position.play(self.plies[index])
        return plies


def _submit(match: Match, index: int, player: Player, move: Move) -> None:
    try:
        match.submit(player, move)
    except IllegalMove as error:
        reason = " ".join(str(error).split())
        raise BadPly(index, f"{player.name} can't play that here: {reason}{_legal(match.position, player)}") from None


def _legal(position: Position, player: Player) -> str:
    """The moves that would do, as a record writes them. They are no help where some depend on a secret."""
    legal = position.choices()[player]
    return "" if position.hides() else f" Legal: {', '.join(legal[:8])}{', ...' if len(legal) > 8 else '.'}"


def place(index: int, player: Player) -> str:
    """Where a sealed move stands, so that it fits nowhere else."""
    return f"{index + 1} {player.name}"


def check_tag(name: str, value: str) -> None:
    if not _TAG_NAME.fullmatch(name):
        raise BadTag(name, f"{name!r} can't be the name of a tag; a name is like Game or Round2")
    if not value.isprintable():
        raise BadTag(name, f"the tag {name} has a sign that can't be printed")


def _check_cap(cap: str) -> None:
    try:
        good = whole(cap) > 0
    except ValueError:
        good = False
    if not good:
        raise BadTag("Cap", f"Cap must be a number of plies from 1 to 999999, not {cap!r}")


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return IN_PROGRESS
    if outcome.winner:
        return outcome.winner.name
    return NO_RESULT if outcome.void else DRAW


def _any_sealed(start: str, plies: list[dict[Player, str]]) -> bool:
    words = (word for ply in plies for word in ply.values())
    return start.startswith(PREFIX) or any(word.startswith(PREFIX) for word in words)


def _told(outcome: Outcome | None) -> str:
    return str(outcome) if outcome else "a game in progress"
