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
from flagfall.draw.board.shapes import EMBLEM, FACE
from flagfall.games import position
from flagfall.online.web.assets import assets
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


def tiles(picture: ET.Element) -> dict[str, ET.Element]:
    return {name: each for each in picture.iter() if (name := each.get("data-cell"))}


def standing(picture: ET.Element, at: tuple[int, int]) -> list[ET.Element]:
    """The pieces on a cell."""
    return [each for each in picture.iter() if each.get("data-at") == f"{at[0]},{at[1]}"]


def texts(element: ET.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def classes(element: ET.Element) -> set[str]:
    return {name for each in element.iter() for name in (each.get("class") or "").split()}


def of_class(picture: ET.Element, name: str) -> list[ET.Element]:
    return [each for each in picture.iter() if name in (each.get("class") or "").split()]


def opening(text: str) -> Position:
    game, *settings = [word for word in text.split() if "=" in word or word in GAMES]
    cls = GAMES[game]
    return cls(rules=cls.Rules.read(dict(word.split("=", 1) for word in settings)))  # type: ignore[call-arg]


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32), st.integers(2, 12), st.booleans())
def test_every_position_is_drawn_with_all_its_cells_and_pieces(game: str, seed: int, fold: int, flip: bool) -> None:
    chance, now = random.Random(seed), GAMES[game]()
    for _ in range(chance.randrange(12)):
        if not (choices := now.choices()):
            break
        now = now.play({player: chance.choice(moves) for player, moves in choices.items()})
    scene = now.scene()
    picture = drawn(scene, fold=fold, flip=flip)
    assert set(tiles(picture)) == {f"{row},{column}" for row, column in (cell.at for cell in scene.cells)}
    for cell in scene.cells:
        stands = standing(picture, cell.at)
        assert len(stands) == len(set(cell.pieces))
        assert [each.get("class") for each in stands] == [
            f"stand {piece.owner.name.lower()}" for piece in dict.fromkeys(cell.pieces)
        ]


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_can_be_named_from_the_drawing(game: str) -> None:
    scene = GAMES[game]().scene()
    seen = set(texts(drawn(scene)))
    assert {*scene.rows, *scene.columns} <= seen if scene.rows else {cell.label for cell in scene.cells} <= seen


@pytest.mark.parametrize("text", VARIATIONS)
def test_variations_are_drawn_whole(text: str) -> None:
    scene = opening(text).scene()
    picture = drawn(scene)
    assert len(tiles(picture)) == len(scene.cells)
    assert {"p1", "p2"} <= classes(picture)


@pytest.mark.parametrize(("cells", "fold", "storeys"), [(12, 12, 1), (13, 12, 2), (99, 12, 9), (11, 6, 2), (5, 2, 3)])
def test_a_long_line_goes_to_and_fro_in_storeys_of_equal_length(cells: int, fold: int, storeys: int) -> None:
    picture = drawn(opening(f"flag-chase cells={cells}").scene(), fold=fold, page=True)
    heights = [float(each.attrib["y"]) for each in tiles(picture).values()]
    span = -(-cells // storeys)
    assert sorted(heights) == heights and len(set(heights)) == storeys
    assert len(of_class(picture, "trail")) == storeys - 1
    ends = [float(tiles(picture)[f"0,{at}"].attrib["x"]) for at in range(span - 1, min(span + 1, cells))]
    assert len(set(ends)) == 1, "the next storey begins where this one ends"


@pytest.mark.parametrize(("size", "names"), [(12, 24), (13, 14), (20, 20)])
def test_of_many_rows_and_columns_every_second_bears_its_name(size: int, names: int) -> None:
    picture = drawn(opening(f"grid-runner size={size}").scene(), page=True)
    assert len(of_class(picture, "co")) == names


def test_players_differ_in_shape_not_only_in_colour() -> None:
    line = svg(position("flag-chase P1 2/4").scene())
    assert line.count(FACE["P1"]) and line.count(FACE["P2"]) and FACE["P1"] != FACE["P2"]
    assert EMBLEM["P1"] in line and EMBLEM["P2"] in line


def test_equal_units_are_a_stack_with_its_number_and_their_strength() -> None:
    scene = played(GAMES["command-line-conquer"](), "RECRUIT", "RECRUIT", "RECRUIT", "RECRUIT").scene()
    picture = drawn(scene)
    (home,) = standing(picture, (0, 0))
    assert texts(home) == ["1", "×3"]
    assert {"castle", "door"} <= classes(picture)


def test_two_players_on_one_cell_are_both_seen() -> None:
    contested = standing(drawn(position("flag-chase P1 3/3").scene()), (0, 2))
    assert [each.get("class") for each in contested] == ["stand p1", "stand p2"]
    assert contested[0].get("transform") != contested[1].get("transform")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("capture-the-flag P1 1/7", "flag"),
        ("flag-chase P1 2/4", "castle"),
        ("grid-runner P1 1,2/3,2", "wall"),
        ("grid-runner P1 0,2/4,2 blocked=2,2", "rock"),
        ("grid-runner P1 0,2/4,2 teleport=1,0:3,4", "portal"),
    ],
)
def test_every_mark_has_its_picture(text: str, kind: str) -> None:
    assert kind in classes(drawn(position(text).scene()))


