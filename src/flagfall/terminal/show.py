"""Looking at games: the list of them, positions, records, replays, and the demonstration."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files as resources
from typing import Any

from flagfall.core import FlagfallError, Move, Player, Position
from flagfall.games import GAMES
from flagfall.match import Seat, Series, Terms
from flagfall.record import Record, read
from flagfall.record.files import load, saved

from .console import Console
from .plain import Table


def to_json(data: Any) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False)


def list_games(console: Console, as_json: bool) -> None:
    if as_json:
        console.print(to_json([_game_data(each) for each in GAMES.values()]))
        return
    for name, each in GAMES.items():
        console.print(f"{name:<22}{each.about}")


def _game_data(game: type[Position]) -> dict[str, Any]:
    settings = [
        {
            "name": each.name,
            "default": each.kind.write(each.default),
            "values": each.kind.allowed(),
            "about": each.about,
            "ruling": each.ruling,
        }
        for each in game.Rules.settings()
    ]
    return {"id": game.id, "title": game.title, "about": game.about, "opening": game().text(), "settings": settings}


def show_rules(console: Console, game: type[Position], as_json: bool) -> None:
    from .guide import guide

    page = guide(game.id)
    if as_json:
        chapters = {name: [vars(entry) for entry in entries] for name, entries in page.chapters.items()}
        console.print(to_json(_game_data(game) | {"chapters": chapters}))
        return
    console.print(page.full(console.width))


def show_position(console: Console, position: Position, as_json: bool) -> None:
    if as_json:
        console.print(to_json(_position_data(position)))
        return
    console.print(position.board(console.width))
    console.print(position.words())
    outcome = position.outcome()
    console.print(str(outcome) if outcome else _choices_line(position))


def _choices_line(position: Position) -> str:
    return "\n".join(f"{player}: {', '.join(moves)}" for player, moves in position.choices().items())


def _position_data(position: Position) -> dict[str, Any]:
    outcome = position.outcome()
    return {
        "position": position.text(),
        "game": position.id,
        "turn": position.turn.name,
        "choices": {player.name: list(moves) for player, moves in position.choices().items()},
        "winner": outcome.winner.name if outcome and outcome.winner else None,
        "board": position.board(),
        "words": position.words(),
    }


# --- saved games ---


def list_saved(console: Console, as_json: bool) -> None:
    """The saved games, newest first, with how they stand."""
    rows = [_saved_row(path.stem, load(path)[-1]) for path in saved() if _readable(path)]
    if as_json:
        console.print(to_json(rows))
        return
    for row in rows:
        console.print(f"{row['name']:<40}{row['plies']:>4} plies  {row['result']}")
    if not rows:
        console.print("No game has been saved yet.")


def _saved_row(name: str, record: Record) -> dict[str, Any]:
    result = str(record.outcome) if record.outcome else "unfinished"
    players = {player.name: record.tags.get(player.name, "human") for player in Player}
    return {"name": name, "game": record.start.id, "players": players, "plies": len(record.plies), "result": result}


def _readable(path: Any) -> bool:
    try:
        load(path)
    except (FlagfallError, OSError):
        return False
    return True


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
        return "\n".join(
            [f"\n{number}. {played}", *said, *([] if self._drawn(width) else [self.position.board(width)])]
        )

    def _drawn(self, width: int | None) -> bool:
        """Whether the book's own words already end in the drawing."""
        return self.position.board() in "\n".join(self.said)


def steps(record: Record, reveal: bool) -> list[Step]:
    """The game step by step. While it is unfinished only what both players know is shown, unless `reveal` is set."""
    match = record.match()
    open_ = reveal or match.outcome is not None
    positions = [*(ply.before for ply in match.plies[1:]), match.position]
    return [
        Step(
            ply.moves if open_ else ply.disguised(None),
            ply.before.say(ply.moves, None),
            after if open_ else after.view(None),
        )
        for ply, after in zip(match.plies, positions, strict=True)
    ]


def replay(console: Console, records: Sequence[Record], *, reveal: bool, all_at_once: bool, as_json: bool) -> None:
    if as_json:
        games = [replay_data(record, reveal) for record in records]
        console.print(to_json(games[0] if len(games) == 1 else games))
        return
    for record in records:
        _replay_one(console, record, reveal, all_at_once or not console.interactive)


def replay_data(record: Record, reveal: bool) -> dict[str, Any]:
    shown = steps(record, reveal)
    start = record.start if reveal or record.outcome else record.start.view(None)
    return {
        "game": record.start.id,
        "start": start.text(),
        "plies": [
            {
                "moves": {player.name: move for player, move in step.moves.items()},
                "said": [line for line in step.said if line],
                "position": step.position.text(),
            }
            for step in shown
        ],
        "result": str(record.outcome) if record.outcome else None,
        "winner": record.outcome.winner.name if record.outcome and record.outcome.winner else None,
    }


def _replay_one(console: Console, record: Record, reveal: bool, all_at_once: bool) -> None:
    shown = steps(record, reveal)
    start = record.start if reveal or record.outcome else record.start.view(None)
    frames = [f"{record.start.title}\n{start.board(console.width)}"]
    frames += [step.lines(number, console.width) for number, step in enumerate(shown, 1)]
    frames.append(f"\n{record.outcome or 'The game is unfinished.'}")
    if all_at_once:
        console.print("\n".join(frames))
    else:
        _step_through(console, frames)


def _step_through(console: Console, frames: Sequence[str]) -> None:
    at = 0
    console.print(frames[0])
    while at < len(frames) - 1:
        answer = console.ask("[Enter: next, b: back, a: all, q: stop] ").strip().casefold()
        if answer == "q":
            return
        if answer == "a":
            console.print("\n".join(frames[at + 1 :]))
            return
        at = max(at - 1, 0) if answer == "b" else at + 1
        console.print(frames[at])


# --- the demonstration ---


@dataclass
class Script:
    """Plays moves that are written down."""

    moves: Iterator[Move]

    def choose(self, seat: Seat) -> Move:
        return next(self.moves)


def demo(console: Console, game: str) -> None:
    """Show a whole short game, as it looks when it is played."""
    (record,) = read(playthrough(game))
    players = {player: Script(iter([ply[player] for ply in record.plies if player in ply])) for player in Player}
    console.print(f"A game of {record.start.title}, as it looks when two people play it.\n")
    Table(console, Series(record.start, Terms()), players).run()
    console.print(f"\nNow you: flagfall play {game}")


def playthrough(game: str) -> str:
    """The record of a game's demonstration."""
    return (resources("flagfall.games") / "playthroughs" / f"{game}.flagfall").read_text(encoding="utf-8")
