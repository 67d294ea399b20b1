"""What is known of moves and positions, as lines of text: never in colours alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from textual.content import Content

from flagfall.coach.explore import Eyes
from flagfall.core import Moves, Player, Position
from flagfall.terminal.screen.board.shapes import ASCII, EMBLEMS

if TYPE_CHECKING:  # numpy is loaded where something is worked out
    from flagfall.coach.evaluation.grades import Graded
    from flagfall.coach.hidden.grades import Looked
    from flagfall.coach.hidden.outlook import Estimate
    from flagfall.solve import Worth

COLOURS = {Player.P1: "$p1", Player.P2: "$p2"}
OPEN = "$open-text"
SLIPS = {"?": "$open-text bold", "??": "$loss-text bold", "???": "$loss-text bold"}
"""The marks of what gave something away."""

PLAIN = ASCII | str.maketrans("└⋮≈±", "`:~~")

Piece = tuple[str, str] | str


def emblem(player: Player) -> Piece:
    return EMBLEMS[player], COLOURS[player]


def joined(*pieces: Piece) -> Content:
    return Content.assemble(*pieces)


def plainly(content: Content) -> Content:
    """The same in plain signs, each of which stands for one."""
    return Content(content.plain.translate(PLAIN), list(content.spans))


def worth_sign(worth: Worth | None) -> list[Piece]:
    """Who stands better and how far off the end is, in a few signs: `● 5`."""
    from flagfall.coach.evaluation.verdicts import Kind, kind_of

    if worth is None:
        return []
    kind = kind_of(worth.value)
    if kind is Kind.OPEN:
        return [("=" if worth.distance is None else f"= {worth.distance}", OPEN)]
    if kind is Kind.CHANCE:
        return [emblem(Player.P1 if worth.value > 0 else Player.P2), f" {abs(worth.value):.2f}"]
    winner = Player.P1 if worth.value > 0 else Player.P2
    return [emblem(winner), f" {worth.distance}" if worth.distance else ""]


def seeming_sign(worth: Estimate) -> list[Piece]:
    """The same of an estimate, with the chance of who seems to stand better: `● ≈62%`."""
    about = "" if worth.is_sure else "≈"
    return [emblem(Player.P1 if worth.value >= 0 else Player.P2), f" {about}{(1 + abs(worth.value)) / 2:.0%}"]


def moves_made(before: Position, moves: Moves, eyes: Eyes = Eyes.ALL) -> list[Piece]:
    """`● 1,2`, and of a battle both."""
    pieces: list[Piece] = []
    for player in (each for each in Player if each in moves):
        pieces += ["  "] if pieces else []
        pieces += [emblem(player), f" {eyes.written(before, player, moves[player])}"]
    return pieces


def graded_moves(decisions: Iterable[Graded | Looked], wide: int) -> list[Piece]:
    """The same with the marks of their grades, in columns for moves that are so wide."""
    pieces: list[Piece] = []
    for each in decisions:
        pieces += ["  "] if pieces else []
        mark = each.grade.mark if not each.only else ""
        pieces += [emblem(each.player), f" {each.move:<{wide}} ", (f"{mark:<3}", SLIPS.get(mark, ""))]
    return pieces


def padded(pieces: list[Piece], end: list[Piece], width: int) -> Content:
    """A line with something at its right end."""
    left, right = joined(*pieces), joined(*end)
    gap = max(1, width - left.cell_length - right.cell_length)
    return joined(*pieces, " " * gap, *end)


def line_of_play(position: Position, moves: Iterable[Moves], first: int) -> Iterator[list[Piece]]:
    """Moves in a row, each with the number of its ply."""
    for ply, each in enumerate(moves, first):
        yield [(f"{ply} ", "$muted"), *moves_made(position, each), "  "]
        position = position.play(each)


def filled(parts: Iterable[list[Piece]], width: int) -> Content:
    """Parts in lines of this width, none of them broken."""
    lines: list[list[Piece]] = [[]]
    taken = 0
    for part in parts:
        wide = joined(*part).cell_length
        if taken and taken + wide > width + 2:  # the blanks at the end of a line may be cut
            lines.append([])
            taken = 0
        lines[-1] += part
        taken += wide
    return Content("\n").join(joined(*line).rstrip() for line in lines)
