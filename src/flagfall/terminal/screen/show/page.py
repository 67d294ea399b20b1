"""A page to be read: rules and reports."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Markdown, Static

from flagfall.core import FlagfallError, Position
from flagfall.installed import page
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.home.sky import Sky
from flagfall.terminal.screen.look import tint
from flagfall.terminal.screen.place import Place
from flagfall.terminal.screen.study.knowing import WorkedOut, work_out
from flagfall.terminal.show.guide import SHORT
from flagfall.terminal.tty.console import sentence


class Page(Place):
    """Text in Markdown, as long as it likes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
        Binding("space", "turn_page", "Next page", show=False),
    ]

    def __init__(self, start: Position, what: str) -> None:
        super().__init__()
        self.start, self.what = start, what

    def compose(self) -> ComposeResult:
        hour = self.start.view(None).scene().hour
        tint(self, hour)
        yield Sky(hour, self.start.id, self.start.title, self.what, id="sky")
        with VerticalScroll(id="text"):
            yield Markdown(open_links=False)
        yield Static(id="note", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#text").focus()

    def show(self, text: str) -> None:
        self.query_one(Markdown).update(text)
        self.query_one("#text").scroll_home(animate=False)

    def say(self, text: str) -> None:
        self.query_one("#note", Static).update(text)

    def action_scroll(self, by: int) -> None:
        self.query_one("#text").scroll_relative(y=by, animate=False)

    def action_turn_page(self) -> None:
        self.query_one("#text").scroll_page_down(animate=False)


class RulesScreen(Page):
    """The book in short, and all of it."""

    ABOUT = "The rules of the game: in short, or all of them with every ruling and the reason for it (f)."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f", "turn_over", "In short/in full")]

    def __init__(self, game: type[Position]) -> None:
        super().__init__(game(), "the rules")
        self.text, self.short = page(game) or f"# {game.title}\n\n{game.about}", True

    def on_mount(self) -> None:
        super().on_mount()
        self._write()

    def action_turn_over(self) -> None:
        self.short = not self.short
        self._write()

    def _write(self) -> None:
        self.show(in_short(self.text) if self.short else self.text)
        self.say(
            "In short. Press f for every rule, setting and ruling." if self.short else "In full. Press f for less."
        )


def in_short(text: str) -> str:
    """What stands before the second chapter, if the first says it in short."""
    head, chapter, rest = text.partition(f"## {SHORT}")
    return f"{head}{rest.partition(chr(10) + '## ')[0]}" if chapter else text


class ReportScreen(Page):
    """The game judged for its designer; that is worked out beside the screen."""

    ABOUT = "Who is favoured, how sharp the game is, and which rulings decide it."

    def __init__(self, start: Position) -> None:
        super().__init__(start, "a report")

    def on_mount(self) -> None:
        super().on_mount()
        self.say("This is being worked out ...")
        work_out(self, self.start, self._written)

    def _written(self) -> str | FlagfallError:
        from flagfall.solve import solve
        from flagfall.terminal.show.report import report_page

        try:
            return report_page(self.start, solve)
        except FlagfallError as error:
            return error

    @on(WorkedOut)
    def _worked_out(self, event: WorkedOut) -> None:
        if isinstance(event.answer, FlagfallError):
            self.say(sentence(str(event.answer)))
        else:
            self.show(event.answer)
            self.say("")
