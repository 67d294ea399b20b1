"""The home: the games, each with its demonstration playing, and what else can be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from flagfall.core import FlagfallError, Position, Scene
from flagfall.games import GAMES, how_many
from flagfall.installed import playthrough
from flagfall.terminal.screen.board.mini import MiniBoard
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.place import Place
from flagfall.terminal.screen.places import OF_A_GAME, OF_ALL, Spot

from .sky import Sky

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def demonstration(game: type[Position]) -> Sequence[Scene]:
    """What both players see of the game that lies beside the class; the opening alone where there is none."""
    from flagfall.record import read

    text = playthrough(game)
    try:
        match = read(text)[0].match() if text else None
    except FlagfallError:
        match = None
    positions = [*(ply.before for ply in match.plies), match.position] if match else [game()]
    return [position.view(None).scene() for position in positions]


class Card(Vertical, can_focus=True):
    """A game to choose: its name, its demonstration, what it is about."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "choose", "Play")]

    def __init__(self, game: type[Position], number: int) -> None:
        self.game, self.number, self.opening = game, number, game().view(None).scene()
        self.mastered = ""
        super().__init__(id=f"card-{game.id}", classes=f"card -{self.opening.hour}")

    def compose(self) -> ComposeResult:
        yield Static(classes="name")
        yield MiniBoard(self.opening, lambda: demonstration(self.game))
        yield Static(self.game.about, classes="about", markup=False)

    def on_mount(self) -> None:
        self._write_name()
        self.watch(self, "has_focus", self._write_name, init=False)

    def _write_name(self) -> None:
        """The chosen one has a sign besides its colour."""
        sign = " " if not self.has_focus else ">" if getattr(self.app, "ascii", False) else "▸"
        number = str(self.number) if self.number < 10 else " "
        line = f"{sign} {number} [bold]$title[/]" + ("  $mastered" if self.mastered else "")
        name = Content.from_markup(line, title=short_title(self.game), mastered=self.mastered)
        self.query_one(".name", Static).update(name, layout=False)

    def show_mastery(self, done: int, total: int) -> None:
        """How much of the lesson is mastered, once something is."""
        self.mastered = f"★ {done}/{total}" if done else ""
        self._write_name()

    def action_choose(self) -> None:
        assert isinstance(self.screen, Place)
        self.screen.ways.choose(self.game)

    def on_click(self) -> None:
        self.focus()
        self.action_choose()


def short_title(game: type[Position]) -> str:
    """What follows the colon, where a title has one, is enough to tell games apart."""
    return game.title.rpartition(": ")[2]


class SpotLine(Static, can_focus=True):
    """A place to go to from here; what it is for is said where there is room."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "go", "Go")]
    ROOM = 30
    """Columns from which on there is room."""

    class Gone(Message):
        """Somebody wants to go there."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self, spot: Spot) -> None:
        super().__init__(classes="spot", id=f"spot-{spot.key}")
        self.spot, self.about = spot, spot.about

    def say(self, about: str) -> None:
        self.about = about
        self.refresh()

    def render(self) -> Content:
        line = (
            "[bold $link]$key[/] $name  [$muted]$about[/]"
            if self.size.width >= self.ROOM
            else "[bold $link]$key[/] $name"
        )
        return Content.from_markup(line, key=self.spot.key, name=f"{self.spot.name:<7}", about=self.about)

    def action_go(self) -> None:
        self.post_message(self.Gone(self.spot))

    def on_click(self) -> None:
        self.action_go()


class Cards(Container):
    """They share the room; but none is so low that nothing can be seen of it: then they scroll."""

    LEAST = 6

    def on_resize(self) -> None:
        columns, gap = self.styles.grid_size_columns or 1, self.styles.grid_gutter_horizontal or 0
        rows = ceil(len(self.children) / columns)
        self.set_class(self.size.height < rows * (self.LEAST + gap) - gap, "-many")


