"""The value over a game as a picture: above the middle Player 1 stands better, below it Player 2.

A slip is a triangle in the colour of who slipped, and points to the loss. A click goes to its ply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from flagfall.core import Player
from flagfall.terminal.screen.board.canvas import Canvas, Ink
from flagfall.terminal.screen.board.shapes import ASCII, EMBLEMS
from flagfall.terminal.screen.look import palette_of
from flagfall.terminal.screen.look.palette import Palette

UP = " ▁▂▃▄▅▆▇█"
EIGHTHS = 8
LEFT = 2
"""Columns for the players' signs."""
WIDEST = 6
"""Columns of a ply in a short game."""
SLIPS = {Player.P1: "▼", Player.P2: "▲"}
PLAIN = str.maketrans("▁▂▃▄▅▆▇█▀▼▲", "..::::###vA")


class Curve(Widget):
    """`show` the heights of a game's flag, ply by ply from the start, and at which ply one is."""

    DEFAULT_CSS = "Curve { width: 1fr; height: 6; }"

    class Picked(Message):
        """Somebody wants to see this ply."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - so Textual calls it
        super().__init__(id=id, classes=classes)
        self.heights: Sequence[float] = ()
        self.slips: Mapping[int, Player] = {}
        self.ply = 0
        self._canvas: Canvas | None = None

    def show(self, heights: Sequence[float], slips: Mapping[int, Player], ply: int) -> None:
        """From 1, Player 1 has won, to -1, and who gave something away at which ply."""
        self.heights, self.slips, self.ply = heights, slips, ply
        self.redraw()

    def go(self, ply: int) -> None:
        self.ply = ply
        self.redraw()

    # --- where a ply stands ---

    @property
    def room(self) -> int:
        return max(1, self.size.width - LEFT)

    @property
    def wide(self) -> int:
        """Columns of a ply; in a long game several plies share one."""
        return max(1, min(WIDEST, self.room // max(1, len(self.heights))))

    def column(self, ply: int) -> int:
        """The first column of a ply."""
        count = len(self.heights)
        if count > self.room:
            return LEFT + round(ply * (self.room - 1) / (count - 1))
        return LEFT + ply * self.wide

    def ply_at(self, x: int) -> int:
        """The ply that stands in this column, or is nearest to it."""
        count = len(self.heights)
        if count > self.room:
            return max(0, min(count - 1, round((x - LEFT) * (count - 1) / max(1, self.room - 1))))
        return max(0, min(count - 1, (x - LEFT) // self.wide))

    # --- drawing ---

    def redraw(self) -> None:
        self._canvas = None
        self.refresh()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.redraw())

    def on_resize(self) -> None:
        self.redraw()

    def render_line(self, y: int) -> Strip:
        palette = palette_of(self.app)
        if self._canvas is None:
            self._canvas = self._drawn(palette)
        if y >= self._canvas.height:
            return Strip.blank(self.size.width)
        strip = self._canvas.strip(y)
        if not palette.ascii:
            return strip
        return Strip([Segment(text.translate(PLAIN).translate(ASCII), look) for text, look, _ in strip])

    def _drawn(self, palette: Palette) -> Canvas:
        canvas = Canvas(self.size.width, self.size.height, Ink(palette["ink"], palette["card"]), palette.flat)
        half = max(0, canvas.height - 2) // 2  # the last line is for the slips
        self._frame(canvas, palette, half)
        if self.heights:
            for x in range(LEFT, min(canvas.width, self.column(len(self.heights) - 1) + self.wide)):
                self._bar(canvas, palette, x, half)
            self._cursor(canvas, palette)
            for ply, player in self.slips.items():
                x = self.column(ply) + (self.wide - 1) // 2
                canvas.put(x, 2 * half + 1, SLIPS[player], palette.of(player), bold=True)
        return canvas

    def _frame(self, canvas: Canvas, palette: Palette, half: int) -> None:
        canvas.put(LEFT, half, "─" * (canvas.width - LEFT), palette["edge"])
        canvas.put(0, 0, EMBLEMS[Player.P1], palette.of(Player.P1))
        canvas.put(0, 2 * half, EMBLEMS[Player.P2], palette.of(Player.P2))

    def _bar(self, canvas: Canvas, palette: Palette, x: int, half: int) -> None:
        """What stands in a column: from the middle up or down, in eighths of a letter."""
        height = self.heights[self.ply_at(x)]
        player = Player.P1 if height > 0 else Player.P2
        rows, rest = divmod(round(abs(height) * half * EIGHTHS), EIGHTHS)
        if rows + rest == 0:
            return
        step, colour = -1 if height > 0 else 1, palette.of(player)
        canvas.put(x, half, "▀" if height > 0 else "▄", colour)
        for number in range(1, rows + 1):
            self._full(canvas, palette, x, half + step * number, colour)
        if rest and height > 0:
            canvas.put(x, half - rows - 1, UP[rest], colour)
        elif rest:
            self._hanging(canvas, palette, x, half + rows + 1, rest, colour)

    def _full(self, canvas: Canvas, palette: Palette, x: int, y: int, colour: str) -> None:
        if palette.flat:
            canvas.put(x, y, "█", colour)
        else:
            canvas.put(x, y, " ", colour, colour)

    def _hanging(self, canvas: Canvas, palette: Palette, x: int, y: int, rest: int, colour: str) -> None:
        """The part of a letter that hangs from its upper edge: the negative of one that stands at the lower one."""
        if palette.flat:
            canvas.put(x, y, "▀" if rest >= EIGHTHS // 2 else " ", colour)
        else:
            canvas.put(x, y, UP[EIGHTHS - rest], palette["card"], colour)

    def _cursor(self, canvas: Canvas, palette: Palette) -> None:
        """Where one is: a line through the whole height, behind what stands there."""
        left = self.column(self.ply)
        for y in range(canvas.height):
            for x in range(left, min(canvas.width, left + self.wide)):
                if palette.flat or self.wide == 1:
                    if canvas.signs[y][x] in " ─" and canvas.inks[y][x].back in (palette["card"], "default"):
                        canvas.put(x, y, "│", palette["ink"], bold=True)
                elif canvas.inks[y][x].back == palette["card"]:
                    canvas.put(x, y, canvas.signs[y][x], canvas.inks[y][x].colour, palette["edge"])

    # --- the mouse ---

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.capture_mouse()
        self._pick(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if event.button:
            self._pick(event.x)

    def on_mouse_up(self) -> None:
        self.release_mouse()

    def _pick(self, x: int) -> None:
        if self.heights and self.ply_at(x) != self.ply:
            self.post_message(self.Picked(self.ply_at(x)))
