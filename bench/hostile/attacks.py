"""The attacks. Each goes on for as long as it is asked for another step, whatever the server does."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from itertools import count, cycle
from time import sleep

from .visitor import BINARY, PING, PONG, TEXT, Visitor, frame, head

Steps = Iterator[object]
Attack = Callable[[Visitor], Steps]
SOCKETS = 1_100
_BLOCK = 64 * 1024
_TURN = 0.02
"""Seconds for a move to reach the other player, who answers it."""
_AT_ONCE = 200
"""Frames or requests that are sent in one go."""
_WALLED = {"size": "5", "blocked": "2,0+2,1+2,2+2,3+2,4"}
"""Grid Runner on a board that nobody can cross."""


# --- connections that say little ---


def silence(visitor: Visitor) -> Steps:
    """A thousand connections that say nothing."""
    return _held(visitor, b"")


def half_heads(visitor: Visitor) -> Steps:
    """A thousand requests whose heads never end."""
    return _held(visitor, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")


def half_bodies(visitor: Visitor) -> Steps:
    """A thousand requests whose bodies never end."""
    return _held(visitor, head(visitor.port, "POST", "/api/games", 1000, more="") + b'{"game": ')


def idle_visits(visitor: Visitor) -> Steps:
    """A thousand connections that were answered and are kept."""
    return _held(visitor, head(visitor.port, "GET", "/static/nothing.js", 0, more=""))


def _held(visitor: Visitor, words: bytes) -> Steps:
    held: list[socket.socket] = []
    while True:
        if len(held) < SOCKETS and (link := visitor.connect()) and visitor.send(link, words):
            held.append(link)
        elif held:
            link = held.pop(0)
            if visitor.send(link, words[-3:]):
                held.append(link)
        yield len(held)


# --- requests that say too much ---


def endless_heads(visitor: Visitor) -> Steps:
    """Heads without end, in one long line and in many short ones."""
    lines = b"".join(b"X-%d: 1\r\n" % number for number in range(_BLOCK // 10))
    return _endless(visitor, [b"GET / HTTP/1.1\r\nX: ", b"GET / HTTP/1.1\r\n"], [b"a" * _BLOCK, lines])


def endless_addresses(visitor: Visitor) -> Steps:
    """An address without end."""
    return _endless(visitor, [b"GET /"], [b"a" * _BLOCK])


def endless_bodies(visitor: Visitor) -> Steps:
    """Bodies without end, where one is expected and where none is."""
    chunked = b"Transfer-Encoding: chunked\r\n\r\n"
    begin = [b"%s %s HTTP/1.1\r\nHost: x\r\n" % line for line in ((b"POST", b"/api/games"), (b"GET", b"/"))]
    block = b"%x\r\n" % _BLOCK + b"a" * _BLOCK + b"\r\n"
    return _endless(visitor, [first + chunked for first in begin], [block])


def _endless(visitor: Visitor, begin: list[bytes], more: list[bytes]) -> Steps:
    for first, block in zip(cycle(begin), cycle(more), strict=False):
        link = visitor.connect()
        going = link is not None and visitor.send(link, first)
        for _ in range(_AT_ONCE):
            going = going and link is not None and visitor.send(link, block)
            yield going
        if going and link:
            link.close()


def requests(visitor: Visitor) -> Steps:
    """Requests for everything that there is, one behind the other without waiting for answers."""
    paths = ("/", "/healthz", "/metrics", "/api/catalogue", "/api/openapi.json", "/games/flag-chase-traps?size=20",
             "/static/page.css", "/api/games/nothing", "/api/games/nothing/plies/" + 3000 * "9")  # fmt: skip
    burst = b"".join(head(visitor.port, "GET", path, 0, more="") for path in paths) * 10
    while True:
        if link := visitor.connect():
            while visitor.send(link, burst):
                yield True
        yield False


def wrong_wishes(visitor: Visitor) -> Steps:
    """Games that can't be made, and some that are too large."""
    for size in cycle(("nonsense", "98", "99")):
        yield visitor.make(game="grid-runner", settings={"size": size})


# --- floods of frames ---


def pings(visitor: Visitor) -> Steps:
    return _flood(visitor, frame(PING, b"?"))


def pongs(visitor: Visitor) -> Steps:
    return _flood(visitor, frame(PONG, b"!"))


def fragments(visitor: Visitor) -> Steps:
    """The beginning of a message, and then pieces with nothing in them."""
    return _flood(visitor, b"\x00\x80\0\0\0\0", first=b"\x01\x80\0\0\0\0")


def nonsense(visitor: Visitor) -> Steps:
    return _flood(visitor, frame(TEXT, b"nonsense") + frame(BINARY, b"\xff"))


def words_of_ping(visitor: Visitor) -> Steps:
    return _flood(visitor, frame(TEXT, b'{"type":"ping"}'))


def early_frames(visitor: Visitor) -> Steps:
    """A flood before hello."""
    return _flood(visitor, frame(PING, b""), hello=None)


