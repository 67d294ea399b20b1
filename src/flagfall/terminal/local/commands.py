"""What can be typed at any prompt besides a move."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from flagfall.core import FlagfallError, Player, Position, columns
from flagfall.match import NotNow, Seat
from flagfall.record.files import NotWritten, write_new
from flagfall.terminal.tty.advice import command as command_line
from flagfall.terminal.tty.console import Console, sentence
from flagfall.terminal.tty.leaving import DONE, Leave

if TYPE_CHECKING:
    from flagfall.bots.solved.knowledge import Knowledge

    from .asking import Asking

Action: TypeAlias = Callable[[], None]
"""Something that is done in the open, once no private screen is shown."""

FEW = 10
"""So many moves are listed one a line, with what they do."""


class Looking(Protocol):
    """A player at a screen: all that is needed to show something."""

    @property
    def console(self) -> Console: ...

    @property
    def player(self) -> Player: ...

    @property
    def screen(self) -> Seat:
        """The seat that this screen may show."""

    @property
    def overlooked(self) -> bool:
        """Whether the other player reads along, though each has something to hide."""


class Command(NamedTuple):
    run: Callable[[Asking, str], Action | None]
    about: str
    acts: bool = False
    """Whether it changes the game, and doesn't only show something."""


def command(line: str) -> Command | None:
    """The command that a typed line begins with, if it is one."""
    word = (line.split() or [""])[0].casefold()
    return COMMANDS.get(SHORT.get(word, word))


def help_(asking: Asking, line: str) -> None:
    list_commands(asking.console, {name: each.about for name, each in COMMANDS.items()})


def list_commands(console: Console, about: Mapping[str, str]) -> None:
    console.print("Besides a move you can type:")
    for name, words in about.items():
        console.tell(f"  {name:<8} {words}", indent=" " * 11)


def moves(asking: Looking, line: str) -> None:
    view, player = asking.screen.view, asking.player
    options = view.choices().get(player, ())
    if len(options) > FEW:
        written_out = [(f"{view.written(move)},",) for move in options]
        asking.console.print(columns(written_out, asking.console.width, " ", ["  "]).removesuffix(","))
    else:
        for move in options:
            written, meaning = view.written(move), view.meaning(player, move)
            asking.console.print(f"  {written}" if written == meaning else f"  {written:<10} {meaning}")
    if not options:
        asking.console.print(f"It is {player.other}'s turn.")
    elif asking.overlooked:
        asking.console.print("(as far as both players know)")


def board(asking: Looking, line: str) -> None:
    asking.console.print(asking.screen.view.board(asking.console.width))
    asking.console.tell(asking.screen.view.words())


def rules(asking: Looking, line: str) -> None:
    """The game in short, and the board again, which it has pushed up."""
    from flagfall.terminal.show.games import WHOLE
    from flagfall.terminal.show.guide import guide

    game = asking.screen.view.id
    asking.console.print(guide(game).short(asking.console.width) + "\n")
    asking.console.advise(WHOLE, command_line(f"rules {game} --all"))
    if asking.console.interactive:
        asking.console.print(f"\n{asking.screen.view.board(asking.console.width)}")


def last_board(seat: Seat, width: int | None) -> str:
    """The board at the end, for everybody; nothing where the book's own words end in it, or nobody has moved."""
    view = seat.view
    if view.hides():
        return f"\nThe board with nothing hidden:\n{view.board(width)}"
    is_drawn = view.board() in "\n".join(seat.said)
    return "" if is_drawn or not view.outcome() else f"\n{view.board(width)}"


def history(asking: Looking, line: str) -> None:
    for number, ply in enumerate(asking.screen.history, 1):
        asking.console.print(f"  {number}. " + " | ".join(f"{player.name} {move}" for player, move in ply.items()))
    if not asking.screen.history:
        asking.console.print("No move has been made yet.")


def hint(asking: Asking, line: str) -> None:
    from flagfall.coach.hints import first_hint, second_hint

    asking.hints += 1
    _coach(asking, second_hint if asking.hints > 1 else first_hint)


def eval_(asking: Asking, line: str) -> None:
    from flagfall.coach.hints import evaluation

    _coach(asking, lambda *about: "\n".join(evaluation(*about)))


def _coach(asking: Asking, advise: Callable[[Knowledge, Position, Player], str]) -> None:
    """Say what is exactly known here, or why nothing is."""
    from flagfall.terminal.show.solve import known

    try:
        text = advise(known(asking.match.start), asking.match.position, asking.player)
    except FlagfallError as error:
        text = sentence(str(error))
    for told in text.split("\n"):
        asking.console.tell(told, indent="    ")


def undo(asking: Asking, line: str) -> Action | None:
    """One ply back, or so far that it is a person's turn again."""
    other_is_person = asking.player.other in asking.table.people
    try:
        asking.match.offer_takeback(asking.player, plies=1 if other_is_person else None)
    except NotNow as error:
        asking.console.print(sentence(str(error)))
        return None
    return asking.table.settle


def end(asking: Asking, line: str) -> Action:
    asking.match.offer_end(asking.player)
    return asking.table.settle


def resign(asking: Asking, line: str) -> Action | None:
    question = f"{asking.player}, do you really resign? (yes/no): "
    if asking.console.interactive and not asking.until_confirmed(question):
        return None
    return lambda: asking.match.resign(asking.player)


def save(asking: Asking, line: str) -> None:
    kept, file = asking.table.save, line.split(maxsplit=1)[1:]
    if kept is None or not kept.records:
        asking.console.print("There is nothing to save yet; the game is saved after every move.")
    elif file:
        asking.console.print(save_copy(Path(os.path.expanduser(file[0].strip())), kept.text()))
    else:
        asking.console.advise("Saved. Take it up again with:", command_line(f"resume {quote(kept.name)}"))


def save_copy(path: Path, text: str) -> str:
    """Write a new file; the answer is what to say about it."""
    try:
        write_new(path, text)
    except NotWritten as error:
        return f"Not saved: {error}."
    return f"A copy is saved in {path}."


def quit_(asking: Asking, line: str) -> None:
    raise Leave(DONE)


COMMANDS = {
    "help": Command(help_, "this list"),
    "moves": Command(moves, "the moves you can make now"),
    "board": Command(board, "the board, drawn and in words"),
    "rules": Command(rules, "the rules of this game, in short"),
    "history": Command(history, "the moves so far"),
    "hint": Command(hint, "which piece to look at; asked again, the move"),
    "eval": Command(eval_, "what the position and each move are worth, exactly"),
    "undo": Command(undo, "take back the last move, if the other player agrees", acts=True),
    "end": Command(end, "end the game without a result, if the other player agrees", acts=True),
    "resign": Command(resign, "give up; the other player wins", acts=True),
    "save": Command(save, "say where the game is saved; save FILE writes a copy"),
    "quit": Command(quit_, "leave; the game is saved and can be taken up again"),
}
SHORT = {"?": "help", "exit": "quit"}
