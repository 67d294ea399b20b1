"""The files that pages load: those in `static/` and its folders, and the look that they share with the SVG drawing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, normpath
from typing import Any

from flagfall.draw import look
from flagfall.draw.board import shapes as board

FOLDER = Path(__file__).parent / "static"
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".table": "application/octet-stream",
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
    paths = (path for path in sorted(FOLDER.rglob("*")) if path.is_file())
    files = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in paths}
    files["tokens.css"] = look.tokens_css().encode()
    for name in ("board.css", "sky.css"):
        files[name] = look.rules(name).encode() + files[name]
    files |= {name: bare(body.decode()).encode() for name, body in files.items() if name.endswith(".js")}
    files["board/look.js"] = _look().encode()
    files["tables/names.js"] = table_names(Path(name).stem for name in files if name.endswith(".table"))
    return {name: Asset(body, TYPES[Path(name).suffix], sha256(body).hexdigest()[:16]) for name, body in files.items()}


@cache
def version() -> str:
    """Another one whenever any file is another: pages ask for files in a folder of this name."""
    return sha256("".join(asset.tag for asset in assets().values()).encode()).hexdigest()[:12]


def asset(path: str) -> Asset | None:
    """The file at PATH or at VERSION/PATH."""
    if found := assets().get(path):
        return found
    folder, _, name = path.partition("/")
    found = assets().get(name)
    return replace(found, lasting=True) if found and folder == version() else found


_DOC = r"/\*\*(?:(?!\*/)[\s\S])*\*/"
_COMMENTS = re.compile(rf"^[ \t]*(?:{_DOC}[ \t]*|//.*)\n|{_DOC} ?", re.MULTILINE)


def bare(script: str) -> str:
    """A script without its types and the comments on lines of their own, which are a quarter of what it weighs."""
    return _COMMENTS.sub("", script)


_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?from "([./][^"]+)";""", re.MULTILINE)


@cache
def modules(name: str) -> tuple[str, ...]:
    """The scripts that this one imports, and those that they import: what a page may load at once."""
    found, wanted = [name], [name]
    while wanted:
        here = wanted.pop()
        for path in _IMPORT.findall(assets()[here].body.decode()):
            other = normpath(f"{dirname(here)}/{path}").lstrip("/")
            if other not in found:
                found.append(other)
                wanted.append(other)
    return tuple(sorted(found[1:]))


def shapes() -> dict[str, Any]:
    """The measures and shapes of the drawing, by the names under which scripts know them."""
    return {name: getattr(board, name) for name in board.NAMES}


def table_names(games: Iterable[str]) -> bytes:
    """For the script that reads tables: of which games there are some."""
    return f"export const TABLES = {json.dumps(sorted(games))};\n".encode()


def _look() -> str:
    """The same for the script that draws as the server does."""
    lines = (f"export const {name} = {json.dumps(value)};" for name, value in shapes().items())
    return "\n".join(("// Made from flagfall/draw/board/shapes.py.", *lines, ""))
