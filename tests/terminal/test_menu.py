"""The menu in plain lines: it leads to every place by number, letter or name, back with q, in any window."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import cycle

import pytest

from flagfall.bots import BOTS, fit
from flagfall.coach.expectations import stored
from flagfall.core import Whole
from flagfall.games import BOOKS, GAMES
from flagfall.installed import page, playthrough
from flagfall.record.files import held
from flagfall.terminal.local.ending import AGAIN
from flagfall.terminal.settings import Settings
from flagfall.terminal.tty.console import folded
from tests.every_game import begun
from tests.terminal.driving import ALONE, Shell, Terminal, lines

MANY = {5: "five", 6: "six", 7: "seven"}
ASKED = ", q): "
EACH = [(name, columns) for name in GAMES for columns in (40, 80)]


def number(name: str) -> str:
    return str(1 + list(GAMES).index(name))


class Visitor:
    """Somebody at the menu, who reads what is offered and types the key of a line."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.seen = 0
        self.items: dict[str, str] = {}
        """The keys of the list that is offered, by their labels."""

    def arrive(self) -> str:
        """Wait for the next list; the answer is all that came before and with it."""
        self.terminal.until_asked(ASKED)
        text = self.terminal.text[self.seen :]
        last = re.sub(r"\n   +", " ", text[: text.rindex("Choose ")].split("\n\n")[-1])
        self.keys = re.findall(r"^(\d+|\w)\. ", last, re.MULTILINE)
        self.items = {found[2]: found[1] for found in re.finditer(r"^(\d+|\w)\. (.+)$", last, re.MULTILINE)}
        return text

    def answer(self, line: str) -> None:
        self.seen = len(self.terminal.text)
        self.terminal.type(line)

    def choose(self, label: str) -> None:
        (key,) = [key for name, key in self.items.items() if name.startswith(label)]
        self.answer(key)

    def tell(self, prompt: str, line: str) -> None:
        """Answer a question that has no list."""
        self.terminal.until_asked(prompt)
        self.terminal.type(line)


@pytest.fixture
def at(shell: Shell) -> Callable[..., Visitor]:
    """A visitor at the first page, or at the page of a game."""

    def open_(name: str | None = None, columns: int = 80, **changes: str) -> Visitor:
        visitor = Visitor(shell.open(columns=columns, rows=24, **changes))
        visitor.arrive()
        if name:
            visitor.answer(number(name))
            visitor.arrive()
        return visitor

    return open_


# --- the first page ---


def test_alone_it_offers_the_games_and_every_place(shell):
    offered = "\n".join(folded(f"{at}. {game.title}: {game.about}", 80, "   ") for at, game in enumerate(BOOKS, 1))
    terminal = shell.open(**ALONE)
    terminal.until_asked(ASKED)
    assert terminal.text == (
        f"Flagfall: {MANY[len(BOOKS)]} pocket strategy games for two.\n\n"
        f"What would you like?\n{offered}\n"
        "o. Open a record\nj. Join a game over the network\nc. Settings\nh. Help\nq. Leave\n"
        f"Choose (1-{len(BOOKS)}, o, j, c, h, q): "
    )
    assert terminal.text.count("\n") < 24


def test_what_is_not_there_is_said_and_asked_again(shell):
    terminal = shell.open(**ALONE)
    terminal.answer(ASKED, "9", "grid runer", "x")
    terminal.until_asked(ASKED)
    assert f"There is no '9' here. Type 1-{len(BOOKS)}, o, j, c, h or q.\n" in terminal.text
    assert "There is no 'grid runer' here; did you mean 'grid-runner'?\n" in terminal.text
    terminal.type("")
    terminal.until_asked(ASKED)
    assert terminal.text.count("q. Leave\n") == 2
    terminal.type("q")
    assert terminal.end() == 0


def test_who_comes_back_is_not_told_again_what_the_games_are_about(at):
    visitor = at("grid-runner", columns=200)
    visitor.answer("q")
    again = visitor.arrive()
    for game in GAMES.values():
        assert f". {game.title}: {game.about}\n" in visitor.terminal.text
        assert f". {game.title}\n" in again


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
@pytest.mark.parametrize("way", ["number", "title", "id"])
@pytest.mark.long
def test_a_game_is_chosen_by_number_title_or_id_also_from_a_pipe(shell, game, way):
    answer = {"number": number(game.id), "title": game.title.upper(), "id": game.id}[way]
    done = shell.run(typed=lines(answer, "1", *begun(game.id).typed))
    assert done.code == 3
    assert f"\n{game.title}. {game.about}\n1. Play a friend here\n" in done.out
    assert begun(game.id).prompt in done.out
    assert len(shell.saved()) == 1


