"""A tree keeps every branch, leads back to where one was, and knows of each position what the solution knows."""

from __future__ import annotations

import json
from itertools import product
from random import Random

import pytest

from flagfall.coach.evaluation.verdicts import verdicts
from flagfall.coach.explore import BadTree, Eyes, Node, Tree, insight, line_from
from flagfall.core import IllegalMove, Move, Player, Position
from flagfall.games import GAMES
from flagfall.solve.exact.optimal import SIDES
from tests.coach.test_agreement import VARIATIONS, decisions, known
from tests.every_game import short_game

P1, P2 = Player


def grown(start: Position, draw: Random, steps: int = 60) -> Tree:
    """A tree that chance has walked about in."""
    tree = Tree(start)
    for _ in range(steps):
        choices = tree.here.position.choices()
        if choices and draw.random() < 0.6:
            tree.play({player: draw.choice(moves) for player, moves in choices.items()})
        else:
            draw.choice((tree.back, tree.forward, tree.aside))()
    return tree


def shape(node: Node) -> object:
    return node.position, dict(node.moves), [shape(child) for child in node.children]


@pytest.mark.parametrize("name", GAMES)
def test_every_node_is_what_its_moves_lead_to(name: str) -> None:
    tree = grown(GAMES[name](), Random(1))
    for node in tree.nodes():
        position = tree.start
        for step in node.path[1:]:
            position = position.play(step.moves)
        assert position == node.position
        moves = [each.moves for each in node.children]
        assert all(moves.count(each) == 1 for each in moves)


@pytest.mark.parametrize("name", GAMES)
def test_down_and_up_again_is_the_same_node(name: str) -> None:
    tree = grown(GAMES[name](), Random(2))
    for node in tree.nodes():
        tree.go(node)
        while tree.back():
            pass
        assert tree.here is tree.root
        while tree.here is not node:
            assert tree.forward()
        assert tree.here is node
        line = tree.line
        assert node in line and line[0] is tree.root and not line[-1].children


@pytest.mark.parametrize("name", GAMES)
def test_playing_what_was_tried_adds_nothing(name: str) -> None:
    tree = grown(GAMES[name](), Random(3))
    before = shape(tree.root)
    for node in tree.nodes():
        for child in node.children:
            tree.go(node)
            assert tree.play(child.moves) is child
    assert shape(tree.root) == before


@pytest.mark.parametrize("name", GAMES)
def test_all_that_was_tried_at_a_place_comes_by_turns(name: str) -> None:
    tree = grown(GAMES[name](), Random(4))
    for node in tree.nodes():
        tree.go(node)
        siblings = node.parent.children if node.parent else [node]
        met = []
        for _ in siblings:
            met.append(tree.here)
            assert tree.aside() is (len(siblings) > 1)
        assert tree.here is node and len({id(each) for each in met}) == len(siblings)
        assert not tree.aside(-1) or tree.aside()
        assert tree.here is node


@pytest.mark.parametrize("name", GAMES)
def test_the_rows_hold_every_node_once_behind_its_parent(name: str) -> None:
    for seed in range(5):
        tree = grown(GAMES[name](), Random(seed))
        rows = tree.rows()
        assert {id(node) for _, node in rows} == {id(node) for node in tree.nodes()} and len(rows) == len(tree.nodes())
        place = {id(node): at for at, (_, node) in enumerate(rows)}
        indent = {id(node): deep for deep, node in rows}
        for node in tree.nodes():
            if node.parent:
                assert place[id(node.parent)] < place[id(node)]
                variation = node.parent.children[0] is not node
                assert indent[id(node)] == indent[id(node.parent)] + variation


def test_what_else_was_tried_stands_behind_the_move_that_it_replaces() -> None:
    tree = Tree(GAMES["grid-runner"](), [{P1: "1,1"}, {P2: "3,1"}])
    tree.go(tree.root)
    tree.play({P1: "1,2"})
    tree.play({P2: "3,2"})
    told = [(indent, *node.moves.values()) for indent, node in tree.rows()[1:]]
    assert told == [(0, "1,1"), (1, "1,2"), (1, "3,2"), (0, "3,1")]


