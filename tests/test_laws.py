"""The laws that every game keeps, held against every game, and against games that break one each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from inspect import getsource
from itertools import count
from pathlib import Path
from random import Random
from typing import Self

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flagfall import GAMES, core
from flagfall.coach.lessons.checking import faults
from flagfall.coach.lessons.lesson import read as read_lesson
from flagfall.core import OPENING, Cell, Choices, Move, Moves, Outcome, Player, setting
from flagfall.match import Match, Series, Terms
from flagfall.testing import BrokenLaw, check, check_position, check_worlds, rules, secrecy, words, worlds
from tests.every_game import short_game
from tests.program import data_folder, newest_name, run

CONTRIBUTING = Path(__file__).parents[1] / "CONTRIBUTING.md"

SMALL = [
    ("flag-chase", {}, 30),
    ("flag-chase", {"cells": "2", "numbers": "2"}, 6),
    ("flag-chase", {"cells": "7", "numbers": "3"}, 56),
    ("capture-the-flag", {}, 12),
    ("capture-the-flag", {"cells": "9", "flag": "5", "step": "3"}, 24),
    ("capture-the-flag", {"cells": "3", "flag": "2", "step": "1"}, 2),
    ("flag-chase-traps", {"size": "2", "traps": "1"}, 148),
    ("flag-chase-traps", {"size": "2", "traps": "2", "open_traps": "yes"}, 434),
    ("flag-chase-traps", {"size": "3", "traps": "0"}, 128),
    ("grid-runner", {}, 975),
    ("grid-runner", {"size": "2"}, 12),
    ("grid-runner", {"size": "4", "blocked": "1,1", "teleport": "1,0:2,3"}, 308),
    ("command-line-conquer", {"positions": "5", "units": "2", "strength": "3"}, 111),
    ("command-line-conquer", {"positions": "4", "units": "2", "compare": "after", "stack": "whole"}, 44),
]
LARGE = [
    ("flag-chase", {"cells": "40", "numbers": "50"}, 60),
    ("flag-chase-traps", {}, 60),
    ("flag-chase-traps", {"size": "12", "traps": "3"}, 6),
    ("flag-chase-traps", {"size": "3", "open_traps": "yes"}, 60),
    ("grid-runner", {"size": "9", "tokens": "3", "blocked": "3,3+5,5", "teleport": "1,0:7,8+2,2:6,6"}, 30),
    ("grid-runner", {"size": "3", "tokens": "2", "capture": "first"}, 200),
    ("command-line-conquer", {}, 200),
    ("command-line-conquer", {"compare": "after", "stack": "whole", "units": "5"}, 200),
]


def named(case: object) -> str | None:
    return " ".join(f"{name}={value}" for name, value in case.items()) or "book" if isinstance(case, dict) else None


@pytest.mark.parametrize(("game", "settings", "positions"), SMALL, ids=named)
@pytest.mark.rule("G-01", "G-02")
def test_every_position_keeps_the_laws(game, settings, positions):
    cls = GAMES[game]
    assert check(cls, cls.Rules.read(settings), limit=1500) == (positions, True)


@pytest.mark.parametrize(("game", "settings", "limit"), LARGE, ids=named)
def test_the_first_positions_and_random_games_keep_the_laws(game, settings, limit):
    cls = GAMES[game]
    checked = check(cls, cls.Rules.read(settings), limit=limit, games=max(1, limit // 10), plies=25)
    assert not checked.complete and checked.positions > limit


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_in_the_list_is_held_to_the_laws_without_further_ado(game):
    check(game, limit=20, games=1, plies=30)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_playing_a_move_finds_the_legal_moves_once(game):
    asked = []

    class Counting(game):
        def choices(self) -> Choices:
            asked.append(self)
            return super().choices()

    position, draw = Counting(), Random(0)
    for _ in range(50):
        moves = {player: draw.choice(legal) for player, legal in position.choices().items()}
        asked.clear()
        position = position.play(moves)
        assert len(asked) == 1
        if position.outcome():
            position = Counting()


# --- traps, where there are too many positions to walk ---


@st.composite
def positions(draw: st.DrawFn, opening: core.Position, plies: int = 30) -> core.Position:
    """A position that random play leads to."""
    position = opening
    for _ in range(draw(st.integers(0, plies))):
        choices = position.choices()
        if not choices:
            break
        position = position.play({player: draw(st.sampled_from(moves)) for player, moves in choices.items()})
    return position


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(positions(GAMES["flag-chase-traps"]()))
def test_hidden_traps_keep_the_laws_wherever_play_leads(position):
    check_position(position)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(positions(GAMES["flag-chase-traps"](rules=GAMES["flag-chase-traps"].Rules(size=3)), 8), min_size=20))
def test_positions_that_look_the_same_go_on_looking_the_same(visited):
    check_worlds(visited)


def test_worlds_are_what_a_player_cant_tell_apart():
    opening = GAMES["flag-chase-traps"]()
    trapped = [opening.play({Player.P1: move}) for move in opening.choices()[Player.P1] if move.startswith("TRAP")]
    assert [len(group) for group in worlds(trapped, Player.P2).values()] == [23]
    assert [len(group) for group in worlds(trapped, Player.P1).values()] == [1] * 23


# --- what the books have in common ---


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.rule("G-01")
def test_p1_starts_and_turns_alternate(game):
    turns = [ply.before.turn for ply in short_game(game.id).match().plies if len(ply.moves) == 1]
    assert turns == [Player.P1, Player.P2] * (len(turns) // 2) + [Player.P1] * (len(turns) % 2)
    assert len(turns) > 2


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.rule("G-04")
def test_what_no_book_speaks_of_happens_only_when_it_is_asked_for(game):
    match = Match(game())
    assert match.cap is None and match.offered is None
    for _ in range(12):
        for player in match.waiting():
            match.submit(player, match.seats[player].choices[-1])
    assert match.outcome == match.position.outcome()
    assert all(len(seat.history) == len(match.plies) for seat in match.seats.values())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.rule("G-04")
def test_resigning_loses_and_a_cap_or_an_agreement_gives_no_result(game):
    resigned, capped, agreed = Match(game()), Match(game(), cap=1), Match(game())
    resigned.resign(Player.P1)
    for player in capped.waiting():
        capped.submit(player, capped.seats[player].choices[0])
    agreed.offer_end(Player.P2)
    agreed.answer(Player.P1, agreed=True)
    winners = [match.outcome and match.outcome.winner for match in (resigned, capped, agreed)]
    assert winners == [Player.P2, None, None]
    assert all(match.outcome and not match.waiting() for match in (resigned, capped, agreed))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.rule("G-06")
def test_every_game_can_be_started_by_either_player_so_that_a_comparison_is_fair(game):
    series = Series(game(), Terms(best_of=3, swap=True))
    starters = []
    while not series.over:
        starters.append(series.opening().turn)
        series.finish(Outcome(starters[-1], "won"))
    assert starters == [Player.P1, Player.P2, Player.P1]


# --- a sixth game ---


@dataclass(frozen=True)
class LastStone(core.Position):
    id = "last-stone"
    title = "Last Stone"
    about = "Take one, two or three stones from the heap; whoever takes the last one wins."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        stones: int = setting(10, core.Whole(1, 99), "stones in the heap")
        most: int = setting(3, core.Whole(1, 9), "how many stones may be taken at once")

    rules: Rules = Rules()
    turn: Player = Player.P1
    left: int = OPENING

    def __post_init__(self) -> None:
        self.fill(left=self.rules.stones)

    def choices(self) -> Choices:
        takes = range(1, min(self.left, self.rules.most) + 1)
        return {self.turn: tuple(map(str, takes))} if takes else {}

    def after(self, moves: Moves) -> Self:
        return replace(self, left=self.left - int(moves[self.turn]), turn=self.turn.other)

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome(self.turn.other, "took the last stone")

    def board(self, width: int | None = None) -> str:
        return f"Heap: {self.left}"

    def words(self) -> str:
        return f"Stones in the heap: {self.left}."

    def prompt(self, player: Player) -> str:
        return f"{player}, how many stones do you take? "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        outcome = self.after(moves).outcome()
        return (f"{self.turn} takes {moves[self.turn]}.", *([f"{outcome}!"] if outcome else []))

    def cells(self) -> tuple[Cell, ...]:
        return (Cell((0, 0), str(self.left)),)

    def body(self) -> str:
        return str(self.left)

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        (left,) = words
        return cls(rules=rules, turn=turn, left=core.whole(left))

    def problem(self) -> str | None:
        return None if self.left <= self.rules.stones else f"there are {self.rules.stones} stones at most"


def test_a_sixth_game_keeps_the_laws():
    assert check(LastStone) == (20, True)
    assert check(LastStone, LastStone.Rules(stones=3, most=1)) == (4, True)


def test_contributing_shows_the_same_sixth_game_with_all_that_it_imports(tmp_path, monkeypatch):
    (module,) = re.findall(r"```python\n(from __future__.*?)```", CONTRIBUTING.read_text(encoding="utf-8"), re.DOTALL)
    assert module.endswith(getsource(LastStone))
    (tmp_path / "last_stone_of_contributing.py").write_text(module)
    monkeypatch.syspath_prepend(tmp_path)
    assert check(import_module("last_stone_of_contributing").LastStone) == check(LastStone)


def test_the_lesson_that_contributing_shows_can_be_taught():
    (lesson,) = re.findall(r"```toml\n(\[\[steps.*?)```", CONTRIBUTING.read_text(encoding="utf-8"), re.DOTALL)
    assert list(faults(read_lesson(LastStone, lesson))) == []


def test_a_sixth_game_is_playable_saved_and_replayed_on_the_day_its_rules_exist(monkeypatch):
    monkeypatch.setitem(GAMES._known, LastStone.id, LastStone)
    with data_folder():
        played = run("play", "last-stone", "--set", "stones=4", typed=["4", "3", "moves", "1"])
        replayed = run("replay", newest_name())
    assert played.code == replayed.code == 0
    assert played.out == (
        "Heap: 4\nPlayer 1, how many stones do you take? 4\nThat can't be played here. Legal: 1, 2, 3.\n"
        "Player 1, how many stones do you take? 3\nPlayer 1 takes 3.\n"
        "Heap: 1\nPlayer 2, how many stones do you take? moves\n  1\n"
        "Player 2, how many stones do you take? 1\nPlayer 2 takes 1.\nPlayer 2 wins: took the last stone!\n"
        "\nHeap: 0\n"
    )
    assert replayed.out == (
        "Last Stone\nHeap: 4\n\n1. P1 3\nPlayer 1 takes 3.\nHeap: 1\n\n"
        "2. P2 1\nPlayer 2 takes 1.\nPlayer 2 wins: took the last stone!\nHeap: 0\n\n"
        "Player 2 wins: took the last stone.\n"
    )


@dataclass(frozen=True)
class TwoFists(core.Position):
    """Both hide a coin in a fist, then guess by turns where the other's is; the first right guess wins."""

    id = "two-fists"
    title = "Two Fists"
    about = "Hide a coin in a fist, and find the other's first."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        pass

    rules: Rules = Rules()
    turn: Player = Player.P1
    coins: tuple[str, str] = ("-", "-")
    won: bool = False

    def choices(self) -> Choices:
        if self.won:
            return {}
        verb = "HIDE" if self.coins[self.turn] == "-" else "GUESS"
        return {self.turn: (f"{verb} left", f"{verb} right")}

    def after(self, moves: Moves) -> Self:
        verb, fist = moves[self.turn].split()
        if verb == "GUESS":
            return replace(self, turn=self.turn.other, won=self.coins[self.turn.other] == fist)
        coins = (fist, self.coins[1]) if self.turn is Player.P1 else (self.coins[0], fist)
        return replace(self, turn=self.turn.other, coins=coins)

    def outcome(self) -> Outcome | None:
        return Outcome(self.turn.other, "found the coin") if self.won else None

    def hides(self) -> bool:
        return True

    def view(self, player: Player | None) -> Self:
        seen = [fist if owner is player or fist == "-" else "?" for owner, fist in zip(Player, self.coins, strict=True)]
        return replace(self, coins=tuple(seen))

    def is_partial(self) -> bool:
        return "?" in self.coins

    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        return "HIDE ?" if move.startswith("HIDE") and viewer is not player else move

    def reveals(self, moves: Moves) -> bool:
        return moves[self.turn].startswith("GUESS") and self.after(moves).won

    def shown(self, player: Player, typed: str) -> str:
        return typed[:4] if typed.casefold().startswith("hide") else typed

    def board(self, width: int | None = None) -> str:
        return " ".join(self.coins)

    def words(self) -> str:
        return f"Coins: {self.board()}."

    def prompt(self, player: Player) -> str:
        return f"{player}: "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        return (f"{self.turn}: {self.disguise(self.turn, moves[self.turn], to)}",)

    def cells(self) -> tuple[Cell, ...]:
        return Cell((0, 0), "P1"), Cell((0, 1), "P2")

    def body(self) -> str:
        return "/".join(self.coins) + (" won" if self.won else "")

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        p1, p2 = words[0].split("/")
        return cls(rules=rules, turn=turn, coins=(p1, p2), won=words[1:] == ["won"])

    def problem(self) -> str | None:
        return None


