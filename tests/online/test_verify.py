"""`flagfall verify`: it accepts what a server has recorded, and refuses every change to it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from flagfall.cli import main
from flagfall.core import Player
from flagfall.online.protocol import commitments
from flagfall.online.protocol.verification import Verdict, seen_tag, verify
from flagfall.record import Record, read

from .client import Live, both_links, get

BATTLE = "flag-chase P1 2/3"
Verified = tuple[int, str, str]
Run = Callable[..., Verified]


@pytest.fixture(scope="module")
def text(address: str) -> str:
    """The record of a real game with two battles, from a real server."""
    game, tokens = both_links(address, game="", start=BATTLE)
    with Live(address, game, tokens["P1"]) as one, Live(address, game, tokens["P2"]) as two:
        for moves in ({"P1": "forward"}, {"P1": "4", "P2": "4"}, {"P2": "forward"}, {"P1": "forward"}):
            _play(one, two, moves)
        for moves in ({"P2": "forward"}, {"P1": "forward"}, {"P1": "5", "P2": "1"}):
            _play(one, two, moves)
        one.do("resign")
    record: str = get(address, f"/api/games/{game}/record")
    return record


def _play(one: Live, two: Live, moves: dict[str, str]) -> None:
    for seat, live in (("P1", one), ("P2", two)):
        if seat in moves:
            live.move(moves[seat])
            for each in (one, two):
                each.until(live.state["seq"])


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Verify a text: exit code, output and errors."""

    def run(text: str, *options: str) -> Verified:
        file = tmp_path / "record"
        file.write_text(text, encoding="utf-8")
        capsys.readouterr()
        code = main(["verify", str(file), *options])
        printed = capsys.readouterr()
        return code, printed.out, printed.err.replace(str(file), "FILE")

    return run


def tag(text: str, name: str) -> str:
    found = re.search(rf'^\[{name} "(.*)"\]$', text, re.MULTILINE)
    assert found, name
    return found[1]


def changed(text: str, name: str, value: str | None) -> str:
    """The text with another value in a tag, or without it."""
    assert tag(text, name) != value
    line = "" if value is None else f'[{name} "{value}"]\n'
    return re.sub(rf'^\[{name} ".*"\]\n', line, text, flags=re.MULTILINE)


def with_tag(text: str, name: str, value: str) -> str:
    return text.replace("[Result", f'[{name} "{value}"]\n[Result')


def test_a_true_record_is_fair(text: str, run: Run) -> None:
    assert run(text) == (
        0,
        f"Flag Chase, game {tag(text, 'GameId')}\n"
        "  ply 2: Player 1 chose 4: as sealed\n"
        "  ply 2: Player 2 chose 4: as sealed\n"
        "  ply 7: Player 1 chose 5: as sealed\n"
        "  ply 7: Player 2 chose 1: as sealed\n"
        "Fair: all 4 secret choices are the ones that were sealed.\n",
        "",
    )


def test_the_same_for_programs(text: str, run: Run) -> None:
    code, out, _ = run(with_tag(text, "Seen1P2", tag(text, "Commitment1P2").split()[0]), "--json")
    data = json.loads(out)
    assert code == 0
    assert (data["fair"], data["games"][0]["fair"], data["games"][0]["strays"]) == (True, True, [])
    assert data["games"][0]["id"] == tag(text, "GameId")
    assert data["games"][0]["choices"][1] == {
        "ply": 1,
        "player": "P2",
        "move": "4",
        "as_sealed": True,
        "seen_before_reveal": True,
        "problem": None,
    }
    assert [each["seen_before_reveal"] for each in data["games"][0]["choices"]] == [False, True, False, False]


def test_a_record_in_json_is_as_good(text: str, run: Run) -> None:
    from flagfall.record import to_json

    assert run(to_json(read(text)))[:2] == run(text)[:2]


OTHERWISE = "NOT what was sealed: it does not fit its commitment"


