"""What all screens have in common."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from .ways import Ways, ways


class Place(Screen[None]):
    """A whole screen that one comes to and goes back from.

    Sizes are classes: `-narrow`, `-normal` and `-wide`, `-low`, `-middle` and `-high`; and `-tiny`, besides, where
    there is room for little more than lines.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]
    ABOUT: ClassVar[str] = ""
    """A sentence or two for `?`: what this screen is for."""
    _was_seen = False

    @property
    def private(self) -> bool:
        """Whether only one of two may see this now: then there is no pause, no palette, no help and no picture."""
        return False

    @property
    def ways(self) -> Ways:
        return ways(self)

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """Textual says how large it is when all is laid out and painted; then both would be done again."""
        self.update_classes(sizes(self.app.size), update=False)
        super()._extend_compose(widgets)

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        """Whoever comes for the first time finds everything in its style already; Textual would do it all again."""
        event.refresh_styles = self._was_seen
        self._was_seen = True

    def _screen_resized(self, size: Size) -> None:
        self.update_classes(sizes(size), animate=False)
        super()._screen_resized(size)

    def action_leave(self) -> None:
        self.app.pop_screen()


def sizes(size: Size) -> dict[str, bool]:
    """Each class, and whether a screen of this size has it."""
    width, height = size
    return {
        "-narrow": width < 72,
        "-normal": 72 <= width < 110,
        "-wide": width >= 110,
        "-low": height < 22,
        "-middle": 22 <= height < 34,
        "-high": height >= 34,
        "-tiny": width < 56 or height < 18,
    }
