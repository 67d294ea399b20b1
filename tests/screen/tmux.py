"""A real tmux, driven through its control mode: it tells when something is written, so nobody asks again and again."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.terminal.driving import FLAGFALL, Shell

from .test_terminal import FULL

ENDED = "has ended"
COMMAND = ("tmux", "-f", "/dev/null")


class Tmux:
    def __init__(self, shell: Shell, folder: Path) -> None:
        self._socket = str(folder / "tmux")
        self._process = subprocess.Popen(
            [*COMMAND, "-S", self._socket, "-C", "new-session", "-x", "80", "-y", "24", "sh"],
            env=shell.environment(**FULL),
            cwd=shell.home,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",  # letters may be told in two halves
            bufsize=1,
        )
        self._written = False
        self._answer()
        self.tell("set-option -g window-size manual")

    def tell(self, command: str) -> str:
        """Have tmux do something; the answer is what it says to that."""
        assert self._process.stdin
        print(command, file=self._process.stdin)
        return self._answer()

    def _answer(self) -> str:
        while not self._line().startswith("%begin "):
            pass
        said = []
        while not (line := self._line()).startswith(("%end ", "%error ")):
            said.append(line)
        assert line.startswith("%end "), said
        return "".join(said)

    def _line(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "tmux has ended"
        self._written |= line.startswith("%output ")
        return line

    def run(self, *arguments: str) -> None:
        """Give a command of ours to the shell that runs there; when it has ended, that is said."""
        self.press(f"{' '.join((*FLAGFALL, *arguments))}; echo 'has '{ENDED[4:]}\r")

    def press(self, keys: str) -> None:
        self.tell(f"send-keys -H {' '.join(f'{byte:02x}' for byte in keys.encode())}")

    def shown(self, *options: str) -> str:
        return self.tell(" ".join(("capture-pane -p", *options)))

    def until(self, *words: str, gone: str = "") -> str:
        """Wait until all these words stand on the screen, and those do not; the answer is what does."""
        while True:
            self._written = False
            shown = self.shown()
            if all(word in shown for word in words) and not (gone and gone in shown):
                return shown
            while not self._written:
                self._line()

    def end(self) -> None:
        subprocess.run([*COMMAND, "-S", self._socket, "kill-server"], capture_output=True, check=False)
        self._process.communicate()


@contextmanager
def running(shell: Shell, folder: Path) -> Iterator[Tmux]:
    tmux = Tmux(shell, folder)
    try:
        yield tmux
    finally:
        tmux.end()
