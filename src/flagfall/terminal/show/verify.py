"""Telling whether the battles of a game were fair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagfall.exits import DONE, FAILED
from flagfall.online.protocol.verification import Report, verify
from flagfall.record import Record
from flagfall.terminal.tty.console import Console


def show_verdicts(console: Console, records: Sequence[Record], as_json: bool) -> int:
    """Say of every choice in every game whether it is the one that was sealed; the answer is the exit code."""
    reports = [verify(record) for record in records]
    if as_json:
        console.print_json({"fair": _all_fair(reports), "games": [_data(report) for report in reports]})
    else:
        for record, report in zip(records, reports, strict=True):
            _show(console, record, report)
    return DONE if _all_fair(reports) else FAILED


def _all_fair(reports: Sequence[Report]) -> bool:
    return all(report.fair for report in reports)


def _show(console: Console, record: Record, report: Report) -> None:
    console.tell(f"{record.start.title}{f', game {report.game}' if report.game else ''}")
    for verdict in report.verdicts:
        console.tell(f"  {verdict}", indent="    ")
    for stray in report.strays:
        console.tell(f"  {stray} belongs to no choice of this game", indent="    ")
    console.tell(_summary(report))


def _summary(report: Report) -> str:
    count = len(report.verdicts)
    if report.bad:
        return f"NOT proved fair: {report.bad} of {count + len(report.strays)} checks failed."
    if not count:
        return "There is nothing to check: no choices were made in secret, at once."
    return f"Fair: {'both' if count == 2 else f'all {count}'} secret choices are the ones that were sealed."


def _data(report: Report) -> dict[str, Any]:
    choices = [
        {
            "ply": verdict.ply,
            "player": verdict.player.name,
            "move": verdict.move,
            "as_sealed": verdict.problem is None,
            "seen_before_reveal": verdict.seen,
            "problem": verdict.problem,
        }
        for verdict in report.verdicts
    ]
    return {"id": report.game, "fair": report.fair, "choices": choices, "strays": list(report.strays)}
