"""Pictures for whoever is sent a link: a position in its landscape, as a PNG of the size that messengers show.

They are drawn by resvg, as SVG is; where it is not installed pages name no pictures. A picture is made from a scene,
and a scene from a view, so that it can't hold what a watcher may not know.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap

from flagfall.core import Scene
from flagfall.core.kept import Kept
from flagfall.draw import svg
from flagfall.draw.board.shapes import MEASURES
from flagfall.draw.board.signs import escape, num, put
from flagfall.draw.look import TOKENS, literal
from flagfall.draw.sky import dome, mist, sky

WIDTH, HEIGHT = 1200, 630
MOST_CELLS = 400
"""Of a board that can be shown so."""
_MOST = 8 << 20  # bytes of pictures
_TITLE, _LINE = 15, 28  # signs in a line of the title and of what stands below it
_kept: Kept[str, bytes] = Kept(_MOST)


def has_previews() -> bool:
    return find_spec("resvg_py") is not None


def preview(scene: Scene, title: str, words: str) -> bytes:
    """The picture of a scene, with a title and some words; those that were asked for last are kept."""
    drawn = drawing(scene, title, words)
    key = sha256(drawn.encode()).hexdigest()
    if found := _kept.get(key):
        return found
    made = _rendered(drawn)
    return _kept.put(key, made, len(made) + 1000)


def drawing(scene: Scene, title: str, words: str) -> str:
    """The same as SVG: a terrace stands beside the words, a viaduct below them."""
    board = svg(scene, fold=MEASURES["fold"], small=True, page=True)
    is_line = ' class="scene line' in board
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene {"line" if is_line else "grid"} tiny" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">',
        f"<style>{_by_day(scene.hour)}</style>",
        f"<defs>{mist(scene.hour)}{dome()}</defs>",
        f'<rect fill="url(#dome)" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<g class="land">{sky(scene.title, scene.hour, WIDTH, HEIGHT)}</g>',
        _placed(board, is_line),
        _written(title, words, is_line),
        "</svg>",
    )
    return "\n".join(parts)


def _placed(board: str, is_line: bool) -> str:
    """The inside of the board's own drawing, as large as there is room; a viaduct stands on the lower edge."""
    head, _, inside = board.partition(">")
    wide, high = (float(each) for each in head.partition('viewBox="0 0 ')[2].partition('"')[0].split())
    x, y, width, height = (60, 282, 1080, 348) if is_line else (640, 45, 500, 540)
    scale = min(width / wide, height / high)
    left, top = x + (width - scale * wide) / 2, y + (height - scale * high) / (1 if is_line else 2)
    return put(left, top, scale, inside.rpartition("</svg>")[0])


def _by_day(hour: str) -> str:
    """The style sheet without the night, and with that of words."""
    day = literal(hour).partition("@media")[0]
    words = f".scene .words{{fill:{TOKENS['ink'][0]};font:400 40px Rakkas;text-anchor:start}}"
    return f"{day}\n{words}\n.scene .head{{font-size:76px}}"


def _written(title: str, words: str, is_line: bool) -> str:
    """On a plate, so that neither sun nor hills stand behind what is read."""
    across = 2 if is_line else 1
    heads, lines = wrap(title, _TITLE * across)[:3], wrap(words, _LINE * across, max_lines=5 - 3 * (across - 1))
    spans = [_span(each, "words head", 128 + 80 * number) for number, each in enumerate(heads)]
    below = 114 + 80 * len(heads)
    spans += [_span(each, "words", below + 48 * number) for number, each in enumerate(lines)]
    width, height = 1112 if is_line else 566, below + 48 * len(lines) - 66
    return f'<rect class="under-note" x="44" y="44" width="{width}" height="{height}" rx="28"/>{"".join(spans)}'


def _span(text: str, kind: str, y: float) -> str:
    return f'<text class="{kind}" x="78" y="{num(y)}">{escape(text)}</text>'


def _rendered(drawn: str) -> bytes:
    import resvg_py

    return resvg_py.svg_to_bytes(
        svg_string=drawn, width=WIDTH, height=HEIGHT, skip_system_fonts=True, font_files=[str(_font())]
    )


@cache
def _font() -> Path:
    with as_file(files(__package__) / "fonts" / "rakkas.ttf") as path:
        return path
