"""The platform's own driver, which leaves nothing behind."""

from __future__ import annotations

from functools import cache

from textual.driver import Driver


@cache
def wiping(platform: type[Driver]) -> type[Driver]:
    """Empties the screen before it gives it back, line by line: a terminal without an alternate screen would keep
    what stands there, and clearing it all at once would push it into the scrollback."""

    class Wiping(platform):  # type: ignore[misc, valid-type]
        def stop_application_mode(self) -> None:
            rows = range(1, self._get_terminal_size()[1] + 1)
            self.write("\x1b[0m" + "".join(f"\x1b[{row};1H\x1b[2K" for row in rows) + "\x1b[H")
            super().stop_application_mode()

    return Wiping
