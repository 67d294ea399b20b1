"""What is painted: letters of one column, names whole or not at all, and nothing that has not changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import cycle, pairwise

import pytest
from rich.cells import cell_len
from textual.geometry import Region

from flagfall.coach.evaluation.verdicts import Kind, Verdict
from flagfall.core import HOURS, Cell, Option, Piece, Position, Scene, Square
from flagfall.terminal.screen.board.canvas import Canvas
from flagfall.terminal.screen.board.layout import Layout, arrange
from flagfall.terminal.screen.board.painting import State, paint
from flagfall.terminal.screen.board.shapes import ASCII
from flagfall.terminal.screen.look.palette import Palette, palette

from .scenes import ODD, ROOMS, every_scene, scenes, starts

NIGHT = palette(True)
PALETTES = {
    "night": NIGHT,
    "day": palette(False, HOURS[2]),
    "sixteen": palette(True, flat=True),
    "colourless": palette(True, flat=True, colourless=True),
    "ascii": palette(True, plain_signs=True),
}


def with_colours(name: str, values: Iterable[object]) -> pytest.MarkDecorator:
    """Each of these with two palettes, and so each palette with several of these: every pair would take long."""
    palettes = cycle(PALETTES)
    drawn = [(value, next(palettes)) for value in values for _ in range(2)]
    cases = [pytest.param(value, PALETTES[colours], id=f"{value}-{colours}") for value, colours in drawn]
    return pytest.mark.parametrize((name, "colours"), cases)


def state_of(scene: Scene) -> State:
    options = [option for options in scene.options.values() for option in options]
    targets: dict[Square, tuple[Option, ...]] = {}
    for option in options:
        if option.to is not None:
            targets[option.to] = (*targets.get(option.to, ()), option)
    mover = next(iter(scene.options), None)
    return State(scene, {}, targets, tuple(option for option in options if option.to is None), mover=mover)


def painted(scene: Scene, room: tuple[int, int], colours: Palette = NIGHT) -> tuple[Layout, Canvas]:
    state = state_of(scene)
    layout = arrange(scene, *room, [option.move for option in state.cards])
    return layout, paint(state, layout, colours)


def text(canvas: Canvas) -> list[str]:
    return ["".join(row) for row in canvas.signs]


@with_colours("room", ROOMS)
@pytest.mark.long
def test_every_sign_is_one_column_wide_and_has_its_place(room: tuple[int, int], colours: Palette) -> None:
    for scene in every_scene():
        layout, canvas = painted(scene, room, colours)
        rows = text(canvas)
        assert len(rows) == layout.height
        assert {len(row) for row in rows} == {layout.width}
        assert {cell_len(sign) for row in rows for sign in row} == {1}


@pytest.mark.long
def test_plain_signs_are_plain() -> None:
    for scene in every_scene():
        for room in ROOMS:
            _, canvas = painted(scene, room, PALETTES["ascii"])
            shown = "".join(text(canvas)).translate(ASCII)
            assert shown.isascii() or not "".join(cell.label for cell in scene.cells).isascii()


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_colourless_means_no_colour_at_all(room: tuple[int, int]) -> None:
    for scene in every_scene():
        _, canvas = painted(scene, room, PALETTES["colourless"])
        assert {(ink.colour, ink.back) for row in canvas.inks for ink in row} == {("default", "default")}


@pytest.mark.parametrize("colours", PALETTES.values(), ids=PALETTES)
def test_both_players_can_be_told_apart_without_colours(colours: Palette) -> None:
    """Were all pieces the other player's, the letters would be others."""
    for scene in (scenes(start)[0] for start in starts()):
        for room in ROOMS if any(cell.pieces for cell in scene.cells) else ():
            shown, swapped = (text(painted(each, room, colours)[1]) for each in (scene, other_owners(scene)))
            assert shown != swapped, room


def other_owners(scene: Scene) -> Scene:
    def other(piece: Piece) -> Piece:
        return Piece(piece.owner.other, piece.label.replace(piece.owner.name, piece.owner.other.name))

    cells = (replace(cell, pieces=tuple(map(other, cell.pieces))) for cell in scene.cells)
    return replace(scene, cells=tuple(cells))


@with_colours("start", starts())
def test_what_differs_between_two_scenes_is_where_something_changed(start: Position, colours: Palette) -> None:
    for before, after in pairwise(scenes(start)):
        old, new = (painted(scene, (80, 24), colours) for scene in (before, after))
        if old[0] == new[0]:
            regions = (old[0].region(at) for at in changed_cells(before, after))
            allowed = {place for region in regions for place in letters_around(region.grow((0, 0, 1, 0)))}
            allowed |= {place for card in (*old[0].cards, *new[0].cards) for place in letters_around(card)}
            assert different_letters(old[1], new[1]) <= allowed


def changed_cells(before: Scene, after: Scene) -> set[Square]:
    states = [state_of(scene) for scene in (before, after)]
    cells = zip(before.cells, after.cells, strict=True)
    return {new.at for old, new in cells if _look(old, states[0]) != _look(new, states[1])}


