"""The keys that do something here, in one line at the bottom."""

from __future__ import annotations

from textual import widgets
from textual.screen import Screen
from textual.widgets._footer import FooterKey

LEAD_ON = ("help", "command_palette")
"""These tell of all the other keys: they have their place first."""


class Footer(widgets.Footer):
    """Made anew only when other keys are to be shown: the focus moves far more often than these change. Where not all
    of them have room there are fewer, and each is whole."""

    _shown: object = None

    def bindings_changed(self, screen: Screen[object]) -> None:
        now = [
            (key, binding.action, binding.description, enabled)
            for key, (_, binding, enabled, _) in screen.active_bindings.items()
            if binding.show
        ]
        if now != self._shown and screen is self.screen:
            self._shown = now
            super().bindings_changed(screen)

    async def recompose(self) -> None:
        await super().recompose()
        self._fit()

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        room, fits = self.size.width + 1, True  # behind the last one there need be no blank
        for key in sorted(self.query(FooterKey), key=_rank):
            room -= self._width(key)
            fits = fits and room >= 0
            key.display = fits

    def _width(self, key: FooterKey) -> int:
        """With the blanks beside it."""
        return len(key.key_display) + len(key.description) + (2 if self.compact else 3)


def _rank(key: FooterKey) -> bool:
    return key.action not in LEAD_ON
