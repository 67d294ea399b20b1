"""Records as text: what they look like, that reading gives back the same game, and that they keep secrets."""

from __future__ import annotations

import re
from base64 import b64decode
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall.core import Outcome, Player
from flagfall.games import GAMES, position
from flagfall.match import ENDINGS, Match
from flagfall.record import BadRecord, BadTag, Record, read, to_json, write
from tests.match.play import BATTLES, HIDING, matches, moves_of, picture, quick, slow
from tests.match.twins import replayed, twins

P1, P2 = Player
TAGS = st.dictionaries(
    st.sampled_from(("P1", "P2", "Date", "Round", "BestOf", "Swap", "Seed", "X9")),
    st.text(st.characters(exclude_categories=("C", "Z")) | st.sampled_from(' "\\]['), max_size=12),
)
ENDED = st.none() | st.sampled_from(tuple(ENDINGS))
SEALED_TRAP = "aWVZu2snMdNhsmzpiBuSYcv4hHx-Gx26MXXCWe-0"
SEALED_START = (
    "uItwAgJlkonzCshafZ_mhvKP0xkHEY7VNouvwgxfz_iIxobZ31-Vu2ebmi9oVDkYyXSknIDxSA1DhwpK3oFlNFXLKN6UnAQEyJODPxEhvkS4_jTV"
    "4k27tj-r79Lb6c4WYcJ46Q-yycjD-06Kkg27rr4AQGjBZ95rEZPUsGNfSpIjcNFbpICMdrk5xN2-0IrWC86Y9KZoX4GM5RAoFInjLIbWPVxF4uRb"
    "GO_lsy67LkPw3eHz_i3O3wtbauIuhXdzNG2FEqcffho5hY9RDfTZVns50o7hDDYahbQFsiv0UVcJ2FjTkAk0XsVeB6jANQmcaDGJKfzW"
)
"""What is saved today must be readable for ever, so envelopes never change."""
ENVELOPE = re.compile(r"sealed:([A-Za-z0-9_-]+)")


def match_of(start: str, *moves: str) -> Match:
    match = Match(GAMES[start]() if start in GAMES else position(start))
    for move in moves:
        match.submit(match.waiting()[0], move)
    return match


# --- what it looks like ---


def test_a_record_is_tags_and_then_numbered_moves_with_a_battle_on_one_line() -> None:
    match = match_of("flag-chase", *("forward",) * 4, "4", "2", "backward")
    assert write([Record.of(match, {"P1": 'Ann "the fox"', "P2": "a\\b"})]) == (
        '[Flagfall "1"]\n'
        '[Game "flag-chase"]\n'
        '[P1 "Ann \\"the fox\\""]\n'
        '[P2 "a\\\\b"]\n'
        '[Result "*"]\n'
        "\n"
        "1. P1 forward\n"
        "2. P2 forward\n"
        "3. P1 forward\n"
        "4. P2 forward\n"
        "5. P1 4 | P2 2\n"
        "6. P1 backward\n"
    )


def test_a_finished_record_says_who_won_and_why() -> None:
    match = match_of("capture-the-flag P2 1/9 cells=9 flag=5", "2", "2", "1")
    match.resign(P1)
    assert write([Record.of(match, {})]) == (
        '[Flagfall "1"]\n'
        '[Game "capture-the-flag"]\n'
        '[Start "capture-the-flag P2 1/9 cells=9 flag=5"]\n'
        '[Result "P2"]\n'
        '[Reason "Player 1 resigned"]\n'
        "\n"
        "1. P2 2\n"
        "2. P1 2\n"
        "3. P2 1\n"
    )


@pytest.mark.rule("F3-A14")
def test_plies_are_counted_not_rounds() -> None:
    match = match_of("grid-runner", "1,2", "3,2", "2,2", "2,2")
    assert write([Record.of(match, {})]).endswith("\n\n1. P1 1,2\n2. P2 3,2\n3. P1 2,2\n4. P2 2,2\n")


def test_a_game_without_a_result() -> None:
    capped = Match(GAMES["grid-runner"](), cap=1)
    capped.submit(P1, "0,1")
    agreed = Match(GAMES["grid-runner"]())
    agreed.offer_end(P1)
    agreed.offer_end(P2)
    assert write([Record.of(capped, {"P2": "x"}), Record.of(agreed, {"Cap": "9"})]) == (
        '[Flagfall "1"]\n[Game "grid-runner"]\n[P2 "x"]\n[Cap "1"]\n'
        '[Result "none"]\n[Reason "the cap of 1 plies was reached"]\n\n1. P1 0,1\n'
        "\n"
        '[Flagfall "1"]\n[Game "grid-runner"]\n'
        '[Result "none"]\n[Reason "the players agreed to end the game"]\n\n'
    )


