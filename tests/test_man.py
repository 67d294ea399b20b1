"""The man page: made from the help, up to date, and shown by man without a complaint."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from flagfall.cli import COMMANDS, ENVIRONMENT, EXAMPLES, environment, listed, parser
from flagfall.exits import MEANING
from tools.man import PAGE, page

ROOT = Path(__file__).parents[1]


def shown() -> str:
    """The page as a person reads it, in one line and without bold and italics."""
    for program, command in {"mandoc": ["mandoc", "-Tutf8"], "groff": ["groff", "-man", "-Tutf8", "-P-c"]}.items():
        if shutil.which(program):
            text = subprocess.run([*command, str(PAGE)], capture_output=True, check=True).stdout.decode()
            return " ".join(re.sub(r".\x08|\x1b\[\d*m", "", text).replace("\u2010\n", "").split())
    pytest.skip("neither mandoc nor groff is installed")


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), "make man"


def test_the_page_does_not_depend_on_the_window(monkeypatch):
    before = page()
    monkeypatch.setattr(os, "get_terminal_size", lambda *given: os.terminal_size((40, 12)))
    assert page() == before


def test_the_page_has_every_command_option_and_example():
    text = shown()
    for name in listed():
        assert f" flagfall {name} " in text
        for action in parser(name)._actions:
            assert all(option in text for option in action.option_strings)
    for examples in (EXAMPLES, *(COMMANDS[name].examples for name in listed())):
        for line, about in examples.items():
            assert " ".join(line.split()) in text
            assert about in text
    for name in ENVIRONMENT:
        assert f" {name} " in text
    for code in MEANING:
        assert f" {code} " in text


@pytest.mark.parametrize(
    "command",
    [
        ["mandoc", "-T", "lint", "-W", "style"],
        ["groff", "-man", "-Tutf8", "-ww", "-z"],
        ["man", "--warnings=w", "-E", "UTF-8", "-l"],
    ],
    ids=lambda command: command[0],
)
def test_nothing_complains_about_the_page(command):
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(
        [*command, str(PAGE)], capture_output=True, text=True, check=False, env={**os.environ, "MANWIDTH": "80"}
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert command[0] == "man" or done.stdout == ""


def test_every_variable_of_ours_is_told():
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    ours = set(re.findall(r'"(FLAGFALL_[A-Z]+|NO_[A-Z]+|XDG_[A-Z_]+|PAGER)"', sources))
    assert ours == set(ENVIRONMENT)
    assert environment().count("\n") == len(ENVIRONMENT)


def test_whoever_installs_the_program_gets_the_page(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("/share/man/man1/flagfall.1")]
        assert archive.read(name) == PAGE.read_bytes()
