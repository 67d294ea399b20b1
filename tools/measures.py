"""Measure the games that hide something: `make measures`, which takes an hour (GAMES=100 for fewer games).

What is measured already is kept, unless it is to be measured anew (ANEW=1): after the strongest bot has become another.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

from flagfall.coach.hidden.calibration import FILE, calibrate
from flagfall.coach.hidden.minds import MINDS, mind_of
from flagfall.coach.reports.estimated import AMOUNT, AMOUNTS, with_settings
from flagfall.coach.reports.measured import measure
from flagfall.core import Position
from flagfall.games import BOOKS

COACH = Path(__file__).parents[1] / "src" / "flagfall" / "coach"
MEASURED, CALIBRATED = COACH / "reports" / "measured.json", COACH / "hidden" / FILE
GAMES = int(os.environ.get("GAMES", "600"))
ANEW = os.environ.get("ANEW") == "1"
HIDDEN = [game() for game in BOOKS if game in MINDS]


def starts() -> list[Position]:
    """The books' openings, and with another amount of secrets."""
    others = (with_settings(start, {AMOUNT: amount}) for start in HIDDEN for amount in AMOUNTS)
    return [*HIDDEN, *(each for each in others if each and each not in HIDDEN and not each.in_the_open())]


def main() -> int:
    calibrated = _read(CALIBRATED)
    for start in HIDDEN:
        if ANEW or start.id not in calibrated:
            found = calibrate(start, mind_of(start), GAMES)
            calibrated[start.id] = {
                player: [[round(each, 4) for each in point] for point in points] for player, points in found.items()
            }
            _write(CALIBRATED, calibrated)
    measured = _read(MEASURED)
    for start in starts():
        if ANEW or start.text() not in measured:
            measured[start.text()] = asdict(measure(start, GAMES if start in HIDDEN else GAMES // 3))
            _write(MEASURED, measured)
    return 0


def _read(path: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _write(path: Path, found: object) -> None:
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
