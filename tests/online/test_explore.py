"""What is known of any position: the solution's words over HTTP, nothing of a game that is played, and fair turns."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from urllib.parse import quote, urlencode

import msgspec
import pytest

from flagfall import record
from flagfall.bots.solved.knowledge import Knowledge, knowledge_of
from flagfall.coach.evaluation.verdicts import height, kind_of
from flagfall.coach.explore import Eyes
from flagfall.core import Player, Position
from flagfall.games import GAMES
from flagfall.match.playout import playout
from flagfall.online.protocol.errors import Denied
from flagfall.online.protocol.messages import PLAYERS, Insight
from flagfall.online.workers.explore import HIDDEN, PART, TOO_LARGE, Explorer
from flagfall.online.workers.insights import MOST_AFTER, known
from flagfall.solve import solve
from flagfall.solve.exact.optimal import SIDES
from tests.every_game import short_game

from .client import Live, both_links, get, request
from .server import server

OPEN = [name for name, game in GAMES.items() if not game().hides()]
HIDING = [name for name, game in GAMES.items() if game().hides()]
MANY = 1000
"""Of a game with more positions than these some are looked at, evenly spread."""
LARGE = "grid-runner P1 0,9/19,9 size=20"


def path_to(position: str, **more: str) -> str:
    return f"/api/explore/{position.split()[0]}?{urlencode({'position': position, **more})}"


def some(positions: Sequence[Position]) -> Sequence[Position]:
    return positions[:: len(positions) // MANY + 1]


def agrees(knowledge: Knowledge, position: Position, told: Insight) -> None:
    """Every value is the solution's, every move is there, and leads where the rules say."""
    worth, choices = knowledge.solution.worth(position), position.choices()
    assert told.worth and (told.worth.value, told.worth.plies) == (worth.value, worth.distance)
    assert told.worth.height == height(worth)
    assert told.view.position == position.text() and not told.view.scene.options
    for player, moves in choices.items():
        seat = player.name
        assert [option.move for option in told.options[seat]] == list(moves)  # type: ignore[index]
        assert set(told.verdicts[seat]) == set(moves)  # type: ignore[index]
    for each in told.after:
        assert position.play({PLAYERS[seat]: move for seat, move in each.moves.items()}).text() == each.position
    if len(choices) == 1:
        ((player, _),) = choices.items()
        judge_turn(knowledge, position, player, told)
    for seat, verdicts in told.verdicts.items():
        assert sum(each.likely for each in verdicts.values()) == pytest.approx(1)
        assert all(each.best is (each.likely > 0) for each in verdicts.values()), seat


def judge_turn(knowledge: Knowledge, position: Position, player: Player, told: Insight) -> None:
    for move, verdict in told.verdicts[player.name].items():  # type: ignore[index]
        after = knowledge.solution.worth(position.after({player: move}))
        assert verdict.value == pytest.approx(after.value * SIDES[player])
        assert verdict.kind == kind_of(after.value * SIDES[player])
        assert verdict.plies == (None if after.distance is None else after.distance + 1)


@pytest.mark.parametrize("name", OPEN)
def test_what_is_told_of_a_position_is_what_the_solver_says(name: str) -> None:
    knowledge = knowledge_of(GAMES[name]())
    assert knowledge.whole
    for position in some(knowledge.whole.graph.positions):
        agrees(knowledge, position, known(knowledge, position))


@pytest.mark.long
@pytest.mark.parametrize("name", OPEN)
def test_the_same_comes_over_http(name: str, address: str) -> None:
    knowledge = knowledge_of(GAMES[name]())
    for position in [*playout(GAMES[name](), Random(3), 12)]:
        status, body, _ = request(address, "GET", path_to(position.text()))
        assert status == 200, body
        agrees(knowledge, position, msgspec.convert(body, Insight))


@pytest.mark.parametrize("name", GAMES)
def test_without_a_position_the_opening_is_told(name: str, address: str) -> None:
    told = get(address, f"/api/explore/{name}")
    assert told["view"]["position"] == GAMES[name]().text()
    assert ("worth" in told) is not ("unknown" in told)


def test_settings_make_a_variation(address: str) -> None:
    told = msgspec.convert(get(address, "/api/explore/grid-runner?size=4"), Insight)
    opening = GAMES["grid-runner"](rules=GAMES["grid-runner"].Rules.read({"size": "4"}))  # type: ignore[call-arg]
    assert told.view.position == opening.text()
    assert told.worth and told.worth.value == solve(opening).value(opening)


