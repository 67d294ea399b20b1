"""A tree of positions: moves freely played for both sides, every branch kept, and what is known of each position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from flagfall.core import FlagfallError, Move, Moves, Player, Position
from flagfall.record import Record

if TYPE_CHECKING:  # numpy takes longer to load than a board may
    from flagfall.bots.solved.knowledge import Knowledge
    from flagfall.coach.evaluation.verdicts import Verdict
    from flagfall.solve import Worth

LONGEST_LINE = 40
"""Plies of best play that are shown."""
NEAR_LINE = 12
"""The same where a game is too big to be followed as a whole, and every ply takes its time."""


class BadTree(FlagfallError):
    """What is not the data of a tree."""


@dataclass(eq=False)
class Node:
    """A position, the moves that led to it, and what was tried from it, in the order in which it was tried."""

    position: Position
    moves: Moves = field(default_factory=dict)
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    latest: Node | None = None
    """The child that one has come from, or was at last: where forward leads."""

    @property
    def ply(self) -> int:
        """How many plies lead here."""
        return len(self.path) - 1

    @property
    def path(self) -> list[Node]:
        """From the start to here."""
        path, node = [self], self.parent
        while node:
            path.append(node)
            node = node.parent
        return path[::-1]

    @property
    def is_variation(self) -> bool:
        """Whether something else was tried before it."""
        return self.parent is not None and self.parent.children[0] is not self

    def below(self) -> Iterator[Node]:
        """This and all that follows: the first line to its end before any other."""
        waiting = [self]
        while waiting:
            yield (node := waiting.pop())
            waiting.extend(reversed(node.children))


class _Row(NamedTuple):
    """What is still to be written: a node itself, or what follows it."""

    indent: int
    node: Node
    follows: bool


class Tree:
    """Where one has been, and where one is."""

    def __init__(self, start: Position, plies: Sequence[Moves] = ()) -> None:
        """From a start, with moves that are known to have been played from it; one is where they lead."""
        self.root = self.here = Node(start)
        for moves in plies:
            self.play(moves)

    @property
    def start(self) -> Position:
        return self.root.position

    def play(self, moves: Moves) -> Node:
        """Go where these moves lead; where they were tried before, nothing is added. IllegalMove says why not."""
        after = self.here.position.play(moves)
        child = next((each for each in self.here.children if each.moves == moves), None)
        if child is None:
            child = Node(after, dict(moves), self.here)
            self.here.children.append(child)
        self.go(child)
        return child

    def go(self, node: Node) -> None:
        """Be at this position; from all that lead to it, forward leads to it again."""
        for before, after in zip(node.path, node.path[1:], strict=False):
            before.latest = after
        self.here = node

    def back(self) -> bool:
        """One ply back, if there is one."""
        if self.here.parent:
            self.go(self.here.parent)
            return True
        return False

    def forward(self) -> bool:
        """To where one was last from here, or else along the first line."""
        if not self.here.children:
            return False
        self.go(self.here.latest or self.here.children[0])
        return True

    def aside(self, step: int = 1) -> bool:
        """To the next of the moves that were tried instead."""
        among = self.here.parent.children if self.here.parent else [self.here]
        if len(among) == 1:
            return False
        self.go(among[(among.index(self.here) + step) % len(among)])
        return True

    def cut(self) -> bool:
        """Forget this position and all that follows it; one is then where it came from."""
        node, parent = self.here, self.here.parent
        if parent is None:
            return False
        parent.children.remove(node)
        parent.latest = None
        self.go(parent)
        return True

    @property
    def line(self) -> list[Node]:
        """The line that one is in, from the start to its end."""
        line, node = self.here.path, self.here
        while node.children:
            node = node.latest or node.children[0]
            line.append(node)
        return line

    @property
    def plies(self) -> tuple[Moves, ...]:
        """The moves from the start to here."""
        return tuple(node.moves for node in self.here.path[1:])

    def nodes(self) -> list[Node]:
        return list(self.root.below())

    def rows(self) -> list[tuple[int, Node]]:
        """All nodes as a list to be read, each with how deep it is indented: what else was tried stands, indented and
        with all that follows it, between a move and the next one of its line."""
        rows, waiting = [(0, self.root)], [_Row(0, self.root, follows=True)]
        while waiting:
            indent, node, follows = waiting.pop()
            if not follows:
                rows.append((indent, node))
                waiting.append(_Row(indent, node, follows=True))
            elif node.children:
                first, *others = node.children
                rows.append((indent, first))
                waiting.append(_Row(indent, first, follows=True))
                waiting.extend(_Row(indent + 1, each, follows=False) for each in reversed(others))
        return rows

    # --- as data ---

    def as_data(self) -> dict[str, Any]:
        """The start as its text, each node by its ply and moves, and where one is.

        A node belongs to the last one before it that has one ply less.
        """
        nodes = self.nodes()
        rows = [[node.ply, {player.name: move for player, move in node.moves.items()}] for node in nodes[1:]]
        return {"start": self.start.text(), "nodes": rows, "here": nodes.index(self.here)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any], start: Position) -> Tree:
        """The same tree again, from this start, which is the one that the data names. BadTree or IllegalMove."""
        tree = cls(start)
        path = [tree.root]
        try:
            for ply, moves in data["nodes"]:
                if not 0 < ply <= len(path):
                    raise BadTree(f"ply {ply} can't follow ply {len(path) - 1}")
                tree.here = path[ply - 1]
                path[ply:] = [tree.play({Player[name]: move for name, move in moves.items()})]
            tree.go(tree.nodes()[data["here"]])
        except (LookupError, TypeError, AttributeError):
            raise BadTree("this is not a tree of moves; one has a start, nodes, and where one is") from None
        for node in tree.nodes():
            if node not in tree.here.path:
                node.latest = None
        return tree


# --- what was played ---

Line = tuple[Position, Sequence[Moves]]
"""A start, and the moves that were played from it."""


class StillSecret(FlagfallError):
    """What is hidden in an unfinished game stays so."""


def record_line(record: Record) -> Line:
    """A game that was played, as far as it may be seen: what is sealed stays so."""
    if record.start.hides() and not record.outcome:
        raise StillSecret(f"this game of {record.start.title} is not over, and what it hides stays hidden until then")
    return record.start, [ply.moves for ply in record.match().plies]


# --- what is known of a position ---


class Eyes(Enum):
    """Whose eyes a position is looked at with. It makes a difference only where something is hidden."""

    ALL = "everything"
    P1 = "what Player 1 knows"
    P2 = "what Player 2 knows"
    BOTH = "what both know"

    @property
    def viewer(self) -> Player | None:
        """Whose, as a view has it; nobody's for ALL, who sees more than any view."""
        return Player[self.name] if self in (Eyes.P1, Eyes.P2) else None

    def view(self, position: Position) -> Position:
        return position if self is Eyes.ALL else position.view(self.viewer)

    def written(self, position: Position, player: Player, move: Move) -> str:
        """A move that was made here, as these eyes have seen it."""
        return move if self is Eyes.ALL else position.disguise(player, move, self.viewer)


