"""The board: draws any scene, and has a legal option chosen by arrows, Tab and Enter, or by the mouse."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from flagfall.core import Move, Option, Player, Scene, Square
from flagfall.terminal.screen.look import Palette, palette_of

from .canvas import Canvas, Ink, style
from .layout import Layout, arrange
from .painting import Painter, State
from .shapes import ASCII

if TYPE_CHECKING:  # it knows the solver, which a board does without
    from flagfall.coach.verdicts import Verdict

NONE: Mapping[Move, Verdict] = MappingProxyType({})
WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

Place = Square | int | None
"""Where the cursor stands: on a cell, or on the card of this number."""


class Board(Widget, can_focus=True):
    """Draws a scene as large as it fits. It knows no rules: what may be chosen are the scene's options, if they are
    those of one player; of a battle it is given the scene of whoever sits there, with that player's options alone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"go('{way}')", show=False) for way in WAYS),
        Binding("enter", "choose", "Play"),
        Binding("tab", "next(1)", "Next", show=False),
        Binding("shift+tab", "next(-1)", show=False),
        Binding("escape", "let_go", "Back", show=False),
    ]
    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"

    flipped: reactive[bool] = reactive(False, init=False)
    cursor: reactive[Place] = reactive(None, init=False)
    source: reactive[Square | None] = reactive(None, init=False)

    class Chosen(Message):
        """One legal option was chosen."""

        def __init__(self, option: Option) -> None:
            super().__init__()
            self.option = option

    class Pointed(Message):
        """The cursor stands somewhere else."""

        def __init__(self, options: tuple[Option, ...]) -> None:
            super().__init__()
            self.options = options

    def __init__(
        self,
        scene: Scene | None = None,
        *,
        interactive: bool = True,
        id: str | None = None,  # noqa: A002 - so Textual calls it
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.scene = scene or Scene("", ())
        self.verdicts: Mapping[Move, Verdict] = NONE
        self.interactive = self.can_focus = interactive
        self._canvas: Canvas | None = None
        self._painted_with: Palette | None = None
        self._layout: Layout | None = None

    def show(self, scene: Scene, verdicts: Mapping[Move, Verdict] = NONE, *, glide: bool = True) -> None:
        """Draw this from now on."""
        self.scene, self.verdicts = scene, verdicts
        self._layout = None
        self.source = None
        if self.cursor not in self.reachable():
            self.cursor = next(iter(self.reachable()), None)
        self.redraw()
        self.point()

    # --- what may be chosen ---

    @property
    def mover(self) -> Player | None:
        """Who chooses here."""
        return next(iter(self.scene.options)) if len(self.scene.options) == 1 else None

    @property
    def options(self) -> tuple[Option, ...]:
        return self.scene.options[self.mover] if self.interactive and self.mover else ()

    @property
    def cards(self) -> tuple[Option, ...]:
        """The options that are no place on the board."""
        return tuple(option for option in self.options if option.to is None)

    def targets(self) -> dict[Square, tuple[Option, ...]]:
        """Where something may go; of the chosen piece, if one is chosen."""
        found: dict[Square, tuple[Option, ...]] = {}
        for option in self.options:
            if option.to is not None and self.source in (None, option.source):
                found[option.to] = (*found.get(option.to, ()), option)
        return found

    def reachable(self) -> list[Place]:
        """Where something may be chosen, in reading order: cells, then cards."""
        return [*sorted(self.targets()), *range(len(self.cards))]

    def at(self, place: Place) -> tuple[Option, ...]:
        if isinstance(place, int):
            return self.cards[place : place + 1]
        return self.targets().get(place, ()) if place else ()

    # --- drawing ---

    @property
    def palette(self) -> Palette:
        found = palette_of(self.app, self.scene.hour)
        return found if found.flat else found.on(self.background_colors[1].hex)

    @property
    def layout_now(self) -> Layout:
        if self._layout is None:
            cards = [option.move for option in self.cards]
            self._layout = arrange(self.scene, *self.size, cards, self.flipped)
        return self._layout

    def render_line(self, y: int) -> Strip:
        palette = self.palette
        if self._canvas is None or palette is not self._painted_with:  # what it stands on may have changed its colour
            self._canvas, self._painted_with = Painter(self.state(), self.layout_now, palette).paint(), palette
        x, top = self._window()
        if y + top >= self._canvas.height:
            return Strip.blank(self.size.width, style(Ink(self.palette["ink"], self.palette["paper"])))
        strip = self._canvas.strip(y + top).crop(x, x + self.size.width)
        return _in_ascii(strip) if self.palette.ascii else strip

    def state(self) -> State:
        cursor = self.cursor if self.has_focus else None
        return State(self.scene, self.verdicts, self.targets(), self.cards, cursor, self.source, self.mover)

    def _window(self) -> tuple[int, int]:
        """What is seen of a drawing that is larger than its room: the cursor, in the middle if that may be."""
        layout = self.layout_now
        if isinstance(self.cursor, int) and self.cursor < len(layout.cards):
            region = layout.cards[self.cursor]
        elif self.cursor in layout.places:
            region = layout.region(self.cursor)
        else:
            return 0, 0
        x, y = (int(each) for each in region.center)
        width, height = self.size
        return max(0, min(x - width // 2, layout.width - width)), max(0, min(y - height // 2, layout.height - height))

    def redraw(self) -> None:
        self._canvas = None
        self.refresh()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.redraw())
        self.show(self.scene, self.verdicts, glide=False)

    def on_resize(self) -> None:
        self._layout = None
        self.redraw()

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def watch_flipped(self) -> None:
        self.on_resize()

    def watch_source(self) -> None:
        self.redraw()

    def watch_cursor(self) -> None:
        self.redraw()
        self.point()

    def point(self) -> None:
        if self.interactive:
            self.post_message(self.Pointed(self.at(self.cursor)))

    # --- keys and mouse ---

    def action_go(self, way: str) -> None:
        layout = self.layout_now
        if isinstance(self.cursor, int):
            self._among_cards(way)
            return
        down, right = WAYS[way]
        row, column = layout.places.get(self.cursor, (-down, -right)) if self.cursor else (-down, -right)
        if (there := layout.squares.get((row + down, column + right))) is not None:
            self.cursor = there
        elif way == "down" and self.cards:
            self.cursor = 0

    def _among_cards(self, way: str) -> None:
        assert isinstance(self.cursor, int)
        if way in ("left", "right"):
            self.cursor = max(0, min(len(self.cards) - 1, self.cursor + WAYS[way][1]))
        elif way == "up" and self.layout_now.places:
            squares = self.layout_now.squares
            self.cursor = squares[max(squares)]

    def action_next(self, step: int) -> None:
        """The next place where something may be chosen; behind the last one, whatever else has the focus next."""
        places = self.reachable()
        at = places.index(self.cursor) + step if self.cursor in places else 0 if step > 0 else len(places) - 1
        if 0 <= at < len(places):
            self.cursor = places[at]
        elif len(self.screen.focus_chain) > 1:
            self.screen.focus_next() if step > 0 else self.screen.focus_previous()
        elif places:
            self.cursor = places[at % len(places)]

    def action_choose(self) -> None:
        here = self.at(self.cursor)
        if len(here) == 1:
            self.post_message(self.Chosen(here[0]))
        elif not here and self.cursor in {option.source for option in self.options}:
            assert not isinstance(self.cursor, int)
            self.source = None if self.cursor == self.source else self.cursor

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.source is not None if action == "let_go" else True

    def action_let_go(self) -> None:
        self.source = None

    def on_click(self, event: events.Click) -> None:
        if self.interactive:
            x, y = self._window()
            place = self.layout_now.at(event.x + x, event.y + y)
            if place is not None:
                self.cursor = place
                self.action_choose()


def _in_ascii(strip: Strip) -> Strip:
    return Strip([Segment(text.translate(ASCII), look) for text, look, _ in strip], strip.cell_length)
