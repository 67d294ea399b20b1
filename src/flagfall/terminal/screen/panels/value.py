"""The value pole lying down: Player 1's end on the left, Player 2's on the right, a flag between, and words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from flagfall.core import Player
from flagfall.terminal.screen.board.canvas import Canvas, Ink
from flagfall.terminal.screen.board.shapes import ASCII, EMBLEMS
from flagfall.terminal.screen.look import palette_of

if TYPE_CHECKING:  # it knows the solver, which is loaded when there is something to show
    from flagfall.coach.hidden.outlook import Standing
    from flagfall.solve import Worth

LEAST = 12
"""The pole is never shorter; of words that don't fit beside it only the first are there."""


class ValueBar(Widget):
    """One line. `show` what the position is worth, or `say` why nothing is known (yet)."""

    DEFAULT_CSS = "ValueBar { width: 1fr; height: 1; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - so Textual calls it
        super().__init__(id=id, classes=classes)
        self.height_of_flag: float | None = None
        """From 1, Player 1 has won, to -1."""
        self.words = ""

    def show(self, worth: Worth) -> None:
        from flagfall.coach.evaluation.grades import in_words
        from flagfall.coach.evaluation.verdicts import height

        self._change(height(worth), in_words(worth))

    def stand(self, standing: Standing) -> None:
        """The same for what may be an estimate."""
        self._change(standing.height, standing.words)

    def say(self, words: str) -> None:
        self._change(None, words)

    def _change(self, height: float | None, words: str) -> None:
        self.height_of_flag, self.words = height, words
        self.refresh()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.refresh())

    def render_line(self, y: int) -> Strip:
        palette = palette_of(self.app)
        back = palette["card"]
        canvas = Canvas(self.size.width, 1, Ink(palette["ink"], back), palette.flat)
        words = first_words(self.words, self.size.width - LEAST - 8)
        pole = self.size.width - len(words) - 8
        if y == 0:
            canvas.put(1, 0, EMBLEMS[Player.P1], palette.of(Player.P1))
            canvas.put(3, 0, "─" * pole, palette["edge"])
            canvas.put(4 + pole, 0, EMBLEMS[Player.P2], palette.of(Player.P2))
            canvas.put(7 + pole, 0, words, palette["ink"])
            self._flag(canvas, pole)
        strip = canvas.strip(0)
        return strip if not palette.ascii else Strip([Segment(t.translate(ASCII), s) for t, s, _ in strip])

    def _flag(self, canvas: Canvas, pole: int) -> None:
        if (height := self.height_of_flag) is None:
            return
        palette = palette_of(self.app)
        middle = (pole - 1) // 2  # where an even game has its flag exactly
        at = middle - round(height * (middle if height > 0 else pole - 1 - middle))
        owner = Player.P1 if height > 0 else Player.P2 if height < 0 else None
        colour = palette.of(owner) if owner else palette["open"]
        first, last = sorted((middle, at))
        canvas.put(3 + first, 0, "━" * (last - first + 1), colour)
        canvas.put(3 + middle, 0, "┼", palette["edge"])
        canvas.put(3 + at, 0, "⚑", colour, bold=True)


def first_words(text: str, room: int) -> str:
    """As many whole words as there is room for, and a sign that there are more."""
    if len(text) <= room:
        return text
    whole = text[: max(0, room)].rpartition(" ")[0]
    return f"{whole.rstrip(',:')}…" if whole else ""
