"""What is stored stays readable: games that were begun years ago go on, and every server reads what another wrote."""

from __future__ import annotations

import inspect
from typing import get_args

import msgspec
import pytest

from flagfall.online.protocol import events, messages
from flagfall.online.protocol.events import AnyEvent, Event, decode_event, encode_event

STORED = (
    '{"type":"made","at":1,"start":"capture-the-flag P1 1/7","seats":{"P1":{},"P2":{}}}',
    '{"type":"made","at":1,"up":2,"start":"flag-chase P1 1/5","seats":{"P1":{"bot":"random"},'
    '"P2":{"digest":"d","invitation":"i","taken":true}},"clock":{"kind":"game","seconds":60,"increment":5},"cap":9,'
    '"chat":true,"names":{"P2":"Ada"},"previous":"p","first":"f","swapped":true,"series":{"games":1,"won":{"P1":1}}}',
    '{"type":"taken","at":1,"seat":"P1"}',
    '{"type":"taken","at":1,"up":2,"seat":"P2","digest":"d"}',
    '{"type":"renewed","at":1,"seat":"P1","digest":"d"}',
    '{"type":"renewed","at":1,"up":2,"seat":"P2","digest":"d","what":"invitation"}',
    '{"type":"moved","at":1,"seat":"P1","id":"c","move":"forward"}',
    '{"type":"moved","at":1,"up":2,"seat":"P2","id":"c","move":"4","nonce":"n"}',
    '{"type":"resigned","at":1,"up":2,"seat":"P1","id":"c"}',
    '{"type":"offered","at":1,"seat":"P1","id":"c","what":"end"}',
    '{"type":"offered","at":1,"up":2,"seat":"P2","id":"c","what":"takeback","plies":2}',
    '{"type":"answered","at":1,"up":2,"seat":"P1","id":"c","agree":false}',
    '{"type":"wanted","at":1,"up":2,"seat":"P1","id":"c"}',
    '{"type":"chatted","at":1,"up":2,"seat":"P1","id":"c","text":"Hello"}',
    '{"type":"named","at":1,"up":2,"seat":"P1","id":"c","name":"Ada"}',
    '{"type":"ran-out","at":1,"up":2,"seats":["P1","P2"]}',
)
"""As they stand in stores: each kind with nothing that may be left out, and with everything."""


@pytest.mark.parametrize("line", STORED)
def test_an_event_is_read_and_written_as_ever(line: str) -> None:
    assert msgspec.json.decode(encode_event(decode_event(line))) == msgspec.json.decode(line)


def test_every_kind_of_event_is_among_them() -> None:
    assert {type(decode_event(line)) for line in STORED} == set(get_args(AnyEvent))


@pytest.mark.parametrize("kind", get_args(AnyEvent))
def test_every_field_is_among_them(kind: type[Event]) -> None:
    fields = {each.encode_name for each in msgspec.structs.fields(kind)}
    assert fields <= {field for line in STORED for field in msgspec.json.decode(line)}


def test_a_moment_is_of_service_where_that_was_noted_and_else_of_the_calendar() -> None:
    assert [decode_event(line).moment for line in STORED[:2]] == [1, 2]


@pytest.mark.parametrize("module", [events, messages])
def test_nothing_that_was_said_can_be_changed(module: object) -> None:
    """Many share one message: each would see what another made of it."""
    structs = [each for _, each in inspect.getmembers(module, inspect.isclass) if issubclass(each, msgspec.Struct)]
    assert [each.__name__ for each in structs if not each.__struct_config__.frozen and each is not msgspec.Struct] == []
