"""A widget that draws scenes: as large as they fit, with pieces that glide from one to the next."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from flagfall.core import Move, Scene, Square
from flagfall.terminal.screen.look import Palette, moves, palette_of

from . import gliding
from .canvas import Canvas, Ink, style
from .layout import Layout, arrange
from .painting import State, paint
from .shapes import ASCII

if TYPE_CHECKING:  # it knows the solver, which a board does without
    from flagfall.coach.evaluation.verdicts import Verdict

NONE: Mapping[Move, Verdict] = MappingProxyType({})

Place = Square | int | None
"""On the board: a cell, or the card of this number."""


class Drawing(Widget):
    """Shows a scene, and the way from the one before."""

    flipped: reactive[bool] = reactive(False, init=False)
    """The other side at the bottom of a grid, or at the left of a line."""
    cursor: reactive[Place] = reactive(None, init=False)
    """What is in the middle of a drawing that is larger than its room."""

    scene: Scene
    verdicts: Mapping[Move, Verdict] = NONE
    _arranged: Layout | None = None
    _room = Size(0, 0)
    """What it was arranged for."""
    _canvas: Canvas | None = None
    _glide: gliding.Glide | None = None
    _timer: Timer | None = None
    _begun = 0.0
    _late = 0

    # --- what is drawn ---

    def state(self) -> State:
        return State(self.scene, self.verdicts, flipped=self.flipped)

    def card_texts(self) -> tuple[str, ...]:
        return ()

    @property
    def palette(self) -> Palette:
        return palette_of(self.app, self.scene.hour)

    @property
    def arranged(self) -> Layout:
        if self._arranged is None:
            self._room = self.size
            self._arranged = arrange(self.scene, *self._room, self.card_texts(), self.flipped)
        return self._arranged

    @property
    def canvas(self) -> Canvas:
        if self._canvas is None:
            self._canvas = paint(self.state(), self.arranged, self.palette)
        return self._canvas

    @property
    def window(self) -> Region:
        """What is seen of a drawing that is larger than its room: the cursor, in the middle if that may be."""
        layout, (width, height) = self.arranged, self.size
        region = self.region_of(self.cursor)
        x, y = (int(each) for each in region.center) if region else (0, 0)
        left, top = min(x - width // 2, layout.width - width), min(y - height // 2, layout.height - height)
        return Region(max(0, left), max(0, top), width, height)

    def region_of(self, place: Place) -> Region | None:
        layout = self.arranged
        if isinstance(place, int):
            return layout.cards[place] if place < len(layout.cards) else None
        return layout.region(place) if place is not None and place in layout.places else None

    def render_line(self, y: int) -> Strip:
        canvas, window, palette = self.canvas, self.window, self.palette
        if y + window.y >= canvas.height:
            return Strip.blank(self.size.width, style(Ink(palette["ink"], palette["paper"])))
        strip = canvas.strip(y + window.y).crop(window.x, window.right)
        return in_ascii(strip) if palette.ascii else strip

    # --- when it changes ---

    def redraw(self) -> None:
        self._canvas = None
        self.refresh()

    def rearrange(self) -> None:
        self._arranged = None
        self.land()
        self.redraw()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.rearrange())

    def on_resize(self) -> None:
        """Textual says so when it has painted: then that is right already."""
        if self._arranged is None or self._room != self.size:
            self.rearrange()

    def watch_flipped(self) -> None:
        self.rearrange()

    def watch_cursor(self) -> None:
        if self._glide is None:
            self.redraw()

    # --- gliding ---

    @property
    def gliding(self) -> bool:
        return self._glide is not None

    def take(self, scene: Scene, verdicts: Mapping[Move, Verdict], glide: bool) -> None:
        """Draw this from now on."""
        before, self.scene, self.verdicts = self.scene, scene, verdicts
        self.rearrange()
        if glide and self.size and self._late < 2 and self.is_attached and moves(self.app):
            self._glide = gliding.begin(before, self.state(), self.arranged, self.palette)
        if self._glide:
            self._begun = self._seen = monotonic()
            self._canvas = self._glide.frame(0)
            self._timer = self.set_interval(1 / gliding.FRAMES, self._step)

    def _step(self) -> None:
        now = monotonic()
        self._late += now - self._seen > gliding.LATE
        self._seen, share = now, (now - self._begun) / gliding.SECONDS
        if self._glide is None or share >= 1 or self._late > 1:
            self.land()
            return
        self._canvas = self._glide.frame(share)
        self.refresh(self._glide.region.translate(-self.window.offset))

    def land(self) -> None:
        """Whatever is on its way arrives at once."""
        if self._timer:
            self._timer.stop()
            self._timer = None
        if self._glide:
            self._glide = None
            self.redraw()


def in_ascii(strip: Strip) -> Strip:
    return Strip([Segment(text.translate(ASCII), look) for text, look, _ in strip], strip.cell_length)
