"""The board: any scene, of which one legal option is chosen by arrows, Tab and Enter, or by the mouse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from flagfall.core import Move, Option, Player, Scene, Square

from .asking import Question
from .drawing import NONE, Drawing, Place
from .painting import State

if TYPE_CHECKING:  # it knows the solver, which a board does without
    from flagfall.coach.evaluation.verdicts import Verdict

__all__ = ["NONE", "Board"]

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class Board(Drawing, can_focus=True):
    """It knows no rules: what may be chosen are the scene's options, if they are those of one player. Of a battle it is
    given the scene of whoever sits there, with that player's options alone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"go('{way}')", show=False) for way in WAYS),
        Binding("enter", "choose", "Play"),
        Binding("tab", "next(1)", "Next", show=False),
        Binding("shift+tab", "next(-1)", show=False),
        Binding("escape", "let_go", "Back", show=False),
    ]
    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"

    source: reactive[Square | None] = reactive(None, init=False)
    """The piece that was chosen first, where several can move."""
    question: reactive[Question | None] = reactive(None, init=False)
    """Asked where several options aim at one cell."""

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
        self.interactive = self.can_focus = interactive

    def on_mount(self) -> None:
        self.cursor = self._first()

    def show(self, scene: Scene, verdicts: Mapping[Move, Verdict] = NONE, *, glide: bool = True) -> None:
        """Draw this from now on. The cursor stays only where there is the same to choose from: where it stood may be
        somebody's secret."""
        same = scene.options == self.scene.options
        self.take(scene, verdicts, glide)
        self.source = self.question = None
        if not same:
            self.cursor = self._first()
        self.point()

    def _first(self) -> Place:
        """Where the first option is, in the game's own order."""
        if not self.options:
            return None
        return self.options[0].to if self.options[0].to is not None else 0

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

    def card_texts(self) -> tuple[str, ...]:
        return tuple(option.move for option in self.cards)

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

    def point(self) -> None:
        """Say what the cursor points at."""
        if self.interactive:
            self.post_message(self.Pointed((self.question.option,) if self.question else self.at(self.cursor)))

    # --- what changes ---

    def state(self) -> State:
        cursor = self.cursor if self.has_focus else None
        return State(
            self.scene,
            self.verdicts,
            self.targets(),
            self.cards,
            cursor,
            self.source,
            self.mover,
            self.flipped,
            self.question,
            self.window,
        )

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.question = None
        self.redraw()

    def watch_source(self) -> None:
        self.redraw()

    def watch_question(self) -> None:
        self.redraw()
        self.point()

    def watch_cursor(self) -> None:
        super().watch_cursor()
        self.point()

    # --- keys ---

    def on_key(self) -> None:
        self.land()

    def action_go(self, way: str) -> None:
        self.land()
        if self.question:
            self.question = self.question.moved(WAYS[way][0])
        elif isinstance(self.cursor, int):
            self._go_among_cards(self.cursor, way)
        else:
            self._go_among_cells(self.cursor, way)

    def _go_among_cells(self, cursor: Square | None, way: str) -> None:
        """One cell on, over places where there is none; below the last row are the cards."""
        places, squares = self.arranged.places, self.arranged.squares
        if cursor is None or cursor not in places:
            self.cursor = min(places, default=None)
            return
        (row, column), (down, right) = places[cursor], WAYS[way]
        for _ in squares:
            row, column = row + down, column + right
            if (row, column) in squares:
                self.cursor = squares[row, column]
                return
        if way == "down" and self.cards:
            self.cursor = 0

    def _go_among_cards(self, cursor: int, way: str) -> None:
        regions = self.arranged.cards
        beside = sum(region.y == regions[0].y for region in regions)
        there = cursor + {"left": -1, "right": 1, "up": -beside, "down": beside}[way]
        if 0 <= there < len(regions):
            self.cursor = there
        elif way == "up" and self.arranged.squares:
            self.cursor = self.arranged.squares[max(self.arranged.squares)]

    def action_next(self, step: int) -> None:
        """The next place where something may be chosen; behind the last one, whatever else has the focus next."""
        self.land()
        if self.question:
            self.question = self.question.moved(step)
            return
        places = self.reachable()
        at = places.index(self.cursor) + step if self.cursor in places else 0 if step > 0 else len(places) - 1
        if 0 <= at < len(places):
            self.cursor = places[at]
        elif len(self.screen.focus_chain) > 1:
            self.screen.focus_next() if step > 0 else self.screen.focus_previous()
        elif places:
            self.cursor = places[at % len(places)]

    def action_choose(self) -> None:
        self.land()
        here = self.at(self.cursor)
        if self.question:
            self._choose(self.question.option)
        elif len(here) == 1:
            self._choose(here[0])
        elif here:
            self.question = Question(here)
        elif self.cursor in {option.source for option in self.options} and not isinstance(self.cursor, int):
            self.source = None if self.cursor == self.source else self.cursor

    def _choose(self, option: Option) -> None:
        self.question = None
        self.post_message(self.Chosen(option))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self.source or self.question) if action == "let_go" else True

    def action_let_go(self) -> None:
        """Escape: back from the list, then from the chosen piece."""
        self.land()
        if self.question:
            self.question = None
        else:
            self.source = None

    # --- the mouse ---

    def on_click(self, event: events.Click) -> None:
        if not self.interactive:
            return
        event.stop()
        self.land()
        x, y = event.x + self.window.x, event.y + self.window.y
        if self.question:
            self._click_on_list(self.question, x, y)
        elif (place := self.arranged.at(x, y)) is not None:
            self.cursor = place
            self.action_choose()

    def _click_on_list(self, question: Question, x: int, y: int) -> None:
        number = self.state().number_at(x, y, self.arranged)
        if number is None:
            self.question = None
        else:
            self._choose(question.options[number])
