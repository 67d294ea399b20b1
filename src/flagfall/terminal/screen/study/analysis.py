"""The analysis of a game: its curve, every move with its grade, and what decided it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from flagfall.coach.explore import Eyes
from flagfall.core import FlagfallError, Player, Position, Scene
from flagfall.match import Match
from flagfall.record import Record
from flagfall.record.names import names_in
from flagfall.terminal.saving import HUMAN
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.panels.curve import Curve
from flagfall.terminal.tty.console import sentence

from .knowing import WorkedOut, work_out
from .rows import Piece, emblem, graded_moves, joined, moves_made, padded, seeming_sign, worth_sign
from .studying import SOLVING, Studying

if TYPE_CHECKING:
    from flagfall.coach.analysis.analysis import Analysis, Habit
    from flagfall.coach.hidden.review import Review

UNGRADED = "Its moves can be stepped through, but not graded."


class NothingPlayed(FlagfallError):
    """An analysis of no game."""


class AnalysisScreen(Studying):
    AUTO_FOCUS = ""
    ABOUT = (
        "Step through a game with the arrows, or click on its curve: above the middle Player 1 stands better. "
        "A triangle is a slip. What if something else had been played? w tries it, p plays on from here."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "step(-1)", "Step", key_display="←→"),
        Binding("right,down", "step(1)", show=False),
        Binding("home", "go(0)", show=False),
        Binding("end", "go(-1)", show=False),
        Binding("n", "slip(1)", "Next slip"),
        Binding("N,b", "slip(-1)", "Slip before", show=False),
        Binding("w", "what_if", "What if"),
        Binding("right_square_bracket", "round(1)", "Next round", key_display="]"),
        Binding("left_square_bracket", "round(-1)", "Round before", key_display="[", show=False),
        Binding("h", "habits", "Habits"),
    ]
    DEFAULT_CSS = """
    AnalysisScreen {
        #decided { margin: 0 0 1 0; max-height: 5; }
        #told { margin: 1 0 0 0; min-height: 3; }
        Curve { height: 8; }
    }
    AnalysisScreen.-low Curve, AnalysisScreen.-narrow Curve { height: 4; }
    AnalysisScreen.-middle Curve { height: 6; }
    AnalysisScreen.-line #told { margin: 0 0 1 0; }
    AnalysisScreen.-line Curve { height: 1fr; max-height: 14; }
    AnalysisScreen.-line.-narrow Curve { height: 4; }
    AnalysisScreen.-narrow #told { margin: 0; min-height: 1; max-height: 3; }
    """

    def __init__(self, records: Sequence[Record], number: int = -1) -> None:
        super().__init__()
        if not records:
            raise NothingPlayed("there is no game yet to go through")
        self.records = list(records)
        self.matches = [record.match() for record in self.records]
        self.number = number % len(self.records)
        self.ply = 0
        self.analysis: Analysis | Review | None = None
        self._shown_rows: list[tuple[int, ...]] = []

    # --- what is shown ---

    @property
    def match(self) -> Match:
        return self.matches[self.number]

    @property
    def start(self) -> Position:
        return self.match.start

    @property
    def last(self) -> int:
        return len(self.match.plies)

    def at(self, ply: int) -> Position:
        return self.match.plies[ply].before if ply < self.last else self.match.position

    @property
    def position(self) -> Position:
        return self.at(self.ply)

    @property
    def before(self) -> Position | None:
        return self.at(self.ply - 1) if self.ply else None

    @property
    def sealed(self) -> bool:
        """Whether the game goes on and something is hidden: then only what both players know is shown."""
        return self.start.hides() and self.match.outcome is None

    @property
    def seen(self) -> tuple[Eyes, ...]:
        return (Eyes.BOTH,) if self.sealed else super().seen

    def panel(self) -> ComposeResult:
        plies = OptionList(id="plies", markup=False)
        plies.can_focus = False
        yield Vertical(Static(id="decided", markup=False), plies, id="course")
        yield Vertical(Static(id="told", markup=False), Curve(id="curve"), id="beside")

    def begin(self) -> None:
        self.board.can_focus = False  # so that the arrows step
        self.analysis, self.ply = None, self.last
        super().begin()

    # --- what is known ---

    def ask(self) -> None:
        """Where something is hidden, the players' decisions are looked at as they looked to them."""
        if self.sealed or not self.start.hides():
            super().ask()
            return
        match = self.match
        self.knowledge, self.found, self.unknown, self._asked = None, None, "", None
        self.value.say(SOLVING)
        work_out(self, match, lambda: _reviewed(match), group="analysis")

    def known(self) -> None:
        from flagfall.coach.analysis.analysis import analyse

        match, knowledge = self.match, self.knowledge
        assert knowledge
        work_out(self, match, lambda: analyse(match, knowledge), group="analysis")
        super().known()

    @on(WorkedOut)
    def _analysed(self, event: WorkedOut) -> None:
        if event.about is not self.match:
            return
        if isinstance(event.answer, FlagfallError):
            self.unknown = sentence(str(event.answer))
        else:
            self.analysis = event.answer
        self.show()

    # --- showing ---

    def show(self) -> None:
        self.put("#heading-line", self._title())
        self.put("#decided", self._decided())
        self._show_curve()
        self._fill()
        self._show_ply()
        self.refresh_bindings()

    def _title(self) -> Content:
        """The game, the round, and who played how well."""
        several = f" · round {self.number + 1} of {len(self.records)}" if len(self.records) > 1 else ""
        hidden = f" · {self.eyes.value}" if self.start.hides() else ""
        tags = self.records[self.number].tags
        pieces: list[Piece] = [f"⚑ {self.start.title}{several}{hidden}"]
        for player in Player:
            name = names_in(tags).get(player) or tags.get(player.name, HUMAN)
            pieces += ["  ", emblem(player), f" {name if name != HUMAN else player.name}", self._accuracy(player)]
        return joined(*pieces)

    def _accuracy(self, player: Player) -> Piece:
        share = self.analysis.skill(player).accuracy if self.analysis else None
        about = "≈" if self.start.hides() else ""
        return "" if share is None else (f" {about}{share:.0%} right", "$muted")

    def _decided(self) -> str:
        if self.analysis:
            from flagfall.coach.analysis.story import decided
            from flagfall.coach.hidden.review import Review, story

            if isinstance(self.analysis, Review):
                return story(self.analysis, self.match)
            return decided(self.analysis, self.match)
        result = f"{self.match.outcome}." if self.match.outcome else "The game is unfinished."
        return f"{result} {self.unknown} {UNGRADED}" if self.unknown else result

    def _show_curve(self) -> None:
        curve = self.query_one("#curve", Curve)
        curve.display = self.analysis is not None
        if self.analysis:
            curve.show(_heights(self.analysis), self._slips(), self.ply)

    def _slips(self) -> dict[int, Player]:
        """Who gave something away at which ply; of two in a battle, who gave more."""
        slips = {}
        for step in self.analysis.steps if self.analysis else ():
            wrong = [each for each in step.decisions if not each.grade.keeps_value]
            if wrong:
                slips[step.number] = max(wrong, key=lambda each: each.regret).player
        return slips

    def _show_ply(self) -> None:
        """What changes with every step."""
        found = self.judge()
        choices = self.position.choices()
        mover = next(iter(choices)) if len(choices) == 1 else None
        verdicts = found.verdicts.get(mover, {}) if found and mover and self.values else {}
        self.board.show(self.scene(), verdicts)
        self.show_value()
        self.put("#told", self._told())
        self.query_one("#curve", Curve).go(self.ply)
        self._mark()

    def judged(self) -> None:
        self._show_judged()

    def _show_judged(self) -> None:
        assert self.found
        (player, *others) = [*self.position.choices(), None]
        if player and others == [None] and self.values:
            self.board.show(self.scene(), self.found.verdicts[player], glide=False)
        self.show_value()

    def _told(self) -> str:
        """What the last ply was, in words."""
        if self.ply == 0:
            return "The start." if self.last else "Nobody has moved."
        if not self.analysis:
            ply = self.match.plies[self.ply - 1]
            if self.eyes is Eyes.ALL:
                return " ".join(ply.before.own_words(player, move) for player, move in ply.moves.items())
            return " ".join(line.strip() for line in ply.before.told(ply.moves, self.eyes.viewer) if line.strip())
        return "\n".join(f"{told}." for told in _told_of(self.analysis, self.ply))

    def show_value(self) -> None:
        from flagfall.coach.hidden.review import Review, standing

        super().show_value()
        if isinstance(self.analysis, Review):
            self.value.stand(standing(self.analysis, self.ply))

    def scene(self) -> Scene:
        """In the eyes of whoever decides next, with where that player had to expect something."""
        from flagfall.coach.hidden.review import Review, suspects

        scene = super().scene()
        if not (isinstance(self.analysis, Review) and self.values and self.eyes.viewer):
            return scene
        return replace(scene, suspects=suspects(self.analysis, self.ply, self.eyes.viewer))

    # --- the list of plies ---

    def _rows(self) -> Iterator[tuple[int, ...]]:
        """The plies of every line: of a stretch in which nothing was decided, all; unless one is in it."""
        yield (0,)
        from flagfall.coach.analysis.analysis import Analysis
        from flagfall.coach.analysis.story import folded

        if not isinstance(self.analysis, Analysis):
            yield from ((ply,) for ply in range(1, self.last + 1))
            return

        for stretch in folded(self.analysis.steps):
            numbers = tuple(step.number for step in stretch)
            if len(numbers) > 1 and self.ply not in numbers:
                yield numbers
            else:
                yield from ((number,) for number in numbers)

    def _fill(self) -> None:
        plies, width = self.query_one("#plies", OptionList), max(20, self.query_one("#course").size.width - 2)
        self._shown_rows = list(self._rows())
        plies.clear_options()
        plies.add_options([Option(self.drawn(self._row(row, width)), id=str(row[0])) for row in self._shown_rows])

    def _row(self, row: tuple[int, ...], width: int) -> Content:
        from flagfall.coach.analysis.story import nothing_decided

        first = row[0]
        number: Piece = (f"{first:>3} ", "$muted")
        if len(row) > 1:
            told = nothing_decided(row)
            if len(told) > width - 4:
                told = f"{len(row)} plies, nothing decided"
            return joined(("  ⋮ ", "$muted"), (told, "$muted italic"))
        end = _worth_after(self.analysis, first) if self.analysis and self.values else []
        if first == 0:
            return padded([number, ("start", "$muted")], end, width)
        ply = self.match.plies[first - 1]
        made = (
            graded_moves(self.analysis.steps[first - 1].decisions, self._wide)
            if self.analysis
            else moves_made(ply.before, ply.moves, self.eyes)
        )
        return padded([number, *made], end, width)

    @property
    def _wide(self) -> int:
        return max(len(move) for ply in self.match.plies for move in ply.moves.values())

    def _mark(self) -> None:
        """The line of the ply that is shown; the stretch that one comes into is unfolded."""
        if list(self._rows()) != self._shown_rows:
            self._fill()
        at = next(at for at, row in enumerate(self._shown_rows) if self.ply in row)
        self.query_one("#plies", OptionList).highlighted = at

    def on_resize(self) -> None:
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        self._fill()
        self._mark()

    # --- going about ---

    def go(self, ply: int) -> None:
        ply = max(0, min(self.last, ply))
        if ply != self.ply:
            self.ply = ply
            self._show_ply()

    def action_step(self, by: int) -> None:
        self.go(self.ply + by)

    def action_go(self, ply: int) -> None:
        self.go(self.last if ply < 0 else ply)

    def action_slip(self, way: int) -> None:
        """To the next ply, or the one before, at which somebody gave something away."""
        slips = [ply for ply in self._slips() if (ply - self.ply) * way > 0]
        if slips:
            self.go(min(slips) if way > 0 else max(slips))
        else:
            self.notify(f"There is no slip {'after' if way > 0 else 'before'} this ply.")

    def action_round(self, by: int) -> None:
        self.number = (self.number + by) % len(self.records)
        self.begin()

    @on(Curve.Picked)
    def _picked(self, event: Curve.Picked) -> None:
        self.go(event.ply)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.go(int(event.option.id or 0))

    # --- going on from here ---

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("what_if", "play_on"):
            return not self.sealed
        if action == "slip":
            return bool(self._slips())
        if action == "round":
            return len(self.records) > 1
        if action == "habits":
            return bool(self._habits)
        return super().check_action(action, parameters)

    def action_what_if(self) -> None:
        self.ways.explore(self.start, [dict(ply.moves) for ply in self.match.plies[: self.ply]])

    @on(Board.Chosen)
    def _try(self, event: Board.Chosen) -> None:
        """Another move than the one that was played: what if?"""
        if self.sealed:
            return
        (player,) = self.position.choices()
        moves = [dict(ply.moves) for ply in self.match.plies[: self.ply]]
        self.ways.explore(self.start, [*moves, {player: event.option.move}])

    @cached_property
    def _habits(self) -> Mapping[Player, Habit]:
        """Nothing of a game that hides something and goes on."""
        from flagfall.coach.analysis.analysis import habits

        return habits([record for record in self.records if record.outcome or not record.start.hides()])

    def action_habits(self) -> None:
        from flagfall.coach.analysis.story import habit_in_words

        told = (habit_in_words(player, habit) for player, habit in self._habits.items())
        self.notify("\n".join(told), title="Habits in battles", timeout=20, markup=False)


