"""Wrong, hostile and cut-off input: every piece of it gets a clear answer in a line, and nothing is lost by it.

The cases are made here, at least two hundred a game: lines at a prompt, records, positions and settings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from flagfall.core import BadPosition, BadRules, IllegalMove, Player, UnknownGame
from flagfall.games import GAMES, position
from flagfall.record import BadRecord, read, to_json, write
from tests.every_game import short_game
from tests.program import at_table, data_folder, masked, run

JUNK = (
    *(
        "",
        "   ",
        "\t",
        "0",
        "-1",
        "+1",
        "1.0",
        "1e0",
        "1_",
        "٣",
        "１",
        "²",
        "½",
        "one",
        "forwards",
        "fwd",
        "None",
        "null",
    ),
    *("MOVE", "MOVE MOVE", "move x", "MOVE 1 2 3 4", "MOVE -1 0", "MOVE 99 99", "MOVE 1.0 2", "MOVE１ 2", "MOVE2 2"),
    *("TRAP", "TRAP 0 0", "TRAP x y", "TRAP 99 1", "TRAP 1", "TRAP 2 2 2", "TRAPS 2 2", "PASSED", "pass please"),
    *(
        "RECRUITS",
        "RECRUIT 1",
        "9,9,9",
        "(1,1",
        "1,,1",
        "1;1",
        ",",
        "1,",
        "99,99",
        "-1,-1",
        "0x1,1",
        ">",
        "1,1>",
        ">1,1",
    ),
    *("1,1>2,2>3,3", "true", "[]", "{}", "'; DROP TABLE games; --", "../../etc/passwd", "$(reboot)", "`id`", "%s%s%n"),
    *("\0", "\x1b[2J", "\x07", "\u202e1", "a" * 10_000, "1" * 5_000, "💣", "é", "P1 forward", "1. P1 forward"),
    *("sealed:AAAA", "yes", "no", "y", "\ud800", "1 \x85 1", "--help", "-h", "1\x002"),
)

SPOTS = {
    "flag-chase": ("flag-chase P1 1/5", "flag-chase P2 4/4", "flag-chase P1 2/3 cells=9 numbers=12"),
    "capture-the-flag": (
        "capture-the-flag P1 1/7",
        "capture-the-flag P2 3/5",
        "capture-the-flag P1 1/9 cells=9 step=4",
    ),
    "flag-chase-traps": (
        "flag-chase-traps P1 1,1/5,5 2/2 -/-",
        "flag-chase-traps P2 2,2/4,4 1/0 3,3/3,4+4,3",
        "flag-chase-traps P1 1,1/2,2 0/1 1,2+2,1/-",
    ),
    "grid-runner": (
        "grid-runner P1 0,2/4,2",
        "grid-runner P2 2,2/3,3 blocked=2,1 teleport=1,0:3,4",
        "grid-runner P1 0,1+0,2/3,1+3,2 size=4 tokens=2",
    ),
    "command-line-conquer": (
        "command-line-conquer P1 0/10",
        "command-line-conquer P2 -/8+9+10",
        "command-line-conquer P1 -/4+10",
    ),
}

PROMISES = {
    "flag-chase": r"Enter 1 to move forward or 2 to move backward\.|Choose a whole number from 1 to (5|12)\.",
    "capture-the-flag": r"Enter 1( or [2-4])*: how many positions to move towards the flag\.|You can't move past .*",
    "flag-chase-traps": r"Invalid move\. Please choose a valid adjacent cell\.\n"
    r"(Type MOVE or TRAP and the cell, .*|Rows and columns go from 1 to 5\."
    r"|You have no legal move: press Enter to pass\.|You have no trap left to place\.)",
    "grid-runner": r"Enter your move as row,column(>row,column)?, for example \d.*\."
    r"|\(-?\d+,-?\d+\) is off the grid: rows and columns go from 0 to [34]\.|You have no token on .*",
    "command-line-conquer": r".*\. Enter (MOVE \d+|RECRUIT)(, (MOVE \d+|RECRUIT))*( or (MOVE \d+|RECRUIT))?\.",
}
"""What each game's refusals look like: they say what would be right."""