def test_a_game_with_secrets_keeps_the_laws():
    assert check(TwoFists) == (19, True)


# --- games that break a law each ---


class TwoLinesAbout(LastStone):
    about = "Take stones\nfrom the heap."


@dataclass(frozen=True)
class P2Starts(LastStone):
    turn: Player = Player.P2


class WrittenWrong(core.Whole):
    def write(self, value: int) -> str:
        return str(value + 1)


@dataclass(frozen=True)
class LostSettings(LastStone):
    @dataclass(frozen=True)
    class Rules(LastStone.Rules):
        piles: int = setting(1, WrittenWrong(1, 9), "piles")

    rules: Rules = Rules()


class Miscounted(LastStone):
    @classmethod
    def count_cells(cls, rules: core.Rules) -> int:
        return 2


@dataclass(frozen=True)
class Changeable(LastStone):
    log: list[str] = field(default_factory=list)


class HashedByPlace(LastStone):
    def __hash__(self) -> int:
        return id(self)


class ListOfMoves(LastStone):
    def choices(self) -> Choices:
        return {player: list(moves) for player, moves in super().choices().items()}


class BlankMove(LastStone):
    def choices(self) -> Choices:
        return {player: (*moves, " ") for player, moves in super().choices().items()}


class LongWinded(LastStone):
    def choices(self) -> Choices:
        return {player: tuple(f"{int(move):030}" for move in moves) for player, moves in super().choices().items()}


