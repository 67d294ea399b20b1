"""A choice that both make at once and that stays hidden: committed to, and opened only when it may be known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from flagfall.core import Player
from flagfall.match import NotNow
from flagfall.online.protocol.commitments import commitment
from flagfall.online.protocol.events import AnyEvent, Moved, Resigned
from flagfall.online.protocol.messages import History, Update

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
    return replace(
        update, opened=[*others, replace(last, move="BURY 2L", commitment=proof)], history=History(0, [shown])
    )


def one_not_opened(update: Update) -> Update:
    return replace(update, opened=update.opened[:-1])


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
