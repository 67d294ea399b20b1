"""A record that somebody brings along, as pictures: one for every ply, as far as whoever reads it may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from flagfall.core import FlagfallError, Player, Position
from flagfall.games import GAMES, position
from flagfall.installed import playthrough
from flagfall.match import Match
from flagfall.online.protocol.messages import Replay, ReplayGame, ReplayPly, View, name
from flagfall.online.protocol.scenes import picture
from flagfall.record import BadRecord, Record, read
from flagfall.record.names import names_in

from .making import check_board

MOST_PLIES = 1000
"""In all games of one text; each has a picture of its own."""
MOST_CELLS = 40_000
"""In all pictures together."""


class TooLong(FlagfallError):
    """More than can be shown at once."""


def replay(text: str, most_cells: int) -> Replay:
    """The games of a record, or the one position that a line of text is; BadRecord or another FlagfallError says what
    is wrong with it."""
    records = _records(text, most_cells)
    plies = sum(len(each.plies) + 1 for each in records)
    cells = sum((len(each.plies) + 1) * type(each.start).count_cells(each.start.rules) for each in records)
    if plies > MOST_PLIES or cells > MOST_CELLS:
        raise TooLong(f"this is too long to be shown here: at most {MOST_PLIES} plies, and fewer on large boards")
    return Replay(games=[_game(each, each.match()) for each in records])


def finished(text: str, most_cells: int) -> list[Record]:
    """The games of a record that are over, so that nothing is told of them which somebody may not know."""
    if found := [each for each in _records(text, most_cells) if each.outcome]:
        return found
    raise BadRecord("only a game that is over can be graded")


@cache
def demonstration(game: type[Position]) -> ReplayGame | None:
    """The game's playthrough, if there is one that can be shown."""
    text = playthrough(game)
    try:
        (record, *_) = read(text) if text else (None,)
        return _game(record, record.match()) if record else None
    except FlagfallError:
        return None


def _records(text: str, most_cells: int) -> list[Record]:
    found = _read(text)
    for each in found:
        check_board(type(each.start), each.start.rules, most_cells)
    return found


def _read(text: str) -> list[Record]:
    line = text.strip()
    if "\n" not in line and (line.split() or [""])[0].casefold() in GAMES:
        return [Record(position(line))]
    return read(text)


def _game(record: Record, match: Match) -> ReplayGame:
    start, is_over = record.start, match.outcome is not None
    called = names_in(record.tags)
    return ReplayGame(
        game=start.id,
        title=start.title,
        hour=start.scene().hour,
        settings=dict(start.rules.changed()),
        players={name(each): called.get(each) or record.tags.get(each.name, "human") for each in Player},
        result=str(match.outcome) if match.outcome else "",
        plies=list(_plies(match, is_over)),
        view=picture(_seen(match.plies[0].before if match.plies else match.position, is_over)).data(),
    )


def _plies(match: Match, is_over: bool) -> Iterator[ReplayPly]:
    positions = [*(ply.before for ply in match.plies), match.position]
    for ply, before, after in zip(match.plies, positions, positions[1:], strict=False):
        moves = ply.moves if is_over else ply.disguised(None)
        yield ReplayPly(
            moves={name(player): _written(before, player, moves, ply.moves) for player in moves},
            said=[line for line in before.say(ply.moves, None) if line.strip() and line not in after.board()],
            view=_changed(_seen(before, is_over), _seen(after, is_over)),
        )


def _written(before: Position, player: Player, shown: Mapping[Player, str], played: Mapping[Player, str]) -> str:
    """A move as the book has it typed; what is disguised stays so."""
    return before.written(shown[player]) if shown[player] == played[player] else shown[player]


def _seen(position: Position, is_over: bool) -> Position:
    """While a game is unfinished, only what both players know."""
    return position if is_over else position.view(None)


def _changed(before: Position, after: Position) -> View:
    return msgspec.json.decode(picture(after).written_after(picture(before), None, None), type=View)
