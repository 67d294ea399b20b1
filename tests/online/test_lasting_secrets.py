"""A choice that both make at once and that stays hidden: committed to, and opened only when it may be known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import pytest
from msgspec import structs

from flagfall import core
from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.match import NotNow
from flagfall.online.protocol.commitments import commitment
from flagfall.online.protocol.events import AnyEvent, Moved, Resigned
from flagfall.online.protocol.messages import History, Update
from flagfall.online.table import wire
from flagfall.testing import check_position

from .test_client import Fold

Told = dict[Player | None, Update]


def happens(fold: Fold, event: AnyEvent) -> Told:
    """What each seat is sent; nobody doubts any of it."""
    updates: list[Update] = []

    def noted(update: Update) -> Update:
        updates.append(update)
        return update

    news = fold.apply(event, noted)
    fold.check()
    assert not any(each.doubts for each in news.values())
    return dict(zip(news, updates, strict=True))


def opened(told: Told) -> dict[Player | None, list[str]]:
    return {viewer: [each.move for each in update.opened] for viewer, update in told.items()}


def moved(seat: Any, move: str, nonce: str | None = None) -> Moved:
    return Moved(at=0, seat=seat, id=f"{seat} {move}", move=move, nonce=nonce)


def buried() -> tuple[Fold, Told]:
    """A game in which both mines are buried, and what was told with the second."""
    fold = Fold("mines P1 -/- -/-")
    assert not any(opened(happens(fold, moved("P1", "BURY 1L", "1" * 32))).values())
    return fold, happens(fold, moved("P2", "BURY 2R", "2" * 32))


RESIGNED = Resigned(at=0, seat="P1", id="resigned")


def test_what_stays_hidden_is_opened_to_nobody_else() -> None:
    _, told = buried()
    assert not any(opened(told).values())
    assert "2R" not in str(told[Player.P1]).replace(str(told[Player.P1].state.view.scene), "")
    assert "2" * 32 not in str(told[Player.P1]) and "1" * 32 not in str(told[Player.P2])


def test_it_is_opened_when_the_game_is_over() -> None:
    fold, _ = buried()
    happens(fold, moved("P1", "STEP L"))
    told = happens(fold, RESIGNED)
    assert opened(told) == {viewer: ["BURY 1L", "BURY 2R"] for viewer in (*Player, None)}
    assert told[None].opened[0].commitment == commitment("abc", 0, Player.P1, "BURY 1L", "1" * 32)
    assert told[None].history.plies == [{"P1": "BURY 1L", "P2": "BURY 2R"}, {"P1": "STEP L"}]


def test_a_choice_whose_battle_was_never_fought_is_never_opened() -> None:
    fold = Fold("mines P1 -/- -/-")
    happens(fold, moved("P2", "BURY 2R", "2" * 32))
    assert not any(opened(happens(fold, RESIGNED)).values())


def another_shown(update: Update) -> Update:
    """The last choice that is opened is changed, with a commitment that fits."""
    *others, last = update.opened
    proof = commitment("abc", 0, Player[last.player], "BURY 2L", last.nonce)
    shown = {**update.history.plies[0], last.player: "BURY 2L"}
    return structs.replace(
        update, opened=[*others, structs.replace(last, move="BURY 2L", commitment=proof)], history=History(0, [shown])
    )


def one_not_opened(update: Update) -> Update:
    return structs.replace(update, opened=update.opened[:-1])


@pytest.mark.parametrize(
    ("lie", "doubt", "finders"),
    [
        (another_shown, "what Player 2 chose is not what was sealed", {*Player, None}),
        (one_not_opened, "the server has not opened what Player 2 had sealed", {Player.P1, None}),
    ],
)
def test_a_choice_that_was_changed_before_the_end_is_found_out(
    lie: Callable[[Update], Update], doubt: str, finders: set[Player | None]
) -> None:
    """Also by who could only watch: everybody has noted the commitments to both."""
    fold, _ = buried()
    news = fold.apply(RESIGNED, lie)
    assert {viewer: each.doubts for viewer, each in news.items() if each.doubts} == dict.fromkeys(finders, (doubt,))


def test_what_both_have_chosen_at_once_is_not_taken_back() -> None:
    """Its commitments are out, and another choice in its place would look like a lie."""
    fold, _ = buried()
    with pytest.raises(NotNow, match="what both have chosen at once can't be taken back"):
        fold.game.match.offer_takeback(Player.P1)


# --- very many of them ---


@dataclass(frozen=True)
class Diaries(core.Position):
    """Both write something down every day, and show nobody."""

    id = "diaries"
    title = "Diaries"
    about = "Write a letter a day, and keep it to yourself."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        pass

    rules: Rules = Rules()
    turn: Player = Player.P1
    pages: tuple[str, str] = ("", "")

    def choices(self) -> core.Choices:
        return dict.fromkeys(Player, ("a", "b"))

    def after(self, moves: core.Moves) -> Self:
        one, two = (self.pages[player] + moves[player] for player in Player)
        return replace(self, pages=(one, two))

    def outcome(self) -> core.Outcome | None:
        return None

    def hides(self) -> bool:
        return True

    def view(self, player: Player | None) -> Self:
        one, two = (self.pages[each] if each is player else "?" * len(self.pages[each]) for each in Player)
        return replace(self, pages=(one, two))

    def is_partial(self) -> bool:
        return "?" in "".join(self.pages)

    def disguise(self, player: Player, move: str, viewer: Player | None) -> str:
        return move if viewer is player else "?"

    def reveals(self, moves: core.Moves) -> bool:
        return False

    def board(self, width: int | None = None) -> str:
        return f"Pages: {len(self.pages[0])}"

    def words(self) -> str:
        return self.board()

    def prompt(self, player: Player) -> str:
        return f"{player}: "

    def say(self, moves: core.Moves, to: Player | None) -> tuple[str, ...]:
        return ("A day has passed.",)

    def cells(self) -> tuple[core.Cell, ...]:
        return (core.Cell((0, 0), "diary"),)

    def body(self) -> str:
        return "/".join(page or "-" for page in self.pages)

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        one, two = (page.strip("-") for page in words[0].split("/"))
        return cls(rules=rules, turn=turn, pages=(one, two))

    def problem(self) -> str | None:
        return None


def test_of_very_many_hidden_choices_the_last_are_opened_and_nobody_doubts_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_position(Diaries())
    monkeypatch.setitem(GAMES._known, Diaries.id, Diaries)
    fold, days = Fold("diaries P1 -/-"), 150
    for day in range(days):
        for seat in ("P1", "P2"):
            fold.apply(Moved(at=0, seat=seat, id=f"{seat} {day}", move="ab"[day % 2], nonce=f"{seat} {day:029}"))  # type: ignore[arg-type]
    told = happens(fold, RESIGNED)
    for update in told.values():
        assert [each.ply for each in update.opened] == [day for day in range(days - 100, days) for _ in Player]
    assert len([name for name in wire.record(fold.game).tags if name.startswith("Commitment")]) == 2 * days
