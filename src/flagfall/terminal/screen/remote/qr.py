"""A link for a phone's camera."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from flagfall.terminal.remote.host import QUIET, qr_code
from flagfall.terminal.screen.look import palette_of

_HALVES = " ▄▀█"  # by two bits: the upper half, the lower half


class Code(Static):
    """Two rows of the code in one of the screen, dark on light whatever the theme is."""

    DEFAULT_CSS = "Code { width: auto; height: auto; }"

    def __init__(self, link: str, *, id: str | None = None) -> None:  # noqa: A002 - so Textual calls it
        super().__init__(id=id, markup=False)
        self._rows = [[bool(cell) for cell in row] for row in qr_code(link).matrix_iter(border=QUIET)]

    @property
    def width_needed(self) -> int:
        return len(self._rows[0])

    @property
    def height_needed(self) -> int:
        return (len(self._rows) + 1) // 2

    def on_mount(self) -> None:
        self.update(self.drawn())

    def drawn(self) -> Text:
        """Without colours what is light is drawn, as on the dark window that most terminals are."""
        colours = palette_of(self.app)
        rows = [*self._rows, *[[False] * self.width_needed] * (len(self._rows) % 2)]
        lines = (
            "".join(_HALVES[2 * (up != colours.colourless) + (down != colours.colourless)] for up, down in pairs)
            for pairs in map(lambda upper, lower: list(zip(upper, lower, strict=True)), rows[::2], rows[1::2])
        )
        return Text("\n".join(lines), Style() if colours.colourless else _STYLE[colours.flat], no_wrap=True)


_STYLE = {False: Style(color="#000000", bgcolor="#ffffff"), True: Style(color="black", bgcolor="bright_white")}
"""By whether the terminal has no more than sixteen colours."""
