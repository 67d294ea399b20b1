"""The drawing of a scene: for every game and variation, for eyes that see no colours, and for ears."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall import GAMES, Player
from flagfall.cli import main
from flagfall.core import Cell, Mark, Piece, Position, Scene
from flagfall.draw import described, look, svg
from flagfall.games import BOOKS, position
from tests.helpers import played

SVG = "{http://www.w3.org/2000/svg}"
VARIATIONS = [
    "flag-chase P1 1/99 cells=99",
    "capture-the-flag P1 1/32 cells=32 flag=16",
    "flag-chase-traps P1 1,1/20,20 hand 2/2 traps -/- size=20",
    "grid-runner P1 0,15/31,15 size=32 blocked=3,3 teleport=1,0:3,4",
    "grid-runner P1 0,1+0,2+0,3/4,1+4,2+4,3 tokens=3",
    "command-line-conquer P1 0+0+0/40 positions=41",
]


def drawn(scene: Scene, **how: int | bool) -> ET.Element:
    return ET.fromstring(svg(scene, **how))  # type: ignore[arg-type]


def cells_of(picture: ET.Element) -> list[ET.Element]:
    return [group for group in picture.findall(f"{SVG}g") if group.find(f"{SVG}rect") is not None]


def texts(element: ET.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def classes(element: ET.Element) -> set[str]:
    return {name for each in element.iter() for name in (each.get("class") or "").split()}


def opening(text: str) -> Position:
    game, *settings = [word for word in text.split() if "=" in word or word in GAMES]
    cls = GAMES[game]
    return cls(rules=cls.Rules.read(dict(word.split("=", 1) for word in settings)))  # type: ignore[call-arg]


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32))
def test_every_position_is_drawn_with_all_its_cells_and_pieces(game: str, seed: int) -> None:
    chance, now = random.Random(seed), GAMES[game]()
    for _ in range(chance.randrange(12)):
        if not (choices := now.choices()):
            break
        now = now.play({player: chance.choice(moves) for player, moves in choices.items()})
    scene = now.scene()
    cells = cells_of(drawn(scene))
    assert len(cells) == len(scene.cells)
    for cell, group in zip(scene.cells, cells, strict=True):
        assert cell.label in texts(group)
        owners, labels = {piece.owner.name for piece in cell.pieces}, {piece.label for piece in cell.pieces}
        assert (owners if GAMES[game] in BOOKS else labels) <= set(texts(group))


@pytest.mark.parametrize("text", VARIATIONS)
def test_variations_are_drawn_whole(text: str) -> None:
    scene = opening(text).scene()
    picture = drawn(scene)
    assert len(cells_of(picture)) == len(scene.cells)
    assert {"P1", "P2"} <= set(texts(picture))


@pytest.mark.parametrize(("cells", "columns", "bands"), [(12, 12, 1), (13, 12, 2), (99, 12, 9), (11, 6, 2), (5, 2, 3)])
def test_a_long_line_is_folded_into_bands_of_equal_length(cells: int, columns: int, bands: int) -> None:
    scene = opening(f"flag-chase cells={cells}").scene()
    width, height = map(int, drawn(scene, columns=columns, page=True).attrib["viewBox"].split()[2:])
    assert height == 2 * 14 + bands * 108 - 8
    assert width == 2 * 14 + -(-cells // bands) * 108 - 8


def test_a_wide_grid_labels_only_its_edges() -> None:
    picture = drawn(opening("grid-runner size=13").scene())
    labels = [text for text in texts(picture) if "," in text]
    assert len(labels) == 13 + 12
    assert {"0,12", "12,0"} <= set(labels)


def test_players_differ_in_shape_and_letters_not_only_in_colour() -> None:
    one, other = look.PIECES["P1"], look.PIECES["P2"]
    assert one.startswith("<circle") and other.startswith("<rect")
    line = svg(position("flag-chase P1 2/4").scene())
    for shape, name in ((one, "P1"), (other, "P2")):
        assert f'{shape}<text class="name" y="9">{name}</text>' in line


def test_equal_units_are_a_stack_with_its_number_and_their_strength() -> None:
    scene = played(GAMES["command-line-conquer"](), "RECRUIT", "RECRUIT", "RECRUIT", "RECRUIT").scene()
    home = cells_of(drawn(scene))[0]
    assert texts(home) == ["0", "1", "P1", "×3"]
    assert {"base", "p1", "wall"} <= classes(home)


def test_two_players_on_one_cell_are_both_seen() -> None:
    contested = cells_of(drawn(position("flag-chase P1 3/3").scene()))[2]
    assert texts(contested) == ["3", "P1", "P2"]


@pytest.mark.parametrize(
    ("text", "cell", "kind"),
    [
        ("capture-the-flag P1 1/7", 3, "flag"),
        ("flag-chase P1 2/4", 0, "base"),
        ("grid-runner P1 1,2/3,2", 0, "baseline"),
        ("grid-runner P1 0,2/4,2 blocked=2,2", 12, "blocked"),
        ("grid-runner P1 0,2/4,2 teleport=1,0:3,4", 5, "teleport"),
    ],
)
def test_every_mark_has_its_picture(text: str, cell: int, kind: str) -> None:
    assert {"mark", kind} <= classes(cells_of(drawn(position(text).scene()))[cell])


def test_a_mark_that_nobody_has_drawn_yet_is_written() -> None:
    scene = Scene("Sixth", (Cell((0, 0), "1", (), (Mark("swamp"), Mark("well", Player.P2, "W<2>"))),))
    assert texts(drawn(scene)) == ["1", "swamp", "W<2>"]


def test_labels_can_hold_any_sign() -> None:
    scene = Scene('<&"', (Cell((0, 0), "<b>", (Piece(Player.P1, "&(<)"),)),), notes=("a < b",))
    assert texts(drawn(scene)) == ["<b>", "<", "&", "a < b"]


def test_changed_cells_are_framed() -> None:
    scene = Scene("Line", (Cell((0, 0), "1"), Cell((0, 1), "2")), changed=frozenset({(0, 1)}))
    assert ["changed" in classes(cell) for cell in cells_of(drawn(scene))] == [False, True]


def test_a_player_sees_no_trap_of_the_other() -> None:
    start = played(GAMES["flag-chase-traps"](), "TRAP 3 3", "TRAP 2 4")
    assert svg(start.scene()).count('class="jaw"') == 2
    mine = drawn(start.view(Player.P1).scene())
    assert "trap" in classes(cells_of(mine)[12]) and "trap" not in classes(cells_of(mine)[8])
    assert svg(start.view(None).scene()).count('class="jaw"') == 0


# --- for ears ---


def test_the_drawing_is_told_in_words() -> None:
    assert described(position("flag-chase P1 3/5").scene()) == (
        "1: base of Player 1, flag of Player 1. 3: P1. 5: P2, base of Player 2, flag of Player 2."
    )
    assert described(position("grid-runner P1 0,2/2,2 size=3 blocked=1,1 teleport=1,0:1,2").scene()) == (
        "0,0; 0,1: baseline of Player 1. 0,2: P1, baseline of Player 1. 1,0; 1,2: teleport a. 1,1: blocked. "
        "2,0; 2,1: baseline of Player 2. 2,2: P2, baseline of Player 2. "
        "[#] can't be entered. A letter carries a token to its twin."
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_says_what_it_shows(game: str) -> None:
    scene = GAMES[game]().scene()
    picture = drawn(scene)
    assert picture.get("role") == "img"
    assert picture.findtext(f"{SVG}title") == GAMES[game].title
    assert picture.findtext(f"{SVG}desc") == described(scene)


# --- colours ---


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


WRITTEN = [
    ("p1-ink", "p1"),
    ("p2-ink", "p2"),
    *((ink, ground) for ink in ("ink",) for ground in ("tile", "tile-odd", "panel", "p1-soft", "p2-soft")),
    *(("portal", ground) for ground in ("tile", "tile-odd", "p1-soft", "p2-soft")),
]
SHAPES = [
    (shape, ground)
    for shape in ("p1", "p2", "gold", "portal", "brick")
    for ground in ("tile", "tile-odd", "p1-soft", "p2-soft")
    if shape != "brick" or ground.startswith("tile")
] + [("accent", ground) for ground in ("panel", "tile", "tile-odd")]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_colours_have_the_contrast_of_wcag_aa(theme: int) -> None:
    """4.5 for what is written, 3 for shapes that mean something."""
    for pairs, least in ((WRITTEN, 4.5), (SHAPES, 3.0)):
        for one, other in pairs:
            found = contrast(look.COLOURS[one][theme], look.COLOURS[other][theme])
            assert found >= least, f"{one} on {other}: {found:.2f}"


def test_a_file_brings_its_colours_and_a_page_has_them() -> None:
    scene = GAMES["flag-chase-traps"]().scene()
    alone, on_page = svg(scene), svg(scene, page=True)
    assert "prefers-color-scheme:dark" in alone and "var(" not in alone
    assert "style" not in on_page and scene.notes[0] not in texts(ET.fromstring(on_page))
    used = set(re.findall(r"var\(--([\w-]+)\)", look.RULES))
    assert used <= look.COLOURS.keys()


# --- the command ---


def test_draw_prints_the_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "grid-runner"]) == 0
    assert capsys.readouterr().out == svg(GAMES["grid-runner"]().scene())


def test_draw_for_a_player_keeps_the_others_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    text = played(GAMES["flag-chase-traps"](), "TRAP 3 3").text()
    assert main(["draw", text, "--for", "P2"]) == 0
    assert 'class="jaw"' not in capsys.readouterr().out


def test_draw_of_nonsense_is_one_line_on_the_other_stream(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "flag-chase P1 9/9"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
