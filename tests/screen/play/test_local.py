"""The game at this machine behind a board: who is asked, what may be seen, what bots do, and where it is kept."""

from __future__ import annotations

from pathlib import Path
from random import Random
from threading import Event

import pytest

from flagfall.core import FlagfallError, IllegalMove, Player
from flagfall.games import GAMES
from flagfall.match import Offer, Terms
from flagfall.record import read
from flagfall.record.files import InUse
from flagfall.terminal import saving
from flagfall.terminal.local.play import Setup
from flagfall.terminal.saving import HUMAN, NotSaved
from flagfall.terminal.screen.play.local import Local, new_game, taken_up
from tests.every_game import short_game

PATIENCE = 120


def two_people(name: str, **more: object) -> Local:
    return new_game(Setup(GAMES[name](), **more))  # type: ignore[arg-type]


def against_bot(name: str, own: Player, bot: str = "random") -> Local:
    return new_game(Setup(GAMES[name](), {own: HUMAN, own.other: bot}, seed="7"))


def arrivals(table: Local) -> Event:
    """Set from now on whenever something arrives."""
    arrived = Event()
    table.changed = arrived.set
    return arrived


def decided(table: Local, arrived: Event) -> None:
    """Wait until a bot has decided, and don't take it in."""
    while not table._arrived:
        assert arrived.wait(PATIENCE)
        arrived.clear()


def hear(table: Local, arrived: Event) -> None:
    """Wait for what a bot decides, and take it in."""
    while not table.proceed():
        assert arrived.wait(PATIENCE)
        arrived.clear()


def play_short_game(table: Local, name: str) -> None:
    for ply in short_game(name).plies:
        for player, move in ply.items():
            assert table.asked is player
            if table.covered:
                table.uncover()
            table.submit(move)


@pytest.mark.parametrize("name", GAMES)
def test_two_people_play_to_the_end_and_every_move_is_in_the_file_at_once(name: str, data: Path) -> None:
    table, moves = two_people(name), 0
    for ply in short_game(name).plies:
        for player, move in ply.items():
            assert table.asked is player
            if table.covered:
                table.uncover()
            table.submit(move)
            moves += 1
            (record,) = read(next(data.glob("*.flagfall")).read_text())
            assert sum(map(len, record.plies)) == moves
    assert table.asked is None and table.seat.outcome == short_game(name).outcome
    assert table.records() == table.kept.records
    table.leave()


@pytest.mark.parametrize("name", GAMES)
def test_where_secrets_are_shared_only_who_is_alone_sees_their_own(name: str) -> None:
    """F2-A12"""
    table = two_people(name)
    for ply in short_game(name).plies:
        for player, move in ply.items():
            position = table.match.position
            secret = position.hides() or len(position.choices()) > 1
            assert table.covered is secret
            assert table.coach is not secret
            assert table.seat is table.match.seats[None]
            table.uncover()
            alone = secret and position.hides()
            assert table.seat is table.match.seats[player if alone else None]
            table.cover()
            assert table.seat is table.match.seats[None] and table.covered is secret
            table.uncover()
            table.submit(move)
            assert table.seat is table.match.seats[None]
    table.leave()


@pytest.mark.parametrize("own", Player)
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_answers_in_a_thread_and_its_move_waits_until_it_is_taken_in(name: str, own: Player) -> None:
    table, draw = against_bot(name, own), Random(3)
    arrived = arrivals(table)
    for _ in range(400):
        if table.seat.outcome:
            break
        assert not table.covered and table.seat is table.match.seats[own]
        if table.asked:
            assert table.asked is own
            table.submit(draw.choice(table.seat.choices))
        else:
            before = len(table.match.plies), dict(table.match.sealed)
            assert table.status
            assert before == (len(table.match.plies), dict(table.match.sealed))
            hear(table, arrived)
    assert table.seat.outcome
    table.leave()


@pytest.mark.parametrize("name", GAMES)
def test_two_bots_play_among_themselves(name: str) -> None:
    table = new_game(Setup(GAMES[name](), dict.fromkeys(Player, "random"), cap=6, seed="5"))
    arrived = arrivals(table)
    while not table.seat.outcome:
        assert table.asked is None and table.own is None
        hear(table, arrived)
    assert table.again and not list(table.match.waiting())
    table.leave()


def test_two_bots_agree_to_stop_where_nobody_stands_better() -> None:
    start = GAMES["grid-runner"]()
    table = new_game(Setup(start, dict.fromkeys(Player, "perfect"), seed="5", cap=400))
    arrived = arrivals(table)
    while not table.seat.outcome:
        hear(table, arrived)
    assert "agreed" in table.seat.outcome.reason or table.seat.outcome.winner
    table.leave()


@pytest.mark.parametrize("name", GAMES)
def test_what_a_bot_has_thought_of_is_forgotten_when_the_game_is_given_up(name: str) -> None:
    table = against_bot(name, Player.P2)
    decided(table, arrivals(table))
    table.resign()
    assert table.seat.outcome and table.seat.outcome.winner is Player.P1
    assert not table.proceed()
    table.leave()


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_agrees_to_take_back_what_can_be_taken_back(name: str) -> None:
    table = against_bot(name, Player.P1)
    arrived = arrivals(table)
    start = table.match.position
    table.submit(table.seat.choices[0])
    while not table.asked:
        hear(table, arrived)
    if any(len(ply.moves) > 1 or ply.reveals for ply in table.match.plies):
        with pytest.raises(FlagfallError, match="taken back"):
            table.offer(Offer.TAKEBACK)
    else:
        table.offer(Offer.TAKEBACK)
        assert table.asked is None and table.offered is None
        hear(table, arrived)
        assert table.match.position == start and table.asked is Player.P1
    table.leave()