@pytest.mark.parametrize(("name", "columns"), EACH)
def test_no_page_is_a_wall_nor_wider_than_the_window(at, name, columns):
    visitor = at(columns=columns)
    visitor.answer(number(name))
    pages = [visitor.arrive()]
    for place in ("Play a bot", "Watch two bots", "Rounds"):
        visitor.choose(place)
        pages.append(visitor.arrive())
        visitor.answer("q")
        visitor.arrive()
    for text in pages:
        assert [line for line in text.splitlines() if len(line) > columns] == []
        assert len(text.split("\n\n")[-1].splitlines()) <= 24


# --- the page of a game ---


@pytest.mark.parametrize("name", GAMES)
def test_a_game_offers_what_there_is_for_it_and_nothing_else(at, name):
    game, offered = GAMES[name], set(at(name).items)
    assert ("Who wins with best play" in offered) == (not game().hides())
    assert ("Puzzles" in offered) == (fit.why_not("level:10", game()) is None)
    assert ("Read the rules" in offered) == (page(game) is not None)
    assert ("Watch a short game" in offered) == (playthrough(game) is not None)
    assert {"Play a friend here", "Play a bot", "Play over the network", "Watch two bots", "Explore"} < offered
    assert {"Variation: as in the book", "Rounds: one game", "Back", "Report for its designer"} < offered


def play_a_ply(terminal: Terminal, name: str) -> None:
    """Play the first ply of the game, and leave it. Where a screen is private, the next player is asked to come."""
    first = begun(name)
    terminal.until("Type help at")
    for player, line in zip(GAMES[name]().choices(), first.typed, strict=True):
        question = GAMES[name]().prompt(player).splitlines()[-1]
        if GAMES[name]().hides():
            terminal.until("press Enter: ")
            terminal.type("")
        terminal.until_asked(question)
        terminal.type(line)
    if GAMES[name]().hides():
        terminal.until("press Enter: ")
        terminal.type("")
    terminal.until_asked(first.prompt.splitlines()[-1])
    terminal.type("quit")


@pytest.mark.parametrize(("name", "columns"), EACH)
def test_a_friend_here_and_back_to_the_menu(at, shell, name, columns):
    visitor = at(name, columns=columns)
    visitor.choose("Play a friend here")
    play_a_ply(visitor.terminal, name)
    visitor.arrive()
    visitor.answer("q")
    visitor.arrive()
    (label,) = [label for label in visitor.items if label.startswith("Go on: ")]
    assert f"{GAMES[name].title}, two players, since today " in label
    visitor.answer("q")
    assert visitor.terminal.end() == 0
    assert len(shell.saved()) == 1


def test_after_a_whole_game_and_no_other_one_is_back_in_the_menu(at, shell):
    visitor = at("capture-the-flag")
    visitor.choose("Play a friend here")
    for line in ("2", "2", "1"):
        visitor.tell("towards the flag): ", line)
    visitor.tell(AGAIN, "no")
    visitor.arrive()
    assert "Play a friend here" in visitor.items
    assert len(shell.saved()) == 1


# --- every line of it, for every game ---


def quit_at(prompt: str) -> Callable[[Visitor], None]:
    return lambda visitor: visitor.tell(prompt, "q")


def come_back(visitor: Visitor) -> None:
    """Nothing is asked: one is back by oneself."""


def with_a_bot(visitor: Visitor) -> None:
    """Take the second seat against chance, and leave when asked for a move."""
    visitor.arrive()
    visitor.answer("r")
    visitor.arrive()
    assert list(visitor.items) == ["Player 1", "Player 2", "Back"]
    visitor.answer("2")
    visitor.tell("Type help at", "quit")


def two_bots(visitor: Visitor) -> None:
    for _ in range(2):
        visitor.arrive()
        visitor.answer("r")


def over_the_network(visitor: Visitor) -> None:
    visitor.tell("[none]: ", "soon")
    visitor.terminal.until("A clock is like")
    visitor.tell("[none]: ", "10m+5s")
    visitor.arrive()
    assert "From other computers, too" in visitor.items
    visitor.answer("q")


def vary(visitor: Visitor) -> None:
    """Each setting is asked for; nonsense is said to be so, and q leaves everything as it was."""
    visitor.tell("]: ", "nonsense!")
    visitor.terminal.until("must be")
    visitor.tell("]: ", "q")


