"""Envelopes for secrets in a saved game: nobody reads them by accident, and the program can always open them.

A save must hold every secret, or a game could not be taken up again; but a look into the file must not spoil it. So a
secret is scrambled with a salt from the same file. That is an envelope, not a lock: whoever means to open it can.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import blake2b

PREFIX = "sealed:"
_BLOCK = 24  # every move is padded to the same length, so that the length tells nothing


def seal(secret: str, salt: str, place: str) -> str:
    """`secret` in an envelope that fits only this `place` of the record with this `salt`."""
    data = secret.encode()
    padded = data.ljust(-(-len(data) // _BLOCK) * _BLOCK, b"\0")
    return PREFIX + urlsafe_b64encode(_mark(padded, salt, place) + _mix(padded, salt, place)).decode()


def unseal(sealed: str, salt: str, place: str) -> str:
    """What is in the envelope; ValueError when it is damaged or was meant for another place."""
    raw = urlsafe_b64decode(sealed.removeprefix(PREFIX).encode("ascii"))
    padded = _mix(raw[6:], salt, place)
    if not padded or _mark(padded, salt, place) != raw[:6]:
        raise ValueError("damaged envelope")
    return padded.rstrip(b"\0").decode()


def _mark(data: bytes, salt: str, place: str) -> bytes:
    return blake2b(data, key=_key(salt, place), digest_size=6).digest()


def _mix(data: bytes, salt: str, place: str) -> bytes:
    stream = b"".join(
        blake2b(bytes([count]), key=_key(salt, place), digest_size=_BLOCK).digest()
        for count in range(len(data) // _BLOCK)
    )
    return bytes(one ^ other for one, other in zip(data, stream, strict=True))


def _key(salt: str, place: str) -> bytes:
    return blake2b(f"{salt}/{place}".encode()).digest()
