"""Every byte that a seat receives: equal for games that differ only in what that seat may not know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest

from flagfall.core import Move, Player, Position
from flagfall.games import GAMES
from flagfall.games import game as game_called
from flagfall.match import Match
from flagfall.online.protocol.commitments import commitment

from .client import Live, both_links, get, request

VARIED = {
    "flag-chase": {"cells": "3", "numbers": "99"},
    "flag-chase-traps": {"size": "11", "traps": "4"},
}
"""Variations in which choices are written with one digit or two; other games are played as they are."""
_RANDOM = re.compile(rb'"(?:[0-9a-f]{64}|[0-9a-f]{32})"')
_TIMES = re.compile(rb'"(created|at)": ?(\d{13})')


def comparable(message: bytes, game: str) -> bytes:
    """The message without what is different in every game: its id, times, and random numbers, but not their lengths."""
    message = message.replace(game.encode(), b"GAME".ljust(len(game), b"-"))
    message = _RANDOM.sub(lambda found: b"?" * len(found[0]), message)
    return _TIMES.sub(lambda found: found[1] + b"0" * 13, message)


def opening(kind: str, settings: dict[str, str] | None = None) -> Position:
    chosen = game_called(kind)
    rules = chosen.Rules.read(VARIED.get(kind, {}) if settings is None else settings)
    return chosen(rules=rules)  # type: ignore[call-arg]


class Wired:
    """A game on the server, beside a match that tells what everybody may know."""

    def __init__(self, address: str, kind: str, stack: ExitStack, settings: dict[str, str] | None = None) -> None:
        self.address = address
        self.match = Match(opening(kind, settings))
        self._submitted = 0
        self.game, tokens = both_links(address, kind, settings=self.match.start.rules.changed())
        self.tokens = {Player[seat]: token for seat, token in tokens.items()}
        connect = stack.enter_context
        self.at: dict[Player | None, Live] = {
            player: connect(Live(address, self.game, self.tokens[player])) for player in Player
        }
        self.at[None] = connect(Live(address, self.game))
        self.settle()

    def settle(self) -> None:
        for live in self.at.values():
            live.send("ping")
            live.wait("pong")

    def submit(self, player: Player, move: Move) -> None:
        self.match.submit(player, move)
        self._submitted += 1
        assert self.at[player].move(move, id=str(self._submitted))["type"] == "update"
        self.settle()

    def received(self, viewer: Player | None) -> list[bytes]:
        """What has come since this was asked the last time."""
        raw, self.at[viewer].raw = self.at[viewer].raw, []
        return [comparable(each, self.game) for each in raw]

    def answers(self, viewer: Player | None) -> dict[str, bytes]:
        """What the server says to whoever asks for anything there is of this game, with this seat's token."""
        known = get(self.address, "/api/openapi.json")["paths"]
        paths = [path for path, methods in known.items() if "{game}" in path and "get" in methods]
        paths += ["/g/{game}", "/api/games/{game}/earlier?history=0&said=0&chat=0"]
        token = self.tokens[viewer] if viewer else None
        return {path: comparable(self._asked(path, token), self.game) for path in self._filled_in(paths)}

    def _filled_in(self, paths: list[str]) -> Iterator[str]:
        for path in paths:
            for ply in range(len(self.match.plies) + 2) if "{ply}" in path else (0,):
                yield path.replace("{ply}", str(ply))

    def _asked(self, path: str, token: str | None) -> bytes:
        status, body, headers = request(self.address, "GET", path.replace("{game}", self.game), token=token)
        return f"{status} {json.dumps(body, ensure_ascii=False)} {headers['content-length']}".encode()


def is_secret(match: Match, player: Player, move: Move) -> bool:
    """Whether others do not see what was chosen."""
    position = match.position
    return len(position.choices()) > 1 or position.disguise(player, move, player.other) != move


def alternatives(match: Match, player: Player, move: Move) -> list[Move]:
    """Other moves that look the same to everybody else, for now."""
    return [other for other in match.seats[player].choices if other != move and is_secret(match, player, other)]


def keeps_secrets(kind: str) -> bool:
    """Whether there is anything in this game that one of two does not know of the other."""
    for seed in range(8):
        match, random = Match(opening(kind)), Random(seed)
        for _ in range(40):
            if waiting := match.waiting():
                moves = match.seats[waiting[0]].choices
                if any(is_secret(match, waiting[0], move) for move in moves):
                    return True
                match.submit(waiting[0], random.choice(moves))
    return False


SECRETIVE = [kind for kind in GAMES if keeps_secrets(kind)]


def test_there_are_games_of_every_kind_of_secret() -> None:
    openings = [opening(kind) for kind in SECRETIVE]
    assert {position.hides() for position in openings} == {True, False}


