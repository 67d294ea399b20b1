"""A match: whose move it is, how it ends, what can be taken back, and that nothing accepted is ever lost."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall import games
from flagfall.core import FlagfallError, IllegalMove, Outcome, Player, Position
from flagfall.games import GAMES, position
from flagfall.match import ENDINGS, Match, NotNow, Offer, Offered
from flagfall.record import Record
from tests.match.play import (
    BOOKS,
    OPENINGS,
    again,
    is_final,
    matches,
    move_on,
    moved_on,
    moves_of,
    picks,
    picture,
    quick,
)

P1, P2 = Player
TO_BATTLE = ("forward",) * 4
JUNK = ("", " ", "0", "99", "forwards", "MOVE 9 9", "9,9", "PASS ", "None", "\x1b[A", "１", "sealed:", "P1 forward")


def match_of(game: str, *moves: str) -> Match:
    """A match of the book in which these moves were made, each by the first who has still to choose."""
    match = Match(GAMES[game]())
    for move in moves:
        match.submit(match.waiting()[0], move)
    return match


def said(match: Match, to: Player | None = None) -> list[str]:
    return match.seats[to].said


def refusal(act: object, *given: object) -> str:
    assert callable(act)
    with pytest.raises(FlagfallError) as refused:
        act(*given)
    return str(refused.value)


# --- turns ---


@pytest.mark.rule("G-01")
@given(st.sampled_from(BOOKS), picks)
@quick
def test_player_1_starts_and_turns_alternate(opening: Position, chosen: list[int]) -> None:
    match = moved_on(Match(opening), chosen)
    turns = [ply.before.turn for ply in match.plies if len(ply.moves) == 1]
    assert turns == [Player(number % 2) for number in range(len(turns))]
    assert all(set(ply.moves) == {ply.before.turn} for ply in match.plies if len(ply.moves) == 1)


@given(matches())
@quick
def test_who_is_waited_for_may_choose_and_nobody_else(match: Match) -> None:
    waiting = match.waiting()
    assert bool(waiting) is (match.outcome is None)
    for player, seat in match.seats.items():
        assert bool(seat.choices) is (player in waiting)
        assert seat.waiting == waiting
    for player in set(Player) - set(waiting):
        for move in match.position.choices().get(player, ("forward",)):
            assert refusal(match.submit, player, move) in (
                f"the game is over: {match.outcome}",
                f"it is not {player}'s turn",
                f"{player} has chosen already; the choice is sealed",
            )


@pytest.mark.rule("G-03")
@given(matches(), st.sampled_from(JUNK) | st.text(max_size=12))
@quick
def test_unusable_input_changes_nothing_and_the_same_player_is_asked_again(match: Match, junk: str) -> None:
    before = picture(match)
    for player in Player:
        if junk not in match.seats[player].choices:
            assert refusal(match.submit, player, junk)
    assert picture(match) == before


def test_a_battle_is_sealed_until_both_have_chosen() -> None:
    for first, second in ((P1, P2), (P2, P1)):
        match = match_of("flag-chase", *TO_BATTLE)
        assert match.waiting() == (P1, P2)
        match.submit(first, "4")
        assert match.sealed == {first: "4"} and match.waiting() == (second,)
        assert [len(seat.history) for seat in match.seats.values()] == [4, 4, 4]
        match.submit(second, "2")
        assert match.sealed == {} and len(match.plies) == 5
        assert match.plies[-1].moves == {first: "4", second: "2"} and list(match.plies[-1].moves) == [P1, P2]


def test_a_sealed_choice_cannot_be_changed() -> None:
    match = match_of("flag-chase", *TO_BATTLE, "4")
    before = picture(match)
    assert refusal(match.submit, P1, "5") == "Player 1 has chosen already; the choice is sealed"
    assert picture(match) == before


def test_a_match_is_played_from_a_whole_position_only() -> None:
    view = position("flag-chase-traps P1 1,1/5,5 1/2 3,3/-").view(P2)
    assert refusal(Match, view) == "a match needs a whole position, not what one player knows of it"


# --- the end ---


@pytest.mark.rule("G-02")
@given(st.sampled_from(OPENINGS), st.lists(st.integers(0, 999), min_size=60, max_size=60))
@quick
def test_a_game_that_is_played_out_has_one_winner(opening: Position, chosen: list[int]) -> None:
    match = moved_on(Match(opening), chosen)
    if match.outcome:
        assert match.outcome.winner in (P1, P2)
        assert match.outcome == match.position.outcome()
        assert {seat.outcome for seat in match.seats.values()} == {match.outcome}


@pytest.mark.rule("G-04")
def test_resigning() -> None:
    for player in Player:
        match = match_of("grid-runner", "1,2")
        match.resign(player)
        assert match.outcome == Outcome(player.other, f"{player} resigned")
        assert said(match, player)[-1] == f"{player} resigns. {player.other} wins the game."
        assert match.waiting() == () and not any(seat.choices for seat in match.seats.values())


@pytest.mark.rule("G-04")
def test_a_match_is_ended_only_by_those_who_play_it_unless_a_cap_is_set() -> None:
    match = Match(GAMES["flag-chase"]())
    assert match.cap is None and match.journal is None and match.offered is None
    for _ in range(1000):
        match.submit(match.waiting()[0], "backward")
    assert match.outcome is None and len(match.plies) == 1000


@given(matches())
@quick
def test_nothing_can_be_done_after_the_end(match: Match) -> None:
    if match.outcome is None:
        match.resign(P1)
    before = picture(match)
    over = f"the game is over: {match.outcome}"
    for player in Player:
        assert refusal(match.submit, player, "forward") == over
        assert refusal(match.resign, player) == over
        assert refusal(match.offer_end, player) == over
        assert refusal(match.offer_takeback, player) == over
        assert refusal(match.offer_takeback, player, 1) == over
        assert refusal(match.answer, player, True) == over
    assert refusal(match.conclude, Outcome(None, "the players agreed to end the game", void=True)) == over
    assert picture(match) == before


def test_every_end_without_a_move_has_its_words() -> None:
    assert [(str(outcome), line) for outcome, line in ENDINGS.items()] == [
        ("Player 2 wins: Player 1 resigned", "Player 1 resigns. Player 2 wins the game."),
        ("Player 1 wins: Player 2 resigned", "Player 2 resigns. Player 1 wins the game."),
        ("Player 2 wins: Player 1 ran out of time", "Player 1 has run out of time. Player 2 wins the game."),
        ("Player 1 wins: Player 2 ran out of time", "Player 2 has run out of time. Player 1 wins the game."),
        ("No result: the players agreed to end the game", "The players agree to end the game: no result."),
        ("No result: both players ran out of time", "Both players have run out of time: no result."),
    ]


@pytest.mark.parametrize(("outcome", "line"), ENDINGS.items(), ids=str)
def test_every_ending_without_a_move_is_told_to_all(outcome: Outcome, line: str) -> None:
    match = match_of("flag-chase-traps", "TRAP 3 3")
    match.conclude(outcome)
    assert match.outcome == outcome and match.waiting() == ()
    for seat in match.seats.values():
        assert seat.said[-1] == line and seat.outcome == outcome
        assert seat.view == match.position and seat.history == [{P1: "TRAP 3 3"}]


def test_a_sealed_choice_is_forgotten_when_the_game_ends_without_a_battle() -> None:
    match = match_of("flag-chase", *TO_BATTLE, "4")
    match.resign(P2)
    assert match.sealed == {} and match.outcome == Outcome(P1, "Player 2 resigned")


def test_a_game_cannot_end_in_a_way_that_is_none() -> None:
    match = match_of("flag-chase")
    before = picture(match)
    for outcome in (Outcome(P1, "Player 1 resigned"), Outcome(None, "a draw"), Outcome(P1, "captured Player 2's flag")):
        assert refusal(match.conclude, outcome) == f"a game can't end so without a move: {outcome}"
    assert picture(match) == before


# --- the cap ---

ENDLESS = {
    "flag-chase": ("backward",),
    "flag-chase-traps": ("MOVE 1 2", "MOVE 5 4", "MOVE 1 1", "MOVE 5 5"),
    "grid-runner": ("0,1", "4,1", "0,2", "4,2"),
}


def endless(game: str, plies: int, cap: int | None = None) -> Match:
    """A game in which nobody gets anywhere."""
    match = Match(GAMES[game](), cap=cap)
    moves = ENDLESS[game]
    for number in range(plies):
        match.submit(match.waiting()[0], moves[number % len(moves)])
    return match


@pytest.mark.rule("F0-A09", "F2-A15", "F3-A08")
@pytest.mark.parametrize("game", ["flag-chase", "flag-chase-traps", "grid-runner"])
def test_play_without_end_is_no_draw_but_a_cap_ends_it_without_a_result(game: str) -> None:
    assert endless(game, 400).outcome is None
    assert endless(game, 400, cap=401).outcome is None
    match = endless(game, 400, cap=400)
    assert match.outcome == Outcome(None, "the cap of 400 plies was reached", void=True)
    assert match.position.outcome() is None
    assert {tuple(seat.said[-1:]) for seat in match.seats.values()} == {
        ("No result: the cap of 400 plies was reached.",)
    }


@pytest.mark.rule("F4-A10")
def test_units_die_and_are_recruited_again_until_a_cap_ends_it() -> None:
    """Each side marches one unit to the middle, where both fall: back to the opening, and so on for ever."""
    march = [f"MOVE {place}" for out in range(4) for place in (out, 10 - out)]
    lap = (*march, "MOVE 4", "MOVE 6", "RECRUIT", "RECRUIT")
    capped, free = (Match(GAMES["command-line-conquer"](), cap=cap) for cap in (10 * len(lap), None))
    for _ in range(10):
        assert free.position == GAMES["command-line-conquer"]()
        for move in lap:
            for match in (capped, free):
                match.submit(match.waiting()[0], move)
    assert free.outcome is None and free.waiting() == (P1,)
    assert capped.outcome == Outcome(None, "the cap of 120 plies was reached", void=True)


@pytest.mark.rule("F0-A09")
def test_a_game_that_is_won_on_the_last_ply_of_the_cap_is_won() -> None:
    match = Match(GAMES["capture-the-flag"](), cap=3)
    for move in ("2", "2", "1"):
        match.submit(match.waiting()[0], move)
    assert match.outcome == Outcome(P1, "captured the flag")
    assert said(match)[-1] == "Congratulations! Player 1 has captured the flag and wins the game!"


@pytest.mark.parametrize("cap", [0, -1, 1_000_000])
def test_a_cap_that_no_record_could_hold_is_refused(cap: int) -> None:
    assert refusal(lambda: Match(GAMES["flag-chase"](), cap=cap)) == (
        f"a cap is a number of plies from 1 to 999999, not {cap}"
    )


# --- repetition ---


@given(matches())
@quick
def test_every_seat_knows_how_often_it_has_seen_what_it_sees(match: Match) -> None:
    for viewer, seat in match.seats.items():
        course = [*(ply.before for ply in match.plies), match.position]
        views = [each.view(viewer) for each in course]
        assert seat.times == views.count(views[-1])
        third = [at for at in range(len(views)) if views[: at + 1].count(views[at]) == 3]
        told = [line for line in seat.said if "for the third time" in line]
        assert len(told) == (1 if third and not (match.outcome and third[0] == len(views) - 1) else 0)


def test_a_position_that_comes_the_third_time_is_told_once_to_all() -> None:
    """Both step forward and back again: the opening is there after 0, 4 and 8 plies."""
    match = match_of("flag-chase", *(("forward", "forward", "backward", "backward") * 2))
    line = "This position has come for the third time. The players can agree to end the game without a result."
    assert {tuple(seat.said[-1:]) for seat in match.seats.values()} == {(line,)}
    assert match.seats[P1].times == 3 and match.outcome is None
    for move in ("forward", "forward", "backward", "backward") * 2:
        match.submit(match.waiting()[0], move)
    assert all(seat.said.count(line) == 1 and seat.times == 5 for seat in match.seats.values())


def test_with_the_other_to_move_it_is_another_position() -> None:
    match = Match(position("flag-chase P1 1/5"))
    for move in ("backward",) * 4:
        match.submit(match.waiting()[0], move)
    assert match.seats[P1].times == 3
    match.submit(P1, "backward")
    assert match.seats[P1].times == 3  # P2 is to move there for the third time, too
    match.offer_takeback(P1, 1)
    match.answer(P2, True)
    assert match.seats[P1].times == 3


def test_what_repeats_is_what_the_seat_sees_and_nothing_else() -> None:
    """The agents are where they were. While P2 was laying traps, P1 saw their number grow."""
    there_and_back = ("MOVE 3 4", "MOVE 4 1", "MOVE 3 3", "MOVE 5 1")
    for lap, times in ((there_and_back, 3), (("MOVE 3 4", "TRAP 1 2", "MOVE 3 3", "TRAP 1 3"), 1)):
        match = Match(position("flag-chase-traps P1 3,3/5,1 0/2 -/-"))
        for move in (*there_and_back, *lap):
            match.submit(match.waiting()[0], move)
        assert {seat.times for seat in match.seats.values()} == {times}


# --- offers ---


@pytest.mark.rule("G-04")
def test_both_must_agree_to_end_the_game() -> None:
    match = match_of("flag-chase", "forward")
    match.offer_end(P1)
    assert match.offered == Offered(Offer.END, P1) and match.outcome is None
    assert {seat.offered for seat in match.seats.values()} == {Offered(Offer.END, P1)}
    assert said(match, P2)[-1] == "Player 1 offers to end the game without a result."
    assert refusal(match.answer, P1, True) == "nothing has been offered to Player 1"
    match.answer(P2, agreed=True)
    assert match.outcome == Outcome(None, "the players agreed to end the game", void=True)
    assert said(match, P1)[-1] == "The players agree to end the game: no result."


def test_two_who_offer_the_end_have_agreed() -> None:
    match = match_of("flag-chase")
    match.offer_end(P1)
    match.offer_end(P1)
    assert match.outcome is None
    match.offer_end(P2)
    assert match.outcome == Outcome(None, "the players agreed to end the game", void=True)


def test_an_offer_can_be_declined() -> None:
    match = match_of("flag-chase", "forward")
    match.offer_takeback(P1)
    match.answer(P2, agreed=False)
    assert match.offered is None and len(match.plies) == 1
    assert {seat.offered for seat in match.seats.values()} == {None}
    assert said(match, P1)[-1] == "Player 2 declines."
    assert refusal(match.answer, P2, True) == "nothing has been offered to Player 2"


def test_an_offer_lapses_with_the_next_choice() -> None:
    match = match_of("flag-chase", "forward")
    match.offer_takeback(P1)
    match.submit(P2, "forward")
    assert match.offered is None and all(seat.offered is None for seat in match.seats.values())
    assert refusal(match.answer, P2, True) == "nothing has been offered to Player 2"


def test_a_sealed_choice_is_a_choice_too_and_no_takeback_leaves_it_behind() -> None:
    match = match_of("flag-chase", *TO_BATTLE)
    match.offer_takeback(P1)
    match.submit(P2, "4")
    assert refusal(match.answer, P2, True) == "nothing has been offered to Player 2"
    match.submit(P1, "2")
    assert len(match.plies) == 5


# --- taking back ---


@given(matches(), st.integers(0, 999), st.booleans())
@quick
def test_a_takeback_restores_everything_but_what_was_said(match: Match, pick: int, other_asks: bool) -> None:
    """Every seat is again as it was, and the game goes on as if nothing had been."""
    if len(match.waiting()) != 1 or match.sealed:
        return
    before = picture(match)
    player = match.waiting()[0]
    move_on(match, player, pick)
    revealed = match.plies[-1].reveals
    asker = player.other if other_asks else player
    if match.outcome or revealed:
        assert refusal(match.offer_takeback, asker, 1)
        return
    heard = {viewer: list(seat.said) for viewer, seat in match.seats.items()}
    match.offer_takeback(asker, 1)
    match.answer(asker.other, agreed=True)
    for viewer, seat in match.seats.items():
        assert seat.said == [
            *heard[viewer],
            f"{asker} asks to take back the last move.",
            "The last move is taken back.",
        ]
        seat.said[:] = before["seats"][viewer].said
    before["offered"] = None
    for seat in before["seats"].values():
        seat.offered = None
    assert picture(match) == before


@given(matches(), st.integers(1, 6))
@quick
def test_any_number_of_plies_can_be_taken_back_except_across_what_is_final(match: Match, plies: int) -> None:
    moves = moves_of(match)
    cut = match.plies[-plies:]
    free = not match.sealed and not match.outcome and plies <= len(moves)
    if free and not any(map(is_final, cut)):
        match.offer_takeback(P1, plies)
        match.answer(P2, agreed=True)
        assert moves_of(match) == moves[:-plies] and match.position == cut[0].before
        assert all(len(seat.history) == len(match.plies) for seat in match.seats.values())
        assert match.position == moved_along(match.start, moves[:-plies])
    else:
        before = picture(match)
        assert refusal(match.offer_takeback, P1, plies)
        assert picture(match) == before


def moved_along(start: Position, plies: list[dict[Player, str]]) -> Position:
    for moves in plies:
        start = start.play(moves)
    return start


@pytest.mark.parametrize(
    ("offered", "words"),
    [
        (Offered(Offer.END, P2), "Player 2 offers to end the game without a result."),
        (Offered(Offer.TAKEBACK, P1, 1), "Player 1 asks to take back the last move."),
        (Offered(Offer.TAKEBACK, P2, 2), "Player 2 asks to take back the last 2 moves."),
        (Offered(Offer.TAKEBACK, P1, 3), "Player 1 asks to take back the last 3 moves."),
    ],
)
def test_an_offer_says_what_is_offered_and_by_whom(offered: Offered, words: str) -> None:
    assert str(offered) == words


def test_a_player_asks_for_the_own_last_move_back_and_what_followed_it() -> None:
    match = match_of("capture-the-flag", "1", "1")
    match.offer_takeback(P1)
    assert match.offered == Offered(Offer.TAKEBACK, P1, 2)
    assert said(match)[-1] == "Player 1 asks to take back the last 2 moves."
    match.answer(P2, agreed=True)
    assert match.plies == [] and said(match)[-1] == "The last 2 moves are taken back."
    assert match.waiting() == (P1,)


@pytest.mark.parametrize("plies", [0, -1, 2, None])
def test_more_cannot_be_taken_back_than_was_played(plies: int | None) -> None:
    match = match_of("flag-chase", "forward")
    assert refusal(match.offer_takeback, P2, plies) == "there is no move to take back"


def test_the_numbers_of_a_battle_are_never_taken_back() -> None:
    match = match_of("flag-chase", *TO_BATTLE, "4", "2", "backward")
    assert refusal(match.offer_takeback, P2) == "a move that revealed a secret can't be taken back"
    match.offer_takeback(P1)
    assert match.offered == Offered(Offer.TAKEBACK, P1, 1)
    match.answer(P2, agreed=True)
    assert refusal(match.offer_takeback, P1, 1) == "a move that revealed a secret can't be taken back"


def test_what_both_have_chosen_at_once_is_never_taken_back_even_if_it_tells_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(GAMES["flag-chase"], "reveals", lambda position, moves: False)
    match = Match(position("flag-chase P1 3/3 numbers=7"))
    match.submit(P1, "4")
    match.submit(P2, "2")
    assert refusal(match.offer_takeback, P1, 1) == "what both have chosen at once can't be taken back"


def test_a_sprung_trap_is_never_taken_back_but_a_trap_that_is_laid_may_be() -> None:
    match = match_of("flag-chase-traps", "TRAP 4 4")
    match.offer_takeback(P1)
    match.answer(P2, agreed=True)
    match.submit(P1, "TRAP 4 4")
    match.submit(P2, "MOVE 4 4")
    assert refusal(match.offer_takeback, P2) == "a move that revealed a secret can't be taken back"


@quick
@given(matches())
def test_what_can_be_taken_back_is_what_came_after_the_last_secret_was_out_or_sealed(match: Match) -> None:
    if match.outcome or match.sealed:
        return
    final = [number for number, ply in enumerate(match.plies, 1) if is_final(ply)]
    for plies in range(1, len(match.plies) + 1):
        if len(match.plies) - plies < max(final, default=0):
            what = (
                "a move that revealed a secret"
                if match.plies[final[-1] - 1].reveals
                else "what both have chosen at once"
            )
            assert refusal(match.offer_takeback, P1, plies) == f"{what} can't be taken back"
        else:
            match.offer_takeback(P1, plies)
            match.answer(P2, agreed=False)


@pytest.mark.parametrize("game", GAMES)
def test_to_ask_for_many_moves_back_costs_no_more_than_for_one(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else whoever asks again and again in a long game would keep a server busy."""
    match = Match(GAMES[game]())
    while len(match.plies) < 2 and not match.outcome:
        move_on(match, match.waiting()[0], 0)
    is_refused = match.outcome is not None or any(map(is_final, match.plies))
    assert not is_refused or game not in [each.id for each in games.BOOKS]  # a toy of one move, or of two at once
    asked: list[Position] = []
    monkeypatch.setattr(GAMES[game], "reveals", lambda position, moves: bool(asked.append(position)))
    with pytest.raises(NotNow) if is_refused else nullcontext():
        match.offer_takeback(P1, len(match.plies))
    assert asked == []