ALSO_RIGHT = {"command-line-conquer": {"0"}}
"""What is no junk in one game: a position alone stands for the move from it."""


# --- lines at a prompt ---


def spots(game: str) -> tuple[str, ...]:
    return SPOTS.get(game) or (GAMES[game]().text(),)


def typed_cases(game: str) -> Iterator[tuple[str, str]]:
    for spot in spots(game):
        for line in JUNK:
            if line not in ALSO_RIGHT.get(game, ()):
                yield spot, line


def with_games(cases: Callable[[str], Iterator[Any]]) -> pytest.MarkDecorator:
    """Tests for each game, with twenty cases at a time; what fails is told with its case."""
    batches = [(game, list(batch)) for game in GAMES for batch in batched(cases(game))]
    names = [f"{game}-{number}" for number, (game, _) in enumerate(batches)]
    return pytest.mark.parametrize(("game", "cases"), batches, ids=names)


def batched(cases: Iterator[Any]) -> Iterator[list[Any]]:
    while batch := list(islice(cases, 20)):
        yield batch


def refused(
    expected: type[Exception] | tuple[type[Exception], ...], attempt: Callable[[], object], case: object
) -> Any:
    """The error that this attempt must end with."""
    try:
        result = attempt()
    except expected as error:
        return error
    raise AssertionError(f"{case!r:.200} was accepted: {result!r:.200}")


@with_games(typed_cases)
@pytest.mark.rule("G-03", "F0-A10", "F1-A08", "F2-A09", "F3-A05", "F4-A09")
def test_a_line_that_is_no_move_is_refused_with_what_would_be_right(game, cases):
    for text, line in cases:
        spot = position(text)
        for player, moves in spot.choices().items():
            if moves == ("PASS",) and not line.strip():
                continue  # Enter alone is a forced pass
            refusal = str(refused(IllegalMove, lambda: spot.read(player, line), line))  # noqa: B023
            assert re.fullmatch(PROMISES.get(game, "(?s).+"), refusal) and len(refusal) < 250, line
            wrong = dict.fromkeys(spot.choices(), moves[0]) | {player: line}
            refused(IllegalMove, lambda: spot.play(wrong), line)  # noqa: B023
        assert spot == position(text)


def table_cases(game: str) -> Iterator[str]:
    return (line for line in JUNK if line not in ALSO_RIGHT.get(game, ()))


@with_games(table_cases)
@pytest.mark.rule("G-03")
def test_after_a_line_that_is_no_move_the_same_player_is_asked_again_and_the_game_goes_on(game, cases):
    start = GAMES[game]()
    good = [*(start.written(moves[0]) for moves in start.choices().values()), "history"]
    _, untroubled, expected = at_table(start, good)
    for case in cases:
        screen, table, saved = at_table(start, [case, *good])
        assert [player for player, _ in table.refused] == [Player.P1], case
        assert screen.count(start.prompt(Player.P1)) == 2, case
        assert masked(saved) == masked(expected) and table.match.position == untroubled.match.position != start, case
        assert all(sign.isprintable() or sign == "\n" for sign in screen), case


# --- records ---


def record_cases(game: str) -> Iterator[str]:
    """A finished game, damaged in many ways, as text and as JSON."""
    good = write([short_game(game)])
    yield from cut_off(good)
    yield from wrong_lines(good)
    as_json = to_json(read(good))
    yield from cut_off(as_json)
    yield from wrong_json(as_json)


