"""The types, the words about them in docs/online.md, and what really goes over the wire agree."""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from flagfall import online
from flagfall.core import LONGEST_MOVE, Player
from flagfall.games import GAMES
from flagfall.online.options import add_arguments
from flagfall.online.protocol import messages
from flagfall.online.protocol.commitments import commitment, padded
from flagfall.online.protocol.frames import still_to_come, text_frame, text_in
from flagfall.online.protocol.links import matches, new_id, new_token
from flagfall.online.protocol.messages import (
    ClockRules,
    Close,
    CreateGame,
    Incoming,
    JoinGame,
    Outgoing,
    RefusalCode,
    RenewLink,
)

from .client import Live, both_links
from .test_play import play_on

DOCUMENT = (Path(__file__).parents[2] / "docs" / "online.md").read_text()
STRUCTS = [each for _, each in inspect.getmembers(messages, inspect.isclass) if issubclass(each, msgspec.Struct)]


@pytest.mark.parametrize("struct", STRUCTS)
def test_every_field_is_documented(struct: type[msgspec.Struct]) -> None:
    for each in msgspec.structs.fields(struct):
        assert re.search(rf"[\"`]{each.encode_name}[\"`]", DOCUMENT), f"{struct.__name__}.{each.encode_name}"


@pytest.mark.parametrize("struct", STRUCTS)
def test_what_is_left_out_stands_for_something_that_could_be_sent(struct: type[msgspec.Struct]) -> None:
    for each in msgspec.structs.fields(struct):
        if not each.required:
            default = each.default_factory() if each.default is msgspec.NODEFAULT else each.default
            assert msgspec.convert(msgspec.to_builtins(default), each.type) == default


def bounds(kind: object) -> Iterator[str]:
    """The numbers that limit a type of a field, as the document writes them."""
    if isinstance(kind, msgspec.inspect.UnionType):
        for each in kind.types:
            yield from bounds(each)
    if isinstance(kind, msgspec.inspect.DictType):
        yield from bounds(kind.value_type)
    for name in ("min_length", "max_length", "ge", "le"):
        if (bound := getattr(kind, name, None)) is not None:
            yield f"{bound:,}"


def bounded_fields() -> Iterator[tuple[str, set[str]]]:
    """Every field that may be sent, with its limits."""
    for struct in (*get_args(Incoming), CreateGame, JoinGame, RenewLink, ClockRules):
        described = msgspec.inspect.type_info(struct)
        assert isinstance(described, msgspec.inspect.StructType)
        for each in described.fields:
            yield each.encode_name, set(bounds(each.type))


ALLOWED = DOCUMENT[DOCUMENT.index("| field | allowed |") :].split("\n\n")[0].splitlines()[2:]


@pytest.mark.parametrize(("field", "found"), list(bounded_fields()))
def test_what_may_be_in_a_field_is_documented(field: str, found: set[str]) -> None:
    rows = [row for row in ALLOWED if f"`{field}`" in row]
    for bound in found:
        assert any(bound in row for row in rows), (field, bound)


ELSEWHERE = {"1,000", "9"}
"""What two bots may play, and the digits of a number in an address: no limits of a field."""


@pytest.mark.parametrize("row", ALLOWED)
def test_what_the_document_allows_is_what_a_field_takes(row: str) -> None:
    plain = re.sub(r"`[^`]*`", "", row)
    documented = set(re.findall(r"\d[\d,]*", plain)) - ELSEWHERE
    assert documented <= {bound for field, found in bounded_fields() if f"`{field}`" in row for bound in found}


def test_every_refusal_of_a_request_is_documented() -> None:
    source = "".join(path.read_text() for path in Path(online.__file__).parent.rglob("*.py"))
    found = set(re.findall(r'\b(4\d\d|503|500)[,:] \(?"([a-z]+-?[a-z]+)"', source))
    assert {"401", "403", "404", "405", "408", "409", "413", "414", "429", "431", "503"} <= {
        status for status, _ in found
    }
    rows = re.findall(r"^\| ([\d, ]+) \| (`.*`) \|", DOCUMENT, re.MULTILINE)
    for status, code in found:
        assert any(status in statuses and f"`{code}`" in codes for statuses, codes in rows), (status, code)


@given(st.integers(0, 140_000) | st.sampled_from([125, 126, 65_535, 65_536]))
def test_a_frame_is_what_the_library_would_make(length: int) -> None:
    assert text_frame(b"x" * length) == Frame(Opcode.TEXT, b"x" * length).serialize(mask=False)


@pytest.mark.parametrize("length", [0, 1, 124, 125, 126, 127, 500, 1015, 1016, 1017, 70_000])
def test_a_client_s_short_text_is_read_and_a_long_one_left_to_the_library(length: int) -> None:
    data = Random(length).randbytes(length)
    frame = Frame(Opcode.TEXT, data).serialize(mask=True)
    assert text_in(frame) == (data if len(frame) <= 1024 else None)
    assert text_in(frame + b"x") is None and text_in(frame[:-1]) is None


def one(kind: Opcode, data: bytes, whole: bool = True) -> list[Frame]:
    return [Frame(kind, data, whole)]


