"""Envelopes for secrets in a saved game: nobody reads them by accident, and the program can always open them.

A save must hold every secret, or a game could not be taken up again; but a look into the file must not spoil it. So a
secret is scrambled with a salt from the same file. That is an envelope, not a lock: whoever means to open it can.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from hashlib import shake_256

PREFIX = "sealed:"
_MARK = 6  # bytes that tell a whole envelope from a damaged one
_LETTERS = b"-_"


def seal(secret: str, salt: str, place: str, room: int) -> str:
    """`secret` in an envelope that fits only this `place`, and is equally long for all that fits into `room` bytes."""
    data = secret.encode()
    padded = data.ljust(-(-len(data) // room) * room, b"\0")
    return PREFIX + b64encode(_mark(padded, salt, place) + _mix(padded, salt, place), _LETTERS).decode()


def unseal(sealed: str, salt: str, place: str) -> str:
    """What is in the envelope; ValueError when it is damaged or was meant for another place."""
    raw = b64decode(sealed.removeprefix(PREFIX), _LETTERS, validate=True)
    padded = _mix(raw[_MARK:], salt, place)
    if not padded or _mark(padded, salt, place) != raw[:_MARK]:
        raise ValueError("damaged envelope")
    return padded.rstrip(b"\0").decode()


def _mark(data: bytes, salt: str, place: str) -> bytes:
    return shake_256(f"{salt}/{place}/mark/".encode() + data).digest(_MARK)


def _mix(data: bytes, salt: str, place: str) -> bytes:
    stream = shake_256(f"{salt}/{place}".encode()).digest(len(data))
    return bytes(one ^ other for one, other in zip(data, stream, strict=True))
