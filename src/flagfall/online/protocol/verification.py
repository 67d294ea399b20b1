"""Checking a record: was every choice of a battle fixed before the other was known?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from flagfall.core import Move, Player
from flagfall.record import Record

from . import commitments

GAME_ID = "GameId"
_PROOF = re.compile(r"([0-9a-f]{64}) ([0-9a-f]{32})")
_OURS = re.compile(r"Commitment.*|Seen[0-9]+P[12]")


def seen_tag(ply: int, player: Player) -> str:
    """The name of the tag in which a client notes a commitment that it was sent before the reveal."""
    return f"Seen{ply}{player.name}"


@dataclass(frozen=True)
class Verdict:
    """What was found of one choice. `ply` counts from 0."""

    ply: int
    player: Player
    move: Move
    problem: str | None
    """What is wrong with it; None if it is the choice that was sealed."""
    seen: bool
    """Whether the player who kept this record noted the commitment before the reveal."""

    def __str__(self) -> str:
        told = f"ply {self.ply + 1}: {self.player} chose {self.move}: "
        if self.problem:
            return f"{told}{self.problem}"
        return f"{told}as sealed{', and the commitment came before the reveal' if self.seen else ''}"


@dataclass(frozen=True)
class Report:
    """What was found of a whole game. `strays` are tags that belong to no choice in it."""

    game: str | None
    verdicts: tuple[Verdict, ...]
    strays: tuple[str, ...]

    @property
    def bad(self) -> int:
        return sum(verdict.problem is not None for verdict in self.verdicts) + len(self.strays)

    @property
    def fair(self) -> bool:
        return not self.bad


def verify(record: Record) -> Report:
    """Check every choice of every battle in the record, and that nothing else claims to be one."""
    choices, uses = list(_choices(record)), _uses(record)
    known = {name for ply, player, _ in choices for name in (commitments.tag(ply, player), seen_tag(ply, player))}
    verdicts = (
        Verdict(ply, player, move, _problem(record, uses, ply, player), seen_tag(ply, player) in record.tags)
        for ply, player, move in choices
    )
    strays = (name for name in record.tags if _OURS.fullmatch(name) and name not in known)
    return Report(record.tags.get(GAME_ID), tuple(verdicts), tuple(strays))


def _choices(record: Record) -> Iterator[tuple[int, Player, Move]]:
    """Both sides of every battle that was fought."""
    for ply, moves in enumerate(record.plies):
        if len(moves) > 1:
            yield from ((ply, player, moves[player]) for player in Player)


def _uses(record: Record) -> Counter[str]:
    """How often each nonce occurs. One that was opened before hides nothing any more."""
    proofs = (_PROOF.fullmatch(value) for value in record.tags.values())
    return Counter(found[2] for found in proofs if found)


def _problem(record: Record, uses: Counter[str], ply: int, player: Player) -> str | None:
    game, proof = record.tags.get(GAME_ID), record.tags.get(commitments.tag(ply, player))
    if game is None:
        return f"the record has no {GAME_ID}, so nothing can be checked"
    if proof is None:
        return "the record has no commitment to it"
    found = _PROOF.fullmatch(proof)
    if not found:
        return "its commitment is damaged"
    if commitments.commitment(game, ply, player, record.plies[ply][player], found[2]) != found[1]:
        return "NOT what was sealed: it does not fit its commitment"
    if uses[found[2]] > 1:
        return "its nonce is used twice, so it could be guessed from its commitment"
    if record.tags.get(seen_tag(ply, player), found[1]) != found[1]:
        return "NOT what was sealed: another commitment was sent before the reveal"
    return None
