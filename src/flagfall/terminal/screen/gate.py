"""Full screen, plain lines or words: what was asked for, and what this terminal can do.

Textual is not loaded here: it draws on anything, and hangs where nobody types.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from flagfall.terminal.settings import Settings

from flagfall.core import FlagfallError

VARIABLE = "FLAGFALL_SCREEN"
SMALLEST = (40, 12)
"""Columns and rows without which nothing can be played on the full screen."""


class Mode(StrEnum):
    FULL = "full"
    PLAIN = "plain"
    WORDS = "words"


class BadScreen(FlagfallError):
    """There is no such screen."""


class Way(NamedTuple):
    """How to go on, and why not on the full screen, if that was wanted and can't be."""

    mode: Mode
    why: str | None = None


def way(given: Mode | None, kept: str | None, usual: Mode) -> Way:
    """What was given now goes before the environment, that before what was kept, and that before what is usual."""
    wanted = given or _in_environment() or _named(kept) or usual
    why = hindrance() if wanted is Mode.FULL else None
    return Way(Mode.PLAIN, why) if why else Way(wanted)


def _in_environment() -> Mode | None:
    text = os.environ.get(VARIABLE, "")
    if text and not _named(text):
        raise BadScreen(f"{VARIABLE} must be {' or '.join(Mode)}, not {text!r}")
    return _named(text)


def _named(text: str | None) -> Mode | None:
    return Mode(text) if text in tuple(Mode) else None


def hindrance() -> str | None:
    """Why the full screen can't be shown here; None where it can."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return "the input or the output is not a terminal"
    return _lacking(os.environ.get("TERM", "")) or _too_small()


def _lacking(term: str) -> str | None:
    """What this kind of terminal lacks, by its name. A system without a list of them has none that lack anything."""
    try:
        import curses
    except ImportError:
        return None
    if term in ("", "dumb"):
        return "this terminal says that it can only print lines (TERM is dumb or empty)"
    try:
        curses.setupterm(term, sys.stdout.fileno())
    except curses.error:
        return f"nothing is known here about a terminal called {term!r}"
    return None if curses.tigetstr("cup") else f"a terminal called {term!r} can only print lines"


def _too_small() -> str | None:
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    if 0 in (columns, rows) or (columns >= SMALLEST[0] and rows >= SMALLEST[1]):
        return None
    return f"the window has {columns}x{rows} characters, and the full screen needs {SMALLEST[0]}x{SMALLEST[1]}"


@dataclass(frozen=True)
class Display:
    """How to draw here."""

    ansi: bool = False
    """Only the terminal's own 16 colours, or none at all: then there are no backgrounds."""
    ascii: bool = False
    mouse: bool = True
    motion: bool = True
    dark: bool = True
    hides: bool = True
    """Whether nothing that is shown stays with the terminal. A real one is asked where it matters."""


def display(kept: Settings, *, ascii: bool = False, mouse: bool = True, motion: bool = True) -> Display:  # noqa: A002
    """What was asked for now or for good, and what the terminal says of itself."""
    term = os.environ.get("TERM", "")
    light = _is_light(os.environ.get("COLORFGBG", "")) if kept.theme == "auto" else kept.theme == "light"
    return Display(
        ansi=bool(os.environ.get("NO_COLOR")) or _has_few_colours(term),
        ascii=ascii or kept.ascii or term == "linux" or "utf" not in (sys.stdout.encoding or "").casefold(),
        mouse=mouse and kept.mouse,
        motion=motion and kept.motion and not os.environ.get("NO_ANIMATION"),
        dark=not light,
    )


def _has_few_colours(term: str) -> bool:
    many = os.environ.get("COLORTERM", "").casefold() in ("truecolor", "24bit") or "WT_SESSION" in os.environ
    return os.name != "nt" and not many and not term.endswith(("256color", "direct", "kitty"))


def _is_light(colours: str) -> bool:
    """Some terminals tell their colours as FOREGROUND;BACKGROUND: 7 and what is above 8 are light."""
    background = colours.rpartition(";")[2]
    return background.isdigit() and int(background) in (7, *range(9, 16))
