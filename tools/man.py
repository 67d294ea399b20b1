"""Write docs/flagfall.1: the man page, made from what `--help` knows."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap

from flagfall import __version__
from flagfall.cli import COMMANDS, ENVIRONMENT, EXAMPLES, listed, parser, top_parser
from flagfall.exits import MEANING

PAGE = Path(__file__).parents[1] / "docs" / "flagfall.1"
DATE = "2026-11-16"
"""Of the page. It is a part of it, so that the same commands make the same page on any day."""
FILES = {
    "~/.local/share/flagfall/games": "the games that you have played, one file a game or series",
    "~/.local/share/flagfall/unattended": "the newest fifty that came through pipes or that bots played",
    "~/.local/share/flagfall/puzzles, lessons": "what you have mastered",
    "~/.config/flagfall/settings.json": "what you have chosen: the screen, its theme, motion, names",
    "~/.cache/flagfall": "solutions, which can be made again",
}


def page() -> str:
    """The whole page, as troff's macros for manuals have it."""
    return "\n".join([*_head(), *_commands(), *_tail(), ""])


def _head() -> Iterator[str]:
    top = top_parser()
    yield f'.TH FLAGFALL 1 "{DATE}" "flagfall {__version__}" "Games"'
    yield from (".SH NAME", r"flagfall \- five pocket strategy games for two")
    yield from (".SH SYNOPSIS", rf"\fBflagfall\fR {_text(_arguments_of(top))}")
    yield from (".SH DESCRIPTION", *_prose(top.description or ""))
    yield from _options(top)


def _commands() -> Iterator[str]:
    yield ".SH COMMANDS"
    for name, about in listed().items():
        made = parser(name)
        yield f".SS {name}"
        yield from _prose(_sentence(about))
        yield from (".PP", rf"\fBflagfall {name}\fR {_text(_arguments_of(made))}".rstrip())
        yield from _options(made)
        if COMMANDS[name].epilog:
            yield from (".PP", *_prose(COMMANDS[name].epilog or ""))
        yield from (".PP", "Examples:", *_tagged(COMMANDS[name].examples.items()))


def _tail() -> Iterator[str]:
    for title, entries in (("EXAMPLES", EXAMPLES), ("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)):
        yield from (f".SH {title}", *_tagged(entries.items()))
    yield from (".SH EXIT STATUS", *_tagged((str(code), meaning) for code, meaning in MEANING.items()))


def _arguments_of(made: argparse.ArgumentParser) -> str:
    """What may follow, as the help's first line has it."""
    usage = " ".join(made.format_usage().split())
    return usage.removeprefix(f"usage: {made.prog}").strip()


def _options(made: argparse.ArgumentParser) -> Iterator[str]:
    """Every argument with its meaning, besides --help, which all have."""
    for action in made._actions:
        if action.dest != "help":
            yield from (".TP", _name(action), *_prose(_meaning(action)))


def _name(action: argparse.Action) -> str:
    value = str(action.metavar or "|".join(map(str, action.choices or ())) or action.dest.upper())
    if not action.option_strings:
        return rf"\fI{_text(value)}\fR"
    takes = rf" \fI{_text(value)}\fR" if action.nargs != 0 else ""
    return ", ".join(rf"\fB{_text(each)}\fR{takes}" for each in action.option_strings)


def _meaning(action: argparse.Action) -> str:
    return (action.help or " or ".join(map(str, action.choices or ()))) % {"default": action.default}


def _tagged(entries: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, about in entries:
        yield from (".TP", rf"\fB{_text(name)}\fR", *_prose(about))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def _prose(text: str) -> list[str]:
    return [_text(line) for line in wrap(" ".join(text.split()), 70, break_long_words=False, break_on_hyphens=False)]


SIGNS = {"\\": r"\e", "-": r"\-", "~": r"\(ti", "^": r"\(ha", "`": r"\(ga", '"': r"\(dq"}


def _text(text: str) -> str:
    """As troff prints it and does not obey it: its own signs, those that it does not know, and the first of a line."""
    written = "".join(SIGNS.get(sign, sign if sign.isascii() else rf"\[u{ord(sign):04X}]") for sign in text)
    return rf"\&{written}" if written.startswith((".", "'")) else written


def main() -> int:
    PAGE.write_text(page(), encoding="utf-8")
    print(f"docs/{PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
