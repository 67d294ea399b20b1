"""What `?` shows: what this screen is for, and every key that does something here."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

EVERYWHERE = {
    "Esc": "back",
    "?": "this help",
    "Ctrl-P": "find any game, place or setting",
    "t": "light or dark",
    "Ctrl-Z": "pause; the shell's fg comes back",
    "Ctrl-Q, Ctrl-C": "leave; games are saved",
}
NAMES = {
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "colon": ":",
}
HEARD = "A screen reader hears more in plain mode: flagfall --words."


class Help(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,q,enter,space", "dismiss", "Close")]

    def __init__(self, about: Screen[object]) -> None:
        super().__init__()
        self.about, self.keys = str(getattr(about, "ABOUT", "")), keys_of(about)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            if self.about:
                yield Static(self.about, classes="about", markup=False)
            for name, keys in (("Here", self.keys), ("Everywhere", EVERYWHERE)):
                if keys:
                    yield Static(Content.from_markup(f"[bold]{name}[/]"))
                    yield Static(_listed(keys), classes="keys")
            yield Static(HEARD, classes="about", markup=False)

    def on_click(self) -> None:
        self.dismiss()


def keys_of(screen: Screen[object]) -> dict[str, str]:
    """The keys of this screen and of what is chosen on it that say what they do; not those of everywhere."""
    found: dict[str, str] = {}
    for key, (node, binding, enabled, _) in screen.active_bindings.items():
        ours = node is not screen.app and binding.action.partition(".")[0] not in ("app", "screen")
        if ours and binding.description and enabled and binding.description != "Back":
            shown = binding.key_display or NAMES.get(key, key)
            found.setdefault(binding.description, shown)
    return {shown: f"{description[:1].lower()}{description[1:]}" for description, shown in found.items()}


def _listed(keys: dict[str, str]) -> Content:
    wide = max(map(len, EVERYWHERE))
    lines = [
        Content.from_markup("  [$link]$key[/]  $what", key=f"{key:<{wide}}", what=what) for key, what in keys.items()
    ]
    return Content("\n").join(lines)
