"""A screen about a position: a board, what the coach knows of it, and the ways that lead on from here."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Static

from flagfall.coach.explore import Eyes, Insight, insight
from flagfall.core import Position, Scene
from flagfall.match import Seat
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.look import tint
from flagfall.terminal.screen.panels.value import ValueBar
from flagfall.terminal.screen.place import Place
from flagfall.terminal.tty.console import sentence

from .knowing import Known, NotKnown, Progress, WorkedOut, know, work_out
from .playing_on import PlayOn
from .rows import plainly
from .texts import ShowText

if TYPE_CHECKING:
    from flagfall.bots.solved.knowledge import Knowledge
    from flagfall.terminal.local.play import Setup

SOLVING = "Solving ..."
HIDDEN = "Each player hides something from the other, so nobody can say what a move is worth."


class Studying(Place):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "play_on", "Play on"),
        Binding("v", "values", "Values", show=False),
        Binding("e", "eyes", "Eyes"),
        Binding("m", "panel", "Moves"),
        Binding("f", "flip", "Turn the board", show=False),
        Binding("c", "text", "One-line text", show=False),
        Binding("g", "game", "The game's page", show=False),
    ]
    DEFAULT_CSS = """
    Studying {
        #heading-line { height: 1; padding: 0 1; text-style: bold; }
        #study { layout: horizontal; height: 1fr; }
        #picture { width: 1fr; height: 1fr; }
        #known { width: 38; height: 1fr; background: $surface; padding: 0 1; }
        #course { height: 1fr; }
        #beside { height: auto; }
        OptionList, OptionList:focus { border: none; background: transparent; padding: 0; height: 1fr; }
        OptionList { text-wrap: nowrap; text-overflow: ellipsis; scrollbar-size-vertical: 1; }
        Static { height: auto; }
        .muted { color: $muted; }
    }
    Studying.-wide #known { width: 50; }
    Studying.-wide.-line #known { width: 100%; }
    Studying.-line {
        #study { layout: vertical; }
        #picture { width: 100%; height: 50%; max-height: 14; }
        #known { width: 100%; height: 1fr; layout: horizontal; }
        #course { width: 1fr; }
        #beside { width: 1fr; height: 1fr; padding: 0 0 0 2; }
    }
    Studying.-high.-line #picture { max-height: 20; }
    Studying.-narrow {
        #study { layout: vertical; }
        #picture { width: 100%; height: 1fr; max-height: 100%; }
        #known { width: 100%; height: auto; layout: vertical; }
        #course { display: none; }
        #beside { width: 100%; height: auto; padding: 0; }
    }
    Studying.-narrow.-listed {
        #picture { display: none; }
        #known { height: 1fr; }
        #course { display: block; height: 1fr; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.knowledge: Knowledge | None = None
        self.unknown = ""
        """Why nothing is known of this game."""
        self.found: Insight | None = None
        """What is known of the position that is shown."""
        self.values = True
        self._eyes: Eyes | None = None
        self._asked: Position | None = None

    # --- what is shown ---

    @property
    @abstractmethod
    def start(self) -> Position:
        """Where the game begins that the coach has to know."""

    @property
    @abstractmethod
    def position(self) -> Position: ...

    @property
    @abstractmethod
    def before(self) -> Position | None:
        """The position a ply ago."""

    @property
    def seen(self) -> tuple[Eyes, ...]:
        """Whose eyes one may look with: where nothing is hidden, there is nothing to choose."""
        return tuple(Eyes) if self.start.hides() else (Eyes.ALL,)

    @property
    def eyes(self) -> Eyes:
        """Whose one looks with: those that were chosen, as long as they may."""
        return self._eyes if self._eyes in self.seen else self.seen[0]

    @abstractmethod
    def panel(self) -> ComposeResult:
        """What stands beside the board: `#list`, which a narrow screen shows instead of the board, and `#side`."""

    def below(self) -> ComposeResult:
        """What else stands below the board."""
        yield from ()

    @abstractmethod
    def show(self) -> None:
        """Show everything as it now is."""

    def compose(self) -> ComposeResult:
        yield Static(id="heading-line", markup=False)
        with Container(id="study"):
            with Vertical(id="picture"):
                yield Board(id="board")
            with Container(id="known"):
                yield from self.panel()
        yield ValueBar(id="value")
        yield from self.below()
        yield Footer(palette=False)

    def on_mount(self) -> None:
        self.begin()

    def begin(self) -> None:
        """A game is looked at for the first time."""
        scene = self.position.view(None).scene()
        tint(self, scene.hour)
        self.set_class(all(cell.at[0] == 0 for cell in scene.cells), "-line")
        self.ask()
        self.show()

    def drawn(self, content: Content) -> Content:
        """In the signs that this terminal has."""
        return plainly(content) if getattr(self.app, "ascii", False) else content

    def put(self, where: str, text: Content | str) -> None:
        self.query_one(where, Static).update(self.drawn(Content(text) if isinstance(text, str) else text))

    @property
    def board(self) -> Board:
        return self.query_one("#board", Board)

    @property
    def value(self) -> ValueBar:
        return self.query_one("#value", ValueBar)

    def scene(self) -> Scene:
        before = self.eyes.view(self.before) if self.before else None
        return Seat(self.eyes.viewer, self.eyes.view(self.position), before=before).scene()

    # --- what is known ---

    def ask(self) -> None:
        """Have the game solved, beside the screen."""
        self.knowledge, self.found, self.unknown, self._asked = None, None, "", self.start
        self.value.say(SOLVING)
        know(self, self.start)

    @on(Known)
    def _known(self, event: Known) -> None:
        if event.start == self._asked:
            self.knowledge = event.knowledge
            self.known()

    def known(self) -> None:
        self.show()

    @on(NotKnown)
    def _not_known(self, event: NotKnown) -> None:
        if event.start == self._asked:
            self.unknown = HIDDEN if self.start.hides() else sentence(event.why)
            self.show()

    @on(Progress)
    def _progress(self, event: Progress) -> None:
        if event.start == self._asked:
            self.value.say(event.text)

    def judge(self) -> Insight | None:
        """What is known of the position: at once where that is a matter of looking it up; else it comes later."""
        knowledge, position = self.knowledge, self.position
        self.found = None
        if knowledge and knowledge.whole and knowledge.covers(position):
            self.found = insight(knowledge, position)
        elif knowledge:
            work_out(self, position, lambda: insight(knowledge, position))
        return self.found

    @on(WorkedOut)
    def _worked_out(self, event: WorkedOut) -> None:
        if event.about == self.position and isinstance(event.answer, Insight):
            self.found = event.answer
            self.judged()

    @abstractmethod
    def judged(self) -> None:
        """What is known of the position has come: show it beside what is there."""

    def show_value(self) -> None:
        if self.found:
            self.value.show(self.found.worth)
        else:
            self.value.say(SOLVING)
        self.value.display = self.values and not self.unknown

    # --- keys ---

    def action_values(self) -> None:
        self.values = not self.values
        self.show()

    def action_eyes(self) -> None:
        self._eyes = self.seen[(self.seen.index(self.eyes) + 1) % len(self.seen)]
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "eyes":
            return len(self.seen) > 1
        if action == "panel":
            return self.has_class("-narrow")
        return True

    def action_panel(self) -> None:
        self.toggle_class("-listed")
        self.call_after_refresh(self.show)

    def action_flip(self) -> None:
        self.board.flipped = not self.board.flipped

    def action_text(self) -> None:
        text = self.eyes.view(self.position).text()
        self.app.copy_to_clipboard(text)
        self.app.push_screen(ShowText(text))

    def action_game(self) -> None:
        self.ways.choose(type(self.start))

    def action_play_on(self) -> None:
        if not self.position.choices():
            self.notify("The game is over here; go back to where there is something to choose.")
            return
        self.app.push_screen(PlayOn(self.position), self._play_on)

    def _play_on(self, setup: Setup | None) -> None:
        if setup:
            self.ways.start_game(setup)
