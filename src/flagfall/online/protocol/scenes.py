"""Positions as data for the wire. A picture is made from a view: it can't hold what its viewer may not know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from flagfall.core import Cell, Option, Player, Position, Square
from flagfall.core.kept import Kept
from flagfall.match import Seat

from .messages import CellData, MarkData, OptionData, PieceData, SceneData, View, encode, name, name_or_none

_MOST = 32 << 20  # bytes of pictures, and as many of what seats see
_CELL = 200  # bytes, about


class Picture:
    """A view as data, made once: positions are values, and most games go through the same ones."""

    def __init__(self, view: Position) -> None:
        self.view = view
        self._cells = view.cells()
        self._pieces = {cell.at: cell.pieces for cell in self._cells if cell.pieces}
        self._heads: dict[Player | None, bytes] = {}
        self.size = 1000 + _CELL * len(self._cells)
        """Bytes that it takes, about."""

    def data(self, chooser: Player | None = None) -> View:
        """With the moves of `chooser`, if somebody has to choose."""
        return _data(self.view, chooser, [_cell(cell) for cell in self._cells])

    def written(self) -> bytes:
        """The same as JSON."""
        return self._with(None, self._cells, [])

    def written_after(self, before: Picture, chooser: Player | None, had: Picture | None) -> bytes:
        """The same, and where the last ply changed something. Of what whoever gets it `had`, the cells that have not
        changed are left out."""
        old, new = before._pieces, self._pieces
        changed = sorted(at for at in old.keys() | new.keys() if old.get(at) != new.get(at))
        return self._with(chooser, self._news_since(had) if had else self._cells, changed)

    def _news_since(self, had: Picture) -> Sequence[Cell]:
        if had is self:
            return ()
        cells = zip(had._cells, self._cells, strict=True)
        return [now for then, now in cells if now is not then and now != then]

    def _with(self, chooser: Player | None, cells: Sequence[Cell], changed: list[Square]) -> bytes:
        places = b',"changed":%b' % encode(changed) if changed else b""
        rest = b',"cells":[%b]%b' % (b",".join(map(_written_cell, cells)), places) if cells else places
        return self._head(chooser) + rest + _END

    def _head(self, chooser: Player | None) -> bytes:
        """All but the cells, which stand at the end."""
        if chooser not in self._heads:
            self._heads[chooser] = encode(_data(self.view, chooser, []))[: -len(_END)]
            _pictures.grow(len(self._heads[chooser]))
        return self._heads[chooser]


_END = b"}}"  # of the scene, and of the view


def _data(view: Position, chooser: Player | None, cells: list[CellData]) -> View:
    options = view.scene().options if chooser else {}
    scene = SceneData(
        title=view.title,
        options=[_option(option, view) for option in options[chooser]] if chooser else [],
        notes=list(view.notes()),
        secret=len(options) > 1,
        cells=cells,
    )
    return View(
        position=view.text(),
        turn=name(view.turn),
        board=view.board(),
        words=view.words(),
        prompt=view.prompt(chooser) if chooser else None,
        scene=scene,
    )


_pictures: Kept[Position, Picture] = Kept(_MOST)


def picture(view: Position) -> Picture:
    if found := _pictures.get(view):
        return found
    made = Picture(view)
    return _pictures.put(view, made, made.size)


class Gallery:
    """What seats see, found again without comparing positions: matches that go the same way share theirs."""

    def __init__(self, most: int = _MOST) -> None:
        self._kept: Kept[tuple[int, int, Player | None, int], tuple[Position, Position | None, bytes]] = Kept(most)

    def picture_of(self, seat: Seat, had: Position | None = None) -> bytes:
        """What the seat sees, with its moves if it has to choose. Of a view that it `had`, this one or the one before,
        only what is new."""
        chooser = seat.player if seat.choices else None
        key = id(seat.view), id(seat.before), chooser, id(had)
        if found := self._kept.get(key):
            return found[2]
        written = _written(seat, chooser, had)
        self._kept.put(key, (seat.view, seat.before, written), 1000 + len(written))  # while these are kept, so are ids
        return written


def _written(seat: Seat, chooser: Player | None, had: Position | None) -> bytes:
    now = picture(seat.view)
    before = picture(seat.before) if seat.before else now
    return now.written_after(before, chooser, None if had is None else now if had is seat.view else before)


gallery = Gallery()


@lru_cache(4096)
def _written_cell(cell: Cell) -> bytes:
    return encode(_cell(cell))


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
        secret=option.secret,
    )