@pytest.mark.parametrize(
    ("ply", "before", "after"),
    [
        (2, "P1 4 | P2 4", "P1 5 | P2 5"),
        (7, "P1 5 | P2 1", "P1 3 | P2 1"),
        (7, "P1 5 | P2 1", "P1 5 | P2 2"),
        (7, "P1 5 | P2 1", "P1 2 | P2 1"),
    ],
)
def test_another_number_is_refused(text: str, run: Run, ply: int, before: str, after: str) -> None:
    forged = text.replace(f"{ply}. {before}", f"{ply}. {after}")
    assert forged != text
    code, out, _ = run(forged)
    assert code == 1
    assert OTHERWISE in out and "NOT proved fair: " in out


def test_numbers_that_were_swapped_are_refused(text: str, run: Run) -> None:
    """So far as the record goes the other player would have won the battle."""
    swapped = text.replace("7. P1 5 | P2 1", "7. P1 1 | P2 5")
    p1, p2 = tag(text, "Commitment6P1"), tag(text, "Commitment6P2")
    swapped = changed(changed(swapped, "Commitment6P1", p2), "Commitment6P2", p1)
    code, out, _ = run(swapped)
    assert (code, out.count(OTHERWISE)) == (1, 2)


COMMITMENTS = [f"Commitment{ply}{player}" for ply in (1, 6) for player in ("P1", "P2")]


@pytest.mark.parametrize("name", COMMITMENTS)
@pytest.mark.parametrize(
    ("forge", "problem"),
    [
        (lambda proof, nonce: f"{'0' * 64} {nonce}", OTHERWISE),
        (lambda proof, nonce: f"{proof} {'0' * 32}", OTHERWISE),
        (lambda proof, nonce: f"{proof.upper()} {nonce}", "its commitment is damaged"),
        (lambda proof, nonce: f"{proof}  {nonce}", "its commitment is damaged"),
        (lambda proof, nonce: f"{proof} {nonce} ", "its commitment is damaged"),
        (lambda proof, nonce: f"{proof} {nonce[:-2]}", "its commitment is damaged"),
        (lambda proof, nonce: proof, "its commitment is damaged"),
        (lambda proof, nonce: "", "its commitment is damaged"),
        (lambda proof, nonce: "  ", "its commitment is damaged"),
        (lambda proof, nonce: None, "the record has no commitment to it"),
    ],
)
def test_a_forged_commitment_is_refused(
    text: str, run: Run, name: str, forge: Callable[[str, str], str | None], problem: str
) -> None:
    proof, nonce = tag(text, name).split()
    code, out, _ = run(changed(text, name, forge(proof, nonce)))
    assert code == 1
    assert out.count(f": {problem}\n") == 1
    assert out.endswith("NOT proved fair: 1 of 4 checks failed.\n")


@pytest.mark.parametrize("id_", ["another", ""])
def test_the_record_of_another_game_is_refused(text: str, run: Run, id_: str) -> None:
    code, out, _ = run(changed(text, "GameId", id_))
    assert (code, out.count(OTHERWISE)) == (1, 4)


def test_without_an_id_nothing_is_proved(text: str, run: Run) -> None:
    code, out, _ = run(changed(text, "GameId", None))
    assert (code, out.count("the record has no GameId, so nothing can be checked")) == (1, 4)


@pytest.mark.parametrize("name", ["Commitment0P1", "Commitment9P2", "Commitment01P1", "Commitments", "Seen3P2"])
def test_a_commitment_to_nothing_is_refused(text: str, run: Run, name: str) -> None:
    code, out, _ = run(with_tag(text, name, f"{'0' * 64} {'1' * 32}"))
    assert code == 1
    assert f"  {name} belongs to no choice of this game\nNOT proved fair: 1 of 5 checks failed.\n" in out


