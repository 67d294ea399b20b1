"""The one way out: everything that a seat or a watcher is sent of a game is made here, from that seat of the match.

What is behind the seats is looked at in the fold (`game`) and here, and nowhere else: a test sees to it. What is not
made from a seat is told only when the game is over, or goes through `view` and `disguise`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate, islice, takewhile
from typing import Any, cast

import msgspec

from flagfall.core import Player, Position
from flagfall.core.kept import Kept
from flagfall.match import Seat
from flagfall.match.seat import Offer
from flagfall.online.protocol.commitments import padded, tag
from flagfall.online.protocol.errors import Denied, not_now
from flagfall.online.protocol.events import AnyEvent, Deed, Moved
from flagfall.online.protocol.messages import (
    NAMES,
    ChatLine,
    ChatPart,
    ClockState,
    Earlier,
    GameInfo,
    History,
    OfferState,
    Opened,
    OutcomeState,
    PastView,
    Presence,
    RematchState,
    Said,
    Sealed,
    SeatName,
    State,
    Status,
    Update,
    View,
    Welcome,
    encode,
    name,
    name_or_none,
    names,
)
from flagfall.online.protocol.scenes import gallery, picture
from flagfall.online.protocol.times import Moment
from flagfall.record import Record
from flagfall.record.names import name_tags

from .game import Choice, Game, Line

Viewer = Player | None
_PLIES = 1000  # of a game's are in one part
_CHOICES = 200  # that were hidden are opened in one message: at the end of a game the last
_LINES_BYTES = 48 * 1024  # of what was said in one part, and as many of chat
_AROUND = 64  # bytes, for what stands around a line


# --- how a game stands ---


def state(game: Game, viewer: Viewer, now: Moment) -> State:
    """What the seat may know of how the game stands."""
    sealed = game.sealed() if game.choices else {}
    view = cast(View, msgspec.Raw(gallery.picture_of(game.match.seats[viewer])))
    return _state(game, view, sealed, viewer, now)


def _own(sealed: Mapping[Player, Choice], viewer: Viewer) -> str | None:
    return padded(sealed[viewer].move) if viewer and viewer in sealed else None


def _state(game: Game, view: View, sealed: Mapping[Player, Choice], viewer: Viewer, now: Moment) -> State:
    seat = game.match.seats[None]
    return State(
        view=view,
        sealed=_own(sealed, viewer),
        seq=game.seq,
        ply=game.ply,
        waiting=names(seat.waiting),
        commitments={name(player): choice.commitment for player, choice in sealed.items()} if sealed else {},
        offer=_offer(game, seat) if seat.offered else None,
        outcome=_outcome(seat) if seat.outcome else None,
        clock=_clock(game, now) if game.clock else None,
        rematch=RematchState(wanted=names(game.wanted), game=game.rematch) if game.wanted else None,
    )


def _offer(game: Game, seat: Seat) -> OfferState:
    offered = seat.offered
    assert offered
    what: Any = "end" if offered.offer is Offer.END else "takeback"
    return OfferState(seq=game.offer_seq, what=what, by=name(offered.by), plies=offered.plies)


def _outcome(seat: Seat) -> OutcomeState:
    outcome = seat.outcome
    assert outcome
    winner = name_or_none(outcome.winner)
    return OutcomeState(winner=winner, reason=outcome.reason, text=str(outcome), draw=outcome.is_draw)


def _clock(game: Game, now: Moment) -> ClockState:
    assert game.clock
    left = {name(player): left for player, left in game.clock.left_at(now.time).items()}
    running = names(game.clock.running)
    return ClockState(left=left, running=running, held=now.held if running else 0)


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
        names={seat: called for seat, called in game.names.items() if called},
        series=game.made.series,
    )


def _plies(plies: Iterable[Mapping[Player, str]]) -> list[dict[SeatName, str]]:
    return [{NAMES[player]: move for player, move in ply.items()} for ply in plies]


# --- whole messages ---


def welcome(game: Game, viewer: Viewer, heard: int, presence: Presence, now: Moment) -> Welcome:
    """Everything, but for the beginnings of long lists."""
    seat = game.match.seats[viewer]
    plies = max(len(seat.history) - _PLIES, 0)
    heard = max(min(heard, len(seat.said)), _first_of_last(len(seat.said), reversed(seat.said)))
    first = _first_of_last(len(game.chat), (line.text for line in reversed(game.chat)))
    return Welcome(
        info=info(game),
        you=name_or_none(viewer),
        state=state(game, viewer, now),
        history=History(start=plies, plies=_plies(seat.history[plies:])),
        said=Said(start=heard, lines=seat.said[heard:]),
        presence=presence,
        chat=list(map(chat, game.chat[first:])) if viewer else [],
        chat_start=first if viewer else 0,
    )


def earlier(game: Game, viewer: Viewer, plies: int | None, said: int | None, chat_from: int | None) -> Earlier:
    """Of each list that is asked for, the part that begins there."""
    seat, lines = game.match.seats[viewer], game.chat if viewer else []
    return Earlier(
        history=None if plies is None else History(plies, _plies(seat.history[plies : plies + _PLIES])),
        said=None if said is None else Said(said, seat.said[said : _end_of(said, islice(seat.said, said, None))]),
        chat=None if chat_from is None else _chat_part(lines, chat_from),
    )


def _chat_part(lines: list[Line], start: int) -> ChatPart:
    end = _end_of(start, (line.text for line in lines[start:]))
    return ChatPart(start, list(map(chat, lines[start:end])))


# --- long lists in parts, as much as fits a message: the last part comes by itself, earlier ones are asked for ---


def _first_of_last(total: int, backwards: Iterable[str]) -> int:
    """Where the last part of so many lines begins; they are given from the last to the first."""
    return total - _fitting(backwards)


def _end_of(start: int, lines: Iterable[str]) -> int:
    """Where the part ends that begins with these lines. There is always one in it, or nobody would ever get on."""
    return start + max(_fitting(lines), 1)


def _fitting(lines: Iterable[str]) -> int:
    """How many of these lines fit one part."""
    sizes = accumulate(len(line.encode()) + _AROUND for line in lines)
    return sum(1 for _ in takewhile(lambda size: size <= _LINES_BYTES, sizes))


# --- how it stands in short, and news ---


def status(game: Game, viewer: Viewer) -> Status:
    seat = game.match.seats[None]
    return Status(
        you=name_or_none(viewer),
        ply=game.ply,
        waiting=names(seat.waiting),
        outcome=_outcome(seat) if seat.outcome else None,
        free=viewer is not None and _is_open(game, viewer.other),
    )


def _is_open(game: Game, player: Player) -> bool:
    place = game.places[player]
    return place.invitation is not None and not place.taken


def chat(line: Line) -> ChatLine:
    return ChatLine(seq=line.seq, by=name(line.by), text=line.text, at=line.at)


class Mark(msgspec.Struct, frozen=True):
    """How far everything had got before an event."""

    plies: int
    position: Position
    said: dict[Viewer, int]
    over: bool
    choices: int

    @classmethod
    def of(cls, game: Game) -> Mark:
        said = {viewer: len(seat.said) for viewer, seat in game.match.seats.items()}
        return cls(game.ply, game.match.position, said, game.over, len(game.choices))


def updates(
    game: Game, viewers: Iterable[Viewer], since: Mark, event: AnyEvent, now: Moment
) -> Iterator[tuple[Viewer, bytes]]:
    """What an event has changed, for each seat, as JSON."""
    hides = game.match.position.hides()
    # Where something is hidden the board goes out whole: how much of it has changed may tell what was chosen.
    stepped = isinstance(event, Moved) and game.ply == since.plies + 1 and not hides
    deed = event if isinstance(event, Deed) else None
    plain = stepped and not (game.choices or game.clock or game.wanted or game.over)
    told = _after_a_move(game, viewers, since) if plain else _anything_new(game, viewers, since, stepped, now)
    for viewer, update in told:
        own = deed and viewer and deed.seat == NAMES[viewer]
        yield viewer, b'%b,"id":%b}' % (update, encode(deed.id)) if deed and own else update + b"}"


def _anything_new(
    game: Game, viewers: Iterable[Viewer], since: Mark, stepped: bool, now: Moment
) -> Iterator[tuple[Viewer, bytes]]:
    """An update for each, up to where the id may stand. Most are told the same, but for the view: it is written
    once."""
    hides = game.match.position.hides()
    shown = hides and game.over and not since.over
    start = max(game.ply - _PLIES, 0) if shown else min(since.plies, game.ply)
    stayed = game.match.position is since.position and not hides
    sealed = game.sealed() if game.choices else {}
    fresh = _just_played(game, since)
    told, head, tail = None, b"", b""
    for viewer in viewers:
        seat, heard = game.match.seats[viewer], since.said[viewer]
        known = [*_uncovered(game, since, viewer), *fresh] if shown else fresh
        opened = [each for choice in known if (each := _opening(game, choice, viewer))]
        news = seat.history[start:], heard, seat.said[heard:], _own(sealed, viewer), opened
        if news != told:
            told, (plies, _, lines, _, _) = news, news
            history, said = History(start=start, plies=_plies(plies)), Said(start=heard, lines=lines)
            state = _state(game, _GAP, sealed, viewer, now)
            update = Update(state=state, history=history, said=said, opened=opened)
            head, _, tail = encode(update)[:-1].partition(_GAP)
        had = seat.before if stepped else seat.view if stayed else None
        yield viewer, b"".join((head, gallery.picture_of(seat, had), tail))


def _after_a_move(game: Game, viewers: Iterable[Viewer], since: Mark) -> Iterator[tuple[Viewer, bytes]]:
    """The same where there is nothing but the move to tell: but for its numbers, every game is told so of this move."""
    for viewer in viewers:
        seat, heard = game.match.seats[viewer], since.said[viewer]
        yield viewer, _form(seat, heard) % (game.seq, game.ply, since.plies, heard)


_forms: Kept[tuple[int, int, Viewer], tuple[Mapping[Player, str], bytes]] = Kept(32 << 20)


def _form(seat: Seat, heard: int) -> bytes:
    """An update with gaps for its numbers. The mapping of the last ply's moves is one object for all games that go
    through this ply (see `match.steps`); while it is kept here, so is its id."""
    moves = seat.history[-1]
    key = id(moves), len(seat.said) - heard, seat.player if seat.choices else None
    if found := _forms.get(key):
        return found[1]
    view = cast(View, msgspec.Raw(gallery.picture_of(seat, seat.before)))
    state = State(seq=_GAP, ply=_GAP, view=view, waiting=names(seat.waiting))
    update = Update(state=state, history=History(_GAP, _plies([moves])), said=Said(_GAP, seat.said[heard:]))
    form = encode(update)[:-1].replace(b"%", b"%%").replace(_GAP, b"%d")
    return _forms.put(key, (moves, form), 1000 + len(form))[1]


_GAP = cast(Any, msgspec.Raw(b"\0"))  # which JSON has nowhere else


def _just_played(game: Game, since: Mark) -> list[Choice]:
    """Both sides of a battle, when the ply in which they were chosen has just been played; never one alone."""
    if not game.choices or game.ply <= since.plies or len(game.choices) == since.choices:
        return []
    return game.choices[-2:]


def _uncovered(game: Game, since: Mark, viewer: Viewer) -> list[Choice]:
    """The choices of earlier battles that the seat comes to know with the end of the game; of many the last."""
    plies = game.match.plies[: since.plies]
    played = (choice for choice in game.choices if choice.ply < len(plies))
    hidden = [each for each in played if plies[each.ply].disguised(_witness(each, viewer))[each.player] != each.move]
    return hidden[-_CHOICES:]


def _witness(choice: Choice, viewer: Viewer) -> Viewer:
    """Whose history decides whether a choice is opened to a seat: its own; of the own choice the other player's."""
    return viewer if viewer is not choice.player else choice.player.other


