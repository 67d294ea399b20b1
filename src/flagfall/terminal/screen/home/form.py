"""A form of single lines: what is asked on the left, the answer on the right. Arrows walk and turn, Enter is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

LABEL = 12
"""Columns of what is asked."""
LINES = "Turned, Entry Input, Do, .spot"
"""What the arrows walk over."""


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Lines below one another. Arrows walk, and what is walked to is seen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "walk(-1)", show=False),
        Binding("down", "walk(1)", show=False),
    ]

    def action_walk(self, by: int) -> None:
        (self.screen.focus_next if by > 0 else self.screen.focus_previous)(LINES)


class Row(Widget):
    """One line of a form."""

    @dataclass
    class Changed(Message):
        row: Row

        @property
        def control(self) -> Row:
            return self.row

    class Done(Message):
        """Enough was answered: go on."""

    def __init__(self, key: str, label: str, about: str = "") -> None:
        super().__init__(id=key, classes="row")
        self.label, self.about = label, about

    @property
    def text(self) -> str:
        """The answer as one would type it."""
        raise NotImplementedError

    def action_done(self) -> None:
        self.post_message(self.Done())


class Turned(Row, can_focus=True):
    """An answer that is turned with the arrows to the left and right, or by clicking."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "done", "Go"),
        Binding("left", "turn(-1)", "Change", key_display="←→"),
        Binding("right,space", "turn(1)", show=False),
    ]

    def action_turn(self, by: int) -> None:
        raise NotImplementedError

    @property
    def shown(self) -> str:
        raise NotImplementedError

    def render(self) -> Content:
        left, right = ("<", ">") if getattr(self.app, "ascii", False) else ("‹", "›")
        sign = "$link" if self.has_focus else "$muted"
        return Content.from_markup(
            f"[$muted]$label[/][{sign}]{left}[/] $shown [{sign}]{right}[/]",
            label=f"{self.label:<{LABEL}}",
            shown=self.shown,
        )

    def on_click(self, event: events.Click) -> None:
        self.focus()
        self.action_turn(-1 if event.x in range(LABEL - 1, LABEL + 2) else 1)


class Choice(Turned):
    """One of several answers."""

    def __init__(self, key: str, label: str, answers: Sequence[tuple[str, str]], at: str = "", about: str = "") -> None:
        super().__init__(key, label, about)
        self.answers = list(answers)
        self._at = at or self.answers[0][0]

    @property
    def text(self) -> str:
        return self._at

    @property
    def shown(self) -> str:
        return dict(self.answers)[self._at]

    def offer(self, answers: Sequence[tuple[str, str]], otherwise: str = "") -> None:
        """From now on these are the answers; one that is among them stays."""
        self.answers = list(answers)
        known = [each for each, _ in self.answers]
        if self._at not in known:
            self._at = otherwise or known[0]
        self.refresh()

    def action_turn(self, by: int) -> None:
        known = [each for each, _ in self.answers]
        self._at = known[(known.index(self._at) + by) % len(known)]
        self.refresh()
        self.post_message(self.Changed(self))


class Number(Turned):
    """A whole number: turned within its bounds, or typed. What is typed stands there also where it can't be meant."""

    def __init__(self, key: str, label: str, low: int, high: int, at: str, about: str = "") -> None:
        super().__init__(key, label, about)
        self.low, self.high, self._text, self._fresh = low, high, at, True

    @property
    def text(self) -> str:
        return self._text

    @property
    def shown(self) -> str:
        return self._text or " "

    def action_turn(self, by: int) -> None:
        now = int(self._text) if self._text else self.low
        self._put(str(min(max(now + by, self.low), self.high)))
        self._fresh = True

    def on_focus(self) -> None:
        self._fresh = True

    def on_key(self, event: events.Key) -> None:
        if event.key == "backspace":
            self._put(self._text[:-1])
        elif event.character and event.character.isascii() and event.character.isdigit():
            self._put(("" if self._fresh else self._text[:5]) + event.character)
        else:
            return
        self._fresh = False
        event.stop()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return bool(character and character.isdigit())

    def _put(self, text: str) -> None:
        self._text = text
        self.refresh(layout=False)
        self.post_message(self.Changed(self))


class Line(Input):
    """What is typed; the key that sends it off is shown at the bottom."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Go")]


class Entry(Row):
    """An answer that is typed."""

    def __init__(self, key: str, label: str, at: str = "", about: str = "", hint: str = "") -> None:
        super().__init__(key, label, about)
        self.line = Line(at, placeholder=hint, compact=True, select_on_focus=False)

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Static(Content.from_markup("[$muted]$label[/]", label=f"{self.label:<{LABEL}}"))
            yield self.line

    @property
    def text(self) -> str:
        return self.line.value

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed(self))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_done()


class Do(Row, can_focus=True):
    """The line that does it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "done", "Go")]

    @property
    def text(self) -> str:
        return ""

    def render(self) -> str:
        return self.label

    def on_click(self) -> None:
        self.action_done()

    def say(self, label: str) -> None:
        self.label = label
        self.refresh()
