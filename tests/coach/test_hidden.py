"""The coach where something is hidden: from one seat alone, estimated and marked so, exact as soon as it can be."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.coach.advisor import EXACT, advisor
from flagfall.coach.evaluation import hints
from flagfall.coach.evaluation.grades import Graded
from flagfall.coach.hidden.grades import Look, Looked, Luck, looked
from flagfall.coach.hidden.minds import MINDS, NoMind, mind_of
from flagfall.coach.hidden.outlook import ABOUT, Outlook, outlook
from flagfall.coach.hidden.review import StillSecret, review
from flagfall.core import Player, Position
from flagfall.games import GAMES
from flagfall.games import position as read_position
from flagfall.match import Match
from tests.bots.hidden.games import HIDDEN, alike
from tests.every_game import played_out

KNOWN = [start for start in HIDDEN if type(start) in MINDS and start == type(start)()]
UNKNOWN = [start for start in HIDDEN if type(start) not in MINDS]


def some_match(start: Position, plies: int, seed: int) -> Match:
    """Somebody's turn after so many plies of random moves, the game not being over."""
    for at in range(seed, seed + 1000):
        match, draw = Match(start), Random(at)
        while len(match.plies) < plies and match.waiting():
            (player, *_) = match.waiting()
            match.submit(player, draw.choice(match.seats[player].choices))
        if match.waiting():
            return match
    raise AssertionError(f"{start} is always over")


def seen(match: Match) -> Outlook:
    (player,) = match.waiting()
    return outlook(mind_of(match.start), match.seats[player])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("start", KNOWN, ids=str)
def test_what_the_other_hides_changes_no_word(start: Position, seed: int) -> None:
    match = some_match(start, 5 + seed, 100 * seed)
    (player,) = match.waiting()
    told = _all_words(match, player)
    others = list(islice(alike(match, player, seed), 4))
    assert others
    for twin in others:
        assert twin.position != match.position and _all_words(twin, player) == told


def _all_words(match: Match, player: Player) -> list[object]:
    coach, seat = advisor(match.start), match.seats[player]
    words = [coach.first_hint(seat), coach.second_hint(seat), *coach.evaluation(seat)]
    return [*words, coach.verdicts(seat), coach.standing(seat), coach.suspects(seat)]


@pytest.mark.parametrize("start", KNOWN, ids=str)
def test_every_choice_is_told_with_a_mixture_that_adds_up(start: Position) -> None:
    for plies in (0, 3, 8):
        match = some_match(start, plies, 7)
        found = seen(match)
        assert {each.move for each in found.prospects} == set(match.seats[found.player].choices)
        assert sum(each.likely for each in found.prospects) == pytest.approx(1)
        assert all(-1 <= each.worth.value <= 1 and 0 <= each.risk <= 1 for each in found.prospects)
        assert all(each.worth.error > 0 or each.ends for each in found.prospects)


@pytest.mark.parametrize("start", KNOWN, ids=str)
def test_whatever_is_estimated_says_so(start: Position) -> None:
    for plies in (0, 4, 9):
        match = some_match(start, plies, 3)
        (player,) = match.waiting()
        coach, seat = advisor(start), match.seats[player]
        for line in (coach.second_hint(seat), *coach.evaluation(seat)):
            assert ABOUT in line or "at once" in line


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("start", KNOWN, ids=str)
def test_suspicions_are_of_the_others_secrets_alone(start: Position, seed: int) -> None:
    match = some_match(start, 6, 11 * seed)
    found, mind = seen(match), mind_of(start)
    assert mind.worlds(match.seats[found.player]).get(match.position, 0) > 0
    hidden = [cell for cell, known in zip(match.position.cells(), found.view.cells(), strict=True) if cell != known]
    assert 0.7 * len(hidden) <= sum(found.suspects.values()) <= len(hidden) + 1e-9


@pytest.mark.parametrize("start", UNKNOWN, ids=str)
def test_a_game_that_nobody_knows_is_refused_plainly(start: Position) -> None:
    with pytest.raises(NoMind, match="hides something from each player"):
        advisor(start)


def test_without_secrets_the_coach_is_the_exact_one() -> None:
    start = read_position("flag-chase-traps P1 3,3/3,5 0/0 -/-")
    seat, known = Match(start).seats[Player.P1], start.in_the_open()
    assert known
    knowledge, coach = knowledge_of(known), advisor(start)
    assert coach.evaluation(seat) == [EXACT, *hints.evaluation(knowledge, known, Player.P1)]
    assert coach.second_hint(seat) == f"{EXACT} {hints.second_hint(knowledge, known, Player.P1)}"
    assert not any(verdict.error for verdict in coach.verdicts(seat).values()) and not coach.suspects(seat)


def test_a_move_that_wins_at_once_is_no_estimate() -> None:
    match = Match(read_position("flag-chase-traps P1 4,4/1,2 2/1 -/2,2"))
    found = seen(match)
    assert found["MOVE 5 5"].ends and found["MOVE 5 5"].worth.is_sure and found["MOVE 5 5"].worth.value == 1
    assert advisor(match.start).second_hint(match.seats[Player.P1]) == "Best is MOVE 5 5: it wins at once."


def test_bad_luck_is_told_from_what_was_to_be_expected() -> None:
    """A trap on the only good way is bad luck; to walk onto a cell that is known to be trapped is not."""
    match = Match(GAMES["flag-chase-traps"]())
    found = seen(match)
    strong, poor = found.strong[0].move, found.prospects[-1].move
    assert looked(found, strong, sprung=True).luck is Luck.BAD and looked(found, strong).luck is None
    worst = looked(found, poor, sprung=True)
    assert worst.grade in (Look.DOUBTFUL, Look.POOR) and worst.luck is Luck.ODDS and worst.regret > 0


# --- after the game ---


@pytest.mark.long
@pytest.mark.parametrize("start", KNOWN, ids=str)
def test_a_decision_is_judged_by_what_was_known_then_and_not_by_what_came_of_it(start: Position) -> None:
    """Each as the coach would have said it in the running game."""
    match, mind = played_out(start), mind_of(start)
    found, again = review(match, mind), Match(start)
    for step, ply in zip(found.steps, match.plies, strict=True):
        (decision,), ((player, move),) = step.decisions, ply.moves.items()
        if isinstance(decision, Looked):
            then = outlook(mind, again.seats[player])
            assert (decision.outlook.prospects, decision.outlook.suspects) == (then.prospects, then.suspects)
            assert (decision.luck is not None) is ply.before.reveals(ply.moves)
        else:
            assert ply.before.in_the_open() is not None
        again.submit(player, move)


@pytest.mark.parametrize("start", KNOWN, ids=str)
def test_a_game_that_goes_on_keeps_its_secrets(start: Position) -> None:
    with pytest.raises(StillSecret):
        review(some_match(start, 4, 1), mind_of(start))


def test_decisions_without_secrets_are_graded_exactly() -> None:
    match = Match(read_position("flag-chase-traps P1 3,3/3,5 0/0 -/-"))
    for move in ("MOVE 4 4", "MOVE 2 4", "MOVE 5 5"):
        match.submit(match.waiting()[0], move)
    found = review(match, mind_of(match.start))
    assert all(isinstance(each, Graded) for step in found.steps for each in step.decisions)
    assert found.values == [1, 1, 1, 1] and not any(step.worth.error for step in found.steps)
