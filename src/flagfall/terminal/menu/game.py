"""The page of one game: whom to play, under which rules, and all that can be learned about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flagfall.bots import BOTS, fit
from flagfall.core import BadRules, FlagfallError, Player, Position, Rules, whole
from flagfall.exits import DONE
from flagfall.installed import page, playthrough
from flagfall.match import Terms
from flagfall.terminal.local.play import Setup, play
from flagfall.terminal.saving import HUMAN
from flagfall.terminal.settings import settings
from flagfall.terminal.tty.console import Console, sentence

from .choosing import Item, ask_setting, line, numbered, one_of, pages, picked

MOST_PLIES = 500
"""After so many plies two bots have shown enough."""


_OTHERS = {
    "random": "random: any move",
    "perfect": "perfect: gives nothing away",
    "sampler": "sampler: weighs what may be hidden",
}


class NotThat(FlagfallError):
    """An answer that can't be taken."""


@dataclass
class GamePage:
    console: Console
    game: type[Position]
    words: bool
    terms: Terms = field(default_factory=Terms)

    def __post_init__(self) -> None:
        self.rules: Rules = self.game.Rules()

    @property
    def start(self) -> Position:
        return self.game(rules=self.rules)  # type: ignore[call-arg]

    def run(self) -> int:
        return pages(self.console, self._heading, self._items)

    def _heading(self) -> str:
        return f"{self.game.title}. {self.game.about}"

    def _items(self) -> list[Item]:
        places: list[tuple[str, Callable[[], int]]] = [
            ("Play a friend here", self._friend),
            ("Play a bot", self._bot),
            ("Play over the network", self._host),
            *self._study(),
        ]
        return [
            *numbered(places),
            Item("v", f"Variation: {self._variation()}", self._vary),
            Item("n", f"Rounds: {self._length()}", self._rounds),
        ]

    def _variation(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self.rules.changed().items()) or "as in the book"

    def _length(self) -> str:
        return str(self.terms) if self.terms != Terms() else "one game"

    # --- playing ---

    def _friend(self) -> int:
        mine = settings()
        return self._play(names={Player.P1: mine.name1, Player.P2: mine.name2})

    def _bot(self) -> int:
        bot = self._choose_bot("Which level, or which other bot?", self._expected())
        self.console.tell("Which seat do you take?")
        seats = [(Player.P1, "Player 1"), (Player.P2, "Player 2")]
        own = one_of(self.console, seats, usual=Player.P1)
        return self._play({own: HUMAN, own.other: bot}, {own: settings().name1})

    def _watch(self) -> int:
        bots = {player: self._choose_bot(f"Who is {player}?", _OTHERS) for player in Player}
        return self._play(bots, cap=MOST_PLIES)

    def _choose_bot(self, question: str, expected: Mapping[str, str]) -> str:
        """By the number of its level, or by the letter that its name begins with."""
        able = sorted((name for name in BOTS if not fit.why_not(name, self.start)), key=lambda name: ":" not in name)
        self.console.tell(question)
        items = [
            Item(name.partition(":")[2] or name[0], expected.get(name, name), lambda: DONE, name=name) for name in able
        ]
        return picked(self.console, items).name

    def _expected(self) -> Mapping[str, str]:
        """What to expect from the levels, where that is known at once."""
        from flagfall.coach.expectations import stored

        known = stored().get(self.game.id, ()) if self.start == self.game() else ()
        return _OTHERS | fit.about(self.start) | {f"level:{each.level}": each.words for each in known}

    def _play(
        self,
        players: dict[Player, str] | None = None,
        names: dict[Player, str] | None = None,
        cap: int | None = None,
    ) -> int:
        players = {player: (players or {}).get(player, HUMAN) for player in Player}
        called = {player: name for player, name in (names or {}).items() if name}
        return play(Setup(self.start, players, self.terms, cap, names=called), words=self.words)

    def _host(self) -> int:
        from flagfall.online.options import check_installed

        check_installed()
        from flagfall.terminal.remote.host import clock_rules, game_wanted, host

        def read(text: str) -> str | None:
            return text if not text or clock_rules(text) else None

        self.console.tell("You get a link to send to the other player.")
        clock = line(self.console, "Clock, such as 10m, 10m+5s or 2d/move [none]: ", read)
        where = [("127.0.0.1", "On this computer"), ("0.0.0.0", "From other computers, too")]
        self.console.tell("From where may the other play?")
        name = one_of(self.console, where, usual="127.0.0.1")
        wanted = game_wanted(self.start, HUMAN, clock or None, None, chat=True)
        return host(self.console, wanted, name, 8765, words=self.words)

    # --- learning ---

    def _study(self) -> list[tuple[str, Callable[[], int]]]:
        """What there is for this game under these rules, and how much of it is mastered."""
        from flagfall.coach.lessons.lesson import lesson_or_none
        from flagfall.coach.lessons.progress import Progress, mastery

        solvable, known = not self.start.hides(), fit.why_not("level:10", self.start) is None
        return [
            *([(f"Learn it{_of(*mastery(self.game))}", self._learn)] if lesson_or_none(self.game) else []),
            *([(f"Puzzles{_of(sum(Progress.of(self.start).solved.values()))}", self._puzzles)] if known else []),
            *([("Read the rules", self._read)] if page(self.game) else []),
            *([("Watch a short game", self._demo)] if playthrough(self.game) else []),
            ("Watch two bots", self._watch),
            *([("Who wins with best play", self._solve)] if solvable else []),
            ("Explore", self._explore),
            ("Report for its designer", self._report),
        ]

    def _learn(self) -> int:
        from flagfall.terminal.show.learn import learn

        return learn(self.console, self.game, words=self.words)

    def _read(self) -> int:
        from flagfall.terminal.show.games import show_rules

        show_rules(self.console, self.game, all_of_them=False, as_json=False)
        return DONE

    def _demo(self) -> int:
        from flagfall.terminal.local.demo import demo

        demo(self.console, self.game)
        return DONE

    def _puzzles(self) -> int:
        from flagfall.terminal.show.puzzle import play_puzzles

        return play_puzzles(self.console, self.start, own=False, words=self.words, as_json=False)

    def _solve(self) -> int:
        from flagfall.terminal.show.solve import solve_game

        solve_game(self.console, self.start, rigour=None, use_cache=True, as_json=False)
        return DONE

    def _explore(self) -> int:
        from flagfall.terminal.show.explore import explore

        return explore(self.console, self.start, words=self.words)

    def _report(self) -> int:
        from flagfall.terminal.show.report import show_report

        show_report(self.console, self.start, as_json=False)
        return DONE

    # --- another game of it ---

    def _vary(self) -> int:
        """Ask for each setting; where the answers don't fit each other, that is said and they are asked again."""
        answers = {each.name: getattr(self.rules, each.name) for each in self.game.Rules.settings()}
        self.console.tell("Enter keeps what is in brackets; q leaves everything as it was.")
        while True:
            for each in self.game.Rules.settings():
                answers[each.name] = ask_setting(self.console, self.game.Rules, each, answers[each.name])
            try:
                self.rules = self.game.Rules(**answers)
                return DONE
            except BadRules as error:
                self.console.tell(sentence(str(error)))

    def _rounds(self) -> int:
        self.console.tell("How long?")
        kinds = [("one", "One game"), ("best_of", "Best of some rounds"), ("first_to", "First to some wins")]
        kind = one_of(self.console, kinds, usual="one")
        if kind == "one":
            self.terms = Terms()
            return DONE
        number = line(self.console, f"{kind.replace('_', ' ').capitalize()} [3]: ", _rounds)
        self.console.tell("Who starts?")
        starters = [(True, "Another one each round"), (False, "Player 1 each round")]
        self.terms = Terms(**{kind: number}, swap=one_of(self.console, starters, usual=True))
        return DONE


def _rounds(text: str) -> int:
    try:
        number = whole(text) if text else 3
    except ValueError:
        number = 0
    if not 1 <= number <= 999:
        raise NotThat(f"give a whole number from 1 to 999, not {text!r}")
    return number


def _of(mastered: int, every: int | None = None) -> str:
    """What stands behind something to learn, once there is something to tell."""
    return f" ({mastered} {f'of {every} ' if every else ''}mastered)" if mastered else ""
