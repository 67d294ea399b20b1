"""Where things stand: all of it in the room, nothing over something else, at every size."""

from __future__ import annotations

import itertools

import pytest
from textual.geometry import Region

from flagfall.core import Scene
from flagfall.terminal.screen.board.layout import Layout, arrange

from .scenes import ODD, ROOMS, scenes, starts

FIRST = [scenes(start)[1] for start in starts()] + [ODD]


def cards_of(scene: Scene) -> list[str]:
    return [option.move for options in scene.options.values() for option in options if option.to is None]


def regions(layout: Layout) -> list[Region]:
    return [*map(layout.region, layout.places), *layout.cards]


EVERY_SCENE = pytest.mark.parametrize("scene", FIRST, ids=lambda scene: f"{scene.title} {len(scene.cells)}")


@EVERY_SCENE
def test_everything_is_somewhere_and_nothing_over_something_else(scene: Scene) -> None:
    for room, flipped in itertools.product(ROOMS, (False, True)):
        layout = arrange(scene, *room, cards_of(scene), flipped)
        found = regions(layout)
        assert layout.width >= room[0]
        assert layout.height >= room[1]
        whole = Region(0, 0, layout.width, layout.height)
        assert all(whole.contains_region(region) and region.area for region in found), (room, flipped)
        taken = [place for region in found for place in region_letters(region)]
        assert len(taken) == len(set(taken)), (room, flipped)


def region_letters(region: Region) -> list[tuple[int, int]]:
    return [(x, y) for x in range(region.x, region.right) for y in range(region.y, region.bottom)]


@EVERY_SCENE
def test_every_letter_of_a_cell_or_card_is_found_again(scene: Scene) -> None:
    for room in ROOMS:
        layout = arrange(scene, *room, cards_of(scene))
        for at in layout.places:
            assert {layout.at(x, y) for x, y in region_letters(layout.region(at))} == {at}, room
        for number, card in enumerate(layout.cards):
            assert {layout.at(x, y) for x, y in region_letters(card)} == {number}, room


@EVERY_SCENE
def test_flipping_turns_a_board_around(scene: Scene) -> None:
    """What stood first stands last, and turned twice it is as it was."""
    straight, turned = (arrange(scene, 80, 24, (), flipped) for flipped in (False, True))
    order = [sorted(each.places, key=each.places.__getitem__) for each in (straight, turned)]
    if not straight.line or len({row for row, _ in straight.places.values()}) == 1:
        rows = 1 + max(row for row, _ in straight.places.values())
        columns = 1 + max(column for _, column in straight.places.values())
        mirrored = {at: (rows - 1 - row, columns - 1 - column) for at, (row, column) in straight.places.items()}
        assert turned.places == mirrored
    assert sorted(order[0]) == sorted(order[1])


def test_the_books_boards_fill_the_room_that_they_get() -> None:
    """No board could be a letter taller and wider and still be whole."""
    for start in list(starts())[:5]:
        scene = scenes(start)[0]
        layout = arrange(scene, 74, 34) if scene.rows else arrange(scene, 118, 22)
        assert layout.slab.width >= 0.9 * layout.width
        assert layout.slab.height + layout.above + layout.below >= 0.75 * layout.height


@pytest.mark.parametrize("cells", [25, 61])
def test_a_line_that_is_too_long_folds_and_neighbours_stay_neighbours(cells: int) -> None:
    scene = next(scene for scene in FIRST if len(scene.cells) == cells and not scene.rows)
    layout = arrange(scene, 60, 20)
    assert len({row for row, _ in layout.places.values()}) > 1
    places = [layout.places[0, number] for number in range(cells)]
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in itertools.pairwise(places))
