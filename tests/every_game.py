"""What tests over every game need of each: a short game of it, with all that there is to see."""

from __future__ import annotations

from functools import cache
from random import Random

from flagfall.core import Position
from flagfall.games import GAMES
from flagfall.installed import playthrough
from flagfall.match import Match
from flagfall.record import Record, read


@cache
def short_game(name: str) -> Record:
    """A finished game: the playthrough if the game has one, or whatever chance first brings to an end."""
    text = playthrough(GAMES[name])
    return read(text)[0] if text else Record.of(played_out(GAMES[name]()), {})


def played_out(start: Position, plies: int = 60) -> Match:
    """A match that chance has brought to its end, as soon as one takes so few plies."""
    for seed in range(1000):
        match, draw = Match(start), Random(seed)
        while (waiting := match.waiting()) and len(match.plies) < plies:
            match.submit(waiting[0], draw.choice(match.seats[waiting[0]].choices))
        if match.outcome:
            return match
    raise AssertionError(f"{start} does not end")
