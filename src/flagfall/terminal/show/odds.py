"""`flagfall odds`: the exact chances between two bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from flagfall.bots import bot
from flagfall.bots.markov import Odds
from flagfall.bots.odds import odds
from flagfall.core import Player, Position
from flagfall.terminal.tty.console import Console
from flagfall.terminal.tty.meter import metered

Names = Mapping[Player, str]


def show_odds(console: Console, start: Position, bots: Names, *, cap: int | None, as_json: bool) -> None:
    with metered() as meter:
        found = odds(start, bot(bots[Player.P1]), bot(bots[Player.P2]), cap=cap, progress=meter)
    if as_json:
        console.print_json(_data(start, bots, cap, found))
        return
    for line in _lines(bots, cap, found):
        console.tell(line, indent="  ")


def _lines(bots: Names, cap: int | None, found: Odds) -> list[str]:
    p1, p2 = (f"{player} ({bots[player]}) wins" for player in Player)
    chances = {p1: found.p1, p2: found.p2, **({"Draw": found.draw} if found.draw else {}), "No result": found.no_result}
    width = max(map(len, chances))
    return [*(f"{name:<{width}}  {chance:>9.4%}" for name, chance in chances.items()), _how_long(cap, found)]


def _how_long(cap: int | None, found: Odds) -> str:
    length = "A game may go on for ever" if found.plies is None else f"A game takes {found.plies:.1f} plies on average"
    limit = f", and is called off after {cap:,}" if cap else ""
    return f"{length}{limit}. {_exactness(found.error)}: no games were played for this."


def _exactness(error: float) -> str:
    return f"Exact to within {error:.0e}" if error else "Exact"


def _data(start: Position, bots: Names, cap: int | None, found: Odds) -> dict[str, Any]:
    players = {player.name: name for player, name in bots.items()}
    return {"game": start.id, "start": start.text(), "bots": players, "cap": cap, **asdict(found)}
