"""The one mutable object: it takes moves, seals them until all are in, plays them, saves them, and tells the seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from flagfall.core import FlagfallError, IllegalMove, Move, Moves, Outcome, Player, Position

from .seat import Offer, Offered, Seat


class NotNow(FlagfallError):
    """Something that the rules of a match do not allow at this moment."""


@dataclass(frozen=True)
class Ply:
    """One step of a game: the position, and what was played there."""

    before: Position
    moves: Mapping[Player, Move]

    def disguised(self, viewer: Player | None) -> dict[Player, str]:
        return {player: self.before.disguise(player, move, viewer) for player, move in self.moves.items()}


class Match:
    """A game between two players.

    `journal` is called with the match after everything that must not be lost, before anybody is told of it; if it
    fails, nothing has happened.
    """

    def __init__(
        self, start: Position, *, cap: int | None = None, journal: Callable[[Match], None] | None = None
    ) -> None:
        if start.is_partial():
            raise NotNow("a match needs a whole position, not what one player knows of it")
        if cap is not None and cap < 1:
            raise NotNow(f"a cap is at least one ply, not {cap}")
        self.start = start
        self.cap = cap
        self.journal = journal
        self.position = start
        self.plies: list[Ply] = []
        self.sealed: dict[Player, Move] = {}
        self.offered: Offered | None = None
        self._ending: Outcome | None = None
        self.seats: dict[Player | None, Seat] = {player: Seat(player, start) for player in (*Player, None)}
        self._refresh()

    @classmethod
    def replayed(
        cls, start: Position, plies: Iterable[Moves], *, ending: Outcome | None = None, cap: int | None = None
    ) -> Match:
        """The match in which these moves were made (the last ply may lack one side of a battle) and which ended so."""
        match = cls(start, cap=cap)
        for moves in plies:
            for player, move in moves.items():
                match.submit(player, move)
        if ending and not match.outcome:
            match._end(ending, f"{ending}.")
        return match

    # --- what is the case ---

    @property
    def outcome(self) -> Outcome | None:
        return self._ending or self.position.outcome()

    def waiting(self) -> tuple[Player, ...]:
        """Who has yet to choose before the game goes on; nobody when it is over."""
        if self.outcome:
            return ()
        return tuple(player for player in self.position.choices() if player not in self.sealed)

    # --- what players do ---

    def submit(self, player: Player, move: Move) -> None:
        """Take `player`'s move. It is sealed until everybody who must choose has chosen; then all are played."""
        self._check_running()
        if player in self.sealed:
            raise IllegalMove(f"{player} has chosen already; the choice is sealed")
        self.position.view(player).check(player, move)
        if self.sealed.keys() | {player} == self.position.choices().keys():
            self._play({**self.sealed, player: move})
        else:
            self.sealed[player] = move
            self._save(undo=lambda: self.sealed.pop(player))
            self._refresh()

    def resign(self, player: Player) -> None:
        self._check_running()
        self._end(Outcome(player.other, f"{player} resigned"), f"{player} resigns. {player.other} wins the game.")

    def offer_end(self, player: Player) -> None:
        """Offer to stop without a result; if the other has offered the same, that is the end."""
        self._offer(Offered(Offer.END, player))

    def offer_takeback(self, player: Player, plies: int | None = None) -> None:
        """Ask to take back the last plies; as a default everything since this player's last move, that included."""
        plies = plies or self._plies_since_move_of(player)
        self._check_takeback(plies)
        self._offer(Offered(Offer.TAKEBACK, player, plies))

    def answer(self, player: Player, agreed: bool) -> None:
        """Accept or decline what the other player has offered."""
        self._check_running()
        offered = self.offered
        if offered is None or offered.by is player:
            raise NotNow(f"nothing has been offered to {player}")
        if not agreed:
            self.offered = None
            self._tell_all(f"{player} declines.")
        elif offered.offer is Offer.END:
            self._end(
                Outcome(None, "the players agreed to end the game"), "The players agree to end the game: no result."
            )
        else:
            self._take_back(offered.plies)

    # --- how it is done ---

    def _check_running(self) -> None:
        if self.outcome:
            raise NotNow(f"the game is over: {self.outcome}")

    def _save(self, undo: Callable[[], object]) -> None:
        """Write the new state down before anybody hears of it, or go back to the old one."""
        if self.journal is None:
            return
        try:
            self.journal(self)
        except BaseException:
            undo()
            raise

    def _play(self, moves: Moves) -> None:
        before, sealed, offered = self.position, self.sealed, self.offered
        ply = Ply(before, {player: moves[player] for player in Player if player in moves})
        self.position = before.play(ply.moves)
        self.plies.append(ply)
        self.sealed, self.offered = {}, None
        if self.cap is not None and len(self.plies) >= self.cap and not self.position.outcome():
            self._ending = Outcome(None, f"the cap of {self.cap} plies was reached")

        def undo() -> None:
            self.plies.pop()
            self.position, self.sealed, self.offered, self._ending = before, sealed, offered, None

        self._save(undo)
        for player, seat in self.seats.items():
            seat.before = before.view(player)
            seat.history.append(ply.disguised(player))
            seat.said.extend(before.say(ply.moves, player))
        if self._ending:
            self._tell_all(f"No result: {self._ending.reason}.")
        self._refresh()

    def _end(self, outcome: Outcome, line: str) -> None:
        offered = self.offered
        self._ending, self.offered = outcome, None

        def undo() -> None:
            self._ending, self.offered = None, offered

        self._save(undo)
        self._tell_all(line)

    def _offer(self, offered: Offered) -> None:
        self._check_running()
        if self.offered and self.offered.by is not offered.by and self.offered.offer is offered.offer is Offer.END:
            self.answer(offered.by, agreed=True)
            return
        self.offered = offered
        self._tell_all(str(offered))

    def _plies_since_move_of(self, player: Player) -> int:
        for count, ply in enumerate(reversed(self.plies), 1):
            if player in ply.moves:
                return count
        raise NotNow("there is no move to take back")

    def _check_takeback(self, plies: int) -> None:
        self._check_running()
        if not 1 <= plies <= len(self.plies):
            raise NotNow("there is no move to take back")
        if self.sealed:
            raise NotNow("nothing can be taken back while a choice is sealed")
        if any(ply.before.reveals(ply.moves) for ply in self.plies[-plies:]):
            raise NotNow("a move that revealed a secret can't be taken back")

    def _take_back(self, plies: int) -> None:
        taken, now = self.plies[-plies:], self.position
        offered, self.offered = self.offered, None
        self.position = taken[0].before
        del self.plies[-plies:]

        def undo() -> None:
            self.plies.extend(taken)
            self.position, self.offered = now, offered

        self._save(undo)
        for seat in self.seats.values():
            del seat.history[-plies:]
            seat.before = None
        self._tell_all("The last move is taken back." if plies == 1 else f"The last {plies} moves are taken back.")

    def _tell_all(self, line: str) -> None:
        for seat in self.seats.values():
            seat.said.append(line)
        self._refresh()

    def _refresh(self) -> None:
        waiting, outcome = self.waiting(), self.outcome
        for player, seat in self.seats.items():
            seat.view = self.position if outcome else self.position.view(player)
            seat.choices = seat.view.choices()[player] if player in waiting else ()
            seat.waiting, seat.outcome, seat.offered = waiting, outcome, self.offered
            if outcome and self.position.hides():
                seat.history[:] = [ply.moves for ply in self.plies]
