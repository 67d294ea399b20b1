"""What can be typed at any prompt besides a move."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from flagfall.core import FlagfallError, Player
from flagfall.match import NotNow
from flagfall.record.files import write_whole

if TYPE_CHECKING:
    from .asking import Asking

Action: TypeAlias = Callable[[], None]
"""Something that both players must see, done once no private screen is shown."""
Command: TypeAlias = "Callable[[Asking, list[str]], Action | None]"


class Quit(Exception):
    """The players stop here; the game is saved."""


def command(line: str) -> Command | None:
    """The command that a typed line begins with, if it is one."""
    word = (line.split() or [""])[0].casefold()
    return COMMANDS.get(SHORT.get(word, word))


def help_(asking: Asking, words: list[str]) -> None:
    """this list"""
    asking.console.print("Besides a move you can type:")
    for name, run in COMMANDS.items():
        asking.console.print(f"  {name:<8} {run.__doc__}")


def moves(asking: Asking, words: list[str]) -> None:
    """the moves you can make now"""
    view, player = asking.screen.view, asking.player
    for move in view.choices()[player]:
        written, meaning = view.written(move), view.meaning(player, move)
        asking.console.print(f"  {written}" if written == meaning else f"  {written:<10} {meaning}")
    if asking.overlooked:
        asking.console.print("(as far as both players know)")


def board(asking: Asking, words: list[str]) -> None:
    """the board, drawn and in words"""
    asking.console.print(asking.screen.view.board(asking.console.width))
    asking.console.print(asking.screen.view.words())


def rules(asking: Asking, words: list[str]) -> None:
    """the rules of this game"""
    from .guide import guide

    asking.console.print(guide(asking.match.start.id).short(asking.console.width))


def history(asking: Asking, words: list[str]) -> None:
    """the moves so far"""
    for number, ply in enumerate(asking.screen.history, 1):
        asking.console.print(f"  {number}. " + " | ".join(f"{player.name} {move}" for player, move in ply.items()))
    if not asking.screen.history:
        asking.console.print("No move has been made yet.")


def undo(asking: Asking, words: list[str]) -> Action | None:
    """take back the last move, if the other player agrees"""
    person = asking.player.other in asking.table.people
    try:
        asking.match.offer_takeback(asking.player, plies=1 if person else None)
    except NotNow as error:
        asking.console.print(f"{str(error).capitalize()}.")
        return None
    return lambda: settle(asking, asking.player.other)


def end(asking: Asking, words: list[str]) -> Action | None:
    """end the game without a result, if the other player agrees"""
    asking.match.offer_end(asking.player)
    return lambda: settle(asking, asking.player.other)


def settle(asking: Asking, other: Player) -> None:
    """Ask the other player about an offer; a bot always agrees."""
    offered = asking.match.offered
    if offered is None:
        return
    asking.table.listen()
    agreed = other not in asking.table.people or confirmed(asking, f"{other}, do you agree? (yes/no): ")
    asking.match.answer(other, agreed)


def confirmed(asking: Asking, question: str) -> bool:
    while True:
        answer = asking.console.ask(question).strip().casefold()
        if answer in ("y", "yes"):
            return True
        if answer in ("n", "no"):
            return False
        asking.console.print("Please answer yes or no.")


def resign(asking: Asking, words: list[str]) -> Action | None:
    """give up; the other player wins"""
    if asking.console.interactive and not confirmed(asking, f"{asking.player}, do you really resign? (yes/no): "):
        return None
    asking.match.resign(asking.player)
    return lambda: None


def save(asking: Asking, words: list[str]) -> None:
    """say where the game is saved; save FILE writes a copy"""
    kept = asking.table.save
    if kept is None:
        asking.console.print("This game is not being saved.")
    elif kept.current is None and not kept.rounds:
        asking.console.print("There is nothing to save yet; the game is saved after every move.")
    elif words:
        _save_copy(asking, Path(words[0]), kept.text())
    else:
        asking.console.print(f"Saved. Take it up again with: flagfall resume {kept.path.stem}")


def _save_copy(asking: Asking, path: Path, text: str) -> None:
    try:
        if path.exists():
            raise FlagfallError(f"{path} exists already; name another file")
        write_whole(path, text)
    except (OSError, FlagfallError) as error:
        asking.console.print(f"Not saved: {getattr(error, 'strerror', None) or error}.")
    else:
        asking.console.print(f"A copy is saved in {path}.")


def quit_(asking: Asking, words: list[str]) -> None:
    """leave; the game is saved and can be taken up again"""
    raise Quit


COMMANDS: dict[str, Command] = {
    "help": help_,
    "moves": moves,
    "board": board,
    "rules": rules,
    "history": history,
    "undo": undo,
    "end": end,
    "resign": resign,
    "save": save,
    "quit": quit_,
}
SHORT = {"?": "help", "exit": "quit"}
