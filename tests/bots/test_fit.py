"""Who can play what: what is offered plays a whole game, and who refuses names only those who can."""

from __future__ import annotations

import re

import pytest

from flagfall.bots import BOTS, UnfitBot, bot, fit
from flagfall.cli import listed, parser
from flagfall.core import Position
from flagfall.games import GAMES, position
from flagfall.match import Match
from flagfall.online.web.pages import new_game
from flagfall.terminal.completion import candidates
from tests.bots.hidden.games import HIDDEN
from tests.match.play import BOOKS, OTHERS

HUGE = position("grid-runner P1 0,0+0,1+0,2+0,3/11,0+11,1+11,2+11,3 size=12 tokens=4")
LARGE_AND_OPEN = position("flag-chase-traps P1 1,1/20,20 9/9 -/- size=20 traps=9 open_traps=yes")
PLAYED = (*BOOKS, *HIDDEN, position("flag-chase-traps P1 1,1/3,3 1/1 -/- size=3 traps=1 open_traps=yes"))
STARTS = tuple(dict.fromkeys((*PLAYED, *OTHERS)))
SMALL = 64 << 20
LEVELS = re.compile(r"level:1 to level:10")


def able(start: Position, memory: int | None = None) -> list[str]:
    return [name for name in BOTS if not fit.why_not(name, start, memory)]


def named(refusal: str) -> set[str]:
    """The bots that a refusal names behind the one that refuses."""
    _, advice = refusal.rsplit("; ", 1)
    spelled = LEVELS.sub(" ".join(f"level:{number}" for number in range(1, 11)), advice)
    return set(BOTS) & set(re.findall(r"[a-z]+(?::\d+)?", spelled))


@pytest.mark.parametrize("start", dict.fromkeys(PLAYED), ids=str)
def test_who_is_said_to_be_able_plays_a_whole_game(start: Position) -> None:
    assert able(start)
    for name in able(start):
        one = bot("sampler:2-playouts" if name == "sampler" else name, 1)
        one.check(start)
        one.prepare(start)
        match = Match(start, cap=40)
        while waiting := match.waiting():
            match.submit(waiting[0], one.choose(match.seats[waiting[0]]))
        assert match.outcome


@pytest.mark.parametrize("memory", [None, SMALL, 0])
@pytest.mark.parametrize("start", [*STARTS, HUGE, LARGE_AND_OPEN], ids=str)
def test_who_refuses_names_exactly_those_who_can(start: Position, memory: int | None) -> None:
    for name in BOTS:
        if name in able(start, memory):
            bot(name).check(start, memory)
        else:
            with pytest.raises(UnfitBot) as refused:
                bot(name).check(start, memory)
            assert str(refused.value).startswith(f"{name} ")
            assert named(str(refused.value)) == set(able(start, memory))


def test_how_they_are_listed() -> None:
    def told(name: str, start: Position, memory: int | None = None) -> str:
        with pytest.raises(UnfitBot) as refused:
            fit.check(name, start, memory)
        return str(refused.value).rsplit("; ", 1)[1]

    assert told("perfect", HIDDEN[0]) == "sampler, level:1 to level:10 and random can play it"
    assert told("sampler:2.5", HUGE) == "perfect, level:1 to level:10 and random can play it"
    assert told("sampler", HUGE, SMALL) == "random can play it"
    assert told("level:3", HUGE, SMALL) == "take random, or other rules"
    assert told("perfect", LARGE_AND_OPEN, SMALL) == "take sampler or random, or other rules"
    assert str(fit.too_large("level:3", HUGE)).endswith("; take random, or other rules")


@pytest.mark.parametrize("game", GAMES)
def test_the_tab_key_offers_those_who_can(game: str) -> None:
    opening = GAMES[game]()
    offered = candidates(["play", game, "--p2", ""], listed(), parser)
    assert offered == sorted(["human", *able(opening)])
    exact = sorted(name for name in able(opening) if fit.has_odds(name, opening))
    assert candidates(["odds", game, "--p1", ""], listed(), parser) == exact


def test_the_tab_key_takes_notice_of_settings() -> None:
    def offered(*settings: str) -> list[str]:
        words = ["play", "flag-chase-traps", *(word for each in settings for word in ("--set", each))]
        return candidates([*words, "--p1", "per"], listed(), parser)

    assert offered() == [] == offered("open_traps=perhaps") == offered("nonsense=1", "open_traps=yes")
    assert offered("open_traps=yes") == ["perfect"] == offered("size=4", "open_traps=yes")
    assert candidates(["play", "--p1", "per"], listed(), parser) == ["perfect"]


@pytest.mark.parametrize(
    ("game", "settings"),
    [*((game, {}) for game in GAMES), ("grid-runner", {"size": "15", "tokens": "9"})],
)
def test_the_page_offers_those_who_can(game: str, settings: dict[str, str]) -> None:
    """And with a reason those who could by the book."""
    page = new_game(game, settings)
    options = dict(re.findall(r'<input type="radio" name="bot" value="([a-z]+(?::\d+)?)"([^>]*)>', page))
    shown = {name: "disabled" not in rest for name, rest in options.items() if name in BOTS}
    start = GAMES[game](rules=GAMES[game].Rules.read(settings))  # type: ignore[call-arg]
    by_the_book = able(GAMES[game](), 512 << 20)
    assert shown == {name: name in able(start, 512 << 20) for name in BOTS if name in by_the_book}


def test_the_help_names_every_kind() -> None:
    said = " ".join(parser("play").format_help().split())
    assert all(listed in said for listed, _ in fit.KINDS.values())