@pytest.mark.parametrize("agreed", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_the_other_person_answers_an_offer_in_the_open(name: str, agreed: bool) -> None:
    table = two_people(name)
    asked = table.asked
    table.uncover()
    table.offer(Offer.END)
    assert table.offered and table.asked is None and not table.covered
    assert table.seat is table.match.seats[None]
    table.answer(agreed)
    assert bool(table.seat.outcome) is agreed and table.asked is (None if agreed else asked)
    table.leave()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_illegal_changes_nothing_and_nobody_else_is_asked(name: str) -> None:
    table = two_people(name)
    asked = table.asked
    table.uncover()
    with pytest.raises(IllegalMove):
        table.submit("nonsense")
    assert table.asked is asked and not table.match.plies and not table.match.sealed
    table.leave()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_where_it_was_left_after_every_single_choice(name: str) -> None:
    table = two_people(name)
    for ply in short_game(name).plies:
        for move in ply.values():
            table.submit(move)
            if table.seat.outcome:
                return
            state = table.match.position, dict(table.match.sealed), table.asked
            kept = table.kept.name
            with pytest.raises(InUse):
                taken_up(kept)
            table.leave()
            sitting = saving.resume(saving.named(kept))  # as plain mode takes it up
            assert sitting.match and (sitting.match.position, dict(sitting.match.sealed)) == state[:2]
            table = taken_up(kept)
            assert (table.match.position, dict(table.match.sealed), table.asked) == state


def in_the_way(games: Path) -> None:
    """Nothing can be saved from now on."""
    games.rename(games.with_name("elsewhere"))
    games.write_text("in the way")


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_saved_has_not_happened_and_can_be_done_again(name: str, data: Path) -> None:
    table = two_people(name)
    move = table.match.seats[Player.P1].choices[0]
    in_the_way(data)
    for _ in range(2):
        with pytest.raises(NotSaved):
            table.submit(move)
        assert not table.match.plies and not table.match.sealed and table.asked is Player.P1
    table.play_unsaved()
    table.submit(move)
    assert table.match.plies or table.match.sealed
    assert table.kept.records and "not saved" in table.save("")


@pytest.mark.parametrize("name", GAMES)
def test_a_bots_move_that_cannot_be_saved_is_kept_until_it_can(name: str, data: Path) -> None:
    table = against_bot(name, Player.P2)
    decided(table, arrivals(table))
    in_the_way(data)
    for _ in range(2):
        with pytest.raises(NotSaved):
            table.proceed()
        assert not table.match.plies and not table.match.sealed
    data.unlink()
    data.with_name("elsewhere").rename(data)
    assert table.proceed()
    assert table.match.plies or table.match.sealed
    table.leave()


def test_where_nothing_can_be_saved_that_is_said_before_the_game(data: Path) -> None:
    data.parent.parent.mkdir(parents=True)
    data.parent.write_text("in the way")
    setup = Setup(next(iter(GAMES.values()))())
    with pytest.raises(NotSaved):
        new_game(setup)
    table = new_game(setup, saved=False)
    table.submit(table.seat.view.choices()[Player.P1][0])
    assert table.kept.records


@pytest.mark.parametrize("name", GAMES)
def test_once_more_everybody_sits_in_the_other_seat(name: str, data: Path) -> None:
    setup = Setup(GAMES[name](), {Player.P1: HUMAN, Player.P2: "random"}, names={Player.P1: "Ann"})
    table = new_game(setup)
    table.resign()
    assert table.again
    first = table.kept.name
    table.rematch()
    assert table.own is Player.P2 and table.names == {Player.P1: "random", Player.P2: "Ann"}
    assert not table.seat.outcome and table.kept.name != first
    table.leave()
    assert not list(data.glob(".*lock"))


@pytest.mark.parametrize("name", GAMES)
def test_a_series_goes_on_with_its_next_round_in_the_same_file(name: str, data: Path) -> None:
    table = two_people(name, terms=Terms(best_of=3))
    for number in (1, 2, 3):
        assert table.series.round == number and table.seat.outcome is None
        play_short_game(table, name)
        assert table.standings == table.series.standings()
        if table.series.over:
            break
        assert table.again == f"Round {number + 1}"
        table.rematch()
    assert table.series.over and table.again.startswith("Again")
    (file,) = data.glob("*.flagfall")
    assert len(read(file.read_text())) == len(table.series.outcomes)
    table.leave()


def test_a_bot_that_cannot_play_says_so_and_the_game_stays() -> None:
    table = against_bot("flag-chase-traps", Player.P2, "perfect")
    decided(table, arrivals(table))
    with pytest.raises(FlagfallError):
        table.proceed()
    assert "can't play" in table.status and not table.match.plies
    table.leave()


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_is_written_where_it_is_wanted(name: str, tmp_path: Path) -> None:
    table = two_people(name)
    assert "nothing to save" in table.save("")
    table.uncover()
    table.submit(table.seat.choices[0] if table.seat.choices else table.seat.view.choices()[Player.P1][0])
    assert "resume" in table.save("")
    table.save(str(tmp_path / "copy"))
    assert (tmp_path / "copy").read_text() == table.kept.text()
    table.leave()
