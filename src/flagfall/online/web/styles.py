"""The style of a page stands in the page: it is painted as soon as it has come, and waits for no second journey.

The content policy allows just this style, and on the first page one short script, by their digests; they stand before
anything that somebody else may have written.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256

from .assets import CONTENT_POLICY, assets, version

COMMON = ("tokens", "page", "sky", "board")
SHEETS = {
    "explore.html": ("choice", "study/known", "study/study"),
    "game.html": ("prose", "choice", "game", "study/known"),
    "home.html": ("home",),
    "learn.html": ("choice", "learn"),
    "lessons.html": ("study/study",),
    "new.html": ("prose", "new"),
    "open-explore.html": ("study/study",),
    "open.html": ("choice", "learn"),
    "problem.html": ("prose",),
    "puzzles.html": ("choice", "learn"),
    "report.html": ("prose",),
    "rulebook.html": ("prose",),
}
"""By template, what it needs besides what is common to all."""
_COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLANKS = re.compile(r"\s+")
_AROUND = re.compile(r" ?([{};,]) ?")
_FILES = re.compile(r'url\("(?!/|data:)')
_INLINE = re.compile(r"<(style|script)>(.*?)</\1>", re.DOTALL)


@cache
def style(template: str) -> str:
    """All that this page is styled with, and nothing between the rules."""
    sheets = "".join(assets()[f"{name}.css"].body.decode() for name in (*COMMON, *SHEETS[template]))
    return _FILES.sub(f'url("/static/{version()}/', bare(sheets))


def bare(sheet: str) -> str:
    """A sheet without comments, and with single blanks."""
    return _AROUND.sub(r"\1", _BLANKS.sub(" ", _COMMENTS.sub("", sheet))).strip()


@cache
def early() -> str:
    """The script that the first page has to run before it is shown."""
    return assets()["home/early.js"].body.decode().strip()


def policy(html: str) -> str:
    """What a browser may load and run for this page: our own files, and what stands in its head."""
    allowed = CONTENT_POLICY
    for kind, text in _INLINE.findall(html.partition("</head>")[0]):
        files = "'self' " if kind == "script" else ""
        allowed = allowed.replace(f"{kind}-src 'self'", f"{kind}-src {files}'{digest(text)}'")
    return allowed


@cache
def digest(text: str) -> str:
    """As policies name what may stand in a page."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