class NoEnd(LastStone):
    def outcome(self) -> Outcome | None:
        return None


class Crashing(LastStone):
    def choices(self) -> Choices:
        return super().choices() if self.left != 7 else {}[self.turn]


class Eroding(LastStone):
    def after(self, moves: Moves) -> Self:
        object.__setattr__(self, "left", self.left - int(moves[self.turn]))
        return replace(self, turn=self.turn.other)


class Erratic(LastStone):
    calls = count()

    def after(self, moves: Moves) -> Self:
        return replace(super().after(moves), left=self.left - 1 - next(self.calls) % 2)


class Lenient(LastStone):
    def play(self, moves: Moves) -> Self:
        return self.after({self.turn: next(iter(moves.values()), "1")})


class Silent(LastStone):
    def why_not(self, player: Player, move: Move) -> str:
        return ""


class WithoutResult(LastStone):
    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome(None, "the heap is empty", void=True)


class EndingWithoutReason(LastStone):
    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome(self.turn, "")


class EverLessSeen(TwoFists):
    def view(self, player: Player | None) -> Self:
        return replace(self, coins=tuple("?" if "?" in fist else f"{fist}?" for fist in self.coins))


class NeverPartial(TwoFists):
    def is_partial(self) -> bool:
        return False


class Secretive(TwoFists):
    def hides(self) -> bool:
        return self.coins != ("-", "-")

    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        return super().disguise(player, move, viewer) if self.hides() else move