@pytest.mark.parametrize("name", GAMES)
def test_eyes_see_what_their_seat_may_know(name: str) -> None:
    tree = grown(GAMES[name](), Random(6))
    for node in tree.nodes():
        here = node.position
        assert Eyes.ALL.view(here) == here and Eyes.BOTH.view(here) == here.view(None)
        assert Eyes.P1.view(here) == here.view(P1) and Eyes.P2.view(here) == here.view(P2)
        for player, move in node.moves.items():
            before = node.path[-2].position
            assert Eyes.ALL.written(before, player, move) == move
            assert Eyes.BOTH.written(before, player, move) == before.disguise(player, move, None)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_cut_is_gone_and_nothing_else(name: str) -> None:
    tree = grown(GAMES[name](), Random(5))
    victim = next(node for node in tree.nodes() if node.parent)
    kept = [node for node in tree.nodes() if victim not in node.path]
    tree.go(victim)
    assert tree.cut() and tree.here is victim.parent
    assert tree.nodes() == kept
    tree.go(tree.root)
    assert not tree.cut()


@pytest.mark.parametrize("name", GAMES)
def test_a_tree_survives_its_data(name: str) -> None:
    for seed in range(5):
        tree = grown(GAMES[name](), Random(seed))
        data = json.loads(json.dumps(tree.as_data()))
        again = Tree.from_data(data, tree.start)
        assert shape(again.root) == shape(tree.root)
        assert again.plies == tree.plies
        assert again.as_data() == data and data["start"] == tree.start.text()


@pytest.mark.parametrize(
    "data",
    [{}, {"nodes": 3}, {"nodes": [[2, {}]], "here": 0}, {"nodes": [], "here": 5}, {"nodes": [[1, ["1"]]], "here": 0}],
)
def test_what_is_no_tree_is_refused(data: dict[str, object]) -> None:
    with pytest.raises((BadTree, IllegalMove)):
        Tree.from_data(data, GAMES["grid-runner"]())


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_a_tree_with_one_line(name: str) -> None:
    record = short_game(name)
    tree = Tree(record.start, record.plies)
    assert tree.here.position == record.match().position
    assert [node.moves for node in tree.line[1:]] == [dict(ply) for ply in record.plies] == list(tree.plies)
    assert [node.ply for node in tree.line] == list(range(len(record.plies) + 1))


def test_what_may_not_be_played_adds_nothing() -> None:
    tree = Tree(GAMES["grid-runner"]())
    with pytest.raises(IllegalMove):
        tree.play({P1: "4,4"})
    assert tree.nodes() == [tree.root]


# --- what is known ---


@pytest.mark.parametrize("text", VARIATIONS)
def test_the_best_line_comes_to_its_end_in_as_many_plies_as_the_distance(text: str) -> None:
    knowledge = known(text)
    for judgement in decisions(knowledge):
        here = judgement.position
        worth = knowledge.solution.worth(here)
        line, repeats = line_from(knowledge, here, most=10_000)
        played = [here]
        for moves in line:
            played.append(played[-1].play(moves))
        if repeats:
            assert played[-1] in played[:-1]
        else:
            assert played[-1].outcome()
        if worth.distance is not None and not worth.is_draw and all(len(each.choices()) < 2 for each in played):
            assert len(line) == worth.distance and not repeats


@pytest.mark.parametrize("text", VARIATIONS)
def test_an_insight_is_of_the_position(text: str) -> None:
    knowledge = known(text)
    for judgement in list(decisions(knowledge))[:40]:
        here = judgement.position
        found = insight(knowledge, here)
        assert found.worth == knowledge.solution.worth(here)
        assert found.verdicts == {player: verdicts(knowledge, here, player) for player in here.choices()}
        assert all(found.verdicts[player][move].best for player, move in found.line[0].items())
        best = {player: [move for move, each in row.items() if each.best] for player, row in found.verdicts.items()}
        if len(best) == 1:
            after = worths(here, best, knowledge.solution.value)
            assert all(value == found.worth.value for value in after)


def worths(here: Position, best: dict[Player, list[Move]], value: object) -> list[float]:
    assert callable(value)
    return [value(here.after(dict(zip(best, chosen, strict=True)))) for chosen in product(*best.values())]


@pytest.mark.parametrize("text", VARIATIONS)
def test_what_is_over_has_a_value_and_no_moves(text: str) -> None:
    knowledge = known(text)
    assert knowledge.whole
    for end in [each for each in knowledge.whole.graph.positions if each.outcome()][:20]:
        found, outcome = insight(knowledge, end), end.outcome()
        assert outcome and found.worth.value == (SIDES[outcome.winner] if outcome.winner else 0)
        assert found.words == "The game is over." and not found.verdicts and not found.line