# --- the two kinds of analysis ---


def _reviewed(match: Match) -> Review | FlagfallError:
    from flagfall.coach.hidden.minds import mind_of
    from flagfall.coach.hidden.review import review

    try:
        return review(match, mind_of(match.start))
    except FlagfallError as error:
        return error


def _heights(analysis: Analysis | Review) -> list[float]:
    """Where the curve runs, from 1 where Player 1 has won to -1."""
    from flagfall.coach.evaluation.verdicts import height
    from flagfall.coach.hidden.review import Review

    if isinstance(analysis, Review):
        return analysis.values
    return [height(worth) for worth in (analysis.start, *(step.after for step in analysis.steps))]


def _worth_after(analysis: Analysis | Review, ply: int) -> list[Piece]:
    from flagfall.coach.hidden.review import Review

    if isinstance(analysis, Review):
        return seeming_sign(analysis.steps[ply].worth) if ply < len(analysis.steps) else []
    return worth_sign(analysis.steps[ply - 1].after if ply else analysis.start)


def _told_of(analysis: Analysis | Review, ply: int) -> Iterator[str]:
    """What is to be said of the decisions that were made in a ply."""
    from flagfall.coach.analysis.story import decision_in_words
    from flagfall.coach.hidden import review

    if isinstance(analysis, review.Review):
        for seen in analysis.steps[ply - 1].decisions:
            yield f"{seen.player}'s {seen.move}: {review.decision_in_words(seen)}"
    else:
        step = analysis.steps[ply - 1]
        for each in step.decisions:
            yield f"{each.player}'s {each.move}: {decision_in_words(step, each)}"
