"""The five games, by their ids. A sixth is one module and one line here."""

from __future__ import annotations

from flagfall.core import Position, UnknownGame

from .capture_the_flag import CaptureTheFlag
from .command_line_conquer import CommandLineConquer
from .flag_chase import FlagChase
from .flag_chase_traps import FlagChaseTraps
from .grid_runner import GridRunner

GAMES: dict[str, type[Position]] = {
    game.id: game
    for game in (
        FlagChase,
        CaptureTheFlag,
        FlagChaseTraps,
        GridRunner,
        CommandLineConquer,
    )
}  # fmt: skip


def game(name: str) -> type[Position]:
    """The game with this id, or an error that offers the nearest."""
    if found := GAMES.get(name.casefold()):
        return found
    from difflib import get_close_matches

    near = get_close_matches(name.casefold(), GAMES, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(GAMES)}"
    raise UnknownGame(f"no game is called {name!r}; {hint}")


def position(text: str) -> Position:
    """The position of whichever game this one-line text belongs to."""
    return game((text.split() or [""])[0]).from_text(text)
