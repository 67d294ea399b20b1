"""A board with a task: try a move, see and hear what becomes of it, and go on. Puzzles and lessons are asked so."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from flagfall.coach.lessons.task import Task
from flagfall.core import IllegalMove, Move, Option, Position, Scene
from flagfall.match import Seat
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.look import tint
from flagfall.terminal.screen.look.palette import moves as has_motion
from flagfall.terminal.screen.panels.typed import TypedLine
from flagfall.terminal.screen.panels.words import coloured, signs
from flagfall.terminal.screen.place import Place

if TYPE_CHECKING:  # it knows the solver, which is loaded beside the screen
    from flagfall.coach.lessons.answer import Answer
    from flagfall.coach.lessons.progress import Progress
    from flagfall.coach.lessons.trial import Trial

LOOK, THEN = 0.9, 1.5
"""Seconds for which a move is shown that is not right, and the other's answer to it."""
VERDICTS = {"right": ("⚑ Right!", "$win-text"), "fine": ("Not that one.", "$open-text"), "wrong": ("No.", "$loss-text")}
MAP = {True: ("■", "$win-text"), False: ("▨", "$loss-text"), None: ("□", "$muted")}
PLAIN = str.maketrans("■▨□", "#x.")


class Onward(Static):
    """What Enter does now; a click does it, too."""

    DEFAULT_CSS = """
    Onward { height: 1; width: auto; margin: 1 0 0 0; padding: 0 2; background: $go; color: $on-go; text-style: bold; }
    Onward:hover { text-style: bold underline; }
    """

    def on_click(self) -> None:
        screen = self.screen
        assert isinstance(screen, Trying)
        screen.action_onward()


