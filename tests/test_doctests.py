"""The examples in the docstrings do what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import flagfall

SOURCE = Path(flagfall.__file__).parent
WITH_EXAMPLES = [path for path in SOURCE.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    name = ".".join(("flagfall", *path.relative_to(SOURCE).with_suffix("").parts))
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted > 0
    assert results.failed == 0
