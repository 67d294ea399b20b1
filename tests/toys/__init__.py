"""Games that only tests have, so that nothing is true of the five books alone: `GAMES` holds them, too, in the tests
and in every program that these begin. Two are installed from a package of their own (`tests/plugin`), one is named."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "tests" / "plugin"
KEPT = ROOT / ".pytest_cache" / "toys"
REGISTERED = "tests.toys.column:Column"
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")


def be_there() -> None:
    """Make the games known here and to every program that is begun from here."""
    path = [str(installed()), str(ROOT)]
    sys.path[:0] = [each for each in path if each not in sys.path]
    os.environ["PYTHONPATH"] = os.pathsep.join([*path, *filter(None, [os.environ.get("PYTHONPATH")])])
    os.environ["FLAGFALL_GAMES"] = REGISTERED


def installed() -> Path:
    """Where the package is installed; done once for each state of it, as pip takes its time."""
    files = sorted(path for path in PLUGIN.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    state = sha256(b"".join(f"{path} {sys.version}".encode() + path.read_bytes() for path in files)).hexdigest()
    there = KEPT / state[:16]
    if not there.is_dir():
        KEPT.mkdir(parents=True, exist_ok=True)
        fresh = Path(mkdtemp(dir=KEPT))
        install(PLUGIN, fresh)
        try:
            fresh.rename(there)
        except OSError:  # somebody else was faster, and has installed the same
            assert there.is_dir()
    return there


def install(package: Path, folder: Path) -> None:
    """Install a package from its source into a folder, without a network."""
    subprocess.run(
        [*PIP, "--no-index", "--no-deps", "--no-build-isolation", "--target", str(folder), str(package)], check=True
    )
