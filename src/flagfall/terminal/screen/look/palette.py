"""Colours by name for widgets that paint themselves, on every kind of terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from textual.app import App
from textual.color import Color

from flagfall.core import HOURS, Player
from flagfall.draw.look import HOURS as SKIES
from flagfall.draw.look import SCREEN

DEFAULT = "default"
"""The terminal's own colour: a poor terminal's backgrounds are all this one."""
SKY = ("sky", "sky-low", "horizon", "hill", "hill-near", "hill-next", "sun")

SIXTEEN = {
    "p1": "cyan",
    "p1-deep": "cyan",
    "p1-ink": "black",
    "p2": "bright_red",
    "p2-deep": "bright_red",
    "p2-ink": "black",
    "win": "yellow",
    "win-ink": "black",
    "win-text": "yellow",
    "loss": "magenta",
    "loss-ink": "black",
    "loss-text": "magenta",
    "portal": "blue",
    "link": "bright_blue",
    "go": "yellow",
    "flag": "yellow",
    "flag-ink": "black",
}
"""What sixteen colours have a word for; all else is the terminal's own."""


@dataclass(frozen=True)
class Palette:
    """The colours of one theme in one hour."""

    colours: Mapping[str, str]
    dark: bool = True
    flat: bool = False
    """Whether there are no backgrounds: sixteen colours, or none."""
    colourless: bool = False
    ascii: bool = False

    __hash__ = object.__hash__  # there are few, and each is made once

    @property
    def pictures(self) -> bool:
        """Whether there are quarter blocks, and backgrounds to draw them on."""
        return not (self.flat or self.ascii)

    def __getitem__(self, name: str) -> str:
        return self.colours.get(name, DEFAULT) if self.flat else self.colours[name]

    def of(self, owner: Player | None, kind: str = "") -> str:
        """A player's colour, or one of the kinds of it: `ink`, `soft`, `deep`. What nobody owns is a flag's gold."""
        if owner is None:
            return self["-".join(filter(None, ("flag", kind)))]
        return self["-".join(filter(None, (owner.name.lower(), kind)))]

    def mix(self, under: str, over: str, share: float) -> str:
        return under if self.flat else mixed(under, over, share)


def palette_of(app: App[object], hour: str = HOURS[0]) -> Palette:
    """The colours that the app has now, for the game of this hour."""
    flat = app.native_ansi_color
    return palette(app.current_theme.dark, hour, flat, flat and app.no_color, bool(getattr(app, "ascii", False)))


@cache
def palette(
    dark: bool, hour: str = HOURS[0], flat: bool = False, colourless: bool = False, plain_signs: bool = False
) -> Palette:
    if flat:
        return Palette({} if colourless else SIXTEEN, dark, flat, colourless, plain_signs)
    tokens = {name: pair[dark] for name, pair in SCREEN.items()}
    return Palette(tokens | dict(zip(SKY, SKIES[hour][dark], strict=True)), dark, ascii=plain_signs)


@cache
def mixed(under: str, over: str, share: float) -> str:
    return Color.parse(under).blend(Color.parse(over), share).hex.lower()


def moves(app: App[object]) -> bool:
    """Whether anything may move by itself on this screen."""
    return app.animation_level == "full"
