"""Text drawings that fold instead of running off a narrow screen."""

from __future__ import annotations

from collections.abc import Sequence


def columns(
    cells: Sequence[Sequence[str]], width: int | None = None, gap: str = "", labels: Sequence[str] | None = None
) -> str:
    """Cells side by side, each a stack of lines, every line behind its label; a new band begins where `width` ends."""
    height = len(cells[0])
    labels = labels or [""] * height
    bands: list[list[str]] = []
    for cell in cells:
        size = max(map(len, cell))
        padded = [line.ljust(size) for line in cell]
        if bands and (width is None or len(bands[-1][0]) + len(gap) + size <= width):
            bands[-1] = [before + gap + line for before, line in zip(bands[-1], padded, strict=True)]
        else:
            bands.append([label + line for label, line in zip(labels, padded, strict=True)])
    return "\n".join(line.rstrip() for band in bands for line in band)
