"""Exploring: play moves freely for both sides, see what each is worth, and keep every branch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from flagfall.coach.explore import Eyes, Node, Tree, record_line
from flagfall.coach.reports.simulation import Simulated, simulate
from flagfall.core import FlagfallError, Move, Player, Position, Scene
from flagfall.core import Moves as Ply
from flagfall.core import Option as BoardOption
from flagfall.games import GAMES
from flagfall.games import position as read_position
from flagfall.record.files import find, load
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.panels.moves import Moves
from flagfall.terminal.screen.panels.typed import TypedLine
from flagfall.terminal.tty.console import sentence

from .knowing import WorkedOut, work_out
from .rows import Piece, emblem, filled, joined, line_of_play, moves_made, padded, worth_sign
from .studying import Studying
from .texts import AskText

if TYPE_CHECKING:
    from flagfall.coach.evaluation.verdicts import Verdict
    from flagfall.solve import Worth

RANDOM_GAMES = 200
"""So many are played where nothing better can be said."""


class ExploreScreen(Studying):
    ABOUT = (
        "Play moves freely for both sides. Every move shows what it is worth and how many plies are left; "
        "u takes back and r plays again, and whatever was tried stays in the list."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,backspace", "back", "Undo"),
        Binding("r", "forward", "Again"),
        Binding("b", "best", "Best"),
        Binding("n", "aside(1)", "Branch"),
        Binding("N", "aside(-1)", "Branch before", show=False),
        Binding("x", "cut", "Forget it", show=False),
        Binding("home", "root", "Start", show=False),
        Binding("end", "leaf", "End", show=False),
        Binding("o", "open", "Open"),
    ]
    DEFAULT_CSS = """
    ExploreScreen {
        #told { margin: 0 0 1 0; }
        Moves { height: auto; max-height: 14; margin: 0 0 1 0; border: none; padding: 0; }
        #best { max-height: 12; margin: 0 0 1 0; }
    }
    ExploreScreen.-middle Moves { max-height: 9; }
    ExploreScreen.-middle #best { max-height: 6; }
    ExploreScreen.-line {
        #beside { padding: 0; }
        #course { padding: 0 0 0 2; }
        Moves { max-height: 100%; height: auto; }
    }
    ExploreScreen.-narrow #best { max-height: 2; margin: 0; }
    ExploreScreen.-narrow #told { margin: 0; max-height: 2; }
    """

    def __init__(self, start: Position, moves: Sequence[Ply] = ()) -> None:
        super().__init__()
        self.tried = Tree(start, moves)
        self.chosen: dict[Player, Move] = {}
        """In a battle, what was chosen for the first player while the second one's choice is waited for."""
        self._rows: list[Node] = []
        self._looks: object = None
        """What else the list of the tree was made from."""
        self._simulated: dict[object, Simulated] = {}

    # --- what is shown ---

    @property
    def start(self) -> Position:
        return self.tried.start

    @property
    def position(self) -> Position:
        return self.tried.here.position

    @property
    def before(self) -> Position | None:
        return self.tried.here.parent.position if self.tried.here.parent else None

    @property
    def chooser(self) -> Player | None:
        """Who chooses now; in a battle one after the other."""
        return next((player for player in self.position.choices() if player not in self.chosen), None)

    def panel(self) -> ComposeResult:
        yield Vertical(Static(id="told", markup=False), Moves(), Static(id="best", markup=False), id="beside")
        yield Vertical(OptionList(id="tree", markup=False), id="course")

    def below(self) -> ComposeResult:
        yield TypedLine()

    def on_mount(self) -> None:
        self.board.focus()

    def scene(self) -> Scene:
        """With the moves of whoever chooses now, if these eyes may know them."""
        scene = super().scene()
        mine = scene.options.get(self.chooser, ()) if self.chooser and self._may_choose(self.chooser) else ()
        return replace(scene, options={self.chooser: mine} if self.chooser and mine else {})

    def _may_choose(self, player: Player) -> bool:
        return not self.start.hides() or self.eyes is Eyes.ALL or self.eyes.viewer is player

    @property
    def verdicts(self) -> Mapping[Move, Verdict]:
        if self.found and self.values and self.chooser:
            return self.found.verdicts[self.chooser]
        return {}

    def show(self) -> None:
        self.judge()
        self.put("#heading-line", self._title())
        self.board.show(self.scene(), self.verdicts)
        self._show_known()
        self._show_tree()
        self.refresh_bindings()

    def judged(self) -> None:
        self.board.show(self.scene(), self.verdicts, glide=False)
        self._show_known()
        self.refresh_bindings()

    def _show_known(self) -> None:
        self.show_value()
        self.put("#told", self._told())
        self._show_moves()
        self._show_best()

    def _title(self) -> str:
        hidden = f" · {self.eyes.value}" if self.start.hides() else ""
        changed = " ".join(f"{name}={value}" for name, value in self.start.rules.changed().items())
        return f"⚑ Explore {self.start.title}{hidden}" + (f" · {changed}" if changed else "")

    def _told(self) -> Content:
        """Who is to choose, or how it ended."""
        if outcome := self.position.outcome():
            return joined(f"{outcome}.")
        player = self.chooser
        assert player
        if not self._may_choose(player):
            return joined(
                emblem(player), f" {player} is to choose, and {self.eyes.value} leaves out how. e changes eyes."
            )
        if len(self.position.choices()) == 1:
            return joined(emblem(player), f" {player} to move.")
        others = [joined(emblem(each), f" {move}, and ") for each, move in self.chosen.items()]
        return Content("").join([*others, joined(emblem(player), f" {player} chooses in secret.")])

    def _show_moves(self) -> None:
        player, view = self.chooser, self.eyes.view(self.position)
        moves = self.query_one(Moves)
        moves.list_moves(view, self.board.options if player else (), self.verdicts)
        moves.display = bool(moves.listed) and (not self.has_class("-narrow") or self.has_class("-listed"))
        self._invite(self.board.at(self.board.cursor))

    def _show_best(self) -> None:
        best = self.query_one("#best", Static)
        best.display = bool(self.unknown or (self.values and self.found and self.found.line))
        if self.unknown:
            self.put("#best", joined((f"{self.unknown} {self._random_play()}", "$muted")))
        elif self.found:
            line = line_of_play(self.position, self.found.line, self.tried.here.ply + 1)
            end: list[list[Piece]] = [[("and so on, for ever", "$muted")]] if self.found.repeats else []
            self.put("#best", filled([[("Best play  ", "$muted")], *line, *end], self.query_one("#beside").size.width))

    def _random_play(self) -> str:
        """What can be said all the same, to whom everything may be told."""
        if self.eyes is not Eyes.ALL or not self.position.choices():
            return ""
        if self.position not in self._simulated:
            work_out(self, self.position, partial(simulate, self.position, RANDOM_GAMES), group="random play")
            return ""
        found = self._simulated[self.position]
        shares = {player: found.share(player) for player in Player}
        told = ", ".join(f"{player} wins ≈ {share:.0%} ± {error:.0%}" for player, (share, error) in shares.items())
        return f"Where both play at random from here, {told}."

    @on(WorkedOut)
    def _played(self, event: WorkedOut) -> None:
        if isinstance(event.answer, Simulated):
            self._simulated[event.about] = event.answer
            self._show_best()

    # --- the tree ---

    def _show_tree(self) -> None:
        """The list is made anew only where something else would stand in it: a long one takes its time."""
        tree, rows = self.query_one("#tree", OptionList), self.tried.rows()
        width = max(20, self.query_one("#course").size.width - 2)
        nodes, looks = [node for _, node in rows], (width, self.eyes, self.values, self.knowledge is not None)
        with self.prevent(OptionList.OptionHighlighted):
            if (nodes, looks) != (self._rows, self._looks):
                self._rows, self._looks = nodes, looks
                tree.clear_options()
                tree.add_options([Option(self.drawn(self._row(node, indent, width))) for indent, node in rows])
            tree.highlighted = nodes.index(self.tried.here)

    def _row(self, node: Node, indent: int, width: int) -> Content:
        end = worth_sign(self._worth(node)) if self.values else []
        space = "  " * min(indent, 6)
        if node.parent is None:
            return padded([("    start", "$muted")], end, width)
        number: Piece = (f"{node.ply:>3} ", "$muted")
        mark: Piece = (f"{space[:-2]}└ ", "$muted") if node.is_variation else space
        return padded([number, mark, *moves_made(node.parent.position, node.moves, self.eyes)], end, width)

    def _worth(self, node: Node) -> Worth | None:
        return self.knowledge.solution.worth(node.position) if self.knowledge else None

    def on_resize(self) -> None:
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        self._show_tree()
        self._show_moves()
        self._show_best()

    @on(OptionList.OptionHighlighted, "#tree")
    def _walk(self, event: OptionList.OptionHighlighted) -> None:
        """Arrows in the list walk the tree."""
        if self.query_one("#tree").has_focus and self._rows[event.option_index] is not self.tried.here:
            self._go(self._rows[event.option_index])

    @on(OptionList.OptionSelected, "#tree")
    def _jump(self, event: OptionList.OptionSelected) -> None:
        self._go(self._rows[event.option_index])

    def _go(self, node: Node) -> None:
        self.tried.go(node)
        self._changed()

    def _changed(self) -> None:
        self.chosen = {}
        self.show()

    # --- playing ---

    @on(Board.Chosen)
    def _chosen(self, event: Board.Chosen) -> None:
        self.choose(event.option.move)

    @on(OptionList.OptionSelected, "Moves")
    def _listed(self, event: OptionList.OptionSelected) -> None:
        self.choose(self.query_one(Moves).listed[event.option_index].move)

    @on(Board.Pointed)
    def _point(self, event: Board.Pointed) -> None:
        self.query_one(Moves).point(event.options)
        self._invite(event.options)

    def _invite(self, options: Sequence[BoardOption]) -> None:
        """What stands in the line below while nothing is typed."""
        labels = " or ".join(dict.fromkeys(option.label for option in options))
        written = self.position.written(options[0].move) if len(options) == 1 else ""
        typed = f", typed {'' if written[:1].isdigit() else ':'}{written}" if written else ""
        self.line.invite(joined(("Enter: ", "$muted"), (labels, "bold"), (typed, "$muted")) if options else Content(""))

    # --- typing ---

    @property
    def line(self) -> TypedLine:
        return self.query_one(TypedLine)

    def take_key(self, event: events.Key) -> bool:
        """The app hands every key over before it does anything else with it, in the order in which they were typed."""
        later = partial(self.call_later, self.enter)  # after what the keys before it do
        return self.line.take(event, later, digits=True)

    def enter(self, line: str) -> None:
        """A move in the book's notation, or a position in one line."""
        try:
            if line.split()[:1] and line.split()[0] in GAMES:
                self._open(opened(line))
            elif self.chooser and self._may_choose(self.chooser):
                self.choose(self.position.read(self.chooser, line))
        except FlagfallError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)

    def choose(self, move: Move) -> None:
        """Play a move, or in a battle keep it until both have chosen."""
        player = self.chooser
        assert player
        self.chosen[player] = move
        if self.chooser is None:
            self.tried.play(self.chosen)
            self._changed()
        else:
            self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What there is nothing for now is not offered."""
        here = self.tried.here
        if action == "back":
            return bool(self.chosen or here.parent)
        if action == "forward":
            return bool(here.children)
        if action == "aside":
            return here.parent is not None and len(here.parent.children) > 1
        if action == "best":
            return bool(self.found and self.found.line)
        return super().check_action(action, parameters)

    def action_best(self) -> None:
        """What best play does here."""
        if self.found and self.found.line:
            self.tried.play(self.found.line[0])
            self._changed()

    def action_back(self) -> None:
        if self.chosen or self.tried.back():
            self._changed()

    def action_forward(self) -> None:
        if self.tried.forward():
            self._changed()

    def action_aside(self, step: int) -> None:
        if self.tried.aside(step):
            self._changed()

    def action_cut(self) -> None:
        if self.tried.cut():
            self._changed()

    def action_root(self) -> None:
        self._go(self.tried.root)

    def action_leaf(self) -> None:
        self._go(self.tried.line[-1])

    # --- another start ---

    def action_open(self) -> None:
        question = "A position in one line, or a record: the name of a saved game, or a file."
        self.app.push_screen(AskText(question, self.start.text(), opened), self._open)

    def _open(self, tree: Tree | None) -> None:
        if tree:
            self.tried = tree
            self.begin()


def opened(text: str) -> Tree:
    """What a line of text means: a position's own, or a record's last game. A FlagfallError says what is wrong."""
    if text.split()[:1] and text.split()[0] in GAMES:
        return Tree(read_position(text))
    return Tree(*record_line(load(find(str(Path(text).expanduser())))[-1]))
