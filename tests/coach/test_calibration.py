"""What a mind's figures mean: what came of figures like them."""

from __future__ import annotations

from random import Random

import pytest

from flagfall.coach.hidden import minds
from flagfall.coach.hidden.calibration import LEAST, Calibration, calibrate, fitted, stored
from flagfall.coach.hidden.minds import MINDS, mind_of
from flagfall.core import Player, Position


def test_who_is_too_sure_is_told_what_came_of_it() -> None:
    """A mind that says 0.8 and wins seven of ten, and -0.8 and wins three."""
    draw = Random(1)
    games = [
        [(figure, 1.0 if draw.random() < chance else -1.0)]
        for _ in range(600)
        for figure, chance in ((0.8, 0.7), (-0.8, 0.3), (0.0, 0.5))
    ]
    found = Calibration(tuple(fitted(games)))
    for figure, result in ((0.8, 0.4), (-0.8, -0.4), (0.0, 0.0), (0.4, 0.2)):
        estimate = found.estimate(figure)
        assert estimate.value == pytest.approx(result, abs=0.1)
        assert LEAST <= estimate.error < 0.12 and abs(estimate.value - result) < 1.5 * estimate.error


def test_a_few_games_are_never_sure() -> None:
    figure, value, error = fitted([[(0.95, 1.0)]] * 5)[0]
    assert figure == pytest.approx(0.95) and value < 1 and error > 0.3


def test_many_decisions_of_one_game_are_one_witness() -> None:
    assert fitted([[(0.5, 1.0)] * 50]) == fitted([[(0.5, 1.0)]])


def test_a_higher_figure_never_means_less() -> None:
    draw = Random(2)
    games = [[(draw.uniform(-1, 1), draw.choice((-1.0, 1.0))) for _ in range(9)] for _ in range(40)]
    values = [value for _, value, _ in fitted(games)]
    assert values == sorted(values)


def test_every_mind_was_measured() -> None:
    assert set(stored()) == {game.id for game in MINDS}
    for found in stored().values():
        for calibration in found.values():
            assert all(-1 <= value <= 1 and 0 < error < 1 for _, value, error in calibration.points)


@pytest.mark.parametrize("game", MINDS, ids=lambda game: game.id)
def test_what_has_not_been_measured_yet_can_be(game: type[Position], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minds, "stored", dict)
    start = game()
    found = calibrate(start, mind_of(start), 1)
    assert set(found) == {player.name for player in Player}
