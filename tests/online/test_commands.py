"""What players do, and what they are answered: accepted once, or refused with the reason, to the sender alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from .client import Live, both_links, closed, create, get, request


@dataclass
class Table:
    """A game with both players and a watcher connected."""

    address: str
    game: str
    tokens: dict[str, str]
    one: Live
    two: Live
    third: Live

    def settle(self) -> None:
        """Let everybody have heard everything; what a pong follows has come."""
        for live in (self.one, self.two, self.third):
            live.send("ping")
            live.wait("pong")


class Open:
    def __init__(self, address: str, stack: ExitStack) -> None:
        self.address = address
        self._stack = stack

    def __call__(self, game: str = "capture-the-flag", **terms: object) -> Table:
        name, tokens = both_links(self.address, game, **terms)
        connect = self._stack.enter_context
        one, two = (connect(Live(self.address, name, tokens[seat])) for seat in ("P1", "P2"))
        table = Table(self.address, name, tokens, one, two, connect(Live(self.address, name)))
        table.settle()
        return table


@pytest.fixture
def table(address: str) -> Iterator[Open]:
    with ExitStack() as stack:
        yield Open(address, stack)


# --- moves ---


def test_an_accepted_move_is_told_to_everybody(table: Open) -> None:
    t = table()
    answer = t.one.move("2")
    told = t.two.wait("update"), t.third.wait("update")
    assert answer["type"] == "update" and answer["state"]["ply"] == 1
    assert answer["said"] == {"start": 0, "lines": ["P1 moves to position 3."]}
    assert answer["history"] == {"start": 0, "plies": [{"P1": "2"}]}
    for each in told:
        assert "id" not in each
        assert each["history"] == answer["history"] and each["said"] == answer["said"]


def test_options_and_prompt_are_for_whoever_must_choose(table: Open) -> None:
    t = table()
    assert t.one.options == ["1", "2"] and t.two.options == t.third.options == []
    assert t.one.state["view"]["prompt"].startswith("Player 1 (P1) - Current Position: 1\n")
    assert "prompt" not in t.two.state["view"] and "prompt" not in t.third.state["view"]


def test_a_repeated_move_is_answered_with_the_same_result_and_done_once(table: Open) -> None:
    t = table()
    first = t.one.move("2", id="mine")
    again = t.one.move("2", id="mine", ply=0)
    assert again == {"type": "accepted", "id": "mine", "seq": first["state"]["seq"]}
    assert get(t.address, f"/api/games/{t.game}")["state"]["ply"] == 1


def test_a_repeat_is_known_after_a_reconnection_and_from_another_tab(table: Open) -> None:
    t = table()
    seq = t.one.move("2", id="mine")["state"]["seq"]
    with Live(t.address, t.game, t.tokens["P1"]) as tab:
        assert tab.move("2", id="mine", ply=0) == {"type": "accepted", "id": "mine", "seq": seq}


def test_the_same_id_of_the_other_player_is_another_command(table: Open) -> None:
    t = table()
    t.one.move("2", id="mine")
    t.two.wait("update")
    assert t.two.move("1", id="mine")["type"] == "update"


@pytest.mark.parametrize(
    ("move", "ply", "code", "reason"),
    [
        ("3", 0, "illegal", "Enter 1 or 2: how many positions to move towards the flag."),
        ("1", 1, "stale", "this answers ply 1, but 0 have been played"),
        ("", 0, "illegal", "Enter 1 or 2: how many positions to move towards the flag."),
    ],
)
def test_a_refused_move_changes_nothing_and_only_its_sender_knows(
    table: Open, move: str, ply: int, code: str, reason: str
) -> None:
    t = table()
    before = [len(live.seen) for live in (t.two, t.third)]
    answer = t.one.move(move, ply=ply)
    assert (answer["type"], answer["code"], answer["reason"]) == ("refused", code, reason)
    assert answer.get("ply") == (0 if code == "stale" else None)
    t.settle()
    after = [[message["type"] for message in live.seen[n:]] for live, n in zip((t.two, t.third), before, strict=True)]
    assert after == [["pong"], ["pong"]]
    assert t.one.move("1")["type"] == "update"


def test_a_move_out_of_turn_is_refused(table: Open) -> None:
    t = table()
    answer = t.two.move("1")
    assert (answer["code"], answer["reason"]) == ("illegal", "it is not Player 2's turn")


def test_watchers_can_do_nothing(table: Open) -> None:
    t = table(chat=True)
    for kind, fields in {"move": {"ply": 0, "move": "1"}, "resign": {}, "chat": {"text": "Hi"}}.items():
        answer = t.third.do(kind, **fields)
        assert (answer["type"], answer["code"]) == ("refused", "watching")
    assert get(t.address, f"/api/games/{t.game}")["state"]["seq"] == 2  # both have come, and nothing else


def test_moves_in_a_row_are_done_in_order(table: Open) -> None:
    """Nothing waits for an answer here: the second move comes before the first is saved."""
    t = table("grid-runner")
    for ply, move in enumerate(("1,2", "2,2")):
        t.one.command("move", id=f"m{ply}", ply=ply, move=move)
    assert t.one.answer("m0")["type"] == "update"
    refused = t.one.answer("m1")
    assert (refused["code"], refused["reason"]) == ("illegal", "it is not Player 1's turn")


# --- battles ---


def test_a_choice_is_sealed_until_both_are_in(table: Open) -> None:
    t = table("flag-chase", settings={"cells": "3"})
    t.one.move("forward")
    t.two.wait("update")
    t.two.move("forward")
    t.settle()
    assert t.one.state["waiting"] == ["P1", "P2"] and t.one.state["view"]["scene"]["secret"] is True
    own = t.one.move("4")
    told = t.two.wait("update")
    t.settle()
    assert own["state"]["sealed"] == "4".ljust(24) and "sealed" not in told["state"]
    assert list(own["state"]["commitments"]) == ["P1"] and told["state"]["waiting"] == ["P2"]
    assert told["history"]["plies"] == [] and "opened" not in told
    revealed = t.two.move("2")
    assert revealed["history"]["plies"] == [{"P1": "4", "P2": "2"}]
    assert [each["player"] for each in revealed["opened"]] == ["P1", "P2"]
    assert revealed["opened"][0]["commitment"] == own["state"]["commitments"]["P1"]
    assert "commitments" not in revealed["state"]


def test_a_sealed_choice_can_not_be_changed(table: Open) -> None:
    t = table("flag-chase", settings={"cells": "3"})
    t.one.move("forward")
    t.two.wait("update")
    t.two.move("forward")
    t.settle()
    t.one.move("4")
    answer = t.one.move("5")
    assert (answer["code"], answer["reason"]) == ("illegal", "Player 1 has chosen already; the choice is sealed")


# --- offers ---


def test_players_agree_to_end_the_game(table: Open) -> None:
    t = table()
    t.one.do("offer", ply=0, what="end")
    offer = t.two.wait("update")["state"]["offer"]
    assert offer == {"seq": t.two.state["seq"], "what": "end", "by": "P1"}
    t.two.do("answer", offer=offer["seq"], agree=True)
    assert t.two.state["outcome"] == {
        "winner": None,
        "reason": "the players agreed to end the game",
        "text": "No result: the players agreed to end the game",
    }


def test_an_offer_is_declined(table: Open) -> None:
    t = table()
    t.one.do("offer", ply=0, what="end")
    seq = t.two.wait("update")["state"]["offer"]["seq"]
    answer = t.two.do("answer", offer=seq, agree=False)
    assert answer["said"]["lines"] == ["Player 2 declines."] and "offer" not in answer["state"]


def test_an_answer_to_an_offer_that_is_gone_is_stale(table: Open) -> None:
    t = table()
    t.one.do("offer", ply=0, what="end")
    seq = t.two.wait("update")["state"]["offer"]["seq"]
    t.one.move("1")
    answer = t.two.do("answer", offer=seq, agree=True)
    assert (answer["type"], answer["code"]) == ("refused", "stale")


def test_nobody_accepts_an_own_offer(table: Open) -> None:
    t = table()
    seq = t.one.do("offer", ply=0, what="end")["state"]["offer"]["seq"]
    answer = t.one.do("answer", offer=seq, agree=True)
    assert (answer["code"], answer["reason"]) == ("not-now", "nothing has been offered to Player 1")


def test_a_move_is_taken_back_by_consent(table: Open) -> None:
    t = table()
    t.one.move("2")
    t.settle()
    t.one.do("offer", ply=1, what="takeback")
    offer = t.two.wait("update")["state"]["offer"]
    assert (offer["what"], offer["plies"]) == ("takeback", 1)
    t.two.do("answer", offer=offer["seq"], agree=True)
    t.settle()
    for live in (t.one, t.two, t.third):
        assert live.state["ply"] == 0 and live.history == []
        assert live.said[-1] == "The last move is taken back."
    assert t.one.move("1")["state"]["view"]["position"] == "capture-the-flag P2 2/7"


def test_nothing_is_taken_back_before_anything_was_played(table: Open) -> None:
    answer = table().one.do("offer", ply=0, what="takeback")
    assert (answer["code"], answer["reason"]) == ("not-now", "there is no move to take back")


def test_resigning_ends_the_game(table: Open) -> None:
    t = table()
    t.one.do("resign")
    assert t.one.state["outcome"]["text"] == "Player 2 wins: Player 1 resigned"
    answer = t.two.do("resign")
    assert (answer["code"], answer["reason"]) == ("not-now", "the game is over: Player 2 wins: Player 1 resigned")


# --- after the game ---


def test_a_rematch_swaps_the_seats_and_keeps_the_links(table: Open) -> None:
    t = table("grid-runner", settings={"size": "6"}, cap=50)
    t.one.do("resign")
    wanted = t.one.do("rematch")["state"]["rematch"]
    assert wanted == {"wanted": ["P1"]}
    t.settle()
    made = t.two.do("rematch")["state"]["rematch"]
    t.settle()
    assert t.one.state["rematch"] == t.third.state["rematch"] == made
    assert made["wanted"] == ["P1", "P2"] and made["game"] != t.game
    with Live(t.address, made["game"], t.tokens["P1"]) as one, Live(t.address, made["game"], t.tokens["P2"]) as two:
        assert (one.welcome["you"], two.welcome["you"]) == ("P2", "P1")
        info = one.welcome["info"]
        assert (info["settings"], info["cap"], info["previous"]) == ({"size": "6"}, 50, t.game)
        assert two.move(two.options[0])["type"] == "update"


def test_a_rematch_is_for_after_the_game(table: Open) -> None:
    answer = table().one.do("rematch")
    assert (answer["code"], answer["reason"]) == ("not-now", "a rematch comes after the game")


def test_a_wish_for_a_rematch_is_one_wish_however_often_it_is_uttered(table: Open) -> None:
    t = table()
    t.one.do("resign")
    wish = t.one.do("rematch")["state"]
    assert [t.one.do("rematch") for _ in range(3)] == [
        {"type": "accepted", "id": each["id"], "seq": wish["seq"]} for each in t.one.seen[-3:]
    ]
    t.settle()
    assert [each["state"]["seq"] for each in t.two.seen if each["type"] == "update"][-1] == wish["seq"]
    assert t.two.do("rematch")["state"]["seq"] == wish["seq"] + 1
    again = t.two.do("rematch")
    assert (again["type"], again["seq"]) == ("accepted", wish["seq"] + 1)


# --- chat ---


def test_chat_is_off_unless_the_game_was_made_with_it(table: Open) -> None:
    answer = table().one.do("chat", text="Hello")
    assert (answer["code"], answer["reason"]) == ("chat-off", "this game was made without chat")


def test_players_talk_and_watchers_do_not_hear_it(table: Open) -> None:
    t = table(chat=True)
    accepted = t.one.do("chat", text="Good luck\n\x07 to you")
    line = t.two.wait("chat")
    assert accepted["type"] == "accepted"
    assert (line["by"], line["text"], line["seq"]) == ("P1", "Good luck to you", accepted["seq"])
    t.settle()
    assert not [message for message in t.third.seen if message["type"] == "chat"]
    with Live(t.address, t.game, t.tokens["P2"]) as back, Live(t.address, t.game) as watcher:
        assert back.welcome["chat"] == [line] and "chat" not in watcher.welcome


# --- names, and games one after the other ---


def test_a_name_is_told_to_everybody_and_goes_along_to_the_rematch(table: Open) -> None:
    t = table(names={"P2": "Bo"})
    accepted = t.one.do("name", name="  Ada   L. ")
    assert accepted["type"] == "accepted"
    t.settle()
    for live in (t.one, t.two, t.third):
        told = [message for message in live.seen if message["type"] == "presence"]
        assert told[-1]["seats"]["P1"]["name"] == "Ada L."
    assert get(t.address, f"/api/games/{t.game}")["info"]["names"] == {"P1": "Ada L.", "P2": "Bo"}
    t.one.do("resign")
    t.one.do("rematch")
    rematch = t.two.do("rematch")["state"]["rematch"]["game"]
    assert get(t.address, f"/api/games/{rematch}")["info"]["names"] == {"P1": "Bo", "P2": "Ada L."}


def test_a_name_can_be_taken_back(table: Open) -> None:
    t = table(names={"P1": "Ada"})
    t.one.do("name", name="")
    assert "name" not in t.two.wait("presence")["seats"]["P1"]
    assert "names" not in get(t.address, f"/api/games/{t.game}")["info"]


@pytest.mark.parametrize("name", ["turned \u202eround", "bell \x07", "\u200bnothing"])
def test_a_name_that_plays_tricks_on_a_screen_is_refused(table: Open, name: str) -> None:
    answer = table().one.do("name", name=name)
    assert answer["code"] == "not-now" and answer["reason"].startswith("a name has at most 40 signs")


def test_a_name_that_is_too_long_is_refused(table: Open) -> None:
    assert table().one.do("name", name="a" * 41)["code"] == "bad-message"


def test_a_series_counts_the_games_before_by_who_sits_where(table: Open) -> None:
    t = table()
    tokens, game, seen = t.tokens, t.game, []
    for loser in ("P1", "P1", "P2"):  # by whose link
        with Live(t.address, game, tokens["P1"]) as one, Live(t.address, game, tokens["P2"]) as two:
            series = one.welcome["info"].get("series", {"games": 0, "won": {"P1": 0, "P2": 0}})
            seen.append((series["games"], series["won"][one.welcome["you"]], series["won"][two.welcome["you"]]))
            {"P1": one, "P2": two}[loser].do("resign")
            one.do("rematch")
            game = two.do("rematch")["state"]["rematch"]["game"]
    last = get(t.address, f"/api/games/{game}", tokens["P1"])
    series, you = last["info"]["series"], last["you"]
    assert seen == [(0, 0, 0), (1, 0, 1), (2, 0, 2)]
    assert (series["games"], series["won"][you]) == (3, 1)


# --- seats and links ---


def test_an_open_invitation_gives_the_seat_to_the_first(address: str) -> None:
    made = create(address)
    path, invitation = f"/api/games/{made['id']}/join", made["seats"]["P2"]["token"]
    assert made["seats"]["P2"]["link"] == f"/g/{made['id']}#join-{invitation}"
    status, joined, _ = request(address, "POST", path, {"invitation": invitation})
    assert status == 200 and joined["seat"] == "P2" and joined["link"] == f"/g/{made['id']}#{joined['token']}"
    with Live(address, made["id"], joined["token"]) as live:
        assert live.welcome["you"] == "P2"
    status, refused, _ = request(address, "POST", path, {"invitation": invitation})
    assert (status, refused["code"]) == (409, "taken")


def test_whoever_brings_a_token_may_join_twice_and_gets_the_same_seat(address: str) -> None:
    made, own = create(address), "x" * 30
    body = {"invitation": made["seats"]["P2"]["token"], "token": own}
    answers = [request(address, "POST", f"/api/games/{made['id']}/join", body)[:2] for _ in range(2)]
    assert answers[0] == answers[1] == (200, {"seat": "P2", "token": own, "link": f"/g/{made['id']}#{own}"})


def test_an_invitation_is_no_seat_and_a_seat_no_invitation(address: str) -> None:
    made = create(address)
    with Live(address, made["id"], hello=False) as live:
        live.send("hello", token=made["seats"]["P2"]["token"])
        assert closed(live)[0] == 4401
    body = {"invitation": made["seats"]["P1"]["token"]}
    assert request(address, "POST", f"/api/games/{made['id']}/join", body)[0] == 401


def test_a_renewed_link_works_and_the_old_one_does_not(table: Open) -> None:
    t = table()
    path = f"/api/games/{t.game}/renew"
    status, renewed, _ = request(t.address, "POST", path, {}, token=t.tokens["P1"])
    assert status == 200 and renewed["seat"] == "P1"
    assert closed(t.one) == (4403, "this link was renewed")
    with Live(t.address, t.game, renewed["token"]) as live:
        assert live.welcome["you"] == "P1" and live.move("1")["type"] == "update"
    assert request(t.address, "POST", path, {}, token=t.tokens["P1"])[0] == 401
    assert t.two.wait("update")["state"]["ply"] == 1


def test_a_renewed_invitation_replaces_the_old_one(address: str) -> None:
    made = create(address)
    path = f"/api/games/{made['id']}"
    token, old = made["seats"]["P1"]["token"], made["seats"]["P2"]["token"]
    status, renewed, _ = request(address, "POST", path + "/renew", {"what": "invitation"}, token=token)
    assert status == 200 and renewed["link"] == f"/g/{made['id']}#join-{renewed['token']}"
    assert request(address, "POST", path + "/join", {"invitation": old})[0] == 401
    assert request(address, "POST", path + "/join", {"invitation": renewed["token"]})[0] == 200
    status, refused, _ = request(address, "POST", path + "/renew", {"what": "invitation"}, token=token)
    assert (status, refused["code"]) == (409, "not-now")


# --- coming and going ---


def test_presence_tells_who_is_there(address: str) -> None:
    name, tokens = both_links(address)
    with Live(address, name, tokens["P1"]) as one:
        seats = one.welcome["presence"]["seats"]
        assert seats == {"P1": {"who": "person", "taken": True, "here": True}, "P2": {"who": "person"}}
        with Live(address, name, tokens["P2"]):
            while not (seats := one.wait("presence")["seats"])["P2"].get("here"):
                pass
            assert seats["P2"] == {"who": "person", "taken": True, "here": True}
        assert one.wait("presence")["seats"]["P2"] == {"who": "person", "taken": True}
        with Live(address, name):
            assert one.wait("presence")["watchers"] == 1


def test_two_tabs_on_one_seat_hear_the_same_and_both_may_play(table: Open) -> None:
    t = table()
    with Live(t.address, t.game, t.tokens["P1"]) as tab:
        done = tab.move("1")
        assert t.one.wait("update") == done
        assert t.two.wait("update")["state"]["ply"] == 1


def test_who_comes_back_hears_only_what_is_new(table: Open) -> None:
    t = table()
    t.one.move("2")
    t.settle()
    heard = len(t.one.said)
    t.one.socket.close()
    t.two.move("1")
    with Live(t.address, t.game, t.tokens["P1"], heard=heard) as back:
        assert back.welcome["said"] == {"start": 1, "lines": ["P2 moves to position 6."]}
        assert back.history == [{"P1": "2"}, {"P2": "1"}]


def test_steps_back_are_what_the_seat_knew(table: Open) -> None:
    t = table("flag-chase-traps")
    t.one.move("TRAP 3 3")
    t.settle()
    t.two.move("MOVE 4 4")
    paths = [f"/api/games/{t.game}/plies/{ply}" for ply in (0, 1, 2)]
    own = [get(t.address, path, t.tokens["P1"])["view"]["position"] for path in paths]
    other = [get(t.address, path, t.tokens["P2"])["view"]["position"] for path in paths]
    public = [get(t.address, path)["view"]["position"] for path in paths]
    assert own[1] == "flag-chase-traps P2 1,1/5,5 1/2 3,3/-" and own[2].startswith("flag-chase-traps P1 1,1/4,4")
    assert other[1] == public[1] == "flag-chase-traps P2 1,1/5,5 1/2 ?1/-"


def test_a_position_can_be_the_start(address: str) -> None:
    body = {"start": "capture-the-flag P2 3/6", "seats": {"P1": "link", "P2": "link"}}
    status, made, _ = request(address, "POST", "/api/games", body)
    assert status == 201
    with Live(address, made["id"], made["seats"]["P2"]["token"]) as two:
        assert two.options == ["1", "2"]


# --- bots ---


def test_a_bot_plays_its_seat_and_agrees(address: str) -> None:
    made = create(address, "grid-runner", seats={"P1": "link", "P2": "bot:random"}, cap=200)
    with Live(address, made["id"], made["seats"]["P1"]["token"]) as live:
        assert live.welcome["presence"]["seats"]["P2"] == {"who": "bot", "taken": True, "here": True, "bot": "random"}
        for _ in range(2):
            live.move(live.options[0])
            while not live.over and live.state["waiting"] != ["P1"]:
                live.wait("update")
        live.do("offer", ply=live.state["ply"], what="takeback")
        while live.said[-1] != "The last 2 moves are taken back.":
            live.wait("update")
        live.do("offer", ply=live.state["ply"], what="end")
        while not live.over:
            live.wait("update")
        live.do("rematch")
        while "game" not in live.state["rematch"]:
            live.wait("update")
        with Live(address, live.state["rematch"]["game"], made["seats"]["P1"]["token"]) as next_:
            assert next_.welcome["you"] == "P2"
            while next_.state["waiting"] != ["P2"]:
                next_.wait("update")
