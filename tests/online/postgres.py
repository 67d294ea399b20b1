"""A real PostgreSQL: the one that FLAGFALL_TEST_POSTGRES names, or a private one of the installed package."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

VARIABLE = "FLAGFALL_TEST_POSTGRES"
MISSING = f"no PostgreSQL: install the server (apt-get install postgresql) or name one in {VARIABLE}"
PATIENCE = 120


def programs() -> Path | None:
    """The newest installed server's folder."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


def unprivileged() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@contextmanager
def cluster() -> Iterator[str | None]:
    """The address of a server for tests, or None if there is none."""
    if given := os.environ.get(VARIABLE):
        yield given
        return
    bin_ = programs()
    if bin_ is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="flagfall-pg-") as name, _running(bin_, Path(name)) as address:
        yield address


@contextmanager
def _running(bin_: Path, folder: Path) -> Iterator[str]:
    who: dict[str, Any] = unprivileged() | {"cwd": "/", "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    if "user" in who:
        os.chown(folder, who["user"], who["group"])
    data = folder / "data"
    make = [bin_ / "initdb", "-D", data, "-U", "flagfall", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    subprocess.run(make, check=True, timeout=PATIENCE, **who)
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=50"
    control = [bin_ / "pg_ctl", "-D", data, "-w", "-t", str(PATIENCE)]
    subprocess.run([*control, "-o", options, "start"], check=True, timeout=PATIENCE, **who)
    try:
        yield f"postgresql://flagfall@/postgres?host={folder}"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=True, timeout=PATIENCE, **who)
