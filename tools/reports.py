"""Write docs/reports: every game judged for its designer, by the program itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "reports"
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
    for name, settings in REPORTS.items():
        command = [sys.executable, "-m", "flagfall", "report", name.removesuffix("-open"), *settings]
        page = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        (FOLDER / f"{name}.md").write_text(page, encoding="utf-8")
        print(f"docs/reports/{name}.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