def _opening(game: Game, choice: Choice, viewer: Viewer) -> Opened | None:
    """A sealed choice that was shown; what stays hidden stays sealed."""
    if game.match.seats[_witness(choice, viewer)].history[choice.ply][choice.player] != choice.move:
        return None
    return Opened(
        ply=choice.ply,
        player=name(choice.player),
        move=choice.move,
        nonce=choice.nonce,
        commitment=choice.commitment,
    )


def sealed(game: Game, since: Mark) -> Sealed | None:
    """What goes to everybody before an update with a battle: the commitments to both choices."""
    fresh = _just_played(game, since)
    if not fresh:
        return None
    return Sealed(ply=fresh[0].ply, commitments={name(each.player): each.commitment for each in fresh})


def past(game: Game, viewer: Viewer, ply: int) -> PastView:
    """The position before a ply, as the seat knew it then; all of it once the game is over."""
    plies = game.match.plies
    position = plies[ply].before if ply < len(plies) else game.match.position
    view = position if game.over else position.view(viewer)
    return PastView(ply=ply, view=cast(View, msgspec.Raw(picture(view).written())))


def coached(game: Game, viewer: Viewer) -> Seat:
    """The seat as it is now, for the coach of whoever sits there; between people nobody is helped."""
    if viewer is None or game.places[viewer].bot or not game.places[viewer.other].bot:
        raise Denied(403, "no-help", "a coach helps whoever plays against a bot, and nobody else")
    seat = game.match.seats[viewer]
    if not seat.choices:
        raise not_now("a coach helps whoever has to choose")
    return replace(seat, said=[], history=[*seat.history], views=[*seat.views])


def record(game: Game) -> Record:
    """The whole record of a game that is over, with what proves its battles."""
    if not game.over:
        raise not_now("the record is there when the game is over")
    tags = {player.name: game.places[player].bot or "human" for player in Player}
    tags |= name_tags({Player[seat]: called for seat, called in game.names.items()})
    tags["Date"] = datetime.fromtimestamp(game.made.at / 1000, UTC).date().isoformat()
    if game.made.cap:
        tags["Cap"] = str(game.made.cap)
    tags["GameId"] = game.id
    for choice in game.choices:
        if choice.ply < game.ply:
            tags[tag(choice.ply, choice.player)] = f"{choice.commitment} {choice.nonce}"
    return Record.of(game.match, tags)