def test_a_mark_that_nobody_has_drawn_yet_is_written() -> None:
    for row in (0, 1):  # in a line, and in a grid
        cells = (Cell((0, 0), "1", (), (Mark("swamp"), Mark("well", Player.P2, "W<2>"))), Cell((row, 1), "2"))
        picture = drawn(Scene("Sixth", cells))
        assert [texts(each)[0] for each in of_class(picture, "tag-mark")] == ["swamp", "W<2>"]


def test_labels_can_hold_any_sign() -> None:
    scene = Scene('<&"', (Cell((0, 0), "<b>", (Piece(Player.P1, "&(<)"),)),), notes=("a < b",))
    assert texts(drawn(scene)) == ["<b>", "<", "a < b"]


@pytest.mark.parametrize(
    ("label", "written"), [("P1", []), ("P1(12)", ["12"]), ("P1b", ["b"]), ("King", ["King"]), ("x(&)", ["&"])]
)
def test_a_piece_has_eyes_or_what_its_label_says_more_than_whose_it_is(label: str, written: list[str]) -> None:
    (piece,) = standing(drawn(Scene("", (Cell((0, 0), "1", (Piece(Player.P1, label),)),))), (0, 0))
    assert texts(piece) == written and ("eyes" in classes(piece)) == (not written)


def test_tiles_that_the_last_move_has_touched_are_tinted_as_who_moved() -> None:
    cells = (Cell((0, 0), "1"), Cell((0, 1), "2"))
    for mover, tint in ((Player.P1, {"was", "p1-was"}), (Player.P2, {"was", "p2-was"}), (None, {"was"})):
        picture = drawn(Scene("Line", cells, changed=frozenset({(0, 1)}), mover=mover))
        assert [classes(tile) - {"tile", "odd"} for tile in tiles(picture).values()] == [set(), tint]


def eyes(picture: ET.Element, at: tuple[int, int]) -> str:
    (found,) = (each for stand in standing(picture, at) for each in of_class(stand, "eyes"))
    return found.attrib["transform"]


def test_eyes_look_where_the_piece_wants_to_go_however_the_board_is_turned() -> None:
    scene = position("flag-chase P1 2/4").scene()
    assert eyes(drawn(scene), (0, 1)) == "translate(8 -3)" and eyes(drawn(scene), (0, 3)) == "translate(-6 -1)"
    assert eyes(drawn(scene, flip=True), (0, 1)) == "translate(-8 -3)"
    assert eyes(drawn(scene, fold=3), (0, 3)) == "translate(6 -1)", "the second storey goes back"
    across = position("grid-runner P1 1,2/3,2").scene()
    assert (
        eyes(drawn(across), (1, 2)) == "translate(0 5)" and eyes(drawn(across, flip=True), (1, 2)) == "translate(0 -11)"
    )


@pytest.mark.parametrize("game", GAMES)
def test_flipping_turns_the_board_by_half(game: str) -> None:
    scene = GAMES[game]().scene()
    here, there = (tiles(drawn(scene, flip=flip, page=True)) for flip in (False, True))
    middle = [tuple(float(each.attrib[side]) for side in "xy") for each in here.values()]
    turned = [tuple(float(each.attrib[side]) for side in "xy") for each in there.values()]
    assert sorted(middle) == sorted(turned)
    assert here.keys() == there.keys() and (len(here) == 1 or list(here) == list(reversed(there)))


def test_when_it_is_over_the_winner_is_glad_and_the_losers_flag_is_down() -> None:
    scene = position("flag-chase P1 2/4").scene()
    pictures = {winner: ET.fromstring(svg(scene, winner=winner)) for winner in (None, Player.P1, Player.P2)}
    faces = {
        winner: [classes(each) & {"eye", "lid"} for each in of_class(one, "stand")] for winner, one in pictures.items()
    }
    assert faces == {None: [{"eye"}] * 2, Player.P1: [{"lid"}] * 2, Player.P2: [{"lid"}] * 2}
    cloths = {winner: [each.attrib["transform"] for each in of_class(one, "cloth")] for winner, one in pictures.items()}
    assert cloths[None][0] == cloths[Player.P1][0] != cloths[Player.P2][0]
    assert cloths[None][1] == cloths[Player.P2][1] != cloths[Player.P1][1]


def test_a_small_drawing_bears_no_names_and_many_small_tokens_are_flat() -> None:
    small = drawn(opening("grid-runner size=5").scene(), small=True, page=True)
    assert texts(small) == [] and "eyes" in classes(small)
    many = drawn(opening("grid-runner size=14").scene(), small=True, page=True)
    assert "eyes" not in classes(many) and len(of_class(many, "stand")) == 2


