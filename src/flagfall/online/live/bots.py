"""Bots at a game: they move when they must, answer what is offered, and play again with whoever wants to.

Where a person sits at the other side a bot answers at once, whoever looks: each of its moves was paid for by one of the
person's. Two bots play only while somebody looks, and slowly enough to be followed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial
from typing import Protocol

from flagfall.core import Player
from flagfall.online.ops.limits import PLY_BYTES
from flagfall.online.protocol.messages import Answer, Command, Move, Offer, Rematch, Resign
from flagfall.online.table.commands import Refusal
from flagfall.online.table.game import Game

from .listeners import Listener, Listeners
from .queue import Job
from .services import Services

log = logging.getLogger(__name__)
_PAUSE = 0.25  # seconds between the moves of two bots


class Table(Protocol):
    """What bots know of the room that they sit in."""

    services: Services
    payer: str

    @property
    def game(self) -> Game: ...

    @property
    def listeners(self) -> Listeners: ...

    def run(self, job: Job, otherwise: Job | None = None) -> None: ...

    def command(self, sender: Listener | None, player: Player, command: Command) -> None: ...


class BotSeats:
    def __init__(self, room: Table) -> None:
        self._room = room
        self._asked = -1
        """The event after which offers and rematches were answered."""
        self.thinking: set[Player] = set()
        self._answering: set[Player] = set()
        self._held: dict[Player, Command] = {}
        """Moves that wait until an offer is answered, which would lapse with them."""
        self._offered = -1
        """The ply at which a bot last offered the end: once is enough."""

    @property
    def busy(self) -> bool:
        return bool(self.thinking or self._answering)

    def wake(self) -> None:
        """Let each do what is to be done now."""
        game = self._room.game
        answered, self._asked = self._asked == game.seq, game.seq
        for player, bot in game.bots:
            may_begin = player not in self.thinking and not game.match.offered and self._may_play()
            if player in game.match.waiting() and may_begin:
                self.thinking.add(player)
                if self._alone:
                    self._room.services.spawn(self._pause(player, bot))
                else:
                    self._begin(player, bot)
            if not answered:
                self._answer(player, bot)

    # --- at its turn ---

    @property
    def _alone(self) -> bool:
        """Whether no person plays along."""
        return len(self._room.game.bots) == len(Player)

    def _may_play(self) -> bool:
        return not self._alone or bool(self._room.listeners)

    async def _pause(self, player: Player, bot: str) -> None:
        """A client with many games of two bots sees each go more slowly."""
        await asyncio.sleep(_PAUSE)
        while wait := self._room.services.bot_moves.take(self._room.payer):
            await asyncio.sleep(wait)
        self._room.run(partial(self._begin, player, bot))

    def _begin(self, player: Player, bot: str) -> None:
        game = self._room.game
        if self._may_play() and player in game.match.waiting() and not game.match.offered:
            self._room.services.spawn(self._think(player, bot, game.seq, game.ply, self._thought(player, bot)))
        else:
            self.thinking.discard(player)

    def _thought(self, player: Player, bot: str) -> Awaitable[str | None]:
        """Its move, or None where it would rather end the game: that is asked where no person plays."""
        game, bots = self._room.game, self._room.services.bots
        self._pay()
        may_offer = self._alone and self._offered != game.ply
        return (bots.decides if may_offer else bots.choose)(bot, game.match.seats[player], self._room.payer)

    async def _think(self, player: Player, bot: str, seq: int, ply: int, thought: Awaitable[str | None]) -> None:
        """What it thinks of is the seat as it was after event `seq`; meanwhile more may happen."""
        try:
            move = await thought
            command: Command = Offer(id=f"bot-{seq}", ply=ply, what="end")
            if move is not None:
                command = Move(id=f"bot-{seq}", ply=ply, move=move)
        except Exception as error:
            self._failed(bot, error)
            command = Resign(id=f"bot-{seq}")
        self._room.run(partial(self._decided, player, command))

    def _decided(self, player: Player, command: Command) -> None:
        if player in self._answering:
            self._held[player] = command
        else:
            self._play(player, command)

    def _play(self, player: Player, command: Command) -> None:
        self.thinking.discard(player)
        if isinstance(command, Offer):
            self._offered = command.ply
        self._room.command(None, player, command)

    def _pay(self) -> None:
        """A bot is sent the whole game with every question."""
        self._room.services.work.of(self._room.payer).spend(PLY_BYTES * self._room.game.ply)

    # --- what the other wants ---

    def _answer(self, player: Player, bot: str) -> None:
        game, deed = self._room.game, f"bot-{self._room.game.seq}-answer"
        offered = game.match.offered
        if game.over and game.wanted and player not in game.wanted:
            self._room.command(None, player, Rematch(id=deed))
        elif offered and offered.by is not player and player not in self._answering:
            self._answering.add(player)
            self._pay()
            agrees = self._room.services.bots.agrees(bot, game.match.seats[player], self._room.payer)
            self._room.services.spawn(self._consider(player, bot, deed, game.offer_seq, agrees))

    async def _consider(self, player: Player, bot: str, deed: str, offer: int, agrees: Awaitable[bool]) -> None:
        try:
            agree = await agrees
        except Exception as error:
            self._failed(bot, error)
            agree = False
        self._room.run(partial(self._answered, player, Answer(id=deed, offer=offer, agree=agree)))

    def _answered(self, player: Player, answer: Answer) -> None:
        self._answering.discard(player)
        self._room.command(None, player, answer)
        if held := self._held.pop(player, None):  # it waits for no other offer: its clock runs
            self._play(player, held)

    # --- what goes wrong ---

    def _failed(self, bot: str, error: Exception) -> None:
        log.error("a bot failed", extra={"game": self._room.game.id, "bot": bot, "error": str(error)})

    def refused(self, player: Player, command: Command, refusal: Refusal) -> None:
        """The game went another way while a bot was thinking, or the bot is broken."""
        if refusal.code == "stale":
            self._asked = -1  # another offer may have come in place of the one that was answered
            self.wake()
        elif refusal.code == "illegal" and player in self._room.game.match.waiting():
            log.error("a bot's move is illegal", extra={"game": self._room.game.id})
            self._room.command(None, player, Resign(id=f"{command.id}-resign"))
