"""The games themselves: the list of them, their rules, and single positions."""

from __future__ import annotations

from typing import Any

from flagfall.core import Position
from flagfall.games import GAMES
from flagfall.terminal.tty.advice import command
from flagfall.terminal.tty.console import Console, complain, harmless

WHOLE = "Every rule, setting and ruling:"


def list_games(console: Console, as_json: bool) -> None:
    if as_json:
        console.print_json([_game_data(each) for each in GAMES.values()])
    else:
        for name, each in GAMES.items():
            console.tell(f"{name:<22}{each.about}", indent="  ")
    for why in GAMES.unusable.values():
        complain(harmless(why))


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


def show_rules(console: Console, game: type[Position], *, all_of_them: bool, as_json: bool) -> None:
    """The game in short, or the whole page with every ruling, which wants a pager."""
    from .guide import guide

    page = guide(game)
    if as_json:
        chapters = {name: [vars(entry) for entry in entries] for name, entries in page.chapters.items()}
        console.print_json(_game_data(game) | {"chapters": chapters})
    elif all_of_them:
        console.page(page.full(console.width))
    else:
        console.print(page.short(console.width) + "\n")
        console.advise(WHOLE, command(f"rules {game.id} --all"))


def show_position(console: Console, position: Position, as_json: bool) -> None:
    if as_json:
        console.print_json(_position_data(position))
        return
    console.print(position.board(console.width))
    console.tell(position.words())
    for player, moves in position.choices().items():
        console.tell(f"{player}: {', '.join(moves)}", indent="  ")
    if outcome := position.outcome():
        console.tell(f"{outcome}.")


def _position_data(position: Position) -> dict[str, Any]:
    outcome = position.outcome()
    return {
        "position": position.text(),
        "game": position.id,
        "turn": position.turn.name,
        "choices": {player.name: list(moves) for player, moves in position.choices().items()},
        "winner": outcome.winner.name if outcome and outcome.winner else None,
        "reason": outcome.reason if outcome else None,
        "board": position.board(),
        "words": position.words(),
    }
