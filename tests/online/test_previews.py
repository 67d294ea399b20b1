"""What whoever is sent a link sees of it: a picture of the right size, of what a watcher may know, and no more."""

from __future__ import annotations

import re
import struct
from urllib.request import Request, urlopen

import pytest

from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.online import web
from flagfall.online.web.previews import drawing

from .client import Live, both_links, create

HIDING = [name for name, game in GAMES.items() if game().hides()]


def picture(address: str, path: str) -> bytes:
    with urlopen(f"{address}{path}") as answer:
        assert answer.headers["Content-Type"] == "image/png" and "max-age" in answer.headers["Cache-Control"]
        found: bytes = answer.read()
    assert found[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", found[16:24]) == (1200, 630)
    assert len(found) < 200_000
    return found


def head(address: str, path: str, **headers: str) -> dict[str, str]:
    with urlopen(Request(f"{address}{path}", headers=headers)) as answer:
        html = answer.read().decode()
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', html))


@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_a_game_has_a_title_words_and_a_picture(game: str, address: str) -> None:
    made = create(address, game)
    for path in (f"/games/{game}", made["watch"]):
        found = head(address, path)
        assert GAMES[game].title in found["og:title"].replace("&#39;", "'") and found["og:description"]
        assert found["twitter:card"] == "summary_large_image"
        assert found["og:image"].startswith(f"{address}/preview/")
        picture(address, found["og:image"].removeprefix(address))


@pytest.mark.parametrize("path", ["/", "/puzzles", "/puzzles/grid-runner"])
def test_other_pages_have_one_too(path: str, address: str) -> None:
    picture(address, head(address, path)["og:image"].removeprefix(address))


def test_an_address_is_as_whoever_asks_has_called_the_server(address: str) -> None:
    assert head(address, "/", Host="games.example")["og:image"] == "http://games.example/preview/home.png"
    assert head(address, "/", Host="[::1]:80")["og:image"] == "http://[::1]:80/preview/home.png"
    for wrong in ("a b", 'x"><script>', "a/b"):
        assert head(address, "/", Host=wrong)["og:image"] == "/preview/home.png"


def test_the_picture_follows_the_game(address: str) -> None:
    game, tokens = both_links(address, "capture-the-flag")
    before = picture(address, f"/preview/g/{game}.png")
    with Live(address, game, tokens["P1"]) as seat:
        seat.move("2")
    assert picture(address, f"/preview/g/{game}.png") != before


@pytest.mark.parametrize("game", HIDING)
def test_two_games_that_look_the_same_to_a_watcher_have_the_same_picture(game: str) -> None:
    """Whatever either player hides is not in the drawing, for any first move."""
    start = GAMES[game]()
    seen: dict[object, set[str]] = {}
    for move in start.choices()[next(iter(start.choices()))]:
        match = Match(GAMES[game]())
        for player in match.waiting():
            choices = start.choices()[player]
            match.submit(player, move if move in choices else choices[0])
        if match.outcome is None:
            seat = match.seats[None]
            seen.setdefault((seat.view, seat.before), set()).add(drawing(seat.scene(), start.title, "words"))
    assert seen and all(len(drawings) == 1 for drawings in seen.values())


def test_a_position_is_drawn_as_everybody_may_see_it(address: str) -> None:
    for game in GAMES:
        text = GAMES[game]().text().replace(" ", "%20")
        picture(address, f"/preview/explore/{game}.png?position={text}")


def test_a_board_that_is_too_large_is_not_drawn(address: str) -> None:
    large = GAMES["grid-runner"].from_text("grid-runner P1 0,12/24,12 size=25")
    assert web.seat_picture(Match(large).seats[None]) == web.game_picture("grid-runner")
    with pytest.raises(OSError, match="400"):
        picture(address, "/preview/explore/grid-runner.png?position=grid-runner%20P1%200,12/24,12%20size=25")


def test_words_are_never_taken_for_a_drawing() -> None:
    found = drawing(GAMES["grid-runner"]().scene(), "<b>&", '"><script>')
    assert "<b>" not in found and "<script" not in found