def test_nothing_is_taken_back_while_a_choice_is_sealed() -> None:
    match = match_of("flag-chase", *TO_BATTLE, "4")
    assert refusal(match.offer_takeback, P2) == "nothing can be taken back while a choice is sealed"


# --- saved before it is told ---


class DiskFull(OSError):
    """What a journal runs into."""


def full_disk(match: Match) -> None:
    raise DiskFull


ACTS = st.tuples(
    st.sampled_from(("move", "move", "resign", "offer end", "take back", "accept", "decline")), st.integers(0, 999)
)


def act(match: Match, what: str, pick: int) -> None:
    player = Player(pick % 2)
    if what == "move":
        waiting = match.waiting() or (player,)
        moves = match.seats[waiting[0]].choices or ("forward",)
        match.submit(waiting[0], moves[pick % len(moves)])
    elif what == "resign":
        match.resign(player)
    elif what == "offer end":
        match.offer_end(player)
    elif what == "take back":
        match.offer_takeback(player, 1 + pick % 3)
    else:
        match.answer(match.offered.by.other if match.offered else player, what == "accept")


def tried(match: Match, what: str, pick: int) -> str:
    """What came of it: nothing, a refusal, or a full disk."""
    try:
        act(match, what, pick)
    except (FlagfallError, DiskFull) as error:
        return repr(error)
    return ""


