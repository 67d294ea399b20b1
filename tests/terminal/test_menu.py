"""The menu in plain lines: it leads to every place by number, letter or name, back with q, in any window."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from flagfall.games import BOOKS, GAMES
from flagfall.installed import page, playthrough
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

    def read(self) -> str:
        """What has come since the last answer, up to the question of a list."""
        self.terminal.until_asked(ASKED)
        return self.terminal.text[self.seen :]

    def items(self) -> dict[str, str]:
        """The keys of the list that is offered now, by their labels."""
        text = self.read()
        last = text[: text.rindex("Choose (")].split("\n\n")[-1]
        unfolded = re.sub(r"\n   +", " ", last)
        return {found[2]: found[1] for found in re.finditer(r"^(\w+)\. (.+)$", unfolded, re.MULTILINE)}

    def choose(self, label: str) -> None:
        items = self.items()
        (key,) = [key for name, key in items.items() if name.startswith(label)]
        self.answer(key)

    def answer(self, line: str) -> None:
        self.seen = len(self.terminal.text)
        self.terminal.type(line)


@pytest.fixture
def at(shell: Shell) -> Iterator:
    """A visitor at the page of a game, or at the first one, who then chooses these lines."""

    def open_(name: str | None, *ways: str, columns: int = 80) -> Visitor:
        visitor = Visitor(shell.open(columns=columns, rows=24))
        if name:
            visitor.read()
            visitor.answer(number(name))
        for way in ways:
            visitor.choose(way)
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


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
@pytest.mark.parametrize("way", ["number", "title", "id"])
def test_a_game_is_chosen_by_number_title_or_id_also_from_a_pipe(shell, game, way):
    answer = {"number": number(game.id), "title": game.title.upper(), "id": game.id}[way]
    done = shell.run(typed=lines(answer, "1", *begun(game.id).typed))
    assert done.code == 3
    assert f"\n{game.title}. {game.about}\n1. Play a friend here\n" in done.out
    assert begun(game.id).prompt in done.out
    assert len(shell.saved()) == 1


@pytest.mark.parametrize(("name", "columns"), EACH)
def test_no_page_is_a_wall_nor_wider_than_the_window(at, name, columns):
    visitor = at(name, columns=columns)
    items = visitor.items()
    pages = [visitor.terminal.text]
    for key in [key for label, key in items.items() if label in ("Play a bot", "Watch two bots")] + ["n"]:
        visitor.answer(key)
        pages.append(visitor.read())
        visitor.answer("q")
        visitor.read()
    for text in pages:
        assert [line for line in text.splitlines() if len(line) > columns] == []
        assert len(text.split("\n\n")[-1].splitlines()) <= 24


# --- the page of a game ---


@pytest.mark.parametrize("name", GAMES)
def test_a_game_offers_what_there_is_for_it_and_nothing_else(at, name):
    game, offered = GAMES[name], set(at(name).items())
    assert ("Puzzles" in offered) == ("Who wins with best play" in offered) == (not game().hides())
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
    visitor = at(name, "Play a friend here", columns=columns)
    play_a_ply(visitor.terminal, name)
    visitor.choose("Back")
    (label,) = [label for label in visitor.items() if label.startswith("Go on: ")]
    assert f"{GAMES[name].title}, two players, since today " in label
    visitor.answer("q")
    assert visitor.terminal.end() == 0
    assert len(shell.saved()) == 1
