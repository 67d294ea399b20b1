"""The screen of a game: the board, what happened, and everything that can be done, by keys, by mouse and typed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import ClassVar, TextIO

from textual import events, on
from textual.app import SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.widgets import OptionList

from flagfall.core import FlagfallError, Move
from flagfall.match import Offer, Offered
from flagfall.record import Record
from flagfall.terminal.saving import NotSaved
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.gate import Display
from flagfall.terminal.screen.look import moves as may_move
from flagfall.terminal.screen.panels.moves import Moves
from flagfall.terminal.screen.panels.words import lines_of
from flagfall.terminal.screen.study.knowing import WorkedOut, work_out
from flagfall.terminal.tty.advice import Advice
from flagfall.terminal.tty.console import sentence
from flagfall.terminal.tty.private import has_alternate_screen

from .coaching import CoachedScreen
from .commands import Commands
from .curtain import Curtain, Reveal
from .dialog import Choice, Told, Way
from .ending import Ending, share
from .showing import TableBoard
from .table import Table

PAUSE = 0.62
"""Seconds until the answer of somebody else shows: one's own piece has landed, and a moment has passed."""
UNSAVED: tuple[Way, ...] = (("t", "Try again"), ("p", "Play on without saving"), ("n", "Not now"))
MORE: tuple[Way, ...] = (
    ("e", "Offer to end the game without a result"),
    ("r", "Resign"),
)
KEEP: tuple[Way, ...] = (("s", "Save a copy ..."),)
LINKS: tuple[Way, ...] = (("l", "Links to your seat and for watching"), ("k", "A new link to your seat"))
NOTHING: tuple[Way, ...] = (("n", "Nothing"),)
AT_CURTAIN: tuple[Way, ...] = (
    ("l", "Leave; the game is kept"),
    ("u", "Ask to take back the last move"),
    ("e", "Offer to end the game without a result"),
    ("r", "Resign"),
    ("n", "No, go on"),
)