@given(matches(), st.lists(ACTS, max_size=12))
@quick
def test_what_cannot_be_saved_has_not_happened_and_can_be_done_again(match: Match, acts: list[tuple[str, int]]) -> None:
    untroubled = again(match)
    for what, pick in acts:
        before = picture(match)
        match.journal = full_disk
        failed = tried(match, what, pick)
        if failed:
            assert picture(match) == before
        if failed == "DiskFull()":
            match.journal = None
            assert tried(match, what, pick) == ""
            failed = ""
        assert tried(untroubled, what, pick) == failed
        assert picture(match) == picture(untroubled)


@given(matches(), st.lists(ACTS, max_size=12))
@quick
def test_everything_is_saved_before_anybody_is_told(match: Match, acts: list[tuple[str, int]]) -> None:
    saved: list[Record] = []

    def journal(now: Match) -> None:
        assert picture(now)["seats"] == before["seats"]
        saved.append(Record.of(now, {}))

    match.journal = journal
    latest = Record.of(match, {})
    for what, pick in acts:
        before = picture(match)
        if tried(match, what, pick) == "" and saved:
            latest = saved.pop()
        assert not saved
        assert latest == Record.of(match, {})


def test_an_interrupted_save_leaves_the_move_unmade() -> None:
    def interrupted(match: Match) -> None:
        raise KeyboardInterrupt

    match = match_of("flag-chase", "forward")
    before = picture(match)
    match.journal = interrupted
    with pytest.raises(KeyboardInterrupt):
        match.submit(P2, "forward")
    assert picture(match) == before


def test_an_illegal_move_is_not_saved() -> None:
    match = match_of("flag-chase")
    match.journal = full_disk
    with pytest.raises(IllegalMove):
        match.submit(P1, "3")
    with pytest.raises(NotNow):
        match.answer(P1, agreed=True)


# --- players who are apart ---


def test_players_who_are_apart_are_told_of_every_move_in_words():
    here, apart = Match(GAMES["flag-chase"]()), Match(GAMES["flag-chase"](), apart=True)
    for match in (here, apart):
        match.submit(P1, "forward")
        match.submit(P2, "backward")
    for viewer in (P1, P2, None):
        assert here.seats[viewer].said == []  # the book has no words for it, and shows the grid
        assert apart.seats[viewer].said == ["Player 1 moves to cell 2.", "Player 2 stays on cell 5."]


def test_what_is_meant_for_one_player_is_not_told_to_everybody_who_is_apart():
    match = Match(GAMES["flag-chase-traps"](), apart=True)
    match.submit(P1, "TRAP 3 3")
    assert match.seats[P1].said == ["Player 1 places a trap.", "Trap placed at your chosen location."]
    assert match.seats[P2].said == match.seats[None].said == ["Player 1 places a trap."]
