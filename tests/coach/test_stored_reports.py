"""The reports that come with the package say what the solver says."""

from __future__ import annotations

import pytest

from flagfall.coach.evaluation.grades import in_words
from flagfall.coach.reports.stored import stored
from flagfall.games import BOOKS, GAMES, position
from flagfall.solve import solve


def test_every_book_has_one() -> None:
    assert set(stored()) == {game.id for game in BOOKS}
    for game, found in stored().items():
        assert found.page.startswith(f"# {GAMES[game].title}: a report")
        assert bool(found.scores) is not GAMES[game]().hides()


@pytest.mark.parametrize("game", [game.id for game in BOOKS if not game().hides()])
def test_its_figures_are_the_solver_s(game: str) -> None:
    data, solution = stored()[game].data, solve(GAMES[game]())
    assert data["verdict"] == in_words(solution.worth(solution.start))
    counts = solution.counts_arising(ended=False)
    assert (data["positions"], data["p1_wins"], data["p2_wins"]) == (counts.positions, counts.p1_wins, counts.p2_wins)
    if longest := data["longest_win_from"]:
        assert solution.worth(position(longest)).distance == data["longest_win"]


@pytest.mark.parametrize("game", [game for game, found in stored().items() if found.scores])
def test_what_one_scores_the_other_does_not(game: str) -> None:
    scores = stored()[game].scores
    for row, line in enumerate(scores):
        assert line[row] == 0.5
        for column, score in enumerate(line):
            assert score + scores[column][row] == pytest.approx(1, abs=0.0011)
    assert all(one <= other for one, other in zip(scores[0], scores[-1], strict=True))