def test_secrets_of_a_game_in_progress_are_in_envelopes() -> None:
    match = match_of("flag-chase-traps P1 2,2/5,5 1/2 3,3/-", "TRAP 1 5", "MOVE 4 5")
    assert write([Record.of(match, {}, "0123456789abcdef")]) == (
        '[Flagfall "1"]\n'
        '[Game "flag-chase-traps"]\n'
        f'[Start "sealed:{SEALED_START}"]\n'
        '[Salt "0123456789abcdef"]\n'
        '[Result "*"]\n'
        "\n"
        f"1. P1 sealed:{SEALED_TRAP}\n"
        "2. P2 MOVE 4 5\n"
    )
    assert write([Record.of(match, {})], reveal=True) == (
        '[Flagfall "1"]\n'
        '[Game "flag-chase-traps"]\n'
        '[Start "flag-chase-traps P1 2,2/5,5 1/2 3,3/-"]\n'
        '[Result "*"]\n'
        "\n"
        "1. P1 TRAP 1 5\n"
        "2. P2 MOVE 4 5\n"
    )


def test_the_secrets_of_a_finished_game_are_shown() -> None:
    match = match_of("flag-chase-traps", "TRAP 3 3", "MOVE 4 4")
    match.resign(P2)
    assert write([Record.of(match, {})]).endswith("\n\n1. P1 TRAP 3 3\n2. P2 MOVE 4 4\n")


# --- and back again ---


@given(matches(), TAGS, st.booleans(), ENDED)
@quick
def test_what_was_written_reads_as_the_same_game_byte_for_byte(
    match: Match, tags: dict[str, str], reveal: bool, ended: Outcome | None
) -> None:
    if ended and not match.outcome:
        match.conclude(ended)
    record = Record.of(match, tags)
    text, data = write([record], reveal=reveal), to_json([record], reveal=reveal)
    for written in (text, data, text.replace("\n", "\r\n"), "\ufeff" + text, "\ufeff" + data):
        (again,) = read(written)
        assert again == record
        assert list(again.tags) == list(record.tags)
        assert write([again], reveal=reveal) == text
        assert to_json([again], reveal=reveal) == data


@given(matches(), ENDED)
@quick
def test_a_match_that_is_taken_up_again_stands_exactly_as_it_stood(match: Match, ended: Outcome | None) -> None:
    if ended and not match.outcome:
        match.conclude(ended)
    (again,) = read(write([Record.of(match, {})]))
    assert picture(again.match()) == picture(match)
    assert Record.of(again.match(), again.tags) == again


@given(st.lists(st.tuples(matches(), TAGS), min_size=2, max_size=3), st.booleans())
@slow
def test_the_rounds_of_a_series_share_a_file(games: list[tuple[Match, dict[str, str]]], reveal: bool) -> None:
    records = [Record.of(match, {**tags, "Round": str(number)}) for number, (match, tags) in enumerate(games, 1)]
    text, data = write(records, reveal=reveal), to_json(records, reveal=reveal)
    for again in (read(text), read(data)):
        assert again == records
        assert write(again, reveal=reveal) == text and to_json(again, reveal=reveal) == data


def test_both_sides_of_a_battle_may_stand_in_either_order() -> None:
    text = write([Record.of(match_of("flag-chase P1 3/3", "4", "2"), {})])
    assert text.endswith("1. P1 4 | P2 2\n")
    assert write(read(text.replace("P1 4 | P2 2", "P2 2 | P1 4"))) == text


def test_blank_lines_and_blanks_around_lines_do_not_matter() -> None:
    text = write([Record.of(match_of("capture-the-flag", "1", "1"), {})])
    spread = "\n\n" + text.replace("\n\n", "\n \n\t\n").replace("1. P1 1\n", "  1. P1 1  \n\n")
    assert write(read(spread)) == text


# --- secrets ---


def masked(text: str) -> str:
    return ENVELOPE.sub(lambda found: "?" * len(found[0]), text)


@pytest.mark.rule("G-05")
@given(matches(HIDING), st.sampled_from(Player), st.integers(0, 999))
@quick
def test_a_sealed_record_tells_nothing_of_where_traps_are(match: Match, owner: Player, pick: int) -> None:
    if match.outcome:
        return
    for twin in islice(twins(match, owner, pick), 4):
        for text in (write, to_json):
            mine, theirs = (text([Record.of(each, {}, "salt")]) for each in (match, twin))
            assert masked(mine) == masked(theirs)
            assert mine != theirs


