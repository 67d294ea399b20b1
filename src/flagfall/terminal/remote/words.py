"""What is said on the screen of somebody who plays with people elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flagfall.core import Player
from flagfall.match import Seat
from flagfall.online.client.game import RemoteGame, Spoken
from flagfall.online.client.seat import News
from flagfall.online.protocol.messages import Presence, SeatState
from flagfall.online.protocol.verification import verify
from flagfall.record import Record
from flagfall.terminal.tty.advice import Advice, command

REMATCH_BEGINS = "The rematch begins, with seats swapped."


def presence(before: Presence | None, now: Presence, own: Player | None) -> Iterator[str]:
    """Where the others are: at first only who is not here, later what has changed."""
    for name, seat in now.seats.items():
        old, new = where(before.seats[name]) if before else _HERE, where(seat)
        on_the_way = (old, new) == (_EXPECTED, _AWAY)  # the seat is taken a moment before its player is there
        if new != old and not on_the_way and (own is None or name != own.name):
            yield f"{Player[name]} {new}."


_HERE, _AWAY, _EXPECTED = "is here", "is away", "has not come yet"


def where(seat: SeatState) -> str:
    if seat.here:
        return _HERE
    return _AWAY if seat.taken else _EXPECTED


def clocks(left: Mapping[Player, int]) -> str:
    """`Time left: Player 1 4:58, Player 2 5:00.`; nothing without clocks."""
    return f"Time left: {', '.join(f'{player} {duration(ms)}' for player, ms in left.items())}." if left else ""


def duration(ms: int) -> str:
    """Minutes and seconds, with hours and days where there are any. A second that has begun is shown whole."""
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} day{'' if days == 1 else 's'} {hours}:{minutes:02}:{seconds:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def way_back(game: RemoteGame) -> Advice:
    """How to come back to a game that is left."""
    if game.over:
        return Advice("the game is over.")
    kept = "watch again" if game.link.token is None else "your seat is kept; come back"
    return Advice(f"{kept} with:", command(f"join {game.link}"))


def spoken(line: Spoken) -> str:
    return f"{line.by} says: {line.text}"


def happened(news: News, seat: Seat, typed: bool) -> Iterator[str]:
    """What is new in the game, for whoever sits in `seat`. A move that was `typed` there is not told again."""
    yield from played(news, seat, typed)
    yield from said(news)
    yield from sealed(news, seat)


def doubts(news: News) -> Iterator[str]:
    """What is wrong with choices that were opened."""
    return (f"CAREFUL: {doubt}!" for doubt in news.doubts)


def unproved(record: Record) -> str | None:
    """What is wrong with a record that was kept."""
    report = verify(record)
    return None if report.fair else f"CAREFUL: {report.bad} secret choices in it are not proved to be what was sealed!"


def played(news: News, seat: Seat, typed: bool) -> Iterator[str]:
    """The moves of others, as they would stand behind their prompts at home."""
    if len(news.plies) > 1:
        first = len(seat.history) - len(news.plies) + 1
        for number, ply in enumerate(news.plies, first):
            yield f"  {number}. " + " | ".join(f"{player.name} {move}" for player, move in ply.items())
        return
    for ply in news.plies:
        ((player, move), *battle) = ply.items()
        if not battle and not (typed and player is seat.player):
            yield news.before.prompt(player) + _written(news, player, move)


def _written(news: News, player: Player, move: str) -> str:
    """A disguised move is no move of the game, and is shown as far as any typing is."""
    legal = move in news.before.choices().get(player, ())
    return news.before.written(move) if legal else news.before.shown(player, move)


def said(news: News) -> Iterator[str]:
    """The book's lines. A move that it has no words for stands behind its prompt here."""
    moves = [move for ply in news.plies for move in ply.items()]
    own = {news.before.own_words(player, move) for player, move in moves}
    yield from (line for line in news.said if line not in own)


def sealed(news: News, seat: Seat) -> Iterator[str]:
    """Who has chosen in secret. It says nothing of what."""
    for player in news.sealed:
        yield "Your choice is sealed." if player is seat.player else f"{player} has chosen."
