"""`flagfall explore`: any position, the moves from it with what they are worth, and back again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from flagfall.coach.explore import Insight, Line, Tree, insight, record_line
from flagfall.core import IllegalMove, Moves, Position
from flagfall.exits import DONE
from flagfall.games import GAMES
from flagfall.terminal.boards import Look
from flagfall.terminal.saving import records_in
from flagfall.terminal.tty.console import Console

if TYPE_CHECKING:  # numpy takes longer to load than a board may
    from flagfall.bots.solved.knowledge import Knowledge

HELP = """\
Type a move; in a battle both are asked for. Or:
  back, forward  a ply back, or where you were
  aside          the next of the moves that you tried instead
  line           best play from here
  position       the position as one line of text
  board          the board and the moves again
  quit           stop"""


def line_of(where: str, position: Callable[[str], Position]) -> Line:
    """What is meant by the name of a game or a position, or by a record or saved game."""
    if where.split()[:1] and where.split()[0] in GAMES:
        return position(where), ()
    return record_line(records_in(where)[-1])


def explore(console: Console, start: Position, plies: Sequence[Moves] = (), *, words: bool = False) -> int:
    """Walk about until somebody stops; the answer is the exit code."""
    return Explorer(console, Tree(start, plies), Look(words)).run()


class Explorer:
    """Somebody who walks about in a tree of positions."""

    def __init__(self, console: Console, tree: Tree, look: Look) -> None:
        self.console = console
        self.look = look
        self.tree = tree
        self.knowledge = self._known()
        self.commands: dict[str, Callable[[], bool]] = {
            "back": tree.back,
            "b": tree.back,
            "forward": tree.forward,
            "f": tree.forward,
            "aside": tree.aside,
            "a": tree.aside,
        }

    def _known(self) -> Knowledge | None:
        """What the solver knows; None where the game hides something, or is too large for it."""
        if self.tree.start.hides():
            self.console.tell("What moves are worth can't be told here, because each player hides something.")
            return None
        from flagfall.solve import TooBig

        from .solve import known

        try:
            return known(self.tree.start)
        except TooBig as error:
            self.console.tell(f"What moves are worth can't be told here: {error}.")
            return None

    def run(self) -> int:
        self._show()
        while True:
            try:
                answer = self.console.ask("Move (help, q): ").strip()
            except EOFError:
                return DONE
            if answer.casefold() in ("q", "quit", "exit"):
                return DONE
            self._obey(answer)

    def _obey(self, answer: str) -> None:
        word = answer.casefold()
        if word in ("help", "?"):
            self.console.print(HELP)
        elif word in ("board", ""):
            self._show()
        elif word == "position":
            self.console.print(self.tree.here.position.text())
        elif word == "line":
            self._tell_line()
        elif word in self.commands:
            self._walk(self.commands[word])
        else:
            self._play(answer)

    def _walk(self, step: Callable[[], bool]) -> None:
        if step():
            self._show()
        else:
            self.console.tell("There is nothing there.")

    def _play(self, answer: str) -> None:
        """The move of whose turn it is; where two choose at once, the others' is asked for."""
        position = self.tree.here.position
        if position.outcome():
            self.console.tell("The game is over here. Type back or quit.")
            return
        first, *others = position.choices()
        try:
            moves = {first: position.read(first, answer)}
            for player in others:
                moves[player] = position.read(player, self.console.ask(f"{player}: ").strip())
        except IllegalMove as refusal:
            self.console.tell(str(refusal))
            return
        self.tree.play(moves)
        self._show()

    # --- what is shown ---

    def _show(self) -> None:
        position, ply = self.tree.here.position, f"Ply {self.tree.here.ply}."
        self.console.print(f"\n{self.look.board(position, self.console.width)}")
        if outcome := position.outcome():
            self.console.tell(f"{ply} {outcome}.")
        elif self.knowledge:
            self._show_known(insight(self.knowledge, position), ply)
        else:
            self.console.tell(ply)
            for player, moves in position.choices().items():
                self.console.tell(f"{player}: {', '.join(map(position.written, moves))}", indent="  ")

    def _show_known(self, known: Insight, ply: str) -> None:
        self.console.tell(f"{ply} {known.words}")
        written = self.tree.here.position.written
        for player, judged in known.verdicts.items():
            told = [f"{written(move)} ({'best, ' if each.best else ''}{each.short})" for move, each in judged.items()]
            self.console.tell(f"{player}: {', '.join(told)}", indent="  ")

    def _tell_line(self) -> None:
        if self.knowledge is None:
            self.console.tell("Best play can't be told here.")
            return
        known = insight(self.knowledge, self.tree.here.position)
        plies = [" | ".join(f"{player.name} {move}" for player, move in moves.items()) for moves in known.line]
        end = ["and so on, without end"] if known.repeats else []
        self.console.tell(", ".join([*plies, *end]) or "The game is over here.", indent="  ")
