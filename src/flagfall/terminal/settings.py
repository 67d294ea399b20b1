"""What a person likes, kept from one start to the next in a small file: the screen, its theme, motion, names."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flagfall.core import BadRules, OneOf, Rules, YesNo, printable, setting
from flagfall.core.rules import Kind
from flagfall.record.disk import config_folder
from flagfall.record.files import write_whole
from flagfall.record.names import LONGEST_NAME

LONGEST_FILE = 65_536
"""Characters. A file that is longer is not ours."""


@dataclass(frozen=True)
class Text(Kind[str]):
    """A word or two, in signs that a screen shows and does not obey."""

    longest: int

    def allowed(self) -> str:
        return f"text of at most {self.longest} signs that can be printed"

    def accepts(self, value: str) -> bool:
        return isinstance(value, str) and len(value) <= self.longest and printable(value, "") == value

    def read(self, text: str) -> str:
        return text.strip()

    def write(self, value: str) -> str:
        return value


@dataclass(frozen=True)
class Settings(Rules):
    """Declared as a game's rules are, so whatever asks for a variation can ask for these, with the same errors."""

    screen: str = setting(
        "auto",
        OneOf(("auto", "full", "plain", "words")),
        "the full screen, plain lines, or lines with the board in words; auto: the full screen where it can be",
    )
    theme: str = setting(
        "auto",
        OneOf(("auto", "dark", "light")),
        "the colours of the full screen; auto: light where the terminal says that it is",
    )
    motion: bool = setting(True, YesNo(), "pieces glide on the full screen")
    mouse: bool = setting(True, YesNo(), "the full screen listens to the mouse")
    ascii: bool = setting(False, YesNo(), "plain signs only, for fonts that lack others")
    flip: bool = setting(False, YesNo(), "your own side at the bottom of the full screen's board")
    coach: bool = setting(False, YesNo(), "what moves are worth is shown from the start, where the coach may speak")
    name1: str = setting("", Text(LONGEST_NAME), "your name")
    name2: str = setting("", Text(LONGEST_NAME), "the name of who plays with you at this keyboard")


def settings() -> Settings:
    """What was kept. Whatever in the file can't be read or means nothing is as if it had never been kept."""
    kept = Settings()
    for name, value in _texts().items():
        with suppress(BadRules):
            kept = replace(kept, **{name: Settings.read_one(name, value)})
    return kept


def keep(**changes: Any) -> bool:
    """Keep these from now on; False where nothing can be written, which is no reason to stop. Only for what a person
    has chosen, never for what a script or a pipe has asked for."""
    chosen = replace(settings(), **changes)
    try:
        write_whole(path(), json.dumps(chosen.changed(), indent=1, ensure_ascii=False) + "\n")
    except OSError:
        return False
    return True


def remember_screen(asked: str) -> None:
    """Keep the screen that a person has asked for, and say so if it is new."""
    if asked != settings().screen and keep(screen=asked):
        from .tty.console import complain

        complain(f"{_FROM_NOW_ON[asked]}; --full, --plain or --words changes that")


_FROM_NOW_ON = {
    "full": "from now on the full screen is used where it can be",
    "plain": "from now on everything is in plain lines",
    "words": "from now on the board is said in words",
}


def path() -> Path:
    return config_folder() / "settings.json"


def _texts() -> dict[str, str]:
    try:
        with open(path(), encoding="utf-8") as file:
            data = json.loads(file.read(LONGEST_FILE))
    except (OSError, ValueError, RecursionError):
        return {}
    return {name: value for name, value in data.items() if isinstance(value, str)} if isinstance(data, dict) else {}
