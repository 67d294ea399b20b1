"""A small board that plays: scenes in a row, round and round."""

from __future__ import annotations

from collections.abc import Sequence

from flagfall.core import Scene
from flagfall.terminal.screen.look import moves

from .widget import Board

PACE = 0.9
"""Seconds a scene; the last one stays three times as long."""
REST = 3


class MiniBoard(Board):
    """Plays while it is seen; where nothing may move it shows the first scene."""

    def __init__(self, scenes: Sequence[Scene], *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - as Textual
        super().__init__(scenes[0], interactive=False, id=id, classes=classes)
        self.scenes = tuple(scenes)
        self.number = 0

    def on_mount(self) -> None:
        if len(self.scenes) > 1:
            self._pace = self.set_interval(PACE, self.step)

    def step(self) -> None:
        """The next scene, or once more the last one, or the first again."""
        if not moves(self.app):
            self._pace.stop()
            return
        self.number = (self.number + 1) % (len(self.scenes) + REST - 1)
        if self.number < len(self.scenes):
            self.show(self.scenes[self.number], glide=self.number > 0)
