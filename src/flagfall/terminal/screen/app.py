"""The app of the full screen: how it begins, how it is left, and the way to every screen."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Timer
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakSet

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.screen import Screen
from textual.widget import Widget

from flagfall.core import HOURS, FlagfallError, Move, Player, Position
from flagfall.exits import DONE, INTERRUPTED, TERMINATED
from flagfall.terminal.tty.advice import Advice
from flagfall.terminal.tty.console import sentence, width_of

from .crash import account
from .driver import wiping
from .gate import Display
from .look import DEFAULTS, HOURS_CSS, THEMES
from .plain_signs import PlainSigns

if TYPE_CHECKING:
    from flagfall.record import Record
    from flagfall.terminal.local.play import Setup
    from flagfall.terminal.saving import NotSaved

    from .play.table import Table

KEYS = {"enter": "Enter", "escape": "Esc", "space": "Space", "tab": "Tab"}
PLAIN_SIGNS = PlainSigns()
TYPED_AHEAD = "ctrl+j"
"""What Enter is to a terminal that still reads whole lines: what is typed before the first picture counts, too."""

GRACE = 10.0
"""Seconds to end well. Where the terminal is gone, Textual may wait for ever for somebody to read what it writes; every
move is saved by then."""
TURN = 0.05
"""Seconds after which somebody who does not answer is looked at again: it may be gone."""
Errand = Callable[["Flagfall"], None]
"""What to go to at once, with the home behind it."""


def run(errand: Errand | None = None, display: Display = Display()) -> int:  # noqa: B008
    """Open the full screen; the answer is the exit code."""
    if not os.environ.get("NO_COLOR"):  # set to nothing, it is not set; Textual takes it for set
        os.environ.pop("NO_COLOR", None)
    app = Flagfall(errand, display)
    try:
        left = app.run(mouse=display.mouse)
    except OSError:  # the terminal itself is gone
        if not app.told_to_end:
            raise
        return app.told_to_end
    finally:
        for number, usual in app.usual.items():
            signal.signal(number, usual)
    with suppress(OSError):  # nobody may be there to read it
        for advice in app.ways_back:
            print(advice.written(width_of(sys.stderr)), file=sys.stderr)
    return app.told_to_end or app.return_code or left or DONE


def _collect_from_now_on() -> None:
    gc.freeze()
    gc.enable()


def _everything() -> type[Provider]:
    """What the command palette finds, loaded when it is opened."""
    from .commands import Everything

    return Everything


class Flagfall(App[int]):
    """Everything that there is to see, with the home below it all."""

    CSS_PATH = "screen.tcss"
    CSS = HOURS_CSS + "".join(
        f".card.-{hour} {{ background: ${hour}-card; &:light {{ background: ${hour}-paper; }} }}\n" for hour in HOURS
    )
    COMMANDS = {_everything}  # noqa: RUF012
    TITLE = "Flagfall"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "stop", show=False, priority=True),
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+z", "pause", show=False, priority=True),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("t", "turn_light", "Light/dark", show=False),
    ]

    def __init__(self, errand: Errand | None = None, display: Display = Display()) -> None:  # noqa: B008
        # The colours have to be told here: when the app runs it is too late for NO_COLOR.
        super().__init__(ansi_color=True if display.ansi else None)
        self.errand, self.drawing = errand, display
        self.ways_back: list[Advice] = []
        """What to say when the terminal is its owner's again."""
        self.told_to_end = DONE
        """With which code, where a signal has asked for it."""
        self.usual: dict[int, Any] = {}
        """What signals did before."""
        self._met = WeakSet[Screen[Any]]()
        """The screens that have had a key."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self._named_theme(display.dark)

    def _named_theme(self, dark: bool) -> str:
        return f"{'ansi' if self.drawing.ansi else 'flagfall'}-{'dark' if dark else 'light'}"

    @property
    def ascii(self) -> bool:
        """Whether only plain letters and signs may be drawn."""
        return self.drawing.ascii

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *([PLAIN_SIGNS] if self.ascii else [])]

    def get_key_display(self, binding: Binding) -> str:
        """Keys by their names where they have no sign that everybody can see."""
        name = KEYS.get(binding.key.partition(",")[0])
        return name if name and not binding.key_display else super().get_key_display(binding)

    def get_driver_class(self) -> type[Driver]:
        return wiping(super().get_driver_class())

    def get_default_screen(self) -> Screen[None]:
        from .home.home import Home

        return Home(awaited=self.errand is None)

    def on_mount(self) -> None:
        if not self.drawing.motion:
            self.animation_level = "none"
        self._mind_signals()
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        if self.errand:
            self._go(lambda: self.errand and self.errand(self))

    def on_ready(self) -> None:
        """What is loaded by the first picture stays: nobody needs to look through it for what can be thrown away."""
        if not gc.isenabled():
            self.call_after_refresh(_collect_from_now_on)

    async def on_event(self, event: events.Event) -> None:
        """A screen may take a key before anybody else, in the order in which keys are typed: what a key leads to has
        come about before the next one is read."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            if event.key == TYPED_AHEAD:
                event = events.Key("enter", "\r")
            await self._be_there(self.screen)
            take: Callable[[events.Key], bool] | None = getattr(self.screen, "take_key", None)
            if take and take(event):
                return
            if event.key == "enter":
                await self._enter(event)
                return
            if not _types(self.focused) and await self._leads_on(event.key):
                return
        await super().on_event(event)

    async def _leads_on(self, key: str) -> bool:
        """Whether a key does something, which is then done. Textual would find out by asking one part of the screen
        after the other, and send them the next keys meanwhile, though these may be for another screen."""
        return await self._check_bindings(key, priority=True) or await self._check_bindings(key)

    async def _enter(self, event: events.Key) -> None:
        """What it was pressed on has all that was typed before, and the next key waits for what comes of it."""
        here, focused = self.screen, self.focused
        if _types(focused):
            await self._come_about(focused, here)
        if not await self._leads_on(event.key):
            await super().on_event(event)
        if self.screen is here:
            await self._come_about(focused, here)

    async def _come_about(self, focused: Widget | None, screen: Screen[Any]) -> None:
        """A line gets its keys from the screen. What Enter was pressed on may tell those around it, each in its turn up
        to the screen, and that may lead to another one, for which the next key is."""
        around = [node for node in (focused or screen).ancestors_with_self if node is not self]
        for node in (screen, *around):
            if self.screen is not screen or not await self._is_done(node):
                return

    async def _is_done(self, node: DOMNode) -> bool:
        """Whether it has dealt with all that it was told before; False where it is gone."""
        done, patience = asyncio.Event(), GRACE
        if not node.is_running or not node.call_later(done.set):
            return False
        while not done.is_set() and node.is_running and patience > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), TURN)
            patience -= TURN
        return done.is_set()

    async def _be_there(self, screen: Screen[Any]) -> None:
        """A screen that was just opened gets no key before it knows for which of its parts keys are."""
        if screen not in self._met:
            self._met.add(screen)
            ready = asyncio.Event()
            screen.call_later(ready.set)
            with suppress(TimeoutError):
                await asyncio.wait_for(ready.wait(), GRACE)

    # --- leaving ---

    def exit(self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Every screen that is open says how to come back to it."""
        found = (getattr(screen, "way_back", None) for screen in self.screen_stack)
        self.ways_back = [advice for advice in found if advice]
        super().exit(result, return_code, message)

    def _mind_signals(self) -> None:
        """A program that is told to end gives the terminal back first. Without a terminal the signals are not ours."""
        if self.is_headless:
            return
        codes = {"SIGINT": INTERRUPTED, "SIGTERM": TERMINATED, "SIGHUP": TERMINATED, "SIGQUIT": TERMINATED}
        loop = asyncio.get_running_loop()

        def end(number: int, frame: object) -> None:
            self.told_to_end = code = codes[signal.Signals(number).name]
            last_resort = Timer(GRACE, os._exit, (code,))
            last_resort.daemon = True
            last_resort.start()
            loop.call_soon_threadsafe(self.exit, code)

        for name in codes:
            if number := getattr(signal, name, None):
                self.usual[number] = signal.signal(number, end)

    def action_stop(self) -> None:
        self.exit(INTERRUPTED)

    def action_pause(self) -> None:
        """Where only one of two may look, nobody stops the program: it would leave the screen to whoever comes."""
        if not self.private:
            self.action_suspend_process()

    @property
    def private(self) -> bool:
        return any(getattr(screen, "private", False) for screen in self.screen_stack)

    def action_command_palette(self) -> None:
        if not self.private:
            super().action_command_palette()

    def _fatal_error(self) -> None:
        """Textual would print all local variables, secrets among them."""
        self._exit_renderables.append(Text(account(self._exception or RuntimeError()), no_wrap=True, overflow="ignore"))
        self._close_messages_no_wait()

    # --- looks ---

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Terminals with few colours have a theme that is not ours."""
        return DEFAULTS

    def action_turn_light(self) -> None:
        self.turn_light()

    def turn_light(self) -> None:
        """From night to day or back; that is kept."""
        from flagfall.terminal.settings import keep

        dark = not self.current_theme.dark
        self.theme = self._named_theme(dark)
        keep(theme="dark" if dark else "light")

    def settings_changed(self) -> None:
        """What can change at once does; the mouse is listened to, or not, from the next start."""
        from flagfall.terminal.settings import settings

        kept = settings()
        self.drawing = replace(self.drawing, ascii=kept.ascii, motion=kept.motion)
        self.animation_level = "full" if kept.motion else "none"
        self.refresh_css(animate=False)
        self.theme_changed_signal.publish(self.current_theme)

    def action_help(self) -> None:
        if not self.private:
            from .help import Help

            self.push_screen(Help(self.screen))

    # --- the way to every screen ---

    def _go(self, way: Callable[[], object]) -> None:
        """Go there, or say why not. What a screen needs is loaded on the way."""
        try:
            way()
        except FlagfallError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)

    def _open(self, screen: Callable[[], Screen[Any]]) -> None:
        self._go(lambda: self.push_screen(screen()))

    def start_game(self, setup: Setup) -> None:
        from flagfall.terminal.saving import NotSaved

        from .play.local import new_game

        def way() -> None:
            try:
                self.sit_down(new_game(setup))
            except NotSaved as error:
                self._ask_whether_unsaved(error, lambda: self.sit_down(new_game(setup, saved=False)))

        self._go(way)

    def take_up(self, name: str) -> None:
        from .play.local import taken_up

        self._go(lambda: self.sit_down(taken_up(name)))

    def sit_down(self, table: Table) -> None:
        from .play.game import GameScreen

        self._open(lambda: GameScreen(table))

    def explore(self, start: Position, moves: Sequence[dict[Player, Move]] = ()) -> None:
        from .study.explore import ExploreScreen

        self._open(lambda: ExploreScreen(start, moves))

    def analyse(self, records: Sequence[Record], number: int = -1) -> None:
        from .study.analysis import AnalysisScreen

        self._open(lambda: AnalysisScreen(records, number))

    def puzzles(self, start: Position, *, own: bool = False) -> None:
        from .study.puzzles import PuzzleScreen

        self._open(lambda: PuzzleScreen(start, own))

    def learn(self, game: type[Position]) -> None:
        from .study.lessons import LessonScreen

        self._open(lambda: LessonScreen(game))

    def watch_bots(self, setup: Setup) -> None:
        from .show.watch import WatchScreen

        self._open(lambda: WatchScreen(setup))

    def host(self, start: Position | None = None, said: Mapping[str, str] = {}) -> None:
        def screen() -> Screen[Any]:
            _check_online()
            from .remote.host import HostScreen

            return HostScreen(start, said)

        self._open(screen)

    def join(self, link: str | None = None) -> None:
        def screen() -> Screen[Any]:
            _check_online()
            from .remote.join import JoinScreen

            return JoinScreen(link)

        self._open(screen)

    def rules(self, game: type[Position]) -> None:
        from .show.page import RulesScreen

        self._open(lambda: RulesScreen(game))

    def report(self, start: Position) -> None:
        from .show.page import ReportScreen

        self._open(lambda: ReportScreen(start))

    def saved(self) -> None:
        from .home.saved import SavedScreen

        self._open(SavedScreen)

    def open_record(self) -> None:
        from .home.record import RecordScreen

        self._open(RecordScreen)

    def choose(self, game: type[Position]) -> None:
        from .home.start import StartScreen

        self._open(lambda: StartScreen(game))

    def home(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def _ask_whether_unsaved(self, error: NotSaved, go_on: Callable[[], None]) -> None:
        """Nothing is played unsaved without a word from somebody."""
        from .play.dialog import Choice

        def answered(key: str | None) -> None:
            if key == "y":
                go_on()

        # The app itself waits for the answer: whoever asked for the game may be gone by then.
        self.call_later(self.push_screen, Choice(f"{sentence(str(error))} Play all the same?"), answered)


def _types(widget: Widget | None) -> bool:
    """Whether it takes letters for itself; what comes after them has to come the same way."""
    return widget is not None and type(widget).check_consume_key is not Widget.check_consume_key


def _check_online() -> None:
    """What it needs may not be installed; then that is said."""
    from flagfall.online.options import check_installed

    check_installed()
