"""`flagfall serve`: from the command to a running server, and to a good end."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from flagfall.core import FlagfallError

from . import logs
from .app import App
from .config import Config, store_of
from .hub import Hub
from .limits import MESSAGE_BYTES
from .sockets import LiveProtocol

log = logging.getLogger(__name__)
_GOODBYE_SECONDS = 5
_BACKLOG = 4096


class CannotListen(FlagfallError):
    """The address is taken, or is not one of this machine's."""


class Server(uvicorn.Server):
    """uvicorn's, but before it closes anything everything is saved and everybody is told."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

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


def _collect_seldom() -> None:
    """Hardly anything here is in a cycle, and looking for cycles among all games again and again takes long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


async def _serve(config: Config, listening: socket.socket, started: Callable[[str], None] | None) -> None:
    hub = Hub(store_of(config), config.limits)
    server = Server(_uvicorn_config(App(hub, config), config.limits.ping_seconds), hub)
    await hub.start()
    try:
        server.obey_signals()
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
        http="httptools",
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
