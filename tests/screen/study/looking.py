"""What tests of the studying screens have in common."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

from textual.pilot import Pilot
from textual.widgets import Static

from flagfall.coach.explore import Eyes
from flagfall.core import Moves, Option, Player, Position
from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.record import Record
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.study.studying import Studying
from tests.coach.test_story import played
from tests.screen.harness import settled

SOLVED = [name for name, game in GAMES.items() if not game().hides()]
HIDDEN = [name for name, game in GAMES.items() if game().hides()]


def studied(pilot: Pilot[int]) -> Studying:
    """The screen on top, which is one of ours."""
    screen = pilot.app.screen
    assert isinstance(screen, Studying)
    return screen


def shown(pilot: Pilot[int], where: str) -> str:
    """What a widget says."""
    return str(pilot.app.screen.query_one(where, Static).visual)


def place_of(board: Board, option: Option) -> tuple[int, int]:
    """Where on the board an option is to be clicked."""
    region = board.region_of(board.cards.index(option) if option.to is None else option.to)
    assert region
    return region.x + region.width // 2 - board.window.x, region.y + region.height // 2 - board.window.y


async def resized(pilot: Pilot[int], size: tuple[int, int]) -> None:
    await pilot.resize_terminal(*size)
    await settled(pilot)


@cache
def game_between_bots(name: str, seed: int = 3, cap: int = 40) -> Record:
    return Record.of(played(GAMES[name](), seed, cap), {})


def random_plies(start: Position, count: int, seed: int = 1) -> list[Moves]:
    """So many plies of a random game, or until it ends."""
    draw, position, plies = Random(seed), start, list[Moves]()
    while len(plies) < count and (choices := position.choices()):
        plies.append({player: draw.choice(moves) for player, moves in choices.items()})
        position = position.play(plies[-1])
    return plies


def to_a_battle(start: Position) -> list[Moves] | None:
    """Plies that lead to where both choose; None where chance finds none."""
    for seed in range(50):
        position, plies = start, random_plies(start, 60, seed)
        for ply in range(len(plies) + 1):
            if len(position.choices()) == 2:
                return plies[:ply]
            position = position.play(plies[ply]) if ply < len(plies) else position
    return None


def hidden_twins(name: str) -> Iterator[tuple[Eyes, list[Moves], list[Moves]]]:
    """Pairs of games that somebody can't tell apart, as they differ in what another has hidden."""
    start = GAMES[name]()
    for owner, moves in start.choices().items():
        rest = {player: others[0] for player, others in start.choices().items() if player is not owner}
        for one, other in combinations(moves, 2):
            pair = [{**rest, owner: one}, {**rest, owner: other}]
            for eyes in (Eyes[owner.other.name], Eyes.BOTH):
                first, second = (start.play(plies).view(eyes.viewer) for plies in pair)
                if first == second and start.play(pair[0]) != start.play(pair[1]):
                    yield eyes, [pair[0]], [pair[1]]


def unfinished(start: Position, plies: list[Moves]) -> Record:
    match = Match(start)
    for ply in plies:
        for player in Player:
            if player in ply:
                match.submit(player, ply[player])
    return Record.of(match, {})
