"""The laws that every game keeps, for anybody's game: `check(MyGame)` names the law that it breaks, and where.

A law is a function that yields what it sees amiss; its docstring says what should be.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cached_property
from itertools import islice, pairwise, product
from math import prod
from random import Random
from typing import Any, NamedTuple

from flagfall.core import IllegalMove, Move, Moves, Player, Position, Rules

VIEWERS = (*Player, None)
NONSENSE = ("", " ", "no such move", "0", "-1", "99", "1,1,1", "9" * 50, "１", "\0", "move", "MOVE 0 0", "1>2", "²")
MOST_PLAYS = 400
"""A battle of larger numbers is tried with every so many of its pairs."""


class BrokenLaw(AssertionError):
    """A law that a game breaks: which, in what position, and what was seen there."""

    def __init__(self, law: str, where: str, seen: str) -> None:
        super().__init__(f"{law}\n  position: {where}\n  seen: {seen}")
        self.law, self.where, self.seen = law, where, seen


class Checked(NamedTuple):
    positions: int
    complete: bool
    """Whether these are all positions that can arise from the opening."""


def check(
    game: type[Position],
    rules: Rules | None = None,
    *,
    limit: int = 300,
    games: int = 10,
    plies: int = 60,
    seed: int = 0,
) -> Checked:
    """Hold `game` to every law, or raise BrokenLaw.

    All positions are tried if there are no more than `limit`; otherwise so many from the opening on, and those of
    `games` random games of at most `plies` plies.
    """
    opening: Position = game() if rules is None else game(rules=rules)  # type: ignore[call-arg]
    for law in OPENING_LAWS:
        _enforce(law, opening, opening)
    seen: list[Position] = []
    for position in _first(opening, limit):
        check_position(position)
        seen.append(position)
    complete = len(seen) <= limit
    if not complete:
        for position in _random_games(opening, games, plies, Random(seed)):
            check_position(position)
            seen.append(position)
    check_worlds(seen)
    return Checked(len(set(seen)), complete)


def check_position(position: Position) -> None:
    """Hold one position to every law that it can break alone."""
    visit = Visit(position)
    for law in LAWS:
        _enforce(law, visit, position)


def check_worlds(positions: Iterable[Position]) -> None:
    """Hold positions that look the same to a player to the law that they also go on looking the same."""
    for player in Player:
        for group in worlds(positions, player).values():
            for one, other in pairwise(group):
                _enforce(_worlds_stay_alike, (one, other, player), one)


def worlds(positions: Iterable[Position], player: Player) -> dict[Position, list[Position]]:
    """The different positions that `player` can't tell apart, under the view that they share."""
    groups: dict[Position, list[Position]] = {}
    for position in dict.fromkeys(positions):
        groups.setdefault(position.view(player), []).append(position)
    return groups


# --- the way through a game ---


