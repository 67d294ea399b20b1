"""How the program ends: every exit code, by its name and with its meaning."""

from __future__ import annotations

DONE, FAILED, MISUSED, INPUT_ENDED = 0, 1, 2, 3
INTERRUPTED, BROKEN_PIPE, TERMINATED = 130, 141, 143  # 128 and the number of a signal, as shells have it

MEANING = {
    DONE: "all went well, also when you quit a game",
    FAILED: "something went wrong: a damaged record, a file that can't be read or written, a game that can't be solved,"
    " a\nproof that doesn't hold",
    MISUSED: "the command can't be understood: an unknown game, a bad setting, an impossible position",
    INPUT_ENDED: "the input ended before the game did; the game is saved",
    INTERRUPTED: "stopped with Ctrl-C; the game is saved",
    BROKEN_PIPE: "whoever read the output has stopped reading",
    TERMINATED: "stopped by SIGTERM, SIGQUIT or a closed terminal; the game is saved",
}
