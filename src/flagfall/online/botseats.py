"""Bots at a game: they move when they must, and agree to whatever is offered."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from functools import partial
from typing import TYPE_CHECKING

from flagfall.core import Player

from .commands import Refusal
from .protocol import Answer, Command, Move, Rematch, Resign

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger(__name__)


class BotSeats:
    def __init__(self, room: Room) -> None:
        self._room = room
        self._asked = -1
        """The event after which offers and rematches were answered."""
        self.thinking: set[Player] = set()

    def wake(self) -> None:
        """Let each do what is to be done now."""
        game = self._room.game
        answered, self._asked = self._asked == game.seq, game.seq
        for player, bot in game.bots:
            if player in game.match.waiting() and player not in self.thinking:
                self.thinking.add(player)
                thought = self._room.hub.bots.choose(bot, game.match.seats[player])
                self._room.hub.spawn(self._think(player, bot, game.seq, game.ply, thought))
            if not answered and (command := self._answer(player)):
                self._room.command(None, player, command)

    def _answer(self, player: Player) -> Command | None:
        game, deed = self._room.game, f"bot-{self._room.game.seq}-answer"
        if game.over and game.wanted and player not in game.wanted:
            return Rematch(id=deed)
        if not game.over and game.match.offered and game.match.offered.by is not player:
            return Answer(id=deed, offer=game.offer_seq, agree=True)
        return None

    async def _think(self, player: Player, bot: str, seq: int, ply: int, thought: Awaitable[str]) -> None:
        """What it thinks of is the seat as it was after event `seq`; meanwhile more may happen."""
        try:
            command: Command = Move(id=f"bot-{seq}", ply=ply, move=await thought)
        except Exception as error:
            log.error("a bot failed", extra={"game": self._room.game.id, "bot": bot, "error": str(error)})
            command = Resign(id=f"bot-{seq}")
        self._room.run(partial(self._decided, player, command))

    def _decided(self, player: Player, command: Command) -> None:
        self.thinking.discard(player)
        self._room.command(None, player, command)

    def refused(self, player: Player, command: Command, refusal: Refusal) -> None:
        """The game went another way while a bot was thinking, or the bot is broken."""
        if refusal.code == "stale":
            self.wake()
        elif refusal.code == "illegal" and player in self._room.game.match.waiting():
            log.error("a bot's move is illegal", extra={"game": self._room.game.id, "reason": str(refusal)})
            self._room.command(None, player, Resign(id=f"{command.id}-resign"))
