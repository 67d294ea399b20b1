"""The Form of Flag Chase with open traps: an army is an agent, its traps on the board and those in the hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from flagfall.core import Player, Square
from flagfall.games.flag_chase_traps import FlagChaseTraps, grid, neighbours, placements

from .assemble import assembled, every_pair, move_line, unit_tables
from .compiled import Run
from .form import ALL, BAR, LIVE, WON, Form
from .table import BulkTable

Rules = FlagChaseTraps.Rules


class Army(NamedTuple):
    """Cells are numbered row by row from the own flag, which is 0, to the other's, which is the last."""

    traps: tuple[int, ...]
    hand: int
    agent: int


class FlagChaseTrapsTable(BulkTable):
    kind = "flag-chase-traps-1"

    @staticmethod
    def numbers(rules: Rules) -> int:
        cells = rules.size**2
        laid = range(rules.traps + 1)
        armies = sum(comb(cells - 2, many) * (rules.traps - many + 1) * (cells - many) for many in laid)
        return armies**2

    @staticmethod
    def make_form(rules: Rules, run: Run[Any]) -> Form:
        number, last = all_armies(rules), rules.size**2 - 1
        agent = np.array([army.agent for army in number], np.int32)
        units, less = unit_tables(number, rules.traps, lambda army: army.traps, without)
        ground = Ground.of(rules)
        live = (army for army in number if army.agent != last)
        moves = np.array([move for army in live for move in moves_of(army, number, ground)], np.int32)
        facing = np.arange(last, -1, -1, dtype=np.int32)
        kinds = np.where(agent == last, np.int32(WON), np.int32(LIVE))
        numbering = every_pair(len(number), 1)
        return assembled(kinds, units, less, agent, moves, facing, numbering, apart=False, run=run)

    @property
    def rules(self) -> Rules:
        rules: Rules = self.start.rules  # type: ignore[assignment]
        return rules

    @cached_property
    def number(self) -> dict[Army, int]:
        return all_armies(self.rules)

    @cached_property
    def army(self) -> list[Army]:
        return list(self.number)

    def armies(self, position: FlagChaseTraps) -> tuple[int, int]:
        own, enemy = (self.number[self.army_of(position, player)] for player in (position.turn, position.turn.other))
        return own, enemy

    def army_of(self, position: FlagChaseTraps, player: Player) -> Army:
        traps = sorted(self.seen(cell, player) for cell in position.traps[player])
        return Army(tuple(traps), position.hands[player], self.seen(position.agents[player], player))

    def seen(self, cell: Square, player: Player) -> int:
        number = grid(self.rules.size).index(cell)
        return number if player is Player.P1 else self.rules.size**2 - 1 - number

    def position(self, own: int, enemy: int, turn: Player) -> FlagChaseTraps:
        p1, p2 = (self.army[army] for army in ((own, enemy) if turn is Player.P1 else (enemy, own)))
        from_p1, from_p2 = grid(self.rules.size), grid(self.rules.size)[::-1]
        return FlagChaseTraps(
            self.rules,
            turn,
            (from_p1[p1.agent], from_p2[p2.agent]),
            (p1.hand, p2.hand),
            (frozenset(from_p1[trap] for trap in p1.traps), frozenset(from_p2[trap] for trap in p2.traps)),
        )


def all_armies(rules: Rules) -> dict[Army, int]:
    cells = range(rules.size**2)
    armies = (
        Army(traps, hand, agent)
        for laid in range(rules.traps + 1)
        for traps in combinations(cells[1:-1], laid)
        for hand in range(rules.traps - laid + 1)
        for agent in cells
        if agent not in traps
    )
    return {army: number for number, army in enumerate(armies)}


def without(army: Army, place: int) -> Army:
    return army._replace(traps=army.traps[:place] + army.traps[place + 1 :])


class Ground(NamedTuple):
    """The cells that an agent can step on from each cell, and those that traps can lie on."""

    steps: list[list[int]]
    free: list[int]
    last: int

    @classmethod
    def of(cls, rules: Rules) -> Ground:
        cells = {cell: number for number, cell in enumerate(grid(rules.size))}
        steps = [[cells[near] for near, _ in neighbours(rules.size, cell)] for cell in cells]
        return cls(steps, [cells[cell] for cell, _ in placements(rules.size)], len(cells) - 1)


def moves_of(army: Army, number: Mapping[Army, int], ground: Ground) -> list[tuple[int, ...]]:
    moves = [*steps_of(army, number, ground), *placements_of(army, number, ground)]
    bars = {move[BAR] for move in moves}
    if len(bars) < 2:  # F2-A06: a pass, where there is nothing else to do or the enemy's agent bars all else
        moves.append(move_line(number[army], number[army], only=min(bars, default=-1)))
    return moves


def steps_of(army: Army, number: Mapping[Army, int], ground: Ground) -> Iterator[tuple[int, ...]]:
    home = number[army._replace(agent=0)]
    for cell in ground.steps[army.agent]:
        if cell not in army.traps:
            seen = ground.last - cell
            yield move_line(number[army], number[army._replace(agent=cell)], home, hit=seen, bar=seen, loss=ALL)


def placements_of(army: Army, number: Mapping[Army, int], ground: Ground) -> Iterator[tuple[int, ...]]:
    for cell in ground.free if army.hand else ():
        if cell not in army.traps and cell != army.agent:
            laid = Army(tuple(sorted((*army.traps, cell))), army.hand - 1, army.agent)
            yield move_line(number[army], number[laid], bar=ground.last - cell)
