"""Command Line Conquer: units that grow with every step, battles, and a base to capture at either end of a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from flagfall import core
from flagfall.core import OPENING, Cell, Choices, Mark, Move, Moves, Outcome, Piece, Player, Square, setting

RECRUIT = "RECRUIT"
CAPTURED = tuple(Outcome(player, f"captured {player.other}'s base") for player in Player)
LABELS = ("Positions: ", "Units:     ")
SCREEN = 80
"""Columns of the drawing that ends a game; the book's own battlefield is never wider."""


@dataclass(frozen=True)
class CommandLineConquer(core.Position):
    id = "command-line-conquer"
    title = "Command Line Conquer"
    about = "Recruit units, let them grow as they march, and be the first to move one into the enemy's base."
    hour = "ember"

    @dataclass(frozen=True)
    class Rules(core.Rules):
        positions: int = setting(11, core.Whole(2, 99), "positions in the line, a base at either end")
        units: int = setting(3, core.Whole(1, 9), "how many units a player may have at once")
        strength: int = setting(5, core.Whole(1, 99), "the most that a unit's strength can grow to")
        compare: str = setting(
            "before",
            core.OneOf(("before", "after")),
            "whether a battle compares the mover's strength before or after its step",
            "F4-A01",
        )
        stack: str = setting(
            "each",
            core.OneOf(("each", "whole")),
            "whether a mover meets each unit of a stack in turn or the whole stack at once",
            "F4-A02",
        )

    rules: Rules = Rules()
    turn: Player = Player.P1
    units: tuple[tuple[int, ...], tuple[int, ...]] = OPENING
    """The positions of each player's units, from low to high. A unit's strength follows from where it stands."""

    def __post_init__(self) -> None:
        self.fill(units=((0,), (self.rules.positions - 1,)))

    def choices(self) -> Choices:
        return {} if self.outcome() else {self.turn: self.actions(self.turn)}

    def actions(self, player: Player) -> tuple[Move, ...]:
        """A move for each position with units, from the own base forwards, and last the recruiting."""
        own = self.units[player]
        sources = dict.fromkeys(own if player is Player.P1 else reversed(own))
        moves = tuple([f"MOVE {source}" for source in sources])
        return (*moves, RECRUIT) if len(own) < self.rules.units else moves

    def after(self, moves: Moves) -> Self:
        own, enemy = self.units[self.turn], self.units[self.turn.other]
        if moves[self.turn] == RECRUIT:
            own = placed(own, self.base(self.turn))
        else:
            own, enemy = self.moved(source_of(moves[self.turn]))
        units = (own, enemy) if self.turn is Player.P1 else (enemy, own)
        return type(self)(self.rules, self.turn.other, units)

    def moved(self, source: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The units of whose turn it is, and the enemy's, after one unit's step from `source`."""
        own, enemy = removed(self.units[self.turn], source), self.units[self.turn.other]
        target = self.ahead(self.turn, source)
        battle = self.battle(source)
        if battle:
            enemy = removed(enemy, target, battle.losses)
        return (own if battle and not battle.won else placed(own, target)), enemy

    def battle(self, source: int) -> Battle | None:
        """The battle that the step from `source` brings about (F4-R16), on a base too (F4-A03)."""
        target = self.ahead(self.turn, source)
        defenders = self.units[self.turn.other].count(target)
        if not defenders:
            return None
        strength = self.strength(self.turn, source if self.rules.compare == "before" else target)  # F4-A01
        facing = self.strength(self.turn.other, target)
        return Battle(self.turn, target, strength, facing, defenders, self.rules.stack == "whole")

    def outcome(self) -> Outcome | None:
        p1, p2 = self.units
        if p1 and p1[-1] == self.rules.positions - 1:
            return CAPTURED[0]
        if p2 and p2[0] == 0:
            return CAPTURED[1]
        return None

    def base(self, player: Player) -> int:
        return 0 if player is Player.P1 else self.rules.positions - 1

    def ahead(self, player: Player, source: int) -> int:
        return source + 1 if player is Player.P1 else source - 1

    def strength(self, player: Player, at: int) -> int:
        """A unit starts with 1, gains 1 a step and never steps back, so its distance from home tells (F4-T03)."""
        return min(self.rules.strength, 1 + abs(at - self.base(player)))

    # --- the book's words ---

    def board(self, width: int | None = None) -> str:
        return core.columns([self.drawn(at) for at in range(self.rules.positions)], width, " ", LABELS)

    def drawn(self, at: int) -> tuple[str, str]:
        """A position over its units, in columns as wide as they need (F4-A07)."""
        number = str(at).ljust(len(str(self.rules.positions - 1)))
        return number, ", ".join(piece.label for piece in self.pieces(at))

    def header(self, width: int | None = None) -> str:
        board = f"\n{self.board(width)}"
        return board if self.outcome() else f"{board}\n\n{self.turn}'s Turn"

    def words(self) -> str:
        return " ".join(f"{player} has {self.army(player)}." for player in Player)

    def army(self, player: Player) -> str:
        own = self.units[player]
        stacks = [
            f"{counted(own.count(at))} of strength {self.strength(player, at)} on position {at}"
            for at in dict.fromkeys(own)
        ]
        return listed(stacks, "and") or "no units"

    def prompt(self, player: Player) -> str:
        return f"{player}, enter your action (MOVE position or RECRUIT): "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        move, after = moves[self.turn], self.after(moves)
        if move == RECRUIT:
            return (f"Recruit a new unit at position {self.base(self.turn)}.",)
        if not after.outcome():
            return self.march(source_of(move))
        victory = f"{self.turn} has captured {self.turn.other}'s base and wins the game."
        return (*self.march(source_of(move)), "", *after.board(SCREEN).split("\n"), "", victory)

    def march(self, source: int) -> tuple[str, ...]:
        """The step, the battle, and the growth where the comparison has it: behind or before the battle (F4-A01)."""
        target = self.ahead(self.turn, source)
        goal = f" ({self.turn.other}'s base)" if target == self.base(self.turn.other) else ""
        step = f"Move unit from position {source} to {target}{goal}."
        battle = self.battle(source)
        if not battle:
            return step, *self.growth(source, target, quiet=not goal)
        growth = self.growth(source, target, quiet=False)
        if self.rules.compare == "after":
            return step, *growth, *battle.told()
        return step, *battle.told(), *(growth if battle.won else ())

    def growth(self, source: int, target: int, quiet: bool) -> tuple[str, ...]:
        """The strength update; that it stays the same is told only where nothing else happens, as in steps 27, 29."""
        strength = self.strength(self.turn, target)
        if strength > self.strength(self.turn, source):
            return (f"Unit's strength increases to {strength}.",)
        return (f"Unit's strength remains at {strength} (already at max strength).",) if quiet else ()

    def read(self, player: Player, typed: str) -> Move:
        move = understood(typed)
        self.check(player, move)
        return move

    def meaning(self, player: Player, move: Move) -> str:
        if move == RECRUIT:
            return f"add a unit on position {self.base(player)}"
        source = source_of(move)
        target = self.ahead(player, source)
        if battle := self.battle(source):
            facing = ", ".join([str(battle.facing)] * battle.defenders)
            return f"attack position {target}, strength {battle.strength} against {facing}"
        if target == self.base(player.other):
            return f"capture {player.other}'s base"
        return f"step to position {target}, strength {self.strength(player, target)}"

    def why_not(self, player: Player, move: Move) -> str:
        return f"{self.reason(player, move)} Enter {listed(self.actions(player), 'or')}."

    def reason(self, player: Player, move: Move) -> str:
        if move == RECRUIT:
            return f"You already have {counted(len(self.units[player]))}, and {self.rules.units} is the most."
        if not is_step(move):
            return "That is not an action."
        if not self.units[player]:
            return "You have no unit left to move."
        return f"You have no unit on position {source_of(move)}."

    # --- drawing and text ---

    def cells(self) -> tuple[Cell, ...]:
        return tuple(Cell((0, at), str(at), self.pieces(at), self.marks(at)) for at in range(self.rules.positions))

    def path(self, player: Player, move: Move) -> tuple[Square | None, Square | None]:
        if move == RECRUIT:
            return None, None
        source = source_of(move)
        return (0, source), (0, self.ahead(player, source))

    def pieces(self, at: int) -> tuple[Piece, ...]:
        return tuple(
            Piece(player, f"{player.name}({self.strength(player, at)})")
            for player in Player
            for _ in range(self.units[player].count(at))
        )

    def marks(self, at: int) -> tuple[Mark, ...]:
        return tuple(Mark("base", player) for player in Player if at == self.base(player))

    def notes(self) -> tuple[str, ...]:
        return tuple(f"{player.name}: {len(self.units[player])} of {counted(self.rules.units)}" for player in Player)

    def body(self) -> str:
        return "/".join("+".join(map(str, own)) or "-" for own in self.units)

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        (units,) = words
        p1, p2 = (tuple(map(core.whole, own.split("+"))) if own != "-" else () for own in units.split("/"))
        return cls(rules=rules, turn=turn, units=(p1, p2))

    def problem(self) -> str | None:
        p1, p2 = self.units
        if p1 and p2 and p1[-1] >= p2[0]:
            return "units meet and fight, so all of P1's stand on lower positions than all of P2's"
        return self.army_problem(Player.P1) or self.army_problem(Player.P2) or self.won_out_of_turn()

    def army_problem(self, player: Player) -> str | None:
        own = self.units[player]
        if len(own) > self.rules.units:
            return f"{player.name} has {counted(len(own))}, and {self.rules.units} is the most"
        if own != tuple(sorted(own)):
            return f"the units of {player.name} are not written from low to high"
        if own and not 0 <= own[0] <= own[-1] < self.rules.positions:
            return f"positions go from 0 to {self.rules.positions - 1}"
        if own.count(self.base(player.other)) > 1:
            return f"the first unit in {player.other}'s base ends the game, so a second cannot follow"
        return None


class Battle(NamedTuple):
    """A unit that moves into an enemy's position. The units of a stack are equally strong, having come equally far."""

    mover: Player
    at: int
    strength: int
    facing: int
    defenders: int
    at_once: bool

    @property
    def won(self) -> bool:
        return self.strength > self.facing

    @property
    def losses(self) -> int:
        """How many defenders are removed (F4-A02)."""
        if self.strength == self.facing:
            return self.defenders if self.at_once else 1
        return self.defenders if self.won else 0

    def told(self) -> tuple[str, ...]:
        if self.at_once:
            return self.meeting(self.defenders)
        return self.meeting(1) * (self.defenders if self.won else 1)

    def meeting(self, many: int) -> tuple[str, str]:
        """The two lines of the mover's meeting with so many units at once."""
        unit, enemy = f"{self.mover.name}'s unit", f"{self.mover.other.name}'s {'unit' if many == 1 else counted(many)}"
        versus = f"{unit} (strength {self.strength}) vs. {enemy} at position {self.at} (strength {self.facing})."
        if self.won:
            return versus, f"{unit} wins; {enemy} {'is' if many == 1 else 'are'} removed."
        if self.strength < self.facing:
            return versus, f"{enemy} {'wins' if many == 1 else 'win'}; {unit} is removed."
        all_units = "Both units" if many == 1 else f"All {many + 1} units"
        return versus, f"{all_units} have equal strength. {all_units} are destroyed."


def placed(units: tuple[int, ...], at: int) -> tuple[int, ...]:
    return tuple(sorted((*units, at)))


def removed(units: tuple[int, ...], at: int, many: int = 1) -> tuple[int, ...]:
    """Without `many` of the units that stand at `at`, which are next to each other here."""
    first = units.index(at)
    return units[:first] + units[first + many :]


def source_of(move: Move) -> int:
    return int(move.removeprefix("MOVE "))


def understood(typed: str) -> Move:
    """A typed action in the notation of moves; what is none is left as it is, to be refused."""
    words = typed.casefold().split()
    place = words[1:] if words[:1] == ["move"] else words
    if len(place) == 1 and is_whole(place[0]):
        return f"MOVE {int(place[0])}"
    return RECRUIT if words == ["recruit"] else typed


def is_step(move: Move) -> bool:
    verb, _, place = move.partition(" ")
    return verb == "MOVE" and is_whole(place) and place == str(int(place))


def is_whole(text: str) -> bool:
    try:
        core.whole(text)
    except ValueError:
        return False
    return True


def counted(units: int) -> str:
    return f"{units} unit{'s' * (units != 1)}"


def listed(items: Sequence[str], last: str) -> str:
    return f" {last} ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))
