"""Requests that can't be granted."""

from __future__ import annotations

from flagfall.core import FlagfallError


class Denied(FlagfallError):
    """Why a request is refused, with its HTTP status."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.code = code


class TooMany(Denied):
    """Denied until some seconds have passed."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(429, "too-many", reason)
        self.seconds = seconds


def bad_request(reason: str) -> Denied:
    return Denied(400, "bad-request", reason)


def bad_link() -> Denied:
    return Denied(401, "bad-token", "this link is not one of the game's; was it renewed?")


def no_such_game() -> Denied:
    return Denied(404, "no-game", "there is no such game; is the link complete?")


def not_now(reason: str) -> Denied:
    return Denied(409, "not-now", reason)


def unavailable() -> Denied:
    return Denied(503, "unavailable", "the store does not answer now; try again")
