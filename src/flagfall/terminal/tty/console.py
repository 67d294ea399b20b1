"""Where people read and type: a terminal of any kind, or a pipe."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from flagfall.core import printable

from .advice import Advice
from .editing import History

if TYPE_CHECKING:
    from types import FrameType

    from .cursor import Shown
    from .editing import Line
    from .keys import Silence
    from .private import Page

Echo = Callable[[str], str]
"""How much of what is typed may be seen."""
Recall = Callable[[str], bool]
"""Whether a line may come back with the arrow keys: never one that is a secret."""

_COLOURS = {"1": "\033[1;36m", "2": "\033[1;35m"}
_PLAYER = re.compile(r"(?:Player |\bP)([12])(?:\(\d+\))?(?!\d)")


class Surface(Protocol):
    """Where a question stands, and the line behind it."""

    def ask(self, prompt: str) -> None: ...

    def show(self, text: str, at: int) -> None:
        """So much of the line, with the cursor before its sign number `at`."""

    def leave(self) -> None:
        """The line is whole."""


class Console:
    """Prints lines and asks for lines. On a pipe an answer is one line, and what may be seen of it is printed, too."""

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self.stdin = stdin or sys.stdin
        self.stdout = stdout or sys.stdout
        self.typed = self.stdin.isatty()
        """Whether somebody types: then the terminal shows the typing."""
        self.interactive = self.typed and self.stdout.isatty()
        self.able = self.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        """Whether the cursor can be sent elsewhere."""
        self.colour = self.able and not os.environ.get("NO_COLOR")
        self._hides: bool | None = None
        self._page: Page | None = None
        self.history = History()
        """The lines that were typed here and are no secret."""
        self._silence: Silence | None = None

    def can_hide(self) -> bool:
        """Whether a private screen can be shown and taken away without a trace: the terminal is asked each time."""
        if self._hides is not False:
            from .private import has_alternate_screen

            self._hides = self.interactive and has_alternate_screen(self.stdin, self.stdout)
        return self._hides

    @property
    def width(self) -> int | None:
        """Columns of the terminal, asked anew each time; None where nobody looks at one."""
        return width_of(self.stdout)

    def print(self, text: str = "") -> None:
        self.write(self.paint(text) + "\n")

    def tell(self, text: str, indent: str = "") -> None:
        """Print a sentence of ours, broken between words where the screen is too narrow for it."""
        self.print(folded(text, self.width, indent))

    def advise(self, text: str, command: str) -> None:
        """Print a sentence that ends in a command, which is never broken."""
        self.print(Advice(text, command).written(self.width))

    def print_json(self, data: Any) -> None:
        import json

        self.write(json.dumps(data, indent=1, ensure_ascii=False) + "\n")

    def page(self, text: str) -> None:
        """Print a long text; at a terminal through the pager that the user has chosen, or less."""
        pager = os.environ.get("PAGER", "less")
        if not (self.interactive and self.able and pager.strip() and _paged(pager, f"{self.paint(text)}\n")):
            self.print(text)

    def write(self, text: str) -> None:
        if self._page:
            self._page.write(text)
            return
        try:
            self.stdout.write(text)
            self.stdout.flush()
        except RuntimeError:  # a signal came while something was being written, and whoever answers it writes, too
            os.write(self.stdout.fileno(), text.encode(self.stdout.encoding, "replace"))

    def paint(self, text: str) -> str:
        """`text` with the players' names in their colours, where the terminal has colours."""
        return _PLAYER.sub(lambda found: f"{_COLOURS[found[1]]}{found[0]}\033[0m", text) if self.colour else text

    def ask(self, prompt: str, echo: Echo | None = None, recalled: Recall | None = None) -> str:
        """One line from the player. `echo` is for secrets: it says what may be seen of the line while it is typed. What
        is not `recalled` does not come back with the arrow keys; None: everything does that may be seen."""
        if self.typed and (echo or self._page or (self._silence and self._silence.hides_keys())):
            self._be_silent()
            return self._ask_by_keys(prompt, echo, recalled)
        self.end_silence()
        if self._edits():
            return self._ask_by_keys(prompt, echo, recalled)
        self.write(self.paint(prompt))
        with self._put_back(prompt):
            line = self._read_line()
        if not self.typed:
            self.write((echo(line) if echo else line) + "\n")
        return line

    def agree(self, question: str) -> bool:
        """Whether somebody says yes; only a word that means it does, and the end of the input means no."""
        try:
            return self.ask(f"{question} (y/n) ").strip().casefold() in ("y", "yes")
        except EOFError:
            return False

    def _edits(self) -> bool:
        """Whether lines are edited here: a terminal that can't send its cursor elsewhere does it better itself."""
        from .keys import has_termios

        return self.interactive and self.able and has_termios()

    def _be_silent(self) -> None:
        """No key is seen from now on, until a question comes that hides nothing, and no key waits for it."""
        from .keys import Silence

        self._silence = self._silence or Silence(self.stdin)
        if self._silence.begin():
            self.print("(What was typed before this question was seen, so it is not taken.)")

    def _ask_by_keys(self, prompt: str, echo: Echo | None, recalled: Recall | None) -> str:
        """The line is edited here, and not by the terminal. What is kept of a private screen goes with it."""
        from .editing import Line

        history = self._page.history if self._page else None if echo else self.history
        line = Line(history)
        self._read_keys(line, self.paint(prompt), echo)
        is_open = not echo or echo(line.text) == line.text
        if history and is_open and (recalled is None or recalled(line.text)):
            history.add(line.text)
        return line.text

    def _read_keys(self, line: Line, prompt: str, echo: Echo | None) -> None:
        """Show of the line what `echo` gives and nothing else. Keys that wait belong to it, too."""
        from .keys import keys, keys_wait, suspendable, unsuspended

        surface: Surface = self._page or self.surface()

        def show() -> None:
            seen = echo(line.text) if echo else line.text
            surface.show(seen, min(line.at, len(seen)))

        def ask() -> None:
            surface.ask(prompt)
            show()

        stops = unsuspended(self.stdin) if echo or self._page else suspendable(self.stdin, ask)
        with keys(self.stdin, flush=False) as pressed, stops:
            ask()
            while not self._is_whole(line, next(pressed), surface):
                if not keys_wait(self.stdin):
                    show()
            show()
            surface.leave()

    def _is_whole(self, line: Line, key: str, surface: Surface) -> bool:
        try:
            return line.press(key)
        except EOFError:
            surface.leave()
            raise

    def surface(self) -> Shown:
        """Where a line is typed that all may see."""
        from .cursor import Shown

        return Shown(self.write, lambda: self.width if self.able else None)

    def end_silence(self) -> None:
        """Let the terminal show what is typed, as it does by itself."""
        if self._silence:
            self._silence.end()

    def _read_line(self) -> str:
        from .keys import LONGEST_LINE, LineTooLong

        try:
            line = self.stdin.readline(LONGEST_LINE + 1)
        except OSError:  # the terminal is gone
            line = ""
        if len(line) > LONGEST_LINE and not line.endswith("\n"):
            self.write("\n")
            raise LineTooLong
        if not line:
            self.write("\n")
            raise EOFError
        if self.typed and not line.endswith("\n"):  # Ctrl-D in the middle of a line
            self.write("\n")
        return harmless(line.rstrip("\n"))

    @contextmanager
    def _put_back(self, prompt: str) -> Iterator[None]:
        """Ask again after Ctrl-Z and `fg`, which throw away what was typed."""
        import signal

        if not (self.typed and hasattr(signal, "SIGCONT")):
            yield
            return

        def ask_again(number: int, frame: FrameType | None) -> None:
            with suppress(OSError):  # a terminal that goes away lets its programs go on, too
                self.write(self.paint(prompt))

        before = signal.signal(signal.SIGCONT, ask_again)
        try:
            yield
        finally:
            signal.signal(signal.SIGCONT, before)

    @contextmanager
    def private(self) -> Iterator[None]:
        """A screen of its own, of which nothing stays behind, not even in the scrollback; only where it `can_hide`."""
        from .private import Page

        page = Page(self.stdin, self.stdout)
        with page.shown():
            self._page = page
            try:
                yield
            finally:
                self._page = None


def _paged(pager: str, text: str) -> bool:
    """Show the text with this command, which has the keyboard meanwhile: Ctrl-C is for it, too."""
    import shlex
    import signal
    import subprocess

    before = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        subprocess.run(shlex.split(pager), input=text, text=True, env={"LESS": "FRX", **os.environ}, check=False)
    except (OSError, ValueError):  # there is no such program
        return False
    finally:
        signal.signal(signal.SIGINT, before)
    return True


def width_of(stream: TextIO) -> int | None:
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None


def folded(text: str, width: int | None, indent: str = "") -> str:
    """`text` in lines of at most `width` columns, all but the first indented; a word is never broken."""
    if width is None:
        return text
    import textwrap

    return textwrap.fill(text, max(width, 20), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def complain(message: str) -> None:
    """Say what is wrong where it is no answer: in one line of the other stream, if anybody reads that."""
    with suppress(OSError):
        print(folded(f"flagfall: {' '.join(message.split())}", width_of(sys.stderr), "  "), file=sys.stderr)


def sentence(text: str) -> str:
    """An error's text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"


def harmless(line: str) -> str:
    """The line without control signs, which a screen might obey; in their place is no `?`, as that is a command."""
    return printable(line, "\ufffd", blank=" ")
