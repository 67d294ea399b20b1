"""`flagfall` alone: the games to choose from."""

from __future__ import annotations

import sys
from pathlib import Path

from flagfall.core import Position, UnknownGame
from flagfall.exits import DONE
from flagfall.games import GAMES, game, how_many
from flagfall.terminal.saving import unfinished
from flagfall.terminal.tty.advice import Advice, command
from flagfall.terminal.tty.console import Console, complain, harmless, sentence
from flagfall.terminal.tty.leaving import until_left

from .play import Setup, play, take_up

RESUME, QUIT = "r", ("q", "quit", "exit")


def menu() -> int:
    """Offer the games and start one; the answer is the exit code."""
    return until_left(_offer, lambda: Advice("no game was chosen."))


def _offer() -> int:
    console, pending = Console(), next(unfinished(sys.stdin.isatty()), None)
    console.tell(f"Flagfall: {how_many()} pocket strategy games for two.")
    for why in GAMES.unusable.values():
        complain(harmless(why))
    console.print()
    for number, each in enumerate(GAMES.values(), 1):
        console.tell(f"{number}. {each.title}: {each.about}", indent="   ")
    if pending:
        console.tell(f"{RESUME}. Go on with {pending.stem}", indent="   ")
    console.print()
    console.advise("To play against a bot:", command("play GAME --p2 random"))
    return _start(console, pending)


def _start(console: Console, pending: Path | None) -> int:
    while True:
        answer = console.ask(f"Choose a game (1-{len(GAMES)}): ").strip().casefold()
        if answer in QUIT:
            return DONE
        if answer == RESUME and pending:
            return take_up(str(pending))
        try:
            chosen = _meant(answer)
        except UnknownGame as error:
            console.tell(sentence(str(error)))
        else:
            return play(Setup(chosen()))


def _meant(answer: str) -> type[Position]:
    """The game with this number or name."""
    if answer in (numbers := {str(number): each for number, each in enumerate(GAMES.values(), 1)}):
        return numbers[answer]
    if not answer[:1].isalpha():
        raise UnknownGame(f"enter a number from 1 to {len(GAMES)}, the name of a game, or quit")
    return game("-".join(answer.split()))