@dataclass(frozen=True)
class Insight:
    """What the solution says of a position."""

    worth: Worth
    words: str
    """What it is worth, in a sentence."""
    verdicts: Mapping[Player, Mapping[Move, Verdict]]
    """Each legal move of everybody who decides, from the best to the worst."""
    line: tuple[Moves, ...]
    """Best play from here, to the end or until it repeats itself."""
    repeats: bool
    """Whether the line goes round and would never end."""


def insight(knowledge: Knowledge, position: Position, longest: int | None = None) -> Insight:
    """All that a screen shows of a position, with so many plies of best play, or as many as are quickly found."""
    from flagfall.coach.evaluation.grades import in_words
    from flagfall.coach.evaluation.verdicts import verdicts

    worth = knowledge.solution.worth(position)
    line, repeats = line_from(knowledge, position, longest or (LONGEST_LINE if knowledge.whole else NEAR_LINE))
    judged = {player: verdicts(knowledge, position, player) for player in position.choices()}
    return Insight(worth, f"{in_words(worth).capitalize()}.", judged, line, repeats)


def line_from(knowledge: Knowledge, position: Position, most: int = LONGEST_LINE) -> tuple[tuple[Moves, ...], bool]:
    """Best play from here, at most so many plies, and whether it comes back to where it has been."""
    from flagfall.coach.evaluation.judging import best_line

    line, seen, repeats = list[Moves](), {position}, False
    for moves, after in best_line(knowledge, position):
        line.append(moves)
        repeats = after in seen
        seen.add(after)
        if len(line) == most:
            break
    return tuple(line), repeats
