"""The page of one game: whom to play, how long, by which rules, with the board beside it as it would be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static
from textual.worker import get_current_worker

from flagfall.bots.fit import about, why_not
from flagfall.core import FlagfallError, Player, Position
from flagfall.match import Series, Terms
from flagfall.record.names import checked
from flagfall.terminal.local.play import Setup
from flagfall.terminal.saving import HUMAN
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.look import tint
from flagfall.terminal.screen.places import OF_A_GAME, spots
from flagfall.terminal.settings import keep, settings
from flagfall.terminal.tty.console import sentence

from .form import Choice, Do, Entry, Form, Row
from .home import SpotLine
from .sky import Sky
from .variation import SettingOut, lines, meant

FRIEND, BOT, AWAY, WATCH = "friend", "bot", "away", "watch"
OPPONENTS = ((BOT, "a bot"), (FRIEND, "a friend, here"), (AWAY, "somebody online"), (WATCH, "nobody: watch two bots"))
MEANT = {
    BOT: "A bot sees no more than you would in its place.",
    FRIEND: "You share this screen; what is secret is chosen behind a curtain.",
    AWAY: "You get a link to send, and a code to scan.",
    WATCH: "Two bots play, and you set the pace.",
}
SEATS = (("P1", "● Player 1, who begins"), ("P2", "◆ Player 2"))
LENGTHS = {
    "one": ("one game", Terms()),
    **{f"best {n}": (f"best of {n}", Terms(best_of=n)) for n in (3, 5, 7)},
    **{f"first {n}": (f"first to win {n}", Terms(first_to=n)) for n in (2, 3, 5)},
}
STARTERS = (("swap", "the starter changes"), ("same", "the same starter"))
BOOK, OWN = "book", "own"
PLAY = {FRIEND: "Play", BOT: "Play", AWAY: "Invite somebody", WATCH: "Watch"}
USUAL_LEVEL = "level:4"


def bots(start: Position) -> list[tuple[str, str]]:
    """Who can play from here, from the weakest to the strongest."""
    names = {f"level:{number}": f"level {number}" for number in range(1, 11)}
    known = {"random": "random moves", **names, "perfect": "perfect play", "sampler": "a bot that guesses well"}
    return [(name, shown) for name, shown in known.items() if why_not(name, start) is None]


class StartScreen(SettingOut):
    ABOUT = "Choose whom to play and how; the board shows the rules as you set them. Enter starts."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play"),
        *(Binding(spot.key, f"go('{spot.key}')", spot.name, show=spot.key in "lpeb") for spot in OF_A_GAME),
    ]

    def __init__(self, game: type[Position]) -> None:
        super().__init__()
        self.game, self.start = game, game()
        self.expected: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        scene = self.start.view(None).scene()
        tint(self, scene.hour)
        yield Sky(scene.hour, self.game.id, self.game.title, self.game.about, id="sky")
        with Horizontal(id="page"):
            with Form(id="form"):
                yield from self._lines()
                yield from map(SpotLine, spots(self.start))
            with Vertical(id="side"):
                yield Board(scene, interactive=False, id="preview")
        yield Static(id="note", markup=False)
        yield Footer()

    def _lines(self) -> Iterator[Row]:
        able = bots(self.start)
        level = USUAL_LEVEL if USUAL_LEVEL in dict(able) else able[-1][0]
        yield Choice("opponent", "Against", OPPONENTS)
        yield Choice("level", "Bot", able, level)
        yield Choice("level2", "Bot 2", able, level)
        yield Choice("seat", "You are", SEATS, about="Which side is yours.")
        yield Choice(
            "length", "Length", [(key, shown) for key, (shown, _) in LENGTHS.items()], about="How many rounds."
        )
        yield Choice("starter", "Each round", STARTERS, about="Who begins the rounds of a series.")
        yield Entry("name1", "Name", settings().name1, "Your name, or nothing: it is kept with the game.", "Player 1")
        yield Entry("name2", "Name 2", settings().name2, "The other's name, or nothing.", "Player 2")
        yield Choice("rules", "Rules", ((BOOK, "the book's"), (OWN, "your own")), about="Vary the rules.")
        yield from lines(self.game)
        yield Do("play", "Play")

    def on_mount(self) -> None:
        self.query_one("#opponent").focus()
        self._arrange()
        self.expect(self.start)

    # --- what the form says ---

    def _arrange(self) -> None:
        """Only what has a meaning now is asked."""
        against, series = self.said("opponent"), self.said("length") != "one"
        asked = {
            "level": against in (BOT, WATCH),
            "level2": against == WATCH,
            "seat": against == BOT,
            "length": against in (BOT, FRIEND),
            "starter": against in (BOT, FRIEND) and series,
            "name1": against in (BOT, FRIEND),
            "name2": against == FRIEND,
            **{row.id or "": self.said("rules") == OWN for row in self.rules},
        }
        for name, wanted in asked.items():
            self.query_one(f"#{name}", Row).display = wanted
        self.query_one("#play", Do).say(PLAY[against])

    @on(Row.Changed)
    def _changed(self, event: Row.Changed) -> None:
        self._arrange()
        if event.row.id == "rules" or event.row in self.rules:
            self._vary()
        self.explain()

    def _vary(self) -> None:
        """The board by these rules; while they can't be, the old one stays, and the reason stands below."""
        try:
            start = meant(self.game, self.rules) if self.said("rules") == OWN else self.game()
        except FlagfallError as error:
            self.problem = sentence(str(error))
            return
        self.problem = ""
        if start != self.start:
            self.start = start
            self.query_one("#preview", Board).show(start.view(None).scene(), glide=False)
            for name in ("level", "level2"):
                self.query_one(f"#{name}", Choice).offer(bots(start), bots(start)[-1][0])
            self.expect(start)

    def meaning(self, row: Row) -> str:
        return row.about or MEANT.get(row.text) or self.expected.get(row.text, "")

    @work(thread=True, exclusive=True, group="expect")
    def expect(self, start: Position) -> None:
        """What to expect of the levels; where that takes long, the screen goes on meanwhile."""
        from flagfall.coach.expectations import expectations

        try:
            found = {f"level:{each.level}": f"Level {each.level}: {each.words}." for each in expectations(start)}
        except FlagfallError:
            found = {name: f"Level 10: {words}." for name, words in about(start).items()}
        if not get_current_worker().is_cancelled:
            self.call_later(self._expected, start, found)

    def _expected(self, start: Position, found: dict[str, str]) -> None:
        if start == self.start:
            others = {
                "random": "Any legal move, each as likely as another.",
                "perfect": "Never makes a mistake: it knows the value of every position.",
                "sampler": "Imagines what you may have hidden, and plays the move that does best against it.",
            }
            self.expected = others | found
            self.explain()

    # --- going on ---

    def setup(self) -> Setup:
        """What the form means, or a FlagfallError that says what is wrong with it."""
        against, own = self.said("opponent"), Player[self.said("seat")]
        players, names = dict.fromkeys(Player, HUMAN), {}
        terms = Terms()
        if against == WATCH:
            players = {Player.P1: self.said("level"), Player.P2: self.said("level2")}
        else:
            terms = self._terms()
            names = {own if against == BOT else Player.P1: checked(self.said("name1"))}
        if against == BOT:
            players[own.other] = self.said("level")
        if against == FRIEND:
            names[Player.P2] = checked(self.said("name2"))
        named = {player: names[player] for player in Player if names.get(player)}
        return Setup(self.start, players, terms, names=named)

    def _terms(self) -> Terms:
        terms = LENGTHS[self.said("length")][1]
        wanted = Terms(terms.best_of, terms.first_to, self.said("starter") == "swap") if terms != Terms() else terms
        Series(self.start, wanted)  # which says why the starter can't be swapped here
        return wanted

    @on(Row.Done)
    def action_play(self) -> None:
        try:
            setup = None if self.problem else self.setup()
        except FlagfallError as error:
            self.problem = sentence(str(error))
            setup = None
        self.explain()
        if setup is None:
            self.app.bell()
            return
        self._go_on(setup)

    def _go_on(self, setup: Setup) -> None:
        against = self.said("opponent")
        if against == AWAY:
            self.ways.host(self.start)
        elif against == WATCH:
            self.ways.watch_bots(setup)
        else:
            keep(
                name1=self.said("name1").strip(), **({"name2": self.said("name2").strip()} if against == FRIEND else {})
            )
            self.app.pop_screen()
            self.ways.start_game(setup)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action != "go":
            return True
        return any(spot.key in parameters and spot.offered(self.start) for spot in OF_A_GAME)

    @on(SpotLine.Gone)
    def _gone(self, event: SpotLine.Gone) -> None:
        self.action_go(event.spot.key)

    def action_go(self, key: str) -> None:
        next(spot for spot in OF_A_GAME if spot.key == key).go(self.ways, self.start)
