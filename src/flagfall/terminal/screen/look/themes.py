"""The two themes, the variables that every style sheet may use, and the hours' tints of a whole screen."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.theme import Theme

from flagfall.core import HOURS

from .palette import SIXTEEN, Palette, mixed, palette

NAMES = (
    *(
        "p1",
        "p1-soft",
        "p1-ink",
        "p2",
        "p2-soft",
        "p2-ink",
        "muted",
        "edge",
        "link",
        "go",
        "on-go",
        "card",
        "tile",
        "slab",
    ),
    *(
        "win",
        "win-text",
        "win-ink",
        "win-soft",
        "open",
        "open-text",
        "open-soft",
        "loss",
        "loss-ink",
        "loss-text",
        "portal",
    ),
)
"""The tokens that are variables of a style sheet: `$p1`, `$win-text` ..."""


def _theme(dark: bool) -> Theme:
    colours = palette(dark)
    return Theme(
        name=f"flagfall-{'dark' if dark else 'light'}",
        primary=colours["link"],
        secondary=colours["portal"],
        accent=colours["go"],
        warning=colours["win-text"],
        error=colours["p2"],
        success=colours["p1"],
        foreground=colours["ink"],
        background=colours["paper"],
        surface=colours["card"],
        panel=mixed(colours["card"], colours["edge"], 0.2),
        dark=dark,
        variables={name: colours[name] for name in NAMES} | _own(colours) | _hours(dark),
    )


def _own(colours: Palette) -> dict[str, str]:
    """Variables of Textual's own that ought to speak our language."""
    return {
        "border": colours["link"],
        "border-blurred": colours["edge"],
        "block-cursor-background": colours["go"],
        "block-cursor-foreground": colours["on-go"],
        "block-cursor-text-style": "bold",
        "footer-background": colours["card"],
        "footer-foreground": colours["muted"],
        "footer-key-foreground": colours["link"],
        "footer-description-foreground": colours["muted"],
        "input-selection-background": f"{colours['link']} 40%",
    }


def _hours(dark: bool) -> dict[str, str]:
    """Behind everything, and behind what stands in front of it."""
    found = {}
    for hour in HOURS:
        colours = palette(dark, hour)
        sky = colours["sky"] if dark or hour != "dusk" else colours["horizon"]  # by day a page is never dark
        found[f"{hour}-paper"] = mixed(colours["paper"], sky, 0.6 if dark else 0.3)
        found[f"{hour}-card"] = mixed(colours["card"], colours["sky-low" if dark else "horizon"], 0.3 if dark else 0.12)
    return found


THEMES = (_theme(True), _theme(False))
DEFAULTS = {
    **{name: f"ansi_{SIXTEEN.get(name, 'default')}" for name in NAMES},
    **{f"{hour}-{kind}": "ansi_default" for hour in HOURS for kind in ("paper", "card")},
}
"""The same variables for themes that are not ours, those of sixteen colours above all: the app's
`get_theme_variable_defaults`."""
HOURS_CSS = "\n".join(
    f"Screen.-{hour} {{ background: ${hour}-paper; }}\n.-{hour} Header, .-{hour} Footer {{ background: ${hour}-card; }}"
    for hour in HOURS
)
"""A part of the app's style sheet."""


def tint(screen: Screen[Any], hour: str) -> None:
    """Give the screen the hour of the game that it shows."""
    for each in HOURS:
        screen.set_class(each == hour, f"-{each}")