def rounds(visitor: Visitor) -> None:
    visitor.arrive()
    visitor.answer("2")
    visitor.tell("[3]: ", "none")
    visitor.terminal.until("ive a whole number")
    visitor.tell("[3]: ", "5")
    visitor.arrive()
    visitor.answer("")


PLACES: dict[str, Callable[[Visitor], None]] = {
    "Play a bot": with_a_bot,
    "Play over the network": over_the_network,
    "Learn it": quit_at(": "),
    "Puzzles": quit_at(": "),
    "Read the rules": come_back,
    "Watch a short game": come_back,
    "Watch two bots": two_bots,
    "Who wins with best play": come_back,
    "Explore": quit_at("Move (help, q): "),
    "Report for its designer": come_back,
    "Variation": vary,
    "Rounds": rounds,
}


@pytest.mark.parametrize(("name", "columns"), list(zip(GAMES, cycle((40, 80)), strict=False)))
@pytest.mark.long
def test_every_line_of_the_page_of_a_game_leads_there_and_back(at, name, columns):
    visitor = at(name, columns=columns)
    for label in [label for label in visitor.items if label not in ("Play a friend here", "Back")]:
        (place,) = [place for place in PLACES if label.startswith(place)]
        visitor.choose(place)
        PLACES[place](visitor)
        visitor.arrive()
        assert "Play a friend here" in visitor.items, f"{label} does not lead back"
    assert "Rounds: best of 5, starter swapped each round" in visitor.items
    assert "Variation: as in the book" in visitor.items
    assert "Traceback" not in visitor.terminal.text
    visitor.answer("q")
    visitor.arrive()
    visitor.answer("q")
    assert visitor.terminal.end() == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_variation_and_a_series_are_chosen(at, name):
    """Every setting is answered with Enter, but the first one anew if it is a number."""
    visitor, declared = at(name), list(GAMES[name].Rules.settings())
    visitor.choose("Rounds")
    visitor.arrive()
    visitor.answer("3")
    visitor.tell("[3]: ", "")
    visitor.arrive()
    visitor.answer("2")
    visitor.arrive()
    assert "Rounds: first to 3, same starter each round" in visitor.items
    visitor.choose("Variation")
    new = str(declared[0].default + 2) if isinstance(declared[0].kind, Whole) else ""
    for each, line in zip(declared, [new, *[""] * (len(declared) - 1)], strict=True):
        visitor.tell(f"{each.name} [{each.kind.write(each.default)}]: ", line)
    visitor.arrive()
    assert f"Variation: {f'{declared[0].name}={new}' if new else 'as in the book'}" in visitor.items


def test_settings_that_do_not_fit_each_other_are_said_and_asked_again(at):
    visitor = at("capture-the-flag")
    visitor.choose("Variation")
    for line in ("5", "9", ""):
        visitor.tell("]: ", line)
    for prompt, line in (("cells [5]: ", ""), ("flag [9]: ", "3"), ("step [2]: ", "")):
        visitor.tell(prompt, line)
    visitor.arrive()
    assert "Variation: cells=5, flag=3" in visitor.items


@pytest.mark.parametrize("name", GAMES)
def test_every_bot_that_can_play_is_offered_with_what_to_expect(at, name):
    visitor, start = at(name), GAMES[name]()
    visitor.choose("Play a bot")
    text = visitor.arrive()
    able = [bot for bot in BOTS if not fit.why_not(bot, start)]
    assert sorted(visitor.keys) == sorted(["q", *(bot.partition(":")[2] or bot[0] for bot in able)])
    known = stored().get(name, ()) if "level:1" in able else ()
    for each in known:
        assert f"\n{each.level}. {each.words}\n" in text
    visitor.answer(able[0])  # also by its name
    visitor.arrive()
    assert "Player 1" in visitor.items


# --- the other places ---


def test_saved_games_are_gone_on_with_seen_again_and_deleted(at, shell):
    shell.run("play", "capture-the-flag", typed="2\n")
    shell.run("play", "capture-the-flag", typed="2\n2\n1\n")
    visitor = at()
    visitor.choose("Saved games (2)")
    visitor.arrive()
    over, unfinished = [label for label in visitor.items if label.startswith("Capture the Flag")]
    assert over.endswith("Player 1 wins: captured the flag")
    assert unfinished.endswith("1 ply, Player 2 to choose")
    visitor.choose(unfinished)
    visitor.arrive()
    assert list(visitor.items) == ["Go on with it", "See it again", "Analyse it", "Explore it", "Delete it", "Back"]
    visitor.choose("See it again")
    visitor.tell("q: stop] ", "q")
    visitor.arrive()
    visitor.choose("Explore it")
    visitor.tell("Move (help, q): ", "q")
    visitor.arrive()
    visitor.choose("Analyse it")
    visitor.arrive()
    visitor.choose("Go on with it")
    visitor.tell("towards the flag): ", "quit")
    visitor.arrive()
    visitor.choose("Delete it")
    visitor.tell("Delete it? (y/n) ", "n")
    visitor.arrive()
    visitor.choose("Delete it")
    visitor.tell("Delete it? (y/n) ", "y")
    visitor.arrive()
    assert len(shell.saved()) == 1
    assert [label for label in visitor.items if label.startswith("Capture the Flag")] == [over]


