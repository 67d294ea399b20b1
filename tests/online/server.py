"""A real server in a process of its own, on a free port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import randrange
from resource import RLIMIT_NOFILE, setrlimit

PATIENCE = 120.0
GENEROUS = (
    "--message-rate=100000", "--request-rate=100000", "--game-rate=10000000", "--store-rate=10000000",
    "--connections=100000", "--all-connections=5000",
)  # fmt: skip


@dataclass
class Running:
    """`address` is like http://127.0.0.1:12345; `log` grows while the server runs."""

    process: subprocess.Popen[str]
    address: str
    log: Path

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1])

    def stop(self) -> int:
        """Ask it to stop, and wait until it has."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


@contextmanager
def server(
    store: str,
    log: Path,
    *options: str,
    port: int = 0,
    start_new_session: bool = False,
    files: tuple[int, int] | None = None,
    limits: tuple[str, ...] = GENEROUS,
    program: tuple[str, ...] = ("-m", "flagfall"),
) -> Iterator[Running]:
    """A server with generous limits, unless options that come later say otherwise. `files`: how many it may open."""
    command = [sys.executable, *program, "serve", f"--port={port}", f"--store={store}", *limits, *options]
    with open(log, "a") as errors:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
            start_new_session=start_new_session,
            preexec_fn=partial(setrlimit, RLIMIT_NOFILE, files) if files else None,
        )
    try:
        yield Running(process, address_of(process, log), log)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait(PATIENCE)
        if process.stdout:
            process.stdout.close()


def lasting_port() -> int:
    """A free port for a server that will be started again there: no system gives one below 32768 to anybody by chance,
    so it stays free while the server is dead."""
    while True:
        port = randrange(20_000, 32_768)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def address_of(process: subprocess.Popen[str], log: Path) -> str:
    assert process.stdout
    line = process.stdout.readline()
    assert line.startswith("Flagfall is at "), log.read_text()
    return line.split()[3]
