"""What can be typed at any prompt besides a move: one table, wherever the game is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from flagfall.core import Player, Position, columns
from flagfall.match import Offer, Seat
from flagfall.terminal.boards import Look, grid
from flagfall.terminal.boards import legend as signs
from flagfall.terminal.tty.advice import command as command_line
from flagfall.terminal.tty.console import Console, sentence

from .table import Network, Table, Where

FEW = 10
"""So many moves are listed one a line, with what they do."""
GRID = ("grid", "wide")
"""What is typed behind `board` for a drawing with its edges named."""
HERE, AWAY = Where.HERE, Where.AWAY


class Command(NamedTuple):
    name: str
    run: Callable[[Table, str], None]
    """Does it at this table, with the rest of the line."""
    about: str | Mapping[Where, str]
    """What help says of it: everywhere the same, or where it can be typed. Nothing: it is not listed there."""
    also: tuple[str, ...] = ()
    """Other names for it."""
    acts: bool = False
    """Whether it changes the game, and doesn't only show something."""
    early: bool = False
    """Whether it can be done before anything is known of the game."""

    def told(self, where: Where) -> str | None:
        """What help says of it there; None where it is no command."""
        return self.about if isinstance(self.about, str) else self.about.get(where)


def find(where: Where, line: str) -> Command | None:
    """The command that a typed line begins with, if it is one there."""
    word = (line.split() or [""])[0].casefold()
    found = _BY_NAME.get(word)
    return found if found and found.told(where) is not None else None


# --- what shows something ---


def help_(table: Table, rest: str) -> None:
    table.console.print("Besides a move you can type:")
    for command in COMMANDS:
        if (about := command.told(table.where)) and command.name not in table.lacks:
            table.console.tell(f"  {command.name:<8} {about}", indent=" " * 11)


def moves(table: Table, rest: str) -> None:
    seat, player = table.screen, table.player
    if player is None or player not in seat.waiting:
        table.console.print(_why_none(seat, player))
        return
    _list_moves(table.console, seat.view, player)
    if table.overlooked:
        table.console.print("(as far as both players know)")


def _list_moves(console: Console, view: Position, player: Player) -> None:
    options = view.choices()[player]
    if len(options) > FEW:
        written_out = [(f"{view.written(move)},",) for move in options]
        console.print(columns(written_out, console.width, " ", ["  "]).removesuffix(","))
        return
    for move in options:
        written, meaning = view.written(move), view.meaning(player, move)
        console.print(f"  {written}" if written == meaning else f"  {written:<10} {meaning}")


def _why_none(seat: Seat, player: Player | None) -> str:
    if seat.outcome:
        return "The game is over."
    return f"It is {player.other}'s turn." if player else "It is not for you to choose now."


def board(table: Table, rest: str) -> None:
    """The book's drawing and the same in words, or a grid whose edges are named."""
    console, view, wanted = table.console, table.screen.view, rest.casefold()
    if wanted not in ("", *GRID):
        console.tell("Type board for the book's drawing, or board grid for one with its edges named.")
        return
    if wanted:
        console.print(grid(view.scene(), console.width))
    elif not table.look.words:
        console.print(view.board(console.width))
    console.tell(view.words())
    if clocks := table.clocks():
        console.tell(clocks)


def legend(table: Table, rest: str) -> None:
    for sign, meaning in signs(table.screen.view.scene()).items():
        table.console.print(f"  {sign:<8} {meaning}")
    for note in table.screen.view.notes():
        table.console.tell(f"  {note}", indent="  ")
    if not signs(table.screen.view.scene()):
        table.console.print("There is no sign on the board.")


def position(table: Table, rest: str) -> None:
    """On one line, however long: it is for copying."""
    table.console.print(table.screen.view.text())


