"""Pieces glide, and where they arrive the picture is the one that it would have been without."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from textual.strip import Strip

from flagfall.core import Player, Position, Scene, Square
from flagfall.games import GAMES
from flagfall.terminal.screen.board import drawing
from flagfall.terminal.screen.board.gliding import MOST, SECONDS, steps

from .driving import Hand, at_the_board
from .scenes import scenes, starts


def moving(start: Position) -> list[tuple[Scene, Scene]]:
    return [(before, after) for before, after in pairwise(scenes(start)) if steps(before, after)]


MOVING = [start for start in starts() if moving(start)]


def test_there_is_much_that_moves() -> None:
    assert {start.id for start in MOVING} >= {
        game for game in GAMES if any(cell.pieces for cell in GAMES[game]().cells())
    } - {"column"}


@pytest.mark.parametrize("start", MOVING, ids=Position.text)
def test_what_has_moved_stood_there_before_and_stands_here_now(start: Position) -> None:
    for before, after in moving(start):
        found = steps(before, after)
        assert 0 < len(found) <= MOST
        for owner in Player:
            old, new = owners(before, owner), owners(after, owner)
            left = Counter(step.source for step in found if step.piece.owner is owner)
            came = Counter(step.to for step in found if step.piece.owner is owner)
            assert left <= old - new
            assert came <= new - old


def owners(scene: Scene, owner: Player) -> Counter[Square]:
    return Counter(cell.at for cell in scene.cells for piece in cell.pieces if piece.owner is owner)


def picture(hand: Hand) -> list[Strip]:
    return list(hand.app.screen._compositor.render_strips())


@pytest.mark.parametrize(("start", "ansi"), [(start, turn % 2 == 1) for turn, start in enumerate(MOVING)])
def test_a_glide_ends_in_the_same_picture_as_none(start: Position, ansi: bool) -> None:
    before, after = moving(start)[0]
    pictures = []

    async def with_key(hand: Hand) -> None:
        hand.board.show(after)
        assert hand.board.gliding
        await hand.press("f12")
        assert not hand.board.gliding, "any key finishes it"
        await hand.pilot.pause()
        pictures.append(picture(hand))

    async def to_its_end(hand: Hand) -> None:
        await hand.show(after)
        while hand.board.gliding:
            await hand.pilot.pause(0.02)
        await hand.pilot.pause()
        pictures.append(picture(hand))

    async def without(hand: Hand) -> None:
        await hand.show(after)
        assert not hand.board.gliding
        pictures.append(picture(hand))

    at_the_board(with_key, before, motion=True, ansi=ansi)
    at_the_board(to_its_end, before, motion=True, ansi=ansi)
    at_the_board(without, before, motion=False, ansi=ansi)
    assert pictures[0] == pictures[2]
    assert pictures[1] == pictures[2]


@pytest.mark.parametrize("start", MOVING, ids=Position.text)
def test_all_that_changes_on_the_way_is_painted_anew(start: Position) -> None:
    """Only a part of the board is refreshed while something glides; nothing may change outside of it."""

    async def test(hand: Hand) -> None:
        for before, after in moving(start)[:4]:
            hand.board.show(before, glide=False)
            hand.board.show(after)
            glide = hand.board._glide
            assert glide
            frames = [glide.frame(share / 10) for share in range(11)]
            for one, other in pairwise(frames):
                changed = [
                    (x, y)
                    for y in range(one.height)
                    for x in range(one.width)
                    if (one.signs[y][x], one.inks[y][x]) != (other.signs[y][x], other.inks[y][x])
                ]
                assert all(glide.region.contains(*place) for place in changed)
            assert any(one.signs != other.signs or one.inks != other.inks for one, other in pairwise(frames))

    at_the_board(test, moving(start)[0][0], motion=True)


def test_a_new_scene_finishes_what_is_on_its_way() -> None:
    start = GAMES["grid-runner"]()
    found = [scene for scene in scenes(start) if len(scene.options) == 1]

    async def test(hand: Hand) -> None:
        for scene in found[1:]:
            hand.board.show(scene)
        hand.board.land()
        await hand.pilot.pause()
        assert hand.board.scene == found[-1]
        assert (
            hand.board.canvas.signs == drawing.paint(hand.board.state(), hand.board.arranged, hand.board.palette).signs
        )

    at_the_board(test, found[0], motion=True)


def test_a_terminal_that_is_too_slow_glides_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two frames that come late are enough: pieces arrive at once, and from then on they don't glide here."""
    clock = [0.0]

    def later() -> float:
        clock[0] += SECONDS / 2
        return clock[0]

    monkeypatch.setattr(drawing, "monotonic", later)
    (one, other), *_ = moving(GAMES["grid-runner"]())

    async def test(hand: Hand) -> None:
        for scene in (other, one, other, one):
            await hand.show(scene)
            while hand.board.gliding:
                await hand.pilot.pause(0.02)
        hand.board.show(other)
        assert not hand.board.gliding

    at_the_board(test, one, motion=True)