class GameScreen(CoachedScreen):
    """Shows a table, whichever it is. What leads to a secret draws the curtain before the next key is read."""

    ABOUT = "Choose a move with the arrows and Enter, with the mouse, or type it as in the book."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("colon", "type", "Type", key_display=":"),
        Binding("v", "values", "Values"),
        Binding("h", "hint", "Hint"),
        Binding("u", "undo", "Undo"),
        Binding("f", "flip", "Flip"),
        Binding("m", "history", "Moves"),
        Binding("c", "talk", "Talk"),
        Binding("o", "more", "More"),
        *(
            Binding(key, action, show=False)
            for key, action in (
                ("a", "again"),
                ("n", "analyse"),
                ("w", "what_if"),
                ("s", "copy"),
                ("p", "picture"),
                ("x", "text"),
                ("q", "home"),
                ("l", "links"),
            )
        ),
    ]

    class Arrived(Message):
        """Something waits at the table."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._curtain: Curtain | None = None
        self._dialog: Choice | None = None
        self._asked_about: Offered | None = None
        self._resting: Timer | None = None
        """Runs while a piece lands: nothing else happens meanwhile."""
        self._hides: bool | None = None
        """Whether the terminal keeps nothing of what it shows; None: it has not been asked."""
        self._opened = len(table.seat.history)
        """So many plies were shown; a battle after them is opened with both choices at once."""

    def on_mount(self) -> None:
        self.table.changed = self._hear
        self.query_one(TableBoard).focus()
        self.watch(self.app, "app_focus", self._mind_focus, init=False)
        if self.table.clocks():
            self.set_interval(0.5, self._show_names)
        self.look()
        self.post_message(self.Arrived())

    def _hear(self) -> None:
        self.post_message(self.Arrived())

    @property
    def way_back(self) -> Advice | None:
        return self.table.way_back

    def on_unmount(self) -> None:
        self.table.changed = lambda: None
        self.table.leave()

    def look(self) -> None:
        """Show what is the case. Where a curtain has to be up, it is when this returns."""
        if self.table.covered:
            self._draw_curtain()
        else:
            self._open_curtain()
        self._show()
        self._drop_question()
        self._ask_about_offer()
        self._open_battle()

    # --- keys, the mouse and the typed line ---

    def take_key(self, event: events.Key) -> bool:
        """The app hands every key over before it does anything else with it, in the order in which they were typed."""
        if self.line.take(event, self.enter, digits=bool(self.table.asked)):
            return True
        if event.key == "enter" and self.focused is self.query_one(TableBoard):
            self.query_one(TableBoard).action_choose()
            return True
        return False

    def enter(self, line: str) -> None:
        """Do what a typed line says: a command of plain mode, or the book's notation for a move."""
        line = " ".join(line.split())
        try:
            told = Commands(self).obey(line)
        except FlagfallError as error:
            self.say(sentence(str(error)))
            return
        if told is None:
            self._enter_move(line)
            return
        self._show()
        if told:
            self.app.push_screen(Told(told))

    def _enter_move(self, line: str) -> None:
        """What can't be played is said why, and stays in the line's memory."""
        player = self.table.asked
        if player is None:
            self.say("The game is over." if self.table.seat.outcome else "It is not for you to choose now.")
            return
        try:
            move = self.table.seat.view.read(player, line)
        except FlagfallError as error:
            self.say(sentence(str(error).replace("\n", " ")))
            return
        self.play(move)

    def play(self, move: Move) -> None:
        self._do(lambda: self.table.submit(move))

    def _do(self, deed: Callable[[], object]) -> None:
        """Do something at the table and show what comes of it, or say why it can't be done."""
        try:
            deed()
        except NotSaved as error:
            self._ask_whether_unsaved(error, lambda: self._do(deed))
        except FlagfallError as error:
            self.say(sentence(str(error)))
        else:
            self._moved()

    def _moved(self) -> None:
        self.coach.hints, self._notice = 0, None
        self._told = len(self.table.told)
        self._rest()
        self.look()
        self.post_message(self.Arrived())

    @on(Board.Pointed)
    def _point(self, event: Board.Pointed) -> None:
        event.stop()
        self.query_one(Moves).point(event.options)
        self._invite()

    @on(OptionList.OptionSelected, "Moves")
    def _pick(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.play(self.query_one(Moves).listed[event.option_index].move)

    @on(Ending.Wanted)
    async def _want(self, event: Ending.Wanted) -> None:
        await self.run_action(event.action)

    # --- what arrives ---

    @property
    def pace(self) -> float:
        """Seconds that a move of somebody else waits for the one before it."""
        return PAUSE if may_move(self.app) else 0.0

    def _rest(self) -> None:
        if self._resting:
            self._resting.stop()
        self._resting = self.set_timer(self.pace, self._rested) if self.pace else None

    def _rested(self) -> None:
        self._resting = None
        self.post_message(self.Arrived())

    @on(Arrived)
    def _proceed(self) -> None:
        """Take in what has arrived, one thing after the other; not while a piece lands or a question is open."""
        asks = self._dialog and self._dialog.is_current
        if self._resting or (asks and not self.table.network):
            return
        plies = len(self.table.seat.history)
        try:
            arrived = self.table.proceed()
        except NotSaved as error:
            self._ask_whether_unsaved(error, lambda: self._proceed())
            return
        except FlagfallError as error:
            self.say(sentence(str(error)))
            arrived = True
        if not arrived:
            self._invite()
            return
        if len(self.table.seat.history) != plies:
            self._moved()
        else:
            self.look()
            self.post_message(self.Arrived())

    # --- the curtain ---

    def _draw_curtain(self) -> None:
        """Nothing of whoever sat here may stay: not what was typed, nor where the cursor stood."""
        player = self.table.asked
        assert player
        self.line.forget()
        self.line.entered.clear()
        self._notice = None
        self._news = []
        self._heard.clear()
        self.query_one(TableBoard).cursor = None
        if self._curtain is None:
            self._curtain = Curtain(self._entered_unseen, self.ask_at_curtain)
            self.app.push_screen(self._curtain)
        seat = self.table.seat
        self._curtain.ask(player, self.table.names[player], seat, lines_of(seat)[-4:], self._is_typed_unseen())

    def _open_curtain(self) -> None:
        curtain, self._curtain = self._curtain, None
        while curtain and curtain in self.app.screen_stack:
            self.app.pop_screen()

    def _is_typed_unseen(self) -> bool:
        """Whether a secret choice is typed at the curtain: there is no more to see than that, or the terminal would
        keep what is shown."""
        return not self.table.seat.view.hides() or not self._can_hide()

    def _can_hide(self) -> bool:
        """Whether nothing of what is shown stays with the terminal. It is asked once, and only where it matters: some
        take their time to answer. Without a terminal there is nobody who could keep anything.

        Keys that are pressed meanwhile are thrown away, on purpose: the curtain is not there yet, so nobody has seen
        whose turn it is, and an Enter among them would open it in front of whoever happens to sit there."""
        if self._hides is None:
            try:
                with self.app.suspend():
                    self._hides = has_alternate_screen(_there(sys.__stdin__), _there(sys.__stdout__))
            except SuspendNotSupported:
                self._hides = bool(getattr(self.app, "drawing", Display()).hides)
        return self._hides

    def _entered_unseen(self, typed: str) -> str | None:
        """A line at the curtain: it opens it, or is the secret choice itself."""
        table, player, unseen = self.table, self.table.asked, self._is_typed_unseen()
        if player is None:
            return None
        table.uncover()
        if not unseen:
            self.look()
            return None
        try:
            move = table.seat.view.read(player, typed)
        except FlagfallError as error:
            return str(error).split("\n")[0]
        finally:
            table.cover()
        self._do(lambda: table.submit(move))
        return None

    def _mind_focus(self, focused: bool) -> None:
        """Whoever leaves the window perhaps leaves the chair."""
        if not focused and self.private:
            self.table.cover()
            self.look()
        elif not focused and self._curtain:
            self._curtain.forget()

    # --- questions ---

    def _ask(self, question: str, ways: tuple[Way, ...], then: Callable[[str], None]) -> None:
        def answered(key: str | None) -> None:
            self._dialog = None
            then(key or ways[-1][0])
            self.post_message(self.Arrived())

        self._dialog = Choice(question, ways)
        self.app.push_screen(self._dialog, answered)

    def _drop_question(self) -> None:
        """What was asked in a game that is over meanwhile has answered itself."""
        over = self.table.seat.outcome is not None
        if over and self.table.network and self._dialog and self._dialog.is_current:
            self._dialog.dismiss("")

    def _ask_whether_unsaved(self, error: NotSaved, again: Callable[[], None]) -> None:
        def then(key: str) -> None:
            if key == "p":
                self.table.play_unsaved()
            if key in ("p", "t"):
                again()

        self._ask(str(error), UNSAVED, then)

    def _ask_about_offer(self) -> None:
        offered = self.table.offered
        if offered == self._asked_about:
            return
        if self._asked_about and self._dialog and self._dialog.is_current:
            self._dialog.dismiss("")
        self._asked_about = offered
        if offered:
            question = f"{offered}\n\n{offered.by.other}, do you agree?"
            self._ask(question, (("y", "Yes"), ("n", "No")), lambda key: self._answer(offered, key))

    def _answer(self, offered: Offered, key: str) -> None:
        if key in ("y", "n") and self.table.offered == offered:
            self._asked_about = None
            self._do(lambda: self.table.answer(key == "y"))

    def offer(self, what: Offer) -> None:
        self._do(lambda: self.table.offer(what))

    def ask_to_resign(self) -> None:
        player = self.table.own or self.table.asked
        if player is None or self.table.seat.outcome:
            self.say("There is nothing to resign now.")
            return
        self._ask(
            f"{player}, do you really resign?",
            (("y", "Yes"), ("n", "No")),
            lambda key: self._do(self.table.resign) if key == "y" else None,
        )

    def ask_at_curtain(self) -> None:
        """What can be done in sight of both instead of choosing."""
        deeds: dict[str, Callable[[], None]] = {
            "l": self.action_leave,
            "u": self.action_undo,
            "e": lambda: self.offer(Offer.END),
            "r": self.ask_to_resign,
        }
        self._ask("Do something else?", AT_CURTAIN, lambda key: deeds[key]() if key in deeds else None)

    def _open_battle(self) -> None:
        """Both choices at once, where they may be known."""
        seat, shown = self.table.seat, self._opened
        self._opened = len(seat.history)
        if len(seat.history) <= shown or len(seat.history[-1]) < 2 or seat.before is None:
            return
        moves, choices = seat.history[-1], seat.before.choices()
        if all(move in choices.get(player, ()) for player, move in moves.items()):
            self.app.push_screen(Reveal(moves, self.table.names, self._news[-4:]))

    # --- what else can be done ---

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        over = self.table.seat.outcome is not None
        if action in ("again", "analyse", "what_if", "home"):
            return over
        if action in ("picture", "text"):
            return not self.private
        if action == "links":
            return self.table.network is not None
        if action == "talk":
            return self.table.network is not None and self.table.network.chat and self.table.own is not None
        if action in ("values", "hint"):
            return not over and self.table.network is None
        return not over if action in ("undo", "more", "type") else True

    def action_type(self) -> None:
        self.line.begin()

    def action_undo(self) -> None:
        self.offer(Offer.TAKEBACK)

    def action_flip(self) -> None:
        board = self.query_one(TableBoard)
        board.flipped = not board.flipped

    def action_history(self) -> None:
        self._board_of_plies = not self._board_of_plies
        self._show()

    def action_more(self) -> None:
        def then(key: str) -> None:
            if key == "e":
                self.offer(Offer.END)
            elif key == "r":
                self.ask_to_resign()
            elif key == "s":
                self.action_copy()
            elif key == "l":
                self.action_links()
            elif key == "k":
                self.enter("renew")

        away = self.table.network is not None
        self._ask("What else?", (*MORE, *(LINKS if away else KEEP), *NOTHING), then)

    def action_links(self) -> None:
        self.enter("link")

    def action_talk(self) -> None:
        self.line.begin("say ")

    def action_copy(self) -> None:
        self.line.begin("save ")

    def action_picture(self) -> None:
        self.say(share(self.table.seat, self.table.seat.view.id, picture=True))

    def action_text(self) -> None:
        self.say(share(self.table.seat, self.table.seat.view.id, picture=False))

    def action_again(self) -> None:
        self._opened = 0
        self._heard.clear()
        self._do(self.table.rematch)
        self._opened = len(self.table.seat.history)

    def action_analyse(self) -> None:
        work_out(self, "analyse", self._records)

    def action_what_if(self) -> None:
        work_out(self, "what_if", self._records)

    def _records(self) -> list[Record] | FlagfallError:
        try:
            return self.table.records()
        except FlagfallError as error:
            return error

    @on(WorkedOut)
    def _with_records(self, event: WorkedOut) -> None:
        if isinstance(event.answer, FlagfallError):
            self.say(sentence(str(event.answer)))
        elif event.about == "analyse":
            self.ways.analyse(event.answer)
        else:
            record = event.answer[-1]
            self.ways.explore(record.start, [dict(ply) for ply in record.plies])

    def action_home(self) -> None:
        self.ways.home()

    def action_leave(self) -> None:
        self._open_curtain()
        if self.is_current:
            self.app.pop_screen()


def _there(stream: TextIO | None) -> TextIO:
    assert stream is not None  # who has no streams has no full screen
    return stream
