"""Logs for machines: one JSON object a line. Nothing secret is ever given to them."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from traceback import format_tb
from typing import TextIO

import msgspec

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "about": record.name.removeprefix("flagfall.online."),
            "event": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _STANDARD},
        }
        if record.exc_info:
            line["traceback"] = _where(record.exc_info[1])
        return msgspec.json.encode(line, enc_hook=str).decode()


def _where(error: BaseException | None) -> str:
    """Where it happened, and what kind of error it is; without its words, which might tell of a move or a position."""
    return "".join([*format_tb(error.__traceback__), type(error).__name__]) if error else ""


def set_up(level: str = "info", to: TextIO | None = None) -> None:
    """Let all loggers write JSON lines to stderr."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    logging.getLogger("uvicorn.access").disabled = True  # the application logs requests itself
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
