"""The one way out: everything that a seat or a watcher is sent is made here, from that seat of the match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, cast

import msgspec

from flagfall.core import Cell, Option, Player, Position, Scene, Square
from flagfall.match import Seat
from flagfall.match.seat import Offer

from .events import AnyEvent, Deed
from .fairness import padded
from .game import Choice, Game
from .protocol import (
    CellData,
    ChatLine,
    ClockState,
    GameInfo,
    History,
    MarkData,
    OfferState,
    Opened,
    OptionData,
    OutcomeState,
    PastView,
    PieceData,
    Presence,
    RematchState,
    Said,
    SceneData,
    SeatName,
    State,
    Update,
    View,
    Welcome,
    encode,
)

Viewer = Player | None


# --- positions ---


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
    marks = [MarkData(kind=mark.kind, owner=_name_or_none(mark.owner), label=mark.label) for mark in cell.marks]
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


_NAMES: dict[Player, SeatName] = {Player.P1: "P1", Player.P2: "P2"}


def name(player: Player) -> SeatName:
    return _NAMES[player]


def _name_or_none(player: Player | None) -> SeatName | None:
    return name(player) if player else None


def _names(players: Iterable[Player]) -> list[SeatName]:
    return [_NAMES[player] for player in players]


# --- how a game stands ---


def state(game: Game, viewer: Viewer, now: int) -> State:
    """What the seat may know of how the game stands."""
    seat = game.match.seats[viewer]
    sealed = game.sealed() if game.choices else {}
    own = sealed.get(viewer) if viewer else None
    return State(
        seq=game.seq,
        ply=game.ply,
        view=cast(View, gallery.picture_of(seat)),
        waiting=_names(seat.waiting),
        sealed=padded(own.move) if own else None,
        commitments={name(player): choice.commitment for player, choice in sealed.items()},
        offer=_offer(game, seat) if seat.offered else None,
        outcome=_outcome(seat) if seat.outcome else None,
        clock=_clock(game, now) if game.clock else None,
        rematch=RematchState(wanted=_names(game.wanted), game=game.next_id()) if game.wanted else None,
    )


def _offer(game: Game, seat: Seat) -> OfferState:
    offered = seat.offered
    assert offered
    what: Any = "end" if offered.offer is Offer.END else "takeback"
    return OfferState(seq=game.offer_seq, what=what, by=name(offered.by), plies=offered.plies)


def _outcome(seat: Seat) -> OutcomeState:
    outcome = seat.outcome
    assert outcome
    return OutcomeState(winner=_name_or_none(outcome.winner), reason=outcome.reason, text=str(outcome))


def _clock(game: Game, now: int) -> ClockState:
    assert game.clock
    left = {name(player): left for player, left in game.clock.left_at(now).items()}
    return ClockState(left=left, running=_names(game.clock.running))


def info(game: Game) -> GameInfo:
    position = game.match.start
    return GameInfo(
        id=game.id,
        game=position.id,
        title=position.title,
        settings=position.rules.changed(),
        created=game.made.at,
        clock=game.made.clock,
        cap=game.made.cap,
        chat=game.made.chat,
        previous=game.made.previous,
    )


def _plies(plies: Iterable[Mapping[Player, str]]) -> list[dict[SeatName, str]]:
    return [{_NAMES[player]: move for player, move in ply.items()} for ply in plies]


# --- whole messages ---


def welcome(game: Game, viewer: Viewer, heard: int, presence: Presence, now: int) -> Welcome:
    seat = game.match.seats[viewer]
    heard = min(heard, len(seat.said))
    return Welcome(
        info=info(game),
        you=_name_or_none(viewer),
        state=state(game, viewer, now),
        history=History(start=0, plies=_plies(seat.history)),
        said=Said(start=heard, lines=seat.said[heard:]),
        presence=presence,
        chat=chat(game) if viewer else [],
    )


def chat(game: Game) -> list[ChatLine]:
    return [ChatLine(seq=line.seq, by=name(line.by), text=line.text, at=line.at) for line in game.chat]


class Mark(msgspec.Struct, frozen=True):
    """How far everything had got before an event."""

    plies: int
    said: dict[Viewer, int]
    over: bool
    choices: int

    @classmethod
    def of(cls, game: Game) -> Mark:
        said = {viewer: len(seat.said) for viewer, seat in game.match.seats.items()}
        return cls(game.ply, said, game.over, len(game.choices))


def update(game: Game, viewer: Viewer, since: Mark, event: AnyEvent, now: int) -> Update:
    """What an event has changed for one seat."""
    seat = game.match.seats[viewer]
    uncovered = game.over and not since.over and game.match.position.hides()
    start = 0 if uncovered else min(since.plies, game.ply)
    heard = since.said[viewer]
    return Update(
        state=state(game, viewer, now),
        history=History(start=start, plies=_plies(seat.history[start:])),
        said=Said(start=heard, lines=seat.said[heard:]),
        id=event.id if viewer and isinstance(event, Deed) and event.seat == _NAMES[viewer] else None,
        opened=_opened(game, since),
    )


def _opened(game: Game, since: Mark) -> list[Opened]:
    """Both sides of a battle, when the ply in which they were chosen has just been played; never one alone."""
    if not game.choices or game.ply <= since.plies or len(game.choices) == since.choices:
        return []
    return [_opening(choice) for choice in game.choices[-2:]]


def _opening(choice: Choice) -> Opened:
    return Opened(
        ply=choice.ply,
        player=name(choice.player),
        move=choice.move,
        nonce=choice.nonce,
        commitment=choice.commitment,
    )


def past(game: Game, viewer: Viewer, ply: int) -> PastView:
    """The position before a ply, as the seat knew it then; all of it once the game is over."""
    plies = game.match.plies
    position = plies[ply].before if ply < len(plies) else game.match.position
    view = position if game.over else position.view(viewer)
    return PastView(ply=ply, view=cast(View, msgspec.Raw(picture(view).written(None))))
