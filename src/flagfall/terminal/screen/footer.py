"""The keys that do something here, in one line at the bottom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

LEAD_ON = ("help", "command_palette")
"""These tell of all the other keys: they have their place first."""


PALETTE = "command_palette"
"""Stands at the right."""


class Key(NamedTuple):
    """A key, and what it does."""

    key: str
    shown: str
    about: str
    action: str
    enabled: bool


class Footer(Widget, can_focus=False):
    """One drawing: the first picture of a screen has its keys, and others are there as soon as they count. Where not
    all of them have room there are fewer, and each is whole."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Footer { dock: bottom; height: 1; text-wrap: nowrap; color: $footer-foreground; background: $footer-background; }
    """
    _keys: Sequence[Key] | None = None
    _under: int | None = None
    """Where the mouse is."""

    def __init__(self, *, palette: bool = True, compact: bool = False) -> None:
        super().__init__()
        self.palette, self.before = palette, "" if compact else " "

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._mind_keys)

    def _mind_keys(self, screen: Screen[object]) -> None:
        """The focus moves far more often than these change."""
        now = self._found()
        if now != self._keys:
            self._keys = now
            self.refresh()

    def _found(self) -> Sequence[Key]:
        return [key for key in keys_of(self.screen) if self.palette or key.action != PALETTE]

    # --- where they stand ---

    @property
    def keys(self) -> Sequence[Key]:
        """What has room, those that lead on before others; behind the last one there need be no blank."""
        if self._keys is None:
            self._keys = self._found()
        ranked = sorted(self._keys, key=lambda key: key.action not in LEAD_ON)
        ends = accumulate(map(self._width, ranked))
        fits = [key for key, end in zip(ranked, ends, strict=True) if end <= self.size.width + 1]
        return [key for key in self._keys if key in fits]

    def _width(self, key: Key) -> int:
        return len(f"{self.before}{key.shown} {key.about} ")

    def _places(self) -> Iterator[tuple[range, Key]]:
        """Each with the columns that it has."""
        at = 0
        for key in sorted(self.keys, key=lambda key: key.action == PALETTE):
            start = max(at, self.size.width - self._width(key)) if key.action == PALETTE else at
            at = start + self._width(key)
            yield range(start, at), key

    def render(self) -> Content:
        line = Content()
        for columns, key in self._places():
            line += Content(" " * (columns.start - len(line))) + self._written(key, self._under in columns)
        return line

    def _written(self, key: Key, pointed: bool) -> Content:
        behind = " on $block-hover-background" if pointed else ""
        dim = "" if key.enabled else " dim"
        about = "$footer-key-foreground" if pointed else "$footer-description-foreground"
        return Content.assemble(
            (f"{self.before}{key.shown} ", f"bold $footer-key-foreground{behind}{dim}"),
            (f"{key.about} ", f"{about}{behind}{dim}"),
        )

    # --- the mouse ---

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._point(event.x)

    def on_leave(self) -> None:
        self._point(None)

    def _point(self, at: int | None) -> None:
        if at != self._under:
            self._under = at
            self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        for columns, key in self._places():
            if event.x in columns:
                self.app.simulate_key(key.key) if key.enabled else self.app.bell()


def keys_of(screen: Screen[object]) -> Iterator[Key]:
    """What may be typed now and is worth a word, each action once."""
    met = set[str]()
    for _, binding, enabled, _ in screen.active_bindings.values():
        if (binding.show or binding.action == PALETTE) and binding.action not in met:
            met.add(binding.action)
            yield Key(binding.key, screen.app.get_key_display(binding), binding.description, binding.action, enabled)
