"""The laws of views: what a player may not know is never shown, said, offered or refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from flagfall.core import IllegalMove, Moves, Player, Position

from .visit import NONSENSE, VIEWERS, Visit, answer, is_line, told


def has_views(visit: Visit) -> Iterator[str]:
    """view() is idempotent, tells nobody less than what both know, and is partial exactly where it hides something; and
    a game hides something in all positions or in none"""
    position, public = visit.position, visit.views[None]
    if any(
        each.hides() is not position.hides() for each in (*visit.views.values(), *(after for _, after in visit.plays))
    ):
        yield f"hides() is {position.hides()} here, and then not"
    for viewer, view in visit.views.items():
        if view.view(viewer) != view or view.view(None) != public:
            yield f"the view of {viewer} is {view!r}, then {view.view(viewer)!r}, to both {view.view(None)!r}"
        if view.is_partial() is not (view != position):
            yield f"the view of {viewer} hides something: {view != position}, is partial: {view.is_partial()}"
        if view != position and not position.hides():
            yield f"the game hides nothing, but the view of {viewer} is {view!r}"
        if view != position and any(_is_playable(view, moves) for moves, _ in visit.plays):
            yield f"the view of {viewer} can be played on"


def has_no_favourites(visit: Visit) -> Iterator[str]:
    """where nothing is hidden, everybody is told the same, and moves are written as they are"""
    position = visit.position
    for moves, _ in () if position.hides() else visit.plays:
        if len({position.say(moves, viewer) for viewer in VIEWERS}) > 1:
            yield f"{told(moves)} is not told to all in the same words"
        for player, move in moves.items():
            if any(position.disguise(player, move, viewer) != move for viewer in VIEWERS):
                yield f"{move!r} is disguised"


def views_offer_the_same(visit: Visit) -> Iterator[str]:
    """a player's view has the same choices for that player, and every view the same deciders, turn and outcome"""
    position, choices = visit.position, visit.position.choices()
    for viewer, view in visit.views.items():
        seen = view.choices()
        if seen.keys() != choices.keys() or view.outcome() != position.outcome() or view.turn is not position.turn:
            yield f"the view of {viewer} has choices {seen}, outcome {view.outcome()}, turn {view.turn}"
        if viewer in choices and seen[viewer] != choices[viewer]:
            yield f"{viewer} sees the choices {seen[viewer]}, and has {choices[viewer]}"


def views_answer_the_same(visit: Visit) -> Iterator[str]:
    """a player's own view is enough for every question, reading and refusal"""
    position = visit.position
    for player, moves in position.choices().items():
        view = visit.views[player]
        if view.prompt(player) != position.prompt(player):
            yield f"{player} is asked {position.prompt(player)!r}, from the view {view.prompt(player)!r}"
        if view == position:
            continue
        later = (move for _, after in visit.plays for move in after.choices().get(player.other, ()))
        for typed in dict.fromkeys((*NONSENSE, *moves, *later)):
            whole, own = answer(position, player, typed), answer(view, player, typed)
            if whole != own:
                yield f"{typed!r} gives {whole!r}, from the view of {player} {own!r}"


def shows_no_secret(visit: Visit) -> Iterator[str]:
    """what may be seen of the typing is its beginning, and tells no more than the disguise does afterwards"""
    position, choices = visit.position, visit.position.choices()
    for player, moves in choices.items():
        shown: dict[str, str] = {}
        for move in moves:
            typed = position.written(move)
            seen = position.shown(player, typed)
            if not isinstance(seen, str) or not typed.startswith(seen):
                yield f"of {typed!r} {seen!r} is shown"
            known = position.disguise(player, move, None) if len(choices) == 1 else "a battle"
            if shown.setdefault(known, seen) != seen:
                yield f"{known!r} is shown as {shown[known]!r} or {seen!r}"


def disguises(visit: Visit) -> Iterator[str]:
    """disguise() gives a line, of the own move the move itself, and else nothing that could be taken for another move;
    and reveals() is yes or no"""
    position = visit.position
    for moves, _ in visit.plays:
        if not isinstance(position.reveals(moves), bool):
            yield f"reveals() of {told(moves)} is {position.reveals(moves)!r}"
        for player, move in moves.items():
            lines = [position.disguise(player, move, viewer) for viewer in VIEWERS]
            if not all(map(is_line, lines)) or lines[VIEWERS.index(player)] != move:
                yield f"{player}'s {move!r} is written {lines}"
            for viewer, line in zip(VIEWERS, lines, strict=True):
                if line != move and line in visit.views[viewer].choices()[player]:
                    yield f"{player}'s {move!r} is written {line!r} to {viewer}, which is another move"