def test_a_battle_has_the_choices_of_both_and_how_likely_they_are_best(address: str) -> None:
    battles = [
        position
        for name in OPEN
        for position in next(iter([[*playout(GAMES[name](), Random(5), 60)]]))
        if len(position.choices()) > 1
    ]
    assert battles
    for position in battles[:6]:
        told = msgspec.convert(get(address, path_to(position.text())), Insight)
        assert set(told.options) == set(told.verdicts) == {"P1", "P2"}
        assert {tuple(each.moves) for each in told.after} == {("P1", "P2")}


# --- what hides something ---


@pytest.mark.parametrize("name", HIDING)
def test_where_something_is_hidden_there_is_no_worth_but_a_reason(name: str, address: str) -> None:
    for position in [*playout(GAMES[name](), Random(2), 8)]:
        told = msgspec.convert(get(address, path_to(position.text())), Insight)
        assert told.worth is None and not told.verdicts and not told.line
        assert told.unknown.startswith(HIDDEN)


@pytest.mark.parametrize("name", HIDING)
def test_each_pair_of_eyes_sees_no_more_than_it_may(name: str, address: str) -> None:
    """Twins: positions that differ only in what these eyes don't see have the same answer, byte for byte."""
    for seed in range(4):
        *_, position = playout(GAMES[name](), Random(seed), 6)
        for eyes in (Eyes.P1, Eyes.P2, Eyes.BOTH):
            whole = get(address, path_to(position.text(), eyes=eyes.name))
            part = get(address, path_to(eyes.view(position).text(), eyes=eyes.name))
            for told in (whole, part):
                for more in ("after", "unknown"):
                    told.pop(more, None)  # those who can go on know the whole position, having put the question
            assert whole == part


@pytest.mark.parametrize("name", HIDING)
def test_what_one_player_knows_can_be_looked_at_but_not_played_on(name: str, address: str) -> None:
    position = next(
        each for each in playout(GAMES[name](), Random(0), 40) if each.view(Player.P1).is_partial() and each.choices()
    )
    told = get(address, path_to(position.view(Player.P1).text()))
    assert told["unknown"] == PART and "after" not in told


@pytest.mark.long
@pytest.mark.parametrize("name", HIDING)
def test_nothing_of_a_running_game_can_be_asked(name: str, address: str) -> None:
    """Neither its id nor anybody's token changes any answer: the question is all that counts."""
    game, tokens = both_links(address, name)
    with Live(address, game, tokens["P1"]) as live:
        live.move(live.state["view"]["scene"]["options"][-1]["move"])
        seen = live.state["view"]["position"]
    for asked in (f"/api/explore/{name}", path_to(seen)):
        answers = [request(address, "GET", asked, token=token)[1] for token in (None, *tokens.values())]
        assert answers[0] == answers[1] == answers[2]
    assert request(address, "GET", f"/api/explore/{game}")[0] == 400


# --- what is asked wrongly, or too much ---


@pytest.mark.parametrize(
    "asked",
    [
        "no-such-game",
        "grid-runner?position=" + quote("flag-chase P1 1/5"),
        "grid-runner?position=" + quote("grid-runner P1 0,2"),
        "grid-runner?position=" + "0" * 5000,
        "grid-runner?size=100000",
        "grid-runner?position=" + quote("grid-runner P1 0,2/4,2 size=90"),
        "grid-runner?size=4&position=" + quote("grid-runner P1 0,2/4,2"),
        "grid-runner?eyes=everybody",
        "grid-runner?P1=9,9",
        "grid-runner?P2=1,1",
        "grid-runner?colour=red",
    ],
)
def test_what_can_not_be_explored_is_refused_with_the_reason(asked: str, address: str) -> None:
    status, refused, _ = request(address, "GET", f"/api/explore/{asked}")
    assert status == 400 and refused["reason"]


@pytest.mark.long
def test_rules_that_are_too_large_are_shown_without_a_worth(address: str) -> None:
    told = msgspec.convert(get(address, path_to(LARGE)), Insight)
    if told.worth is None:  # where numba is installed, and the memory, they can be solved
        assert told.unknown.startswith(TOO_LARGE)
    assert told.options["P1"] and told.after


