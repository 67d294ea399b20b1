"""A server that means harm: nothing that it says is obeyed, and nothing breaks."""

from __future__ import annotations

from typing import Any

import pytest

from flagfall.games import GAMES
from flagfall.online.client.live import OTHERWISE
from flagfall.terminal.screen.remote.away import MOST_TOLD

from .sitting import Sitting, sitting
from .strange import Message, strange_server, update, welcome

EVIL = "\x1b[2J\x1b]0;title\x07\x9b1m\u202e[bold red]x[/][/nothing]\r\n[@click=app.quit]y[/]"
CONTROL = {*"\x1b\x07\x9b\u202e\r"}


def changed(message: Message, *path: str, to: Any) -> Message:
    """The same message with one thing changed."""
    if not path:
        changed_to: Message = to
        return changed_to
    first, *rest = path
    return message | {first: changed(message.get(first, {}), *rest, to=to)}


SENSELESS = {
    "no game by now": [update()],
    "nobody anywhere": [{"type": "presence", "seats": {}}],
    "sealed by now": [{"type": "sealed", "ply": 0, "commitments": {}}],
    "a position that is none": [changed(welcome(), "state", "view", "position", to="capture-the-flag P1 9/9/9")],
    "a game that nobody has": [changed(welcome(), "state", "view", "position", to="no-such-game P1 1")],
    "nothing for a position": [changed(welcome(), "state", "view", "position", to="")],
    "no seats": [changed(welcome(), "presence", "seats", to={})],
    "half the seats": [changed(welcome(), "presence", "seats", to={"P1": {"who": "person"}})],
    "lines of another world": [changed(welcome(), "said", "start", to=2**62)],
    "lines before the first": [changed(welcome(), "said", "start", to=-1)],
    "another game": [welcome(), changed(update(), "state", "view", "position", to=GAMES["flag-chase"]().text())],
    "plies that never were": [welcome(), changed(update(), "history", "start", to=17)],
    "plies before the first": [welcome(), changed(update(), "history", "start", to=-1)],
    "a ply without a move": [welcome(), changed(update(), "history", "plies", to=[{}])],
    "one seat is gone": [welcome(), {"type": "presence", "seats": {"P1": {"who": "bot"}}}],
    "no message": [welcome(), "[" * 1000],
    "half a message": [welcome(), '{"type":"update"}'],
}


@pytest.mark.parametrize("said", SENSELESS.values(), ids=SENSELESS)
def test_what_makes_no_sense_ends_the_connection_with_a_word(said: list[Message | str]) -> None:
    with strange_server() as strange:
        one = Sitting(strange.address, "abc")
        strange.say(*said)
        one.until(lambda: one.table.ended)
        assert one.table.ended == OTHERWISE
        one.table.leave()


def test_every_text_is_made_harmless() -> None:
    end = update(seq=99, ply=1, outcome={"winner": "P2", "reason": EVIL, "text": EVIL})
    end |= {"history": {"start": 0, "plies": [{"P1": EVIL}]}, "said": {"start": 1, "lines": []}}
    with strange_server() as strange:
        strange.say(
            changed(changed(welcome(), "info", "title", to=EVIL), "info", "id", to=EVIL),
            {"type": "chat", "seq": 1, "by": "P2", "text": EVIL, "at": 0},
            {"type": "notice", "code": "stopping", "text": EVIL},
            changed(update(), "said", to={"start": 0, "lines": [EVIL]}),
            {"type": "presence", "seats": {"P1": {"who": "person"}, "P2": {"who": "bot", "bot": EVIL * 99}}},
            end,
        )
        with sitting(strange.address, "abc") as one:
            one.until(lambda: one.table.seat.outcome)
            seen = [*one.table.told, *one.table.seat.said, *one.table.names.values(), str(one.table.seat.outcome)]
            seen += [move for ply in one.table.seat.history for move in ply.values()]
            assert all("bold red" in "".join(each) for each in (one.text, one.table.seat.said, seen[-1]))
            assert not CONTROL & {*"".join(seen)}
            assert "\n" not in "".join(one.table.told) + "".join(one.table.names.values())
            assert max(map(len, one.table.names.values())) <= 40


def test_there_is_an_end_to_what_is_kept() -> None:
    with strange_server() as strange:
        strange.say(welcome())
        strange.say({"type": "chat", "seq": 1, "by": "P2", "text": "x" * 1_000_000, "at": 0})
        for number in range(2, MOST_TOLD + 100):
            strange.say({"type": "chat", "seq": number, "by": "P2", "text": str(number), "at": 0})
        strange.say(update(clock={"left": {"P1": 2**62, "P2": -5}, "running": ["P2"], "held": -(2**62)}))
        with sitting(strange.address, "abc") as one:
            one.until(lambda: one.table.clocks())
            assert len(one.table.told) == MOST_TOLD and max(map(len, one.table.told)) < 600
            assert min(one.table.clocks().values()) == 0


def test_a_choice_that_the_rules_don_t_have_is_not_asked_for() -> None:
    """The server says that it is this player's turn; the position says otherwise."""
    other = "capture-the-flag P2 1/7"
    with strange_server() as strange:
        strange.say(changed(welcome(), "state", "view", "position", to=other))
        with sitting(strange.address, "abc") as one:
            assert one.table.seat.choices and one.table.asked is None