def test_commitments_of_another_battle_are_refused(text: str, run: Run) -> None:
    """Each fits only its ply, even where the number is the same."""
    code, out, _ = run(changed(text, "Commitment6P1", tag(text, "Commitment1P1")))
    assert code == 1 and OTHERWISE in out


def forged(record: Record, ply: int, player: Player, nonce: str) -> Record:
    """The record with a commitment that fits, made afterwards with this nonce."""
    proof = commitments.commitment(record.tags["GameId"], ply, player, record.plies[ply][player], nonce)
    tags = {**record.tags, commitments.tag(ply, player): f"{proof} {nonce}"}
    return Record(record.start, record.plies, record.outcome, tags)


def problems(record: Record) -> list[str | None]:
    return [verdict.problem for verdict in verify(record).verdicts]


def test_a_nonce_that_is_used_twice_hides_nothing(text: str) -> None:
    (record,) = read(text)
    nonce = record.tags["Commitment1P1"].split()[1]
    twice = "its nonce is used twice, so it could be guessed from its commitment"
    assert problems(forged(record, 6, Player.P2, nonce)) == [twice, None, None, twice]


def test_what_was_seen_during_the_game_can_not_be_forged_afterwards(text: str) -> None:
    """Another number with a commitment that fits is found out by whoever noted the true one."""
    (record,) = read(text)
    seen = {
        seen_tag(ply, player): record.tags[commitments.tag(ply, player)].split()[0]
        for ply in (1, 6)
        for player in Player
    }
    witness = Record(record.start, record.plies, record.outcome, {**record.tags, **seen})
    assert verify(witness).fair
    assert all(verdict.seen for verdict in verify(witness).verdicts)
    lie = forged(witness, 6, Player.P2, commitments.new_nonce())
    assert problems(lie) == [None, None, None, "NOT what was sealed: another commitment was sent before the reveal"]
    # Nobody saw it: so notes are worth taking.
    assert verify(forged(record, 6, Player.P2, commitments.new_nonce())).fair


def test_a_verdict_in_words() -> None:
    good = Verdict(1, Player.P1, "4", None, True)
    assert str(good) == "ply 2: Player 1 chose 4: as sealed, and the commitment came before the reveal"
    bad = Verdict(1, Player.P2, "4", "its commitment is damaged", True)
    assert str(bad) == "ply 2: Player 2 chose 4: its commitment is damaged"


def test_a_game_without_battles_has_nothing_to_check(run: Run) -> None:
    text = '[Flagfall "1"]\n[Game "capture-the-flag"]\n[Result "*"]\n\n1. P1 2\n'
    nothing = "There is nothing to check: no choices were made in secret, at once."
    assert run(text) == (0, f"Capture the Flag\n{nothing}\n", "")


def test_a_battle_that_was_not_fought_online_is_not_proved(run: Run) -> None:
    text = f'[Flagfall "1"]\n[Game "flag-chase"]\n[Start "{BATTLE}"]\n[Result "*"]\n\n1. P1 forward\n2. P1 4 | P2 2\n'
    code, out, _ = run(text)
    assert (code, out.count("the record has no GameId, so nothing can be checked")) == (1, 2)


def test_of_several_games_every_one_must_be_fair(text: str, run: Run) -> None:
    bad = changed(text, "Commitment6P1", None)
    assert [run(f"{one}\n{other}")[0] for one, other in ((text, text), (text, bad), (bad, text))] == [0, 1, 1]
    assert json.loads(run(f"{text}\n{bad}", "--json")[1])["fair"] is False


def test_what_is_no_record_is_refused_in_one_line(text: str, run: Run) -> None:
    assert run("nonsense") == (1, "", 'flagfall: FILE: line 1: not a Flagfall record; it begins with [Flagfall "1"]\n')
    code, out, error = run(text.replace("7. P1 5 | P2 1", "7. P1 9 | P2 1"))
    assert (code, out) == (1, "") and "P1 can't play that here" in error
    assert main(["verify", "/no/such/record"]) == 1
