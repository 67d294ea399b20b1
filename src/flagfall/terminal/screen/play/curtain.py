"""The curtain between two players at one screen, and the moment when two sealed choices are opened."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from textual import events
from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Digits, Static

from flagfall.core import Player, Scene
from flagfall.match import Seat
from flagfall.terminal.screen.board.shapes import EMBLEMS, token
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.look import tint
from flagfall.terminal.screen.panels.words import coloured, signs

LONGEST = 100
PAUSE = 0.4
"""For so many seconds nobody's view is opened and, after a game, nothing is chosen: the Enter that ended one's turn,
pressed twice, is not the other's, and does not begin the next game."""
UNSEEN = "Nothing is shown while you type; Enter seals it."
KEPT = "This terminal keeps all that it shows, so nothing secret is: remember what you have chosen."
OPEN = "Press Enter when you are alone with the screen."


class Curtain(Screen[None]):
    """Covers everything while the keyboard changes hands, and shows only what both players know.

    Enter opens it on the player's own view; where the choice alone is a secret, it is typed here, and no key changes
    anything on the screen. Keys come here in their order, before anything else could get them.
    """

    private = True
    pause = PAUSE
    DEFAULT_CSS = """
    Curtain { align: center middle; }
    Curtain > #box { width: 64; max-width: 96%; height: auto; max-height: 100%; padding: 1 2; border: round $edge; }
    Curtain.-p1 > #box { border: heavy $p1; }
    Curtain.-p2 > #box { border: heavy $p2; }
    Curtain Static { text-align: center; width: 100%; height: auto; }
    Curtain #picture { height: auto; margin-bottom: 1; }
    Curtain.-p1 #picture { color: $p1; }
    Curtain.-p2 #picture { color: $p2; }
    Curtain #who { text-style: bold; }
    Curtain #away { color: $win-text; text-style: bold; }
    Curtain #happened { color: $muted; margin-bottom: 1; }
    Curtain #how { margin-top: 1; }
    Curtain #trouble { color: $p2; margin-top: 1; }
    Curtain Board { display: none; height: 9; margin-top: 1; }
    Curtain.-high Board { display: block; }
    Curtain.-low #picture { display: none; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-middle"), (34, "-high")]  # noqa: RUF012

    def __init__(self, entered: Callable[[str], str | None], left: Callable[[], None]) -> None:
        """`entered` gets a whole line; its answer is what is wrong with it, if anything is."""
        super().__init__()
        self._entered, self._left = entered, left
        self._typed = ""
        self._texts: dict[str, str] = {}
        self._player: Player | None = None
        self._scene = Scene("", ())
        self._is_there = False
        """Whether there is something to draw on."""
        self._opens, self._asked = False, 0.0
        """Whether Enter shows somebody's view, and since when it would."""

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            for part in ("picture", "happened", "who", "away", "how", "trouble"):
                yield Static(id=part, markup=False)
            yield Board(interactive=False)

    def ask(self, player: Player, name: str, seat: Seat, happened: Sequence[str], unseen: bool) -> None:
        """Turn to this player. `seat` is the one of both; `unseen`, whether what is chosen is typed here."""
        question = seat.view.prompt(player).strip()
        who = f"{player}'s turn" if name == str(player) else f"{name}'s turn ({player})"
        self._typed, self._player = "", player
        self._opens, self._asked = not unseen, time.monotonic()
        self._scene = replace(seat.scene(), options={})
        self._texts = {
            "happened": "\n".join(happened),
            "who": who,
            "away": f"{player.other}, look away.",
            "how": f"{question}\n\n{_how(seat, player)}" if unseen else f"{player}: {OPEN[0].lower()}{OPEN[1:]}",
            "trouble": "",
        }
        self._draw()

    def on_mount(self) -> None:
        self._is_there = True
        self._draw()

    def _draw(self) -> None:
        if not self._is_there or self._player is None:
            return
        tint(self, self._scene.hour)
        for player in Player:
            self.set_class(player is self._player, f"-{player.name.lower()}")
        plain = bool(getattr(self.app, "ascii", False))
        picture = EMBLEMS[self._player] if plain else "\n".join(token(self._player, 11, 10))
        self.query_one("#picture", Static).update(Content(signs(picture, plain)))
        for part, text in self._texts.items():
            shown = self.query_one(f"#{part}", Static)
            shown.update(coloured(text) if part in ("who", "happened") else Content(text))
            shown.display = bool(text)
        self.query_one(Board).show(self._scene, glide=False)

    def take_key(self, event: events.Key) -> bool:
        """All that is typed is for nobody's eyes. What ends the program still does."""
        if event.key == "enter":
            if not self._opens or time.monotonic() - self._asked >= self.pause:
                self._enter()
        elif event.key == "escape":
            self._typed = ""
            self._left()
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.is_printable and event.character:
            self._typed = (self._typed + event.character)[:LONGEST]
        elif event.key.startswith("ctrl+"):
            return False
        return True

    def _enter(self) -> None:
        typed, self._typed = self._typed, ""
        if (trouble := self._entered(typed)) is not None:
            self._texts["trouble"] = trouble
            self._draw()

    def forget(self) -> None:
        """What was begun is typed anew."""
        self._typed = ""


def _how(seat: Seat, player: Player) -> str:
    """What to type, with a move of each kind where the moves themselves are no secret."""
    if not seat.view.hides():
        return UNSEEN
    kinds: dict[str, str] = {}
    for move in seat.view.choices()[player]:
        kinds.setdefault(move.split()[0], seat.view.written(move))
    return f"Type a move like {' or '.join(list(kinds.values())[:3])}. {UNSEEN}\n{KEPT}"


class Reveal(ModalScreen[None]):
    """Both choices at once, and what comes of them."""

    CSS = "Reveal { background: $background 60%; }"
    DEFAULT_CSS = """
    Reveal { align: center middle; }
    Reveal > Vertical {
        width: 50; max-width: 96%; height: auto; border: round $edge; padding: 1 2; background: $surface;
    }
    Reveal Horizontal { height: auto; }
    Reveal Horizontal Vertical { width: 1fr; height: auto; align: center top; }
    Reveal Static { text-align: center; width: 100%; }
    Reveal Digits { width: 100%; text-align: center; margin-top: 1; }
    Reveal .-p1 { color: $p1; }
    Reveal .-p2 { color: $p2; }
    Reveal #said { margin-top: 1; }
    Reveal #keys { margin-top: 1; color: $muted; }
    """

    def __init__(self, moves: Mapping[Player, str], names: Mapping[Player, str], said: Sequence[str]) -> None:
        super().__init__()
        self.moves, self.names, self.said = moves, names, said

    def compose(self) -> ComposeResult:
        plain = bool(getattr(self.app, "ascii", False))
        with Vertical():
            with Horizontal():
                for player, move in self.moves.items():
                    with Vertical(classes=f"-{player.name.lower()}"):
                        yield Static(f"{signs(EMBLEMS[player], plain)} {self.names[player]}", markup=False)
                        yield Digits(move) if move.isdigit() and not plain else Static(f"\n{move}", markup=False)
            yield Static(coloured("\n".join(self.said)), id="said")
            with Center():
                yield Static("Enter goes on.", id="keys", markup=False)

    def take_key(self, event: events.Key) -> bool:
        """In the order in which keys come: the next one may be a move."""
        if event.key in ("enter", "space", "escape"):
            self.on_click()
        return not event.key.startswith("ctrl+")

    def on_click(self) -> None:
        if self.is_current:
            self.dismiss(None)