@pytest.mark.long
def test_many_saved_games_have_pages(at, shell):
    for _ in range(11):
        shell.run("play", "capture-the-flag", typed="2\n")
    visitor = at()
    visitor.choose("Saved games (11)")
    assert visitor.arrive().count("Capture the Flag") == 9
    for count in (2, 9):
        visitor.choose("More of them")
        assert visitor.arrive().count("Capture the Flag") == count


def test_a_record_is_opened_by_its_file_or_its_name(at, shell):
    shell.run("play", "capture-the-flag", typed="2\n")
    (shell.home / "mine.flagfall").write_text(shell.saved()[0].read_text())
    (shell.home / "damaged.flagfall").write_text("no record")
    visitor = at()
    for name, found in (("mine.flagfall", True), (shell.name(), True), ("damaged.flagfall", False)):
        visitor.choose("Open a record")
        visitor.tell("(q: back): ", "nix")
        visitor.terminal.until("no file 'nix'")
        visitor.tell("(q: back): ", name)
        visitor.arrive()
        assert ("See it again" in visitor.items) == found
        visitor.answer("q")
        visitor.arrive()


def test_settings_are_changed_and_kept(at, shell):
    visitor = at()
    visitor.choose("Settings")
    visitor.arrive()
    assert [label.split(" = ")[0] for label in visitor.items] == [*(each.name for each in Settings.settings()), "Back"]
    visitor.choose("name1")
    visitor.tell("name1 []: ", "Ada")
    visitor.arrive()
    assert "name1 = Ada" in visitor.items
    visitor.choose("theme")
    visitor.tell("]: ", "pink")
    visitor.terminal.until("Theme must be")
    visitor.tell("]: ", "light")
    visitor.arrive()
    kept = json.loads((shell.home / ".config/flagfall/settings.json").read_text())
    assert kept == {"name1": "Ada", "theme": "light"}
    visitor.answer("q")
    visitor.arrive()
    visitor.answer(number("capture-the-flag"))
    visitor.arrive()
    visitor.choose("Play a friend here")
    visitor.tell("towards the flag): ", "2")
    visitor.tell("towards the flag): ", "quit")
    visitor.arrive()
    assert '[Name1 "Ada"]' in shell.saved()[0].read_text()


def test_a_link_is_asked_for_and_a_wrong_one_is_said(at):
    visitor = at()
    visitor.choose("Join a game over the network")
    visitor.tell("Link (q: back): ", "nonsense")
    visitor.tell("Link (q: back): ", "q")
    visitor.arrive()
    visitor.choose("Help")
    assert "Each place is a command, too: flagfall help" in visitor.arrive()


def test_what_goes_wrong_is_said_and_one_is_still_in_the_menu(at, shell):
    """A saved game that another program has open."""
    shell.run("play", "capture-the-flag", typed="2\n")
    visitor = at()
    visitor.choose("Saved games")
    visitor.arrive()
    visitor.choose("Capture the Flag")
    visitor.arrive()
    with held(shell.saved()[0]):
        visitor.choose("Go on with it")
        assert "is open in another flagfall; close that one first." in " ".join(visitor.arrive().split())


@pytest.mark.parametrize(("keys", "code"), [("\x04", 3), ("\x03", 130)])
def test_the_end_of_the_input_and_ctrl_c_leave_from_anywhere(at, keys, code):
    visitor = at("capture-the-flag")
    visitor.choose("Play a friend here")
    visitor.tell("towards the flag): ", "2")
    visitor.terminal.until_asked("towards the flag): ")
    visitor.terminal.press(keys)
    assert visitor.terminal.end() == code
    assert visitor.terminal.text.endswith("\n") and "flagfall resume capture-the-flag-" in visitor.terminal.text


def test_in_words_the_menu_leads_to_games_in_words(at):
    visitor = at("grid-runner", FLAGFALL_SCREEN="words")
    visitor.choose("Play a friend here")
    visitor.terminal.until("P1 is on ")
