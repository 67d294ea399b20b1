"""WebSocket frames (RFC 6455, 5.2) that come and go so often that the library's own way would be felt."""

from __future__ import annotations

try:
    from websockets.speedups import apply_mask
except ImportError:  # a system for which it was not compiled
    from websockets.utils import apply_mask

_TEXT = 0x81  # whole, not a piece of a message
_MASKED = 0x80
_SHORT = 126  # below it the second byte is the length itself; it and the next announce two and eight bytes
_MOST = 1024
"""What is longer is the library's."""


def text_frame(data: bytes) -> bytes:
    """The message as a frame of the server's."""
    length = len(data)
    if length < _SHORT:
        return b"\x81%c%b" % (length, data)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), data)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), data)


def text_in(data: bytes) -> bytes | None:
    """The message, if this is one short text frame of a client's, whole, and nothing else."""
    size = len(data)
    if not 6 <= size <= _MOST or data[0] != _TEXT:
        return None
    length = data[1] - _MASKED
    if 0 <= length < _SHORT and size == length + 6:
        return apply_mask(data[6:], data[2:6])
    if length == _SHORT and size == int.from_bytes(data[2:4], "big") + 8:
        return apply_mask(data[8:], data[4:8])
    return None


def still_to_come(data: bytes, before: int | None) -> int | None:
    """How many bytes of the last frame in the data are missing, if `before` were missing of the one before; None if
    that can't be told, because it ends within the head of a frame."""
    if before is None:
        return None
    at, end = before, len(data)
    while at < end:
        length = data[at + 1] if at + 1 < end else 0
        mask, length = (4, length - _MASKED) if length >= _MASKED else (0, length)
        size = {_SHORT: 2, _SHORT + 1: 8}.get(length, 0)
        if at + 2 + size > end:
            return None
        at += 2 + size + mask + (int.from_bytes(data[at + 2 : at + 2 + size], "big") if size else length)
    return at - end
