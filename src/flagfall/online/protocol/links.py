"""Links instead of accounts: the secrets in them, and the public ids of games."""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import compare_digest

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 that nobody takes for another
_ID_LENGTH = 13
JOIN = "join-"
_ANY_ID = re.compile("[A-Za-z0-9]{1,64}")


def new_token() -> str:
    """A secret of 144 bits."""
    return secrets.token_urlsafe(18)


def derived(secret: bytes, what: str) -> str:
    """A token that follows from a secret, another one for every use."""
    return urlsafe_b64encode(sha256(b"/".join((what.encode(), secret))).digest()[:18]).decode()


def digest(token: str) -> str:
    """What is stored of a token. It is long and random, so one round of SHA-256 without salt hides it."""
    return sha256(token.encode()).hexdigest()


def matches(token: str, stored: str | None) -> bool:
    """Whether the token is the one with this digest, in a time that doesn't tell how near it was."""
    return compare_digest(digest(token), stored or "-" * 64)


def new_id() -> str:
    """A public id of 65 bits: nobody finds a game by trying."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def is_id(text: str) -> bool:
    """Whether a game could be called so. What comes from outside may be anything, and no store need be asked for it."""
    return _ANY_ID.fullmatch(text) is not None


def rematch_id(game: str, digests: tuple[str, str]) -> str:
    """The id of a game's rematch. It follows from the game, so that making it twice is making it once."""
    return derived_id("/".join(("rematch", game, *digests)).encode())


def derived_id(secret: bytes) -> str:
    number = int.from_bytes(sha256(secret).digest())
    return "".join(_LETTERS[(number >> 5 * place) % 32] for place in range(_ID_LENGTH))


def watch_link(game: str) -> str:
    return f"/g/{game}"


def seat_link(game: str, token: str) -> str:
    return f"/g/{game}#{token}"


def join_link(game: str, invitation: str) -> str:
    return f"/g/{game}#{JOIN}{invitation}"