class Visit:
    """A position with what the laws ask of it, worked out once."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @cached_property
    def views(self) -> dict[Player | None, Position]:
        return {viewer: self.position.view(viewer) for viewer in VIEWERS}

    @cached_property
    def faces(self) -> list[Position]:
        """The position itself and its views, each once."""
        return list(dict.fromkeys((self.position, *self.views.values())))

    @cached_property
    def plays(self) -> list[tuple[Moves, Position]]:
        """What can be played, and what follows."""
        return [(moves, self.position.play(moves)) for moves in legal_plays(self.position)]


def legal_plays(position: Position) -> Iterator[dict[Player, Move]]:
    choices = position.choices()
    if choices:
        step = prod(map(len, choices.values())) // MOST_PLAYS + 1
        for chosen in islice(product(*choices.values()), 0, None, step):
            yield dict(zip(choices, chosen, strict=True))


def _first(opening: Position, limit: int) -> Iterator[Position]:
    """Positions in the order of their distance from the opening; one more than `limit` where there are more."""
    found, waiting = set[Position](), deque([opening])
    while waiting and len(found) <= limit:
        position = waiting.popleft()
        if position not in found:
            yield position
            found.add(position)
            waiting.extend(position.play(moves) for moves in legal_plays(position))


def _random_games(opening: Position, games: int, plies: int, random: Random) -> Iterator[Position]:
    for _ in range(games):
        position = opening
        for _ in range(plies):
            if not (choices := position.choices()):
                break
            position = position.play({player: random.choice(moves) for player, moves in choices.items()})
            yield position


def _enforce(law: Callable[[Any], Iterator[str]], case: Any, position: Position) -> None:
    try:
        seen = next(law(case), None)
    except Exception as error:
        raise BrokenLaw(_stated(law), _named(position), f"{type(error).__name__}: {error}") from error
    if seen is not None:
        raise BrokenLaw(_stated(law), _named(position), seen)


def _stated(law: Callable[..., object]) -> str:
    return " ".join((law.__doc__ or law.__name__).split())


def _named(position: Position) -> str:
    """The text of a position, if even that can be had."""
    try:
        return position.text()
    except Exception:
        return repr(position)


def _is_line(text: object) -> bool:
    return isinstance(text, str) and text.strip() != "" and text.isprintable()


def _are_lines(text: object) -> bool:
    return isinstance(text, str) and all(line.isprintable() for line in text.split("\n"))


# --- laws of the opening ---


def _is_described(opening: Position) -> Iterator[str]:
    """id, title and about are printable lines, and the id is one word without capitals"""
    for name in ("id", "title", "about"):
        if not _is_line(getattr(opening, name)):
            yield f"{name} is {getattr(opening, name)!r}"
    if opening.id != "".join(opening.id.casefold().split()) or "=" in opening.id:
        yield f"id is {opening.id!r}"


def _starts(opening: Position) -> Iterator[str]:
    """the opening is whole and not over, P1 starts, and the starter can be swapped"""
    if opening.is_partial() or opening.outcome():
        yield f"partial: {opening.is_partial()}, outcome: {opening.outcome()}"
    swapped = opening.started_by(Player.P2)
    if opening.turn is not Player.P1 or swapped.turn is not Player.P2:
        yield f"turn is {opening.turn}, swapped {swapped.turn}"
    if not swapped.choices():
        yield "nobody can move when P2 starts"


def _has_settings(opening: Position) -> Iterator[str]:
    """the default of every setting is allowed, and settings can be written and read again"""
    for each in type(opening).Rules.settings():
        if not each.kind.accepts(each.default) or each.kind.read(each.kind.write(each.default)) != each.default:
            yield f"the default of {each.name}, {each.default!r}"
        if not _is_line(each.about) or not _is_line(each.kind.allowed()):
            yield f"{each.name} is about {each.about!r}, and must be {each.kind.allowed()!r}"
    again = type(opening).Rules.read(opening.rules.changed())
    if again != opening.rules:
        yield f"{opening.rules} is read again as {again}"


# --- laws of the rules ---


def _is_a_value(visit: Visit) -> Iterator[str]:
    """a position is a frozen dataclass and hashable, and equal positions hash equal"""
    position = visit.position
    if not getattr(getattr(position, "__dataclass_params__", None), "frozen", False):
        yield "not a frozen dataclass"
    same = deepcopy(position)
    if same != position or hash(same) != hash(position):
        yield f"a copy is equal: {same == position}, and hashes equal: {hash(same) == hash(position)}"


def _ends_with_an_outcome(visit: Visit) -> Iterator[str]:
    """choices() is empty exactly when there is an outcome"""
    choices, outcome = visit.position.choices(), visit.position.outcome()
    if (choices == {}) is not (outcome is not None):
        yield f"choices {choices}, outcome {outcome}"


def _offers_moves(visit: Visit) -> Iterator[str]:
    """choices() gives each player who decides a tuple of different moves, each a line that a record can hold"""
    for player, moves in visit.position.choices().items():
        if not (isinstance(player, Player) and isinstance(moves, tuple) and 0 < len(moves) == len(set(moves))):
            yield f"{player!r} chooses from {moves!r}"
        for move in moves:
            if not _is_line(move) or move != move.strip() or " | " in move or move.startswith("sealed:"):
                yield f"the move {move!r}"


def _plays_on(visit: Visit) -> Iterator[str]:
    """play() gives the same every time, of the same game and rules, and never changes the position"""
    position, before = visit.position, deepcopy(visit.position)
    for moves, after in visit.plays:
        if type(after) is not type(position) or after.rules != position.rules:
            yield f"{_told(moves)} leads to {after!r}"
        if position.play(moves) != after:
            yield f"{_told(moves)} leads to {after!r}, and then to {position.play(moves)!r}"
    if position != before:
        yield f"the position has become {position!r}"


def _refuses(visit: Visit) -> Iterator[str]:
    """play() refuses illegal moves, and missing, extra and wrong players, with IllegalMove and a reason"""
    position, before = visit.position, deepcopy(visit.position)
    for moves in _wrong_plays(position):
        try:
            position.play(moves)
        except IllegalMove as refusal:
            if not _are_lines(str(refusal)) or not str(refusal).strip():
                yield f"{_told(moves)} is refused with {str(refusal)!r}"
        else:
            yield f"{_told(moves)} is accepted"
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


def _is_won_by_the_mover(visit: Visit) -> Iterator[str]:
    """a game is won by a player who has just moved, for a reason in a line, and the other would be next"""
    for moves, after in visit.plays:
        outcome = after.outcome()
        if outcome and not (outcome.winner in moves and outcome.winner is after.turn.other and _is_line(str(outcome))):
            yield f"{_told(moves)} ends in {outcome!r}, and {after.turn} would be next"


# --- laws of secrecy ---


def _has_views(visit: Visit) -> Iterator[str]:
    """view() is idempotent, tells nobody less than what both know, and is partial exactly where it hides something"""
    position, public = visit.position, visit.views[None]
    for viewer, view in visit.views.items():
        if view.view(viewer) != view or view.view(None) != public:
            yield f"the view of {viewer} is {view!r}, then {view.view(viewer)!r}, to both {view.view(None)!r}"
        if view.is_partial() is not (view != position):
            yield f"the view of {viewer} hides something: {view != position}, is partial: {view.is_partial()}"
        if view != position and not position.hides():
            yield f"the game hides nothing, but the view of {viewer} is {view!r}"
        if view != position and any(_is_playable(view, moves) for moves, _ in visit.plays):
            yield f"the view of {viewer} can be played on"


def _views_offer_the_same(visit: Visit) -> Iterator[str]:
    """a player's view has the same choices for that player, and every view the same deciders, turn and outcome"""
    position, choices = visit.position, visit.position.choices()
    for viewer, view in visit.views.items():
        seen = view.choices()
        if seen.keys() != choices.keys() or view.outcome() != position.outcome() or view.turn is not position.turn:
            yield f"the view of {viewer} has choices {seen}, outcome {view.outcome()}, turn {view.turn}"
        if viewer in choices and seen[viewer] != choices[viewer]:
            yield f"{viewer} sees the choices {seen[viewer]}, and has {choices[viewer]}"


