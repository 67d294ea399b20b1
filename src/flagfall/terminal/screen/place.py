"""What all screens have in common."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.screen import Screen

from .ways import Ways, ways


class Place(Screen[None]):
    """A whole screen that one comes to and goes back from.

    Sizes are classes: `-narrow`, `-normal` and `-wide`, `-low`, `-middle` and `-high`; and `-tiny`, besides, where
    there is room for little more than lines.
    """

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-normal"), (110, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-middle"), (34, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]
    ABOUT: ClassVar[str] = ""
    """A sentence or two for `?`: what this screen is for."""

    @property
    def private(self) -> bool:
        """Whether only one of two may see this now: then there is no pause, no palette, no help and no picture."""
        return False

    @property
    def ways(self) -> Ways:
        return ways(self)

    @on(events.Resize)
    def _mind_the_size(self, event: events.Resize) -> None:
        self.set_class(event.size.width < 56 or event.size.height < 18, "-tiny")

    def action_leave(self) -> None:
        self.app.pop_screen()
