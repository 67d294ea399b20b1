"""Games from anywhere: registered by a program, named by a package that is installed, or broken."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from flagfall import GAMES, core, register
from flagfall.games import BOOKS, BadGame, Games
from flagfall.installed import page, playthrough
from tests import toys
from tests.program import data_folder, newest, newest_name, run
from tests.terminal.driving import ALONE, Shell, lines
from tests.toys.column import Column

TOYS = [game for game in GAMES.values() if game not in BOOKS]


def test_the_toys_come_from_a_package_and_by_name() -> None:
    assert [game.id for game in TOYS] == ["mines", "poison", "column"]
    assert [game.__module__ for game in TOYS] == ["flagfall_toys.mines", "flagfall_toys.poison", "tests.toys.column"]
    assert "site" not in str(sys.modules["flagfall_toys"].__file__) and str(toys.KEPT) in str(
        sys.modules["flagfall_toys"].__file__
    )


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_a_game_of_another_package_is_there_in_every_command(shell: Shell, game: type[core.Position]) -> None:
    for command in ("games", f"position {game.id}", f"draw {game.id}", f"play {game.id} --p1 random --p2 random"):
        done = shell.run(*command.split())
        assert (done.code, done.err) == (0, ""), command
    assert f"\n{game.id:<22}{game.about}\n" in shell.run("games").out
    assert [line.split()[0] for line in shell.run("complete", "--", "play", game.id[:3]).out.splitlines()] == [game.id]
    assert game.id in shell.run("resume", "--list").out or shell.saved()


# --- registering ---


@dataclass(frozen=True)
class Nameless(Column):
    id = "Two in a Column"


@dataclass(frozen=True)
class Clashing(Column):
    id = "grid-runner"


def test_a_class_is_registered_once_and_found_by_its_id() -> None:
    games = Games(BOOKS)
    games.add(Column)
    games.add(Column)
    assert games["column"] is Column and [*games] == [*(game.id for game in BOOKS), "column"]
    assert register(Column) is Column


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (Column(), "is no class of positions; a game is a subclass of flagfall.Position"),
        (int, "is no class of positions"),
        (core.Position, "Position doesn't define after, board, body, cells, choices"),
        (Nameless, "Nameless needs an id of small letters, digits and hyphens, such as 'last-stone'"),
        (Clashing, "there is a game with the id 'grid-runner' already: flagfall.games.grid_runner.GridRunner"),
    ],
    ids=["a position", "another class", "abstract", "nameless", "clashing"],
)
def test_what_is_no_game_is_refused_with_the_reason(wrong: object, why: str) -> None:
    with pytest.raises(BadGame) as refused:
        register(wrong)  # type: ignore[type-var]
    assert why in str(refused.value)


# --- packages ---


def package(folder: Path, name: str, entry: str, source: str) -> None:
    """A package as it lies there when it is installed."""
    listed = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    listed.mkdir(parents=True)
    (listed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (listed / "entry_points.txt").write_text(f"[flagfall.games]\n{entry}\n")
    (folder / f"{entry.partition('=')[2].partition(':')[0].strip()}.py").write_text(source)


BROKEN = {
    "bad-import": ("broken = broken:Broken", "import nothing_of_that_name", "ModuleNotFoundError: No module named 'n"),
    "bad-name": ("broken = broken:Broken", "", "AttributeError: module 'broken' has no attribute 'Broken'"),
    "bad-class": ("broken = broken:Broken", "Broken = int", "<class 'int'> is no class of positions"),
    "bad-id": (
        "broken = broken:Broken",
        "from flagfall.games.grid_runner import GridRunner\nclass Broken(GridRunner): pass",
        "there is a game with the id 'grid-runner' already: flagfall.games.grid_runner.GridRunner",
    ),
    "bad-law": (
        "broken = broken:Broken",
        "from tests.toys.column import Column\nclass Broken(Column):\n    id = 'broken'\n    about = ''",
        "title and about are printable lines",
    ),
    "bad-scene": (
        "broken = broken:Broken",
        "from tests.toys.column import Column\nclass Broken(Column):\n    id = 'broken'\n    def meaning(*_): 1 / 0",
        "ZeroDivisionError: division by zero",
    ),
    "bad-exit": ("broken = broken:Broken", "raise SystemExit(3)", "SystemExit: 3"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_package_is_named_in_a_sentence_and_the_other_games_are_there(
    shell: Shell, tmp_path: Path, name: str
) -> None:
    entry, source, reason = BROKEN[name]
    package(tmp_path / "packages", name, entry, source)
    path = {"PYTHONPATH": f"{tmp_path}/packages:{shell.environment()['PYTHONPATH']}"}
    listed = shell.run("games", **path)
    assert listed.code == 0
    assert [line.split()[0] for line in listed.out.splitlines()] == [*GAMES]
    assert listed.err.startswith(f"flagfall: the game 'broken' of the package {name} can't be used: ")
    assert reason in listed.err and listed.err.count("\n") == 1 and "Traceback" not in listed.err
    asked = shell.run("play", "broken", **path)
    assert (asked.code, asked.out) == (2, "") and asked.err == listed.err
    assert shell.run("play", "capture-the-flag", typed=lines("2", "2", "1"), **path).err == ""


def test_where_no_package_has_games_nothing_is_loaded_to_find_that_out(shell: Shell) -> None:
    probe = "import sys; from flagfall import GAMES; print(*GAMES); print('importlib.metadata' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", probe], env=shell.environment(**ALONE), capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{' '.join(game.id for game in BOOKS)}\nFalse\n"


def test_a_name_that_means_nothing_is_told_with_where_it_stands(shell: Shell) -> None:
    done = shell.run("games", FLAGFALL_GAMES="nix:Nix")
    assert done.code == 0
    assert done.err == (
        "flagfall: the game 'nix:Nix' of FLAGFALL_GAMES can't be used: ModuleNotFoundError: No module named 'nix'\n"
    )


# --- what a game may have beside it ---


def test_what_lies_beside_a_game_is_found_and_what_does_not_is_not_offered() -> None:
    has = {game.id: (page(game) is not None, playthrough(game) is not None) for game in TOYS}
    assert has == {"mines": (True, True), "poison": (False, False), "column": (True, False)}


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("rules poison", 1, "flagfall: Poison has no page of rules\n"),
        ("rules poison --all", 1, "flagfall: Poison has no page of rules\n"),
        ("demo poison", 1, "flagfall: Poison has no game to show; `flagfall play poison` plays one\n"),
        ("rules column", 0, ""),
        ("rules mines --all", 0, ""),
        ("demo mines", 0, ""),
    ],
)
def test_rules_and_demo_of_games_with_and_without_them(shell: Shell, command: str, code: int, said: str) -> None:
    done = shell.run(*command.split())
    assert (done.code, done.err) == (code, said)
    assert bool(done.out) is not code


def test_a_page_without_the_usual_chapters_is_shown_whole() -> None:
    assert "Whoever has both stones in one column first has won." in " ".join(run("rules", "column").out.split())


# --- draws, and games that the mover loses ---


def test_a_drawn_game_is_told_saved_replayed_and_counted() -> None:
    with data_folder():
        done = run("play", "--from", "poison P1 2/2", "--best-of", "2", typed=["1", "1"])
        assert (done.code, done.err) == (0, "")
        assert "Player 1 takes 1.\nIt's a draw: Player 2 can take nothing.\n\nHeap: 1\n" in done.out
        assert done.out.endswith("Score: Player 1 0, Player 2 0, drawn 2.\nThe series ends without a winner.\n")
        assert newest().count('[Result "draw"]\n[Reason "Player 2 can take nothing"]\n') == 2
        assert run("replay", newest_name()).out.endswith("It's a draw: Player 2 can take nothing.\n")


def test_a_game_is_lost_by_who_moves_last_where_the_rules_say_so() -> None:
    with data_folder():
        done = run("play", "--from", "poison P1 1/2", typed=["1"])
        assert done.out.endswith("Player 2 wins: Player 1 took the last stone.\n\nHeap: 0\n")
        assert '[Result "P2"]\n' in newest()
