"""Names that people give themselves: bounded, printable, kept as tags, and never instead of the book's words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.match import Terms
from flagfall.record import Record, read, to_json, write
from flagfall.record.names import LONGEST_NAME, BadName, checked, name_tags, names_in, titled
from flagfall.terminal.local.play import Setup

P1, P2 = Player
NAMES = {P1: "Ada", P2: "Łukasz 李 \"'\\"}


@pytest.mark.parametrize("game", GAMES)
def test_names_survive_a_record_as_text_and_as_json(game):
    record = Record(GAMES[game](), tags=name_tags(NAMES))
    for text in (write([record]), to_json([record])):
        (again,) = read(text)
        assert names_in(again.tags) == NAMES


@given(st.text())
def test_a_name_is_shown_as_it_is_or_refused(text):
    try:
        name = checked(text)
    except BadName:
        return
    assert len(name) <= LONGEST_NAME
    assert name.isprintable()
    assert checked(name) == name
    assert names_in(name_tags({P2: name})) == ({P2: name} if name else {})


@pytest.mark.parametrize("bad", ["\033[2J", "a\u202eb", "x" * (LONGEST_NAME + 1), "a\x00"])
def test_what_a_screen_would_obey_or_has_no_room_for_is_no_name(bad):
    with pytest.raises(BadName, match="at most 40 signs"):
        checked(bad)


def test_a_record_from_elsewhere_can_make_no_name_too_long():
    assert names_in({"Name1": "x" * 1000}) == {P1: "x" * LONGEST_NAME}


def test_a_name_stands_beside_the_books_words():
    assert titled(P1, NAMES) == "Player 1 (Ada)"
    assert titled(P2, {P1: "Ada"}) == "Player 2"


@pytest.mark.parametrize("game", GAMES)
def test_swapped_seats_take_players_and_names_along_and_tags_tell_it_all(game):
    setup = Setup(GAMES[game](), {P1: "human", P2: "level:3"}, Terms(best_of=3), 90, "seed", {P1: "Ada"})
    assert Setup.of(setup.start, setup.tags()) == setup
    assert setup.swapped().players == {P1: "level:3", P2: "human"}
    assert setup.swapped().names == {P2: "Ada"}
    assert setup.swapped().swapped() == setup