def _look(cell: Cell, state: State) -> object:
    behind = state.scene.changed if cell.at in state.scene.changed else None
    return cell, bool(behind), state.mover if cell.at in state.targets else None, len(state.targets.get(cell.at, ()))


def letters_around(region: Region) -> set[tuple[int, int]]:
    return {(x, y) for x in range(region.x, region.right) for y in range(region.y, region.bottom)}


def different_letters(one: Canvas, other: Canvas) -> set[tuple[int, int]]:
    return {
        (x, y)
        for y in range(one.height)
        for x in range(one.width)
        if (one.signs[y][x], one.inks[y][x]) != (other.signs[y][x], other.inks[y][x])
    }


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_names_at_the_edges_are_whole_or_absent(room: tuple[int, int]) -> None:
    for scene in (scenes(start)[0] for start in starts()):
        layout, canvas = painted(scene, room)
        if scene.columns and layout.frame.bottom:
            shown = text(canvas)[layout.slab.bottom - 1][layout.cells.x : layout.cells.right].split()
            assert shown in (list(scene.columns), list(scene.columns[::2]))
        for at, (_, column) in layout.places.items():
            if scene.rows and layout.frame.left and column == 0:
                region = layout.region(at)
                rows = text(canvas)[region.y : region.bottom]
                assert scene.rows[at[0]] in [row[layout.slab.x : region.x].strip() for row in rows]


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_names_of_a_line_stand_below_its_cells(room: tuple[int, int]) -> None:
    for scene in (scenes(start)[0] for start in starts()):
        layout, canvas = painted(scene, room)
        for cell in scene.cells if layout.line and layout.frame.bottom else ():
            x, _, width, _ = layout.region(cell.at)
            shown = text(canvas)[layout.region(cell.at).bottom][x : x + width].strip()
            assert shown == (cell.label if len(cell.label) < width else "")


WORDS = set("⚑✱◎●◆○★•")


@pytest.mark.long
@with_colours("room", ROOMS)
def test_nothing_is_written_over_something_written(
    room: tuple[int, int], colours: Palette, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters and signs, that is; pictures are painted in layers. Nor does the cursor, but where there is one line."""
    written: dict[tuple[int, int], str] = {}
    put = Canvas.put

    def noting(self: Canvas, x: int, y: int, text: str, *colour: str, bold: bool = False) -> None:
        written.update({(at, y): sign for at, sign in enumerate(text, x) if sign.isalnum() or sign in WORDS})
        put(self, x, y, text, *colour, bold=bold)

    monkeypatch.setattr(Canvas, "put", noting)
    for scene in every_scene():
        written.clear()
        layout, canvas = painted(scene, room, colours)
        if layout.cell.tall > 1:
            written.clear()
            canvas = paint(judged(state_of(scene)), layout, colours)
        lost = {place: sign for place, sign in written.items() if canvas.signs[place[1]][place[0]] != sign}
        assert lost == {}, scene.title


def judged(state: State) -> State:
    """With a long word on every target, and the cursor at one of them."""
    loss = Verdict(Kind.LOSS, -1.0, 8, False, "=", "")
    verdicts = {option.move: loss for options in state.targets.values() for option in options}
    return replace(state, verdicts=verdicts, cursor=next(iter(state.targets), None))


@with_colours("room", ROOMS)
def test_nothing_that_a_scene_says_is_left_out(room: tuple[int, int], colours: Palette) -> None:
    """Without a mark, a piece or an option, the picture would be another, wherever a cell has two lines or more."""
    for scene in (scenes(start)[1] for start in starts()):
        layout, canvas = painted(scene, room, colours)
        shown = canvas.signs, canvas.inks
        for less in lessened(scene) if layout.cell.tall > 1 and len(scene.cells) < 100 else ():
            other = paint(state_of(less), layout, colours)
            assert (other.signs, other.inks) != shown


def lessened(scene: Scene) -> Iterator[Scene]:
    """The scene without each thing that is in it, except what only another thing would show."""
    for number, cell in enumerate(scene.cells):
        for less in (
            *(replace(cell, marks=tuple(each for each in cell.marks if each != mark)) for mark in cell.marks),
            *(replace(cell, pieces=tuple(each for each in cell.pieces if each != piece)) for piece in cell.pieces),
        ):
            yield replace(scene, cells=(*scene.cells[:number], less, *scene.cells[number + 1 :]))
    for player, options in scene.options.items():
        for at in {option.to for option in options} - {None}:
            rest = tuple(option for option in options if option.to != at)
            yield replace(scene, options={player: rest})


def test_marks_that_nobody_knows_are_named() -> None:
    shown = "\n".join(text(painted(ODD, (120, 40))[1]))
    assert "a very long name" not in shown, "it does not fit, so it is one letter"
    assert "swamp ✱ ⚑" in shown
    assert "king" in shown
    assert "×2" in shown
