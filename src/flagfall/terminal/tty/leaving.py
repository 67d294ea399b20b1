"""Leaving a game well: however it happens, with a word about how to go on and the exit code that says why."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

from flagfall.exits import DONE, INPUT_ENDED, INTERRUPTED, TERMINATED

from .advice import Advice
from .console import width_of

_WHY = {DONE: "You left the game", INPUT_ENDED: "The input ended", INTERRUPTED: "Stopped", TERMINATED: "Stopped"}


class Leave(Exception):
    """The players stop here, for the reason that the exit code `code` stands for."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def until_left(run: Callable[[], int], how_to_go_on: Callable[[], Advice]) -> int:
    """What `run` answers, or the exit code that says why it was left."""
    try:
        with _stoppable():
            return run()
    except Leave as leave:
        return _notice(leave.code, how_to_go_on())
    except EOFError:
        return _notice(INPUT_ENDED, how_to_go_on())
    except KeyboardInterrupt:
        return _notice(INTERRUPTED, how_to_go_on())


def _notice(code: int, how_to_go_on: Advice) -> int:
    """A word that nobody may be there to read. Whoever was interrupted has not ended the line of the prompt."""
    new_line = "\n" if code in (INTERRUPTED, TERMINATED) else ""
    with suppress(OSError):
        sys.stdout.flush()
        advice = Advice(f"{_WHY[code]}: {how_to_go_on.text}", how_to_go_on.command)
        print(f"{new_line}{advice.written(width_of(sys.stderr))}", file=sys.stderr, flush=True)
    return code


@contextmanager
def _stoppable() -> Iterator[None]:
    """Let SIGTERM and a closed terminal end the game as Ctrl-C does."""

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        raise Leave(TERMINATED)

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)]
    before = {number: signal.signal(number, stop) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
