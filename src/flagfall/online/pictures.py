"""Positions as data for the wire. A picture is made from a view: it can't hold what its viewer may not know."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from flagfall.core import Cell, Option, Player, Position, Scene, Square
from flagfall.match import Seat

from .naming import name, name_or_none
from .protocol import CellData, MarkData, OptionData, PieceData, SceneData, View, encode


class Picture:
    """A view as data, made once: positions are values, and most games go through the same ones."""

    def __init__(self, view: Position) -> None:
        self.view = view
        self._pieces = {cell.at: cell.pieces for cell in view.cells() if cell.pieces}
        self._written: dict[Player | None, bytes] = {}

    def data(self, chooser: Player | None = None) -> View:
        """With the moves of `chooser`, if somebody has to choose."""
        view = self.view
        return View(
            position=view.text(),
            turn=name(view.turn),
            board=view.board(),
            words=view.words(),
            prompt=view.prompt(chooser) if chooser else None,
            scene=_scene(view, chooser),
        )

    def written(self, chooser: Player | None, before: Picture | None = None) -> bytes:
        """The same as JSON, and where something has changed; that stands at the end, so the rest is written once."""
        if chooser not in self._written:
            self._written[chooser] = encode(self.data(chooser))
        whole = self._written[chooser]
        changed = self._changed_since(before) if before else []
        return b"".join((whole[: -len(_END)], b',"changed":', encode(changed), _END)) if changed else whole

    def _changed_since(self, before: Picture) -> list[Square]:
        old, new = before._pieces, self._pieces
        return sorted(at for at in old.keys() | new.keys() if old.get(at) != new.get(at))


def _scene(view: Position, chooser: Player | None) -> SceneData:
    scene = view.scene() if chooser else Scene(view.title, view.cells(), {}, view.notes())
    return SceneData(
        title=scene.title,
        cells=[_cell(cell) for cell in scene.cells],
        options=[_option(option, view) for option in scene.options[chooser]] if chooser else [],
        notes=list(scene.notes),
        secret=len(scene.options) > 1,
    )


_END = b"}}"  # of the scene, and of the view


@lru_cache(4096)
def picture(view: Position) -> Picture:
    return Picture(view)


class Gallery:
    """What seats see, found again without comparing positions: matches that go the same way share theirs."""

    def __init__(self, most: int = 4096) -> None:
        self._most = most
        self._kept: dict[tuple[int, int, Player | None], tuple[Position, Position | None, msgspec.Raw]] = {}

    def picture_of(self, seat: Seat) -> msgspec.Raw:
        """What the seat sees, with its moves if it has to choose."""
        chooser = seat.player if seat.choices else None
        key = id(seat.view), id(seat.before), chooser
        if key not in self._kept:
            if len(self._kept) >= self._most:
                self._kept.clear()
            before = picture(seat.before) if seat.before else None
            written = msgspec.Raw(picture(seat.view).written(chooser, before))
            self._kept[key] = seat.view, seat.before, written  # as long as these are kept, nothing else has their ids
        return self._kept[key][2]


gallery = Gallery()


def _cell(cell: Cell) -> CellData:
    pieces = [PieceData(owner=name(piece.owner), label=piece.label) for piece in cell.pieces]
    marks = [MarkData(kind=mark.kind, owner=name_or_none(mark.owner), label=mark.label) for mark in cell.marks]
    return CellData(at=cell.at, label=cell.label, pieces=pieces, marks=marks)


def _option(option: Option, view: Position) -> OptionData:
    typed = view.written(option.move)
    return OptionData(
        move=option.move,
        label=option.label,
        source=option.source,
        to=option.to,
        typed=typed if typed != option.move else "",
    )
