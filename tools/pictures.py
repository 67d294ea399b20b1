"""Draw the README's pictures: the real program on a real terminal, typed to, and its screen written as SVG."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

import pexpect
import pyte

from tools import screens

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
CELL, LINE, EDGE, BAR = 8.4, 18, 16, 30
COLOURS = {"default": "#d8dee9", "cyan": "#6fd3e0", "magenta": "#e59adf"}


@dataclass(frozen=True)
class Picture:
    """A command, what is typed at which prompt, and how much of the screen is shown."""

    name: str
    command: str
    typed: Sequence[tuple[str, str]]
    rows: int
    columns: int = 64


PICTURES = [
    Picture(
        "grid-runner",
        "flagfall play grid-runner --set blocked=2,1",
        [("> ", "1,2"), ("> ", "3,3"), ("> ", "")],
        rows=23,
    ),
]


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        (FOLDER / f"{picture.name}.svg").write_text(draw(picture, screen_of(picture)), encoding="utf-8")
        print(f"docs/pictures/{picture.name}.svg")
    for name, drawn in screens.pictures():
        (FOLDER / f"{name}.svg").write_text(drawn, encoding="utf-8")
        print(f"docs/pictures/{name}.svg")
    return 0


def screen_of(picture: Picture) -> pyte.Screen:
    """The terminal's screen after everything was typed and the last prompt is there."""
    screen = pyte.Screen(picture.columns, picture.rows)
    stream = pyte.Stream(screen)
    binaries = str(Path(sys.executable).parent)
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "PATH": f"{binaries}:{os.environ['PATH']}",
            "XDG_DATA_HOME": home,
            "XDG_CACHE_HOME": home,
            "TERM": "xterm-256color",
        }
        environment.pop("NO_COLOR", None)
        size = (picture.rows, picture.columns)
        child = pexpect.spawn("sh", ["-c", picture.command], env=environment, dimensions=size, encoding="utf-8")
        for prompt, answer in picture.typed:
            child.expect_exact(prompt, timeout=30)
            stream.feed(child.before + child.after)
            if answer:
                child.sendline(answer)
        child.close(force=True)
    return screen


def draw(picture: Picture, screen: pyte.Screen) -> str:
    rows = [line.rstrip() for line in screen.display]
    last = max(number for number, line in enumerate(rows) if line) + 1
    width = picture.columns * CELL + 2 * EDGE
    height = last * LINE + 2 * EDGE + BAR
    texts = "\n".join(text for number in range(last) for text in runs(screen, number))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" role="img">
<title>{escape(picture.command)}, as it looks in a terminal</title>
<rect width="100%" height="100%" rx="10" fill="#1d2430"/>
<rect width="100%" height="{BAR}" rx="10" fill="#2b3444"/>
<g fill="#56637a"><circle cx="18" cy="15" r="5"/><circle cx="36" cy="15" r="5"/><circle cx="54" cy="15" r="5"/></g>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<text x="{width / 2:.0f}" y="20" text-anchor="middle" fill="#8b98ad" font-size="12">{escape(picture.command)}</text>
{texts}
</g>
</svg>
"""


def runs(screen: pyte.Screen, number: int) -> Iterator[str]:
    """The pieces of a line that have one colour."""
    line = [screen.buffer[number][column] for column in range(screen.columns)]
    y = BAR + EDGE + (number + 0.75) * LINE
    for (colour, bold), group in groupby(enumerate(line), key=lambda cell: (cell[1].fg, cell[1].bold)):
        cells = list(group)
        text = "".join(cell.data for _, cell in cells)
        if text.strip():
            weight = ' font-weight="bold"' if bold else ""
            x = EDGE + cells[0][0] * CELL
            length = f'textLength="{len(text) * CELL:.1f}" lengthAdjust="spacingAndGlyphs"'
            fill = COLOURS.get(colour, COLOURS["default"])
            place = f'x="{x:.1f}" y="{y:.1f}" {length}'
            yield f'<text {place} fill="{fill}"{weight} xml:space="preserve">{escape(text)}</text>'


if __name__ == "__main__":
    sys.exit(main())
