"""What is known of a position as data for the wire: the one way from the coach's answer to a page's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from msgspec.structs import replace

from flagfall.coach.explore import Eyes, insight
from flagfall.core import Move, Moves, Outcome, Player, Position
from flagfall.match import Seat
from flagfall.online.protocol.messages import (
    Advice,
    After,
    Insight,
    OptionData,
    OutcomeState,
    SeatName,
    Suspect,
    VerdictData,
    WorthData,
    name,
    name_or_none,
)
from flagfall.online.protocol.scenes import picture

if TYPE_CHECKING:  # numpy takes longer to load than a board may
    from flagfall.bots.solved.knowledge import Knowledge
    from flagfall.coach.evaluation.verdicts import Verdict
    from flagfall.solve import Worth

MOST_AFTER = 144
"""Where more moves together than these may be made, those have to be named whose outcome is wanted."""


def known(knowledge: Knowledge, position: Position, asked: Moves | None = None, longest: int | None = None) -> Insight:
    """All that the solution says of a position, with at most so many plies of best play."""
    from flagfall.coach.evaluation.judging import best_play

    found, likely = insight(knowledge, position, longest), best_play(knowledge, position)
    return _insight(
        position,
        Eyes.ALL,
        asked or {},
        worth=worth_data(found.worth, found.words),
        verdicts={name(player): _verdicts(found.verdicts[player], likely[player]) for player in likely},
        line=[_moves(moves) for moves in found.line],
        repeats=found.repeats,
    )


def unknown(position: Position, why: str, eyes: Eyes = Eyes.ALL, asked: Moves | None = None) -> Insight:
    """What can be shown where nothing is solved."""
    return _insight(position, eyes, asked or {}, unknown=why)


def played(start: Position, plies: Iterable[Moves]) -> Iterator[After]:
    """Where each ply of a game led."""
    for moves in plies:
        yield _after(start, Eyes.ALL, moves)
        start = start.play(moves)


def worth_data(worth: Worth, words: str) -> WorthData:
    from flagfall.coach.evaluation.verdicts import height

    return WorthData(value=worth.value, height=height(worth), words=words, plies=worth.distance)


def advised(seat: Seat) -> Advice:
    """What can be told to who sits there and has to choose: the seat is all that is asked."""
    from flagfall.coach.advisor import advisor
    from flagfall.coach.hidden.minds import NoMind
    from flagfall.solve import SolveError

    ply = len(seat.history)
    try:
        coach = advisor(seat.view)  # a new one, so that how long an answer takes tells nothing of others' games
        verdicts, standing = coach.verdicts(seat), coach.standing(seat)
        hints = [coach.first_hint(seat), coach.second_hint(seat)]
    except (NoMind, SolveError, MemoryError) as error:
        return Advice(ply=ply, unknown=str(error))
    suspects = [Suspect(at=at, chance=chance) for at, chance in coach.suspects(seat).items()]
    worth = WorthData(**standing._asdict()) if standing else None
    return Advice(ply=ply, worth=worth, verdicts=_verdicts(verdicts, {}), hints=hints, suspects=suspects)


def _insight(position: Position, eyes: Eyes, asked: Moves, **more: object) -> Insight:
    view, outcome = eyes.view(position), position.outcome()
    choosing = [player for player in view.choices() if _may_choose(position, eyes, player)]
    return Insight(
        view=replace(picture(view).data(), board=""),  # that drawing is for terminals, and long
        options={name(player): _options(view, player) for player in choosing},
        outcome=_outcome(outcome) if outcome else None,
        after=list(_following(position, eyes, asked)) if len(choosing) == len(view.choices()) else [],
        **more,  # type: ignore[arg-type]
    )


def _may_choose(position: Position, eyes: Eyes, player: Player) -> bool:
    return not position.hides() or eyes is Eyes.ALL or eyes.viewer is player


def _options(view: Position, player: Player) -> list[OptionData]:
    return picture(view).data(player).scene.options


def _outcome(outcome: Outcome) -> OutcomeState:
    winner = outcome.winner
    return OutcomeState(winner=name_or_none(winner), reason=outcome.reason, text=str(outcome), draw=winner is None)


def _following(position: Position, eyes: Eyes, asked: Moves) -> Iterator[After]:
    """Where moves lead: all of them if there are few, else those that are asked for; a part can't be played on."""
    choices = position.choices()
    if position.is_partial() or not choices:
        return
    if asked:
        yield _after(position, eyes, asked)
    elif prod(map(len, choices.values())) <= MOST_AFTER:
        for chosen in product(*choices.values()):
            yield _after(position, eyes, dict(zip(choices, chosen, strict=True)))


def _after(position: Position, eyes: Eyes, moves: Moves) -> After:
    words = [line for line in position.told(moves, eyes.viewer) if line.strip()]
    return After(moves=_moves(moves), position=position.play(moves).text(), words=words)


def _moves(moves: Mapping[Player, str]) -> dict[SeatName, str]:
    return {name(player): move for player, move in moves.items()}


def _verdicts(verdicts: Mapping[Move, Verdict], likely: Mapping[Move, float]) -> dict[str, VerdictData]:
    return {
        move: VerdictData(
            kind=verdict.kind.value,
            value=verdict.value,
            plies=verdict.plies,
            best=verdict.best,
            mark=verdict.mark,
            words=verdict.words,
            likely=float(likely.get(move, 0.0)),
            **({"error": verdict.error} if verdict.error else {}),  # what is exact says nothing of errors
        )
        for move, verdict in verdicts.items()
    }