@pytest.mark.long
def test_where_very_many_moves_may_be_made_those_are_named_that_are_wanted(address: str) -> None:
    told = msgspec.convert(get(address, "/api/explore/flag-chase-traps?size=20"), Insight)
    options = told.options["P1"]
    assert len(options) > MOST_AFTER and not told.after
    named = msgspec.convert(get(address, f"/api/explore/flag-chase-traps?size=20&P1={quote(options[0].move)}"), Insight)
    assert [each.moves for each in named.after] == [{"P1": options[0].move}]


def test_a_game_that_takes_too_long_is_not_tried_again() -> None:
    async def check() -> None:
        explorer = Explorer(seconds=0.01)
        for text, remembered in (("grid-runner P1 0,2/4,2", []), ("grid-runner P1 0,2/3,2 size=4", [float("inf")])):
            with pytest.raises(Denied, match="too long"):
                await explorer.insight(GAMES["grid-runner"].from_text(text))
            assert list(explorer._took.values()) == remembered, "the book's own rules can be solved, if not just now"
        await explorer.close()

    asyncio.run(check())


def _denied(task: asyncio.Task[bytes]) -> bool:
    return task.done() and isinstance(task.exception(), Denied)


@pytest.mark.long
def test_one_client_s_questions_leave_room_for_another_s() -> None:
    async def check() -> None:
        explorer = Explorer()
        first, *more = [*playout(GAMES["command-line-conquer"](), Random(1), 14)]
        hostile = [asyncio.create_task(explorer.insight(each, client="hostile")) for each in more]
        await asyncio.sleep(0)
        another = asyncio.create_task(explorer.insight(first, client="another"))
        while not another.done() and not any(each.done() for each in hostile if not _denied(each)):
            await asyncio.sleep(0)
            if len(explorer._processes._turns._at_work) == 2:
                break
        assert {client for client, _ in explorer._processes._turns._at_work} == {"hostile", "another"}
        assert await another
        answers = await asyncio.gather(*hostile, return_exceptions=True)
        assert any(isinstance(each, Denied) and each.status == 429 for each in answers)
        await explorer.close()

    asyncio.run(check())


@pytest.mark.long
def test_an_answer_is_kept_but_not_where_that_could_be_noticed() -> None:
    async def check() -> None:
        explorer = Explorer()
        for name in (*OPEN[:1], *HIDING[:1]):
            first = await explorer.insight(GAMES[name]())
            assert (await explorer.insight(GAMES[name]()) is first) is (name in OPEN)
        await explorer.close()

    asyncio.run(check())


@pytest.mark.long
def test_too_many_questions_are_put_off(tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", limits=("--request-rate=1",)) as running:
        answers = (request(running.address, "GET", "/api/explore/flag-chase")[0] for _ in range(50))
        assert next(answers) == 200 and 429 in answers


# --- texts that are opened ---


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_opened_as_a_line_of_moves(name: str, address: str) -> None:
    game = short_game(name)
    status, line, _ = request(address, "POST", "/api/explore", {"text": record.write([game])})
    assert status == 200, line
    position = GAMES[name].from_text(line["start"])
    for ply in line["plies"]:
        position = position.play({PLAYERS[seat]: move for seat, move in ply["moves"].items()})
        assert position.text() == ply["position"]
    assert line["game"] == name and position == game.match().position


def test_a_position_in_one_line_is_opened_as_well(address: str) -> None:
    text = "grid-runner P2 1,2/4,2"
    status, line, _ = request(address, "POST", "/api/explore", {"text": text})
    assert (status, line) == (200, {"game": "grid-runner", "start": text})


@pytest.mark.parametrize("name", HIDING)
def test_a_running_game_that_hides_something_is_not_opened(name: str, address: str) -> None:
    game = short_game(name)
    running = record.Record(game.start, game.plies[:3], None, {})
    status, refused, _ = request(address, "POST", "/api/explore", {"text": record.write([running])})
    assert status == 400 and "hidden until then" in refused["reason"]


@pytest.mark.parametrize("text", ["", "nonsense", '[Flagfall "1"]', "grid-runner P1", "x" * 20_000])
def test_what_is_no_text_of_ours_is_refused_with_the_reason(text: str, address: str) -> None:
    status, refused, _ = request(address, "POST", "/api/explore", {"text": text})
    assert status in (400, 413) and refused["reason"]