def test_battlements_stand_along_whole_runs_on_the_outer_side() -> None:
    walls = [each.attrib["transform"] for each in of_class(drawn(GAMES["grid-runner"]().scene()), "wall")]
    assert len(walls) == 2 and "scale(1 -1)" in walls[1] and "scale(1)" in walls[0]
    cells = [Cell((row, column), f"{row},{column}", marks=_base(column)) for row in range(3) for column in range(4)]
    sides = [each.attrib["transform"] for each in of_class(drawn(Scene("Sixth", tuple(cells))), "wall")]
    assert len(sides) == 2 and "rotate(-90)" in sides[0] and "rotate(90)" in sides[1]


def _base(column: int) -> tuple[Mark, ...]:
    return {0: (Mark("base", Player.P1),), 3: (Mark("base", Player.P2),)}.get(column, ())


def test_a_player_sees_no_trap_of_the_other() -> None:
    start = played(GAMES["flag-chase-traps"](), "TRAP 3 3", "TRAP 2 4")
    assert svg(start.scene()).count('class="trap') == 2
    mine = of_class(drawn(start.view(Player.P1).scene()), "trap")
    assert [each.get("class") for each in mine] == ["trap p1"]
    assert svg(start.view(None).scene()).count('class="trap') == 0


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


GROUNDS = ("tile", "tile-odd", "p1-soft", "p2-soft")
WRITTEN = [
    *((ink, ground) for ink in ("ink", "muted", "link") for ground in ("card", "paper")),
    *((f"{name}-ink", name) for name in ("p1", "p2", "win", "lose")),
    *((f"{name}-text", f"{name}-soft") for name in ("win", "mid", "lose")),
    ("on-go", "go"),
    ("bad", "bad-soft"),
    ("bad", "card"),
    ("co", "slab"),
    *(("co", ground) for ground in GROUNDS),
    ("edge-no", "slab-side"),
    ("portal", "portal-soft"),
    ("mid-text", "mid-soft"),
]
SHAPES = [
    ("edge", "card"),
    *((player, ground) for player in ("p1", "p2") for ground in (*GROUNDS, "slab", "p1-was", "p2-was")),
    *(("mid-line", ground) for ground in ("tile", "tile-odd")),
    *(("win-line", ground) for ground in ("tile", "tile-odd", "win-soft")),
    *(("lose", ground) for ground in ("tile", "tile-odd")),
    ("gold-deep", "tile"),
    ("portal", "tile"),
]


def low(pairs: list[tuple[str, str]], least: float, theme: int) -> dict[tuple[str, str], float]:
    colours = {name: pair[theme] for name, pair in look.TOKENS.items()}
    found = {(one, other): contrast(colours[one], colours[other]) for one, other in pairs}
    return {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_colours_have_the_contrast_of_wcag_aa(theme: int) -> None:
    """4.5 for what is written, 3 for shapes that mean something."""
    assert low(WRITTEN, 4.5, theme) == {}
    assert low(SHAPES, 3.0, theme) == {}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("hour", look.HOURS)
def test_what_is_written_on_the_sky_can_be_read_in_every_hour(hour: str, theme: int) -> None:
    colours = look.hour_tokens(hour, theme)
    assert min(contrast(colours["on-sky"], colours[sky]) for sky in ("s1", "s2")) >= 4.5
    glass = [
        look.mixed(look.TOKENS["card"][theme], colours[behind], 0.82) for behind in ("s1", "s2", "s3", "h3", "sun")
    ]
    assert min(contrast(look.TOKENS["muted"][theme], ground) for ground in glass) >= 4.5


def test_a_file_brings_its_colours_and_a_page_has_them() -> None:
    scene = GAMES["flag-chase-traps"]().scene()
    alone, on_page = svg(scene), svg(scene, page=True)
    assert "prefers-color-scheme:dark" in alone and "var(" not in alone
    assert "style" not in on_page and scene.notes[0] not in texts(ET.fromstring(on_page))


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_colour_that_a_style_sheet_uses_is_there(theme: int) -> None:
    sheets = [look.rules("board.css"), look.rules("sky.css")]
    sheets += [each.body.decode() for name, each in assets().items() if name.endswith(".css")]
    used = set(re.findall(r"var\(--([\w-]+)[,)]", "".join(sheets)))
    own = set(re.findall(r"--([\w-]+) ?:", "".join(sheets)))
    assert used - own == set() and look.hour_tokens("dawn", theme).keys() <= own


# --- the command ---


def test_draw_prints_the_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "grid-runner"]) == 0
    assert capsys.readouterr().out == svg(GAMES["grid-runner"]().scene())


def test_draw_for_a_player_keeps_the_others_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    text = played(GAMES["flag-chase-traps"](), "TRAP 3 3").text()
    assert main(["draw", text, "--for", "P2"]) == 0
    assert 'class="trap' not in capsys.readouterr().out


def test_draw_of_nonsense_is_one_line_on_the_other_stream(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "flag-chase P1 9/9"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
