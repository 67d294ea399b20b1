"""A live connection that comes back by itself. Nothing that was sent is lost, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import uniform
from threading import Event, Lock, Thread, Timer
from typing import get_args

import msgspec
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from flagfall.core import FlagfallError
from flagfall.online.protocol.messages import (
    Accepted,
    Close,
    Command,
    Hello,
    History,
    Outgoing,
    Refused,
    Update,
    Welcome,
    encode,
)

from .asking import earlier_plies
from .link import Link
from .words import plain

_FIRST_WAIT, _LONGEST_WAIT = 0.25, 8.0
_AGAIN = 1.0
_PATIENCE = 20.0
_GOODBYE = 2.0
_LONGEST_MESSAGE = 16 * 1024 * 1024
_FAILURES = (OSError, EOFError, WebSocketException)
_FINAL = {
    Close.NO_HELLO: "the server does not understand this program; is it a newer one?",
    Close.BAD_TOKEN: "this link is not one of the game's; was it renewed?",
    Close.RENEWED: "this link was renewed; use the new one",
    Close.NO_GAME: "there is no such game; is the link complete?",
}
OTHERWISE = "the server speaks otherwise than this program; is one of them newer?"
_DECODER = msgspec.json.Decoder(Outgoing)
_KINDS = {str(kind.__struct_config__.tag) for kind in get_args(Outgoing)}


class _Kind(msgspec.Struct):
    type: str = ""


class Garbled(Exception):
    """A message of a kind that is known, but can't be read."""


@dataclass(frozen=True)
class Lost:
    """The connection is gone. It is tried again until it is there."""


@dataclass(frozen=True)
class Ended:
    """There will be no connection with this link."""

    reason: str


Happening = Outgoing | Lost | Ended


class Live:
    """`deliver` is called, in a thread of its own, with everything that comes. `heard` lines are not told again."""

    def __init__(self, link: Link, deliver: Callable[[Live, Happening], None], heard: int = 0) -> None:
        self.link = link
        self._deliver = deliver
        self._heard = heard
        self._plies = 0
        self._lock = Lock()
        self._pending: dict[str, bytes] = {}
        """Commands without an answer, in the order in which they were given."""
        self._socket: ClientConnection | None = None
        """There between welcome and loss: then commands can be sent."""
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="flagfall-live", daemon=True)
        self._thread.start()

    def send(self, command: Command) -> None:
        """Send a command, now or as soon as there is a connection, and again after every loss until it is answered."""
        with self._lock:
            self._pending[command.id] = encode(command)
            self._post(command.id)

    def close(self) -> None:
        """Say goodbye, and don't come back."""
        self._stopped.set()
        with self._lock:
            socket = self._socket
        if socket:
            with suppress(*_FAILURES):
                socket.close()
        self._thread.join(_GOODBYE)

    def _post(self, command: str) -> None:
        """Only with the lock. Where it fails the connection is lost, and the command is repeated with the next."""
        if self._socket and command in self._pending:
            with suppress(*_FAILURES):
                self._socket.send(self._pending[command], text=True)

    # --- in a thread of its own ---

    def _run(self) -> None:
        wait, ever_welcome = _FIRST_WAIT, False
        while not self._stopped.is_set():
            welcome, end = self._converse()
            ever_welcome = ever_welcome or welcome
            if self._stopped.is_set():
                return
            reason = _final(end) if ever_welcome else _failure(self.link, end)
            if reason:
                self._deliver(self, Ended(reason))
                return
            wait = _FIRST_WAIT if welcome else min(2 * wait, _LONGEST_WAIT)
            if welcome:
                self._deliver(self, Lost())
            self._stopped.wait(wait * uniform(0.75, 1.25))

    def _converse(self) -> tuple[bool, Exception]:
        """Listen until the connection is gone: whether there was a welcome, and what it ended with."""
        welcome = False
        try:
            with self._connect() as socket:
                socket.send(encode(Hello(token=self.link.token, heard=self._heard)), text=True)
                while True:
                    welcome = self._take(socket, socket.recv(decode=False)) or welcome
        except (*_FAILURES, Garbled) as error:
            return welcome, error
        finally:
            with self._lock:
                self._socket = None

    def _connect(self) -> ClientConnection:
        return connect(
            self.link.live,
            compression=None,
            max_size=_LONGEST_MESSAGE,
            open_timeout=_PATIENCE,
            close_timeout=_GOODBYE,
        )

    def _take(self, socket: ClientConnection, data: bytes) -> bool:
        """Pass a message on; whether it is a welcome."""
        message = _read(data)
        if message is None:
            return False
        if isinstance(message, Welcome | Update):
            message = self._whole(message)
            self._heard = message.said.start + len(message.said.lines)
        if isinstance(message, Refused) and message.code in ("rate", "unavailable"):
            self._later(message.id)
            return False
        if isinstance(message, Update | Accepted | Refused) and message.id:
            with self._lock:
                self._pending.pop(message.id, None)
        self._deliver(self, message)
        if isinstance(message, Welcome):
            self._begin(socket)
            return True
        return False

    def _whole(self, message: Welcome | Update) -> Welcome | Update:
        """With all its plies: those at the beginning of a long game have to be asked for, when one comes, and when what
        was hidden is shown."""
        start, known = message.history.start, self._plies
        self._plies = message.state.ply
        is_shown = message.state.outcome is not None and start < known
        if not start or not (isinstance(message, Welcome) or is_shown):
            return message
        try:
            plies = earlier_plies(self.link, start) + message.history.plies
        except FlagfallError as error:
            raise OSError(str(error)) from None  # as if the connection were lost: it is tried again
        return replace(message, history=History(0, plies))

    def _begin(self, socket: ClientConnection) -> None:
        """What has no answer is sent once more; the server knows by its id whether it was done."""
        with self._lock:
            self._socket = socket
            for command in self._pending:
                self._post(command)

    def _later(self, command: str | None) -> None:
        def again() -> None:
            with self._lock:
                self._post(command or "")

        timer = Timer(_AGAIN, again)
        timer.daemon = True
        timer.start()


def _read(data: bytes) -> Outgoing | None:
    """The message; None for a kind that only newer clients know; Garbled if going on would be to miss something."""
    try:
        message: Outgoing = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        with suppress(msgspec.MsgspecError, UnicodeDecodeError):
            if msgspec.json.decode(data, type=_Kind).type not in _KINDS:
                return None
        raise Garbled from None
    return message


def _final(end: Exception) -> str | None:
    """Why no other connection will be any better, if that is so."""
    if isinstance(end, Garbled):
        return OTHERWISE
    if isinstance(end, ConnectionClosed) and end.rcvd:
        return _FINAL.get(end.rcvd.code)
    return None


def _failure(link: Link, end: Exception) -> str:
    """Why the first connection has failed."""
    if reason := _final(end):
        return reason
    if isinstance(end, ConnectionClosed) and end.rcvd:
        return plain(f"the server has closed the connection: {end.rcvd.reason or end.rcvd.code}")
    if isinstance(end, InvalidStatus):
        return f"there are no games at {link.address}: the answer is {end.response.status_code}"
    return plain(f"no server answers at {link.address}: {getattr(end, 'strerror', None) or end or 'it takes too long'}")
