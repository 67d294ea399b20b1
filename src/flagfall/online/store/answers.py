"""Futures that whoever waited for them may have given up on."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

T = TypeVar("T")


def succeed(answer: asyncio.Future[T], value: T) -> None:
    if not answer.done():
        answer.set_result(value)


def fail(answer: asyncio.Future[Any], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)