def cut_off(text: str) -> Iterator[str]:
    """Nothing but the last end of line may be missing."""
    step = max(1, len(text) // 40)
    yield from (text[:end] for end in range(0, len(text.rstrip()), step))


def wrong_lines(text: str) -> Iterator[str]:
    lines = text.splitlines()
    first = lines.index("") + 1
    tags = range(first - 1)
    yield from ("\n".join((*lines[:at], *lines[at + 1 :])) for at in (*tags, first, len(lines) - 1))
    yield from ("\n".join((*lines[:at], lines[at], *lines[at:])) for at in (*tags, first, len(lines) - 1))
    yield "\n".join((*lines[:first], *reversed(lines[first:])))
    for junk in ("", "P1", "P3 1", "P1 ", "P1 x | P1 x", "P1 x | P2 x", "P2 1", "P1 1 | ", "P1 \0", "P1 sealed:AAAA"):
        yield "\n".join((*lines[:first], f"1. {junk}", *lines[first + 1 :]))
    for junk in (
        "forward",
        "1 P1 x",
        "-1. P1 1",
        "٣. P1 x",
        "1.. P1 x",
        "99999999. P1 x",
        "[Game",
        '[X "a" b]',
        "{",
        "🏴",
    ):
        yield "\n".join((*lines[:first], junk, *lines[first:]))
    for old, new in (
        ('"1"]', '"2"]'),
        ('[Flagfall "1"]', '[Chess "1"]'),
        ("[Game ", '[Start "nonsense"]\n[Game '),
        ("[Game ", '[Start "sealed:AAAA"]\n[Game '),
        ("[Game ", '[Cap "0"]\n[Game '),
        ("[Game ", '[Cap "many"]\n[Game '),
        ("[Game ", '[Cap "1"]\n[Game '),
        ("[Game ", "[Game "[::-1]),
        ('[Game "', '[Game "the-'),
        ('[Result "P', '[Result "*P'),
        ('[Result "P1"]', '[Result "P2"]'),
        ('[Result "P2"]', '[Result "P1"]'),
        ('[Result "draw"]', '[Result "none"]'),
        ('[Reason "', '[Reason "never '),
        ('[Reason "', '[Salt "\x1b"]\n[Reason "'),
    ):
        if old in text:
            yield text.replace(old, new, 1)


def wrong_json(text: str) -> Iterator[str]:
    data = json.loads(text)
    tags, plies = data["tags"], data["plies"]
    for wrong in (None, 1, "game", [], {}, [1], [[]], {"tags": tags}, {"plies": plies}, {**data, "more": 1}):
        yield json.dumps({"games": wrong} if wrong is None or isinstance(wrong, int | str) else wrong)
    for wrong in (
        None,
        [],
        "x",
        {"Game": 1},
        {},
        {**tags, "Result": None},
        {**tags, "Game": "go"},
        {**tags, "a b": "c"},
    ):
        yield json.dumps({**data, "tags": wrong})
    for wrong in (
        None,
        {},
        "x",
        [1],
        [{}],
        [[]],
        [{"P3": "1"}],
        [{"P1": 1}],
        plies[:-1],
        [*plies, plies[0]],
        plies[1:],
    ):
        yield json.dumps({**data, "plies": wrong})
    yield text.replace('"Game"', '"Flagfall"', 1)
    yield "[" * 5_000
    yield f"[{text}, {text[:-9]}]"


@with_games(record_cases)
@pytest.mark.rule("G-03")
def test_a_damaged_record_is_refused_with_its_line(game, cases):
    for case in cases:
        refusal = refused(BadRecord, lambda: read(case), case)  # noqa: B023
        assert re.match(r"line \d+: \S", str(refusal)) and str(refusal).isprintable(), case
        assert 1 <= refusal.line <= case.count("\n") + 1, case


@pytest.fixture
def record_file(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / "game.flagfall"
    path.write_bytes(request.param)
    return path


FILES = {
    "nothing": b"",
    "bytes": bytes(range(256)),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(1000),
    "another encoding": '[Flagfall "1"]\n[Game "é"]'.encode("utf-16"),
    "an unfinished line": b'[Flagfall "1"]\n[Game "flag-ch',
    "no game": b'[Flagfall "1"]\n[Game "chess"]\n[Result "*"]\n',
    "a newer format": b'[Flagfall "2"]\n',
    "a wrong move": b'[Flagfall "1"]\n[Game "flag-chase"]\n[Result "*"]\n\n1. P1 sideways\n',
    "json": b'{"tags": {}, "plies": []}',
}


@pytest.mark.parametrize("record_file", FILES.values(), ids=FILES, indirect=True)
@pytest.mark.parametrize("command", ["replay", "record", "resume"])
def test_a_damaged_file_ends_a_command_with_one_line_and_code_1(record_file, command):
    before = record_file.read_bytes()
    with data_folder():
        result = run(command, str(record_file))
    assert (result.code, result.out) == (1, "")
    assert re.fullmatch(rf"flagfall: {re.escape(str(record_file))}: line \d+: [^\n]+\n", result.err)
    assert record_file.read_bytes() == before


@pytest.mark.parametrize("command", ["replay", "record", "resume"])
def test_a_file_that_is_not_there_or_is_a_folder_is_told_in_one_line(command, tmp_path):
    with data_folder():
        for name in ("nowhere", "", "x" * 5_000, str(tmp_path), "no\0where"):
            result = run(command, name)
            assert result.code == 1 and result.out == ""
            assert re.fullmatch(r"flagfall: [^\n]+\n", result.err)


# --- positions ---


def is_right(text: str) -> bool:
    """Extra blanks don't matter, and some numbers fit by chance: then the text is what the position writes itself."""
    try:
        return position(text).text() == " ".join(text.split())
    except (BadPosition, UnknownGame):
        return False


def position_cases(game: str) -> Iterator[str]:
    return (case for case in changed_positions(game) if not is_right(case))


def changed_positions(game: str) -> Iterator[str]:
    for spot in spots(game):
        name, turn, *state = spot.split()
        yield from (" ".join(words) for words in ((name,), (name, turn), (name, *state), (name, turn, turn, *state)))
        yield from (f"{name} {wrong} {' '.join(state)}" for wrong in ("P3", "p1", "1", "Player", "P1P2", "*"))
        yield from (f"{spot} {wrong}" for wrong in ("won!", "nonsense=1", "=", "=1", "rules", "x=y=z", "?", "1/1/1"))
        yield from (f"{wrong} {turn} {' '.join(state)}" for wrong in ("chess", f"{game}s", game[1:], "…"))
        for wrong in (
            "",
            "/",
            "x/y",
            "1",
            "-1/-1",
            "999/999",
            "1/2/3",
            "١/٥",
            "1 /5",
            "1/5 ",
            "1/5/",
            "0x1/5",
            "?1/?1",
            "+/+",
        ):
            yield f"{name} {turn} {wrong} {' '.join(state[1:])}"
        for setting in GAMES[game].Rules.settings():
            if f" {setting.name}=" not in spot:
                yield f"{spot} {setting.name}=1 {setting.name}=1"
                yield f"{spot} {setting.name}="


@with_games(position_cases)
@pytest.mark.rule("G-03")
def test_a_text_that_is_no_position_is_refused_in_one_line(game, cases):
    for case in cases:
        refusal = refused((BadPosition, UnknownGame), lambda: position(case), case)  # noqa: B023
        assert str(refusal).isprintable(), case


def few_positions(game: str) -> Iterator[str]:
    return (case for number, case in enumerate(position_cases(game)) if number % 9 == 0)


@with_games(few_positions)
def test_the_command_line_refuses_it_with_code_2_and_plays_nothing(game, cases):
    with data_folder() as folder:
        for case in cases:
            results = [run("play", "--from", case, typed=["1"])]
            if case not in GAMES:  # which alone is its opening
                results.append(run("position", case))
            for result in results:
                assert (result.code, result.out) == (2, ""), case
                assert re.fullmatch(r"flagfall: [^\n]+\n", result.err), case
        assert not list(folder.glob("*"))


# --- settings ---

VALUES = (
    "",
    " ",
    "0",
    "-1",
    "+3",
    "3.5",
    "1e1",
    "100",
    "١",
    "x",
    "None",
    "1000000",
    "9" * 300,
    "yess",
    "1,1:",
    "\0",
    "é",
)
NAMES = ("", "Size", "sizes", "rules", "turn", "__class__", "size ", "sіze", "-", "a" * 999)


def setting_cases(game: str) -> Iterator[str]:
    for setting in GAMES[game].Rules.settings():
        for value in VALUES:
            if not accepts(setting, value):
                yield f"{setting.name}={value}"
    known = {setting.name for setting in GAMES[game].Rules.settings()}
    yield from (f"{name}=3" for name in NAMES if name.strip() not in known)
    yield from ("size", "=", "")


def accepts(setting, value: str) -> bool:
    """Numbers from the allowed range, and words from the allowed list, are the only values of these settings."""
    allowed = setting.kind.allowed()
    if found := re.fullmatch(r"a whole number from (\d+) to (\d+)", allowed):
        return value.isascii() and value.isdigit() and int(found[1]) <= int(value) <= int(found[2])
    return value in allowed.split(" or ")


@with_games(setting_cases)
@pytest.mark.rule("G-03")
def test_a_setting_that_cant_be_is_refused_with_code_2_and_what_would_be_right(game, cases):
    promise = (
        r"flagfall: ([^\n]+ must be [^\n]+|there is no setting [^\n]+; this game has \w[^\n]+|--set takes [^\n]+)\n"
    )
    with data_folder() as folder:
        for case in cases:
            result = run("play", game, f"--set={case}", typed=["1"])
            assert (result.code, result.out) == (2, ""), case
            assert re.fullmatch(promise, result.err), case
        assert not list(folder.glob("*"))


CLASHES = {
    "capture-the-flag": ({"flag": "7"}, {"cells": "4"}, {"cells": "9", "flag": "9"}),
    "flag-chase-traps": ({"size": "2", "traps": "3"}, {"size": "3", "traps": "8"}),
    "grid-runner": (
        {"tokens": "6"},
        {"size": "3", "tokens": "4"},
        {"blocked": "9,9"},
        {"blocked": "0,2"},
        {"teleport": "1,1:1,1"},
        {"blocked": "1,1", "teleport": "1,1:2,2"},
        {"teleport": "4,2:1,1"},
        {"size": "3", "blocked": "4,4"},
    ),
}


@pytest.mark.parametrize(("game", "clash"), [(game, clash) for game, clashes in CLASHES.items() for clash in clashes])
def test_settings_that_dont_fit_each_other_are_refused_with_code_2(game, clash):
    with pytest.raises(BadRules) as refusal:
        GAMES[game].Rules.read(clash)
    with data_folder():
        result = run("play", game, *(word for name, value in clash.items() for word in ("--set", f"{name}={value}")))
    assert (result.code, result.out, result.err) == (2, "", f"flagfall: {refusal.value}\n")


# --- the command line itself ---

COMMANDS = (
    ("plya", "flag-chase"),
    ("play",),
    ("play", "flag-chas"),
    ("play", "flag-chase", "grid-runner"),
    ("play", "flag-chase", "--p1", "nobody"),
    ("play", "flag-chase", "--p2", ""),
    ("play", "flag-chase", "--best-of", "0"),
    ("play", "flag-chase", "--best-of", "many"),
    ("play", "flag-chase", "--best-of", "3", "--first-to", "2"),
    ("play", "flag-chase", "--first-to", "-1"),
    ("play", "flag-chase", "--swap"),
    ("play", "flag-chase", "--cap", "0"),
    ("play", "flag-chase", "--cap", "9" * 50),
    ("play", "flag-chase", "--cap"),
    ("play", "flag-chase", "--set"),
    ("play", "flag-chase", "--from", "grid-runner P1 0,2/4,2"),
    ("play", "flag-chase", "--from", "flag-chase P2 5/4 won"),
    ("play", "--set", "cells=3", "--from", "flag-chase P1 1/5"),
    ("play", "--nonsense"),
    ("rules",),
    ("rules", "chess"),
    ("position",),
    ("position", ""),
    ("demo", "chess"),
    ("completion", "tcsh"),
    ("--nonsense",),
    ("\0",),
    ("é",),
)


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments)[:40].replace("\0", "NUL"))
def test_a_command_that_cant_be_understood_ends_with_one_line_and_code_2(arguments):
    with data_folder() as folder:
        result = run(*arguments)
        assert (result.code, result.out) == (2, "")
        assert re.fullmatch(r"flagfall: [^\n]+\n", result.err)
        assert not list(folder.glob("*"))


@pytest.mark.parametrize("game", GAMES)
def test_there_are_at_least_two_hundred_cases_a_game(game):
    kinds = (typed_cases, table_cases, record_cases, position_cases, setting_cases)
    counts = {cases.__name__: len(list(cases(game))) for cases in kinds}
    assert sum(counts.values()) >= 200
    assert min(counts.values()) >= 20, counts
