"""Several rounds of one game, and who has won how many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flagfall.core import Outcome, Player, Position

from .match import NotNow

NAMELESS = {player: str(player) for player in Player}


@dataclass(frozen=True)
class Terms:
    """How long a series goes on: best of so many rounds, or first to so many wins; the starter fixed or swapped."""

    best_of: int | None = None
    first_to: int | None = None
    swap: bool = False

    def __post_init__(self) -> None:
        if self.best_of is not None and self.first_to is not None:
            raise NotNow("a series is either best of a number of rounds or first to a number of wins, not both")
        for name, value in (("best of", self.best_of), ("first to", self.first_to)):
            if value is not None and not 1 <= value <= 999:
                raise NotNow(f"{name} takes a number from 1 to 999, not {value}")

    @property
    def wins_needed(self) -> int:
        return self.first_to or (self.best_of or 1) // 2 + 1

    def __str__(self) -> str:
        length = f"first to {self.first_to}" if self.first_to else f"best of {self.best_of or 1}"
        return f"{length}, {'starter swapped each round' if self.swap else 'same starter each round'}"


class Series:
    """The rounds so far. It asks for the next round's opening until somebody has won, or a best-of is used up."""

    def __init__(self, start: Position, terms: Terms, outcomes: Iterable[Outcome] = ()) -> None:
        self.start = start
        self.terms = terms
        self.outcomes = list(outcomes)
        if terms.swap and (problem := self._swapped().problem()):
            raise NotNow(f"the starter can't be swapped here: {problem}")

    @property
    def wins(self) -> dict[Player, int]:
        return {player: sum(outcome.winner is player for outcome in self.outcomes) for player in Player}

    @property
    def draws(self) -> int:
        return sum(outcome.is_draw for outcome in self.outcomes)

    @property
    def champion(self) -> Player | None:
        """Who has won the series: first to the wins needed, or in front when a best-of is used up."""
        p1, p2 = self.wins.values()
        if max(p1, p2) >= self.terms.wins_needed or (self._used_up() and p1 != p2):
            return Player.P1 if p1 > p2 else Player.P2
        return None

    @property
    def over(self) -> bool:
        return self.champion is not None or self._used_up()

    @property
    def round(self) -> int:
        """The number of the round that is next, or being played."""
        return len(self.outcomes) + 1

    def opening(self) -> Position:
        """Where the next round starts."""
        if self.over:
            raise NotNow("the series is over")
        return self._swapped() if self.terms.swap and self.round % 2 == 0 else self.start

    def finish(self, outcome: Outcome) -> None:
        """Enter the outcome of the round that was played."""
        if self.over:
            raise NotNow("the series is over")
        self.outcomes.append(outcome)

    def score(self) -> dict[str, int]:
        """Wins by player, as data; and the draws, if there are any."""
        wins = {player.name: wins for player, wins in self.wins.items()}
        return wins | {"draws": self.draws} if self.draws else wins

    def standings(self, called: Mapping[Player, str] = NAMELESS) -> str:
        """The score in a sentence, with what the players are `called`."""
        p1, p2 = self.wins.values()
        void = sum(outcome.void for outcome in self.outcomes)
        others = {"drawn": self.draws, "without a result": void}
        more = "".join(f", {name} {rounds}" for name, rounds in others.items() if rounds)
        return f"Score: {called[Player.P1]} {p1}, {called[Player.P2]} {p2}{more}."

    def _swapped(self) -> Position:
        return self.start.started_by(self.start.turn.other)

    def _used_up(self) -> bool:
        return self.terms.first_to is None and len(self.outcomes) >= (self.terms.best_of or 1)
