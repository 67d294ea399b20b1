"""Flag Chase with hidden traps: two agents on a grid, and traps that only their owner knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from string import ascii_uppercase
from typing import Self, TypeVar

from flagfall import core
from flagfall.core import OPENING, Cell, Choices, Mark, Move, Moves, Outcome, Piece, Player, Square, setting

T = TypeVar("T")

PASS = "PASS"
INVALID = "Invalid move. Please choose a valid adjacent cell."
HOW_TO_TYPE = "Type MOVE or TRAP and the cell, row first: MOVE 2 2 or TRAP 1 2."
ONLY_PASS = "You have no legal move: press Enter to pass."
NO_TRAPS: frozenset[Square] = frozenset()
TYPED_TRAP = re.compile(r"\s*t[a-z]*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class FlagChaseTraps(core.Position):
    id = "flag-chase-traps"
    title = "Flag Chase: Hidden Traps"
    about = "Cross the grid to the other's flag, past traps that only their owner can see."
    hour = "dusk"

    @dataclass(frozen=True)
    class Rules(core.Rules):
        size: int = setting(5, core.Whole(2, 20), "rows and columns of the grid")
        traps: int = setting(2, core.Whole(0, 9), "traps of each player for the whole game")
        open_traps: bool = setting(False, core.YesNo(), "whether both players see every trap")

        def check(self) -> None:
            if self.traps > (room := self.size**2 - 2):
                raise core.BadRules(f"traps must be at most {room}, the cells without a flag, not {self.traps}")

    rules: Rules = Rules()
    turn: Player = Player.P1
    agents: tuple[Square, Square] = OPENING
    hands: tuple[int, int] = OPENING
    """How many traps each player has still to place."""
    traps: tuple[frozenset[Square], frozenset[Square]] = (NO_TRAPS, NO_TRAPS)
    """Where the traps of each player lie, as far as this position knows them."""
    hidden: tuple[int, int] = (0, 0)
    """How many more traps of each player lie somewhere on the board: only in a view."""

    def __post_init__(self) -> None:
        self.fill(agents=(self.flag(Player.P1), self.flag(Player.P2)), hands=(self.rules.traps, self.rules.traps))

    def choices(self) -> Choices:
        """In a view that lacks the traps of whose turn it is, what might be played as far as it knows."""
        if self.outcome():
            return {}
        return {self.turn: (*self.steps(), *self.places()) or (PASS,)}  # F2-A06, F2-A07

    def steps(self) -> Iterator[Move]:
        """F2-R10, F2-R11: neither onto the other agent nor onto an own trap (F2-A05)."""
        barred, other = self.traps[self.turn], self.agents[self.turn.other]
        around = neighbours(self.rules.size, self.agents[self.turn])
        return (move for cell, move in around if cell != other and cell not in barred)

    def places(self) -> Iterator[Move]:
        """F2-R14: not under an agent and not on an own trap; the other's traps must not matter (F2-A08)."""
        free = placements(self.rules.size) if self.hands[self.turn] else ()
        taken = self.traps[self.turn].union(self.agents)
        return (move for cell, move in free if cell not in taken)

    def after(self, moves: Moves) -> Self:
        move = moves[self.turn]
        if move == PASS:
            return replace(self, turn=self.turn.other)
        return self.after_trap(target(move)) if is_trap(move) else self.after_step(move)

    def after_trap(self, cell: Square) -> Self:
        player = self.turn
        hands = changed(self.hands, player, self.hands[player] - 1)
        traps = changed(self.traps, player, self.traps[player] | {cell})
        return replace(self, turn=player.other, hands=hands, traps=traps)

    def after_step(self, move: Move) -> Self:
        """F2-R18, F2-R19: a sprung trap is gone, and the agent is back at home."""
        player, cell, traps = self.turn, target(move), self.traps
        if self.springs(move):
            traps = changed(traps, player.other, traps[player.other] - {cell})
            cell = self.flag(player)
        return replace(self, turn=player.other, agents=changed(self.agents, player, cell), traps=traps)

    def springs(self, move: Move) -> bool:
        """Own traps bar the way instead, so only the other's can be met."""
        return move.startswith("MOVE") and target(move) in self.traps[self.turn.other]

    def outcome(self) -> Outcome | None:
        p1, p2 = self.agents
        if p1 == self.flag(Player.P2):
            return Outcome(Player.P1, "captured the flag")
        if p2 == self.flag(Player.P1):
            return Outcome(Player.P2, "captured the flag")
        return None

    def flag(self, player: Player) -> Square:
        return (1, 1) if player is Player.P1 else (self.rules.size, self.rules.size)

    def on_board(self, player: Player) -> int:
        return len(self.traps[player]) + self.hidden[player]

    def remaining(self, player: Player) -> int:
        """F2-A03: a trap remains until it is sprung, in the hand or on the board."""
        return self.hands[player] + self.on_board(player)

    # --- secrets ---

    def hides(self) -> bool:
        return not self.rules.open_traps

    def in_the_open(self) -> Self | None:
        """When the last trap is sprung, both players know all there is."""
        if not self.hides():
            return self
        return None if any(map(self.remaining, Player)) else replace(self, rules=self.Rules(self.rules.size, 0, True))

    def view(self, player: Player | None) -> Self:
        if self.rules.open_traps:
            return self
        p1, p2 = (self.traps[owner] if owner is player else NO_TRAPS for owner in Player)
        hidden = self.on_board(Player.P1) - len(p1), self.on_board(Player.P2) - len(p2)
        return replace(self, traps=(p1, p2), hidden=hidden)

    def is_partial(self) -> bool:
        return any(self.hidden)

    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        return "TRAP ?" if self.hides() and is_trap(move) and viewer is not player else move

    def reveals(self, moves: Moves) -> bool:
        return self.hides() and self.springs(moves[self.turn])

    def shown(self, player: Player, typed: str) -> str:
        """F2-A12: on a shared screen a trap's cell is typed unseen. Nothing else begins with a T."""
        secret = TYPED_TRAP.match(typed) if self.hides() else None
        return secret.group() if secret else typed

    # --- the book's words ---

    def board(self, width: int | None = None) -> str:
        """Ours, as the book has none: letters for columns, numbers for rows (F2-R02, F2-A02)."""
        numbers = range(1, self.rules.size + 1)
        digits = len(str(self.rules.size))
        labels = [" " * digits + " ", *(f"{row:{digits}} " for row in numbers)]
        contents = {cell: self.content(cell) for cell in self.taken()}
        return core.columns([self.drawn(column, contents) for column in numbers], width, labels=labels)

    def drawn(self, column: int, taken: dict[Square, str]) -> list[str]:
        """A column under its letter, all its cells as wide as the fullest."""
        contents = [taken.get((row, column), "") for row in range(1, self.rules.size + 1)]
        size = max(2, *map(len, contents))
        return [ascii_uppercase[column - 1].center(size + 2), *(f"[{content:^{size}}]" for content in contents)]

    def content(self, cell: Square) -> str:
        pieces, marks = self.pieces(cell), self.marks(cell)
        return ",".join(each.label for each in pieces or marks)

    def header(self, width: int | None = None) -> str:
        return "\n".join(("", self.board(width), *self.notes()))

    def notes(self) -> tuple[str, ...]:
        """How many traps are where: both players know that much (F2-A03)."""
        p1, p2 = Player
        if self.hands[p1] == self.hands[p2] and not self.on_board(p1) and not self.on_board(p2):
            return (f"Both players have {traps_in_words(self.hands[p1])} remaining.",)
        return tuple(f"{player}: {self.counted(player)}." for player in Player)

    def counted(self, player: Player) -> str:
        return f"{traps_in_words(self.hands[player])} in hand, {self.on_board(player)} on the board"

    def words(self) -> str:
        sentences = ["; ".join(map(self.place_words, Player)), "; ".join(map(self.trap_words, Player))]
        if outcome := self.outcome():
            sentences.append(str(outcome))
        return " ".join(f"{sentence}." for sentence in sentences)

    def place_words(self, player: Player) -> str:
        return f"{player.name} is on {written(self.agents[player])}, its flag on {written(self.flag(player))}"

    def trap_words(self, player: Player) -> str:
        known = ", ".join(map(written, sorted(self.traps[player])))
        return f"{player.name} has {self.counted(player)}{': ' + known if known else ''}"

    def prompt(self, player: Player) -> str:
        """F2-O02, and a word to whoever has nothing to choose from (F2-A06)."""
        question = f"{player}, enter your move: "
        return f"{ONLY_PASS}\n{question}" if self.is_stuck(player) else question

    def is_stuck(self, player: Player) -> bool:
        return self.choices().get(player) == (PASS,)

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        move = moves[self.turn]
        if move == PASS:
            return (f"{self.turn} has no legal move and passes.",)
        if is_trap(move):
            placed, seen = f"{self.turn} places a trap.", self.rules.open_traps or to is self.turn.other
            return (placed,) if seen else (placed, "Trap placed at your chosen location.")
        return (f"{self.turn} moves to {written(target(move))}", *self.consequence(move))

    def consequence(self, move: Move) -> tuple[str, ...]:
        """What a step brings about: a sprung trap, the other's flag, or nothing. Never both (F2-A17)."""
        if self.springs(move):
            return (
                f"Trap triggered at {written(target(move))}!",
                f"Player's agent returns to their flag at {written(self.flag(self.turn))}.",
                f"{self.turn} now has {traps_in_words(self.remaining(self.turn))} remaining.",
            )
        if target(move) == self.flag(self.turn.other):
            row, column = target(move)
            return (f"{self.turn} has captured the flag at ({row}, {column})! {self.turn} wins the game!",)
        return ()

    def read(self, player: Player, typed: str) -> Move:
        """F2-A18. Only ASCII, as other letters turn into ours when their case is changed. Enter is a forced pass."""
        move = " ".join(typed.upper().split())
        if not move and self.is_stuck(player):
            return PASS
        if move in self.allowed(player) and typed.isascii():
            return move
        raise core.IllegalMove(self.why_not(player, move))

    def meaning(self, player: Player, move: Move) -> str:
        if move == PASS:
            return "pass, as there is nothing else to do"
        cell = target(move)
        if is_trap(move):
            return f"place a trap on {written(cell)}"
        if self.rules.open_traps and cell in self.traps[player.other]:
            return f"move to {written(cell)} and spring the trap"
        return f"move to {written(cell)}{' and capture the flag' if cell == self.flag(player.other) else ''}"

    def why_not(self, player: Player, move: Move) -> str:
        """F2-A09: the book's one refusal for everything, and our reason behind it."""
        return f"{INVALID}\n{self.reason(player, move)}"

    def reason(self, player: Player, move: Move) -> str:
        if self.is_stuck(player):
            return ONLY_PASS
        if move == PASS:
            return "You may pass only when you can neither move nor place a trap."
        try:
            cell = target(move)
        except ValueError:
            return HOW_TO_TYPE
        why = {"MOVE": self.why_no_step, "TRAP": self.why_no_trap}.get(move.split()[0])
        return (why and why(player, cell)) or HOW_TO_TYPE

    def why_no_step(self, player: Player, cell: Square) -> str | None:
        if not self.is_on_grid(cell):
            return f"Rows and columns go from 1 to {self.rules.size}."
        if not are_adjacent(self.agents[player], cell):
            return f"{written(cell)} is not next to your agent on {written(self.agents[player])}."
        if cell == self.agents[player.other]:
            return f"{player.other}'s agent is on {written(cell)}."
        return "Your own trap is there." if cell in self.traps[player] else None

    def why_no_trap(self, player: Player, cell: Square) -> str | None:
        """Never names the cell: on a shared screen it has been typed unseen (F2-A12)."""
        if not self.hands[player]:
            return "You have no trap left to place."
        if not self.is_on_grid(cell):
            return f"Rows and columns go from 1 to {self.rules.size}."
        if cell in map(self.flag, Player):
            return "A trap can't be placed on a flag."
        if cell in self.agents:
            return "A trap can't be placed where an agent stands."
        return "You have a trap there already." if cell in self.traps[player] else None

    def is_on_grid(self, cell: Square) -> bool:
        return all(1 <= part <= self.rules.size for part in cell)

    # --- drawing and text ---

    def cells(self) -> tuple[Cell, ...]:
        taken = {
            cell: Cell(on_drawing(cell), written(cell), self.pieces(cell), self.marks(cell)) for cell in self.taken()
        }
        return tuple([taken.get(cell) or empty(cell) for cell in grid(self.rules.size)])

    def taken(self) -> set[Square]:
        """The cells with anything on them."""
        return {*self.agents, *map(self.flag, Player), *self.traps[0], *self.traps[1]}

    @classmethod
    def count_cells(cls, rules: core.Rules) -> int:
        assert isinstance(rules, cls.Rules)
        return rules.size**2

    def path(self, player: Player, move: Move) -> tuple[Square | None, Square | None]:
        if move == PASS:
            return None, None
        return None if is_trap(move) else on_drawing(self.agents[player]), on_drawing(target(move))

    def pieces(self, cell: Square) -> tuple[Piece, ...]:
        return tuple(Piece(player, player.name) for player in Player if self.agents[player] == cell)

    def marks(self, cell: Square) -> tuple[Mark, ...]:
        flags = (Mark("flag", owner, f"F{owner.value + 1}") for owner in Player if self.flag(owner) == cell)
        traps = (Mark("trap", owner, f"T{owner.value + 1}") for owner in Player if cell in self.traps[owner])
        return (*flags, *traps)

    def body(self) -> str:
        agents = "/".join(map(core.write_square, self.agents))
        hands = "/".join(map(str, self.hands))
        return f"{agents} {hands} {'/'.join(map(self.traps_text, Player))}"

    def traps_text(self, player: Player) -> str:
        return f"?{self.hidden[player]}" if self.hidden[player] else core.write_squares(self.traps[player])

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        agents_text, hands_text, traps_text = words
        agent1, agent2 = map(core.read_square, agents_text.split("/"))
        hand1, hand2 = map(core.whole, hands_text.split("/"))
        (traps1, hidden1), (traps2, hidden2) = map(read_traps, traps_text.split("/"))
        return cls(rules, turn, (agent1, agent2), (hand1, hand2), (traps1, traps2), (hidden1, hidden2))

    def problem(self) -> str | None:
        return self.agents_problem() or self.traps_problem() or self.counts_problem() or self.won_out_of_turn()

    def agents_problem(self) -> str | None:
        if not all(map(self.is_on_grid, self.agents)):
            return f"agents stand on rows and columns from 1 to {self.rules.size}"
        if self.agents[0] == self.agents[1]:
            return "both agents are on one cell"
        if self.agents == (self.flag(Player.P2), self.flag(Player.P1)):
            return "both agents are on the other's flag, and the first to get there has won"
        return None

    def traps_problem(self) -> str | None:
        free = {cell for cell, _ in placements(self.rules.size)}.difference(self.agents)
        if not free.issuperset(self.traps[0] | self.traps[1]):
            return "traps lie on the grid, but neither on a flag nor under an agent"
        if max(map(self.on_board, Player)) > len(free):
            return f"there is room for {traps_in_words(len(free))} of a player"
        return None

    def counts_problem(self) -> str | None:
        if min(*self.hands, *self.hidden) < 0 or max(map(self.remaining, Player)) > self.rules.traps:
            return f"each player has {traps_in_words(self.rules.traps)} in hand and on the board together, or fewer"
        if self.is_partial() and self.rules.open_traps:
            return "open traps are never hidden"
        if any(self.hidden[player] and self.traps[player] for player in Player):
            return "a view shows all traps of a player or none"
        return None


