"""A server's page as a file among files: its addresses become relative, so that it may lie in any folder.

`/games/flag-chase` is the file `games/flag-chase/index.html`, and what links there says `../../games/flag-chase/`. The
scripts make the same of the addresses that they know (`static/place.js`); that there is no server, and where the first
page is, they are told by the page (`data-root`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from flagfall.online.web import policy

_LINKS = re.compile(r'(?<=\s)(href|src|action)="(/[^"]*)"')
_FILES = re.compile(r'url\("/(?=static/)')
_HTML = re.compile(r"<html\b")
_HEAD = re.compile(r"<head>")


def file_of(address: str) -> str:
    """Where a page or a file lies."""
    path = urlsplit(address).path.strip("/")
    return path if PurePosixPath(path).suffix else f"{path}/index.html".lstrip("/")


def root_from(address: str) -> str:
    """The way from a page to the first page."""
    return "../" * file_of(address).count("/") or "./"


def relative(address: str, to: str) -> str:
    """The way from one page to another, or to a file."""
    parts = urlsplit(to)
    way = root_from(address) + file_of(to).removesuffix("index.html")
    return way + (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")


def as_file(address: str, html: str, seen: Callable[[str], None] = lambda link: None) -> str:
    """The page at this address as a file. `seen` is told every address that it links to."""

    def changed(link: re.Match[str]) -> str:
        to = unescape(link[2])
        seen(to)
        return f'{link[1]}="{escape(relative(address, to))}"'

    html = _FILES.sub(f'url("{root_from(address)}', _LINKS.sub(changed, html))
    allowed = policy(html).replace("; frame-ancestors 'none'", "")  # which only a server may say
    told = f'<head>\n<meta http-equiv="Content-Security-Policy" content="{allowed}">'
    html = _HEAD.sub(lambda _: told, html, count=1)
    return _HTML.sub(f'<html data-root="{root_from(address)}"', html, count=1)