class OpenView(TwoFists):
    def hides(self) -> bool:
        return False


class HelpfulChoices(TwoFists):
    def choices(self) -> Choices:
        guesses = super().choices()
        return {self.turn: guesses[self.turn][:1]} if self.coins[self.turn.other] == "left" else guesses


class HelpfulPrompt(TwoFists):
    def prompt(self, player: Player) -> str:
        return f"{player} (not {self.coins[player.other]}): "


class HelpfulRefusal(TwoFists):
    def why_not(self, player: Player, move: Move) -> str:
        return f"Not that. Nor {self.coins[player.other]}."


class Forgetful(TwoFists):
    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        return "HIDE ?" if move.startswith("HIDE") else move


class Lying(TwoFists):
    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        return super().disguise(player, move, viewer).replace("?", "left")


class Echoing(TwoFists):
    def shown(self, player: Player, typed: str) -> str:
        return typed


class Gossiping(TwoFists):
    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        return (f"{self.turn}: {moves[self.turn]}",)


class Undisguised(TwoFists):
    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        return move

    def shown(self, player: Player, typed: str) -> str:
        return typed


class Whispering(TwoFists):
    """Whoever hides a coin on the left would learn something."""

    def reveals(self, moves: Moves) -> bool:
        return moves[self.turn] == "HIDE left" or super().reveals(moves)


