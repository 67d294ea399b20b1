"""Choosing from a short list by number, letter or name, and pages of such lists that one comes back to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

from flagfall.core import FlagfallError, Rules
from flagfall.core.rules import Setting
from flagfall.exits import DONE
from flagfall.terminal.tty.console import Console, sentence

QUIT = ("q", "quit", "exit")
ROOMY = 60
"""Columns from which there is room to say what the items are about."""

T = TypeVar("T")


class Back(Exception):
    """One page back, and nothing has changed."""


@dataclass(frozen=True)
class Item:
    """A line of a list, and what it does; that answers with an exit code, and all but DONE leave the menu."""

    key: str
    label: str
    do: Callable[[], int]
    about: str = ""
    name: str = ""
    """What else it can be chosen by, besides its key and its label."""

    def line(self, width: int | None) -> str:
        about = f": {self.about}" if self.about and (width is None or width >= ROOMY) else ""
        return f"{self.key}. {self.label}{about}"


Items = Callable[[], Sequence[Item]]
"""What there is to choose from now."""


def numbered(entries: Sequence[tuple[str, Callable[[], int]]]) -> list[Item]:
    return [Item(str(number), label, do) for number, (label, do) in enumerate(entries, 1)]


def pages(console: Console, heading: Callable[[], str], items: Items, leave: str = "Back") -> int:
    """A page that one comes back to after whatever was chosen there; the answer is the exit code."""
    while True:
        console.print()
        console.tell(heading())
        chosen = pick(console, items(), leave)
        if chosen is None:
            return DONE
        code = attempt(console, chosen.do)
        if code != DONE:
            return code


def attempt(console: Console, do: Callable[[], int]) -> int:
    """Do it; what goes wrong is said, and is no reason to leave."""
    try:
        return do()
    except Back:
        return DONE
    except (FlagfallError, OSError) as error:
        console.tell(sentence(str(error)))
        return DONE


def pick(console: Console, items: Sequence[Item], leave: str = "Back", usual: str | None = None) -> Item | None:
    """The item that somebody chooses; None for none of them. `usual` is the key that Enter alone means."""
    prompt = f"Choose {f'[{usual}] ' if usual else ''}({_keys(items)}, q): "
    _show(console, items, leave)
    while True:
        answer = console.ask(prompt).strip().casefold()
        if answer in QUIT:
            return None
        if not answer and not usual:
            _show(console, items, leave)
            continue
        found = _meant(answer or usual or "", items)
        if found:
            return found
        console.tell(_refusal(answer, items))


def _show(console: Console, items: Sequence[Item], leave: str) -> None:
    for item in items:
        console.tell(item.line(console.width), indent="   ")
    console.tell(f"q. {leave}")


def _keys(items: Sequence[Item]) -> str:
    """`1-5, r, s`."""
    numbers = [item.key for item in items if item.key.isdigit()]
    letters = [item.key for item in items if not item.key.isdigit()]
    span = numbers if len(numbers) < 2 else [f"{numbers[0]}-{numbers[-1]}"]
    return ", ".join([*span, *letters])


def _meant(answer: str, items: Sequence[Item]) -> Item | None:
    return next((item for item in items if answer == item.key or _plain(answer) in _names(item)), None)


def _names(item: Item) -> set[str]:
    return {_plain(item.label), item.name} - {""}


def _plain(name: str) -> str:
    return "-".join(name.casefold().split())


def _refusal(answer: str, items: Sequence[Item]) -> str:
    near = get_close_matches(_plain(answer), [name for item in items for name in _names(item)], n=1)
    if near:
        return f"There is no {answer!r} here; did you mean {near[0]!r}?"
    return f"There is no {answer!r} here. Type {_keys(items)} or q."


def one_of(console: Console, labels: Sequence[tuple[T, str]], usual: T | None = None) -> T:
    """What one of these labels stands for, or Back. `usual` is what Enter alone means."""
    items = numbered([(label, lambda: DONE) for _, label in labels])
    default = next((item.key for item, (value, _) in zip(items, labels, strict=True) if value is usual), None)
    chosen = picked(console, items, default)
    return labels[items.index(chosen)][0]


def picked(console: Console, items: Sequence[Item], usual: str | None = None) -> Item:
    """The item that somebody chooses, or Back."""
    chosen = pick(console, items, usual=usual)
    if chosen is None:
        raise Back
    return chosen


def line(console: Console, prompt: str, read: Callable[[str], T]) -> T:
    """What is typed, as `read` takes it; its errors are said and it is asked again. Back for q."""
    while True:
        answer = console.ask(prompt).strip()
        if answer.casefold() in QUIT:
            raise Back
        try:
            return read(answer)
        except FlagfallError as error:
            console.tell(sentence(str(error)))


# --- settings: those of a game's rules, and a person's own ---


def ask_setting(console: Console, rules: type[Rules], setting: Setting[T], now: T) -> T:
    """A value for this setting; Enter keeps the one that it has now."""
    console.tell(f"{setting.name}: {setting.about} ({setting.kind.allowed()}).")

    def read(text: str) -> T:
        value: T = rules.read_one(setting.name, text) if text else now
        return value

    return line(console, f"{setting.name} [{setting.kind.write(now)}]: ", read)
