"""Variations as values: every number and ruling that a designer may turn is a checked field of a game's Rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Generic, Protocol, Self, TypeVar

from .values import BadRules, Value

T = TypeVar("T")
Square = tuple[int, int]


class Kind(Protocol[T]):
    """What values a setting takes, and how they are written: the same in `--set`, in a record and in a position."""

    def allowed(self) -> str:
        """The values it takes, in words that finish the sentence 'must be ...'."""

    def accepts(self, value: T) -> bool: ...

    def read(self, text: str) -> T:
        """The value that `text` stands for, or ValueError."""

    def write(self, value: T) -> str: ...


@dataclass(frozen=True)
class Whole(Kind[int]):
    low: int
    high: int

    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def accepts(self, value: int) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def read(self, text: str) -> int:
        return whole(text)

    def write(self, value: int) -> str:
        return str(value)


@dataclass(frozen=True)
class OneOf(Kind[str]):
    options: tuple[str, ...]

    def allowed(self) -> str:
        return " or ".join(self.options)

    def accepts(self, value: str) -> bool:
        return value in self.options

    def read(self, text: str) -> str:
        return text.casefold()

    def write(self, value: str) -> str:
        return value


@dataclass(frozen=True)
class YesNo(Kind[bool]):
    def allowed(self) -> str:
        return "yes or no"

    def accepts(self, value: bool) -> bool:
        return isinstance(value, bool)

    def read(self, text: str) -> bool:
        return {"yes": True, "true": True, "no": False, "false": False}[text.casefold()]

    def write(self, value: bool) -> str:
        return "yes" if value else "no"


@dataclass(frozen=True)
class Squares(Kind[frozenset[Square]]):
    def allowed(self) -> str:
        return "squares such as 3,3 or 1,2+3,3 (- for none)"

    def accepts(self, value: frozenset[Square]) -> bool:
        return isinstance(value, frozenset) and all(map(is_square, value))

    def read(self, text: str) -> frozenset[Square]:
        return _distinct(read_squares(text))

    def write(self, value: frozenset[Square]) -> str:
        return write_squares(value)


@dataclass(frozen=True)
class Pairs(Kind[frozenset[tuple[Square, Square]]]):
    def allowed(self) -> str:
        return "pairs of squares such as 1,0:3,4 or 1,0:3,4+1,4:3,0 (- for none)"

    def accepts(self, value: frozenset[tuple[Square, Square]]) -> bool:
        return isinstance(value, frozenset) and all(map(_is_pair, value))

    def read(self, text: str) -> frozenset[tuple[Square, Square]]:
        pairs = (part.split(":") for part in text.split("+")) if text != "-" else ()
        return _distinct([(read_square(one), read_square(other)) for one, other in pairs])

    def write(self, value: frozenset[tuple[Square, Square]]) -> str:
        return "+".join(f"{write_square(one)}:{write_square(other)}" for one, other in sorted(value)) or "-"


@dataclass(frozen=True)
class Setting(Generic[T]):
    """One thing that may be varied: `kind` says its values, `about` what it means, `ruling` the id it answers."""

    name: str
    default: T
    kind: Kind[T]
    about: str
    ruling: str | None


def setting(default: T, kind: Kind[T], about: str, ruling: str | None = None) -> T:
    """Declare a field of a game's Rules."""
    declared: T = field(default=default, metadata={"kind": kind, "about": about, "ruling": ruling})
    return declared


@dataclass(frozen=True)
class Rules(Value):
    """The variable part of a game's rules. The defaults are the book."""

    def __post_init__(self) -> None:
        for each in self.settings():
            value = getattr(self, each.name)
            if not each.kind.accepts(value):
                raise BadRules(f"{each.name} must be {each.kind.allowed()}, not {value!r}")
        self.check()

    def check(self) -> None:
        """Raise BadRules where the settings do not fit each other."""

    @classmethod
    def settings(cls) -> Iterator[Setting[Any]]:
        return map(_setting_of, fields(cls))

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> Self:
        """The rules with these settings changed, given as they are typed."""
        return cls(**{name: cls.read_one(name, text) for name, text in texts.items()})

    @classmethod
    def read_one(cls, name: str, text: str) -> Any:
        """The value of one setting, given as it is typed, or BadRules that says what it takes."""
        known = {each.name: each for each in cls.settings()}
        if name not in known:
            raise BadRules(f"there is no setting {name!r}; this game has {', '.join(known)}")
        kind = known[name].kind
        try:
            value = kind.read(text.strip())
        except (ValueError, KeyError):
            raise BadRules(f"{name} must be {kind.allowed()}, not {text!r}") from None
        if not kind.accepts(value):
            raise BadRules(f"{name} must be {kind.allowed()}, not {text!r}")
        return value

    def changed(self) -> dict[str, str]:
        """The settings that differ from the book, as they would be typed."""
        written = ((each, getattr(self, each.name)) for each in self.settings())
        return {each.name: each.kind.write(value) for each, value in written if value != each.default}


def _setting_of(declared: Field[Any]) -> Setting[Any]:
    return Setting(name=declared.name, default=declared.default, **declared.metadata)


def whole(text: str) -> int:
    """A plain whole number: no signs, blanks, underscores or foreign digits, and not endless."""
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise ValueError(text)
    return int(text)


def _distinct(values: list[T]) -> frozenset[T]:
    if len(set(values)) < len(values):
        raise ValueError("given twice")
    return frozenset(values)


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(map(is_square, value))


def is_square(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def read_square(text: str) -> Square:
    row, column = text.split(",")
    return whole(row), whole(column)


def write_square(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def read_squares(text: str) -> list[Square]:
    return [read_square(part) for part in text.split("+")] if text != "-" else []


def write_squares(squares: frozenset[Square] | tuple[Square, ...]) -> str:
    return "+".join(map(write_square, sorted(squares))) or "-"