class Careless(TwoFists):
    def in_the_open(self) -> Self:
        return self


class Winking(TwoFists):
    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        return (*super().say(moves, to), ";-)" if self.coins[self.turn.other] == "left" else ":-)")


class Misreading(LastStone):
    def read(self, player: Player, typed: str) -> Move:
        return self.allowed(player)[0]


class Colourful(LastStone):
    def words(self) -> str:
        return f"\033[1m{self.left}\033[0m"


class Meaningless(LastStone):
    def meaning(self, player: Player, move: Move) -> str:
        return ""


class Mumbling(LastStone):
    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        return ("\n".join(super().say(moves, to) * 2),)


class TwoCellsInOne(LastStone):
    def cells(self) -> tuple[Cell, ...]:
        return super().cells() * 2


class OffTheBoard(LastStone):
    def path(self, player: Player, move: Move) -> tuple[None, core.Square]:
        return None, (0, int(move))


class Ambiguous(LastStone):
    def meaning(self, player: Player, move: Move) -> str:
        return "take some"


class Flattering(LastStone):
    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        return (*super().say(moves, to), *(["Well done, Player 1."] if to is Player.P1 else []))


class Shrinking(LastStone):
    def cells(self) -> tuple[Cell, ...]:
        return tuple(Cell((0, column), str(column)) for column in range(self.left + 1))


class Lossy(LastStone):
    def body(self) -> str:
        return str(self.rules.stones)


BROKEN = {
    TwoLinesAbout: rules.is_described,
    P2Starts: rules.starts,
    LostSettings: rules.has_settings,
    Miscounted: rules.counts_its_cells,
    Changeable: rules.is_a_value,
    HashedByPlace: rules.is_a_value,
    ListOfMoves: rules.offers_moves,
    BlankMove: rules.offers_moves,
    LongWinded: rules.offers_moves,
    NoEnd: rules.ends_with_an_outcome,
    Crashing: rules.offers_moves,
    Eroding: rules.plays_on,
    Erratic: rules.plays_on,
    Lenient: rules.refuses,
    Silent: rules.refuses,
    WithoutResult: rules.ends_by_its_rules,
    EndingWithoutReason: rules.ends_by_its_rules,
    EverLessSeen: secrecy.has_views,
    NeverPartial: secrecy.has_views,
    Secretive: secrecy.has_views,
    Flattering: secrecy.has_no_favourites,
    OpenView: secrecy.has_no_favourites,
    HelpfulChoices: secrecy.views_offer_the_same,
    HelpfulPrompt: secrecy.views_answer_the_same,
    HelpfulRefusal: secrecy.views_answer_the_same,
    Forgetful: secrecy.disguises,
    Lying: secrecy.disguises,
    Echoing: secrecy.shows_no_secret,
    Gossiping: secrecy.secret_moves_look_alike,
    Undisguised: secrecy.hidden_moves_are_disguised,
    Whispering: secrecy.reveals_to_all,
    Careless: secrecy.goes_on_in_the_open,
    Winking: secrecy.worlds_stay_alike,
    Misreading: words.reads_what_it_writes,
    Colourful: words.speaks,
    Meaningless: words.names_moves,
    Mumbling: words.tells,
    TwoCellsInOne: words.has_a_scene,
    OffTheBoard: words.has_a_scene,
    Ambiguous: words.has_a_scene,
    Shrinking: words.keeps_its_board,
    Lossy: words.survives_text,
}


@pytest.mark.parametrize("game", BROKEN, ids=lambda game: game.__name__)
def test_a_game_that_breaks_a_law_is_found_out(game):
    with pytest.raises(BrokenLaw) as found:
        check(game)
    assert found.value.law == " ".join(BROKEN[game].__doc__.split())
    assert found.value.where.startswith((game.id, game.__name__))
    assert str(found.value) == f"{found.value.law}\n  position: {found.value.where}\n  seen: {found.value.seen}"


def test_every_law_is_broken_by_one_of_them():
    assert {*rules.OPENING_LAWS, *rules.LAWS, *secrecy.LAWS, *words.LAWS, secrecy.worlds_stay_alike} == set(
        BROKEN.values()
    )


def test_a_broken_law_is_an_assertion_that_says_where_and_what():
    with pytest.raises(AssertionError) as found:
        check(NoEnd)
    assert str(found.value) == (
        "choices() is empty exactly when there is an outcome\n"
        "  position: last-stone P1 0\n"
        "  seen: choices {}, outcome None"
    )