def _flood(visitor: Visitor, what: bytes, first: bytes = b"", hello: bytes | None = b'{"type":"hello"}') -> Steps:
    made = None
    while made is None:
        made = visitor.make(game="grid-runner")
        yield False
    while True:
        link = visitor.live(made[0], hello)
        going = link is not None and visitor.send(link, first)
        while going and link:
            yield True
            going = visitor.send(link, what * _AT_ONCE)
        yield False


def comers_and_goers(visitor: Visitor) -> Steps:
    """Come, say hello, go."""
    for made in visitor.keep_making(game="grid-runner"):
        for _ in range(_AT_ONCE):
            link = visitor.live(made[0] if made else "nothing")
            if link:
                link.close()
            yield link is not None


# --- games that cost much ---


def chat(visitor: Visitor) -> Steps:
    """The longest lines, as fast as they are taken, in game after game, with watchers who don't read."""
    line = "\U0001f92f" * 500
    for made in visitor.keep_making(game="grid-runner", seats={"P1": "link", "P2": "link"}, chat=True):
        if made is None:
            yield False
            continue
        deaf = [visitor.live(made[0], _hello(token)) for token in made[1].values()]
        for number in range(3 * _AT_ONCE):
            link = deaf[number % 2]
            if link is None or not _sent(link, {"type": "chat", "id": str(number), "text": line}):
                deaf[number % 2] = visitor.live(made[0], _hello(made[1]["P1"]))
            yield True
        for link in filter(None, deaf):
            link.close()


def large_boards(visitor: Visitor) -> Steps:
    """The largest boards that can be had, played on as fast as it goes."""
    made, size, sizes = None, 0, cycle((99, 20, 9))
    while made is None:
        size = next(sizes)
        made = visitor.make(game="grid-runner", settings={"size": str(size)}, seats={"P1": "link", "P2": "link"})
        yield size
    while True:
        links = [visitor.live(made[0], _hello(token)) for token in made[1].values()]
        for ply in range(4 * _AT_ONCE):
            link, row = links[ply % 2], 0 if ply % 2 == 0 else size - 1
            wish = {
                "type": "move",
                "id": f"{ply}",
                "ply": ply,
                "move": f"{row},{size // 2 + 1 - ply // 2 % 2}".ljust(24),
            }
            if link is None or not visitor.send(link, frame(TEXT, json.dumps(wish).encode())):
                break
            sleep(_TURN)
            yield True
        yield False


def bots(visitor: Visitor) -> Steps:
    """Bots against bots where nobody can win, and heavy ones, each watched."""
    plans = (
        ("grid-runner", _WALLED, "random", "random"),
        ("grid-runner", {"size": "9"}, "perfect", "level:9"),
        ("flag-chase-traps", {"size": "9"}, "sampler", "sampler"),
    )
    watching: list[socket.socket | None] = []
    for game, settings, p1, p2 in cycle(plans):
        made = visitor.make(game=game, settings=settings, seats={"P1": f"bot:{p1}", "P2": f"bot:{p2}"})
        if made:
            watching.append(visitor.live(made[0]))
        yield made


def analyses(visitor: Visitor) -> Steps:
    """Games of large variations, given up at once and then analysed."""
    while True:
        for size in ("7", "8", "9"):
            made = visitor.make(game="grid-runner", settings={"size": size}, seats={"P1": "link", "P2": "link"})
            link = visitor.live(made[0], _hello(made[1]["P1"])) if made else None
            if made and link:
                _sent(link, {"type": "resign", "id": "x"})
                visitor.ask("GET", f"/api/games/{made[0]}/analysis")
                link.close()
            yield made


def long_histories(visitor: Visitor) -> Steps:
    """A game that goes to and fro, and its whole past asked for again and again."""
    made = visitor.make(game="flag-chase", seats={"P1": "link", "P2": "link"})
    links = [visitor.live(made[0], _hello(token)) for token in made[1].values()] if made else []
    for ply in count():
        link = links[ply % 2] if links else None
        move = "forward" if ply % 4 < 2 else "backward"
        if link and not visitor.send(link, frame(TEXT, _move(ply, move))):
            links[ply % 2] = None
        for path in ("", "/plies/0", "/record", "/analysis"):
            visitor.ask("GET", f"/api/games/{made[0] if made else 'nothing'}{path}")
        yield link is not None


def _hello(token: str) -> bytes:
    return json.dumps({"type": "hello", "token": token}).encode()


def _move(ply: int, move: str) -> bytes:
    return json.dumps({"type": "move", "id": str(ply), "ply": ply, "move": move.ljust(24)}).encode()


def _sent(link: socket.socket, message: dict[str, object]) -> bool:
    """Without reading anything."""
    try:
        link.sendall(frame(TEXT, json.dumps(message, ensure_ascii=False).encode()))
    except OSError:
        link.close()
        return False
    return True


ATTACKS: dict[str, Attack] = {
    attack.__name__.replace("_", "-"): attack
    for attack in (
        silence, half_heads, half_bodies, idle_visits,
        endless_heads, endless_addresses, endless_bodies, requests, wrong_wishes,
        pings, pongs, fragments, nonsense, words_of_ping, early_frames, comers_and_goers,
        chat, large_boards, bots, analyses, long_histories,
    )
}  # fmt: skip
