"""One decision that is put to a learner: a position, a sentence or two, what to try, and which moves do it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flagfall.core import Move, Player, Position


@dataclass(frozen=True, kw_only=True)
class Task:
    position: Position
    """The whole position, also where the game hides something: whoever shows it shows `view`."""
    player: Player
    ask: str
    """What to try."""
    right: frozenset[Move] = frozenset()
    """The moves that do it."""
    text: str = ""
    """What there is to learn here."""
    praise: str = ""
    """What is said of a right move that has no answer of its own."""
    answers: Mapping[Move, str] = field(default_factory=dict)
    """What is said of a move; of others the solver says what becomes of them."""
    wrong: frozenset[Move] = frozenset()
    """Moves that don't, where no solver can say so."""
    other: Move | None = None
    """What the other chooses, where both do."""

    @property
    def is_battle(self) -> bool:
        return len(self.position.choices()) > 1

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.position.choices()[self.player]

    @property
    def view(self) -> Position:
        """What the learner may know of the position."""
        return self.position.view(self.player)

    @property
    def variation(self) -> str:
        """In which way this is not played by the book, in a sentence; nothing where it is."""
        changed = (f"{name.replace('_', ' ')} {value}" for name, value in self.position.rules.changed().items())
        return f"By other rules: {', '.join(changed)}." if self.position.rules.changed() else ""

    @property
    def name(self) -> str:
        """What it is called where progress is kept; in a battle either player may be asked."""
        return f"{self.position.text()} {self.player.name} chooses" if self.is_battle else self.position.text()
