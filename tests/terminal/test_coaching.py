"""Learning at the terminal: hints and evaluations at the prompt, analyses, puzzles, reports."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from flagfall.games import GAMES
from flagfall.games import position as read_position
from tests.every_game import short_game
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
    assert run("play", "capture-the-flag", typed=typed).out.count("has captured the flag and wins the game!\n") == 1


@pytest.mark.parametrize("game", [name for name, each in GAMES.items() if each().hides()])
def test_where_both_look_at_the_screen_the_coach_keeps_what_one_hides(game: str) -> None:
    said = run("play", game, typed=["eval", "hint", "quit"])
    assert said.out.count("both of you can see this screen: it says nothing here.") == 2


def test_estimates_say_that_they_are_and_how_far_off_they_may_be() -> None:
    said = run("play", "flag-chase-traps", "--p2", "random", "--seed", "3", typed=["eval", "hint", "hint", "quit"]).out
    assert re.search(r"^Your chance to win is ≈ \d+ % ± \d+ %\.$", said, re.MULTILINE)
    assert re.search(r"^\*   [A-Z]+ \d \d   ≈ \d+ % ± \d+ % to win, chosen \d+ % of the time", said, re.MULTILINE)
    assert "≈ A strong player would" in said
    figures = [line for line in said.splitlines() if " %" in line and "stands before estimates" not in line]
    assert figures and all("≈" in line for line in figures)


def test_a_map_shows_where_the_others_traps_may_be() -> None:
    typed = ["MOVE 1 2", "eval", "quit"]
    start = "flag-chase-traps P2 1,1/5,5 2/1 -/4,4"
    said = run("play", "--from", start, "--p2", "random", "--seed", "1", typed=typed).out
    assert "traps are likeliest on ≈ (" in said and re.search(r"\| +≈\d+% +\|", said)


@pytest.mark.parametrize("look", ["--plain", "--words"])
def test_where_the_other_s_traps_really_are_changes_no_word_of_the_coach(look: str) -> None:
    """Two games that differ in nothing else, at the same prompt."""
    said = set()
    for hidden in ("2,4+4,4", "1,2+3,3", "3,1+5,4"):
        start = f"flag-chase-traps P1 2,2/4,5 1/0 3,4/{hidden}"
        typed = ["hint", "hint", "eval", "hint", "moves", "legend", "position", "quit"]
        done = run("play", "--from", start, "--p2", "random", "--no-save", look, typed=typed)
        said.add(done.out)
    (words,) = said
    assert "≈ A strong player would" in words and "likeliest on ≈" in words


def test_when_no_trap_is_left_the_coach_is_exact_and_says_so() -> None:
    start = "flag-chase-traps P1 3,3/3,5 0/0 -/-"
    said = run("play", "--from", start, "--p2", "random", typed=["eval", "hint", "quit"]).out
    assert (
        "Nothing is hidden any more, so this is exact.\nPlayer 1 wins in 3 plies.\n*   MOVE 4 4   wins in 3 plies"
        in said
    )
    assert "≈" not in said


def test_a_game_is_analysed_move_by_move() -> None:
    run("play", "capture-the-flag", typed=["1", "2", "1", "1"])
    found = run("analyse", newest_name())
    assert found.code == 0
    assert "3. P1 1          ??? turns a win into a loss; best was 2 (Player 1 wins in 1 ply)" in found.out
    assert "The game turned at ply 3: before it Player 1 wins in 1 ply, after it Player 2 wins in 1 ply." in found.out
    assert "Player 1: accuracy 50% (1 of 2 decisions gave nothing away" in found.out
    assert " P1 wins |ooo\n" in found.out
    assert " P2 wins |   oo\n" in found.out


def test_a_picture_is_never_written_over_a_file_nor_a_folder_made_for_it(home: Path) -> None:
    run("play", "capture-the-flag", typed=["1", "2", "1", "1"])
    kept = home / "kept.svg"
    kept.write_text("mine")
    for path, why in ((kept, "exists already; name another file"), (home / "no/x.svg", "there is no folder")):
        done = run("analyse", newest_name(), "--svg", str(path))
        assert done.code == 1
        assert why in done.err
    assert kept.read_text() == "mine"
    assert not (home / "no").exists()


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
    assert "5. P1 4          ?!  gives nothing away to best play, but 5 is never worse and sometimes" in found.out
    assert "sometimes better [against a fallible opponent +0.369, best +0.389]" in " ".join(found.out.split())


def test_a_hidden_game_that_goes_on_is_not_looked_into() -> None:
    run("play", "flag-chase-traps", typed=["TRAP 3 3", "MOVE 4 4", "quit"])
    found = run("analyse", newest_name())
    assert found.code == 1
    assert "the game goes on, so what is hidden in it is not looked into" in found.err
    assert found.out == ""


SPRUNG = ["TRAP 3 3", "TRAP 2 2", "MOVE 1 2", "MOVE 4 4", "MOVE 1 3", "MOVE 3 3", "MOVE 2 4", "MOVE 4 4", "resign"]


def test_a_hidden_game_is_analysed_as_it_looked_to_the_players() -> None:
    run("play", "flag-chase-traps", typed=SPRUNG)
    found = run("analyse", newest_name())
    assert found.code == 0
    assert "how each decision looked to the one who made it (≈: estimated)" in found.out
    decisions = re.findall(r"^ +\d+\. P[12] (?:MOVE|TRAP) .*", found.out, re.MULTILINE)
    assert len(decisions) == 8 and all("≈" in line for line in decisions)
    assert (
        "The trap there was bad luck: it was ≈" in found.out or "into the trap against the odds: it was ≈" in found.out
    )
    assert "1 trap came out: 1 " in found.out
    assert "exact" not in found.out


def test_an_analysis_of_estimates_says_so_to_programs() -> None:
    run("play", "flag-chase-traps", typed=SPRUNG)
    (game,) = json.loads(run("analyse", newest_name(), "--json").out)["games"]
    assert game["estimated"] is True
    assert len(game["values"]) == len(game["errors"]) == 9 and all(error > 0 for error in game["errors"][:-1])
    sprung = game["plies"][5]["decisions"]["P2"]
    assert sprung["luck"] in ("bad luck", "against the odds") and 0 < sprung["risk"] < 1


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
    right = asked.split("It is ")[1].split(":")[0]
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
    assert "Right! It wins at once.\n1 of 1 mastered.\nAll of them!" in found.out


def test_puzzles_from_a_position_can_arise_from_it() -> None:
    start = "grid-runner P1 3,2/4,0"
    asked = [each["position"] for each in json.loads(run("puzzle", "--from", start, "--json").out)["puzzles"]]
    everywhere = json.loads(run("puzzle", "grid-runner", "--json").out)["puzzles"]
    arising = {position.text() for position in reachable(read_position(start))}
    assert asked
    assert set(asked) <= arising
    assert not {each["position"] for each in everywhere} <= arising


def test_a_battle_with_one_safe_number_is_a_puzzle_and_the_hint_agrees() -> None:
    asked = run("puzzle", "flag-chase", typed=["hint", "4", "3", "2", "5", "quit"]).out
    assert "Battle Initiated at Cell 1!\nPlayer 1 to choose and not lose. Only one choice is safe." in asked
    assert "1 of 5 moves does it." in asked
    assert "No. If the other chooses 5, that wins at once. Try again: 2 tries left.\n" in asked
    assert "No. If the other chooses 4 or 5, that wins at once. Try again: 1 try left.\n" in asked
    assert "No. If the other chooses 3, 4 or 5, that wins at once. Right was 5.\n0 of 2 mastered.\n" in asked
    assert "Whatever the other chooses, you lose nothing.\n1 of 2 mastered.\nThe others come again.\n" in asked
    (one, two) = json.loads(run("puzzle", "flag-chase", "--json").out)["puzzles"]
    assert (one["position"], one["player"]) == ("flag-chase P1 1/1", "P1")
    assert (two["position"], two["player"]) == ("flag-chase P2 5/5", "P2")
    assert "| decisions with exactly one good move | 5.6% |" in run("report", "flag-chase").out


def test_a_number_that_another_dominates_is_never_called_best() -> None:
    said = run("play", "--from", "flag-chase P1 3/3", typed=["hint", "hint", "eval", "quit"]).out
    assert (
        "1 of 5 moves is best; 4 more give nothing away to best play, but are never better and sometimes worse." in said
    )
    assert "Best is 5: choose 5 (keeps the balance). Whatever the other chooses, no other choice is better" in said
    assert "*   5          keeps the balance, +0." in said and "?!  4          keeps the balance, +0." in said
    assert "against a fallible opponent" in said
    line = run("solve", "--from", "flag-chase P1 3/3").out
    assert "Best line: 1. 5 | 5; " in line


def test_a_number_that_can_be_punished_says_by_which() -> None:
    said = run("play", "--from", "flag-chase P2 5/5", typed=["1", "hint", "hint", "eval", "quit"]).out
    assert "Best is 5: choose 5 (keeps the balance). It does so whatever the other chooses, and no other" in said
    assert "??  3          loses in 1 ply if the other chooses 4 or 5, " in said


@pytest.mark.parametrize(
    ("game", "best", "why"),
    [
        ("flag-chase", "Best is 1: move to cell 2", "comes 6 plies later, with 1 good answer of 5; with 2 it comes 8"),
        ("grid-runner", "Best is 0,1 or 0,3 (loses in 8 plies).", "the other more problems than 1,1."),
        (
            "command-line-conquer",
            "Best is MOVE 0: step to",
            "comes 2 plies later, with 1 good answer of 2; with RECRUIT",
        ),
    ],
)
def test_the_opening_move_that_sets_the_most_problems_is_named_and_why(game: str, best: str, why: str) -> None:
    said = run("play", game, typed=["hint", "hint", "quit"]).out
    assert "Any move will do" not in said and "equally good" not in said
    assert best in said and why in said
    assert "Against a fallible opponent it is worth +0." in said


def test_a_game_without_puzzles_says_so() -> None:
    found = run("puzzle", "capture-the-flag", "--set", "cells=5")
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


SMALL = ["--set", "size=3", "--set", "traps=1"]


@pytest.mark.long
def test_the_report_of_a_hidden_game_says_what_is_not_exact(home: Path) -> None:
    page = run("report", "flag-chase-traps", *SMALL).out
    assert "Nothing in this report is exact unless it says so" in page
    assert re.search(r"favoured: .*≈ \d\.\d\d ± \d\.\d\d a game", page)
    assert re.search(r"^\| 0 \| .* \(exact\) \| ", page, re.MULTILINE) and "## Where it hides what" in page
    data = json.loads(run("report", "flag-chase-traps", *SMALL, "--json").out)
    assert data["solved"] is False and data["estimated"]["within"] > 0
    picture = home / "traps.svg"
    assert run("report", "flag-chase-traps", *SMALL, "--svg", str(picture)).code == 0
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert "hides nothing" in run("report", "grid-runner", "--svg", str(home / "no.svg")).err


def test_puzzles_where_something_is_hidden_are_answered_by_estimates() -> None:
    asked = run("puzzle", "flag-chase-traps", *SMALL, typed=["hint", "hint", "quit"]).out
    assert "So far: 1. P1 " in asked and "What would a strong player do who knows as much? (≈)" in asked
    right = re.search(r"It is ([A-Z]+ \d \d)", asked)
    assert right
    found = run("puzzle", "flag-chase-traps", *SMALL, typed=[right[1], "quit"]).out
    assert re.search(r"^Right! ≈ ", found, re.MULTILINE) and "1 of " in found
    every = json.loads(run("puzzle", "flag-chase-traps", *SMALL, "--json").out)
    assert sum(each["solved"] is True for each in every["puzzles"]) == 1


def test_own_decisions_against_the_odds_can_be_made_again() -> None:
    run("play", "flag-chase-traps", *SMALL, typed=["TRAP 3 2", "MOVE 2 2", "MOVE 1 2", "MOVE 1 1"])
    found = run("puzzle", "flag-chase-traps", *SMALL, "--mine", typed=["hint", "quit"])
    assert found.code == 0 and "What would a strong player do" in found.out


@pytest.mark.long
@pytest.mark.parametrize("game", [name for name, each in GAMES.items() if not each().hides() and name != "flag-chase"])
def test_puzzles_come_from_the_position_that_was_named(game: str) -> None:
    """From the last position of the demonstration that leads to any, so that most of what could arise no longer can."""
    starts = [ply.before for ply in reversed(short_game(game).match().plies)]
    asked = ((start, run("puzzle", game, "--from", start.text(), "--json")) for start in starts)
    start, done = next((start, done) for start, done in asked if done.code == 0)
    found = {each["position"] for each in json.loads(done.out)["puzzles"]}
    assert found
    assert found <= {position.text() for position in reachable(start)}


def test_where_progress_cannot_be_kept_puzzles_are_judged_all_the_same(home: Path) -> None:
    (home / "data/flagfall").mkdir(parents=True)
    (home / "data/flagfall/puzzles").write_text("in the way")
    done = run("puzzle", "capture-the-flag", typed=["1", "1", "1", "quit"])
    assert done.code == 0
    judged = re.findall(r"^(Right!|No\.)", done.out, re.MULTILINE)
    assert len(judged) == 3
    where = home / "data/flagfall/puzzles"
    assert (
        done.out.count(f"Your progress can't be kept in {where} (File exists), so it is forgotten when you stop.") == 1
    )
