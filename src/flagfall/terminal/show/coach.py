"""The coach in plain lines: whoever knows the game, and a map of where something may be hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flagfall.coach.advisor import Advisor
from flagfall.coach.advisor import advisor as found
from flagfall.core import Mark, Position, Square
from flagfall.terminal.boards import grid
from flagfall.terminal.tty.meter import metered


def advisor(start: Position) -> Advisor:
    """With a line that tells how far the work is where it takes long."""
    with metered() as meter:
        return found(start, meter)


def heat_map(view: Position, suspects: Mapping[Square, float], width: int | None) -> str:
    """The board as the player sees it; on cells where the other may hide something, how likely that is."""
    scene = view.scene()
    cells = tuple(
        replace(cell, marks=(*cell.marks, Mark("hidden", label=f"≈{suspects[cell.at]:.0%}")))
        if cell.at in suspects
        else cell
        for cell in scene.cells
    )
    return grid(replace(scene, cells=cells), width)
