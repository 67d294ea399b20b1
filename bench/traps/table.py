"""Games of hidden traps in numbers, for those who look into the mind that they play against."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import numpy as np

from flagfall.bots.hidden.traps.ground import Ground
from flagfall.bots.hidden.traps.mind import Thought
from flagfall.bots.hidden.traps.state import Event
from flagfall.core import Player


@dataclass(frozen=True)
class World:
    """A whole position, everything in its owner's numbers."""

    turn: Player
    agents: tuple[int, int]
    sets: tuple[int, int]

    def winner(self, ground: Ground) -> Player | None:
        return next((player for player in Player if self.agents[player] == ground.last), None)

    def played(self, ground: Ground, choice: int) -> tuple[World, Event]:
        """What comes of a choice of whose turn it is, and what all see of it."""
        player = self.turn
        agents, sets = list(self.agents), list(self.sets)
        event = Event(player, None, passes=choice == ground.passes)
        if ground.cells <= choice < ground.passes:
            sets[player] = int(ground.more[sets[player], choice - ground.cells])
        elif choice < ground.cells:
            trap = ground.last - choice
            sprung = bool(ground.holds[sets[player.other], trap])
            agents[player] = 0 if sprung else choice
            if sprung:
                sets[player.other] = int(ground.less[sets[player.other], trap])
            event = Event(player, choice, sprung=sprung)
        return replace(self, turn=player.other, agents=tuple(agents), sets=tuple(sets)), event


def drawn(thought: Thought, own: int, random: Random) -> int:
    """What somebody with this set chooses who thinks so."""
    line = thought.likely[own]
    choices = np.flatnonzero(line)
    (choice,) = random.choices(choices.tolist(), line[choices].tolist())
    return int(choice)
