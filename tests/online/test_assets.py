"""What pages load: their scripts go out without comments, and say the same."""

from __future__ import annotations

import pytest

from flagfall.online.web.assets import FOLDER, assets, bare


@pytest.mark.parametrize(
    ("script", "left"),
    [
        ("// said\nrun(); // why\n", "run(); // why\n"),
        ("/** @param {number} a */\nconst f = (a) => a;\n", "const f = (a) => a;\n"),
        ("/**\n * @typedef {A} B\n */\n  /** @type {B} */ (b).run();\n", "  (b).run();\n"),
        ("const f = (/** @type {A} */ a) => a; /* kept */\n", "const f = (a) => a; /* kept */\n"),
        ('const link = "https://a";\nconst glob = "/*";\n', 'const link = "https://a";\nconst glob = "/*";\n'),
    ],
)
def test_types_and_comments_are_left_out(script: str, left: str) -> None:
    assert bare(script) == left


def test_no_line_of_code_is_lost() -> None:
    for path in FOLDER.rglob("*.js"):
        sent = assets()[path.relative_to(FOLDER).as_posix()].body.decode().splitlines()
        code = [line for line in path.read_text().splitlines() if not line.lstrip().startswith(("/", "*"))]
        kept = iter(sent)
        assert all(any(bare(line) == other for other in kept) for line in code), path.name
        assert not any(line.lstrip().startswith(("//", "/**")) for line in sent)
