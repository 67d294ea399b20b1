"""A picture of the value over a game: in letters for the terminal, and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

LABELS = ("P1 wins", "", "balanced", "", "P2 wins")


def text_graph(values: Sequence[float], width: int | None = None) -> str:
    """Five rows from `P1 wins` to `P2 wins`, a column a ply; a long game is thinned to fit."""
    shown = thinned(values, max(10, (width or 80) - 11))
    rows = [round(2 - 2 * value) for value in shown]
    lines = []
    for row, label in enumerate(LABELS):
        points = "".join("o" if at == row else "-" if row == 2 else " " for at in rows)
        lines.append(f"{label:>8} |{points}".rstrip())
    return "\n".join(lines)


def thinned(values: Sequence[float], most: int) -> list[float]:
    """At most so many of the values, evenly spread, the first and the last among them."""
    if len(values) <= most:
        return list(values)
    return [values[round(at * (len(values) - 1) / (most - 1))] for at in range(most)]


def svg_graph(values: Sequence[float], title: str, turns: Sequence[int] = ()) -> str:
    """The value over the plies; turning points are marked by rings."""
    width, height, left, top, right, bottom = 720, 240, 70, 20, 20, 34
    across, down = width - left - right, height - top - bottom

    def point(ply: int) -> tuple[float, float]:
        share = ply / max(1, len(values) - 1)
        return left + share * across, top + (1 - values[ply]) / 2 * down

    steps = " ".join("{:.1f},{:.1f}".format(*point(ply)) for ply in range(len(values)))
    rings = "".join('<circle cx="{:.1f}" cy="{:.1f}" r="5"/>'.format(*point(ply)) for ply in turns)
    rows = [(1.0, "P1 wins"), (0.0, "balanced"), (-1.0, "P2 wins")]
    lines = "".join(_row(top + (1 - value) / 2 * down, label, left, width - right) for value, label in rows)
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>{escape(title)}</title>
<style>
text {{ font: 12px system-ui, sans-serif; fill: #333 }} .grid {{ stroke: #bbb }} .value {{ stroke: #0b6e8a }}
.turns {{ fill: none; stroke: #a3260f }} .paper {{ fill: #fff }}
@media (prefers-color-scheme: dark) {{
text {{ fill: #ddd }} .grid {{ stroke: #555 }} .value {{ stroke: #6fd3e0 }} .turns {{ stroke: #ff9d87 }}
.paper {{ fill: #1d2430 }} }}
</style>
<rect class="paper" width="{width}" height="{height}" rx="8"/>
{lines}
<polyline class="value" fill="none" stroke-width="2" stroke-linejoin="round" points="{steps}"/>
<g class="turns" stroke-width="2">{rings}</g>
<text x="{left}" y="{height - 10}">start</text>
<text x="{width - right}" y="{height - 10}" text-anchor="end">ply {len(values) - 1}</text>
</svg>
"""


def _row(y: float, label: str, left: int, right: int) -> str:
    return (
        f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
    )