class Trying(Place):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("colon", "type", "Type", key_display=":"),
        Binding("h", "hint", "Hint"),
        Binding("n", "onward", "Next"),
        Binding("f", "flip", "Turn the board", show=False),
    ]
    DEFAULT_CSS = """
    Trying {
        #title { height: 1; padding: 0 1; text-style: bold; background: $surface; }
        #main { layout: horizontal; height: 1fr; }
        Board { width: 1fr; height: 1fr; }
        #panel { width: 36; height: 1fr; background: $surface; padding: 0 1; scrollbar-size-vertical: 1; }
        #panel Static { height: auto; }
        #panel Onward { height: 1; }
        #map { color: $muted; margin: 0 0 1 0; }
        #ask { text-style: bold; margin: 1 0 0 0; }
        #variation { color: $muted; }
        #answer { margin: 1 0 0 0; }
    }
    Trying.-wide #panel { width: 48; padding: 1 2; }
    Trying.-line, Trying.-narrow {
        #main { layout: vertical; }
        #panel { width: 100%; height: 9; }
        #map { margin: 0; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        #ask, #answer { margin: 0; }
        Onward { margin: 0; }
    }
    Trying.-narrow.-low #panel { height: 7; }
    Trying.-wide.-line #panel { width: 100%; }
    Trying.-line.-high #panel { height: 16; }
    Trying.-line.-high #map, Trying.-line.-high #ask { margin: 0 0 1 0; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown: Timer | None = None
        """Shows what becomes of a wrong move; any key goes back to the task."""
        self._warned = False

    # --- what is asked ---

    @property
    @abstractmethod
    def trial(self) -> Trial | None:
        """What is asked now; None while that is being worked out."""

    @property
    @abstractmethod
    def among(self) -> Sequence[Task]:
        """All tasks, for the map."""

    @property
    @abstractmethod
    def progress(self) -> Progress: ...

    @property
    @abstractmethod
    def unkept(self) -> OSError | None: ...

    @abstractmethod
    def attempt(self, move: Move) -> Answer: ...

    @abstractmethod
    def onward(self) -> None:
        """To the next task."""

    @abstractmethod
    def title_line(self) -> str: ...

    @property
    def onward_label(self) -> str:
        return "Enter: next"

    @property
    def is_over(self) -> bool:
        """Whether nothing is to be tried here any more."""
        return self.trial is not None and self.trial.is_over

    # --- what is shown ---

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Container(id="main"):
            yield Board(id="board")
            with VerticalScroll(id="panel", can_focus=False):
                yield Static(id="map", markup=False)
                for name in ("variation", "teaching", "ask", "answer"):
                    yield Static(id=name, markup=False)
                yield Onward(self.onward_label, markup=False)
        yield TypedLine()
        yield Footer(palette=False)

    @property
    def board(self) -> Board:
        return self.query_one("#board", Board)

    @property
    def line(self) -> TypedLine:
        return self.query_one(TypedLine)

    def prepare(self, start: Position, words: str) -> None:
        """While something has to be worked out first."""
        scene = start.view(None).scene()
        tint(self, scene.hour)
        self.set_class(all(cell.at[0] == 0 for cell in scene.cells), "-line")
        self.board.show(replace(scene, options={}), glide=False)
        self.query_one("#title", Static).update(start.title)
        self.query_one(Onward).display = False
        self.say("ask", words)
        self.board.focus()

    def say(self, name: str, text: str | Content) -> None:
        told = self.query_one(f"#{name}", Static)
        told.update(coloured(text) if isinstance(text, str) else text)
        told.display = bool(text)

    def show_task(self) -> None:
        """The task from its beginning."""
        trial = self.trial
        assert trial
        task = trial.task
        self.query_one("#title", Static).update(coloured(self.title_line()))
        for name, text in (("variation", task.variation), ("teaching", task.text), ("ask", task.ask), ("answer", "")):
            self.say(name, text)
        self.query_one(Onward).display = False
        self.show_map()
        self._show_position(glide=False)
        self.query_one("#panel").scroll_home(animate=False)

    def _show_position(self, *, glide: bool = True) -> None:
        """The task's position, with the learner's own moves to choose from."""
        assert self.trial
        task = self.trial.task
        scene = task.view.scene()
        self.board.show(replace(scene, options={task.player: scene.options[task.player]}), glide=glide)

    def show_map(self) -> None:
        """Every task as a sign: mastered, tried, not yet; the one that is asked now is underlined."""
        assert self.trial
        now, solved = self.trial.task.name, self.progress.solved
        pieces = []
        for task in self.among:
            sign, style = MAP[solved.get(task.name)]
            plain = sign.translate(PLAIN) if getattr(self.app, "ascii", False) else sign
            pieces.append((plain, f"{style} {'bold reverse' if task.name == now else ''}".strip()))
        mastered = self.progress.mastered(self.among)
        self.say("map", Content.assemble((f"{mastered} of {len(self.among)} mastered  ", "$muted"), *pieces))

    # --- a try ---

    @on(Board.Chosen)
    def _chosen(self, event: Board.Chosen) -> None:
        self.choose(event.option.move)

    def choose(self, move: Move) -> None:
        if self.trial and not self.is_over:
            self._tell(self.attempt(move))

    def _tell(self, answer: Answer) -> None:
        assert self.trial
        sign, style = VERDICTS[answer.kind]
        standing = "" if answer.kind == "right" else self.trial.standing()
        told = Content("\n").join(
            [
                Content.assemble((signs(sign, getattr(self.app, "ascii", False)), f"bold {style}"), " ", answer.words),
                *([coloured(" ".join(answer.said), "$muted")] if answer.said else []),
                *([coloured(standing, "bold")] if standing else []),
            ]
        )
        self.say("answer", told)
        self.query_one(Onward).display = self.trial.is_over
        self.query_one(Onward).update(self.onward_label)
        self.show_map()
        self._warn()
        self._show_the_end()
        self._show_answer(answer)

    def on_resize(self) -> None:
        if any(told.display for told in self.query("#answer")):
            self._show_the_end()

    def _show_the_end(self) -> None:
        """The answer, and how to go on, are what counts now."""
        self.call_after_refresh(self.query_one("#panel").scroll_end, animate=False)

    def _show_answer(self, answer: Answer) -> None:
        """Where the move leads. What is not right is taken back, after a look at it where things may move."""
        assert self.trial
        task, is_over = self.trial.task, self.trial.is_over
        if is_over or has_motion(self.app):
            self.board.show(_still(task, answer.after, task.view))
        if not is_over and has_motion(self.app):
            then = answer.then
            self._shown = self.set_timer(LOOK, (lambda: self._show_reply(task, answer)) if then else self._go_back)

    def _show_reply(self, task: Task, answer: Answer) -> None:
        assert answer.then
        self.board.show(_still(task, answer.then, answer.after))
        self._shown = self.set_timer(THEN, self._go_back)

    def _go_back(self) -> None:
        """To the task, when the wrong move has been looked at."""
        if self._shown:
            self._shown.stop()
            self._shown = None
            self._show_position()

    def _warn(self) -> None:
        if self.unkept and not self._warned:
            self._warned = True
            where = f"{self.progress.path.parent} ({self.unkept.strerror})"
            self.notify(f"Your progress can't be kept in {where}, so it is forgotten when you stop.", markup=False)

    # --- keys and the typed line ---

    def take_key(self, event: events.Key) -> bool:
        """The app hands every key over first."""
        self._go_back()
        if self.line.take(event, self._enter, digits=bool(self.trial and not self.is_over), colon=False):
            return True
        if event.key == "enter" and self.is_over:
            self.action_onward()
            return True
        return False

    def _enter(self, line: str) -> None:
        """The book's notation, or a word of plain mode."""
        if not self.trial:
            return
        words = {"hint": self.action_hint, "skip": self.action_onward, "next": self.action_onward}
        if line.casefold() in words:
            words[line.casefold()]()
            return
        if line.casefold() in ("quit", "exit", "q"):
            self.action_leave()
            return
        try:
            move = self.trial.task.view.read(self.trial.task.player, line)
        except IllegalMove as error:
            self.say("answer", coloured(str(error), "$open-text"))
        else:
            self.choose(move)

    @on(Board.Pointed)
    def _pointed(self, event: Board.Pointed) -> None:
        self.line.invite(self._invitation(event.options))

    def _invitation(self, options: tuple[Option, ...]) -> Content:
        if not self.trial or self.is_over:
            return Content("")
        view = self.trial.task.view
        if not options:
            return coloured(view.prompt(self.trial.task.player).strip().split("\n")[-1], "$muted")
        labels = " or ".join(dict.fromkeys(option.label for option in options))
        written = view.written(options[0].move)
        typed = f", typed {'' if written[:1].isdigit() else ':'}{written}" if len(options) == 1 else ""
        return Content.assemble(("Enter: ", "$muted"), (labels, "bold"), (typed, "$muted"))

    def on_click(self) -> None:
        self._go_back()

    def action_type(self) -> None:
        if self.trial and not self.is_over:
            self.line.begin()

    def action_hint(self) -> None:
        if self.trial and not self.is_over:
            self.say("answer", coloured(self.trial.hint(), "$link"))

    def action_onward(self) -> None:
        self._go_back()
        if self.trial:
            self.onward()

    def action_flip(self) -> None:
        self.board.flipped = not self.board.flipped


def _still(task: Task, view: Position, before: Position) -> Scene:
    """What has come of a move, to be looked at."""
    return replace(Seat(task.player, view, before=before).scene(), options={})
