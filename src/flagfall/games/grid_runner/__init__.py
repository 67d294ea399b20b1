"""Grid Runner: across the grid one square at a time, to the far baseline or onto the enemy's square."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from string import ascii_lowercase
from typing import Self

from flagfall import core
from flagfall.core import (
    OPENING,
    Cell,
    Choices,
    IllegalMove,
    Mark,
    Move,
    Moves,
    Outcome,
    Piece,
    Player,
    Square,
    setting,
)

PASS = "PASS"

STEPS = (
    ((0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1)),
)
"""The five steps of P1 and of P2, in the order of the squares they lead to (F3-R06, F3-R07)."""

DIRECTIONS = {
    (0, -1): "left",
    (0, 1): "right",
    (1, -1): "diagonally forward left",
    (1, 0): "forward",
    (1, 1): "diagonally forward right",
}
"""Rows ahead and columns to the right, which are the same for both players (F3-R08)."""

TYPED_SQUARE = re.compile(r"\s*(-?[0-9]{1,6})\s*,\s*(-?[0-9]{1,6})\s*")


@dataclass(frozen=True)
class GridRunner(core.Position):
    id = "grid-runner"
    title = "Grid Runner"
    about = "Run your token across the grid, and take the other on the way if you can."
    hour = "gold"

    @dataclass(frozen=True)
    class Rules(core.Rules):
        size: int = setting(5, core.Whole(2, 99), "rows and columns of the grid")
        tokens: int = setting(1, core.Whole(1, 99), "tokens of each player")
        blocked: frozenset[Square] = setting(frozenset(), core.Squares(), "squares that cannot be entered")
        teleport: frozenset[tuple[Square, Square]] = setting(
            frozenset(), core.Pairs(), "pairs of squares that carry a token from one to the other"
        )
        capture: str = setting(
            "all", core.OneOf(("all", "first")), "which capture wins: that of all enemy tokens, or the first", "F3-A11"
        )

        def check(self) -> None:
            if self.tokens > self.size:
                raise core.BadRules(f"tokens must fit on a baseline, from 1 to {self.size}, not {self.tokens}")
            if len(self.teleport) > len(ascii_lowercase):
                raise core.BadRules(f"there are letters for {len(ascii_lowercase)} teleport pairs, not more")
            for square, times in sorted(Counter([*self.blocked, *self.teleports()]).items()):
                self.check_special(square, times)

        def check_special(self, square: Square, times: int) -> None:
            """F3-A09, F3-A10: what a blocked or teleport square may not be."""
            name, last = core.write_square(square), self.size - 1
            if not self.has(square):
                raise core.BadRules(f"blocked and teleport squares must lie from 0,0 to {last},{last}, not on {name}")
            if any(square in self.start(player) for player in Player):
                raise core.BadRules(f"{name} is a start square: it can't be blocked or a teleport")
            if times > 1:
                raise core.BadRules(f"{name} is named twice: a square is blocked or in one teleport pair, once")

        def teleports(self) -> Iterator[Square]:
            return (square for pair in self.teleport for square in pair)

        def has(self, square: Square) -> bool:
            return 0 <= square[0] < self.size and 0 <= square[1] < self.size

        def goal(self, player: Player) -> int:
            """The row of the enemy baseline."""
            return self.size - 1 if player is Player.P1 else 0

        def start(self, player: Player) -> tuple[Square, ...]:
            row, first = self.goal(player.other), (self.size - self.tokens) // 2
            return tuple((row, column) for column in range(first, first + self.tokens))

        @cached_property
        def keep(self) -> int:
            """How many tokens a player must keep in order not to lose (F3-A11)."""
            return self.tokens if self.capture == "first" else 1

        @cached_property
        def exits(self) -> dict[Square, Square]:
            both_ways = ((one, other) for pair in self.teleport for one, other in (pair, pair[::-1]))
            return dict(both_ways)

        @cached_property
        def letters(self) -> dict[Square, str]:
            """What the drawing writes on teleport squares: one letter for both squares of a pair."""
            pairs = sorted(sorted(pair) for pair in self.teleport)
            return {square: letter for letter, pair in zip(ascii_lowercase, pairs, strict=False) for square in pair}

    rules: Rules = Rules()
    turn: Player = Player.P1
    tokens: tuple[tuple[Square, ...], tuple[Square, ...]] = OPENING
    """Each player's squares, in order."""

    def __post_init__(self) -> None:
        if self.tokens is OPENING:
            self.fill(tokens=(self.rules.start(Player.P1), self.rules.start(Player.P2)))

    def choices(self) -> Choices:
        if self.outcome():
            return {}
        moves = tuple(self.notation(source, entry) for source, entry in self.steps(self.turn))
        return {self.turn: moves or (PASS,)}  # F3-A09: a player who is shut in passes

    def steps(self, player: Player) -> Iterator[tuple[Square, Square]]:
        """Every square that a token may leave, with every square that it may step on."""
        for source in self.tokens[player]:
            for down, right in STEPS[player]:
                entry = source[0] + down, source[1] + right
                if not self.obstacle(player, source, entry):
                    yield source, entry

    def obstacle(self, player: Player, source: Square, entry: Square) -> str:
        """What keeps `player`'s token on `source` from entering `entry`, or "". The enemy does not (F3-A13)."""
        rules, own = self.rules, self.tokens[player]
        if not rules.has(entry):
            return f"{_name(entry)} is off the grid: rows and columns go from 0 to {rules.size - 1}."
        if entry in rules.blocked:
            return f"{_name(entry)} is blocked."
        if entry in own:
            return f"Your own token stands on {_name(entry)}."
        landing = self.landing(player, entry)
        if landing != source and landing in own:
            return f"Your own token stands on {_name(landing)}, where the teleport on {_name(entry)} leads."
        return ""

    def landing(self, player: Player, entry: Square) -> Square:
        """Where a token that steps on `entry` comes to stand. On the enemy baseline it has won, and stays (F3-R13)."""
        if entry[0] == self.rules.goal(player):
            return entry
        return self.rules.exits.get(entry, entry)

    def notation(self, source: Square, entry: Square) -> Move:
        target = core.write_square(entry)
        return target if self.rules.tokens == 1 else f"{core.write_square(source)}>{target}"

    def step(self, player: Player, move: Move) -> tuple[Square, Square]:
        """The square that a legal move leaves and the square that it steps on."""
        source, _, entry = move.rpartition(">")
        return core.read_square(source) if source else self.tokens[player][0], core.read_square(entry)

    def after(self, moves: Moves) -> Self:
        player, enemy = self.turn, self.turn.other
        if moves[player] == PASS:
            return replace(self, turn=enemy)
        source, entry = self.step(player, moves[player])
        landing = self.landing(player, entry)
        own = tuple(sorted((landing, *(square for square in self.tokens[player] if square != source))))
        left = tuple(square for square in self.tokens[enemy] if square not in (entry, landing))
        return type(self)(self.rules, enemy, (own, left) if player is Player.P1 else (left, own))

    def outcome(self) -> Outcome | None:
        return self.win(Player.P1) or self.win(Player.P2)

    def win(self, player: Player) -> Outcome | None:
        if len(self.tokens[player.other]) < self.rules.keep:  # F3-A03: told before the baseline
            return Outcome(player, self.capture_words(player.other))
        if self.on_goal(player):
            return Outcome(player, f"reached {player.other}'s baseline")
        return None

    def on_goal(self, player: Player) -> list[Square]:
        """The tokens of `player` that stand on the enemy baseline."""
        goal = self.rules.goal(player)
        return [square for square in self.tokens[player] if square[0] == goal]

    def capture_words(self, loser: Player) -> str:
        if self.rules.tokens == 1:
            return f"captured {loser}'s token"
        return f"captured a token of {loser}" if self.rules.capture == "first" else f"captured all of {loser}'s tokens"

    # --- the book's words ---

    def board(self, width: int | None = None) -> str:
        contents, numbers = self.contents(), range(self.rules.size)
        rows = [[f"[{contents.get((row, column), ' ')}]" for column in numbers] for row in numbers]
        lines = ["".join(row) for row in rows]
        if width is None or max(map(len, lines)) <= width:
            return "\n".join(lines)
        return _folded(rows, width)

    def contents(self) -> dict[Square, str]:
        """What the drawing writes on each square that is not empty."""
        shown = dict.fromkeys(self.rules.blocked, "#") | self.rules.letters
        return shown | {square: player.name for player in Player for square in self.tokens[player]}

    def header(self, width: int | None = None) -> str:
        return "\n".join(("Current Grid:", self.board(width), *self.notes(), ""))

    def notes(self) -> tuple[str, ...]:
        blocked = ("[#] can't be entered.",) if self.rules.blocked else ()
        teleport = ("A letter carries a token to its twin.",) if self.rules.teleport else ()
        return blocked + teleport

    def words(self) -> str:
        tokens = ", ".join(f"{player.name} {_standing(self.tokens[player])}" for player in Player)
        blocked = f" Blocked: {_names(sorted(self.rules.blocked))}." if self.rules.blocked else ""
        pairs = sorted(sorted(pair) for pair in self.rules.teleport)
        teleport = "".join(f" Teleport {self.rules.letters[pair[0]]}: {_names(pair)}." for pair in pairs)
        return f"{tokens}.{blocked}{teleport}"

    def prompt(self, player: Player) -> str:
        if self.is_shut_in(player):
            return f"{player}, you have no move (press Enter to pass):\n> "
        return f"{player}, enter your move (format: {self.format()}):\n> "

    def format(self) -> str:
        return "row,column" if self.rules.tokens == 1 else "row,column>row,column"

    def is_shut_in(self, player: Player) -> bool:
        return next(self.steps(player), None) is None

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        if moves[self.turn] == PASS:
            return "", f"{self.turn} has no move and passes.", ""
        after = self.after(moves)
        lines = ["", *self.move_lines(moves[self.turn]), *self.loss_lines(after), ""]
        if outcome := after.outcome():
            lines.append(f"{outcome.winner} has {outcome.reason} and wins the game!")
        return tuple(lines)

    def move_lines(self, move: Move) -> Iterator[str]:
        source, entry = self.step(self.turn, move)
        origin = f"from {_name(source)} " if self.rules.tokens > 1 else ""
        yield f"Move accepted. {self.turn} moved {origin}to {_name(entry)}."
        landing = self.landing(self.turn, entry)
        if landing != entry:
            yield f"The teleport carries the token to {_name(landing)}."

    def loss_lines(self, after: Self) -> Iterator[str]:
        """A capture that doesn't end the game."""
        loser = self.turn.other
        before, left = len(self.tokens[loser]), len(after.tokens[loser])
        if self.rules.keep <= left < before:
            lost = "a token" if before - left == 1 else f"{before - left} tokens"
            yield f"{self.turn} has captured {lost} of {loser}, who has {left} left."

    def meaning(self, player: Player, move: Move) -> str:
        if move == PASS:
            return "no move is possible"
        source, entry = self.step(player, move)
        landing = self.landing(player, entry)
        origin = f"{_name(source)} " if self.rules.tokens > 1 else ""
        teleport = f", teleport to {_name(landing)}" if landing != entry else ""
        capture = ", capture" if {entry, landing} & set(self.tokens[player.other]) else ""
        return f"{origin}{_direction(source, entry)} to {_name(entry)}{teleport}{capture}"

    # --- what a player types ---

    def read(self, player: Player, typed: str) -> Move:
        """F3-A06. With several tokens the target alone will do where only one of them can step on it."""
        fitting = self.fitting(player, typed)
        if len(fitting) != 1:
            raise IllegalMove(self.why_not(player, typed))
        return fitting[0]

    def fitting(self, player: Player, typed: str) -> list[Move]:
        """The legal moves that `typed` may mean."""
        legal = self.allowed(player)
        if PASS in legal:
            return [PASS] if typed.isascii() and typed.strip().upper() in ("", PASS) else []
        source, entry = _typed_step(typed)
        steps = ((move, self.step(player, move)) for move in legal)
        return [move for move, (leaves, enters) in steps if enters == entry and source in (None, leaves)]

    def why_not(self, player: Player, move: Move) -> str:
        legal = self.allowed(player)
        if PASS in legal:
            return "You have no move: press Enter to pass."
        if move.strip().upper() == PASS:
            return "You may pass only when you have no move."
        source, entry = _typed_step(move)
        if entry is None:
            return f"Enter your move as {self.format()}, for example {legal[-1]}."
        if source and source not in self.tokens[player]:
            return f"You have no token on {_name(source)}."
        return self.why_no_step(player, (source,) if source else self.tokens[player], entry)

    def why_no_step(self, player: Player, sources: tuple[Square, ...], entry: Square) -> str:
        reasons = {self.obstacle(player, source, entry) or _misstep(player, source, entry) for source in sources}
        if "" in reasons:
            return f"Enter your move as {self.format()}: {' or '.join(self.fitting(player, core.write_square(entry)))}."
        return reasons.pop() if len(reasons) == 1 else f"None of your tokens can step on {_name(entry)}."

    # --- drawing and text ---

    def cells(self) -> tuple[Cell, ...]:
        cells = list(empty(self.rules))
        for player in Player:
            for row, column in self.tokens[player]:
                number = row * self.rules.size + column
                cells[number] = replace(cells[number], pieces=(Piece(player, player.name),))
        return tuple(cells)

    @classmethod
    def count_cells(cls, rules: core.Rules) -> int:
        assert isinstance(rules, cls.Rules)
        return rules.size**2

    def path(self, player: Player, move: Move) -> tuple[Square | None, Square | None]:
        return (None, None) if move == PASS else self.step(player, move)

    def body(self) -> str:
        return "/".join(map(core.write_squares, self.tokens))

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        (tokens,) = words
        p1, p2 = (tuple(sorted(core.read_squares(squares))) for squares in tokens.split("/"))
        return cls(rules=rules, turn=turn, tokens=(p1, p2))

    def problem(self) -> str | None:
        return self.square_problem() or self.count_problem() or self.winner_problem() or self.won_out_of_turn()

    def square_problem(self) -> str | None:
        squares = [square for player in Player for square in self.tokens[player]]
        for square in squares:
            if not self.rules.has(square):
                return f"{_name(square)} is off the grid"
            if square in self.rules.blocked:
                return f"{_name(square)} is blocked"
        if len(set(squares)) < len(squares):
            return "two tokens stand on one square"
        if any(list(own) != sorted(own) for own in self.tokens):
            return "the tokens are not in the order of their squares"
        return None

    def count_problem(self) -> str | None:
        at_once = 2 if self.rules.teleport else 1
        lost = [self.rules.tokens - len(own) for own in self.tokens]
        if min(lost) < 0:
            return f"a player has more than {self.rules.tokens} tokens"
        if min(lost) == self.rules.tokens:
            return "nobody has a token"
        if self.rules.capture == "first" and max(lost) > at_once:
            return "the game ended with the first capture, and more tokens are missing"
        return None

    def winner_problem(self) -> str | None:
        """Whoever won did it with the last move; whether that was the right player is asked of every game."""
        if all(map(self.win, Player)):
            return "both players have won, and the first to do so ended the game"
        if any(len(self.on_goal(player)) > 1 for player in Player):
            return "two tokens are on the enemy baseline, and the first there has won"
        return None


