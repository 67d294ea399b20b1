"""Where a piece wants to go: its eyes turn there."""

from __future__ import annotations

from math import sqrt

from flagfall.core import Player, Scene, Square

GOALS = ("flag", "base", "baseline")


def goals(scene: Scene) -> dict[Player, list[Square]]:
    """The cells that each player wants to reach: the other's, and flags that nobody owns."""
    found: dict[Player, list[Square]] = {player: [] for player in Player}
    for cell in scene.cells:
        owners = {mark.owner for mark in cell.marks if mark.kind in GOALS}
        for player in Player:
            if player.other in owners or None in owners:
                found[player].append(cell.at)
    return found


def gaze(owner: Player, at: Square, wanted: list[Square], line: bool) -> tuple[float, float]:
    """Right and down, of length 1: to the nearest of the cells; without any, to where the other came from."""
    if not wanted:
        ahead = 1 if owner is Player.P1 else -1
        return (ahead, 0) if line else (0, ahead)
    down, right = min(
        ((goal[0] - at[0], goal[1] - at[1]) for goal in wanted), key=lambda way: way[0] ** 2 + way[1] ** 2
    )
    far = sqrt(down * down + right * right)
    return (right / far, down / far) if far else (0, 0)