def _views_answer_the_same(visit: Visit) -> Iterator[str]:
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
            answer, from_view = _answer(position, player, typed), _answer(view, player, typed)
            if answer != from_view:
                yield f"{typed!r} gives {answer!r}, from the view of {player} {from_view!r}"


def _shows_no_secret(visit: Visit) -> Iterator[str]:
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


def _disguises(visit: Visit) -> Iterator[str]:
    """disguise() gives a line, a player's own move is not disguised, and reveals() is yes or no"""
    position = visit.position
    for moves, _ in visit.plays:
        if not isinstance(position.reveals(moves), bool):
            yield f"reveals() of {_told(moves)} is {position.reveals(moves)!r}"
        for player, move in moves.items():
            lines = [position.disguise(player, move, viewer) for viewer in VIEWERS]
            if not all(map(_is_line, lines)) or lines[VIEWERS.index(player)] != move:
                yield f"{player}'s {move!r} is written {lines}"


def _secret_moves_look_alike(visit: Visit) -> Iterator[str]:
    """moves that are disguised alike say the same and look the same afterwards, until a secret is revealed"""
    for viewer in VIEWERS:
        alike: dict[Seen, Impression] = {}
        for seen, impression in _impressions(visit, viewer):
            if alike.setdefault(seen, impression) != impression:
                yield f"to {viewer} {dict(seen)} is {alike[seen]} or {impression}"


def _hidden_moves_are_disguised(visit: Visit) -> Iterator[str]:
    """moves that a view can't tell apart are disguised alike, unless a secret is revealed"""
    for viewer in VIEWERS:
        written: dict[Position, Seen] = {}
        for seen, impression in _impressions(visit, viewer):
            if impression.view.is_partial() and written.setdefault(impression.view, seen) != seen:
                yield f"to {viewer} {impression.view} may come from {dict(written[impression.view])} or {dict(seen)}"


def _worlds_stay_alike(case: tuple[Position, Position, Player]) -> Iterator[str]:
    """positions that look the same to a player say and show the same after moves that look the same"""
    one, other, player = case
    first, second = (dict(_impressions(Visit(world), player)) for world in (one, other))
    for seen in first.keys() & second.keys():
        if first[seen] != second[seen]:
            yield f"{player} can't tell it from {other}, but {dict(seen)} is {first[seen]} or {second[seen]}"


class Impression(NamedTuple):
    """What a viewer gets of a play."""

    said: tuple[str, ...]
    view: Position


Seen = tuple[tuple[Player, str], ...]
"""A play as its viewer may know it."""


def _impressions(visit: Visit, viewer: Player | None) -> Iterator[tuple[Seen, Impression]]:
    """Every play that reveals nothing, as `viewer` knows it, and what it leads to in those eyes."""
    position = visit.position
    for moves, after in visit.plays:
        if not position.reveals(moves):
            seen = tuple((player, position.disguise(player, move, viewer)) for player, move in moves.items())
            yield seen, Impression(position.say(moves, viewer), after.view(viewer))