@lru_cache(16)
def empty(rules: GridRunner.Rules) -> tuple[Cell, ...]:
    """The grid without a token on it."""
    numbers = range(rules.size)
    squares = ((row, column) for row in numbers for column in numbers)
    return tuple(Cell(square, core.write_square(square), (), tuple(_marks(rules, square))) for square in squares)


def _marks(rules: GridRunner.Rules, square: Square) -> Iterator[Mark]:
    for player in Player:
        if square[0] == rules.goal(player.other):
            yield Mark("baseline", player)
    if square in rules.blocked:
        yield Mark("blocked", label="#")
    if square in rules.letters:
        yield Mark("teleport", label=rules.letters[square])


def _name(square: Square) -> str:
    """A square as the book prints it (F3-A06)."""
    return f"({square[0]},{square[1]})"


def _names(squares: Sequence[Square]) -> str:
    *others, last = map(_name, squares)
    return f"{', '.join(others)} and {last}" if others else last


def _standing(squares: Sequence[Square]) -> str:
    return f"is on {_names(squares)}" if squares else "has no token left"


def _direction(source: Square, entry: Square) -> str:
    return DIRECTIONS[abs(entry[0] - source[0]), entry[1] - source[1]]


def _misstep(player: Player, source: Square, entry: Square) -> str:
    """F3-R09, F3-R11: why `player`'s token never steps from `source` to `entry`, or ""."""
    down, right = entry[0] - source[0], entry[1] - source[1]
    if (down, right) in STEPS[player]:
        return ""
    if (down < 0) if player is Player.P1 else (down > 0):
        return f"{_name(entry)} is behind {_name(source)}: tokens never move backward."
    return f"{_name(entry)} is too far from {_name(source)}: a token moves one square."


def _typed_step(typed: str) -> tuple[Square | None, Square | None]:
    """The square to leave, if one is told, and the square to step on; no square to step on where that is not told."""
    *sources, entry = map(_typed_square, typed.split(">"))
    if None in sources or len(sources) > 1:
        return None, None
    return sources[0] if sources else None, entry


def _typed_square(typed: str) -> Square | None:
    bare = typed.strip()
    if bare.startswith("(") and bare.endswith(")"):
        bare = bare[1:-1]
    found = TYPED_SQUARE.fullmatch(bare)
    return (int(found[1]), int(found[2])) if found else None


def _folded(rows: list[list[str]], width: int) -> str:
    """The grid in bands of columns, each with its numbers, because in a part of a grid nobody can count squares."""
    stacks = [(f" {column}", *(row[column] for row in rows)) for column in range(len(rows))]
    margin = len(str(len(rows))) + 1
    labels = [" " * margin, *(f"{row} ".rjust(margin) for row in range(len(rows)))]
    return core.columns(stacks, width, labels=labels)
