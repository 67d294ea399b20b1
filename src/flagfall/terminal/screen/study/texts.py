"""Small windows for a line of text: one to show a position's, and one to type or paste something."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from flagfall.core import FlagfallError
from flagfall.terminal.tty.console import sentence


class ShowText(ModalScreen[None]):
    """The one-line text of a position, which has been copied."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,c", "dismiss", "Back")]
    DEFAULT_CSS = """
    ShowText {
        align: center middle;
        Vertical { width: 80%; max-width: 100; height: auto; padding: 1 2; background: $surface; }
        Vertical { border: round $border; }
        Static { height: auto; }
        #hint { color: $muted; margin: 1 0 0 0; }
    }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.text, id="line", markup=False)
            yield Static(
                "This line is the whole position. It is on the clipboard, where the terminal allows that; "
                "o takes such a line here, and `flagfall play --from` does in a shell. Enter goes back.",
                id="hint",
                markup=False,
            )


T = TypeVar("T")


class AskText(ModalScreen[T | None]):
    """A line that is typed or pasted, and what it means; what can't be meant is said below, and nothing is lost."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]
    DEFAULT_CSS = """
    AskText {
        align: center middle;
        Vertical { width: 80%; max-width: 100; height: auto; padding: 1 2; background: $surface; }
        Vertical { border: round $border; }
        Static { height: auto; }
        Input { margin: 1 0; }
        #problem { color: $warning; }
    }
    """

    def __init__(self, question: str, hint: str, meaning: Callable[[str], T]) -> None:
        super().__init__()
        self.question, self.hint, self.meaning = question, hint, meaning

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.question, markup=False)
            yield Input(placeholder=self.hint, compact=True)
            yield Static(id="problem", markup=False)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        try:
            meant = self.meaning(event.value.strip())
        except (FlagfallError, OSError) as error:
            reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
            self.query_one("#problem", Static).update(sentence(reason))
            return
        self.dismiss(meant)
