"""Keys as they are pressed at a terminal, which shows none of them by itself."""

from __future__ import annotations

import codecs
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from select import select
from types import FrameType
from typing import TextIO, TypeAlias

from flagfall.core import FlagfallError

LONGEST_LINE = 100_000
"""Characters in a line from a pipe, which are more than any answer has."""
_ESCAPE = "\x1b"
_LONGEST_KEY = 32
_WINDOWS = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D", "G": "\x1b[H", "O": "\x1b[F", "S": "\x1b[3~"}
"""What Windows sends behind a sign of its own for arrows, Home, End and Delete."""


Handler: TypeAlias = Callable[[int, FrameType | None], object] | signal.Handlers


class LineTooLong(FlagfallError):
    """Something comes in that has no end."""

    def __init__(self) -> None:
        super().__init__(f"the input has a line of more than {LONGEST_LINE:,} characters, and no answer is so long")


@contextmanager
def unsuspended(stdin: TextIO) -> Iterator[None]:
    """Ignore Ctrl-Z meanwhile: it would leave what is private on the screen, or the shell without an echo. Whoever is
    stopped all the same finds the terminal as it is now when it goes on."""
    again = _as_it_is(stdin)
    with _handling("SIGTSTP", signal.SIG_IGN), _handling("SIGCONT", lambda number, frame: again()):
        yield


@contextmanager
def suspendable(stdin: TextIO, redraw: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-Z give the shell its terminal as it was, and put the line back when the program goes on."""
    again = _as_it_is(stdin)

    def stop(number: int, frame: FrameType | None) -> None:
        import termios

        normal = termios.tcgetattr(stdin.fileno())
        normal[3] |= termios.ECHO | termios.ICANON
        termios.tcsetattr(stdin.fileno(), termios.TCSADRAIN, normal)
        os.kill(os.getpid(), signal.SIGSTOP)

    def go_on(number: int, frame: FrameType | None) -> None:
        again()
        with suppress(OSError):  # a terminal that goes away lets its programs go on, too
            redraw()

    with _handling("SIGTSTP", stop), _handling("SIGCONT", go_on):
        yield


def _as_it_is(stdin: TextIO) -> Callable[[], None]:
    """What makes the terminal again as it is now; a terminal that is gone stays so."""
    if not has_termios():
        return lambda: None
    import termios

    now = termios.tcgetattr(stdin.fileno())

    def again() -> None:
        with suppress(termios.error):
            termios.tcsetattr(stdin.fileno(), termios.TCSADRAIN, now)

    return again


@contextmanager
def _handling(name: str, handler: Handler) -> Iterator[None]:
    """Have a signal handled so meanwhile, where there is such a signal."""
    if not hasattr(signal, name):
        yield
        return
    number = getattr(signal, name)
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


@contextmanager
def keys(stdin: TextIO, *, flush: bool = True) -> Iterator[Iterator[str]]:
    """The keys as they are pressed, unechoed; Ctrl-C still interrupts. To `flush` is to throw away earlier ones.

    An arrow and its like is one key of several signs: Escape, a bracket or O, and all up to a sign from @ to ~.
    """
    if not has_termios():
        yield _windows_keys()
        return
    with unechoed(stdin, flush=flush):
        yield _whole(_terminal_keys(stdin.fileno()))


@contextmanager
def unechoed(stdin: TextIO, *, flush: bool = True) -> Iterator[None]:
    """Let the terminal hand over each key at once, and show none."""
    import termios

    handle = stdin.fileno()
    before = termios.tcgetattr(handle)
    now = termios.tcgetattr(handle)
    now[3] &= ~(termios.ECHO | termios.ICANON)
    now[6][termios.VMIN], now[6][termios.VTIME] = 1, 0
    termios.tcsetattr(handle, termios.TCSAFLUSH if flush else termios.TCSADRAIN, now)
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(handle, termios.TCSADRAIN, before)


def keys_wait(stdin: TextIO) -> bool:
    """Whether something was pressed that nobody has read."""
    return has_termios() and bool(select([stdin], [], [], 0)[0])


class Silence:
    """Lets the terminal show no key from one secret question to the next: none is seen early, and none is lost."""

    def __init__(self, stdin: TextIO) -> None:
        self._stdin = stdin
        self._held = ExitStack()
        self._lasts = False

    def begin(self) -> bool:
        """Whether there were keys from before it: they were shown and are no secret, so they are thrown away."""
        if self._lasts or not has_termios():
            return False
        self._held.enter_context(unechoed(self._stdin, flush=False))
        self._lasts, found = True, False
        while self.hides_keys() and _next_byte(self._stdin.fileno()):
            found = True
        return found

    def hides_keys(self) -> bool:
        """Whether keys wait that nobody has seen."""
        return self._lasts and keys_wait(self._stdin)

    def end(self) -> None:
        self._held.close()
        self._lasts = False


def has_termios() -> bool:
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return True


def _terminal_keys(handle: int) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    while byte := _next_byte(handle):
        yield from decoder.decode(byte)
    raise EOFError


def _next_byte(handle: int) -> bytes:
    try:
        return os.read(handle, 1)
    except OSError:  # the terminal is gone
        return b""


def _whole(signs: Iterator[str]) -> Iterator[str]:
    """The signs that one key sends, together."""
    for sign in signs:
        yield _behind_escape(signs) if sign == _ESCAPE else sign


def _behind_escape(signs: Iterator[str]) -> str:
    """The key that begins with Escape. One that was pressed by itself belongs to whatever comes next."""
    while (sign := next(signs)) == _ESCAPE:
        pass
    key = _ESCAPE + sign
    if sign in "[O":
        key += next(signs)
        while len(key) < _LONGEST_KEY and not "@" <= key[-1] <= "~":
            key += next(signs)
    return key


def _windows_keys() -> Iterator[str]:  # pragma: no cover
    import msvcrt

    while True:
        key: str = msvcrt.getwch()  # type: ignore[attr-defined]
        if key == "\x03":
            raise KeyboardInterrupt
        yield _WINDOWS.get(msvcrt.getwch(), "\0") if key in "\0\xe0" else key  # type: ignore[attr-defined]