@pytest.mark.rule("G-05")
@given(matches(BATTLES))
@quick
def test_a_sealed_record_tells_nothing_of_a_number_that_is_sealed(match: Match) -> None:
    if match.outcome or len(match.position.choices()) < 2:
        return
    for player in Player:
        numbers = match.position.choices()[player]
        ways = [replayed(match.start, [*moves_of(match), {player: number}], match.cap) for number in numbers]
        records = [Record.of(way, {}, "salt") for way in ways]
        for text in (write, to_json):
            assert len({masked(text([record])) for record in records}) == 1
            assert len({text([record]) for record in records}) == len(numbers)


@given(matches(HIDING))
@quick
def test_no_trap_of_a_game_in_progress_can_be_read_with_the_eye(match: Match) -> None:
    text = write([Record.of(match, {})])
    if match.outcome:
        assert "sealed:" not in text and "Salt" not in text
        return
    assert not re.search(r"TRAP [0-9]", text)
    assert match.start.view(None) == match.start or match.start.text() not in text
    for envelope in ENVELOPE.findall(text):
        inside = b64decode(envelope, b"-_", validate=True)
        assert b"TRAP" not in inside and b"flag-chase" not in inside


def test_the_longest_secrets_are_no_longer_than_the_shortest() -> None:
    far = "20,11+20,12+20,13+20,14+20,15+20,16+20,17+20,18+20,19"
    near = "1,2+1,3+1,4+1,5+1,6+1,7+1,8+1,9+2,1"
    starts = [
        f"flag-chase-traps P1 1,1/20,20 0/0 {p1}/{p2} size=20 traps=9" for p1 in (near, far) for p2 in (near, far)
    ]
    sealed = [write([Record(position(start), salt="salt")]) for start in starts]
    assert len(set(map(len, sealed))) == 1 and len(set(sealed)) == 4
    assert [read(text)[0].start.text() for text in sealed] == starts


def test_the_same_move_looks_different_in_every_place_and_every_game() -> None:
    match = match_of("flag-chase-traps", "TRAP 3 3", "TRAP 3 3", "MOVE 1 2", "MOVE 4 5")
    texts = [write([Record.of(match, {})]) for _ in range(2)]
    assert len({envelope for text in texts for envelope in ENVELOPE.findall(text)}) == 4


# --- records made by hand ---


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ({"Seed": "a\nb"}, "the tag Seed has a sign that can't be printed"),
        ({"P1": "\udc80"}, "the tag P1 has a sign that can't be printed"),
        ({"p1": "x"}, "'p1' can't be the name of a tag; a name is like Game or Round2"),
        ({"": "x"}, "'' can't be the name of a tag; a name is like Game or Round2"),
        ({"Näme": "x"}, "'Näme' can't be the name of a tag; a name is like Game or Round2"),
        ({"Result": "P1"}, "the tag Result is written by the record itself"),
        ({"Cap": "0"}, "Cap must be a number of plies from 1 to 999999, not '0'"),
        ({"Cap": "ten"}, "Cap must be a number of plies from 1 to 999999, not 'ten'"),
    ],
)
def test_a_tag_that_could_not_be_read_again_is_refused(tags: dict[str, str], message: str) -> None:
    with pytest.raises(BadTag) as refused:
        Record(GAMES["flag-chase"](), tags=tags)
    assert str(refused.value) == message and refused.value.name == next(iter(tags))


def test_a_record_holds_the_cap_of_its_match() -> None:
    match = Match(GAMES["flag-chase"](), cap=7)
    assert Record.of(match, {}).cap == 7
    assert Record.of(match, {"Cap": "9", "P1": "x"}).tags == {"Cap": "7", "P1": "x"}
    assert Record.of(Match(GAMES["flag-chase"]()), {"Cap": "9"}).cap is None


def test_a_record_that_never_was_is_refused_when_it_is_replayed() -> None:
    record = Record(GAMES["capture-the-flag"](), ({P1: "2"},), Outcome(P1, "captured the flag"))
    with pytest.raises(BadTag) as refused:
        record.match()
    assert str(refused.value) == (
        "the moves lead to 'a game in progress', but the record says 'Player 1 wins: captured the flag'"
    )


def test_a_line_without_an_end_is_named() -> None:
    """As text; JSON may well stand on one line."""
    with pytest.raises(BadRecord, match="line 2: this line is too long to be of a record: more than 200000 characters"):
        read(f'[Flagfall "1"]\n[Game "{"x" * 200_001}"]\n')


def test_names_can_be_read_in_json_in_any_script() -> None:
    record = Record.of(match_of("capture-the-flag", "1"), {"Event": "Schöne Spiele 旗"})
    assert '"Schöne Spiele 旗"' in to_json([record])
