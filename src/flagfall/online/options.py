"""The arguments of `flagfall serve`. Nothing here needs the libraries of the `online` extra until the server starts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from flagfall.core import FlagfallError

if TYPE_CHECKING:
    from flagfall.online.ops.config import Config

NEEDED = (
    "asyncpg",
    "httptools",
    "jinja2",
    "markdown_it",
    "msgspec",
    "prometheus_client",
    "segno",
    "starlette",
    "uvicorn",
    "websockets",
)
HINT = "online play needs more libraries; in Flagfall's folder, install them with: pip install '.[online]'"


class NotInstalled(FlagfallError):
    """The libraries for online play are not there."""


def check_installed() -> None:
    if any(find_spec(name) is None for name in NEEDED):
        raise NotInstalled(HINT)


def add_address(to: argparse.ArgumentParser) -> None:
    to.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
    to.add_argument("--port", type=_whole(0, 65535), default=8765, help="the port (default: 8765; 0 finds a free one)")


def add_arguments(to: argparse.ArgumentParser) -> None:
    add_address(to)
    to.add_argument(
        "--store", metavar="STORE", help="sqlite:PATH or postgresql://… (default: SQLite in your data folder)"
    )
    to.add_argument(
        "--behind-proxy",
        action="store_true",
        help="believe X-Forwarded-For and X-Forwarded-Proto; only behind a proxy that sets them",
    )
    to.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="let pages of this origin connect, too"
    )
    limits = to.add_argument_group("limits", "What they bound besides is in docs/online.md.")
    _limit(limits, "--message-rate", 20, "messages a second of one connection; ten times as many frames of one client")
    _limit(limits, "--request-rate", 10, "HTTP requests a second of one client; five times as many files")
    _limit(limits, "--game-rate", 60, "new games an hour of one client")
    _limit(limits, "--store-rate", 1_000, "bytes a second that are kept for one client; an hour's worth at once")
    _limit(limits, "--board-cells", 400, "cells of the largest board that is made", low=2)
    _limit(limits, "--connections", 64, "live connections of one client; twice as many sockets of any kind")
    _limit(limits, "--all-connections", 10_000, "live connections in all; each needs an open file")
    _limit(limits, "--hello-seconds", 10, "how long a hello, or the head and body of a request, may take")
    _limit(limits, "--ping-seconds", 20, "how often, and how long, to ask who is there")
    to.add_argument("--log-level", choices=("debug", "info", "warning", "error"), default="info")


def _limit(to: argparse._ArgumentGroup, option: str, default: int, about: str, low: int = 1) -> None:
    to.add_argument(option, type=_whole(low), default=default, metavar="N", help=f"{about} (default: {default})")


def _whole(low: int, high: int = 10_000_000) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and low <= int(text[:9]) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"give a whole number from {low} to {high}, not {text!r}")

    return read


def run(given: argparse.Namespace) -> int:
    check_installed()
    from flagfall.online.http.serve import serve

    return serve(config_of(given), started=_say)


def config_of(given: argparse.Namespace) -> Config:
    from flagfall.online.ops.config import Config
    from flagfall.online.ops.limits import Limits, Rate

    limits = Limits(
        messages=Rate(given.message_rate, 3 * given.message_rate),
        requests=Rate(given.request_rate, 5 * given.request_rate),
        games=Rate(given.game_rate / 3600, max(given.game_rate / 3, 1)),
        stored=Rate(given.store_rate, 3600 * given.store_rate),
        board_cells=given.board_cells,
        connections=given.connections,
        all_connections=given.all_connections,
        hello_seconds=given.hello_seconds,
        ping_seconds=given.ping_seconds,
    )
    return Config(
        given.host, given.port, given.store, given.behind_proxy, frozenset(given.origin), limits, given.log_level
    )


def _say(address: str) -> None:
    sys.stdout.write(f"Flagfall is at {address} (Ctrl-C stops it)\n")
    sys.stdout.flush()
