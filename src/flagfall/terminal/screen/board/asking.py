"""The small list that asks which of several moves is meant, where they aim at one cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.geometry import Region

from flagfall.core import Move, Option
from flagfall.terminal.screen.look import Palette

from .canvas import Canvas

if TYPE_CHECKING:  # it knows the solver, which a board does without
    from flagfall.coach.evaluation.verdicts import Verdict

POINTER = "▸ "


@dataclass(frozen=True)
class Question:
    """What may be meant, and which of it is pointed at."""

    options: tuple[Option, ...]
    picked: int = 0

    @property
    def option(self) -> Option:
        return self.options[self.picked]

    def moved(self, step: int) -> Question:
        return Question(self.options, (self.picked + step) % len(self.options))


def lines(options: Sequence[Option], verdicts: Mapping[Move, Verdict]) -> list[str]:
    """What each does; the notation behind it where that would leave two alike."""
    often = Counter(option.label for option in options)
    texts = [each.label if often[each.label] == 1 else f"{each.label} ({each.move})" for each in options]
    widest = max(map(len, texts))
    known = [verdicts[each.move].short if each.move in verdicts else "" for each in options]
    return [f"{text:<{widest}}  {value}".rstrip() for text, value in zip(texts, known, strict=True)]


def box(window: Region, cell: Region, texts: Sequence[str]) -> Region:
    """Below the cell, or above it, or wherever it is seen."""
    width = min(window.width, max(map(len, texts)) + 4 + len(POINTER))
    height = min(window.height, len(texts) + 2)
    below = cell.bottom if cell.bottom + height <= window.bottom else cell.y - height
    x = max(window.x, min(cell.x + (cell.width - width) // 2, window.right - width))
    return Region(x, max(window.y, min(below, window.bottom - height)), width, height)


def first_shown(question: Question, height: int) -> int:
    """Where the list begins that is longer than its box."""
    return max(0, min(question.picked - height // 2, len(question.options) - height))


def paint(
    canvas: Canvas, palette: Palette, question: Question, region: Region, verdicts: Mapping[Move, Verdict]
) -> None:
    x, y, width, height = region
    canvas.fill(*region, palette["card"])
    for row, text in enumerate(
        (f"╭{'─' * (width - 2)}╮", *[f"│{' ' * (width - 2)}│"] * (height - 2), f"╰{'─' * (width - 2)}╯")
    ):
        canvas.put(x, y + row, text, palette["edge"])
    first = first_shown(question, height - 2)
    texts = lines(question.options, verdicts)
    for row, number in enumerate(range(first, min(len(texts), first + height - 2)), y + 1):
        text = _cut(texts[number], width - 4 - len(POINTER))
        if number == question.picked:
            canvas.on(x + 1, row, f" {POINTER}{text}".ljust(width - 2), palette["go"], palette["on-go"])
        else:
            canvas.put(x + 2 + len(POINTER), row, text, palette["ink"])


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: max(0, width - 1)]}…"


def number_at(question: Question, region: Region, x: int, y: int) -> int | None:
    """Which line of the list is there."""
    number = first_shown(question, region.height - 2) + y - region.y - 1
    inside = region.contains(x, y) and region.y < y < region.bottom - 1
    return number if inside and number < len(question.options) else None
