"""Small questions, and texts to be read: they lie over the board for a moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Entry

from flagfall.terminal.screen.panels.words import coloured

Way = tuple[str, str]
"""A key, and what it does."""
YES_NO: tuple[Way, ...] = (("y", "Yes"), ("n", "No"))
BOX = "max-width: 90%; height: auto; max-height: 90%; border: round $link; padding: 1 2; background: $surface;"


class Choice(ModalScreen[str]):
    """A question with some ways to answer it; the answer is the key. Esc is the last way, which changes nothing."""

    CSS = "Choice { background: $background 60%; }"
    DEFAULT_CSS = f"""
    Choice {{ align: center middle; }}
    Choice > Vertical {{ width: 52; {BOX} }}
    Choice OptionList {{ height: auto; border: none; padding: 0; margin-top: 1; background: transparent; }}
    Choice OptionList:focus {{ border: none; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "refuse", show=False)]

    def __init__(self, question: str, ways: Sequence[Way] = YES_NO) -> None:
        super().__init__()
        self.question, self.ways_out = question, ways

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(coloured(self.question))
            yield OptionList(*(Entry(_way(key, about), id=key) for key, about in self.ways_out))

    def take_key(self, event: events.Key) -> bool:
        """In the order in which keys come, so that none of them goes to what lies below."""
        if event.character and event.character.casefold() in dict(self.ways_out):
            self._end(event.character.casefold())
            return True
        return False

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._end(event.option_id or "")

    def action_refuse(self) -> None:
        self._end(self.ways_out[-1][0])

    def _end(self, key: str) -> None:
        if self.is_current:
            self.dismiss(key)


def _way(key: str, about: str) -> Content:
    return Content.assemble(Content.styled(f" {key} ", "bold"), f" {about}")


class Told(ModalScreen[None]):
    """The answer to a command: as much text as there is."""

    CSS = "Told { background: $background 60%; }"
    DEFAULT_CSS = f"""
    Told {{ align: center middle; }}
    Told > VerticalScroll {{ width: auto; {BOX} }}
    Told Static {{ width: auto; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space,q", "dismiss(None)", "Close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(coloured(self.text))
