"""What one player sees and may do: all that a player, a bot or a socket ever gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from flagfall.core import Move, Outcome, Player, Position, Scene
from flagfall.core.scene import change


class Offer(Enum):
    """Something that happens only if both players want it."""

    END = "end the game without a result"
    TAKEBACK = "take back"


@dataclass(frozen=True)
class Offered:
    """An offer on the table: who made it and, for a takeback, how many plies it would take back."""

    offer: Offer
    by: Player
    plies: int = 0

    def __str__(self) -> str:
        if self.offer is Offer.END:
            return f"{self.by} offers to end the game without a result."
        return f"{self.by} asks to take back {'the last move' if self.plies == 1 else f'the last {self.plies} moves'}."


@dataclass
class Seat:
    """One player's place at a match (None: a watcher's), kept up to date by the match.

    It is made of copies and never leads back to the match, so nothing reached from it holds the other side's secrets.
    """

    player: Player | None
    view: Position
    choices: tuple[Move, ...] = ()
    """This player's legal moves; none while there is nothing for this player to choose."""
    waiting: tuple[Player, ...] = ()
    """Who has yet to choose before the game goes on."""
    said: list[str] = field(default_factory=list)
    """Every line that was said to this seat."""
    history: list[Mapping[Player, str]] = field(default_factory=list)
    """The moves of every ply, as far as this seat may know them."""
    offered: Offered | None = None
    outcome: Outcome | None = None
    before: Position | None = None
    """The view before the last ply."""
    views: list[Position] = field(default_factory=list)
    """The views before every ply, where something is hidden: a view tells less than all that led to it."""
    times: int = 1
    """How often this seat has seen what it sees now."""

    def scene(self) -> Scene:
        """The view as data, with the cells marked where the last ply changed something."""
        scene = self.view.scene()
        if self.before is None:
            return scene
        old, new = ({cell.at: cell.pieces for cell in cells} for cells in (self.before.cells(), scene.cells))
        changed, mover = change(old, new)
        return replace(scene, changed=frozenset(changed), mover=mover)
