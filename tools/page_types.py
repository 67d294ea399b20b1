"""What the page's scripts are checked against: the protocol's messages, the elements of the pages, and the look of the
board, as TypeScript. `python -m tools.page_types` writes it; with `--check` it says whether what is written is true."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect as shape

from flagfall.online.protocol import messages
from flagfall.online.web.assets import shapes

FILE = Path(__file__).parent / "javascript" / "page.d.ts"
TEMPLATES = Path(__file__).parents[1] / "src" / "flagfall" / "online" / "web" / "templates"
UNIONS = ("Command", "Incoming", "Outgoing")
_ELEMENT = re.compile(r'<([a-z0-9]+)\b[^>]*?\sid="([^"]+)"', re.DOTALL)
_PLAYER = re.compile(r"\{\{ *player *\}\}")
_SIMPLE = {shape.StrType: "string", shape.IntType: "number", shape.FloatType: "number", shape.BoolType: "boolean"}


def main() -> None:
    text = written()
    if "--check" not in sys.argv:
        FILE.write_text(text)
    elif FILE.read_text() != text:
        sys.exit("tools/javascript/page.d.ts is not what the protocol and the pages say; run: make types")


def written() -> str:
    parts = ("// Made by tools/page_types.py: make types.\n", *wire(), *elements(), *drawing())
    return "\n".join(parts) + "\n"


# --- messages ---


def wire() -> Iterator[str]:
    yield "declare namespace Wire {"
    yield f"  type SeatName = {' | '.join(map(repr, get_args(messages.SeatName)))};".replace("'", '"')
    for name, kind in inspect.getmembers(messages, inspect.isclass):
        if issubclass(kind, msgspec.Struct) and kind not in (msgspec.Struct, messages.Message, messages.Part):
            yield from interface(name, kind)
    for name in UNIONS:
        yield f"  type {name} = {' | '.join(each.__name__ for each in get_args(getattr(messages, name)))};"
    yield "}\n"


def interface(name: str, kind: type[msgspec.Struct]) -> Iterator[str]:
    info = shape.type_info(kind)
    assert isinstance(info, shape.StructType)
    yield f"  interface {name} {{"
    if info.tag_field:
        yield f'    {info.tag_field}: "{info.tag}";'
    for field in info.fields:
        left_out = not field.required and bool(kind.__struct_config__.omit_defaults)
        optional = left_out or (not field.required and info.forbid_unknown_fields)
        yield f"    {field.encode_name}{'?' if optional else ''}: {typed(field.type, nothing=not left_out)};"
    yield "  }"


def typed(kind: shape.Type, nothing: bool = True) -> str:
    """The type in TypeScript; `nothing` says whether null can come where the field may be None."""
    match kind:
        case shape.LiteralType(values=values):
            same = set(values) == set(get_args(messages.SeatName))
            return "SeatName" if same else " | ".join(f'"{value}"' for value in values)
        case shape.UnionType(types=types):
            kinds = [each for each in types if not isinstance(each, shape.NoneType)]
            return " | ".join([typed(each) for each in kinds] + ["null"] * (nothing and len(kinds) < len(types)))
        case shape.ListType(item_type=item):
            return f"Array<{typed(item)}>"
        case shape.TupleType(item_types=items):
            return f"[{', '.join(map(typed, items))}]"
        case shape.DictType(key_type=key, value_type=value):
            return f"Record<{typed(key)}, {typed(value)}>"
        case shape.StructType(cls=cls):
            return cls.__name__
    return _SIMPLE[type(kind)]


# --- elements ---


def elements() -> Iterator[str]:
    """By their ids; one that stands on two pages as different elements can be used as either."""
    found: dict[str, set[str]] = {}
    for path in sorted(TEMPLATES.glob("*.html")):
        for tag, written_id in _ELEMENT.findall(path.read_text()):
            for name in {_PLAYER.sub(player, written_id) for player in get_args(messages.SeatName)}:
                if "{" not in name:
                    found.setdefault(name, set()).add(tag)
    yield "interface Elements {"
    for name, tags in sorted(found.items()):
        yield f'  "{name}": {" & ".join(f"HTMLElementTagNameMap[{tag!r}]" for tag in sorted(tags))};'.replace("'", '"')
    yield "}\n"


# --- the look of the board ---


def drawing() -> Iterator[str]:
    yield 'declare module "*/look.js" {'
    for name, value in shapes().items():
        yield f"  export const {name}: {like(value, fixed=name == 'MEASURES')};"
    yield "}\n"
    yield 'declare module "*/names.js" {'
    yield "  export const TABLES: string[];"
    yield "}"


def like(value: Any, fixed: bool = False) -> str:
    """The type of a piece of JSON. What is `fixed` has these names; else others may be asked for."""
    if isinstance(value, dict):
        if fixed:
            return "{ " + "; ".join(f'"{name}": {like(each)}' for name, each in value.items()) + " }"
        return f"Record<string, {like(next(iter(value.values())))}>"
    if isinstance(value, tuple):
        return f"[{', '.join(map(like, value))}]"
    return "string" if isinstance(value, str) else "number"


if __name__ == "__main__":
    main()