def rules(table: Table, rest: str) -> None:
    """The game in short, and the board again, which it has pushed up."""
    from flagfall.terminal.show.games import WHOLE
    from flagfall.terminal.show.guide import NoPage, guide

    console, view = table.console, table.screen.view
    try:
        page = guide(type(view))
    except NoPage as error:
        console.tell(sentence(str(error)))
        return
    console.print(page.short(console.width) + "\n")
    console.advise(WHOLE, command_line(f"rules {view.id} --all"))
    if console.interactive:
        console.print(f"\n{table.look.board(view, console.width)}")


def history(table: Table, rest: str) -> None:
    for number, ply in enumerate(table.screen.history, 1):
        table.console.print(f"  {number}. " + " | ".join(f"{player.name} {move}" for player, move in ply.items()))
    if not table.screen.history:
        table.console.print("No move has been made yet.")


def clock(table: Table, rest: str) -> None:
    table.console.tell(table.clocks() or "This game is played without clocks.")


def last_board(seat: Seat, look: Look, width: int | None) -> str:
    """The board at the end, for everybody; nothing where the book's own words end in it, or nobody has moved."""
    view = seat.view
    if view.hides():
        return f"\nThe board with nothing hidden:\n{look.board(view, width)}"
    return "" if look.is_shown(seat.said, view) or not view.outcome() else f"\n{look.board(view, width)}"


# --- the table ---


def _over_network(run: Callable[[Network, str], None]) -> Callable[[Table, str], None]:
    """The same for a table; only one that is away is asked to."""

    def at_table(table: Table, rest: str) -> None:
        assert table.network
        run(table.network, rest)

    return at_table


COMMANDS = (
    Command("help", help_, "this list", also=("?",), early=True),
    Command("moves", moves, "the moves you can make now"),
    Command("board", board, "the board, drawn and in words; board grid names its edges"),
    Command("legend", legend, "what the signs on the board mean"),
    Command("position", position, "the position in one line of text, as far as you know it"),
    Command("rules", rules, "the rules of this game, in short"),
    Command("history", history, "the moves so far"),
    Command("clock", clock, {AWAY: "the time that is left"}),
    Command(
        "hint",
        lambda table, rest: table.hint(),
        {HERE: "which piece to look at; asked again, the move", AWAY: ""},
    ),
    Command(
        "eval",
        lambda table, rest: table.evaluate(),
        {HERE: "what the position and each move are worth: exactly, or estimated from what you know", AWAY: ""},
    ),
    Command(
        "undo",
        lambda table, rest: table.offer(Offer.TAKEBACK),
        {
            HERE: "take back the last move, if the other player agrees",
            AWAY: "take back your last move, if the other player agrees",
        },
        acts=True,
    ),
    Command(
        "end",
        lambda table, rest: table.offer(Offer.END),
        "end the game without a result, if the other player agrees",
        acts=True,
    ),
    Command("resign", lambda table, rest: table.resign(), "give up; the other player wins", acts=True),
    Command(
        "rematch",
        _over_network(lambda network, rest: network.rematch()),
        {AWAY: "after the game: play again, with seats swapped"},
        acts=True,
    ),
    Command(
        "say",
        _over_network(lambda network, rest: network.say(rest)),
        {AWAY: "say TEXT to the other player, in a game with chat"},
    ),
    Command(
        "link",
        _over_network(lambda network, rest: network.show_links()),
        {AWAY: "the links to your seat and for watching"},
    ),
    Command(
        "renew",
        _over_network(lambda network, rest: network.renew()),
        {AWAY: "a new link to your seat; the old one stops working"},
    ),
    Command(
        "save",
        lambda table, rest: table.save(rest),
        {
            HERE: "say where the game is saved; save FILE writes a copy",
            AWAY: "save FILE keeps the record when the game is over",
        },
    ),
    Command(
        "quit",
        lambda table, rest: table.leave(),
        {HERE: "leave; the game is saved and can be taken up again", AWAY: "leave; your link brings you back"},
        also=("q", "exit"),
        early=True,
    ),
)
_BY_NAME = {name: command for command in COMMANDS for name in (command.name, *command.also)}
