"""What is written can be read, and what stands on a board can be seen: by day, by night, in every hour."""

from __future__ import annotations

from itertools import cycle, product

import pytest

from flagfall.coach.evaluation.verdicts import Kind, Verdict
from flagfall.core import HOURS, Player
from flagfall.terminal.screen.board.layout import arrange
from flagfall.terminal.screen.board.painting import LAST, State, paint
from flagfall.terminal.screen.look import THEMES
from flagfall.terminal.screen.look.palette import Palette, palette
from tests.screen.board.scenes import every_scene
from tests.screen.board.test_painting import WORDS, state_of

from .contrast import contrast

TEXT, SHAPE = 4.5, 3.0
PALETTES = {f"{hour} {'night' if dark else 'day'}": palette(dark, hour) for hour in HOURS for dark in (True, False)}


def test_the_measure_is_the_usual_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_text_can_be_read_on_everything_that_it_stands_on(theme) -> None:  # type: ignore[no-untyped-def]
    found = theme.variables
    grounds = [
        theme.background,
        theme.surface,
        *(found[f"{hour}-{kind}"] for hour in HOURS for kind in ("paper", "card")),
    ]
    texts = [theme.foreground, found["muted"], found["link"], found["win-text"], found["open-text"], found["loss-text"]]
    low = {(text, ground): contrast(text, ground) for text, ground in product(texts, grounds)}
    assert {pair: ratio for pair, ratio in low.items() if ratio < TEXT} == {}
    assert contrast(found["on-go"], found["go"]) >= TEXT
    assert contrast(found["footer-key-foreground"], found["footer-background"]) >= TEXT


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_controls_and_players_can_be_seen_on_every_ground(theme) -> None:  # type: ignore[no-untyped-def]
    found = theme.variables
    grounds = [
        theme.background,
        theme.surface,
        *(found[f"{hour}-{kind}"] for hour in HOURS for kind in ("paper", "card")),
    ]
    low = {
        (name, ground): contrast(found[name], ground)
        for name, ground in product(("edge", "p1", "p2", "portal"), grounds)
    }
    assert {pair: ratio for pair, ratio in low.items() if ratio < SHAPE} == {}


@pytest.mark.parametrize("colours", PALETTES.values(), ids=PALETTES)
def test_pieces_can_be_seen_on_every_tile(colours: Palette) -> None:
    tiles = [colours["tile"], colours["tile-odd"], colours.of(Player.P1, "soft"), colours.of(Player.P2, "soft")]
    tiles += [colours.mix(tile, colours["link"], LAST) for tile in tiles]
    low = {(player, tile): contrast(colours.of(player), tile) for player, tile in product(Player, tiles)}
    assert {pair: ratio for pair, ratio in low.items() if ratio < SHAPE} == {}
    assert contrast(colours["flag"], colours["tile"]) >= SHAPE
    assert contrast(colours["portal"], colours["tile"]) >= SHAPE


ROOMS = [(120, 40), (80, 24), (44, 20), (26, 6)]


@pytest.mark.parametrize(("room", "colours"), list(zip(cycle(ROOMS), PALETTES.values(), strict=False)), ids=str)
@pytest.mark.long
def test_all_that_is_written_on_boards_can_be_read(room: tuple[int, int], colours: Palette) -> None:
    """Measured from what was painted: letters as text, signs as shapes."""
    low = {}
    for scene in every_scene():
        for state in (state_of(scene), judged(state_of(scene))):
            layout = arrange(scene, *room, [option.move for option in state.cards])
            canvas = paint(state, layout, colours)
            for signs, inks in zip(canvas.signs, canvas.inks, strict=True):
                for sign, ink in {*zip(signs, inks, strict=True)}:
                    least = TEXT if sign.isalnum() else SHAPE if sign in WORDS else 0
                    if least and contrast(ink.colour, ink.back) < least:
                        low[sign, ink] = round(contrast(ink.colour, ink.back), 2)
    assert low == {}


def judged(state: State) -> State:
    """With every kind of verdict on its options, the best and others."""
    from dataclasses import replace

    kinds = [Verdict(kind, 0.25, 5, best, "*", "") for best in (True, False) for kind in Kind]
    options = [option for options in state.scene.options.values() for option in options]
    found = {option.move: kinds[number % len(kinds)] for number, option in enumerate(options)}
    return replace(state, verdicts=found)