# --- laws of words and drawings ---


def _reads_what_it_writes(visit: Visit) -> Iterator[str]:
    """read() understands every move as it is written, and its notation too, and refuses the rest with IllegalMove"""
    position = visit.position
    for player, moves in position.choices().items():
        for move in moves:
            for typed in (move, position.written(move), f"  {position.written(move)} "):
                if _answer(position, player, typed) != move:
                    yield f"{typed!r} is read as {_answer(position, player, typed)!r}, and not as {move!r}"
        for typed in NONSENSE:
            answer = _answer(position, player, typed)
            if answer not in moves and not (isinstance(answer, _Refusal) and answer.strip() and _are_lines(answer)):
                yield f"{typed!r} is read as {answer!r}"


def _speaks(visit: Visit) -> Iterator[str]:
    """header, board, prompt, notes and words are printable, and words is one line"""
    for face in visit.faces:
        pages = [draw(width) for draw in (face.header, face.board) for width in (None, 40)]
        pages += [face.prompt(player) for player in face.choices()]
        for page in pages:
            if not _are_lines(page) or not page.strip():
                yield f"{page!r}"
        for line in (face.words(), *face.notes()):
            if not _is_line(line):
                yield f"{line!r} is not a line"


def _names_moves(visit: Visit) -> Iterator[str]:
    """written and meaning of every move are printable lines, and no two moves are written alike"""
    for face in visit.faces:
        for player, moves in face.choices().items():
            written = [face.written(move) for move in moves]
            for line in (*written, *(face.meaning(player, move) for move in moves)):
                if not _is_line(line):
                    yield f"{line!r} is not a line"
            if len(set(written)) < len(moves):
                yield f"{player} writes {written}"


def _tells(visit: Visit) -> Iterator[str]:
    """say() gives a tuple of printable lines to each player and to both"""
    for moves, _ in visit.plays:
        for viewer in VIEWERS:
            said = visit.position.say(moves, viewer)
            if not isinstance(said, tuple) or any(not isinstance(s, str) or (s and not s.isprintable()) for s in said):
                yield f"{_told(moves)} says {said!r} to {viewer}"


def _has_a_scene(visit: Visit) -> Iterator[str]:
    """a scene has every cell once, exactly the legal moves as options, and paths that lie on its cells"""
    for face in visit.faces:
        scene = face.scene()
        places = [cell.at for cell in scene.cells]
        if not places or len(set(places)) < len(places):
            yield f"the cells {places}"
        offered = {player: tuple(option.move for option in options) for player, options in scene.options.items()}
        if offered != face.choices():
            yield f"the options are {offered}, and the choices {face.choices()}"
        for option in (option for options in scene.options.values() for option in options):
            if not {option.source, option.to} <= {*places, None}:
                yield f"{option.move!r} goes from {option.source} to {option.to}"
        labels = (cell.label for cell in scene.cells)
        if not all(map(_is_line, (scene.title, *labels, *scene.notes))):
            yield f"labels or notes that are no lines: {scene!r}"


def _survives_text(visit: Visit) -> Iterator[str]:
    """a position and its views are the same after a round trip through their one line of text"""
    for face in visit.faces:
        again = type(face).from_text(face.text())
        if not _is_line(face.text()) or again != face or hash(again) != hash(face):
            yield f"{face.text()!r} is read as {again!r}, and not as {face!r}"


class _Refusal(str):
    """The reason of an IllegalMove."""


def _answer(position: Position, player: Player, typed: str) -> Move | _Refusal:
    try:
        return position.read(player, typed)
    except IllegalMove as refusal:
        return _Refusal(refusal)


def _is_playable(position: Position, moves: Moves) -> bool:
    try:
        position.play(moves)
    except IllegalMove:
        return False
    return True


def _told(moves: Moves) -> str:
    return " and ".join(f"{player.name} {move!r}" for player, move in moves.items()) or "nobody's move"


OPENING_LAWS = (_is_described, _starts, _has_settings)
LAWS = (
    _is_a_value,
    _offers_moves,
    _ends_with_an_outcome,
    _plays_on,
    _refuses,
    _is_won_by_the_mover,
    _has_views,
    _views_offer_the_same,
    _views_answer_the_same,
    _disguises,
    _shows_no_secret,
    _secret_moves_look_alike,
    _hidden_moves_are_disguised,
    _reads_what_it_writes,
    _speaks,
    _names_moves,
    _tells,
    _has_a_scene,
    _survives_text,
)
