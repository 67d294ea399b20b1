"""The HTML that leaves the server: whole, escaped, and loading nothing but our own files. No browser is needed."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from flagfall import GAMES
from flagfall.coach.lessons.lesson import lesson_or_none
from flagfall.core import UnknownGame
from flagfall.games import BOOKS
from flagfall.installed import page as page_of
from flagfall.installed import playthrough
from flagfall.match import Match
from flagfall.online import web

PAGES = {
    "home": web.home(),
    "problem": web.problem(404, "there is nothing at <this> address"),
    **{f"new {name}": web.new_game(name, {}) for name in GAMES},
    **{f"rules {name}": web.rulebook(name) for name, game in GAMES.items() if page_of(game)},
    **{f"learn {name}": web.learn(name) for name, game in GAMES.items() if lesson_or_none(game)},
    **{f"game {name}": web.game("abc", Match(game()).seats[None]) for name, game in GAMES.items()},
}


class Tags(HTMLParser):
    """Every element of a page with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_only_files_that_are_there(name: str) -> None:
    loaded = [
        address
        for tag, attributes in Tags(PAGES[name]).found
        if tag in ("link", "script", "img", "iframe") and (address := attributes.get("href") or attributes.get("src"))
    ]
    assert len(loaded) > 3
    for address in loaded:
        found = web.asset(address.removeprefix("/static/"))
        assert found and found.lasting, address


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_nothing_that_the_content_policy_forbids(name: str) -> None:
    tags, allowed = Tags(PAGES[name]).found, web.policy(PAGES[name])
    assert "unsafe" not in allowed
    for tag, attributes in tags:
        assert not any(key == "style" or key.startswith("on") for key in attributes), (tag, attributes)
        assert tag != "link" or attributes["rel"] != "stylesheet", "nothing is waited for before the first paint"
    within = re.findall(r"<(style|script)>(.*?)</\1>", PAGES[name], re.DOTALL)
    assert [kind for kind, _ in within].count("style") == 1
    for kind, text in within:
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert re.search(rf"{kind}-src [^;]*'sha256-{re.escape(digest)}'", allowed)
    inline = [attributes for tag, attributes in tags if tag == "script" and attributes.keys() != {"type", "src"}]
    assert len(inline) == len(within) - 1 and not any(inline)


@pytest.mark.parametrize("name", PAGES)
def test_ids_are_unique_and_labels_lead_somewhere(name: str) -> None:
    tags = Tags(PAGES[name]).found
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in tags:
        for key in ("for", "aria-labelledby", "aria-describedby"):
            assert attributes.get(key) is None or attributes[key] in ids, attributes


def test_what_stands_in_an_address_is_never_taken_for_html() -> None:
    page = web.new_game("grid-runner", {"blocked": '"><script>alert(1)</script>', "<b>": "<i>"})
    assert "<script>alert" not in page and "<b>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<this>" not in PAGES["problem"]


def test_the_preview_follows_the_settings_and_says_what_is_wrong_with_them() -> None:
    assert "6,3: P2" in web.new_game("grid-runner", {"size": "7", "way": "person"})
    assert "2,2; 3,3: blocked" in web.new_game("grid-runner", {"blocked": "2,2 3,3"})
    wrong = web.new_game("grid-runner", {"size": "1"})
    assert "Size must be a whole number from 2 to 99" in wrong and 'value="1"' in wrong


def test_there_is_no_page_for_a_game_that_nobody_knows() -> None:
    with pytest.raises(UnknownGame):
        web.new_game("chess", {})
    with pytest.raises(UnknownGame):
        web.rulebook("chess")


@pytest.mark.parametrize("game", [game.id for game in BOOKS])
def test_every_rule_of_the_book_is_on_its_page(game: str) -> None:
    number = list(GAMES).index(game)
    page = PAGES[f"rules {game}"]
    rules = set(re.findall(rf'<span class="rule-id">(F{number}-[RA]\d\d)</span>', page))
    assert {f"F{number}-R01", f"F{number}-A01"} <= rules and len(rules) > 12
    assert rules == set(re.findall(rf"^- \*\*(F{number}-[RA]\d\d)\*\*", page_of(GAMES[game]) or "", re.MULTILINE))
    assert "Checked by" not in page and f"F{number}-T01" not in page


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["new", "game"])
def test_who_wants_to_play_is_shown_the_game_in_short_as_far_as_there_is_anything_to_show(kind: str, game: str) -> None:
    page, source = PAGES[f"{kind} {game}"], page_of(GAMES[game])
    assert (f'href="/games/{game}/rules"' in page) is (source is not None)
    assert ('class="glimpse"' in page) is (playthrough(GAMES[game]) is not None)
    if source and "## In short" in source:
        assert "<strong>Aim:</strong>" in page and "<strong>You win</strong>" in page
    assert not re.search(r"F\d-[A-Z]\d\d", page)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_on_the_home_page_with_a_picture(game: str) -> None:
    cards = PAGES["home"].split('<li class="card">')
    (card,) = (each for each in cards if f'href="/games/{game}"' in each)
    assert "<svg" in card and GAMES[game].title in card


def test_a_page_of_rules_that_is_not_there_is_refused_with_a_sentence() -> None:
    (bare,) = (game for game in GAMES.values() if page_of(game) is None)
    with pytest.raises(UnknownGame, match=f"{bare.title} has no page of rules"):
        web.rulebook(bare.id)


def test_files_are_found_with_and_without_their_version_and_nothing_else_is() -> None:
    version = re.search(r"/static/(\w+)/home/home\.js", PAGES["home"])
    assert version
    kept, plain = web.asset(f"{version[1]}/page.css"), web.asset("page.css")
    assert kept and plain and kept.lasting and not plain.lasting and kept.body == plain.body
    for path in ("", "nothing.css", "../pages.py", "assets.py", f"{version[1]}/../../pages.py"):
        assert web.asset(path) is None