class Home(Place):
    ABOUT = "The games, and everything that can be done with the one that is chosen (▸)."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "nothing", show=False),
        *(Binding(spot.key, f"go('{spot.key}')", spot.name, show=False) for spot in (*OF_A_GAME, *OF_ALL)),
        *(Binding(str(number), f"open({number})", show=False) for number in range(1, 10)),
        *(Binding(key, f"step('{key}')", show=False) for key in ARROWS),
        Binding("q", "app.quit", "Leave"),
    ]

    def __init__(self, awaited: bool = True) -> None:
        super().__init__()
        self.awaited = awaited
        """Whether somebody looks at it. Below another screen it stays empty: that one is there the sooner."""
        self.chosen = next(iter(GAMES.values()))

    def compose(self) -> ComposeResult:
        if self.awaited:
            yield from self._furniture()

    def _furniture(self) -> ComposeResult:
        yield Sky("dawn", "flagfall", "Flagfall", f"{how_many()} pocket strategy games for two", id="sky")
        with Cards(id="cards"):
            for number, game in enumerate(GAMES.values(), 1):
                yield Card(game, number)
            with Container(id="more"):
                for spot in (*OF_ALL, *OF_A_GAME):
                    yield SpotLine(spot)
        yield Footer()

    async def on_screen_resume(self) -> None:
        """Somebody is back, or comes for the first time; a game may have been played meanwhile."""
        if not self.awaited and len(self.app.screen_stack) == 1:
            self.awaited = True
            await self.recompose()
        if self.awaited:
            if self.focused is None:
                self.query(Card).first().focus()
            self.call_after_refresh(self.look_around)

    @work(thread=True, exclusive=True)
    def look_around(self) -> None:
        """What was played and learnt so far; files are read beside the screen. What is found goes to the screen itself,
        which takes nothing any more when its parts are gone; the app would."""
        from flagfall.coach.lessons.progress import mastery
        from flagfall.terminal.saving import unfinished
        from flagfall.terminal.show.saved import SavedGame

        newest = next(unfinished(attended=True), None)
        learnt = {game.id: mastery(game) for game in GAMES.values()}
        self.call_later(self._tell, SavedGame.at(newest).words() if newest else OF_ALL[0].about, learnt)

    def _tell(self, pending: str, learnt: Mapping[str, tuple[int, int]]) -> None:
        self.query_one(f"#spot-{OF_ALL[0].key}", SpotLine).say(pending)
        for card in self.query(Card):
            card.show_mastery(*learnt[card.game.id])

    # --- choosing ---

    def on_descendant_focus(self) -> None:
        if isinstance(self.focused, Card):
            self.chosen = self.focused.game
            self.call_after_refresh(self._show_offered)

    def _show_offered(self) -> None:
        for line in self.query(SpotLine):
            offered = line.spot.offered(self.chosen())
            if line.disabled is offered:
                line.disabled = not offered

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What the chosen game lacks is not offered."""
        if action != "go":
            return True
        return any(spot.key in parameters and spot.offered(self.chosen()) for spot in (*OF_A_GAME, *OF_ALL))

    @on(SpotLine.Gone)
    def _gone(self, event: SpotLine.Gone) -> None:
        self.action_go(event.spot.key)

    def action_go(self, key: str) -> None:
        spot = next(spot for spot in (*OF_A_GAME, *OF_ALL) if spot.key == key)
        spot.go(self.ways, self.chosen())

    def action_open(self, number: int) -> None:
        for card in self.query(Card):
            if card.number == number:
                self.set_focus(card)
                card.action_choose()

    def action_nothing(self) -> None:
        """There is nowhere to go back to."""

    def action_step(self, key: str) -> None:
        """To whatever is nearest in this direction."""
        now = self.focused
        ahead = [each for each in self.query("Card, SpotLine") if now and _is_ahead(now, each, ARROWS[key])]
        if now and ahead:
            self.set_focus(min(ahead, key=lambda each: _distance(now, each, ARROWS[key])))


def _offset(now: Widget, other: Widget) -> tuple[float, float]:
    """From the middle of the one to the middle of the other; a letter is twice as high as wide."""
    one, two = now.virtual_region, other.virtual_region
    if now.parent is not other.parent:
        one, two = now.region, other.region
    return (two.x + two.width / 2 - one.x - one.width / 2, 2 * (two.y + two.height / 2 - one.y - one.height / 2))


def _is_ahead(now: Widget, other: Widget, way: tuple[int, int]) -> bool:
    across, down = _offset(now, other)
    return now is not other and other.focusable and across * way[0] + down * way[1] > 0.5


def _distance(now: Widget, other: Widget, way: tuple[int, int]) -> float:
    """Being beside the way counts more than being far along it."""
    across, down = _offset(now, other)
    along, beside = (across, down) if way[0] else (down, across)
    return abs(along) + 3 * abs(beside)
