"""After a game at this keyboard: again, or a look at what was played."""

from __future__ import annotations

from shlex import quote

from flagfall.core import FlagfallError
from flagfall.terminal.prompt.table import NO, YES
from flagfall.terminal.saving import Save, save_copy
from flagfall.terminal.tty.advice import command
from flagfall.terminal.tty.console import Console, sentence

AGAIN = "Again, with seats swapped? (yes/no; or analyse, replay, save FILE): "
USAGE = """\
  yes      play again, with seats swapped
  no       leave
  analyse  grade the moves, and say where the game turned
  replay   see the game again
  save     say where the game is saved; save FILE writes a copy"""


class Ending:
    """What somebody wants next who has just played."""

    def __init__(self, console: Console, save: Save, words: bool) -> None:
        self.console = console
        self.save = save
        self.words = words
        self.again = False

    def ask(self) -> None:
        """Until there is a yes or a no; the end of the input is a no."""
        try:
            while not self._settled(self.console.ask(AGAIN)):
                pass
        except EOFError:
            return

    def _settled(self, line: str) -> bool:
        word, _, rest = line.strip().partition(" ")
        if (word := word.casefold()) in (*YES, "again", *NO, "q", "quit", "exit"):
            self.again = word in (*YES, "again")
            return True
        if word in ("analyse", "analyze"):
            self._analyse()
        elif word == "replay":
            self._replay()
        elif word == "save":
            self._save(rest.strip())
        else:
            self.console.print(USAGE)
        return False

    def _analyse(self) -> None:
        from flagfall.terminal.show.analyse import show_analysis

        try:
            show_analysis(self.console, self.save.records, as_json=False, svg=None, words=self.words)
        except FlagfallError as error:
            self.console.tell(sentence(str(error)))

    def _replay(self) -> None:
        from flagfall.terminal.show.replay import replay

        records = self.save.records
        replay(self.console, records, reveal=False, all_at_once=False, as_json=False, words=self.words)

    def _save(self, file: str) -> None:
        if file:
            self.console.print(save_copy(file, self.save.text()))
        elif self.save.writes:
            self.console.advise("Saved. See it again with:", command(f"replay {quote(self.save.name)}"))
        else:
            self.console.tell("This game is not saved; save FILE writes a copy.")
