"""The keys that do something here, in one line at the bottom."""

from __future__ import annotations

from textual import widgets
from textual.screen import Screen


class Footer(widgets.Footer):
    """Made anew only when other keys are to be shown: the focus moves far more often than these change."""

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
