"""What is said when the program itself is at fault."""

from __future__ import annotations

import traceback

from flagfall.terminal.tty.advice import command


def account(error: BaseException) -> str:
    """Where it happened, and nothing else: values, and what an error says of them, may be somebody's secret."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
    return "\n".join(
        [
            "Flagfall has made a mistake and had to stop. Every move that was accepted is saved; go on with:",
            f"  {command('resume')}",
            f"If you report it, these lines help ({type(error).__name__}):",
            *where,
        ]
    )
