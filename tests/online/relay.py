"""A bad line between a client and its server: it can swallow what is said in one direction, stand still, and break."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Condition, Thread
from urllib.parse import urlsplit

PATIENCE = 60.0


class Relay:
    """Passes bytes on between whoever comes to `address` and the server, which may be a path of the file system."""

    def __init__(self, server: str | Path) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._changed = Condition()
        self._open: list[socket.socket] = []
        self._swallows: set[str] = set()
        self._swallowed = 0
        self._held = False
        self.port = self._listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        Thread(target=self._accept, daemon=True).start()

    def swallow(self, direction: str) -> None:
        """From now on nothing gets through in this direction: `up` is to the server, `down` is to the client."""
        with self._changed:
            self._swallows.add(direction)
            self._swallowed = 0

    def wait_swallowed(self) -> None:
        """Wait until something was lost."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._swallowed, PATIENCE)

    def hold(self) -> None:
        """From now on nothing gets through, and nothing is lost: all of it comes with `go_on`. New connections wait."""
        with self._changed:
            self._held = True

    def go_on(self) -> None:
        with self._changed:
            self._held = False
            self._changed.notify_all()

    def cut(self) -> None:
        """Break all connections. New ones are good again."""
        with self._changed:
            self._swallows.clear()
            cut, self._open = self._open, []
        for each in cut:
            _close(each)

    def close(self) -> None:
        self._listening.close()
        self.go_on()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                self._join(client)

    def _join(self, client: socket.socket) -> None:
        try:
            server = _connected(self._server)
        except OSError:  # there is no server now
            client.close()
            return
        with self._changed:
            self._open += [client, server]
        Thread(target=self._pump, args=("up", client, server), daemon=True).start()
        Thread(target=self._pump, args=("down", server, client), daemon=True).start()

    def _pump(self, direction: str, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                with self._changed:
                    self._changed.wait_for(lambda: not self._held)
                    lost = direction in self._swallows
                    self._swallowed += lost * len(data)
                    self._changed.notify_all()
                if not lost:
                    target.sendall(data)
        _close(source)
        _close(target)


def _connected(server: str | Path) -> socket.socket:
    if isinstance(server, str):
        parts = urlsplit(server)
        return socket.create_connection((parts.hostname or "", parts.port or 0), PATIENCE)
    made = socket.socket(socket.AF_UNIX)
    made.connect(str(server))
    return made


def _close(each: socket.socket) -> None:
    """Also wakes whoever reads from it."""
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()


@contextmanager
def relay(server: str | Path) -> Iterator[Relay]:
    made = Relay(server)
    try:
        yield made
    finally:
        made.close()
