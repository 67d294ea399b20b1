"""Damaged and hand-edited records: each is a game that can have been, or refused with the line and the reason."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall.core import Player
from flagfall.games import GAMES, position
from flagfall.match import Match
from flagfall.record import BadRecord, Record, read, to_json, write
from flagfall.record.text import LONGEST
from tests.match.play import matches, quick

P1, P2 = Player


def match_of(start: str, *moves: str, cap: int | None = None) -> Match:
    match = Match(GAMES[start]() if start in GAMES else position(start), cap=cap)
    for move in moves:
        match.submit(match.waiting()[0], move)
    return match


def resigned(match: Match, player: Player) -> Match:
    match.resign(player)
    return match


BATTLE = Record.of(
    match_of("flag-chase", *("forward",) * 4, "4", "2", "forward", cap=40), {"P1": "Ann", "P2": "Bob"}, "ab"
)
HALF_BATTLE = Record.of(match_of("flag-chase", *("forward",) * 4, "4"), {}, "cd")
WON = Record.of(match_of("capture-the-flag", "2", "2", "1"), {"P1": "Ann"}, "ef")
TRAPS = Record.of(
    match_of("flag-chase-traps P1 2,2/5,5 1/2 3,3/-", "TRAP 1 5", "TRAP 2 4", "MOVE 3 2", "MOVE 4 5"), {}, "0123"
)
GIVEN_UP = Record.of(resigned(match_of("grid-runner", "1,2", "3,2"), P2), {"Round": "2"}, "4567")
TEXTS = {
    "battle": write([BATTLE]),
    "half a battle": write([HALF_BATTLE]),
    "won": write([WON]),
    "traps": write([TRAPS]),
    "series": write([WON, GIVEN_UP, HALF_BATTLE]),
    "JSON": to_json([BATTLE]),
    "JSON series": to_json([GIVEN_UP, TRAPS]),
}


def check(text: str) -> bool:
    """Whether it is a record. If not, the error must name a line of the text; nothing else may be raised."""
    records, error = tried(text)
    if error:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
        assert error.line is not None and 1 <= error.line <= lines
        assert str(error) == f"line {error.line}: {error.message}" and error.message
    else:
        assert read(write(records)) == read(to_json(records, reveal=True)) == records
    return error is None


def tried(text: str) -> tuple[list[Record], BadRecord | None]:
    try:
        return read(text), None
    except BadRecord as error:
        return [], error


@pytest.fixture(params=TEXTS, name="text")
def _text(request: pytest.FixtureRequest) -> str:
    return TEXTS[request.param]


# --- every damage of a kind ---


def test_a_record_without_damage_is_read(text: str) -> None:
    assert check(text)


def test_every_line_lost(text: str) -> None:
    lines = text.splitlines(keepends=True)
    for index, line in enumerate(lines):
        kept = check("".join(lines[:index] + lines[index + 1 :]))
        if line.startswith(('[Flagfall "', '[Game "', '[Result "', '[Reason "', '[Salt "')):
            assert not kept, line


def test_every_line_doubled(text: str) -> None:
    lines = text.splitlines(keepends=True)
    for index, line in enumerate(lines):
        assert check("".join([*lines[:index], line, *lines[index:]])) is (line == "\n"), line


def swapped(lines: list[str], index: int) -> str:
    return "".join([*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]])


def test_every_two_lines_swapped(text: str) -> None:
    lines = text.splitlines(keepends=True)
    for index in range(len(lines) - 1):
        check(swapped(lines, index))


def test_two_plies_swapped_are_noticed() -> None:
    lines = TEXTS["battle"].splitlines(keepends=True)
    first = lines.index("1. P1 forward\n")
    for index in range(first, len(lines) - 1):
        assert not check(swapped(lines, index))


def test_cut_off_anywhere(text: str) -> None:
    for length in range(len(text)):
        check(text[:length])


@given(st.sampled_from(sorted(TEXTS)), st.data())
@quick
def test_any_letter_changed(name: str, data: st.DataObject) -> None:
    text = TEXTS[name]
    for _ in range(5):
        at = data.draw(st.integers(0, len(text)))
        new = data.draw(st.sampled_from('"[]{}\\|.\n\0 0159PFT?*,:') | st.text(max_size=2))
        check(text[:at] + new + text[at + data.draw(st.integers(0, 2)) :])


@given(matches(), st.integers(0, 999))
@quick
def test_a_lost_ply_of_any_game_is_noticed_unless_it_is_the_last_of_a_game_in_progress(match: Match, pick: int) -> None:
    lines = write([Record.of(match, {})]).splitlines(keepends=True)
    if match.plies:
        plies = len(match.plies) + bool(match.sealed)
        lost = pick % plies
        del lines[len(lines) - plies + lost]
        assert check("".join(lines)) is (lost == plies - 1 and match.outcome is None)


@given(st.text() | st.text('[]{}"\\PF:, .\n1'))
@quick
def test_anything_at_all(text: str) -> None:
    check(text)


# --- what is said of it ---

EDITED = TEXTS["battle"]


def test_the_lines_that_are_spoken_of_below() -> None:
    assert EDITED.splitlines() == [
        '[Flagfall "1"]',
        '[Game "flag-chase"]',
        '[P1 "Ann"]',
        '[P2 "Bob"]',
        '[Cap "40"]',
        '[Result "*"]',
        "",
        "1. P1 forward",
        "2. P2 forward",
        "3. P1 forward",
        "4. P2 forward",
        "5. P1 4 | P2 2",
        "6. P1 forward",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Flagfall "1"]\n', "", 'line 1: not a Flagfall record; it begins with [Flagfall "1"]'),
        ('[Flagfall "1"]', '[Flagfall "2"]', "line 1: format '2' is not known here; this program reads format 1"),
        ('[Flagfall "1"]', "Flagfall 1", 'line 1: not a Flagfall record; it begins with [Flagfall "1"]'),
        ('"flag-chase"', '"flag-chas"', "line 2: no game is called 'flag-chas'; did you mean 'flag-chase'?"),
        ('[Game "flag-chase"]\n', "", "line 1: the tag Game is missing"),
        ('[Game "flag-chase"]', '[Game "flag-chase]',
         "line 2: not a tag: '[Game \"flag-chase]'; a tag is like [Game \"flag-chase\"]"),
        ('[P2 "Bob"]', '[P1 "Bob"]', "line 4: the tag P1 is given twice"),
        ('[P2 "Bob"]', '[p2 "Bob"]', "line 4: 'p2' can't be the name of a tag; a name is like Game or Round2"),
        ('[P2 "Bob"]', '[P2 "\x1b"]', "line 4: the tag P2 has a sign that can't be printed"),
        ('"40"', '"0"', "line 5: Cap must be a number of plies from 1 to 999999, not '0'"),
        ('"40"', '"4"', "line 12: the game was over before: No result: the cap of 4 plies was reached"),
        ('"40"', '"6"', "line 6: the moves lead to 'No result: the cap of 6 plies was reached', "
         "but the record says 'a game in progress'"),
        ('[Result "*"]\n', "", "line 1: the tag Result is missing"),
        ('[Result "*"]', '[Result "P3"]', "line 6: Result must be P1, P2, draw, none or *, not 'P3'"),
        ('[Result "*"]', '[Result "P1"]', "line 6: a finished game needs a Reason"),
        ('[Result "*"]', '[Result "*"]\n[Reason "x"]', "line 7: a game in progress (Result *) has no Reason"),
        ('[Result "*"]', '[Result "P1"]\n[Reason "captured Player 2\'s flag"]',
         "line 6: the moves lead to 'a game in progress', but the record says "
         "\"Player 1 wins: captured Player 2's flag\""),
        ('[Result "*"]', '[Result "P1"]\n[Reason "Player 1 resigned"]',
         "line 6: the moves lead to 'a game in progress', but the record says 'Player 1 wins: Player 1 resigned'"),
        ('[Result "*"]', '[Start "flag-chase P1 9/9"]\n[Result "*"]',
         "line 6: impossible position 'flag-chase P1 9/9': the cells are 1 to 5"),
        ("1. P1 forward", "1. P1 sideways", "line 8: P1 can't play that here: Enter 1 to move forward or 2 to move "
         "backward. Legal: forward, backward."),
        ("1. P1 forward", "1. P2 forward", "line 8: here P1 must move, and nobody else"),
        ("1. P1 forward", "1. P1 forward | P2 forward", "line 8: here P1 must move, and nobody else"),
        ("1. P1 forward", "1. P1", "line 8: not a move: 'P1'; a move is like \"P1 forward\" or \"P1 4 | P2 2\""),
        ("1. P1 forward", "1. P3 forward",
         "line 8: not a move: 'P3 forward'; a move is like \"P1 forward\" or \"P1 4 | P2 2\""),
        ("1. P1 forward", "P1 forward", "line 8: not a move: 'P1 forward'; a move is like \"1. P1 forward\""),
        ("1. P1 forward", "x" * 99, f"line 8: not a move: '{'x' * 40}…'; a move is like \"1. P1 forward\""),
        ("1. P1", "0. P1", "line 8: not a move: '0. P1 forward'; a move is like \"1. P1 forward\""),
        ("1. P1", "１. P1", "line 8: not a move: '１. P1 forward'; a move is like \"1. P1 forward\""),
        ("2. P2", "3. P2", "line 9: this should be ply 2, not 3"),
        ("2. P2 forward\n", "", "line 9: this should be ply 2, not 3"),
        ("P1 4 | P2 2", "P1 4", "line 12: here P1 and P2 must move, and nobody else"),
        ("P1 4 | P2 2", "P1 4 | P1 2", "line 12: P1 moves twice in one ply"),
        ("P1 4 | P2 2", "P1 4 | P2 6",
         "line 12: P2 can't play that here: Choose a whole number from 1 to 5. Legal: 1, 2, 3, 4, 5."),
        ("P1 4 | P2 2", "P1 sealed:4 | P2 2", "line 1: the tag Salt is missing"),
        ("6. P1 forward", "6. P1 forward\n7. P2 backward\n8. P1 forward\n9. P1 5 | P2 1\n10. P2 backward",
         "line 17: the game was over before: Player 1 wins: captured Player 2's flag"),
    ],
)  # fmt: skip
def test_the_error_names_the_line_and_what_is_wrong(old: str, new: str, message: str) -> None:
    assert old in EDITED
    with pytest.raises(BadRecord) as refused:
        read(EDITED.replace(old, new, 1))
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Result "P1"]', '[Result "P2"]', "line 4: the moves lead to 'Player 1 wins: captured the flag', "
         "but the record says 'Player 2 wins: captured the flag'"),
        ('"captured the flag"', '"luck"', "line 5: the moves lead to 'Player 1 wins: captured the flag', "
         "but the record says 'Player 1 wins: luck'"),
        ('[Result "P1"]\n[Reason "captured the flag"]', '[Result "*"]',
         "line 4: the moves lead to 'Player 1 wins: captured the flag', but the record says 'a game in progress'"),
        ("3. P1 1\n", "", "line 4: the moves lead to 'a game in progress', "
         "but the record says 'Player 1 wins: captured the flag'"),
        ("3. P1 1\n", "3. P1 1\n4. P2 1\n", "line 10: the game was over before: Player 1 wins: captured the flag"),
    ],
)  # fmt: skip
def test_a_finished_record_that_does_not_fit_its_end(old: str, new: str, message: str) -> None:
    assert old in TEXTS["won"]
    with pytest.raises(BadRecord) as refused:
        read(TEXTS["won"].replace(old, new, 1))
    assert str(refused.value) == message


def test_a_finished_game_has_no_half_battle() -> None:
    ended = '[Result "P1"]\n[Reason "Player 2 resigned"]'
    assert len(read(EDITED.replace('[Result "*"]', ended))) == 1
    with pytest.raises(BadRecord) as refused:
        read(EDITED.replace('[Result "*"]', ended).replace(" | P2 2\n6. P1 forward", ""))
    assert str(refused.value) == "line 13: here P1 and P2 must move, and nobody else"


def test_envelopes_that_are_damaged_or_in_another_place() -> None:
    lines = TEXTS["traps"].splitlines()
    start, (first, second) = (
        lines.index('[Salt "0123"]') - 1,
        (lines.index(line) for line in lines if " sealed:" in line),
    )
    one, other = lines[first].split(":")[1], lines[second].split(":")[1]
    text = TEXTS["traps"]
    damaged = "the sealed move of Player {}, or the Salt, is damaged"
    for edited, line, message in (
        (text.replace(one, "?").replace(other, one).replace("?", other), first, damaged.format(1)),
        (text.replace(one, "A" + one[1:]), first, damaged.format(1)),
        (text.replace(other, other[:-4]), second, damaged.format(2)),
        (text.replace(other, other + "é"), second, damaged.format(2)),
        (text.replace(other, other[:20] + "!" + other[20:]), second, damaged.format(2)),
        (text.replace(f"sealed:{other}", "sealed:"), second, damaged.format(2)),
        (text.replace('"sealed:', '"sealed:AAAA'), start, "the sealed Start, or the Salt, is damaged"),
        (text.replace('[Salt "0123"]', '[Salt "0124"]'), start, "the sealed Start, or the Salt, is damaged"),
    ):
        with pytest.raises(BadRecord) as refused:
            read(edited)
        assert str(refused.value) == f"line {line + 1}: {message}"


def test_an_envelope_without_its_salt_says_that_the_salt_is_missing() -> None:
    for text in (TEXTS["traps"].replace('[Salt "0123"]\n', ""), TEXTS["half a battle"].replace('[Salt "cd"]\n', "")):
        with pytest.raises(BadRecord) as refused:
            read(text)
        assert str(refused.value) == "line 1: the tag Salt is missing"


def test_a_start_that_hides_something_cannot_be_played_from() -> None:
    text = (
        TEXTS["won"].splitlines()[0] + '\n[Game "flag-chase-traps"]\n[Start "flag-chase-traps P1 1,1/5,5 1/2 ?1/-"]\n'
    )
    with pytest.raises(BadRecord) as refused:
        read(text + '[Result "*"]\n')
    assert str(refused.value) == "line 3: the Start lacks what one of the players knows, so nobody can play from it"


def test_a_series_names_the_line_in_the_whole_file() -> None:
    with pytest.raises(BadRecord) as refused:
        read(TEXTS["series"].replace("2. P2 3,2", "2. P2 2,2"))
    assert refused.value.line == TEXTS["series"].splitlines().index("2. P2 3,2") + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'line 1: empty; a record begins with [Flagfall "1"]'),
        (" \n\n", 'line 1: empty; a record begins with [Flagfall "1"]'),
        ("\nhello", 'line 2: not a Flagfall record; it begins with [Flagfall "1"]'),
        (
            "x\n" * (LONGEST // 2 + 1),
            f"line {LONGEST // 2 + 1}: too long to be a record: more than {LONGEST} characters",
        ),
    ],
    ids=["empty", "blank", "hello", "too long"],
)
def test_what_is_no_record_at_all(text: str, message: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(text)
    assert str(refused.value) == message


# --- JSON ---


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1: not JSON: Expecting property name enclosed in double quotes"),
        ('[\n{"tags": {},\n "plies": [}', "line 3: not JSON: Expecting value"),
        ("[]", "line 1: empty; there is no game in this list"),
        ("\n\n[ ]", "line 3: empty; there is no game in this list"),
        ("{}", 'line 1: a game in JSON is an object with "tags" and "plies"'),
        ("[\n1\n]", 'line 2: a game in JSON is an object with "tags" and "plies"'),
        ("[[]]", 'line 1: a game in JSON is an object with "tags" and "plies"'),
        ('{"tags": {},\n "plies": [], "more": 1}', 'line 1: a game in JSON is an object with "tags" and "plies"'),
        ('{"plies": [],\n "tags": []}', 'line 2: "tags" must be an object of texts'),
        ('{"plies": [], "tags":\n {"Game": 1}}', 'line 2: "tags" must be an object of texts'),
        ('{"tags": {},\n "plies": {}}', 'line 2: "plies" must be a list'),
        ('{"tags": {}, "plies": [\n{},\n{"P3": "1"}]}', 'line 3: a ply must be an object such as {"P1": "forward"}'),
        ('{"tags": {}, "plies": [\n{"P1": 4}]}', 'line 2: a ply must be an object such as {"P1": "forward"}'),
        ('{"tags": {}, "plies": [\n"forward"]}', 'line 2: a ply must be an object such as {"P1": "forward"}'),
        ('{"tags": {}, "plies": []}', "line 1: the tag Flagfall is missing"),
        ('{"tags": {"Flagfall": "2"}, "plies": []}',
         "line 1: format '2' is not known here; this program reads format 1"),
        ('{"tags": {"Flagfall": "1", "Game": "chess"},\n "plies": []}',
         f"line 1: no game is called 'chess'; there are {', '.join(GAMES)}"),
        ('{"tags": {"Flagfall": "1",\n"\\ud800": "x"}, "plies": []}',
         "line 2: '\\ud800' can't be the name of a tag; a name is like Game or Round2"),
        ('{"tags": {"Flagfall": "1",\n"P1": "\\n"}, "plies": []}',
         "line 2: the tag P1 has a sign that can't be printed"),
        ('{"tags": {"P1": "a",\n"\\u00501": "b"}, "plies": []}', "line 2: 'P1' is given twice"),
        ('{"tags": {},\n"tags": {}, "plies": []}', "line 2: 'tags' is given twice"),
    ],
)  # fmt: skip
def test_json_that_is_no_record(text: str, message: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(text)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"tags":' * 100_000,
        '{"tags": ' + "1" * 5000 + "}",
        "[" * 900 + "]" * 900,
        "[" + "0," * 9999 + "0]",
    ],
    ids=["deep lists", "deep objects", "a long number", "closed lists", "a long list"],
)
def test_json_that_is_huge_or_deep(text: str) -> None:
    with pytest.raises(BadRecord, match=r"^line 1: "):
        read(text)


def test_an_error_in_json_names_the_line_of_the_tag_or_the_ply() -> None:
    lines = TEXTS["JSON"].splitlines()
    for old, new, message in (
        (
            '"P1": "4",',
            '"P1": "6",',
            "P1 can't play that here: Choose a whole number from 1 to 5. Legal: 1, 2, 3, 4, 5.",
        ),
        ('"Cap": "40",', '"Cap": "x",', "Cap must be a number of plies from 1 to 999999, not 'x'"),
        ('"Game": "flag-chase",', '"Game": "flag",', "no game is called 'flag'; did you mean 'flag-chase'?"),
    ):
        (at,) = [number for number, line in enumerate(lines) if line.strip() == old]
        with pytest.raises(BadRecord) as refused:
            read(TEXTS["JSON"].replace(old, new))
        ply = lines[at - 1].strip() == "{"
        assert str(refused.value) == f"line {at + 1 - ply}: {message}"


def test_json_reads_the_same_however_it_is_laid_out() -> None:
    for text in (TEXTS["JSON"], TEXTS["JSON series"]):
        data = json.loads(text)
        for other in (json.dumps(data), json.dumps(data, indent="\t"), text.replace("\n", "\r\n")):
            assert to_json(read(other)) == text