@cache
def grid(size: int) -> tuple[Square, ...]:
    return tuple((row, column) for row in range(1, size + 1) for column in range(1, size + 1))


@cache
def empty(cell: Square) -> Cell:
    return Cell(on_drawing(cell), written(cell))


@cache
def neighbours(size: int, cell: Square) -> tuple[tuple[Square, Move], ...]:
    """F2-R08, F2-R09: every cell around this one, with the move that goes there."""
    return tuple((other, f"MOVE {other[0]} {other[1]}") for other in grid(size) if are_adjacent(cell, other))


@cache
def placements(size: int) -> tuple[tuple[Square, Move], ...]:
    """F2-R13: every cell without a flag, which are the first and the last, with the move that puts a trap there."""
    return tuple(((row, column), f"TRAP {row} {column}") for row, column in grid(size)[1:-1])


def are_adjacent(one: Square, other: Square) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def is_trap(move: Move) -> bool:
    return move.startswith("TRAP")


@lru_cache(1024)
def target(move: Move) -> Square:
    """The cell that a move names, row first (F2-A01)."""
    _, row, column = move.split()
    return core.whole(row), core.whole(column)


def written(cell: Square) -> str:
    return f"({cell[0]},{cell[1]})"


def on_drawing(cell: Square) -> Square:
    return cell[0] - 1, cell[1] - 1


def traps_in_words(number: int) -> str:
    return f"{number} trap{'' if number == 1 else 's'}"


def changed(pair: tuple[T, T], player: Player, value: T) -> tuple[T, T]:
    """The pair with this player's half replaced."""
    return (value, pair[1]) if player is Player.P1 else (pair[0], value)


def read_traps(text: str) -> tuple[frozenset[Square], int]:
    """The cells of one player's traps and the number of hidden ones: a view has only the number."""
    if text.startswith("?"):
        return NO_TRAPS, core.whole(text[1:])
    cells = core.read_squares(text)
    if len(set(cells)) < len(cells):
        raise ValueError(text)
    return frozenset(cells), 0
