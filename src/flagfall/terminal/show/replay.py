"""Looking at games that were played, step by step or all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flagfall.core import Player, Position
from flagfall.record import Record
from flagfall.record.names import introduced, names_in
from flagfall.terminal.boards import Look
from flagfall.terminal.tty.console import Console

SEALED = "(sealed)"


@dataclass(frozen=True)
class Step:
    """A moment of a replay: what was played, what was said, and what the board showed then."""

    moves: Mapping[Player, str]
    said: tuple[str, ...]
    position: Position

    def lines(self, number: int, look: Look, width: int | None) -> str:
        played = " | ".join(f"{player.name} {move}" for player, move in self.moves.items())
        said = [line for line in look.said(self.said, self.position) if line]
        board = [] if look.is_shown(self.said, self.position) else [look.board(self.position, width)]
        return "\n".join([f"\n{number}. {played}", *said, *board])


def steps(record: Record, reveal: bool) -> list[Step]:
    """The game step by step. While it is unfinished only what both players know is shown, unless `reveal` is set."""
    match = record.match()
    open_ = reveal or match.outcome is not None
    positions = [*(ply.before for ply in match.plies), match.position][1:]
    return [
        Step(
            ply.moves if open_ else ply.disguised(None),
            ply.before.say(ply.moves, None),
            after if open_ else after.view(None),
        )
        for ply, after in zip(match.plies, positions, strict=True)
    ]


def sealed(record: Record, reveal: bool) -> dict[Player, str]:
    """What has been chosen in a battle where the other has yet to choose: that everybody knows, but what only with
    `reveal`."""
    return {player: move if reveal else SEALED for player, move in record.match().sealed.items()}


def opening(record: Record, reveal: bool) -> Position:
    """Where the game started, as far as it may be shown."""
    return record.start if reveal or record.outcome else record.start.view(None)


def replay(
    console: Console,
    records: Sequence[Record],
    *,
    reveal: bool,
    all_at_once: bool,
    as_json: bool,
    words: bool = False,
) -> None:
    if as_json:
        games = [replay_data(record, reveal) for record in records]
        console.print_json(games[0] if len(games) == 1 else games)
        return
    frames = [frame for record in records for frame in _frames(record, reveal, Look(words), console.width)]
    frames[0] = frames[0].lstrip("\n")
    if all_at_once or not console.interactive:
        console.print("\n".join(frames))
    else:
        _step_through(console, frames)


def replay_data(record: Record, reveal: bool) -> dict[str, Any]:
    outcome, names = record.outcome, {player.name: name for player, name in names_in(record.tags).items()}
    return {
        "game": record.start.id,
        **({"names": names} if names else {}),
        "start": opening(record, reveal).text(),
        "plies": [
            {
                "moves": {player.name: move for player, move in step.moves.items()},
                "said": [line for line in step.said if line],
                "position": step.position.text(),
            }
            for step in steps(record, reveal)
        ],
        "sealed": {player.name: word for player, word in sealed(record, reveal).items()},
        "result": str(outcome) if outcome else None,
        "winner": outcome.winner.name if outcome and outcome.winner else None,
    }


def _frames(record: Record, reveal: bool, look: Look, width: int | None) -> list[str]:
    """What is shown of a game, moment by moment."""
    title = f"{record.start.title}, round {record.tags['Round']}" if "Round" in record.tags else record.start.title
    who = f"\n{introduced(names)}" if (names := names_in(record.tags)) else ""
    frames = [f"\n{title}{who}\n{look.board(opening(record, reveal), width)}"]
    frames += [step.lines(number, look, width) for number, step in enumerate(steps(record, reveal), 1)]
    if chosen := sealed(record, reveal):
        words = " | ".join(f"{player.name} {word}" for player, word in chosen.items())
        frames.append(f"\n{len(frames)}. {words}")
    return [*frames, f"\n{record.outcome or 'The game is unfinished'}."]


_STEPS = {"": 1, "n": 1, "next": 1, "b": -1, "back": -1}


def _step_through(console: Console, frames: Sequence[str]) -> None:
    at = 0
    console.print(frames[0])
    while at < len(frames) - 1:
        try:
            answer = console.ask("[Enter: next, b: back, a: all, q: stop] ").strip().casefold()
        except EOFError:
            return
        if answer in ("q", "quit", "exit"):
            return
        if answer in ("a", "all"):
            console.print("\n".join(frames[at + 1 :]))
            return
        if answer in _STEPS:
            at = max(at + _STEPS[answer], 0)
            console.print(frames[at])
        else:
            console.tell("Press Enter for the next move, or type b (back), a (all the rest) or q (stop).")
