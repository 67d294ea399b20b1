"""`flagfall odds`, and bots by their names at `flagfall play`."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.program import run


def test_the_chances_and_how_exact_they_are() -> None:
    done = run("odds", "capture-the-flag", "--p2", "perfect")
    assert done.out == (
        "Player 1 (random) wins    75.0000%\n"
        "Player 2 (perfect) wins   25.0000%\n"
        "No result                  0.0000%\n"
        "A game takes 3.2 plies on average. Exact: no games were played for this.\n"
    )
    assert (done.code, done.err) == (0, "")


def test_a_game_that_may_go_on_for_ever() -> None:
    assert run("odds", "flag-chase", "--p1", "perfect", "--p2", "level:10").out == (
        "Player 1 (perfect) wins     0.0000%\n"
        "Player 2 (level:10) wins    0.0000%\n"
        "No result                 100.0000%\n"
        "A game may go on for ever. Exact: no games were played for this.\n"
    )


def test_a_cap_and_a_variation_and_a_bound() -> None:
    capped = run("odds", "grid-runner", "--p1", "random", "--cap", "1", "--set", "size=4").out
    assert capped.endswith("and is called off after 1. Exact: no games were played for this.\n")
    assert "No result               100.0000%\n" in capped
    endless = run("odds", "--from", "grid-runner P1 2,2/4,2")
    assert "Exact to within " in endless.out and endless.code == 0


def test_the_same_for_a_program() -> None:
    done = run("odds", "capture-the-flag", "--p1", "perfect", "--p2", "level:2", "--json")
    assert json.loads(done.out) == {
        "game": "capture-the-flag",
        "start": "capture-the-flag P1 1/7",
        "bots": {"P1": "perfect", "P2": "level:2"},
        "cap": None,
        "p1": 1.0,
        "p2": 0.0,
        "draw": 0.0,
        "no_result": 0.0,
        "plies": 3.0,
        "error": 0.0,
    }


LEVELS = "the levels are level:1, which is the weakest, to level:10"
THERE_ARE = "there is random, level:1 to level:10, perfect, sampler"
NO_SOLUTION = (
    "plays by the exact solution, and Flag Chase: Hidden Traps has none, because each player hides something from the "
    "other; sampler, level:1 to level:10 and random can play it"
)
NO_ODDS = (
    "Flag Chase: Hidden Traps hides something, so what level:3 chooses depends on more than the position: odds can't "
    "be computed; they can be played out"
)
NOTHING_HIDDEN = (
    "sampler is for games that hide something, and Flag Chase hides nothing; "
    "perfect, level:1 to level:10 and random can play it"
)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ("odds flag-chase --p1 level:11", 2, f"--p1 takes a bot, and no bot is called 'level:11'; {LEVELS}"),
        ("odds flag-chase --p2 human", 2, f"--p2 takes a bot, and no bot is called 'human'; {THERE_ARE}"),
        ("odds flag-chase-traps --p1 level:3", 1, NO_ODDS),
        ("play flag-chase --p2 level:0", 2, f"--p2 takes human or a bot, and no bot is called 'level:0'; {LEVELS}"),
        ("play flag-chase-traps --p2 perfect", 1, f"perfect {NO_SOLUTION}"),
        ("play flag-chase --p1 sampler", 1, NOTHING_HIDDEN),
    ],
)
def test_what_can_not_be_is_said_in_one_line_before_anything_is_played(arguments: str, code: int, told: str) -> None:
    done = run(*arguments.split())
    assert (done.code, done.out, done.err) == (code, "", f"flagfall: {told}\n")


def test_a_variation_too_big_for_memory_is_refused_in_one_line() -> None:
    done = run("play", "grid-runner", "--set", "size=20", "--set", "tokens=5", "--p1", "perfect", "--p2", "level:1")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("flagfall: ") and " of memory" in done.err and done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "p1", "p2"),
    [
        ("capture-the-flag", "perfect", "level:1"),
        ("grid-runner", "level:4", "perfect"),
        ("flag-chase-traps", "sampler:5-playouts", "random"),
    ],
)
def test_bots_play_against_each_other(game: str, p1: str, p2: str) -> None:
    arguments = ("play", game, "--p1", p1, "--p2", p2, "--seed", "1", "--cap", "60", "--json")
    one, again = (json.loads(run(*arguments).out)["games"] for _ in range(2))
    assert one == again and one[0]["plies"]


def test_a_list_of_games_loads_nothing_heavy() -> None:
    """Nor does playing without a bot that needs it."""
    probe = "import sys, flagfall.bots; flagfall.bots.bot('random'); print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True).stdout == "False\n"
