"""The files that pages load: those in `static/`, and the look of the board, which the SVG drawing shares."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flagfall.draw import look

FOLDER = Path(__file__).parent / "static"
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True)
class Asset:
    """A file, its media type, and a tag that changes whenever it does."""

    body: bytes
    type: str
    tag: str
    lasting: bool = False
    """Whether it was asked for by an address that never gets another answer, so that browsers may keep it."""


@cache
def assets() -> dict[str, Asset]:
    """Every file by its path under /static/."""
    files = {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir())}
    files["board.css"] = look.themed().encode()
    files["look.js"] = _look().encode()
    return {name: Asset(body, TYPES[Path(name).suffix], sha256(body).hexdigest()[:16]) for name, body in files.items()}


@cache
def version() -> str:
    """Another one whenever any file is another: pages ask for files in a folder of this name."""
    return sha256("".join(asset.tag for asset in assets().values()).encode()).hexdigest()[:12]


def asset(path: str) -> Asset | None:
    """The file at NAME or at VERSION/NAME."""
    folder, _, name = path.rpartition("/")
    found = assets().get(name)
    return replace(found, lasting=True) if found and folder == version() else found


def shapes() -> dict[str, Any]:
    """The measures and shapes of the drawing, by the names under which scripts know them."""
    names = ("MEASURES", "PIECES", "EMBLEMS", "EMBLEM_AT", "ICONS", "SIZES", "DECORATIONS", "BASELINE")
    return {name: getattr(look, name) for name in names}


def _look() -> str:
    """The same for the script that draws as the server does."""
    lines = (f"export const {name} = {json.dumps(value)};" for name, value in shapes().items())
    return "\n".join(("// Made from flagfall/draw/look.py.", *lines, ""))
