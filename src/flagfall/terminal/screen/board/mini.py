"""A small board that plays: scenes in a row, round and round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from flagfall.core import Scene
from flagfall.terminal.screen.look import moves

from .widget import Board

PACE = 0.9
"""Seconds a scene; the last one stays three times as long."""
REST = 3


class MiniBoard(Board):
    """Plays while it is seen; where nothing may move it shows the first scene. The others are made when the second one
    is due: the picture is there the sooner."""

    def __init__(
        self,
        first: Scene,
        play: Callable[[], Sequence[Scene]],
        *,
        id: str | None = None,  # noqa: A002 - as Textual
        classes: str | None = None,
    ) -> None:
        super().__init__(first, interactive=False, id=id, classes=classes)
        self._play = play
        self.number = 0

    @cached_property
    def scenes(self) -> Sequence[Scene]:
        return self._play()

    def on_mount(self) -> None:
        self._pace = self.set_interval(PACE, self.step)

    def step(self) -> None:
        """The next scene, or once more the last one, or the first again."""
        if not moves(self.app) or len(self.scenes) < 2:
            self._pace.stop()
            return
        self.number = (self.number + 1) % (len(self.scenes) + REST - 1)
        if self.number < len(self.scenes):
            self.show(self.scenes[self.number], glide=self.number > 0)
