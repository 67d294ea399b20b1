"""Two people at one full screen: what one of them knows alone shows nowhere to the other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual import events
from textual.pilot import Pilot

from flagfall.core import Move, Player
from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.terminal.screen.play.curtain import Curtain, Reveal
from flagfall.terminal.screen.play.game import GameScreen
from tests.screen.harness import STILL, on_screen, settled

from .players import HANDS, Hand, by_typing, choose, game_of, keys, match_of, table_of

KEEPING = replace(STILL, hides=False)
"""A terminal that keeps all that it shows."""
Picture = list[list[tuple[str, str]]]


def picture(pilot: Pilot[int]) -> Picture:
    """Every sign on the screen, with its colours."""
    strips = pilot.app.screen._compositor.render_strips()
    return [[(segment.text, str(segment.style)) for segment in strip] for strip in strips]


def first_secret(name: str) -> tuple[list[Move], Player, list[Move]] | None:
    """What is played before somebody first chooses in secret, who does, and choices that look alike to the other."""
    match, before = Match(GAMES[name]()), list[Move]()
    for _ in range(60):
        waiting = match.waiting()
        if not waiting:
            return None
        player = waiting[0]
        view, choices = match.seats[player].view, match.seats[player].choices
        if len(waiting) > 1:
            return before, player, list(choices)
        if len(secret := [move for move in choices if view.is_secret(player, move)]) > 1:
            return before, player, secret
        before.append(choices[0])
        match.submit(player, choices[0])
    return None


SECRET = {name: found for name in GAMES if (found := first_secret(name))}
"""Every game in which there is anything to hide."""


def after_secret(name: str, secret: Move, hand: Hand) -> list[Picture]:
    """All that the other player gets to see after this secret choice, and may do, until it is told or the other's turn
    is over."""
    before, owner, _ = SECRET[name]
    seen: list[Picture] = []

    async def look(pilot: Pilot[int]) -> None:
        for move in before:
            await choose(pilot, move, by_typing)
        await choose(pilot, secret, hand)
        if isinstance(pilot.app.screen, Reveal):
            return
        assert table_of(pilot).asked is owner.other and isinstance(pilot.app.screen, Curtain)
        seen.append(picture(pilot))
        if not table_of(pilot).seat.view.hides():
            return
        await pilot.press("enter")
        await settled(pilot)
        seen.append(picture(pilot))
        for key in ("m", "up", "down", "tab", "colon", "up", "escape", "f", "v", "h", "m"):
            await pilot.press(key)
            await pilot.pause()
            seen.append(picture(pilot))
        await typed_command(pilot, "history")
        seen.append(picture(pilot))

    on_screen(look, game_of(name))
    return seen


async def typed_command(pilot: Pilot[int], line: str) -> None:
    await pilot.press(*keys(f":{line}"), "enter")
    await settled(pilot)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("name", SECRET)
def test_the_other_sees_the_same_whatever_was_chosen_in_secret(name: str, hand: str) -> None:
    """F2-A12"""
    secrets = SECRET[name][2]
    one, other = (after_secret(name, secret, HANDS[hand]) for secret in (secrets[0], secrets[-1]))
    assert one
    assert [index for index, (a, b) in enumerate(zip(one, other, strict=True)) if a != b] == []


@pytest.mark.parametrize("name", SECRET)
def test_no_key_at_the_curtain_changes_anything(name: str) -> None:
    before, _, secrets = SECRET[name]

    async def look(pilot: Pilot[int]) -> None:
        for move in before:
            await choose(pilot, move, by_typing)
        assert isinstance(pilot.app.screen, Curtain)
        shown = picture(pilot)
        for key in (*keys(match_of(pilot).position.written(secrets[0])), "backspace", "t", "question_mark", "v", "tab"):
            await pilot.press(key)
            await pilot.pause()
            assert picture(pilot) == shown, key
        await pilot.click(offset=(5, 5))
        assert picture(pilot) == shown and isinstance(pilot.app.screen, Curtain)

    on_screen(look, game_of(name))


@pytest.mark.parametrize("name", SECRET)
def test_keys_that_come_in_a_burst_are_read_where_they_belong(name: str) -> None:
    """Whatever leads to a secret, the keys after it are already the secret."""
    before, owner, secrets = SECRET[name]

    async def look(pilot: Pilot[int]) -> None:
        for move in before[:-1]:
            await choose(pilot, move, by_typing)
        view, app = match_of(pilot).position, pilot.app
        burst: list[str] = []
        if before:
            written = view.written(before[-1])
            hidden = isinstance(app.screen, Curtain)
            burst += [
                *(["enter"] if hidden else []),
                *keys(written if written[:1].isdigit() else f":{written}"),
                "enter",
            ]
        for key in (*burst, *keys(secrets[0])):
            app.post_message(events.Key(key, _sign(key)))
        await settled(pilot)
        assert isinstance(app.screen, Curtain)
        (screen,) = (each for each in app.screen_stack if isinstance(each, GameScreen))
        assert not screen.line.open and table_of(pilot).asked is owner

    on_screen(look, game_of(name))


@pytest.mark.parametrize("name", [name for name in SECRET if GAMES[name]().hides()])
def test_an_enter_that_is_pressed_twice_does_not_open_the_others_view(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, owner, (secret, *_) = SECRET[name]

    async def look(pilot: Pilot[int]) -> None:
        for move in before:
            await choose(pilot, move, by_typing)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, GameScreen)
        monkeypatch.setattr(Curtain, "pause", 60.0)
        await by_typing(pilot, secret)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, Curtain) and table_of(pilot).asked is owner.other
        monkeypatch.setattr(Curtain, "pause", 0.0)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen)

    on_screen(look, game_of(name))


def _sign(key: str) -> str | None:
    return {"comma": ",", "colon": ":", "space": " ", "enter": "\r"}.get(key, key if len(key) == 1 else None)


@pytest.mark.parametrize("name", [name for name in SECRET if GAMES[name]().hides()])
def test_who_leaves_the_window_leaves_the_curtain_behind(name: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        curtain = picture(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen) and pilot.app.private  # type: ignore[attr-defined]
        pilot.app.post_message(events.AppBlur())
        await settled(pilot)
        assert isinstance(pilot.app.screen, Curtain) and picture(pilot) == curtain
        pilot.app.post_message(events.AppFocus())
        await settled(pilot)
        assert isinstance(pilot.app.screen, Curtain)

    on_screen(look, game_of(name))


@pytest.mark.parametrize("name", SECRET)
def test_nothing_is_pictured_nor_found_in_the_palette_while_one_is_alone(name: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        for move in SECRET[name][0]:
            await choose(pilot, move, by_typing)
        for _ in range(2):
            before = pilot.app.screen
            assert pilot.app.private  # type: ignore[attr-defined]
            await pilot.press("ctrl+p", "p", "x")
            await settled(pilot)
            assert pilot.app.screen is before
            await pilot.press("backspace", "backspace", "enter")
            await settled(pilot)
            if isinstance(pilot.app.screen, Curtain):
                return

    on_screen(look, game_of(name))


@pytest.mark.parametrize("name", SECRET)
def test_where_the_terminal_keeps_what_it_shows_secrets_are_typed_unseen(name: str) -> None:
    before, owner, secrets = SECRET[name]
    seen: dict[Move, list[Picture]] = {}

    def at(secret: Move) -> None:
        pictures: list[Picture] = []
        seen[secret] = pictures

        async def look(pilot: Pilot[int]) -> None:
            for move in (*before, secret):
                asked = table_of(pilot).asked
                assert asked
                if isinstance(pilot.app.screen, Curtain):
                    await pilot.press(*keys(match_of(pilot).position.written(move)), "enter")
                else:
                    await by_typing(pilot, move)
                await settled(pilot)
                pictures.append(picture(pilot))
            assert table_of(pilot).asked is owner.other and isinstance(pilot.app.screen, Curtain)
            await pilot.press(*keys("nonsense"), "enter")
            await settled(pilot)
            pictures.append(picture(pilot))

        on_screen(look, game_of(name), display=KEEPING)

    for secret in (secrets[0], secrets[-1]):
        at(secret)
    assert seen[secrets[0]] == seen[secrets[-1]]
