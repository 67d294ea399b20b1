"""The laws of openings, choices and moves. A law yields what it sees amiss; its docstring says what should be."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from flagfall.core import LONGEST_MOVE, IllegalMove, Move, Player, Position, is_game_id

from .visit import NONSENSE, Visit, are_lines, is_line, told

# --- of the opening ---


def is_described(opening: Position) -> Iterator[str]:
    """title and about are printable lines, and the id is made of small letters, digits and hyphens"""
    for name in ("title", "about"):
        if not is_line(getattr(opening, name)):
            yield f"{name} is {getattr(opening, name)!r}"
    if not is_game_id(opening.id):
        yield f"id is {opening.id!r}"


def starts(opening: Position) -> Iterator[str]:
    """the opening is whole and not over, P1 starts, and the starter can be swapped"""
    if opening.is_partial() or opening.outcome():
        yield f"partial: {opening.is_partial()}, outcome: {opening.outcome()}"
    swapped = opening.started_by(Player.P2)
    if opening.turn is not Player.P1 or swapped.turn is not Player.P2:
        yield f"turn is {opening.turn}, swapped {swapped.turn}"
    if not swapped.choices():
        yield "nobody can move when P2 starts"


def has_settings(opening: Position) -> Iterator[str]:
    """the default of every setting is allowed, and settings can be written and read again"""
    for each in type(opening).Rules.settings():
        if not each.kind.accepts(each.default) or each.kind.read(each.kind.write(each.default)) != each.default:
            yield f"the default of {each.name}, {each.default!r}"
        if not is_line(each.about) or not is_line(each.kind.allowed()):
            yield f"{each.name} is about {each.about!r}, and must be {each.kind.allowed()!r}"
    again = type(opening).Rules.read(opening.rules.changed())
    if again != opening.rules:
        yield f"{opening.rules} is read again as {again}"


def counts_its_cells(opening: Position) -> Iterator[str]:
    """count_cells() says how many cells there are"""
    counted, cells = type(opening).count_cells(opening.rules), len(opening.cells())
    if counted != cells:
        yield f"{counted} counted, {cells} made"


# --- of every position ---


def is_a_value(visit: Visit) -> Iterator[str]:
    """a position is a frozen dataclass and hashable, and equal positions hash equal"""
    position = visit.position
    if not getattr(getattr(position, "__dataclass_params__", None), "frozen", False):
        yield "not a frozen dataclass"
    same = deepcopy(position)
    if same != position or hash(same) != hash(position):
        yield f"a copy is equal: {same == position}, and hashes equal: {hash(same) == hash(position)}"


def ends_with_an_outcome(visit: Visit) -> Iterator[str]:
    """choices() is empty exactly when there is an outcome"""
    choices, outcome = visit.position.choices(), visit.position.outcome()
    if (choices == {}) is not (outcome is not None):
        yield f"choices {choices}, outcome {outcome}"


def offers_moves(visit: Visit) -> Iterator[str]:
    """choices() gives each player who decides a tuple of different moves, each a short line that a record can hold"""
    for player, moves in visit.position.choices().items():
        if not (isinstance(player, Player) and isinstance(moves, tuple) and 0 < len(moves) == len(set(moves))):
            yield f"{player!r} chooses from {moves!r}"
        for move in moves:
            if not is_line(move) or move != move.strip() or " | " in move or move.startswith("sealed:"):
                yield f"the move {move!r}"
            elif len(move.encode()) > LONGEST_MOVE:
                yield f"{move!r} is longer than {LONGEST_MOVE} bytes"


def plays_on(visit: Visit) -> Iterator[str]:
    """play() gives the same every time, of the same game and rules, and never changes the position"""
    position, before = visit.position, deepcopy(visit.position)
    for moves, after in visit.plays:
        if type(after) is not type(position) or after.rules != position.rules:
            yield f"{told(moves)} leads to {after!r}"
        if position.play(moves) != after:
            yield f"{told(moves)} leads to {after!r}, and then to {position.play(moves)!r}"
    if position != before:
        yield f"the position has become {position!r}"


def refuses(visit: Visit) -> Iterator[str]:
    """play() refuses illegal moves, and missing, extra and wrong players, with IllegalMove and a reason"""
    position, before = visit.position, deepcopy(visit.position)
    for moves in _wrong_plays(position):
        try:
            position.play(moves)
        except IllegalMove as refusal:
            if not are_lines(str(refusal)) or not str(refusal).strip():
                yield f"{told(moves)} is refused with {str(refusal)!r}"
        else:
            yield f"{told(moves)} is accepted"
    if position != before:
        yield f"the position has become {position!r}"


def _wrong_plays(position: Position) -> Iterator[dict[Player, Move]]:
    choices = position.choices()
    legal = {player: moves[0] for player, moves in choices.items()}
    anything = next(iter(legal.values()), "1")
    for players in ((), (Player.P1,), (Player.P2,), tuple(Player)):
        if not choices or set(players) != set(choices):
            yield {player: legal.get(player, anything) for player in players}
    for player, moves in choices.items():
        for move in (*NONSENSE, *map(str.swapcase, moves), f"{moves[0]} "):
            if move not in moves:
                yield {**legal, player: move}


def ends_by_its_rules(visit: Visit) -> Iterator[str]:
    """a game ends with a winner or in a draw, for a reason in a line; `no result` is for matches that are broken off"""
    outcome = visit.position.outcome()
    if outcome and (outcome.void or not isinstance(outcome.winner, Player | None) or not is_line(outcome.reason)):
        yield f"the outcome is {outcome!r}"


OPENING_LAWS = (is_described, starts, has_settings, counts_its_cells)
LAWS = (is_a_value, offers_moves, ends_with_an_outcome, plays_on, refuses, ends_by_its_rules)
