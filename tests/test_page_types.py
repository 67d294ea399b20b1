"""What the page's scripts are checked against says what the protocol and the pages say."""

from __future__ import annotations

from pathlib import Path

from flagfall.online import web
from tools import page_types

STATIC = Path(web.__file__).parent / "static"


def interface(name: str) -> str:
    return page_types.written().split(f"  interface {name} {{")[1].split("  }")[0]


def test_what_is_written_is_what_the_protocol_and_the_pages_say() -> None:
    assert page_types.FILE.read_text() == page_types.written()


def test_every_script_is_checked() -> None:
    scripts = sorted(STATIC.glob("*.js"))
    assert scripts
    assert [path.name for path in scripts if not path.read_text().startswith("// @ts-check\n")] == []


def test_a_field_that_may_be_left_out_is_optional_and_one_that_is_never_null_is_not() -> None:
    assert '    type: "update";' in interface("Update")
    assert "    opened?: Array<Opened>;" in interface("Update")
    assert "    prompt?: string;" in interface("View"), "what is None is left out"
    assert "    you: SeatName | null;" in interface("Welcome"), "it is always there"


def test_what_a_client_sends_may_leave_out_defaults_or_send_nothing() -> None:
    assert "    token?: string | null;" in interface("Hello")
    assert "    ply: number;" in interface("Move")


def test_an_element_that_stands_on_two_pages_can_be_used_as_either() -> None:
    assert '  "chat": HTMLElementTagNameMap["input"] & HTMLElementTagNameMap["section"];' in page_types.written()
