"""A server in a process of its own, on a core of its own, and what it uses."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .contenders import BUILD, Contender
from .link import Broken

_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE = 20.0


@dataclass(frozen=True)
class Running:
    contender: Contender
    process: subprocess.Popen[str]
    port: int

    def cpu(self) -> float:
        """Processor seconds of all its threads so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self) -> int:
        """Resident kilobytes."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def cores() -> tuple[int, int]:
    """One for the server, one for the driver; the same where there is but one."""
    usable = sorted(os.sched_getaffinity(0))
    return usable[0], usable[-1]


@contextmanager
def running(contender: Contender, pinned: bool = True) -> Iterator[Running]:
    BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:  # on the disk of the working tree, not in memory
        process = _started(contender, Path(folder), pinned)
        try:
            yield Running(contender, process, _port(process))
        finally:
            process.kill()
            process.wait(_PATIENCE)
            if process.stdout:
                process.stdout.close()


def _started(contender: Contender, folder: Path, pinned: bool) -> subprocess.Popen[str]:
    pin = ["taskset", "-c", str(cores()[0])] if pinned and shutil.which("taskset") else []
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "NODE_ENV": "production"}
    return subprocess.Popen(
        [*pin, *contender.command(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )


def _port(process: subprocess.Popen[str]) -> int:
    """Both say where they are in a line of their own."""
    assert process.stdout
    for line in process.stdout:
        if " is at http://127.0.0.1:" in line:
            return int(line.split()[3].rsplit(":", 1)[1])
    raise Broken("the server did not start")
