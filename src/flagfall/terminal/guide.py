"""The rules of a game for reading: the pages of docs/rules, taken apart and folded to the screen."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

_ENTRY = re.compile(r"- (?:\*\*(?P<id>[FG]\d?-[A-Z0-9]+)\*\* )?(?:\*(?P<name>[^*]+)\*: )?(?P<text>.*)")


@dataclass(frozen=True)
class Entry:
    """One rule, text or ruling."""

    id: str | None
    name: str | None
    text: str


@dataclass(frozen=True)
class Guide:
    title: str
    about: str
    chapters: dict[str, list[Entry]]

    def short(self, width: int | None) -> str:
        """The rules proper, without texts and rulings."""
        lines = [self.title, "", _folded(self.about, width), "", *_listed(self.chapters["Rules"], width)]
        return "\n".join(lines)

    def full(self, width: int | None) -> str:
        lines = [self.title, "", _folded(self.about, width)]
        for name, entries in self.chapters.items():
            lines += ["", name, "", *_listed(entries, width)]
        return "\n".join(lines)


def guide(game: str) -> Guide:
    """The page of this game."""
    title, *rest = _page(game).split("\n")
    about, *chapters = re.split(r"^## ", "\n".join(rest), flags=re.MULTILINE)
    return Guide(title.removeprefix("# "), " ".join(about.split()), dict(map(_chapter, chapters)))


def _page(game: str) -> str:
    package = Path(__file__).parents[1]
    folders = (package / "rules", package.parents[1] / "docs" / "rules")  # installed, or in a working copy
    return next(path for folder in folders if (path := folder / f"{game}.md").is_file()).read_text(encoding="utf-8")


def _chapter(text: str) -> tuple[str, list[Entry]]:
    name, _, body = text.partition("\n")
    bullets = re.sub(r"\n\s+", " ", body).strip().split("\n")
    return name.strip(), [_entry(line) for line in bullets if line.strip()]


def _entry(line: str) -> Entry:
    found = _ENTRY.fullmatch(line)
    return Entry(found["id"], found["name"], found["text"]) if found else Entry(None, None, line)


def _listed(entries: list[Entry], width: int | None) -> list[str]:
    return [
        "\n" + entry.text[4:] if entry.text.startswith("### ") else _folded(_line(entry), width, "  ")
        for entry in entries
    ]


def _line(entry: Entry) -> str:
    text = re.sub(r"\*\*?([^*]+)\*\*?", r"\1", entry.text).replace("`", "'")
    return " ".join(part for part in (entry.id, entry.name and f"[{entry.name}]", text) if part)


def _folded(text: str, width: int | None, indent: str = "") -> str:
    return textwrap.fill(text, max(min(width or 80, 100), 30), subsequent_indent=indent)