DATA = st.binary(max_size=8) | st.sampled_from([0, 125, 126, 1015, 1016, 1017, 70_000]).map(bytes)
CONTROLS = st.builds(one, st.sampled_from([Opcode.PING, Opcode.PONG]), st.binary(max_size=125))
WHOLE = st.builds(one, st.sampled_from([Opcode.TEXT, Opcode.BINARY]), DATA)
PIECES = st.builds(
    lambda first, between, last: one(Opcode.TEXT, first, False) + between + one(Opcode.CONT, last), DATA, CONTROLS, DATA
)


@given(st.lists(CONTROLS | WHOLE | PIECES, min_size=1, max_size=4), st.data())
def test_how_much_of_a_frame_is_missing_is_known_from_its_length_on(parts: list[list[Frame]], data: Any) -> None:
    frames = [frame.serialize(mask=data.draw(st.booleans())) for part in parts for frame in part]
    ends, stream = [0, *accumulate(map(len, frames))], b"".join(frames)
    begin, end = sorted(data.draw(st.tuples(*[st.integers(0, len(stream)) | st.sampled_from(ends)] * 2)))
    before = next(each for each in ends if each >= begin) - begin
    last = max(each for each in ends if each <= end)
    known = end - last >= 10 or end in ends or begin + before >= end
    expected = next(each for each in ends if each >= end) - end if begin + before < end else begin + before - end
    assert still_to_come(stream[begin:end], before) in ((expected,) if known else (expected, None))


@given(st.lists(CONTROLS | WHOLE | PIECES, max_size=6), st.data())
def test_what_takes_the_short_cut_is_what_the_library_would_have_read(parts: list[list[Frame]], data: Any) -> None:
    """However the network cuts the stream into pieces, and whatever else comes between."""
    frames = [frame for part in parts for frame in part]
    ends = [0, *accumulate(len(frame.serialize(mask=True)) for frame in frames)]
    stream = b"".join(frame.serialize(mask=True) for frame in frames)
    cuts = {0, len(stream), *data.draw(st.sets(st.sampled_from(ends) | st.integers(0, len(stream))))}
    library, read, missing = ServerProtocol(state=State.OPEN), list[Any](), 0
    for begin, end in pairwise(sorted(cuts)):
        piece = stream[begin:end]
        message = text_in(piece) if missing == 0 else None
        if message is None:
            missing = still_to_come(piece, missing)
            library.receive_data(piece)
            read += library.events_received()
        else:
            read.append(Frame(Opcode.TEXT, message))
    assert read == frames


def test_every_message_code_and_option_is_documented() -> None:
    tags = [kind.__struct_config__.tag for kind in (*get_args(Incoming), *get_args(Outgoing))]
    assert len(tags) == 18
    for tag in tags:
        assert f'"type":"{tag}"' in DOCUMENT
    for code in get_args(RefusalCode):
        assert f"| `{code}` |" in DOCUMENT
    for name, number in vars(Close).items():
        assert name.startswith("_") or f"| {number} |" in DOCUMENT
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    (limits,) = (group for group in parser._action_groups if group.title == "limits")
    rows = DOCUMENT[DOCUMENT.index("## Limits") :].splitlines()
    for action in limits._group_actions:
        assert any(f"`{action.option_strings[0]}`" in row and f"{action.default:,}" in row for row in rows), action.dest


@pytest.mark.parametrize("game", GAMES)
def test_what_is_sent_is_what_the_types_say(address: str, game: str) -> None:
    """Also nothing more: each message is the same when it is read and written again."""
    read = msgspec.json.Decoder(Outgoing).decode
    name, tokens = both_links(address, game, cap=30, clock={"kind": "game", "seconds": 600}, chat=True)
    with Live(address, name, tokens["P1"]) as one, Live(address, name, tokens["P2"]) as two:
        one.do("chat", text="Hello")
        one.move("nonsense")
        one.do("offer", ply=0, what="end")
        two.until(one.state["seq"])
        two.do("answer", offer=two.state["offer"]["seq"], agree=False)
        play_on({"P1": one, "P2": two}, Random(game))
        one.do("rematch")
        for raw in (*one.raw, *two.raw):
            assert messages.encode(read(raw)) == raw


def test_the_commitment_of_the_documents_formula() -> None:
    text = "flagfall-choice-1\nabc\n7\nP2\n4                       \n00112233445566778899aabbccddeeff"
    assert commitment("abc", 7, Player.P2, "4", "00112233445566778899aabbccddeeff") == sha256(text.encode()).hexdigest()
    assert "flagfall-choice-1" in DOCUMENT and f"{LONGEST_MOVE}\ncharacters" in DOCUMENT
    longest = max((move for game in GAMES.values() for moves in game().choices().values() for move in moves), key=len)
    assert len(longest) <= LONGEST_MOVE == len(padded("x"))


def test_tokens_are_long_and_random_and_ids_too() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000 and {len(token) for token in tokens} == {24}  # 24 letters of 6 bits
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000 and all(re.fullmatch(r"[a-z2-9]{13}", each) for each in ids)
    assert not matches("", None) and not matches("x", "")
