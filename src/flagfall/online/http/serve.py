"""`flagfall serve`: from the command to a running server, and to a good end."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from math import inf

import uvicorn

from flagfall.core import FlagfallError
from flagfall.games import GAMES
from flagfall.online.live.hub import Hub
from flagfall.online.ops import logs
from flagfall.online.ops.config import Config, store_of
from flagfall.online.ops.limits import KEEP_ALIVE_SECONDS, MESSAGE_BYTES, Limits

from . import middleware
from .app import App
from .sockets import Door, Gate, LiveProtocol

log = logging.getLogger(__name__)
_GOODBYE_SECONDS = 5
_BACKLOG = 4096
_TICKS_A_SECOND = 10
_OWN_FILES = 100
"""For the store, the processes that think, and whatever else the server opens itself."""


class CannotListen(FlagfallError):
    """The address is taken, or is not one of this machine's."""


class Server(uvicorn.Server):
    """uvicorn's, but before it closes anything everything is saved and everybody is told."""

    def __init__(self, config: uvicorn.Config, hub: Hub, gate: Gate) -> None:
        super().__init__(config)
        self.hub = hub
        self.server_state = self.gate = gate

    async def on_tick(self, counter: int) -> bool:
        if counter % _TICKS_A_SECOND == 0:
            self.gate.hang_up_on_the_late()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.hub.stop()
        await super().shutdown(sockets)

    def obey_signals(self) -> None:
        """A signal to stop is a wish like any other: it ends the server well, and the program with 0."""
        for wish in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(wish, self.handle_exit, wish, None)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """They are obeyed already, since before anybody could know that the server is there."""
        yield


def serve(config: Config, started: Callable[[str], None] | None = None) -> int:
    """Run until a signal says stop. `started` is told the address."""
    logs.set_up(config.log_level)
    _collect_seldom()
    listening = _listen(config)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(config, listening, started))
    return 0


def _look_for_games() -> None:
    """Before anybody waits for it. What is wrong with a package is for whoever runs the server, not for visitors."""
    log.info("games", extra={"games": " ".join(GAMES)})
    for why in GAMES.unusable.values():
        log.warning(why)
    GAMES.unusable.clear()


def _collect_seldom() -> None:
    """Hardly anything here is in a cycle, and looking for cycles among all games again and again takes long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


async def _serve(config: Config, listening: socket.socket, started: Callable[[str], None] | None) -> None:
    limits = _within(config.limits, _descriptors())
    hub = Hub(store_of(config), limits)
    gate = Gate(limits, hub.metrics, lambda scope: middleware.client(scope, config), config.behind_proxy)
    server = Server(_uvicorn_config(App(hub, config), limits.ping_seconds), hub, gate)
    await hub.start()
    try:
        server.obey_signals()
        _look_for_games()
        address = _address(config, listening)
        log.info("serving", extra={"address": address, "store": type(hub.store).__name__})
        if started:
            started(address)
        await server.serve([listening])
    finally:
        await hub.close()
        log.info("stopped")


def _uvicorn_config(app: App, ping_seconds: float) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan="off",
        ws=LiveProtocol,
        http=Door,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        ws_max_size=MESSAGE_BYTES,
        ws_ping_interval=ping_seconds,
        ws_ping_timeout=ping_seconds,
        ws_per_message_deflate=False,
        proxy_headers=False,  # the guard reads them itself, and only behind a proxy
        server_header=False,
        log_config=None,
        timeout_graceful_shutdown=_GOODBYE_SECONDS,
        backlog=_BACKLOG,
    )


def _descriptors() -> float:
    """How many files and connections this process may have open: as many as it can be allowed."""
    try:
        import resource
    except ImportError:  # a system without such a limit
        return inf
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems allow less than they say
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return inf if now == resource.RLIM_INFINITY else now


def _within(limits: Limits, descriptors: float) -> Limits:
    """What of these limits can be had. Whoever comes beyond them is sent away, so there is always a file to open."""
    room = descriptors - _OWN_FILES
    if room >= limits.all_sockets:
        return limits
    needed = f"{limits.all_connections} connections need {limits.all_sockets + _OWN_FILES} open files"
    fewer = int(min(room - 100, room * 10 // 11))
    if fewer < 1:
        raise CannotListen(f"{needed}, and the system allows {descriptors}")
    log.warning("too few open files", extra={"allowed": descriptors, "connections": fewer, "reason": needed})
    return replace(limits, all_connections=fewer)


def _listen(config: Config) -> socket.socket:
    """A listening socket, before anything else is begun: whoever comes from now on waits and is served."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((config.host, config.port))
        listening.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CannotListen(f"can't listen on {config.host} port {config.port}: {reason}") from None
    return listening


def _address(config: Config, listening: socket.socket) -> str:
    host = f"[{config.host}]" if ":" in config.host else config.host
    return f"http://{host}:{listening.getsockname()[1]}"


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # a system for which there is none
        return None
    return uvloop.new_event_loop