@pytest.mark.parametrize("kind", SECRETIVE)
@pytest.mark.parametrize("seed", range(4))
def test_twin_games_are_equal_byte_for_byte_to_those_who_may_not_know(address: str, kind: str, seed: int) -> None:
    """One player's secrets differ between the games, nothing else; the others' bytes tell nothing of it."""
    random = Random(f"{kind} {seed}")
    keeper = random.choice(list(Player))
    compared = differed = 0
    with ExitStack() as stack:
        one, two = Wired(address, kind, stack), Wired(address, kind, stack)
        for step in range(40):
            if one.match.outcome or not (waiting := one.match.waiting()):
                break
            player = random.choice(waiting)
            moves = choose_twice(one.match, two.match, player, keeper, random)
            if moves is None:
                break
            differed += moves[0] != moves[1]
            one.submit(player, moves[0])
            two.submit(player, moves[1])
            if not same_to_others(one.match, two.match, keeper):
                break  # now they may know
            for viewer in (keeper.other, None):
                bytes_ = one.received(viewer)
                assert bytes_ == two.received(viewer)
                compared += len(bytes_)
                if step < 3 or step % 10 == 0:
                    assert one.answers(viewer) == two.answers(viewer)
    assert compared and differed


def choose_twice(one: Match, two: Match, player: Player, keeper: Player, random: Random) -> tuple[Move, Move] | None:
    """What to play in the two games: different secrets if it is the keeper's choice, else the same."""
    both = [move for move in one.seats[player].choices if move in two.seats[player].choices]
    secret = [move for move in both if is_secret(one, player, move)]
    move = random.choice(secret if secret and random.random() < 0.7 else both or [""])
    if not move:
        return None
    if player is not keeper or not is_secret(one, player, move):
        return move, move
    others = alternatives(two, player, move)
    return move, random.choice(others) if others else move


def same_to_others(one: Match, two: Match, keeper: Player) -> bool:
    return all(
        (a.view, a.said, a.history, a.outcome) == (b.view, b.said, b.history, b.outcome)
        for viewer in (keeper.other, None)
        for a, b in [(one.seats[viewer], two.seats[viewer])]
    )


def test_sizes_tell_nothing_of_a_number_to_anybody_on_the_way(address: str) -> None:
    """Also the chooser's own answer has one length: nobody who sees only encrypted messages learns anything."""
    sizes = set()
    with ExitStack() as stack:
        for number in ("1", "9", "10", "99"):
            wired = Wired(address, "flag-chase", stack)
            wired.submit(Player.P1, "forward")
            wired.submit(Player.P2, "forward")
            wired.submit(Player.P1, number)
            sizes.add(tuple(tuple(map(len, live.raw)) for live in wired.at.values()))
    assert len(sizes) == 1


@pytest.mark.parametrize("kind", SECRETIVE)
def test_sizes_tell_nothing_of_what_was_chosen(address: str, kind: str) -> None:
    """By the book's rules, whatever it is: every message has one length, the own ones too."""
    before, (player, choices) = to_a_secret(kind)
    sizes = set()
    with ExitStack() as stack:
        for choice in choices:
            wired = Wired(address, kind, stack, {})
            for mover, move in (*before, (player, choice)):
                wired.submit(mover, move)
            sizes.add(tuple(tuple(map(len, live.raw)) for live in wired.at.values()))
    assert len(choices) > 1 and len(sizes) == 1


def to_a_secret(kind: str) -> tuple[list[tuple[Player, Move]], tuple[Player, list[Move]]]:
    """Choices that lead to where somebody has a secret choice, and who that is, among what."""
    for seed in range(50):
        match, random, made = Match(opening(kind, {})), Random(seed), []
        while waiting := match.waiting():
            secret = [move for move in match.seats[waiting[0]].choices if is_secret(match, waiting[0], move)]
            if secret:
                return made, (waiting[0], secret)
            made.append((waiting[0], random.choice(match.seats[waiting[0]].choices)))
            match.submit(*made[-1])
    raise AssertionError(f"nothing is secret in {kind}")


@pytest.mark.parametrize("kind", SECRETIVE)
@pytest.mark.parametrize("keeper", Player)
def test_nothing_that_a_hostile_client_tries_tells_it_anything(address: str, kind: str, keeper: Player) -> None:
    """Whatever it sends, it is answered in the same bytes whatever the other keeps secret."""
    spy = keeper.other
    with ExitStack() as stack:
        one, two = twins(address, kind, keeper, stack)
        for wired in (one, two):
            attack(wired, spy)
        for viewer in (spy, None):
            assert one.received(viewer) == two.received(viewer)
            assert one.answers(viewer) == two.answers(viewer)


