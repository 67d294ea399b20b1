"""The servers that are compared: how each is started, and how its clients speak."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .link import Broken, Link, request
from .scripts import GAME

HERE = Path(__file__).parent / "boardgame"
BUILD = Path(__file__).parents[2] / "build" / "bench-online"
_NPM_SECONDS = 300
_NPM = ("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")


class Unavailable(Exception):
    """This contender can't be had on this machine."""


@dataclass(frozen=True)
class Table:
    """A game with both players at it. `credentials` are P1's and P2's."""

    id: str
    credentials: tuple[str, str]
    links: tuple[Link, Link]


class Flagfall:
    name = "Flagfall"
    _PLY = re.compile(rb'\{"type":"update","state":\{"seq":\d+,"ply":(\d+),')

    def command(self, folder: Path) -> list[str]:
        """Its limits are for the world outside; here everybody is one client."""
        unlimited = [
            f"--{name}=10000000"
            for name in ("message-rate", "request-rate", "game-rate", "store-rate", "connections", "all-connections")
        ]
        store = f"--store=sqlite:{folder}/games.sqlite"
        return [sys.executable, "-m", "flagfall", "serve", "--port=0", "--log-level=warning", store, *unlimited]

    def open(self, port: int) -> Table:
        made = request(port, "/api/games", {"game": GAME, "seats": {"P1": "link", "P2": "link"}})
        game, tokens = made["id"], tuple(made["seats"][seat]["token"] for seat in ("P1", "P2"))
        return Table(game, tokens, (self._link(port, game, tokens[0]), self._link(port, game, tokens[1])))

    def _link(self, port: int, game: str, token: str, source: str = "") -> Link:
        link = Link(port, f"/api/games/{game}/live", source)
        link.send(json.dumps({"type": "hello", "token": token}).encode())
        link.wait_for(b'{"type":"welcome"')
        return link

    def move(self, table: Table, ply: int, move: str) -> bytes:
        return b'{"type":"move","id":"%d","ply":%d,"move":"%s"}' % (ply, ply, move.ljust(24).encode())

    def plies(self, link: Link, message: bytes) -> int:
        """How many plies have been played, if the message says so, else 0."""
        if found := self._PLY.match(message):
            return int(found[1])
        if message.startswith(b'{"type":"presence"'):
            return 0
        raise Broken(f"unexpected: {message[:300]!r}")

    def tokens(self, port: int, table: Table) -> Any:
        """Where the tokens stand, as the server has it."""
        text = request(port, f"/api/games/{table.id}")["state"]["view"]["position"].split()[-1]
        return tuple(tuple(map(int, square.split(","))) for square in text.split("/"))


class BoardgameIo:
    name = "boardgame.io"
    _PLY = re.compile(rb'"_stateID":(\d+)')
    _ROOM = f"/{GAME},".encode()
    _EVENT = b"42" + _ROOM

    def command(self, folder: Path) -> list[str]:
        return ["node", str(_installed() / "server.js")]

    def open(self, port: int) -> Table:
        game = request(port, f"/games/{GAME}/create", {"numPlayers": 2})["matchID"]
        first, second = (self._join(port, game, player) for player in "01")
        return Table(game, (first, second), (self._link(port, game, 0, first), self._link(port, game, 1, second)))

    def _join(self, port: int, game: str, player: str) -> str:
        joined = request(port, f"/games/{GAME}/{game}/join", {"playerID": player, "playerName": f"P{player}"})
        return str(joined["playerCredentials"])

    def _link(self, port: int, game: str, player: int, credentials: str) -> Link:
        link, _ = self._synced(port, [game, str(player), credentials, 2])
        return link

    def _synced(self, port: int, who: list[Any]) -> tuple[Link, Any]:
        """Its socket.io transport, straight over a WebSocket; and what it tells a newcomer."""
        link = Link(port, "/socket.io/?EIO=4&transport=websocket")
        link.wait_for(b"0")
        link.send(b"40" + self._ROOM)
        link.wait_for(b"40" + self._ROOM)
        link.send(self._EVENT + json.dumps(["sync", *who]).encode())
        told = link.wait_for(self._EVENT + b'["sync"')
        return link, json.loads(told.removeprefix(self._EVENT))

    def move(self, table: Table, ply: int, move: str) -> bytes:
        row, column = move.split(",")
        return (
            b'%s["update",{"type":"MAKE_MOVE","payload":{"type":"step","args":[%s,%s],"playerID":"%d",'
            b'"credentials":"%s"}},%d,"%s","%d"]'
        ) % (
            self._EVENT, row.encode(), column.encode(), ply % 2, table.credentials[ply % 2].encode(),
            ply, table.id.encode(), ply % 2,
        )  # fmt: skip

    def plies(self, link: Link, message: bytes) -> int:
        if message.startswith(self._EVENT + b'["update"'):
            found = self._PLY.search(message)  # the state's comes before those of its log
            return int(found[1]) if found else 0
        if message == b"2":
            link.send(b"3")
        return 0

    def tokens(self, port: int, table: Table) -> Any:
        """It has no request for this; whoever connects is told."""
        link, told = self._synced(port, [table.id, None, None, 2])
        link.close()
        return tuple(map(tuple, told[2]["state"]["G"]["tokens"]))


Contender = Flagfall | BoardgameIo


def _installed() -> Path:
    """Where npm has put what the lock file names: not into the working tree, and only once."""
    if not (shutil.which("node") and shutil.which("npm")):
        raise Unavailable("Node and npm are not on this machine")
    there = BUILD / "boardgame"
    lock = (HERE / "package-lock.json").read_bytes()
    done = there / "installed.lock"
    if not done.exists() or done.read_bytes() != lock:
        there.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, there)
        if subprocess.run(_NPM, cwd=there, capture_output=True, timeout=_NPM_SECONDS).returncode:
            raise Unavailable("npm could not install boardgame.io")
        done.write_bytes(lock)
    shutil.copy(HERE / "server.js", there)
    return there
