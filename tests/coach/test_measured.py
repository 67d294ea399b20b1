"""How the strongest bot fares against itself, with honest intervals."""

from __future__ import annotations

import pytest

from flagfall.coach.hidden.minds import MINDS
from flagfall.coach.reports.measured import Measured, stored
from flagfall.core import Player
from flagfall.games import BOOKS, GAMES


def test_shares_and_edge_have_intervals() -> None:
    found = Measured("level:10", 100, {"P1": 60, "P2": 20}, 30.0)
    assert found.edge == (pytest.approx(0.4), pytest.approx(0.157, abs=0.005))
    assert found.share(Player.P1) == (pytest.approx(0.6), pytest.approx(0.095, abs=0.005))


def test_games_that_all_end_alike_are_not_taken_for_sure() -> None:
    found = Measured("level:10", 40, {"P1": 40, "P2": 0}, 9.0)
    assert found.edge[0] == 1 and found.edge[1] > 0.05 and found.share(Player.P2)[1] > 0.05


@pytest.mark.parametrize("game", [game for game in BOOKS if game in MINDS], ids=lambda game: game.id)
def test_by_the_book_it_was_measured(game: type) -> None:
    start = GAMES[game.id]()
    found = stored()[start.text()]
    assert sum(found.wins.values()) <= found.games >= 100
    for player in Player:
        assert sum(found.first[player.name].values()) <= found.games
        laid = found.laid(player)
        assert sum(laid.values()) == pytest.approx(1) and set(laid) <= {cell.at for cell in start.cells()}
