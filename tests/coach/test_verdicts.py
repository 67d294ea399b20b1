"""What a board shows of each move is what `eval`, `hint` and the solution say of it."""

from __future__ import annotations

import pytest

from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.coach.evaluation.hints import evaluation, second_hint
from flagfall.coach.evaluation.verdicts import FAR, Kind, Verdict, height, verdicts
from flagfall.core import Player, Position
from flagfall.solve import Worth
from flagfall.solve.exact.optimal import SIDES
from tests.coach.test_agreement import VARIATIONS, decisions, known
from tests.solve.toys import toy

P1, P2 = Player


@pytest.mark.parametrize("text", VARIATIONS)
def test_the_moves_stand_in_the_order_of_eval_with_its_words_and_marks(text: str) -> None:
    knowledge = known(text)
    for judgement in decisions(knowledge):
        here, player = judgement.position, judgement.player
        found = verdicts(knowledge, here, player)
        lines = evaluation(knowledge, here, player)[1 : 1 + len(found)]
        assert list(found) == [each.move for each in judgement.moves]
        for (move, verdict), line in zip(found.items(), lines, strict=True):
            assert line.startswith(f"{verdict.mark:<3} {here.written(move):<10} {verdict.words}")
            assert verdict.best is (move in judgement.best)
        best = [here.written(move) for move, verdict in found.items() if verdict.best]
        hint = second_hint(knowledge, here, player)
        assert hint.startswith(("Any move will do", "Mix your choice")) or all(move in hint for move in best)


@pytest.mark.parametrize("text", VARIATIONS)
def test_a_move_is_worth_what_the_position_after_it_is_worth(text: str) -> None:
    knowledge = known(text)
    for judgement in decisions(knowledge):
        here, player = judgement.position, judgement.player
        if judgement.is_battle:
            continue
        for move, verdict in verdicts(knowledge, here, player).items():
            after = knowledge.solution.worth(here.after({player: move}))
            assert verdict.value == after.value * SIDES[player]
            assert verdict.plies == (None if after.distance is None else after.distance + 1)


@pytest.mark.parametrize("text", VARIATIONS)
def test_the_kind_goes_with_the_words(text: str) -> None:
    words = {
        Kind.WIN: ("wins in",),
        Kind.LOSS: ("loses in",),
        Kind.OPEN: ("keeps the balance", "leads to a draw"),
        Kind.CHANCE: ("is worth",),
    }
    for judgement in decisions(known(text)):
        for verdict in verdicts(known(text), judgement.position, judgement.player).values():
            assert verdict.words.startswith(words[verdict.kind])


def test_who_has_nothing_to_choose_gets_no_verdicts() -> None:
    for text in VARIATIONS:
        start = known(text).solution.start
        for player in set(Player) - set(start.choices()):
            assert verdicts(known(text), start, player) == {}


def test_what_stands_on_a_cell_is_short() -> None:
    def short(kind: Kind, value: float, plies: int | None) -> str:
        return Verdict(kind, value, plies, True, "*", "").short

    assert short(Kind.WIN, 1, 5) == "win 5"
    assert short(Kind.WIN, 1, None) == "win"
    assert short(Kind.LOSS, -1, 12) == "loss 12"
    assert short(Kind.OPEN, 0, None) == "open"
    assert short(Kind.OPEN, 0, 4) == "draw 4"
    assert short(Kind.CHANCE, 1 / 3, None) == "+0.333"


@pytest.mark.usefixtures("nothing_known")
def test_a_choice_of_a_mixture_is_a_chance() -> None:
    start: Position = toy([["wins", "drawn"], ["loses", "wins"], ["loses", "drawn"]])
    found = verdicts(knowledge_of(start), start, P1)
    assert [found[move].kind for move in ("0", "1")] == [Kind.CHANCE, Kind.CHANCE]
    assert found["0"].short == "+0.333" and found["0"].best and found["1"].best and not found["2"].best


def test_the_flag_is_the_higher_the_nearer_the_win() -> None:
    heights = [height(Worth(1.0, plies)) for plies in range(FAR + 3)]
    assert heights[0] == 1.0 and heights[FAR] == heights[FAR + 2] == pytest.approx(0.28)
    assert sorted(heights[: FAR + 1], reverse=True) == heights[: FAR + 1]
    assert [height(Worth(-1.0, plies)) for plies in range(FAR + 3)] == [-each for each in heights]
    assert height(Worth(0.0, None)) == height(Worth(0.0, 7)) == 0.0
    assert height(Worth(-0.25, None)) == -0.25
