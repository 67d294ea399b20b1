"""The one mutable object: it takes moves, seals them until all are in, plays them, saves them, and tells the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from itertools import islice

from flagfall.core import FlagfallError, IllegalMove, Move, Moves, Outcome, Player, Position

from .seat import Offer, Offered, Seat
from .steps import VIEWERS, Known, Ply, Viewer, known, step

LONGEST_CAP = 999_999
THIRD = 3
"""When something comes so often, everybody is told that the game goes round."""
_BOTH = tuple(Player)


class NotNow(FlagfallError):
    """Something that the rules of a match do not allow at this moment."""


def resigned(player: Player) -> Outcome:
    return Outcome(player.other, f"{player} resigned")


def ran_out(player: Player) -> Outcome:
    return Outcome(player.other, f"{player} ran out of time")


AGREED = Outcome(None, "the players agreed to end the game", void=True)
BOTH_RAN_OUT = Outcome(None, "both players ran out of time", void=True)
ENDINGS = {
    **{resigned(player): f"{player} resigns. {player.other} wins the game." for player in Player},
    **{ran_out(player): f"{player} has run out of time. {player.other} wins the game." for player in Player},
    AGREED: "The players agree to end the game: no result.",
    BOTH_RAN_OUT: "Both players have run out of time: no result.",
}
"""How a game may end without a move, and what is said then."""


class Match:
    """A game between two players.

    `journal` is called with the match after everything that must not be lost, before anybody is told of it; if it
    fails, nothing has happened. `apart` is for players who don't share a screen with the book's drawings: they are told
    of every move in words.
    """

    def __init__(
        self,
        start: Position,
        *,
        cap: int | None = None,
        journal: Callable[[Match], None] | None = None,
        apart: bool = False,
    ) -> None:
        if start.is_partial():
            raise NotNow("a match needs a whole position, not what one player knows of it")
        if cap is not None and not 1 <= cap <= LONGEST_CAP:
            raise NotNow(f"a cap is a number of plies from 1 to {LONGEST_CAP}, not {cap}")
        self.start = start
        self.cap = cap
        self.journal = journal
        self.apart = apart
        self.position = start
        self.plies: list[Ply] = []
        self.sealed: dict[Player, Move] = {}
        self.offered: Offered | None = None
        self._ending: Outcome | None = None
        self._final = 0
        """So many plies can't be taken back, because the last of them can't."""
        self._course = [known(start)]
        """The positions before each ply, and the current one."""
        viewers = VIEWERS if start.hides() else (None,)
        self._met = {viewer: Counter([self._course[0].views[viewer]]) for viewer in viewers}
        """What each seat has seen, and how often; where nothing is hidden, all see what None sees."""
        self.seats: dict[Player | None, Seat] = {viewer: Seat(viewer, start) for viewer in VIEWERS}
        self._refresh()

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
        seat, chosen = self.seats[player], {**self.sealed, player: move}
        if move not in seat.choices:
            seat.view.check(player, move)  # it says why not
        if seat.waiting == (player,):
            self._play(chosen)
        else:
            self._seal(chosen)

    def resign(self, player: Player) -> None:
        self.conclude(resigned(player))

    def conclude(self, outcome: Outcome) -> None:
        """End the game without a move, in one of the ways of ENDINGS."""
        self._check_running()
        if outcome not in ENDINGS:
            raise NotNow(f"a game can't end so without a move: {outcome}")
        with self._saved():
            self._ending, self.sealed, self.offered = outcome, {}, None
        self._tell_all(ENDINGS[outcome])

    def offer_end(self, player: Player) -> None:
        """Offer to stop without a result; if the other has offered the same, that is the end."""
        self._check_running()
        if self.offered == Offered(Offer.END, player.other):
            self.conclude(AGREED)
        else:
            self._offer(Offered(Offer.END, player))

    def offer_takeback(self, player: Player, plies: int | None = None) -> None:
        """Ask to take back the last plies; as a default everything since this player's last move, that included."""
        self._check_running()
        wanted = self._plies_since_move_of(player) if plies is None else plies
        self._check_takeback(wanted)
        self._offer(Offered(Offer.TAKEBACK, player, wanted))

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
            self.conclude(AGREED)
        else:
            self._take_back(offered.plies)

    # --- how it is done ---

    def _check_running(self) -> None:
        if outcome := self.seats[None].outcome:
            raise NotNow(f"the game is over: {outcome}")

    def _saved(self) -> AbstractContextManager[None]:
        """What is changed inside is written down before anybody hears of it; if that fails, nothing has changed."""
        return _Saved(self, self.journal) if self.journal else _NOT_SAVED

    def _seal(self, chosen: dict[Player, Move]) -> None:
        with self._saved():
            self.sealed, self.offered = chosen, None
        self._refresh()

    def _play(self, moves: Moves) -> None:
        in_order = tuple(moves.items() if len(moves) == 1 else ((player, moves[player]) for player in _BOTH))
        played = step(self.position, in_order)  # each was checked when it was submitted
        with self._saved():
            self.position = played.after.position
            self.plies.append(played.ply)
            self.sealed, self.offered = {}, None
            if len(self.plies) == self.cap and not self.position.outcome():
                self._ending = Outcome(None, f"the cap of {self.cap} plies was reached", void=True)
        if played.final:
            self._final = len(self.plies)
        self._course.append(played.after)
        times, hides = self._counted(played.after), played.ply.before.hides()
        said = played.told if self.apart else played.said
        written, views = played.written, self._course[-2].views
        for viewer, seat in self.seats.items():
            seat.history.append(written[viewer])
            seat.said.extend(said[viewer])
            seat.times = times[viewer] if hides else times[None]
            if hides:
                seat.views.append(views[viewer])
        if self._ending:
            self._tell_all(f"{self._ending}.")
        elif THIRD in times.values() and not played.after.outcome:
            self._tell_of_repetition()
        self._refresh()

    def _counted(self, now: Known) -> dict[Viewer, int]:
        """How often each has seen what there is now; where nothing is hidden, all see what None sees."""
        times: dict[Viewer, int] = {}
        for viewer, met in self._met.items():
            view = now.views[viewer]
            times[viewer] = met[view] = met.get(view, 0) + 1
        return times

    def _offer(self, offered: Offered) -> None:
        self.offered = offered
        self._tell_all(str(offered))

    def _plies_since_move_of(self, player: Player) -> int:
        for count, ply in enumerate(reversed(self.plies), 1):
            if player in ply.moves:
                return count
        raise NotNow("there is no move to take back")

    def _check_takeback(self, plies: int) -> None:
        if not 1 <= plies <= len(self.plies):
            raise NotNow("there is no move to take back")
        if self.sealed:
            raise NotNow("nothing can be taken back while a choice is sealed")
        if len(self.plies) - plies < self._final:
            final = self.plies[self._final - 1]
            what = "a move that revealed a secret" if final.reveals else "what both have chosen at once"
            raise NotNow(f"{what} can't be taken back")

    def _tell_of_repetition(self) -> None:
        """When a position comes the third time, say so to who sees that; not again when others do."""
        for viewer, seat in self.seats.items():
            if seat.times == THIRD:
                met = self._met.get(viewer, self._met[None])
                often = (times for times in met.values() if times >= THIRD)
                if sum(1 for _ in islice(often, 2)) == 1:
                    seat.said.append(_repeated(self._course[-1].views[viewer]))

    def _take_back(self, plies: int) -> None:
        with self._saved():
            self.position = self.plies[-plies].before
            self.offered = None
            self.plies = self.plies[:-plies]
        for viewer, met in self._met.items():
            for view in (left.views[viewer] for left in self._course[-plies:]):
                met[view] -= 1
                if not met[view]:
                    del met[view]
        del self._course[-plies:]
        for viewer, seat in self.seats.items():
            seat.times = self._met.get(viewer, self._met[None])[self._course[-1].views[viewer]]
            del seat.history[-plies:], seat.views[-plies:]
        self._tell_all("The last move is taken back." if plies == 1 else f"The last {plies} moves are taken back.")

    def _tell_all(self, line: str) -> None:
        for seat in self.seats.values():
            seat.said.append(line)
        self._refresh()

    def _refresh(self) -> None:
        """Bring the seats up to date. When the game is over, nothing is secret any more."""
        now, before = self._course[-1], self._course[-2] if self.plies else None
        outcome = self._ending or now.outcome
        waiting = now.deciders if not outcome else ()
        if self.sealed:
            waiting = tuple(player for player in waiting if player not in self.sealed)
        for viewer, seat in self.seats.items():
            seat.view = self.position if outcome else now.views[viewer]
            seat.before = before.views[viewer] if before else None
            seat.choices = now.choices[viewer] if viewer in waiting else ()
            seat.waiting, seat.outcome, seat.offered = waiting, outcome, self.offered
            if outcome and self.position.hides():
                seat.history[:] = [ply.moves for ply in self.plies]


def _repeated(view: Position) -> str:
    what = "What you see has" if view.is_partial() else "This position has"
    return f"{what} come for the third time. The players can agree to end the game without a result."


_NOT_SAVED = nullcontext()


class _Saved:
    """The end of the block writes the match down; if anything fails, the match is as it was. Plies may be added to the
    list inside, but if they are taken away it has to be another list."""

    def __init__(self, match: Match, journal: Callable[[Match], None]) -> None:
        self._match, self._journal = match, journal
        self._kept = match.position, match.plies, match.sealed, match.offered, match._ending
        self._plies = len(match.plies)

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is not None:
            self._restore()
            return
        try:
            self._journal(self._match)
        except BaseException:
            self._restore()
            raise

    def _restore(self) -> None:
        match = self._match
        match.position, match.plies, match.sealed, match.offered, match._ending = self._kept
        del match.plies[self._plies :]
