"""Write the tables of the games that are solved, by their books' rules: `make tables`."""

from __future__ import annotations

import sys
from pathlib import Path

from flagfall.games import GAMES
from flagfall.online.tables.making import NoTable, made
from flagfall.online.web.assets import FOLDER as STATIC
from flagfall.record.disk import replacing
from flagfall.terminal.tty.meter import metered

FOLDER = STATIC / "tables"


def main() -> None:
    for name in sys.argv[1:] or GAMES:
        write(name, FOLDER / f"{name}.table")


def write(name: str, path: Path) -> None:
    try:
        with metered() as progress:
            table = made(GAMES[name], progress)
    except NoTable as reason:
        print(f"{name}: {reason}")
        return
    with replacing(path, ".table-") as file:
        file.write(table)
    path.chmod(0o644)
    print(f"{name}: {len(table):,} bytes")


if __name__ == "__main__":
    main()
