"""Two bots at play: at the pace that one likes, move by move, and again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from flagfall.core import Player
from flagfall.terminal.local.play import Setup
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.home.sky import Sky
from flagfall.terminal.screen.look import tint
from flagfall.terminal.screen.place import Place
from flagfall.terminal.screen.play.local import new_game

PACES = (4.0, 2.0, 1.2, 0.7, 0.35, 0.15, 0.05)
"""Seconds a move, from the slowest to the fastest."""
USUAL = 2


class WatchScreen(Place):
    """Nobody here plays, so everything may be seen, what bots hide from each other as well."""

    ABOUT = "Two bots play. Set the pace, stop and go move by move, or begin again."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", "Pause"),
        Binding("right", "step", "One move", key_display="→"),
        Binding("plus,equals_sign,up", "pace(1)", "Faster", key_display="+"),
        Binding("minus,down", "pace(-1)", "Slower", key_display="-"),
        Binding("n", "again", "Again"),
        Binding("a", "analyse", "Analyse"),
    ]

    class Arrived(Message, bubble=False):
        """A bot has decided."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup, self.table = setup, new_game(setup, saved=False)
        self.at, self.paused, self.due = USUAL, False, 0
        """`due`: moves that are to be shown as soon as they are there."""
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        scene = self.table.match.position.scene()
        tint(self, scene.hour)
        names = " against ".join(self.setup.players[player] for player in Player)
        yield Sky(scene.hour, self.setup.start.id, self.setup.start.title, names, id="sky")
        with Horizontal(id="page"):
            yield Board(scene, interactive=False, id="preview")
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="said", markup=False)
        yield Static(id="note")
        yield Footer()

    def on_mount(self) -> None:
        self._listen()
        self._run()

    def on_unmount(self) -> None:
        self.table.leave()

    def _listen(self) -> None:
        self.table.changed = self._tell
        self._show()

    def _tell(self) -> None:
        self.post_message(self.Arrived())

    # --- the pace ---

    def _run(self) -> None:
        """From now on a move a beat, or none."""
        if self._timer:
            self._timer.stop()
        self._timer = None if self.paused else self.set_interval(PACES[self.at], self._beat)
        self._write_note()

    def _beat(self) -> None:
        self.due = 1
        self._take_in()

    def on_watch_screen_arrived(self) -> None:
        self._take_in()

    def _take_in(self) -> None:
        if self.due and self.table.proceed():
            self.due = 0
            self._show()

    # --- what is shown ---

    def _show(self) -> None:
        match = self.table.match
        self.query_one("#preview", Board).show(match.position.scene())
        lines = [f"{n}. {self._played(ply.moves)}" for n, ply in enumerate(match.plies, 1)]
        if match.outcome:
            lines.append(f"{match.outcome}.")
        self.query_one("#said", Static).update("\n".join(lines))
        self.query_one("#log").scroll_end(animate=False)
        self._write_note()

    def _played(self, moves: Mapping[Player, str]) -> str:
        return " | ".join(f"{player.name} {move}" for player, move in moves.items())

    def _write_note(self) -> None:
        outcome = self.table.match.outcome
        pace = f"[$muted]pace {self.at + 1} of {len(PACES)}[/]"
        state = (
            "[bold]$outcome.[/] [$muted]n begins again.[/]"
            if outcome
            else "[bold]paused[/]"
            if self.paused
            else "$status"
        )
        note = Content.from_markup(f"{pace}  {state}", outcome=str(outcome), status=self.table.status)
        self.query_one("#note", Static).update(note)

    # --- keys ---

    def action_pause(self) -> None:
        self.paused = not self.paused
        self._run()

    def action_step(self) -> None:
        self.paused, self.due = True, 1
        self._run()
        self._take_in()

    def action_pace(self, by: int) -> None:
        self.at = min(max(self.at + by, 0), len(PACES) - 1)
        self._run()

    def action_again(self) -> None:
        self.table.leave()
        self.table = new_game(self.setup, saved=False)
        self.paused, self.due = False, 0
        self._listen()
        self._run()

    def action_analyse(self) -> None:
        if self.table.match.outcome:
            self.ways.analyse(self.table.records())
        else:
            self.query_one("#note", Static).update("A game is analysed when it is over.")
