"""Looking at games that were played: the list of the saved ones, and replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flagfall.core import FlagfallError, Player, Position
from flagfall.record import Record
from flagfall.record.files import load, saved

from .console import Console
from .saving import can_resume

# --- saved games ---


def list_saved(console: Console, as_json: bool) -> None:
    """The saved games, newest first, with how they stand. Files that can't be read are passed over."""
    rows = [row for path in saved() if (row := _saved_row(path))]
    if as_json:
        console.print_json(rows)
        return
    for row in rows:
        plies = f"{row['plies']} pl{'y' if row['plies'] == 1 else 'ies'}"
        console.tell(f"{row['name']:<40} {plies:>9}  {row['result'] or 'unfinished'}", indent="  ")
    if not rows:
        console.print("No game has been saved yet.")


def _saved_row(path: Path) -> dict[str, Any] | None:
    try:
        records = load(path)
    except (FlagfallError, OSError):
        return None
    last = records[-1]
    return {
        "name": path.stem,
        "game": last.start.id,
        "players": {player.name: last.tags.get(player.name, "human") for player in Player},
        "rounds": len(records),
        "plies": sum(len(record.plies) for record in records),
        "result": None if can_resume(path) else str(last.outcome),
    }


# --- replays ---


@dataclass(frozen=True)
class Step:
    """A moment of a replay: what was played, what was said, and what the board showed then."""

    moves: Mapping[Player, str]
    said: tuple[str, ...]
    position: Position

    def lines(self, number: int, width: int | None) -> str:
        played = " | ".join(f"{player.name} {move}" for player, move in self.moves.items())
        said = [line for line in self.said if line]
        board = [] if self._is_drawn() else [self.position.board(width)]
        return "\n".join([f"\n{number}. {played}", *said, *board])

    def _is_drawn(self) -> bool:
        """Whether the book's own words already end in the drawing."""
        return self.position.board() in "\n".join(self.said)


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


def opening(record: Record, reveal: bool) -> Position:
    """Where the game started, as far as it may be shown."""
    return record.start if reveal or record.outcome else record.start.view(None)


def replay(console: Console, records: Sequence[Record], *, reveal: bool, all_at_once: bool, as_json: bool) -> None:
    if as_json:
        games = [replay_data(record, reveal) for record in records]
        console.print_json(games[0] if len(games) == 1 else games)
        return
    frames = [frame for record in records for frame in _frames(record, reveal, console.width)]
    frames[0] = frames[0].lstrip("\n")
    if all_at_once or not console.interactive:
        console.print("\n".join(frames))
    else:
        _step_through(console, frames)


def replay_data(record: Record, reveal: bool) -> dict[str, Any]:
    outcome = record.outcome
    return {
        "game": record.start.id,
        "start": opening(record, reveal).text(),
        "plies": [
            {
                "moves": {player.name: move for player, move in step.moves.items()},
                "said": [line for line in step.said if line],
                "position": step.position.text(),
            }
            for step in steps(record, reveal)
        ],
        "result": str(outcome) if outcome else None,
        "winner": outcome.winner.name if outcome and outcome.winner else None,
    }


def _frames(record: Record, reveal: bool, width: int | None) -> list[str]:
    """What is shown of a game, moment by moment."""
    title = f"{record.start.title}, round {record.tags['Round']}" if "Round" in record.tags else record.start.title
    frames = [f"\n{title}\n{opening(record, reveal).board(width)}"]
    frames += [step.lines(number, width) for number, step in enumerate(steps(record, reveal), 1)]
    return [*frames, f"\n{record.outcome or 'The game is unfinished'}."]


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
        if answer == "a":
            console.print("\n".join(frames[at + 1 :]))
            return
        at = max(at - 1, 0) if answer == "b" else at + 1
        console.print(frames[at])
