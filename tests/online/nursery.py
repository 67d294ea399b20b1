"""Servers that start at once: a process that has everything loaded, and forks. Run as a program it is that process.

The tests that kill servers many times would else spend their time on imports.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

PATIENCE = 120.0


@dataclass(frozen=True)
class Child:
    """A server process, known by its number."""

    pid: int
    address: str


class Nursery:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def server(self, **config: Any) -> Child:
        """A new server; its address is known when it listens."""
        child = Child(**self._ask({"serve": config}))
        assert child.address, "the server did not start; what it printed says why"
        return child

    def kill(self, child: Child) -> None:
        """kill -9, and wait until it is dead."""
        self._ask({"kill": child.pid})

    def _ask(self, wish: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        print(json.dumps(wish), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        assert line, "the nursery has ended"
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def nursery() -> Iterator[Nursery]:
    command = [sys.executable, "-m", "tests.online.nursery"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Nursery(process)
        assert process.stdin
        process.stdin.close()
        process.wait(PATIENCE)


def main() -> None:
    """Do what the lines of stdin say; end with stdin, and take the servers along."""
    children: set[int] = set()
    for line in sys.stdin:
        wish = json.loads(line)
        answer: dict[str, Any] = {}
        if "serve" in wish:
            answer["pid"], answer["address"] = _forked(wish["serve"])
            children.add(answer["pid"])
        else:
            children.remove(wish["kill"])
            _end(wish["kill"])
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    for child in children:
        _end(child)


def _end(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _forked(config: dict[str, Any]) -> tuple[int, str]:
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        _serve(config, write)
    os.close(write)
    with open(read) as told:
        heard, _, _ = select.select([told], [], [], PATIENCE)
        return child, told.readline().strip() if heard else ""


def _serve(config: dict[str, Any], write: int) -> None:
    def started(address: str) -> None:
        with open(write, "w") as told:
            told.write(address + "\n")

    try:
        serve(Config(limits=_GENEROUS, log_level="error", **config), started)
    except BaseException:
        traceback.print_exc()
    os._exit(0)


if __name__ == "__main__":
    from flagfall.online.http.serve import serve
    from flagfall.online.ops.config import Config
    from flagfall.online.ops.limits import Limits, Rate

    _GENEROUS = Limits(*[Rate(1e6, 1e6)] * 3, stored=Rate(1e9, 1e9), connections=10_000)
    main()
