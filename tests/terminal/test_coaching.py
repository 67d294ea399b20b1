"""Learning at the terminal: hints and evaluations at the prompt, analyses, puzzles, reports."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from flagfall.games import position as read_position
from tests.helpers import reachable
from tests.program import newest_name, run


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_hint_names_the_piece_and_asked_again_the_move() -> None:
    said = run("play", "--from", "command-line-conquer P1 0+2/10", typed=["hint", "hint", "quit"]).out
    assert "1 of 3 moves is best. Look at your piece on 2." in said
    assert "Best is MOVE 2: step to position 3, strength 4 (wins in 15 plies)." in said
    assert said.index("Look at") < said.index("Best is")


def test_eval_tells_the_worth_of_the_position_and_of_every_move() -> None:
    said = run("play", "--from", "capture-the-flag P1 2/6", typed=["eval", "quit"]).out
    assert "Player 1 wins in 1 ply.\n*   2          wins in 1 ply\n??? 1          loses in 2 plies\n" in said


def test_asking_changes_nothing_in_the_game() -> None:
    typed = ["2", "hint", "eval", "2", "1"]
    assert run("play", "capture-the-flag", typed=typed).out.endswith("has captured the flag and wins the game!\n")


def test_the_hidden_game_gets_an_honest_refusal_that_tells_no_secret() -> None:
    said = run("play", "flag-chase-traps", typed=["TRAP 3 3", "eval", "hint", "quit"])
    assert said.out.count("hides something from each player") == 2
    assert "3 3" not in said.out


def test_a_game_is_analysed_move_by_move() -> None:
    run("play", "capture-the-flag", typed=["1", "2", "1", "1"])
    found = run("analyse", newest_name())
    assert found.code == 0
    assert "3. P1 1          ??? turns a win into a loss; best was 2 (Player 1 wins in 1 ply)" in found.out
    assert "The game turned at ply 3: before it Player 1 wins in 1 ply, after it Player 2 wins in 1 ply." in found.out
    assert "Player 1: accuracy 50% (1 of 2 decisions gave nothing away" in found.out
    assert " P1 wins |ooo\n" in found.out
    assert " P2 wins |   oo\n" in found.out


def test_an_analysis_for_programs_and_as_a_picture(home: Path) -> None:
    run("play", "capture-the-flag", typed=["1", "2", "1", "1"])
    picture = home / "value.svg"
    found = json.loads(run("analyse", newest_name(), "--json", "--svg", str(picture)).out)
    (game,) = found["games"]
    assert game["values"] == [1, 1, 1, -1, -1]
    assert game["plies"][2]["decisions"]["P1"]["grade"] == "loses-win"
    assert game["players"]["P1"]["accuracy"] == 0.5
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_a_series_tells_how_predictable_the_numbers_were() -> None:
    battle = ["1", "1", "1", "1", "4", "2", "resign"]
    run("play", "flag-chase", "--best-of", "3", "--swap", typed=battle + battle)
    found = run("analyse", newest_name())
    assert "Player 1's secret choices: 4 4. Commonest 4 (100%)" in found.out
    assert "guessing the commonest so far is right 100% of the time" in found.out
    assert "chosen " in found.out and "by a best choice" in found.out


def test_a_hidden_game_is_not_analysed_but_refused() -> None:
    run("play", "flag-chase-traps", typed=["TRAP 3 3", "MOVE 4 4", "quit"])
    found = run("analyse", newest_name())
    assert found.code == 1
    assert found.err.startswith("flagfall: Flag Chase: Hidden Traps hides something")
    assert found.out == ""


def test_a_puzzle_is_solved_and_the_progress_is_kept() -> None:
    first = run("puzzle", "capture-the-flag", typed=["map", "nonsense", "1", "quit"])
    assert "0 of 3 mastered." in first.out
    assert "...\n# mastered, x tried, . not yet" in first.out
    again = run("puzzle", "capture-the-flag", typed=["quit"])
    tried = json.loads(run("puzzle", "capture-the-flag", "--json").out)
    assert sum(each["solved"] is not None for each in tried["puzzles"]) == 1
    assert f"{tried['mastered']} of 3 mastered." in again.out


def test_a_puzzle_that_was_told_does_not_count_as_mastered() -> None:
    asked = run("puzzle", "capture-the-flag", typed=["hint", "hint", "quit"]).out
    right = asked.split("Best is ")[1].split(":")[0]
    found = run("puzzle", "capture-the-flag", typed=["hint", "hint", right, "quit"]).out
    assert "Right!" in found
    assert "0 of 3 mastered." in found.split("Right!")[1]
    assert "1 of 3 mastered." in run("puzzle", "capture-the-flag", typed=[right, "quit"]).out.split("Right!")[1]


def test_own_mistakes_can_be_mended() -> None:
    nothing = run("puzzle", "capture-the-flag", "--mine")
    assert nothing.code == 1
    assert "play one first" in nothing.err
    run("play", "capture-the-flag", typed=["1", "2", "1", "1"])
    found = run("puzzle", "capture-the-flag", "--mine", typed=["2"])
    assert "Right! It wins in 1 ply. 1 of 1 mastered." in found.out


def test_puzzles_from_a_position_can_arise_from_it() -> None:
    start = "grid-runner P1 3,2/4,0"
    asked = [each["position"] for each in json.loads(run("puzzle", "--from", start, "--json").out)["puzzles"]]
    everywhere = json.loads(run("puzzle", "grid-runner", "--json").out)["puzzles"]
    arising = {position.text() for position in reachable(read_position(start))}
    assert asked
    assert set(asked) <= arising
    assert not {each["position"] for each in everywhere} <= arising


def test_a_game_without_puzzles_says_so() -> None:
    found = run("puzzle", "flag-chase")
    assert found.code == 1
    assert "no position with one right move" in found.err


def test_a_report_judges_the_game_and_its_rulings() -> None:
    found = json.loads(run("report", "grid-runner", "--set", "size=4", "--json").out)
    assert found["game"] == "grid-runner"
    assert found["value"] in (-1, 0, 1)
    assert found["looked_at"] == found["positions"]
    assert 0 < found["one_good_move"] < 1
    assert [each["setting"] for each in found["rulings"]] == ["capture"]
    for chances in found["odds"].values():
        assert sum(chances.values()) == pytest.approx(1)


def test_the_report_of_flag_chase_finds_the_number_that_is_never_worse() -> None:
    page = run("report", "flag-chase").out
    assert "**With best play from the opening: balanced: nobody can force a win.**" in page
    assert "- `5` is never worse than another, in every battle where it can be chosen" in page


def test_the_report_of_a_hidden_game_says_what_is_not_exact() -> None:
    page = run("report", "flag-chase-traps", "--set", "size=3", "--set", "traps=1").out
    assert "No exact value is given" in page
    assert "± " in page
    assert "open_traps=yes" in page