def secret_moves_look_alike(visit: Visit) -> Iterator[str]:
    """moves that are disguised alike say the same and look the same afterwards, until a secret is revealed"""
    for viewer in VIEWERS:
        alike: dict[Seen, Impression] = {}
        for seen, impression, _ in _impressions(visit, viewer):
            if alike.setdefault(seen, impression) != impression:
                yield f"to {viewer} {dict(seen)} is {alike[seen]} or {impression}"


def hidden_moves_are_disguised(visit: Visit) -> Iterator[str]:
    """moves whose difference a view hides are disguised alike, unless a secret is revealed"""
    for viewer in VIEWERS:
        written: dict[Position, tuple[Seen, Position]] = {}
        for seen, impression, after in _impressions(visit, viewer):
            known, other = written.setdefault(impression.view, (seen, after))
            if known != seen and other != after:
                yield f"to {viewer} {impression.view} may come from {dict(known)} or {dict(seen)}"


def reveals_to_all(visit: Visit) -> Iterator[str]:
    """plays that look the same to somebody all reveal a secret or none does: whether one is final is no news"""
    for viewer in VIEWERS:
        alike: dict[tuple[Seen, Impression], bool] = {}
        for moves, after in visit.plays:
            look, reveals = _look(visit.position, moves, after, viewer), visit.position.reveals(moves)
            if alike.setdefault(look, reveals) is not reveals:
                yield f"to {viewer} {dict(look[0])} reveals something or nothing"


def goes_on_in_the_open(visit: Visit) -> Iterator[str]:
    """where in_the_open() says that there are no secrets any more, that position hides nothing, and all that can follow
    is the same"""
    position, known = visit.position, visit.position.in_the_open()
    if known is None:
        return
    if known.hides() or any(view.is_partial() for view in visit.views.values()):
        yield f"in the open it is {known!r}, but something is hidden"
    if known.choices() != position.choices() or known.outcome() != position.outcome():
        yield f"in the open there is {known.choices()}, outcome {known.outcome()}"
        return
    for moves, after in visit.plays:
        if after.in_the_open() != known.after(moves):
            yield f"after {told(moves)} there is {after.in_the_open()!r}, in the open {known.after(moves)!r}"


def worlds(positions: Iterable[Position], player: Player) -> dict[Position, list[Position]]:
    """The different positions that `player` can't tell apart, under the view that they share."""
    groups: dict[Position, list[Position]] = {}
    for position in dict.fromkeys(positions):
        groups.setdefault(position.view(player), []).append(position)
    return groups


def worlds_stay_alike(case: tuple[Position, Position, Player]) -> Iterator[str]:
    """positions that look the same to a player say and show the same after moves that look the same"""
    one, other, player = case
    first, second = (_by_looks(Visit(world), player) for world in (one, other))
    for seen in first.keys() & second.keys():
        if first[seen] != second[seen]:
            yield f"{player} can't tell it from {other}, but {dict(seen)} is {first[seen]} or {second[seen]}"


class Impression(NamedTuple):
    """What a viewer gets of a play."""

    said: tuple[str, ...]
    view: Position


Seen = tuple[tuple[Player, str], ...]
"""A play as its viewer may know it."""


def _by_looks(visit: Visit, viewer: Player) -> dict[Seen, Impression]:
    return {seen: impression for seen, impression, _ in _impressions(visit, viewer)}


def _impressions(visit: Visit, viewer: Player | None) -> Iterator[tuple[Seen, Impression, Position]]:
    """Every play that reveals nothing, as `viewer` knows it, what it leads to in those eyes, and what in truth."""
    for moves, after in visit.plays:
        if not visit.position.reveals(moves):
            yield (*_look(visit.position, moves, after, viewer), after)


def _look(position: Position, moves: Moves, after: Position, viewer: Player | None) -> tuple[Seen, Impression]:
    """A play and what it leads to, as `viewer` knows it."""
    seen = tuple((player, position.disguise(player, move, viewer)) for player, move in moves.items())
    said = (*position.say(moves, viewer), *position.told(moves, viewer))
    return seen, Impression(said, after.view(viewer))


def _is_playable(position: Position, moves: Moves) -> bool:
    try:
        position.play(moves)
    except IllegalMove:
        return False
    return True


LAWS = (
    has_views,
    has_no_favourites,
    views_offer_the_same,
    views_answer_the_same,
    disguises,
    shows_no_secret,
    secret_moves_look_alike,
    hidden_moves_are_disguised,
    reveals_to_all,
    goes_on_in_the_open,
)
