"""Whatever text comes in, a parser answers with a value that it writes the same way again, or with an error of ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from flagfall.core import BadPosition, BadRules, FlagfallError, IllegalMove, Player, Position, UnknownGame
from flagfall.games import GAMES, position
from flagfall.record import BadRecord, read, to_json, write
from flagfall.testing import check_position
from tests.every_game import short_game
from tests.test_bad_input import SPOTS

quick = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

SPICE = 'P123 /,+-?=:>|."[]{}\\\n\t\0MOVETRAPforwad０٣é💣'
SNIPPETS = st.one_of(
    st.text(st.sampled_from(SPICE), max_size=4), st.text(max_size=3), st.sampled_from(("9" * 30, " " * 9))
)


@st.composite
def edited(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A good text after some edits: pieces cut out, doubled, replaced or put in."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 6)))
        put = draw(st.one_of(SNIPPETS, st.just(text[start:end] * 2)))
        text = text[:start] + put + text[end:]
    return text


def tried(parse: Callable[[], Any]) -> Any:
    """What this gives, or the error of ours that it ends with; any other error is a failure."""
    try:
        return parse()
    except FlagfallError as refusal:
        return refusal


def is_clear(refusal: object, *kinds: type[FlagfallError]) -> bool:
    """Whether this is an error of such a kind, and says something."""
    return type(refusal) in kinds and all(line.isprintable() and line for line in str(refusal).split("\n"))


def all_spots() -> st.SearchStrategy[str]:
    return st.sampled_from([spot for spots in SPOTS.values() for spot in spots])


@quick
@given(st.one_of(edited(all_spots()), st.text()))
@example("")
@example("flag-chase P1 1/5 cells=5")
@example("flag-chase-traps P1 1,1/5,5 0/0 ?2/?1")
def test_a_position_is_read_as_itself_or_refused(text):
    found = tried(lambda: position(text))
    if not isinstance(found, Position):
        assert is_clear(found, BadPosition, UnknownGame)
        return
    assert position(found.text()) == found
    assert found.problem() is None
    if not found.is_partial():
        check_position(found)


RECORDS = st.sampled_from([write([short_game(game)]) for game in GAMES])
IN_PROGRESS = st.sampled_from(
    [
        '[Flagfall "1"]\n[Game "flag-chase"]\n[Result "*"]\n\n1. P1 forward\n2. P2 forward\n3. P1 forward\n',
        '[Flagfall "1"]\n[Game "capture-the-flag"]\n[P1 "a \\"b\\" \\\\"]\n[Cap "9"]\n[Result "*"]\n\n1. P1 2\n',
        write(read('[Flagfall "1"]\n[Game "flag-chase-traps"]\n[Result "*"]\n\n1. P1 TRAP 2 2\n2. P2 MOVE 4 4\n')),
        write(read('[Flagfall "1"]\n[Game "flag-chase"]\n[Start "flag-chase P1 3/3"]\n[Result "*"]\n\n1. P2 4\n')),
    ]
)


def check_record_text(text: str) -> None:
    records = tried(lambda: read(text))
    if not isinstance(records, list):
        assert is_clear(records, BadRecord)
        assert 1 <= records.line <= len(text.splitlines()) + 1
        return
    for again in (write(records), to_json(records), write(records, reveal=True), to_json(records, reveal=True)):
        assert read(again) == records
    for record in records:
        assert record.match().outcome == record.outcome


@quick
@given(st.one_of(edited(RECORDS), edited(IN_PROGRESS), st.text()))
@example("")
@example('[Flagfall "1"]')
@example("\ufeff" + write([short_game("capture-the-flag")]).replace("\n", "\r\n"))
def test_a_record_is_read_as_itself_or_refused_with_its_line(text):
    check_record_text(text)


@quick
@given(edited(st.one_of(RECORDS, IN_PROGRESS).map(lambda text: to_json(read(text)))))
@example("{}")
@example("[[], {}]")
@example('{"tags": {"Flagfall": "1"}, "tags": {}, "plies": []}')
def test_a_record_in_json_is_read_as_itself_or_refused_with_its_line(text):
    check_record_text(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("tags", "plies", "P1", "x")), inner),
    max_leaves=12,
)


@quick
@given(JSON.map(json.dumps))
def test_json_of_any_shape_is_refused_with_its_line(text):
    check_record_text(text)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_settings_are_read_as_themselves_or_refused(game, data):
    declared = {each.name: each for each in game.Rules.settings()}
    names = st.sampled_from([*declared, "", "x"])
    values = st.one_of(
        st.integers(-2, 120).map(str), SNIPPETS, st.sampled_from(("yes", "NO", "each", "1,1+2,2", "1,0:2,2"))
    )
    wanted = data.draw(st.dictionaries(names, values, max_size=3))
    rules = tried(lambda: game.Rules.read(wanted))
    if not isinstance(rules, game.Rules):
        assert is_clear(rules, BadRules)
        return
    assert game.Rules.read(rules.changed()) == rules
    opening = game(rules=rules)
    assert game.from_text(opening.text()) == opening and opening.choices()


@quick
@given(
    all_spots(),
    st.one_of(edited(st.sampled_from(("1", "forward", "MOVE 2 2", "TRAP 3 3", "1,2>2,2", "RECRUIT"))), st.text()),
)
@example("command-line-conquer P1 0/10", "MOVE 00")
@example("grid-runner P1 0,2/4,2", "( 1 , 2 )")
@example("flag-chase P2 4/4", "⁵")
def test_what_is_typed_is_a_legal_move_or_refused(text, typed):
    spot = position(text)
    for player in Player:
        move = tried(lambda: spot.read(player, typed))  # noqa: B023
        assert move in spot.choices().get(player, ()) or is_clear(move, IllegalMove)
