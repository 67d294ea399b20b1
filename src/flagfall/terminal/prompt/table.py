"""A game as somebody at this screen takes part in it, wherever the match is: what may be seen, asked and done."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from flagfall.core import Player
from flagfall.match import Offer, Seat
from flagfall.terminal.boards import Look
from flagfall.terminal.tty.console import Console, Echo, Recall

YES, NO = ("y", "yes"), ("n", "no")


class Where(Enum):
    """Where a game is played."""

    HERE = auto()
    """At this keyboard, with bots or with both players at it."""
    AWAY = auto()
    """At a server; whoever else takes part is elsewhere."""


@dataclass(frozen=True)
class Question:
    """Something that is asked. A command can be typed at any."""

    prompt: str | None
    """What stands before the typing; None where nothing is asked, though lines may come."""
    answer: Callable[[str], None]
    """Takes a line that is no command."""
    echo: Echo | None = None
    """What may be seen of the line; None: all of it."""
    recalled: Recall | None = None
    """Which lines come back with the arrow keys; None: all that may be seen."""
    insists: bool = False
    """Whether a command that changes the game is no way out: it is taken for an answer, and a bad one."""


class Table(ABC):
    """Questions come from it, answers and commands go to it. What it says, it says on its console."""

    console: Console
    where: Where
    look: Look
    """How boards are shown here."""
    lacks: Collection[str] = ()
    """Commands that this one game has no use for: help doesn't list them."""
    network: Network | None = None
    """What can be done only where the game is away."""

    # --- what may be seen ---

    @property
    @abstractmethod
    def player(self) -> Player | None:
        """Who is asked; None for somebody who watches."""

    @property
    @abstractmethod
    def screen(self) -> Seat:
        """The seat that this screen may show."""

    @property
    def begun(self) -> bool:
        """Whether there is anything to be seen yet."""
        return True

    @property
    def overlooked(self) -> bool:
        """Whether the other player reads along, though each has something to hide."""
        return False

    def clocks(self) -> str:
        """The time that is left; nothing in a game without clocks."""
        return ""

    # --- what is asked ---

    @abstractmethod
    def question(self) -> Question | None:
        """Go on until somebody has to be asked, and say what; None when there is nothing more to ask."""

    @abstractmethod
    def read(self, question: Question) -> str | None:
        """The line that answers it; None where something has happened, and the question may be another one."""

    # --- what can be done ---

    @abstractmethod
    def offer(self, what: Offer) -> None:
        """Ask the other player to agree."""

    @abstractmethod
    def resign(self) -> None: ...

    @abstractmethod
    def hint(self) -> None:
        """Say what to look at, and more when asked again."""

    @abstractmethod
    def evaluate(self) -> None:
        """Say what the position and each move are worth."""

    @abstractmethod
    def save(self, file: str) -> None:
        """Write a copy into this file; without a name say where the game is kept."""

    @abstractmethod
    def leave(self) -> None: ...


class Network(Protocol):
    """What can be done only with others elsewhere."""

    def rematch(self) -> None: ...

    def say(self, text: str) -> None: ...

    def show_links(self) -> None: ...

    def renew(self) -> None: ...


def yes_or_no(console: Console, prompt: str, then: Callable[[bool], None]) -> Question:
    """A question that is asked until the answer is one or the other."""

    def answer(line: str) -> None:
        agreed = meant(line)
        if agreed is None:
            console.print("Please answer yes or no.")
        else:
            then(agreed)

    return Question(prompt, answer, insists=True)


def meant(line: str) -> bool | None:
    """Yes, no, or neither."""
    answer = line.strip().casefold()
    return True if answer in YES else False if answer in NO else None
