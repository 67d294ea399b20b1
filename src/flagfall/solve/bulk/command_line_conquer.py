"""Command Line Conquer's Form: an army is the positions of its units, counted from its own base.

Armies are numbered so that those with all units below some position come first, without gaps. Units never pass each
other, so the armies that can face one are just the first so many of all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from flagfall.core import Player
from flagfall.games.command_line_conquer import CommandLineConquer, placed, removed

from .assemble import assembled, move_line, unit_tables
from .compiled import Run
from .form import ALL, LIVE, NEVER, NONE, ONE, WON, Form, Numbering
from .table import BulkTable

Rules = CommandLineConquer.Rules
Army = tuple[int, ...]
"""The positions of the units from low to high, the own base being 0."""


class CommandLineConquerTable(BulkTable):
    kind = "command-line-conquer-1"

    @staticmethod
    def numbers(rules: Rules) -> int:
        alike = (armies_below(at + 1, rules) - armies_below(at, rules) for at in range(rules.positions))
        facing_none = armies_below(rules.positions, rules)
        return facing_none + sum(many * facing(at, rules) for at, many in enumerate(alike))

    @staticmethod
    def make_form(rules: Rules, run: Run[Any]) -> Form:
        number = all_armies(rules)
        kinds = np.array([kind_of(army, rules) for army in number], np.int32)
        units, less = unit_tables(number, rules.units, lambda army: army, without)
        clashes = [clash(source, rules) for source in range(rules.positions - 1)]
        live = (army for army, at in number.items() if kinds[at] == LIVE)
        moves = [move for army in live for move in moves_of(army, number, rules, clashes)]
        seen = np.arange(rules.positions, dtype=np.int32)[::-1].copy()
        agent = np.full(len(number), -1, np.int32)
        return assembled(
            kinds, units, less, agent, np.array(moves, np.int32), seen, numbering(number, rules), False, run
        )

    @cached_property
    def number(self) -> dict[Army, int]:
        return all_armies(self.rules)

    @property
    def rules(self) -> Rules:
        rules: Rules = self.start.rules  # type: ignore[assignment]
        return rules

    def armies(self, position: CommandLineConquer) -> tuple[int, int]:
        players = position.turn, position.turn.other
        own, enemy = (self.number[self.seen(position.units[player], player)] for player in players)
        return own, enemy

    def position(self, own: int, enemy: int, turn: Player) -> CommandLineConquer:
        p1, p2 = (own, enemy) if turn is Player.P1 else (enemy, own)
        units = self.seen(self.units(p1), Player.P1), self.seen(self.units(p2), Player.P2)
        return CommandLineConquer(self.rules, turn, units)

    def seen(self, units: Army, player: Player) -> Army:
        """Positions as `player` counts them, from the line's, and the other way."""
        return units if player is Player.P1 else tuple(self.rules.positions - 1 - at for at in reversed(units))

    def units(self, army: int) -> Army:
        return tuple(int(at) for at in self.form.units[army] if at >= 0)


def all_armies(rules: Rules) -> dict[Army, int]:
    """Every army with its number. Positions count from 1 here, and 0 is a unit that the army hasn't got."""
    places = sorted(combinations_with_replacement(range(rules.positions + 1), rules.units), key=lambda army: army[::-1])
    return {tuple(place - 1 for place in army if place): number for number, army in enumerate(places)}


def armies_below(at: int, rules: Rules) -> int:
    """How many armies have all their units below this position."""
    return comb(at + rules.units, rules.units)


def facing(furthest: int, rules: Rules) -> int:
    """How many armies can face one whose furthest unit is there."""
    return armies_below(rules.positions - 1 - furthest, rules)


def numbering(number: Mapping[Army, int], rules: Rules) -> Numbering:
    high = [facing(army[-1] if army else -1, rules) for army in number]
    first = list(accumulate(high, initial=0))[:-1]
    return np.array(first, np.int64), np.zeros(len(high), np.int32), np.array(high, np.int32)


def kind_of(army: Army, rules: Rules) -> int:
    at_goal = army.count(rules.positions - 1)
    return NEVER if at_goal > 1 else WON if at_goal else LIVE


def without(army: Army, place: int) -> Army:
    return army[:place] + army[place + 1 :]


def clash(source: int, rules: Rules) -> tuple[bool, int]:
    """Whether a step from there survives a battle, and how many of the units met are lost: as the game says of two."""
    battle = CommandLineConquer(rules, Player.P1, ((source,), (source + 1,) * 2)).battle(source)
    assert battle
    return battle.won, (NONE, ONE, ALL)[battle.losses]


def moves_of(
    army: Army, number: Mapping[Army, int], rules: Rules, clashes: list[tuple[bool, int]]
) -> Iterator[tuple[int, ...]]:
    own = number[army]
    for source in dict.fromkeys(army):
        gone = removed(army, source)
        stepped, (wins, loss) = placed(gone, source + 1), clashes[source]
        met = number[stepped if wins else gone]
        yield move_line(own, number[stepped], met, hit=rules.positions - 2 - source, loss=loss)
    if len(army) < rules.units:
        yield move_line(own, number[placed(army, 0)])
