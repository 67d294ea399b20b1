"""What to type next: commands of this program, as it was started."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from functools import cache

NAME = "flagfall"


@dataclass(frozen=True)
class Advice:
    """Something to be said, and the command that it leads to."""

    text: str
    command: str | None = None

    def written(self, width: int | None) -> str:
        """The command has a line of its own where it would be broken otherwise, so that it can be copied."""
        if self.command is None:
            return self.text
        fits = width is None or len(self.text) + 1 + len(self.command) <= width
        return f"{self.text} {self.command}" if fits else f"{self.text}\n  {self.command}"


def command(words: str) -> str:
    """The whole line for these words: `flagfall resume NAME`, or with the path that leads to the program."""
    return f"{program()} {words}"


@cache
def program() -> str:
    """What starts this program here: its name alone, where the shell finds it by that."""
    import shlex
    import shutil

    script = sys.argv[0]
    if script.endswith(os.path.join(NAME, "__main__.py")):
        script, way = os.path.join(os.path.dirname(sys.executable), NAME), f"{shlex.quote(_python())} -m {NAME}"
    elif os.path.basename(script) == NAME:
        way = shlex.quote(script)
    else:  # another program has this one in it
        return NAME
    found = shutil.which(NAME)
    return NAME if found and os.path.exists(script) and os.path.samefile(found, script) else way


def _python() -> str:
    """The interpreter, by its shortest path."""
    return min(sys.executable, os.path.relpath(sys.executable), key=len)
