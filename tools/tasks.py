"""Work out the lessons and puzzles of the page with all that is said of them, as they come with it: `make tasks`."""

from __future__ import annotations

from lzma import compress

from flagfall.coach.collection import stored
from flagfall.coach.lessons.lesson import lesson_or_none
from flagfall.games import BOOKS
from flagfall.online.protocol.messages import encode
from flagfall.online.workers.tasks import MAKERS, place


def main() -> None:
    lessons = [f"lesson {game.id}" for game in BOOKS if lesson_or_none(game)]
    for wanted in (*lessons, *(f"puzzles {game}" for game in stored())):
        kind, _, name = wanted.partition(" ")
        (game,) = (each for each in BOOKS if each.id == name)
        path = place(wanted)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(compress(encode(list(MAKERS[kind](game))), preset=9))
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
