"""What a game is: an immutable position that knows who may do what, what follows, and how its book says it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from .rules import Rules as AnyRules
from .rules import Square
from .scene import Cell, Option, Scene, hour_of
from .values import BadPosition, BadRules, IllegalMove, Move, Outcome, Player, Value

OPENING: Any = None
"""The default of a field whose opening value follows from the rules; `Position.fill` puts it in."""

Choices = dict[Player, tuple[Move, ...]]
Moves = Mapping[Player, Move]


class Position(Value, ABC):
    """A game's whole state. A subclass is a frozen dataclass, and its class is the game: `cls()` is the opening.

    Nothing here prints, reads, waits or draws a random number.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    """One line for a list of games."""
    hour: ClassVar[str] = ""
    """The hour of the day that its drawings are tinted in, one of `HOURS`; left empty, some hour is found for it."""
    Rules: ClassVar[type[AnyRules]]

    @property
    @abstractmethod
    def rules(self) -> AnyRules: ...

    @property
    @abstractmethod
    def turn(self) -> Player:
        """Whose turn it is; in a battle, whose turn is next; after the end, whose it would be."""

    # --- the rules of the game ---

    @abstractmethod
    def choices(self) -> Choices:
        """Who decides now and among what: one key is a turn, two are a battle, none is the end."""

    @abstractmethod
    def after(self, moves: Moves) -> Self:
        """The position after these moves, which are known to be legal: what `play` calls."""

    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    def play(self, moves: Moves) -> Self:
        """The position after one legal move of everybody who decides now."""
        if self.is_partial():
            raise IllegalMove("this is what one player knows of a position; only the whole position can be played on")
        choices = self.choices()
        if not choices:
            raise IllegalMove("the game is over")
        if moves.keys() != choices.keys():
            raise IllegalMove(f"{_who(choices)} must choose now, not {_who(moves)}")
        for player, move in moves.items():
            self._check_among(choices[player], player, move)
        return self.after(moves)

    def check(self, player: Player, move: Move) -> None:
        """Raise IllegalMove, with the reason, unless `player` may choose `move` now."""
        self._check_among(self.allowed(player), player, move)

    def _check_among(self, legal: tuple[Move, ...], player: Player, move: Move) -> None:
        if move not in legal:
            raise IllegalMove(self.why_not(player, move))

    def allowed(self, player: Player) -> tuple[Move, ...]:
        """What `player` may choose now, or IllegalMove where it is not for this player to choose."""
        choices = self.choices()
        if player not in choices:
            raise IllegalMove("the game is over" if not choices else f"it is not {player}'s turn")
        return choices[player]

    # --- secrets ---

    def hides(self) -> bool:
        """Whether positions of this game hold anything that one player may not know."""
        return False

    def in_the_open(self) -> Self | None:
        """The same position by rules that hide nothing, where nothing is hidden here nor ever will be again: what is
        true of that one is true of this one. None as long as there is a secret, or there can be one."""
        return None if self.hides() else self

    def view(self, player: Player | None) -> Self:
        """The same position with what `player` may not know erased (None: what both players know)."""
        return self

    def is_partial(self) -> bool:
        """Whether something is erased here."""
        return False

    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        """How a move that `player` has made here is written in the history that `viewer` sees."""
        return move

    def is_secret(self, player: Player, move: Move) -> bool:
        """Whether somebody else is not shown this move of `player`'s, also when it is played."""
        return self.hides() and any(self.disguise(player, move, viewer) != move for viewer in (player.other, None))

    def reveals(self, moves: Moves) -> bool:
        """Whether playing these moves uncovers a secret, so that they can never be taken back."""
        return len(moves) > 1

    def shown(self, player: Player, typed: str) -> str:
        """How much of what `player` is typing may stand on the screen."""
        return "" if len(self.choices()) > 1 else typed

    # --- the book's own words ---

    @abstractmethod
    def board(self, width: int | None = None) -> str:
        """The book's own drawing, folded to `width` columns where it would be wider."""

    @abstractmethod
    def words(self) -> str:
        """The same in a sentence, for people who hear the screen."""

    def header(self, width: int | None = None) -> str:
        """What stands on the screen before anybody is asked."""
        return self.board(width)

    @abstractmethod
    def prompt(self, player: Player) -> str:
        """The book's question to `player`; the answer is typed right behind it."""

    @abstractmethod
    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        """The book's lines for these moves played here, as far as `to` may know (None: both players listen)."""

    def told(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        """The same for a log, which is read without the drawings: where the book has no words, there are ours. What is
        meant for one of the two is not for everybody (None)."""
        lines = self.say(moves, to)
        if to is None and self.hides():
            one, other = (self.say(moves, player) for player in Player)
            lines = tuple(line for line in lines if (line in one) is (line in other))
        if any(line.strip() for line in lines):
            return lines
        return tuple(self.own_words(player, self.disguise(player, move, to)) for player, move in moves.items())

    def own_words(self, player: Player, move: str) -> str:
        """Our sentence for a move (as it may be known) that the book has none for."""
        return f"{player} plays {move}."

    def read(self, player: Player, typed: str) -> Move:
        """The move that `player` means by the book's input, or IllegalMove with the reason.

        Only ASCII, as other letters turn into ours when their case is changed.
        """
        wanted = " ".join(typed.split()).casefold()
        for move in self.allowed(player):
            if typed.isascii() and wanted in (move.casefold(), self.written(move).casefold()):
                return move
        raise IllegalMove(self.why_not(player, wanted))

    def written(self, move: Move) -> str:
        """What the book has a player type for `move`."""
        return move

    def meaning(self, player: Player, move: Move) -> str:
        """What `move` does, in a few words."""
        return move

    def why_not(self, player: Player, move: Move) -> str:
        """Why `player` may not choose `move`, from what that player knows. In a battle it never repeats the input."""
        legal = ", ".join(self.written(each) for each in self.choices().get(player, ()))
        return f"That can't be played here. Legal: {legal}."

    # --- the drawing as data ---

    @abstractmethod
    def cells(self) -> tuple[Cell, ...]:
        """Every place of the board, row by row, with what stands on it."""

    @classmethod
    def count_cells(cls, rules: AnyRules) -> int:
        """How many cells there are with these rules. Where that may be many, it is said without making them: whoever
        lets strangers choose rules asks first."""
        return len(cls(rules=rules).cells())  # type: ignore[call-arg]

    def path(self, player: Player, move: Move) -> tuple[Square | None, Square | None]:
        """The cell that `move` comes from and the cell it goes to; None for a move that is no place on the board."""
        return None, None

    def notes(self) -> tuple[str, ...]:
        """What a drawing says beside the board: traps left, and the like."""
        return ()

    def scene(self) -> Scene:
        options = {
            player: tuple([self.option(player, move) for move in moves]) for player, moves in self.choices().items()
        }
        return Scene(self.title, self.cells(), options, self.notes(), hour=hour_of(self.id, self.hour))

    def option(self, player: Player, move: Move) -> Option:
        source, to = self.path(player, move)
        return Option(move, self.meaning(player, move), source, to, self.is_secret(player, move))

    # --- one line of text ---

    @abstractmethod
    def body(self) -> str:
        """The state apart from turn and rules, as words without a `=`."""

    @classmethod
    @abstractmethod
    def from_body(cls, rules: Any, turn: Player, words: Sequence[str]) -> Self:
        """Read what `body` wrote; ValueError where the words are not a state of this game."""

    @abstractmethod
    def problem(self) -> str | None:
        """What is impossible about this state, or None."""

    def text(self) -> str:
        """The position in one line: game, turn, state, and the settings that differ from the book."""
        settings = (f"{name}={value}" for name, value in self.rules.changed().items())
        return " ".join((self.id, self.turn.name, self.body(), *settings))

    def __str__(self) -> str:
        return self.text()

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `text()` wrote, or say what is wrong with it."""
        name, *words = text.split() or [""]
        if name != cls.id:
            raise BadPosition(f"a position of {cls.title} begins with {cls.id!r}, not {name!r}")
        state = [word for word in words if "=" not in word]
        rules = cls.rules_in(text)
        try:
            turn = Player[state[0]]
            position = cls.from_body(rules, turn, state[1:])
        except (ValueError, LookupError, TypeError):
            raise BadPosition(f"not a position: {text!r}; the opening is {cls(rules=rules).text()!r}") from None  # type: ignore[call-arg]
        if problem := position.problem():
            raise BadPosition(f"impossible position {text!r}: {problem}")
        return position

    @classmethod
    def rules_in(cls, text: str) -> AnyRules:
        """The rules alone that `text()` wrote."""
        settings = [word.split("=", 1) for word in text.split() if "=" in word]
        if len({name for name, _ in settings}) < len(settings):
            raise BadPosition("a setting is given twice")
        try:
            return cls.Rules.read(dict(settings))
        except BadRules as error:
            raise BadPosition(str(error)) from None

    # --- for games ---

    def started_by(self, player: Player) -> Self:
        """The same position with `player` to move: how a series swaps the starter."""
        return replace(self, turn=player)  # type: ignore[type-var]

    def won_out_of_turn(self) -> str | None:
        """For `problem`, in a game that only the player who has just moved can have won."""
        outcome = self.outcome()
        if outcome and outcome.winner is self.turn:
            return f"{self.turn} has won, so {self.turn.other.name} would be next"
        return None

    def fill(self, **opening: Any) -> None:
        """Give the fields that were left at OPENING their opening values: for `__post_init__`."""
        for name, value in opening.items():
            if getattr(self, name) is OPENING:
                object.__setattr__(self, name, value)


def _who(players: Mapping[Player, object]) -> str:
    return " and ".join(map(str, players)) or "nobody"
