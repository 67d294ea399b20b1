"""What bots say to offers: who stands better plays on, and a game that goes round is ended."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall.bots import BOTS, Negotiator, UnfitBot, bot
from flagfall.core import Player, Position
from flagfall.games import GAMES, position
from flagfall.match import Match, NotNow, Seat
from flagfall.solve import solve
from flagfall.solve.exact.optimal import SIDES
from tests.match.play import BATTLES, BOOKS, HIDING, is_final, matches, move_on, quick
from tests.program import at_table

P1, P2 = Player
SOLVED = tuple(opening for opening in (*BOOKS, *BATTLES) if not opening.hides())
SKILLED = [name for name in BOTS if name.startswith("level") or name == "perfect"]


def offered_end(match: Match, by: Player) -> Seat:
    match.offer_end(by)
    return match.seats[by.other]


@given(matches(SOLVED), st.sampled_from(SKILLED))
@quick
def test_who_stands_better_does_not_agree_to_end_the_game(match: Match, name: str) -> None:
    if match.outcome:
        return
    value = solve(match.start).value(match.position)
    for player in Player:
        agrees = bot(name).agrees(offered_end(match, player.other))
        assert agrees is (value * SIDES[player] <= 0)
        match.answer(player, False)


@given(matches(), st.sampled_from(sorted(BOTS)))
@quick
def test_moves_are_taken_back_unless_they_revealed_a_secret(match: Match, name: str) -> None:
    if match.outcome or not match.plies or match.sealed:
        return
    last = match.plies[-1]
    asker = next(iter(last.moves))
    if is_final(last):
        with pytest.raises(NotNow, match="can't be taken back"):
            match.offer_takeback(asker, 1)
        return
    match.offer_takeback(asker, 1)
    assert bot(name).agrees(match.seats[asker.other])


@pytest.mark.parametrize(
    ("start", "agrees"),
    [
        ("flag-chase-traps P1 3,4/4,1 0/0 -/-", {P1: False, P2: True}),
        ("flag-chase-traps P2 3,4/4,1 0/0 -/-", {P1: False, P2: True}),
        ("flag-chase-traps P1 5,1/1,5 0/0 -/-", {P1: False, P2: True}),
        ("flag-chase-traps P1 1,1/5,5 2/2 -/-", {P1: True, P2: True}),
    ],
)
def test_the_sampler_judges_by_the_games_in_its_head(start: str, agrees: dict[Player, bool]) -> None:
    for player, answer in agrees.items():
        assert bot("sampler", 1).agrees(offered_end(Match(position(start)), player.other)) is answer, player


@given(matches(HIDING), st.integers(0, 999))
@quick
def test_being_asked_changes_nothing_in_what_is_chosen(match: Match, seed: int) -> None:
    for player in match.waiting():
        asked, other = bot("sampler:3-playouts", seed), bot("sampler:3-playouts", seed)
        asked.agrees(offered_end(match, player.other))
        assert asked.choose(match.seats[player]) == other.choose(match.seats[player])


@pytest.mark.parametrize("names", [("perfect", "perfect"), ("level:10", "level:9"), ("level:9", "random")])
@pytest.mark.parametrize("game", [game for game, kind in GAMES.items() if not kind().hides()])
def test_two_bots_end_a_game_that_goes_round_and_no_other(game: str, names: tuple[str, str]) -> None:
    start = GAMES[game]()
    one, two = (bot(name, 1) for name in names)
    _, table, _ = at_table(start, [], {P1: one, P2: two})
    match = table.match
    assert match.outcome
    if match.outcome.winner is None:
        assert match.outcome.reason == "the players agreed to end the game"
        assert match.seats[None].times == 3 and solve(start).value(match.position) == 0
    else:
        assert match.position.outcome()


class Waiting(Negotiator):
    """Never gets anywhere, and knows it."""

    def choose(self, seat: Seat) -> str:
        return seat.choices[-1]

    def standing(self, seat: Seat) -> float:
        return 0.0


def test_a_bot_makes_no_offer_to_a_person() -> None:
    start = GAMES["flag-chase"]()
    screen, table, _ = at_table(start, ["2"] * 8, {P2: Waiting()})
    assert "offers to end" not in screen and table.match.outcome is None
    assert screen.count("This position has come for the third time.") == 1
    screen, _, _ = at_table(start, [], {P1: Waiting(), P2: Waiting()})
    assert screen.endswith("offers to end the game without a result.\nThe players agree to end the game: no result.\n")


def test_nobody_offers_the_end_before_the_third_time() -> None:
    match = Match(GAMES["flag-chase"]())
    player: Position = match.position
    assert bot("perfect").decides(match.seats[P1]) is not None
    for move in ("backward",) * 4:
        match.submit(match.waiting()[0], move)
    assert match.position == player and bot("perfect").decides(match.seats[P1]) is None
    assert bot("random").decides(match.seats[P1]) is not None, "it doesn't know how it stands"


def test_who_wins_makes_no_offer_however_often_a_position_has_come() -> None:
    match = Match(position("grid-runner P1 0,2/4,2 size=5 tokens=1"))
    seat = match.seats[P2]
    move_on(match, P1, 0)
    seat.times = 3
    assert solve(match.start).value(match.position) == -1
    assert bot("perfect").decides(seat) is not None


def test_a_bot_that_can_not_judge_the_game_says_so() -> None:
    with pytest.raises(UnfitBot):
        bot("perfect").agrees(offered_end(Match(GAMES["flag-chase-traps"]()), P1))
