"""The line below a board: what is typed into it, and before that what could be."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.content import Content
from textual.widgets import Static

LONGEST = 500
EDITING = ("enter", "escape", "backspace", "up", "down")


class TypedLine(Static):
    """No input widget: that gets the focus a moment late, and loses keys. The screen hands every key over, in order."""

    DEFAULT_CSS = "TypedLine { height: 1; padding: 0 1; background: $surface; }"

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.text: str | None = None
        """None while nothing is typed."""
        self.idle = Content("")
        self.entered: list[str] = []
        self._back = 0

    @property
    def open(self) -> bool:
        return self.text is not None

    def invite(self, idle: Content) -> None:
        """What stands here while nothing is typed."""
        self.idle = idle
        self._draw()

    def begin(self, text: str = "") -> None:
        self.text, self._back = text, 0
        self._draw()

    def forget(self) -> None:
        self.text = None
        self._draw()

    def take(self, event: events.Key, enter: Callable[[str], object], *, digits: bool, colon: bool = True) -> bool:
        """Whether a key belongs here: a sign that begins a line, or one that edits it; `enter` gets what is entered."""
        if not self.open:
            sign = event.character if event.is_printable else None
            if not sign or not ((digits and sign.isdigit()) or (colon and sign == ":")):
                return False
            self.begin(sign.strip(":"))
            return True
        if not (event.is_printable or event.key in EDITING):
            return False
        if entered := (self.press(event) or "").strip():
            enter(entered)
        return True

    def press(self, event: events.Key) -> str | None:
        """Take a key; the answer is the whole line, when it is entered."""
        text = self.text or ""
        if event.key == "enter":
            return self._enter(text)
        if event.key == "escape" or (event.key == "backspace" and not text):
            self.forget()
        elif event.key == "backspace":
            self.begin(text[:-1])
        elif event.key in ("up", "down"):
            self._recall(1 if event.key == "up" else -1)
        elif event.is_printable and event.character and len(text) < LONGEST:
            self.begin(text + event.character)
        return None

    def _enter(self, text: str) -> str:
        if text.strip():
            self.entered = [*self.entered[-99:], text]
        self.forget()
        return text

    def _recall(self, step: int) -> None:
        self._back = max(0, min(len(self.entered), self._back + step))
        self.text = self.entered[-self._back] if self._back else ""
        self._draw()

    def _draw(self) -> None:
        """Always one line: nothing else has to be laid out anew for a key."""
        if self.text is None:
            self.update(self.idle, layout=False)
            return
        prompt, cursor = Content.styled("> ", "bold $link"), Content.styled(" ", "reverse")
        keys = Content.styled("  Enter does it, Esc forgets it", "$muted") if len(self.text) < 30 else Content("")
        self.update(Content.assemble(prompt, self.text[-200:], cursor, keys), layout=False)
