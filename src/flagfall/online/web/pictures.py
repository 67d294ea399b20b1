"""Boards as pages show them: large, small, and as a moment of a game that is going on."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from flagfall.core import Player, Position, Scene
from flagfall.core.scene import hour_of
from flagfall.draw import svg
from flagfall.draw.board.piece import token
from flagfall.draw.board.shapes import MEASURES
from flagfall.draw.sky import sky
from flagfall.games import position
from flagfall.online.table.replay import demonstration


def picture(scene: Scene, winner: Player | None = None) -> Markup:
    """The board; a line that is folded on telephones twice, and the style sheet shows the right one."""
    wide, narrow = (svg(scene, fold=MEASURES[fold], winner=winner, page=True) for fold in ("fold", "narrow"))
    if wide == narrow:
        return Markup(wide)
    return Markup(f'<div class="wide">{wide}</div><div class="narrow">{narrow}</div>')


@cache
def window(game: type[Position]) -> Markup:
    """The landscape of a game behind a small picture."""
    land = sky(game.id, hour_of(game.id, game.hour), 480, 320)
    how = 'class="land" viewBox="0 0 480 320" preserveAspectRatio="xMidYMax slice" aria-hidden="true"'
    return Markup(f'<div class="sky window"><svg {how}>{land}</svg></div>')


def small(position: Position) -> Markup:
    return Markup(svg(position.scene(), fold=MEASURES["narrow"], small=True, page=True))


@cache
def glimpse(game: type[Position]) -> Markup | None:
    """A moment of the game's demonstration, when things have got going; None where there is none to show."""
    found = demonstration(game)
    return small(lively(game)) if found and found.plies else None


def lively(game: type[Position]) -> Position:
    """That moment, or the opening where nothing is shown."""
    found = demonstration(game)
    return position(found.plies[moment(game) - 1].view.position) if found and found.plies else game()


def moment(game: type[Position]) -> int:
    """After how many plies of the demonstration things have got going."""
    found = demonstration(game)
    return max(1, len(found.plies) * 3 // 5) if found and found.plies else 0


@cache
def watchers() -> Markup:
    """The two tokens, as they look on."""
    (one, two) = (token(player) for player in Player)
    return Markup(f'<g class="one">{one}</g><g class="two" transform="translate(84 2)">{two}</g>')


def card(game: type[Position]) -> Markup:
    return glimpse(game) or small(game())
