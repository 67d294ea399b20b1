"""Commitments: a sealed choice is fixed before the other is known, and anybody can check it afterwards."""

from __future__ import annotations

import secrets
from hashlib import sha256

from flagfall.core import LONGEST_MOVE, Move, Player


def new_nonce() -> str:
    return secrets.token_hex(16)


def padded(move: Move) -> str:
    """So that the length of a message tells nothing."""
    return move.ljust(LONGEST_MOVE)


def commitment(game: str, ply: int, player: Player, move: Move, nonce: str) -> str:
    """What is told of a choice when it is sealed: it fits this choice in this place and nothing else."""
    lines = ("flagfall-choice-1", game, str(ply), player.name, padded(move), nonce)
    return sha256("\n".join(lines).encode()).hexdigest()


def tag(ply: int, player: Player) -> str:
    """The name of the record's tag that has commitment and nonce of a choice."""
    return f"Commitment{ply}{player.name}"
