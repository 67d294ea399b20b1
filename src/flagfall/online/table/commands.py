"""From what a player asks for to the event that it would be, or the reason why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flagfall.core import FlagfallError, IllegalMove, Player, printable
from flagfall.online.protocol.commitments import new_nonce
from flagfall.online.protocol.events import Answered, AnyEvent, Chatted, Moved, Named, Offered, Resigned, Wanted
from flagfall.online.protocol.messages import (
    Answer,
    Chat,
    Command,
    Move,
    Name,
    Offer,
    RefusalCode,
    Refused,
    Rematch,
    Resign,
    SeatName,
)
from flagfall.record.names import checked

from .game import Game

LONGEST_CHAT = 500
LONGEST_GAME = 40_000
"""So many events have room in a game; for a few more, so that it can be ended."""
_TO_END = 1_000


class Refusal(FlagfallError):
    """Why a command is not done."""

    def __init__(self, code: RefusalCode, reason: str, ply: int | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.ply = ply

    def message(self, command: str | None) -> Refused:
        return Refused(id=command, code=self.code, reason=str(self), ply=self.ply)


def refusal_of(error: FlagfallError) -> Refusal:
    """What the rules say no to, as a refusal."""
    if isinstance(error, Refusal):
        return error
    return Refusal("illegal" if isinstance(error, IllegalMove) else "not-now", str(error))


def done_before(game: Game, player: Player, command: Command) -> int | None:
    """The event that the command has made already. A wish for a rematch is one wish, however often it is uttered."""
    seq = game.done[player].get(command.id.encode())
    return game.wanted.get(player) if seq is None and isinstance(command, Rematch) else seq


def event_of(game: Game, player: Player, command: Command, now: int) -> AnyEvent:
    """The event that the command asks for. Whether the rules allow it is for the match to say, in `Game.apply`."""
    return _HOW[type(command)](game, player.name, command, now)


def _check_ply(game: Game, ply: int) -> None:
    if game.ply != ply:
        raise Refusal("stale", f"this answers ply {ply}, but {game.ply} have been played", game.ply)


def _check_length(game: Game, most: int = LONGEST_GAME) -> None:
    if game.seq >= most:
        raise Refusal("not-now", f"after {LONGEST_GAME} moves and offers a game is full: offer to end it, or resign")


def _move(game: Game, seat: SeatName, command: Move, now: int) -> Moved:
    _check_ply(game, command.ply)
    _check_length(game)
    move = command.move.rstrip(" ")
    return Moved(at=now, seat=seat, id=command.id, move=move, nonce=new_nonce() if game.battle else None)


def _resign(game: Game, seat: SeatName, command: Resign, now: int) -> Resigned:
    return Resigned(at=now, seat=seat, id=command.id)


def _offer(game: Game, seat: SeatName, command: Offer, now: int) -> Offered:
    _check_ply(game, command.ply)
    _check_length(game, LONGEST_GAME + _TO_END * (command.what == "end"))
    return Offered(at=now, seat=seat, id=command.id, what=command.what, plies=command.plies)


def _answer(game: Game, seat: SeatName, command: Answer, now: int) -> Answered:
    if game.match.offered is None or game.offer_seq != command.offer:
        raise Refusal("stale", "this offer is no longer there")
    return Answered(at=now, seat=seat, id=command.id, agree=command.agree)


def _rematch(game: Game, seat: SeatName, command: Rematch, now: int) -> Wanted:
    if not game.over:
        raise Refusal("not-now", "a rematch comes after the game")
    return Wanted(at=now, seat=seat, id=command.id)


def _chat(game: Game, seat: SeatName, command: Chat, now: int) -> Chatted:
    if not game.made.chat:
        raise Refusal("chat-off", "this game was made without chat")
    if len(game.chat) >= LONGEST_CHAT:
        raise Refusal("not-now", f"a game has room for {LONGEST_CHAT} lines of chat, and they are used up")
    return Chatted(at=now, seat=seat, id=command.id, text=_printable(command.text))


def _name(game: Game, seat: SeatName, command: Name, now: int) -> Named:
    _check_length(game)
    return Named(at=now, seat=seat, id=command.id, name=checked(command.name))


def _printable(text: str) -> str:
    """Without signs that could play tricks on a screen."""
    kept = " ".join(printable(text, " ").split())
    if not kept:
        raise Refusal("bad-message", "there is nothing in this line")
    return kept


_HOW: dict[type, Callable[[Game, Any, Any, int], AnyEvent]] = {
    Move: _move,
    Resign: _resign,
    Offer: _offer,
    Answer: _answer,
    Rematch: _rematch,
    Chat: _chat,
    Name: _name,
}
