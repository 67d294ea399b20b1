"""Positions as data for the wire. A picture is made from a view: it can't hold what its viewer may not know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from flagfall.core import Cell, Option, Player, Position, Scene, Square
from flagfall.core.kept import Kept
from flagfall.core.rules import Rules as AnyRules
from flagfall.core.scene import change
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
        return _data(self.view, chooser, [cell_data(cell) for cell in self._cells])

    def written(self) -> bytes:
        """The same as JSON."""
        return self._with(None, self._whole(), [])

    def written_after(self, before: Picture, chooser: Player | None, had: Picture | None) -> bytes:
        """The same, and where the last ply changed something. Of what whoever gets it `had`, the cells that have not
        changed are left out."""
        changed, mover = change(before._pieces, self._pieces)
        return self._with(chooser, _cells(self._news_since(had)) if had else self._whole(), changed, mover)

    def _whole(self) -> bytes:
        return _edges(type(self.view), self.view.rules) + _cells(self._cells)

    def _news_since(self, had: Picture) -> Sequence[Cell]:
        if had is self:
            return ()
        cells = zip(had._cells, self._cells, strict=True)
        return [now for then, now in cells if now is not then and now != then]

    def _with(self, chooser: Player | None, cells: bytes, changed: list[Square], mover: Player | None = None) -> bytes:
        places = b',"changed":%b' % encode(changed) if changed else b""
        by = b',"mover":"%b"' % name(mover).encode() if mover is not None else b""
        return self._head(chooser) + cells + places + by + _END

    def _head(self, chooser: Player | None) -> bytes:
        """All but what a board looks like and its cells, which stand at the end."""
        if chooser not in self._heads:
            self._heads[chooser] = encode(_head(self.view, chooser))[: -len(_END)]
            _pictures.grow(len(self._heads[chooser]))
        return self._heads[chooser]


_END = b"}}"  # of the scene, and of the view


def _cells(cells: Sequence[Cell]) -> bytes:
    return b',"cells":[%b]' % b",".join(map(_written_cell, cells)) if cells else b""


@lru_cache(1024)
def _edges(game: type[Position], rules: AnyRules) -> bytes:
    """What is the same in every picture of a game by these rules: its hour, and the names at its edges."""
    scene = game(rules=rules).scene()  # type: ignore[call-arg]
    return b"," + encode(_framed(SceneData(title=""), scene)).partition(b",")[2][:-1]


def _framed(data: SceneData, scene: Scene) -> SceneData:
    return replace(data, hour=scene.hour, rows=list(scene.rows), columns=list(scene.columns))


def _data(view: Position, chooser: Player | None, cells: list[CellData]) -> View:
    """A whole picture."""
    head = _head(view, chooser)
    return replace(head, scene=replace(_framed(head.scene, view.scene()), cells=cells))


def _head(view: Position, chooser: Player | None) -> View:
    options = view.scene().options if chooser else {}
    scene = SceneData(
        title=view.title,
        options=[_option(option, view) for option in options[chooser]] if chooser else [],
        notes=list(view.notes()),
        secret=len(options) > 1,
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
    return encode(cell_data(cell))


def cell_data(cell: Cell) -> CellData:
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
