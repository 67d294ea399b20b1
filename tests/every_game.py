"""What tests over every game need of each: a short game of it, with all that there is to see."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from flagfall.core import Position
from flagfall.games import GAMES, position
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


@dataclass(frozen=True)
class Begun:
    """A game after its first ply: the match, what was typed for that, and the question that then is asked."""

    match: Match
    typed: tuple[str, ...]
    prompt: str


@cache
def begun(name: str, start: str | None = None) -> Begun:
    """The first ply of the game's short game, or from another start whatever may be chosen first."""
    match = Match(position(start) if start else GAMES[name]())
    moves = {player: match.seats[player].choices[0] for player in match.waiting()}
    if not start:
        moves = dict(short_game(name).plies[0])
    typed = tuple(match.position.written(move) for move in moves.values())
    for player, move in moves.items():
        match.submit(player, move)
    asked = match.waiting()[0]
    return Begun(match, typed, match.seats[asked].view.prompt(asked))
