"""The game behind a board, wherever the match is: what this screen may show and ask, and what can be done.

Nothing here knows of widgets. All of it is called in the screen's own thread, but for `changed`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from flagfall.core import Move, Player, Position
from flagfall.match import Offer, Offered, Seat
from flagfall.terminal.prompt.table import Where
from flagfall.terminal.tty.advice import Advice

if TYPE_CHECKING:
    from flagfall.record import Record


class Network(Protocol):
    """What can be done only with others elsewhere."""

    @property
    def chat(self) -> bool:
        """Whether the players can talk."""

    @property
    def links(self) -> str:
        """To the seat and for watching, in lines that can be copied."""

    def rematch(self) -> None: ...

    def say(self, text: str) -> None: ...

    def renew(self) -> None:
        """Ask for a new link to the seat; the old one stops working."""


class Table(ABC):
    """What a player does raises a FlagfallError, with the reason, where it can't be done; then nothing has changed.

    What others do arrives in threads of the table's own: they call `changed`, as soon as there is something that
    `proceed` would take in. The screen sets it, and calls `proceed` when it is ready to show the next thing.
    """

    where: Where
    network: Network | None = None
    """What can be done only where the game is away."""
    changed: Callable[[], None] = staticmethod(lambda: None)
    """Something waits for `proceed`. It may be called in any thread, and more often than is needed."""

    # --- what may be seen ---

    @property
    @abstractmethod
    def seat(self) -> Seat:
        """What this screen may show now. Where two people share secrets, that is what both know, until one is alone."""

    @property
    def start(self) -> Position | None:
        """Where this game began, if all of it may be known: what the coach solves from."""
        return None

    @property
    @abstractmethod
    def asked(self) -> Player | None:
        """Who at this screen has to choose a move; nobody while others are waited for, and after the end."""

    @property
    def offered(self) -> Offered | None:
        """An offer that somebody at this screen has to answer."""
        return None

    @property
    def covered(self) -> bool:
        """Whether whoever is asked shares this screen and chooses in secret, so that a curtain has to be up.

        Where the view hides something, the curtain opens (`uncover`) on that player's own view; where only the choice
        is a secret, it is typed unseen at the curtain.
        """
        return False

    def uncover(self) -> None:
        """Whoever is asked is alone with the screen, until there is an answer or `cover` is called."""
        return

    def cover(self) -> None:
        """Perhaps nobody is alone any more: the curtain is to be drawn again."""
        return

    @property
    def own(self) -> Player | None:
        """The only player at this screen, whose side is the near one; None where both play here, or nobody does."""
        return None

    @property
    @abstractmethod
    def names(self) -> Mapping[Player, str]:
        """Who sits where, for titles and lists: `Ann`, `level:4`, or the book's `Player 1`."""

    @property
    def missing(self) -> str:
        """Who should be at the table and is not, in a few words."""
        return ""

    def clocks(self) -> Mapping[Player, int]:
        """Milliseconds that are left, now; nothing without clocks."""
        return {}

    @property
    def status(self) -> str:
        """What is waited for or is the matter, in a few words: `level:4 is thinking`. Empty while one is asked."""
        return ""

    @property
    def told(self) -> Sequence[str]:
        """What was said beside the book's words: who came and went, chat. It only grows."""
        return ()

    @property
    def coach(self) -> bool:
        """Whether values and hints may be shown here and now."""
        return False

    @property
    def advised(self) -> Seat:
        """From where the coach looks: the seat of whoever is asked, where that shows nothing secret."""
        return self.seat

    @property
    def standings(self) -> str:
        """The score of a series; nothing for a single game."""
        return ""

    # --- what can be done ---

    @abstractmethod
    def proceed(self) -> bool:
        """Take in the next thing that has arrived: at most one move. Whether there was anything."""

    @abstractmethod
    def submit(self, move: Move) -> None:
        """Play or seal the move of whoever is asked."""

    @abstractmethod
    def offer(self, what: Offer) -> None:
        """Ask the other player to agree."""

    @abstractmethod
    def answer(self, agreed: bool) -> None:
        """Say yes or no to what is `offered`."""

    @abstractmethod
    def resign(self) -> None:
        """Give up for whoever is asked, or for the only player here. (The screen has asked whether it is meant.)"""

    @property
    def again(self) -> str:
        """After the end: what `rematch` does, for a button; nothing where it can't be done."""
        return ""

    @abstractmethod
    def rematch(self) -> None:
        """Play the next round, or once more with swapped seats; the table is then, or soon, that of the new game."""

    def play_unsaved(self) -> None:
        """After NotSaved: go on without saving. What could not be saved is then done again."""
        return

    @abstractmethod
    def save(self, file: str) -> str:
        """Write a copy into this file, or without a name say where the game is kept; the answer is what to say."""

    @abstractmethod
    def records(self) -> list[Record]:
        """The rounds so far, for the analysis and for sharing. It may take a while where the match is away."""

    @property
    def way_back(self) -> Advice | None:
        """How to go on with it at another time, for whoever leaves the program."""
        return None

    @abstractmethod
    def leave(self) -> None:
        """Let the game go, so that it can be taken up again; called once, when its screen is left."""
