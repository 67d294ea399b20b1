"""The rules of a game for reading: the pages beside them, taken apart and folded to the screen."""

from __future__ import annotations

import re
from dataclasses import dataclass

from flagfall.core import FlagfallError, Position
from flagfall.installed import page
from flagfall.terminal.tty.console import folded

_ENTRY = re.compile(r"(?:- |(?P<number>\d+\. ))?(?:\*\*(?P<id>\w+-\w+)\*\* )?(?:\*(?P<name>[^*]+)\*: )?(?P<text>.*)")
_HEADING = "### "
SHORT = "In short"
"""The name of the first chapter."""


class NoPage(FlagfallError):
    """No page of rules lies beside the game."""


@dataclass(frozen=True)
class Entry:
    """One rule, text or ruling; or a heading between them."""

    id: str | None
    name: str | None
    text: str

    def plain(self) -> str:
        """Without the marks that stand for bold, slanted and code."""
        text = re.sub(r"\*\*?([^*]+)\*\*?", r"\1", self.text).replace("`", "'")
        return " ".join(part for part in (self.id, self.name and f"[{self.name}]", text) if part)

    def lines(self, width: int | None) -> str:
        if self.text.startswith(_HEADING):
            return f"\n{self.text.removeprefix(_HEADING)}"
        return _prose(self.plain(), width, indent="  ")


@dataclass(frozen=True)
class Guide:
    title: str
    about: str
    chapters: dict[str, list[Entry]]

    def short(self, width: int | None) -> str:
        """What one needs to know to play, on less than a screen; everything where no chapter says it."""
        return self._written([SHORT], width) if SHORT in self.chapters else self.full(width)

    def full(self, width: int | None) -> str:
        return self._written(list(self.chapters), width)

    def _written(self, names: list[str], width: int | None) -> str:
        lines = [self.title, "", _prose(self.about, width)]
        for name in names:
            lines += ["", name, "", *(entry.lines(width) for entry in self.chapters[name])]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def guide(game: type[Position]) -> Guide:
    """The page of this game, or NoPage."""
    text = page(game)
    if text is None:
        raise NoPage(f"{game.title} has no page of rules")
    title, *rest = text.split("\n")
    about, *chapters = re.split(r"^## ", "\n".join(rest), flags=re.MULTILINE)
    return Guide(title.removeprefix("# "), " ".join(about.split()), dict(map(_chapter, chapters)))


def _chapter(text: str) -> tuple[str, list[Entry]]:
    """The name of a chapter and its entries; a line that is indented goes on with the entry above it."""
    name, _, body = text.partition("\n")
    lines = re.sub(r"\n[ \t]+(?=\S)", " ", body).split("\n")
    return name.strip(), [_entry(line) for line in lines if line.strip()]


def _entry(line: str) -> Entry:
    found = _ENTRY.fullmatch(line)
    if not found:
        return Entry(None, None, line)
    return Entry(found["id"], found["name"], (found["number"] or "") + found["text"])


def _prose(text: str, width: int | None, indent: str = "") -> str:
    """Lines that are pleasant to read, also where the screen is very wide or unknown."""
    return folded(text, min(width or 80, 100), indent)
