"""`flagfall join LINK`: play at a table that is elsewhere."""

from __future__ import annotations

from flagfall.online.client.asking import take_seat
from flagfall.online.client.link import Link
from flagfall.terminal.boards import Look
from flagfall.terminal.tty.console import Console
from flagfall.terminal.tty.leaving import until_left

from .table import RemoteTable


def join(console: Console, link: Link, *, words: bool = False) -> int:
    """Play with this link until the game is over or left; the answer is the exit code."""
    if link.invitation:
        link = take_seat(link)
        console.tell("The seat is yours. Your own link, to come back on any device:")
        console.print(f"  {link}")
    table = RemoteTable(console, link, Look(words))
    try:
        return until_left(table.run, table.how_to_go_on)
    finally:
        table.game.live.close()
