"""Games in arrays instead of objects: the same rules, two bytes a position, millions of positions a second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.core import Position
from flagfall.games.command_line_conquer import CommandLineConquer
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.games.grid_runner import GridRunner

if TYPE_CHECKING:
    from .table import BulkTable


def form_of(position: Position) -> type[BulkTable] | None:
    """The Table class for every position of this game and these rules; None where only plain exploring is right."""
    if type(position) is GridRunner:
        from .grid_runner import GridRunnerTable

        return GridRunnerTable
    if type(position) is CommandLineConquer:
        from .command_line_conquer import CommandLineConquerTable

        return CommandLineConquerTable
    if type(position) is FlagChaseTraps and position.rules.open_traps:
        from .flag_chase_traps import FlagChaseTrapsTable

        return FlagChaseTrapsTable
    return None
