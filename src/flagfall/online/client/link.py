"""A link to a game: where its server is, and what whoever has the link may do."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import SplitResult, urlsplit

from flagfall.core import FlagfallError
from flagfall.online.protocol.links import JOIN, join_link, seat_link, watch_link

_PATH = re.compile(r"(?P<front>.*)/g/(?P<game>[A-Za-z0-9]{1,64})/?")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22,128}")
_EXAMPLE = "http://127.0.0.1:8765/g/GAME#TOKEN"


class BadLink(FlagfallError):
    """A text that is no link to a game."""


@dataclass(frozen=True)
class Link:
    address: str
    """The server's, like http://127.0.0.1:8765."""
    game: str
    token: str | None = None
    """A seat's secret."""
    invitation: str | None = None
    """The secret of an open invitation."""

    @classmethod
    def read(cls, text: str) -> Link:
        """What the link says, or BadLink. Never repeats a secret."""
        parts = _split(text.strip())
        found = _PATH.fullmatch(parts.path)
        if parts.scheme not in ("http", "https") or not parts.netloc or not found:
            raise BadLink(f"this is no link to a game; one is like {_EXAMPLE}")
        link = cls(f"{parts.scheme}://{parts.netloc}{found['front']}", found["game"])
        return link._with(parts.fragment) if parts.fragment else link

    def _with(self, fragment: str) -> Link:
        secret = fragment.removeprefix(JOIN)
        if all(map(_TOKEN.fullmatch, fragment.split(".", 1))) and "." in fragment:
            raise BadLink("this link is for two people at one screen; open it in a browser")
        if not _TOKEN.fullmatch(secret):
            raise BadLink("the part of the link behind the # is not complete")
        return replace(self, invitation=secret) if secret != fragment else replace(self, token=secret)

    def __str__(self) -> str:
        if self.token:
            return self.address + seat_link(self.game, self.token)
        if self.invitation:
            return self.address + join_link(self.game, self.invitation)
        return self.address + watch_link(self.game)

    @property
    def live(self) -> str:
        """Where live connections are made."""
        return f"{self.address.replace('http', 'ws', 1)}/api/games/{self.game}/live"

    def at_seat(self, token: str) -> Link:
        return Link(self.address, self.game, token)

    def watching(self) -> Link:
        return Link(self.address, self.game)

    def of_game(self, game: str) -> Link:
        """The same seat's token, good for another game: a rematch."""
        return replace(self, game=game)


def _split(text: str) -> SplitResult:
    try:
        return urlsplit(text if "://" in text else f"http://{text}")
    except ValueError:
        raise BadLink(f"this is no link; one is like {_EXAMPLE}") from None
