"""`flagfall solve` and `flagfall cache`, as they are typed."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import numpy as np
import pexpect
import pytest

from flagfall.core import Player
from flagfall.games.flag_chase import FlagChase
from flagfall.solve import Worth, solve
from flagfall.solve.store import cache
from flagfall.terminal.show.solve import verdict
from flagfall.terminal.tty.meter import Meter, in_words, line, metered
from tests.program import run

PROGRAM = [sys.executable, "-m", "flagfall"]
LONG = ["solve", "flag-chase", "--set", "cells=60", "--set", "numbers=60"]


def timeless(text: str) -> str:
    return re.sub(r"\d+\.\d\d s", "TIME", text)


def test_who_wins_how_fast_of_how_many_and_how():
    done = run("solve", "capture-the-flag", "--verify")
    assert timeless(done.out) == (
        "With best play Player 1 wins in 3 plies.\n"
        "Best line: 1. 1; 2. 1; 3. 2.\n"
        "12 positions can arise: Player 1 wins 9, Player 2 wins 3. In 3 of them the game is over. "
        "The longest win takes 3 plies.\n"
        "Solved in TIME.\n"
        "Proved from the rules, for each of 12 positions, exactly.\n"
    )
    assert (done.code, done.err) == (0, "")


def test_an_endless_game_and_the_cache():
    command = ("solve", "flag-chase", "--set", "cells=2", "--set", "numbers=3")
    answer = (
        "With best play nobody wins: the game goes on for ever.\n"
        "Best line: 1. forward; 2. 3 | 3; 3. forward; 4. 3 | 3; and the position is that of the beginning again.\n"
        "6 positions can arise: Player 1 wins 1, Player 2 wins 1, nobody wins 4. In 2 of them the game is over.\n"
    )
    assert timeless(run(*command, "--no-cache").out) == f"{answer}Solved in TIME.\n"
    assert list(cache.entries()) == []
    assert timeless(run(*command).out) == f"{answer}Solved in TIME.\n"
    assert run(*command).out == f"{answer}Taken from the cache.\n"


def test_variations_and_positions():
    done = run("solve", "--from", "capture-the-flag P2 3/7 step=3")
    assert done.out.startswith("With best play Player 2 wins in 1 ply.\nBest line: 1. 3.\n")
    done = run("solve", "grid-runner", "--set", "size=3")
    assert done.out.startswith(
        "With best play Player 2 wins in 4 plies.\n"
        "Best line: 1. 0,0; 2. 1,2; 3. 0,1; 4. 0,1.\n"
        "99 positions can arise: Player 1 wins 47, Player 2 wins 52. "
        "In 42 of them the game is over. The longest win takes 6 plies.\n"
    )


def test_for_programs():
    done = run("solve", "capture-the-flag", "--json", "--verify")
    data = json.loads(done.out)
    assert data.pop("seconds") >= 0
    assert data.pop("counts") == data.pop("counts_arising")
    assert [step["moves"] for step in data["line"]] == [{"P1": "1"}, {"P2": "1"}, {"P1": "2"}]
    assert data.pop("line")[-1]["position"] == "capture-the-flag P2 4/6"
    winning = {"value": 1.0, "distance": 3, "promise": pytest.approx(0.95**3), "best": True}
    assert data == {
        "game": "capture-the-flag",
        "position": "capture-the-flag P1 1/7",
        "value": 1.0,
        "distance": 3,
        "error": 0.0,
        "moves": {"P1": {"1": winning, "2": winning}},
        "strategy": {"P1": {"1": 0.5, "2": 0.5}},
        "cached": False,
        "proof": {
            "positions": 12,
            "error": 0.0,
            "by_rules": 12,
            "seed": None,
            "drawn": None,
            "complete": True,
            "fewer_wrong_than_one_in": None,
        },
    }


@pytest.mark.long
def test_what_a_proof_by_a_sample_has_shown_and_what_it_has_not():
    *_, first, second = run("solve", "command-line-conquer", "--set", "positions=15", "--verify").out.splitlines()
    assert re.fullmatch(
        "Not proved for every position: that each of 108,224 positions that can be set up follows from the others was "
        r"checked by the solver's own bulk form of the rules, and by the rules themselves only for 1\d,\d{3} of them, "
        r"drawn at random \(seed \d+\), without a contradiction\.",
        first,
    )
    assert second == (
        "So, with a certainty of 95 %, the rules contradict fewer than one position in 3,333. "
        "--verify=all proves every one from the rules, which takes long."
    )


def test_a_proof_of_every_position_of_very_many(monkeypatch):
    monkeypatch.setattr("flagfall.solve.bulk.table.FEW", 100)
    monkeypatch.setattr("flagfall.solve.proof.SAMPLE", 50)
    command = ("solve", "grid-runner", "--set", "size=4")
    assert "Not proved for every position" in run(*command, "--verify").out
    proof = json.loads(run(*command, "--verify", "--json").out)["proof"]
    assert (proof["complete"], proof["drawn"], proof["fewer_wrong_than_one_in"]) == (False, 50, 16)
    assert run(*command, "--verify=all").out.endswith(
        "Proved from the rules, for each of 392 positions that can be set up, exactly.\n"
    )


def test_a_proof_is_as_exact_as_is_asked_for():
    for within in ("0", "1e-9"):
        done = run("solve", "flag-chase", "--verify", "--within", within)
        assert done.out.endswith("Proved from the rules, for each of 30 positions, exactly.\n")
    start = FlagChase()
    table = solve(start).table
    table.error = 0.5
    cache.keep(start, table, table.layout())
    done = run("solve", "flag-chase", "--verify")
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "flagfall: the values are only said to be right to within 0.5, and a proof to within 1e-06 was asked for\n"
    )
    done = run("solve", "flag-chase", "--verify", "--within", "0.5")
    assert done.out.endswith("Proved from the rules, for each of 30 positions, to within 0.5.\n")


def test_a_proof_that_fails_is_told_and_is_a_failure():
    start = FlagChase()
    table = solve(start).table
    table.value[0] = 1.0
    cache.keep(start, table, table.layout())
    done = run("solve", "flag-chase", "--verify")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("flagfall: flag-chase P1 1/5 is said to be worth 1.0, distance None, but ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("likely", [0.0, 0.5, -1.0, float("nan"), float("inf")])
def test_a_kept_solution_whose_likelihoods_are_none_is_computed_anew(likely):
    answer = run("solve", "flag-chase", "--verify").out
    start = FlagChase()
    table = solve(start).table
    for player in Player:
        table.mixtures.likely[player][:] = np.where(table.mixtures.likely[player] > 0, likely, 0)
    cache.keep(start, table, table.layout())
    for arguments in (["--verify"], []):
        done = run("solve", "flag-chase", *arguments)
        assert (done.code, done.err) == (0, "")
        assert timeless(done.out).splitlines()[:3] == answer.splitlines()[:3]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["flag-chase-traps"], 1, "flagfall: Flag Chase: Hidden Traps hides something from each player, and exact"),
        (
            ["grid-runner", "--set", "size=99", "--set", "tokens=50"],
            1,
            "flagfall: solving this needs more than 1000 EB",
        ),
        (["chess"], 2, "flagfall: no game is called 'chess'"),
        ([], 2, "flagfall: which game?"),
        (
            ["flag-chase", "--within", "1e-9"],
            2,
            "flagfall: --within says how exact a proof must be, and needs --verify",
        ),
        (
            ["flag-chase", "--verify", "--within", "nan"],
            2,
            "flagfall: argument --within: give a number from 0 to 2, such as 1e-6, not 'nan'",
        ),
        (["grid-runner", "--set", "size=100"], 2, "flagfall: size must be a whole number from 2 to 99, not '100'"),
        (["--from", "capture-the-flag P2 4/7"], 2, "flagfall: this position can't be played on: the game is over"),
    ],
)
def test_what_is_refused(arguments, code, message):
    done = run("solve", *arguments)
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith(message)
    assert done.err.count("\n") == 1


def test_seeing_and_clearing_what_is_kept():
    assert run("cache").out == "No solution has been kept yet.\n"
    run("solve", "capture-the-flag")
    (path,) = cache.folder().glob("*")
    size = path.stat().st_size
    assert run("cache").out == (
        f"capture-the-flag  12 positions  {size} bytes  cells=7 flag=4 step=2\n"
        f"1 solution, {size} bytes of at most 2 GB, in {cache.folder()}\n"
    )
    assert json.loads(run("cache", "--json").out) == [
        {
            "path": str(path),
            "game": "capture-the-flag",
            "rules": {"cells": "7", "flag": "4", "step": "2"},
            "positions": 12,
            "bytes": size,
        }
    ]
    assert run("cache", "--clear").out == "1 solution removed.\n"
    assert json.loads(run("cache", "--clear", "--json").out) == {"removed": 0}


# --- progress ---


def test_on_a_terminal_long_work_shows_how_far_it_is_and_ctrl_c_leaves_nothing_behind():
    program = pexpect.spawn(PROGRAM[0], [*PROGRAM[1:], *LONG], encoding="utf-8", timeout=60)
    program.expect(r"exploring: [\d,]+ positions, [\d,]+ a second")
    program.sendintr()
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 130
    assert program.before.endswith("\r")
    folder = Path(cache.folder())
    assert not folder.exists() or not list(folder.iterdir())


@pytest.mark.long
def test_in_a_pipe_no_progress_is_shown():
    with metered(io.StringIO()) as meter:
        assert meter is None
    assert run("solve", "flag-chase", "--set", "cells=20", "--set", "numbers=20", "--no-cache").err == ""


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_line_shows_after_half_a_second_and_is_renewed_in_place_and_removed():
    times = iter([0, 0, 0.4, 1.0, 1.05, 2.0])
    screen = Screen()
    meter = Meter(screen, lambda: next(times))
    for done in (0, 400, 1000, 1050, 100):
        meter("exploring", done, None)
    meter.remove()
    first, second = "exploring: 1,000 positions, 1,000 a second", "exploring: 100 positions, 50 a second"
    assert screen.getvalue() == f"\r{first}\r{second.ljust(len(first))}\r{' ' * len(second)}\r"


def test_a_line_that_is_interrupted_while_it_is_shown_is_removed():
    class Interrupted(Screen):
        def flush(self) -> None:
            if self.getvalue().endswith("positions"):
                raise KeyboardInterrupt

    times = iter([0, 1])
    screen = Interrupted()
    meter = Meter(screen, lambda: next(times))
    with pytest.raises(KeyboardInterrupt):
        meter("exploring", 1000, None)
    meter.remove()
    assert screen.getvalue() == f"\rexploring: 1,000 positions\r{' ' * 26}\r"


def test_every_stage_is_timed_on_its_own():
    times = iter([0, 0, 10, 12])
    screen = Screen()
    meter = Meter(screen, lambda: next(times))
    meter("exploring", 1, None)
    meter("solving", 0, 100)
    meter("solving", 50, 100)
    assert screen.getvalue().endswith("\rsolving: 50 of 100 positions, 25 a second, 2 s left")


def test_short_work_shows_nothing():
    screen = Screen()
    with metered(screen) as meter:
        meter("exploring", 1, None)
    assert screen.getvalue() == ""


@pytest.mark.parametrize(("seconds", "words"), [(0.2, "0 s"), (59.4, "59 s"), (61, "1 min 1 s"), (3600, "60 min 0 s")])
def test_time_left_in_words(seconds, words):
    assert in_words(seconds) == words


def test_nothing_is_divided_by_nothing():
    assert line("solving", 0, 10, 0) == "solving: 0 of 10 positions"


@pytest.mark.parametrize(
    ("worth", "words"),
    [
        (Worth(1.0, 1), "With best play Player 1 wins in 1 ply."),
        (Worth(-1.0, 1000), "With best play Player 2 wins in 1,000 plies."),
        (Worth(0.0, None), "With best play nobody wins: the game goes on for ever."),
        (
            Worth(1.0, None),
            "With best play Player 1 wins, but nobody can say when: chance decides (to within 1e-10).",
        ),
        (
            Worth(-1 / 3, None),
            "With best play this is worth -0.333333 to Player 1, to within 1e-10; a win is worth 1.",
        ),
    ],
)
def test_verdicts(worth, words):
    assert verdict(worth, 1e-10) == words
    assert Player.P1.name not in words


# --- with a cap ---

TRAPS = ("solve", "flag-chase-traps", "--set", "size=3", "--set", "traps=1")


def test_with_a_cap_also_what_is_hidden_is_solved():
    done = run(*TRAPS, "--cap", "5")
    assert done.code == 0
    first, second, opening, *_, last = done.out.splitlines()
    assert first.startswith("Within 5 plies the game is worth from ")
    assert float(re.search(r"Exploitability (\S+):", second)[1]) <= 1e-6
    assert opening.startswith("Player 1 begins with ")
    assert timeless(last) == "Solved in TIME."
    assert run(*TRAPS, "--cap", "5").out.splitlines()[-1] == "Taken from the cache."


def test_a_capped_answer_as_data():
    data = json.loads(run(*TRAPS, "--cap", "4", "--within", "1e-4", "--json").out)
    lowest, highest = data["value"]
    assert -1 <= lowest <= highest <= 1
    assert data["exploitability"] == (highest - lowest) / 2 <= 1e-4
    assert (data["cap"], data["cached"]) == (4, False)
    assert sum(data["opening"]["P1"].values()) == pytest.approx(1)


def test_without_a_cap_what_is_hidden_is_refused_with_what_would_do():
    done = run(*TRAPS)
    assert done.code == 1
    assert done.err.endswith("for a number of plies --cap PLIES solves it all the same\n")


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (("--cap", "5", "--verify"), "with --cap every answer is proved"),
        (("--cap", "0"), "give a whole number from 1 to 999"),
        (("--within", "0.1"), "needs --verify or --cap"),
    ],
)
def test_a_cap_and_a_proof_are_two_questions(given, wrong):
    done = run(*TRAPS, *given)
    assert done.code == 2
    assert wrong in done.err


@pytest.mark.long
def test_whoever_stops_it_gets_what_was_reached():
    child = pexpect.spawn(
        PROGRAM[0], [*PROGRAM[1:], *TRAPS, "--cap", "7", "--within", "0"], encoding="utf-8", timeout=60
    )
    child.expect("exploitability")
    child.sendintr()
    child.expect("Stopped before it was within")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
