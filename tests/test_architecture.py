"""docs/architecture.md names what exists, and every room."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "flagfall"
PAGE = (ROOT / "docs" / "architecture.md").read_text()
PATHS = sorted(set(re.findall(r"`([\w./-]*(?:/|\.(?:py|js|md|toml|ts)))`", PAGE)))
ROOMS = sorted(
    folder.relative_to(PACKAGE).as_posix() + "/"
    for folder in (path.parent for path in PACKAGE.rglob("__init__.py"))
    if folder != PACKAGE and folder.parent != PACKAGE / "games"
)


@pytest.mark.parametrize("path", PATHS)
def test_what_the_page_names_exists(path: str) -> None:
    assert (PACKAGE / path).exists() or (ROOT / path).exists() or path == "__init__.py"


def test_the_page_names_every_room() -> None:
    assert [room for room in ROOMS if f"`{room}`" not in PAGE] == []
