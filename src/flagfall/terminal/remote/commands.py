"""What can be typed besides a move when the other player is elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from flagfall.core import FlagfallError
from flagfall.online.client import asking
from flagfall.online.protocol import messages
from flagfall.online.protocol.verification import seen_tag, verify
from flagfall.record import Record, read, write
from flagfall.terminal.local import commands
from flagfall.terminal.tty.advice import command as command_line
from flagfall.terminal.tty.console import sentence
from flagfall.terminal.tty.leaving import DONE, Leave

from . import words as remote_words

if TYPE_CHECKING:
    from .join import Guest

_LONGEST_CHAT = 500


class Command(NamedTuple):
    run: Callable[[Guest, str], None]
    about: str
    always: bool = False
    """Whether it can be done before the server has said anything."""


def find(line: str) -> Command | None:
    """The command that a typed line begins with, if it is one."""
    word = (line.split() or [""])[0].casefold()
    return COMMANDS.get(commands.SHORT.get(word, word))


def help_(guest: Guest, line: str) -> None:
    unusable = ("hint", "eval") if guest.known.info.chat else ("hint", "eval", "say")
    commands.list_commands(guest.console, {name: each.about for name, each in COMMANDS.items() if name not in unusable})


def moves(guest: Guest, line: str) -> None:
    if guest.screen.choices:
        commands.moves(guest, line)
    else:
        guest.tell("The game is over." if guest.over else "It is not for you to choose now.")


def board(guest: Guest, line: str) -> None:
    commands.board(guest, line)
    if guest.known.time_left():
        clock(guest, line)


def clock(guest: Guest, line: str) -> None:
    guest.tell(remote_words.clocks(guest.known.time_left()) or "This game is played without clocks.")


def undo(guest: Guest, line: str) -> None:
    ply = guest.known.state.ply
    _send(guest, lambda command: messages.Offer(id=command, ply=ply, what="takeback"))


def end(guest: Guest, line: str) -> None:
    ply = guest.known.state.ply
    _send(guest, lambda command: messages.Offer(id=command, ply=ply, what="end"))


def resign(guest: Guest, line: str) -> None:
    def action() -> None:
        _send(guest, lambda command: messages.Resign(id=command))

    if guest.console.interactive and not guest.over and not guest.watches:
        guest.confirm(f"{guest.player}, do you really resign? (yes/no): ", action)
    else:
        action()


def rematch(guest: Guest, line: str) -> None:
    _send(guest, lambda command: messages.Rematch(id=command))
    if guest.over and not guest.watches and not guest.known.state.rematch:
        guest.tell(f"The rematch begins when {guest.player.other} agrees.")


def say(guest: Guest, line: str) -> None:
    text = " ".join(line.split(maxsplit=1)[1:]).strip()
    if not guest.known.info.chat:
        guest.tell("This game was made without chat.")
    elif not 1 <= len(text) <= _LONGEST_CHAT:
        guest.tell(f"Type what you want to say behind it, at most {_LONGEST_CHAT} letters: say Hello")
    else:
        _send(guest, lambda command: messages.Chat(id=command, text=text))


def no_coach(guest: Guest, line: str) -> None:
    grading = command_line("analyse FILE")
    guest.tell(f"There is no coach in a game over the network. When it is over, save FILE, and {grading} grades it.")


def _send(guest: Guest, command: Callable[[str], messages.Command]) -> None:
    if guest.watches:
        guest.tell("You are watching, so this is not for you to decide.")
    else:
        guest.send(command(guest.new_id()))


def link(guest: Guest, line: str) -> None:
    if not guest.watches:
        guest.print(f"Your seat, on any device:\n  {guest.link}")
    guest.print(f"For watching:\n  {guest.link.watching()}")


def renew(guest: Guest, line: str) -> None:
    if guest.watches or guest.busy:
        guest.tell("Only a seat's link can be renewed." if guest.watches else "The server does not answer now.")
        return
    guest.print(f"Asking the server for a new link to your seat:\n  {guest.renewal()}")
    try:
        guest.renew()
    except asking.Unreachable as error:
        guest.tell(f"{sentence(str(error))} Keep both links: one of them is good. Type renew to ask again.")
    except FlagfallError as error:
        guest.tell(f"{sentence(str(error))} The old link stays.")
    else:
        guest.print("Your new link is good, and the old one no longer works.")


def save(guest: Guest, line: str) -> None:
    file = " ".join(line.split(maxsplit=1)[1:]).strip()
    if not guest.over:
        guest.tell("The server keeps the game. Its record can be saved when the game is over.")
    elif not file:
        guest.tell("Name a file behind it: save FILE")
    else:
        _save(guest, Path(os.path.expanduser(file)))


def _save(guest: Guest, path: Path) -> None:
    try:
        (record,) = read(asking.record(guest.link))
    except (FlagfallError, ValueError) as error:
        guest.tell(sentence(str(error)))
        return
    kept = _with_seen(guest, record)
    guest.tell(commands.save_copy(path, write([kept])))
    if not (report := verify(kept)).fair:
        guest.tell(f"CAREFUL: {report.bad} secret choices in it are not proved to be what was sealed!")


def _with_seen(guest: Guest, record: Record) -> Record:
    """The record with what this player noted during the game, which no server can change afterwards."""
    seen = {seen_tag(*place): proof for place, proof in guest.known.seen.items() if place[0] < len(record.plies)}
    return replace(record, tags={**record.tags, **seen})


def quit_(guest: Guest, line: str) -> None:
    if not guest.over:
        raise Leave(DONE)
    guest.leave()


COMMANDS = {
    "help": Command(help_, "this list", always=True),
    "moves": Command(moves, "the moves you can make now"),
    "board": Command(board, "the board, drawn and in words"),
    "rules": Command(commands.rules, "the rules of this game, in short"),
    "history": Command(commands.history, "the moves so far"),
    "clock": Command(clock, "the time that is left"),
    "hint": Command(no_coach, "not over the network"),
    "eval": Command(no_coach, "not over the network"),
    "undo": Command(undo, "take back your last move, if the other player agrees"),
    "end": Command(end, "end the game without a result, if the other player agrees"),
    "resign": Command(resign, "give up; the other player wins"),
    "rematch": Command(rematch, "after the game: play again, with seats swapped"),
    "say": Command(say, "say TEXT to the other player, in a game with chat"),
    "link": Command(link, "the links to your seat and for watching"),
    "renew": Command(renew, "a new link to your seat; the old one stops working"),
    "save": Command(save, "save FILE keeps the record when the game is over"),
    "quit": Command(quit_, "leave; your link brings you back", always=True),
}
