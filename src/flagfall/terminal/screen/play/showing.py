"""What stands on the screen of a game: the board, and beside it the names, the moves, the words and the ending."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static

from flagfall.core import Move, Player, Scene
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.look import tint
from flagfall.terminal.screen.panels.log import History, Log
from flagfall.terminal.screen.panels.moves import Moves
from flagfall.terminal.screen.panels.typed import TypedLine
from flagfall.terminal.screen.panels.value import ValueBar
from flagfall.terminal.screen.panels.words import coloured, emblem, lines_of, signs
from flagfall.terminal.screen.place import Place

from .ending import Ending, Next
from .table import Table

if TYPE_CHECKING:  # it knows the solver, which is loaded when there is something to show
    from flagfall.coach.evaluation.verdicts import Verdict

ALONE = "{0}, only you should see this. Leave the window, and the curtain falls."


class TableBoard(Board):
    """A choice is made at once, in the same handler: what is typed after it may already be a secret."""

    def post_message(self, message: Message) -> bool:
        if isinstance(message, Board.Chosen) and isinstance(self.screen, TableScreen):
            self.screen.play(message.option.move)
            return True
        return super().post_message(message)


class TableScreen(Place):
    """Shows a table, whichever it is; what can be done at it is for the classes below."""

    DEFAULT_CSS = """
    TableScreen #names { height: 1; padding: 0 1; background: $surface; }
    TableScreen #table { height: 1fr; layout: horizontal; padding: 0 1; }
    TableScreen #side { width: 34; margin-left: 1; }
    TableScreen.-wide #side { width: 46; }
    TableScreen.-line #table { layout: vertical; }
    TableScreen.-line #side { width: 1fr; layout: horizontal; margin: 0; height: 8; }
    TableScreen.-line.-over #side { height: 13; }
    TableScreen.-line.-high #side { height: 11; }
    TableScreen.-line.-high.-over #side { height: 14; }
    TableScreen.-line #side > * { width: 1fr; height: 1fr; max-height: 100%; }
    TableScreen.-narrow #side { display: none; }
    TableScreen.-narrow.-over #table { layout: vertical; }
    TableScreen.-narrow.-over #side { display: block; width: 1fr; height: auto; max-height: 60%; margin: 0; }
    TableScreen.-narrow.-over #side Log { display: none; }
    TableScreen #note, TableScreen #news { height: auto; max-height: 2; padding: 0 1; }
    TableScreen.-over #news { display: none; }
    TableScreen.-narrow.-over #news { display: block; }
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self._heard: dict[Player | None, int] = {}
        """How many lines each seat at this screen has seen."""
        self._news: list[str] = []
        self._notice: Content | None = None
        """Something to be said before the news."""
        self._board_of_plies = False
        self._told = 0
        """So many lines beside the book's words were there when a move was last made."""

    def play(self, move: Move) -> None:
        """A move was chosen on the board."""
        raise NotImplementedError

    def verdicts(self) -> Mapping[Move, Verdict]:
        """What the moves are worth, if that is known and wanted."""
        return {}

    def marked(self, scene: Scene) -> Scene:
        """With what the coach has to add to it, if that is wanted."""
        return scene

    def _show_value(self) -> None:
        self.query_one(ValueBar).display = False

    def compose(self) -> ComposeResult:
        yield Static(id="names", markup=False)
        yield ValueBar(id="value")
        with Container(id="table"):
            yield TableBoard()
            with Vertical(id="side"):
                yield Ending()
                yield Moves()
                yield History()
                yield Log("What happened")
                yield Log("Around the table", id="around")
        yield Static(id="note", markup=False)
        yield Static(id="news", markup=False)
        yield TypedLine()
        yield Footer(palette=False, compact=True)  # a game has many keys

    @property
    def plain(self) -> bool:
        return bool(getattr(self.app, "ascii", False))

    @property
    def private(self) -> bool:
        """Whether one of two who share this screen is alone with it."""
        return self.table.own is None and self.table.seat.player is not None

    @property
    def line(self) -> TypedLine:
        return self.query_one(TypedLine)

    def _show(self) -> None:
        scene = self.marked(self._scene())
        tint(self, scene.hour)
        self.set_class(len({cell.at[0] for cell in scene.cells}) == 1, "-line")
        self.set_class(self.table.seat.outcome is not None, "-over")
        self._gather_news()
        verdicts = self.verdicts()
        board = self.query_one(TableBoard)
        if (scene, verdicts) != (board.scene, board.verdicts):  # who talks does not disturb who chooses
            board.show(scene, verdicts)
        self._show_side(scene, verdicts)
        self._show_names()
        self._show_value()
        self._show_note()
        self._show_ending()
        self._invite()

    def _show_side(self, scene: Scene, verdicts: Mapping[Move, Verdict]) -> None:
        table, seat = self.table, self.table.seat
        options = scene.options.get(table.asked, ()) if table.asked else ()
        moves, history = self.query_one(Moves), self.query_one(History)
        moves.list_moves(seat.view, options, verdicts)
        moves.border_subtitle = "v: what they are worth" if table.coach and not verdicts else ""
        moves.display = bool(options) and not self._board_of_plies
        history.display = self._board_of_plies
        history.list_plies(seat.history, self.plain)
        self.query_one(Log).tell([coloured(line) for line in lines_of(seat)])
        around = self.query_one("#around", Log)
        around.display = table.network is not None
        around.tell([coloured(line) for line in table.told])
        # Where two things come at once Textual may lay out only the first: so it does once more when all is there.
        self.call_after_refresh(self.refresh, layout=True)

    def _scene(self) -> Scene:
        """What this screen may show, with the options of whoever may choose at it now."""
        scene, asked = self.table.seat.scene(), self.table.asked
        if asked is None or self.table.covered:
            return replace(scene, options={})
        return replace(scene, options={asked: scene.options.get(asked, ())})

    def _gather_news(self) -> None:
        seat = self.table.seat
        heard = self._heard.get(seat.player)
        if heard is None:
            self._news = lines_of(seat)[-1:]
        elif len(seat.said) != heard:
            self._news = lines_of(seat, min(heard, len(seat.said)))
        self._heard[seat.player] = len(seat.said)

    def _show_names(self) -> None:
        seat, names, clocks = self.table.seat, self.table.names, self.table.clocks()
        parts: list[Content] = [Content.styled(f"{signs('⚑', self.plain)} {seat.view.title}", "bold")]
        for player in Player:
            turn = player in seat.waiting
            time = f" {_duration(clocks[player])}" if player in clocks else ""
            mark = signs("▸", self.plain) if turn else " "
            name = Content.styled(f"{names[player]}{time}", f"bold underline $p{player.value + 1}" if turn else "")
            parts.append(Content.assemble(f"  {mark}", emblem(player, self.plain), " ", name))
        parts += [Content.styled(f"   {each}", "$muted") for each in (self.table.standings, self.table.missing)]
        self.query_one("#names", Static).update(Content("").join(parts), layout=False)

    def _show_note(self) -> None:
        note = self._notice
        if note is None and self.private:
            note = coloured(ALONE.format(self.table.seat.player), "$win-text")
        news = "  ".join(dict.fromkeys([*self._news, *self.table.seat.view.notes()]))
        told = "  ".join(self.table.told[self._told :][-2:])
        news_and_told = [coloured(news), *([coloured(told, "$muted")] if told else [])]
        self.query_one("#note", Static).update(note or "")
        self.query_one("#note", Static).display = note is not None
        self.query_one("#news", Static).update(Content("\n").join(each for each in news_and_told if each.plain))

    def _show_ending(self) -> None:
        ending, seat = self.query_one(Ending), self.table.seat
        ending.display = seat.outcome is not None
        if seat.outcome is None:
            ending.forget()
            self.query_one(TableBoard).focus()
            return
        ending.tell(seat.outcome, dict(self.table.names), self.table.standings, self._ways_on())
        ending.query_one(OptionList).focus()

    def _ways_on(self) -> list[Next]:
        again = [Next("a", self.table.again, "again")] if self.table.again else []
        return [
            *again,
            Next("n", "Analyse the game", "analyse"),
            Next("w", "What if: explore it", "what_if"),
            Next("s", "Save a copy", "copy"),
            Next("p", "Share as a picture", "picture"),
            Next("x", "Share as text", "text"),
            Next("q", "Home", "home"),
        ]

    def _invite(self) -> None:
        """What the line below says while nothing is typed: the move under the cursor, or what is waited for."""
        view, board = self.table.seat.view, self.query_one(TableBoard)
        options = (board.question.option,) if board.question else board.at(board.cursor)
        if self.table.status and not self.table.asked:
            more = "" if self.table.status.endswith(".") else " ..."
            self.line.invite(Content.styled(f"{self.table.status}{more}", "$muted"))
        elif options:
            labels = " or ".join(dict.fromkeys(option.label for option in options))
            written = view.written(options[0].move)
            typed = f", typed {'' if written[:1].isdigit() else ':'}{written}" if len(options) == 1 else ""
            self.line.invite(Content.assemble(("Enter: ", "$muted"), (labels, "bold"), (typed, "$muted")))
        elif self.table.asked:
            question = view.prompt(self.table.asked).replace("\n>", "").strip().split("\n")[-1]
            self.line.invite(coloured(question, "$muted"))
        else:
            self.line.invite(Content(""))

    def say(self, text: str, style: str = "$win-text") -> None:
        self._notice = coloured(text, style) if text else None
        self._show_note()


def _duration(ms: int) -> str:
    from flagfall.terminal.remote.words import duration

    return duration(ms)
