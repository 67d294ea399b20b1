"""`flagfall site`: the pages as a folder of plain files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flagfall.site.folder import ours, write
from flagfall.site.making import site
from flagfall.terminal.tty.console import Console
from flagfall.terminal.tty.meter import metered


def write_site(console: Console, folder: Path, games: Sequence[str]) -> None:
    ours(folder)  # which refuses somebody else's before anything is made
    with metered() as meter:

        def told(what: str) -> None:
            if meter:
                meter.tell(f"making {what}")

        files = site(games, told, meter)
    changed = write(folder, files)
    size = sum(map(len, files.values()))
    console.tell(
        f"{folder}: {len(files)} files, {size / 1e6:.1f} MB, {changed} of them changed. Any web server can show them, "
        "from any address; to try it here:"
    )
    console.tell(f"  python3 -m http.server --directory {folder}")
