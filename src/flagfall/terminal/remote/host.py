"""`flagfall host GAME`: a server if there is none, a game, its links, and the first seat."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from flagfall.core import FlagfallError, Player, Position
from flagfall.online.client.asking import NoFlagfall, create, is_server
from flagfall.online.client.link import Link
from flagfall.online.protocol.messages import ClockRules, CreateGame, name
from flagfall.record.files import folder
from flagfall.terminal.saving import HUMAN
from flagfall.terminal.tty.advice import command
from flagfall.terminal.tty.console import Console

from .join import join

if TYPE_CHECKING:  # loaded when a code is shown
    from segno import QRCode

_CLOCK = re.compile(r"(?P<time>\d{1,6}[smhd])(?:\+(?P<back>\d{1,5}[smhd])|(?P<each>/move))?")
_UNITS = {"s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60}
_A_YEAR, _A_DAY = 365 * _UNITS["d"], _UNITS["d"]
_THIS_COMPUTER = ("127.0.0.1", "::1", "localhost")
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
_GOODBYE = 10.0
QUIET = 2  # cells around a code that stay light
ONLY_HERE = "These links work on this computer only"
STOPS = "The server stops with you. All games are back with:"


class BadClock(FlagfallError):
    """A text that is no time for a game."""


class NoServer(FlagfallError):
    """The server could not be started."""


@dataclass(frozen=True)
class Hosted:
    """A game that was made, and the links to it: `own` from here, the others as people elsewhere follow them."""

    own: Link
    seat: str
    watching: str
    invitation: str | None
    """For the other player; None where a bot is that."""
    only_here: bool
    """Whether the links work on this computer only."""
    again: str | None
    """Where the server is ours and stops with us: the command that brings its games back."""


@contextmanager
def hosting(wanted: CreateGame, name: str, port: int) -> Iterator[Hosted]:
    """A game at the server that runs there, or at one that runs as long as this."""
    with _server(name, port) as (address, is_ours):
        made = create(address, wanted)
        own, outside = made.seats["P1"], _seen_from_elsewhere(address, name)
        invitation = made.seats["P2"].link
        assert own.token
        yield Hosted(
            own=Link(address, made.id, own.token),
            seat=f"{outside}{own.link}",
            watching=f"{outside}{made.watch}",
            invitation=f"{outside}{invitation}" if invitation else None,
            only_here=name in _THIS_COMPUTER,
            again=command(f"serve{_options(name, address)}") if is_ours else None,
        )


def host(console: Console, wanted: CreateGame, name: str, port: int, *, words: bool = False) -> int:
    """Make a game and play it in seat one; the answer is the exit code."""
    with hosting(wanted, name, port) as hosted:
        _show_links(console, hosted)
        code = join(console, hosted.own, words=words)
        if hosted.again:
            console.advise(STOPS, hosted.again)
        return code


# --- what is wanted ---


def game_wanted(
    start: Position,
    p2: str,
    clock: str | None,
    cap: int | None,
    chat: bool,
    names: Mapping[Player, str] | None = None,
) -> CreateGame:
    seat = "open" if p2 == HUMAN else f"bot:{p2}"
    return CreateGame(
        start=start.text(),
        seats={"P1": "link", "P2": seat},
        clock=clock_rules(clock) if clock else None,
        cap=cap,
        chat=chat,
        names={name(player): called for player, called in (names or {}).items() if called},
    )


def clock_rules(text: str) -> ClockRules:
    """`10m` for a game, `10m+5s` with five seconds back after each move, `2d/move` for each move."""
    found = _CLOCK.fullmatch(text)
    time, back = (_seconds(found["time"]), _seconds(found["back"])) if found else (0, 0)
    if not found or not 1 <= time <= _A_YEAR or back > _A_DAY:
        raise BadClock(f"a clock is like 10m, 10m+5s or 2d/move (s, m, h or d; at most 365d), not {text!r}")
    return ClockRules(kind="move" if found["each"] else "game", seconds=time, increment=back)


def _seconds(text: str | None) -> int:
    return int(text[:-1]) * _UNITS[text[-1]] if text else 0


# --- the server ---


@contextmanager
def _server(name: str, port: int) -> Iterator[tuple[str, bool]]:
    """The address of the server that runs there, or of one that runs as long as this; and whether it is ours."""
    address = _address(_EVERYWHERE.get(name, name), port)
    if port and _runs_at(address):
        yield address, False
        return
    process = _start(name, port)
    try:
        yield _address(_EVERYWHERE.get(name, name), _port(process)), True
    finally:
        _stop(process)


def _runs_at(address: str) -> bool:
    try:
        return is_server(address)
    except NoFlagfall:
        raise NoServer(f"what answers at {address} is no Flagfall server; give another --port") from None


def _start(name: str, port: int) -> subprocess.Popen[str]:
    """Its log goes to a file, and Ctrl-C at our keyboard does not reach it: it stops when we say so."""
    log = log_path()
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "flagfall", "serve", "--host", name, "--port", str(port)]
    with open(log, "w", encoding="utf-8") as errors:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )


def log_path() -> Path:
    return folder("logs") / "server.log"


def _port(process: subprocess.Popen[str]) -> int:
    """The server's first line says where it is."""
    assert process.stdout
    found = re.search(r":(\d+) ", process.stdout.readline())
    if not found:
        process.wait()
        *_, last = log_path().read_text(encoding="utf-8").splitlines() or ["it says nothing"]
        raise NoServer(f"the server did not start: {last.removeprefix('flagfall: ')}")
    return int(found[1])


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_GOODBYE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()


# --- addresses and links ---


def _address(name: str, port: int) -> str:
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def _seen_from_elsewhere(address: str, name: str) -> str:
    """The same server's address for people at other machines, where it listens for them."""
    if name not in _EVERYWHERE:
        return address
    family, beyond = (socket.AF_INET6, "2001:db8::1") if ":" in name else (socket.AF_INET, "192.0.2.1")
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((beyond, 9))  # sends nothing; it only chooses the way out
        return _address(probe.getsockname()[0], int(address.rsplit(":", 1)[1]))
    return address


def _options(name: str, address: str) -> str:
    port = address.rsplit(":", 1)[1]
    return (f" --host {name}" if name != "127.0.0.1" else "") + (f" --port {port}" if port != "8765" else "")


def _show_links(console: Console, hosted: Hosted) -> None:
    """The one to be sent comes last: a small screen shows only the end of this."""
    console.tell("Your own seat, on any device:")
    console.print(f"  {hosted.seat}")
    console.tell("For watching:")
    console.print(f"  {hosted.watching}")
    if hosted.invitation:
        _show_qr(console, hosted.invitation)
        console.tell(f"For the other player, in a browser or with {command('join')}:")
        console.print(f"  {hosted.invitation}")
    console.print("")
    if hosted.invitation and hosted.only_here:
        console.tell(f"{ONLY_HERE}; --host 0.0.0.0 lets other computers in.\n")


def _show_qr(console: Console, link: str) -> None:
    """For a phone's camera, where the screen has room for it."""
    code, drawn = qr_code(link), StringIO()
    if console.interactive and (console.width or 0) >= code.symbol_size(border=QUIET)[0]:
        code.terminal(drawn, border=QUIET, compact=True)
        console.write(drawn.getvalue())


def qr_code(link: str) -> QRCode:
    from segno import make_qr

    return make_qr(link, error="l")
