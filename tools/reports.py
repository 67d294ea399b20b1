"""Write docs/reports, and the same for the page: every game judged for its designer, by the program itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from flagfall.coach.reports.estimated import SECRETS
from flagfall.games import GAMES

from .levels import NAMES, Table

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "reports"
STORED = ROOT / "src" / "flagfall" / "coach" / "reports" / "stored.json"
REPORTS = {
    "flag-chase": [],
    "capture-the-flag": [],
    "flag-chase-traps": [],
    "flag-chase-traps-open": ["--set", "open_traps=yes"],
    "grid-runner": [],
    "command-line-conquer": [],
}


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    stored = dict[str, Any]()
    for name, settings in REPORTS.items():
        game = name.removesuffix("-open")
        page = _report(game, *settings)
        (FOLDER / f"{name}.md").write_text(_drawn(name, game, page), encoding="utf-8")
        print(f"docs/reports/{name}.md")
        if not settings:
            stored[game] = {"page": page, "data": json.loads(_report(game, "--json")), "scores": _scores(game)}
    lines = (f'"{game}": {json.dumps(found, ensure_ascii=False)}' for game, found in stored.items())
    STORED.write_text("\n".join(("{", ",\n".join(lines), "}", "")), encoding="utf-8")
    return 0


def _drawn(name: str, game: str, page: str) -> str:
    """With a picture of what is hidden where, beside the page."""
    if SECRETS not in page:
        return page
    picture = FOLDER / f"{name}.svg"
    picture.unlink(missing_ok=True)
    _report(game, "--svg", str(picture))
    return page.replace(
        SECRETS, f"{SECRETS}\n\n![The same as a picture: the darker, the more often]({picture.name})", 1
    )


def _report(*arguments: str) -> str:
    command = [sys.executable, "-m", "flagfall", "report", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def _scores(game: str) -> list[list[float]]:
    if GAMES[game]().hides():
        return []
    table, every = Table.of(GAMES[game]), range(len(NAMES))
    return [[round(table.score(row, column), 3) for column in every] for row in every]


if __name__ == "__main__":
    sys.exit(main())