def twins(address: str, kind: str, keeper: Player, stack: ExitStack) -> tuple[Wired, Wired]:
    """Two games that differ in one choice of the keeper's that nobody else knows."""
    for seed in range(50):
        random, one, two = Random(seed), Wired(address, kind, stack), Wired(address, kind, stack)
        while waiting := one.match.waiting():
            player = keeper if keeper in waiting else keeper.other
            moves = choose_twice(one.match, two.match, player, keeper, random)
            assert moves
            one.submit(player, moves[0])
            two.submit(player, moves[1])
            if moves[0] != moves[1]:
                assert same_to_others(one.match, two.match, keeper)
                return one, two
    raise AssertionError(f"{keeper} keeps no secret in {kind}")


def attack(wired: Wired, spy: Player) -> None:
    """Everything that might be answered by what a secret is, and that makes no move."""
    live, match = wired.at[spy], wired.match
    ply, all_moves = len(match.plies), {move for moves in match.start.choices().values() for move in moves}
    every = {*all_moves, *(move for each in match.plies for move in each.disguised(spy).values())}
    own = match.seats[spy].choices
    wrong = ["", "?", "PASS", "x" * 64, "1\n2", *sorted(every - {*own})[:40]]
    for number, move in enumerate(wrong):
        live.do("move", id=f"{spy} wrong {number}", ply=ply, move=move)
    for number, move in enumerate([*own[:2], *wrong[:2]]):
        live.do("move", id=f"{spy} late {number}", ply=ply + 1, move=move)
    for number, plies in enumerate((None, 1, 2, 1000)):
        live.do("offer", id=f"{spy} back {number}", ply=ply, what="takeback", plies=plies)
    for kind, more in (("answer", {"offer": 1, "agree": True}), ("rematch", {}), ("chat", {"text": "where is it?"})):
        live.do(kind, id=f"{spy} {kind}", **more)
    wired.settle()


@pytest.mark.parametrize("kind", SECRETIVE)
def test_a_sealed_or_secret_choice_can_not_be_changed(address: str, kind: str) -> None:
    """The same id with another move is the same command, and another id is too late."""
    with ExitStack() as stack:
        wired = Wired(address, kind, stack)
        player = wired.match.waiting()[0]
        first, *others = wired.match.seats[player].choices
        wired.submit(player, first)
        again = wired.at[player].do("move", id="1", ply=0, move=others[0])
        other = wired.at[player].do("move", id="another", ply=0, move=others[0])
        assert (again["type"], other["type"]) == ("accepted", "refused")
        own = get(address, f"/api/games/{wired.game}", wired.tokens[player])
        assert first in (
            own["state"].get("sealed", "").strip(),
            *(ply.get(player.name) for ply in own["history"]["plies"]),
        )


def test_the_record_is_there_only_when_the_game_is_over(address: str) -> None:
    with ExitStack() as stack:
        wired = Wired(address, "flag-chase-traps", stack)
        wired.submit(Player.P1, "TRAP 2 2")
        path = f"/api/games/{wired.game}/record"
        for token in (None, *wired.tokens.values()):
            status, refused, _ = request(address, "GET", path, token=token)
            assert (status, refused["code"]) == (409, "not-now")
        wired.at[Player.P2].do("resign")
        assert "1. P1 TRAP 2 2\n" in get(address, path, wired.tokens[Player.P2])
        wired.settle()
        assert wired.at[Player.P2].history == wired.at[None].history == [{"P1": "TRAP 2 2"}]


def test_both_numbers_leave_together_and_fit_their_commitments(address: str) -> None:
    with ExitStack() as stack:
        wired = Wired(address, "flag-chase", stack)
        wired.submit(Player.P1, "forward")
        wired.submit(Player.P2, "forward")
        wired.submit(Player.P2, "77")
        promised = wired.at[Player.P1].state["commitments"]
        assert list(promised) == ["P2"] == list(wired.at[None].state["commitments"])
        assert not any(b"77" in raw for viewer in (Player.P1, None) for raw in wired.at[viewer].raw[-1:])
        wired.submit(Player.P1, "5")
        for live in wired.at.values():
            *_, sealed, update = [each for each in live.seen if each["type"] in ("update", "sealed")]
            assert "opened" in update and not any("opened" in each for each in live.seen if each is not update)
            fixed = {each["player"]: each["commitment"] for each in update["opened"]}
            assert sealed == {"type": "sealed", "ply": 2, "commitments": fixed}  # both, before either number
            assert update["history"]["plies"] == [{"P1": "5", "P2": "77"}]
            opened = {each["player"]: each for each in update["opened"]}
            assert opened["P2"]["commitment"] == promised["P2"]
            for player in Player:
                each = opened[player.name]
                proof = commitment(wired.game, each["ply"], player, each["move"], each["nonce"])
                assert proof == each["commitment"] and each["ply"] == 2
