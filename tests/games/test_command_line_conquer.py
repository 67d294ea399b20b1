"""Command Line Conquer against its book: the 29 steps, every rule and ruling, and every position that can arise."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.core import BadPosition, BadRules, IllegalMove, Mark, Option, Outcome, Piece, Player
from flagfall.games.command_line_conquer import CommandLineConquer
from tests.helpers import legal, played

P1, P2 = Player.P1, Player.P2
Rules = CommandLineConquer.Rules
BOOK = Rules()
SWITCHES = [{"compare": compare, "stack": stack} for compare in ("before", "after") for stack in ("each", "whole")]
MODES = [Rules(**switches) for switches in SWITCHES]
WALKED = [  # where all positions that can arise are looked at
    BOOK,
    Rules(compare="after"),
    *(
        Rules(positions=positions, units=units, strength=strength, **switches)
        for positions, units, strength in ((2, 3, 5), (3, 1, 1), (5, 3, 2), (6, 2, 9), (6, 3, 4))
        for switches in SWITCHES
    ),
]

REMAINS = "Unit's strength remains at 5 (already at max strength)."
# The book's steps: the action, the book's sentences for it, and its `Units:` line. A sentence that is not the book's
# own has the reason beside it.
EXAMPLE: list[tuple[str, tuple[str, ...], str]] = [
    ("MOVE 0", ("Move unit from position 0 to 1.", "Unit's strength increases to 2."), "P1(2) P2(1)"),
    ("RECRUIT", ("Recruit a new unit at position 10.",), "P1(2) P2(1), P2(1)"),
    ("MOVE 1", ("Move unit from position 1 to 2.", "Unit's strength increases to 3."), "P1(3) P2(1), P2(1)"),
    # The book writes "Move one unit" here, and "Move unit" for the stack of step 11.
    ("MOVE 10", ("Move unit from position 10 to 9.", "Unit's strength increases to 2."), "P1(3) P2(2) P2(1)"),
    ("RECRUIT", ("Recruit a new unit at position 0.",), "P1(1) P1(3) P2(2) P2(1)"),
    ("MOVE 9", ("Move unit from position 9 to 8.", "Unit's strength increases to 3."), "P1(1) P1(3) P2(3) P2(1)"),
    ("MOVE 0", ("Move unit from position 0 to 1.", "Unit's strength increases to 2."), "P1(2), P1(3) P2(3) P2(1)"),
    ("MOVE 8", ("Move unit from position 8 to 7.", "Unit's strength increases to 4."), "P1(2), P1(3) P2(4) P2(1)"),
    ("MOVE 1", ("Move unit from position 1 to 2.", "Unit's strength increases to 3."), "P1(3), P1(3) P2(4) P2(1)"),
    ("MOVE 7", ("Move unit from position 7 to 6.", "Unit's strength increases to 5."), "P1(3), P1(3) P2(5) P2(1)"),
    ("MOVE 2", ("Move unit from position 2 to 3.", "Unit's strength increases to 4."), "P1(4), P1(3) P2(5) P2(1)"),
    ("MOVE 6", ("Move unit from position 6 to 5.", REMAINS), "P1(4), P1(3) P2(5) P2(1)"),
    # F4-A06: the book has "remains at 5 (now at max strength)" for a unit of strength 4.
    ("MOVE 3", ("Move unit from position 3 to 4.", "Unit's strength increases to 5."), "P1(5), P1(3) P2(5) P2(1)"),
    (
        "MOVE 5",
        (
            "Move unit from position 5 to 4.",
            "P2's unit (strength 5) vs. P1's unit at position 4 (strength 5).",
            "Both units have equal strength. Both units are destroyed.",
        ),
        "P1(3) P2(1)",
    ),
    ("MOVE 2", ("Move unit from position 2 to 3.", "Unit's strength increases to 4."), "P1(4) P2(1)"),
    ("MOVE 10", ("Move unit from position 10 to 9.", "Unit's strength increases to 2."), "P1(4) P2(2)"),
    ("MOVE 3", ("Move unit from position 3 to 4.", "Unit's strength increases to 5."), "P1(5) P2(2)"),
    ("MOVE 9", ("Move unit from position 9 to 8.", "Unit's strength increases to 3."), "P1(5) P2(3)"),
    ("MOVE 4", ("Move unit from position 4 to 5.", REMAINS), "P1(5) P2(3)"),
    ("MOVE 8", ("Move unit from position 8 to 7.", "Unit's strength increases to 4."), "P1(5) P2(4)"),
    # From here on the book leaves out "(already at max strength)".
    ("MOVE 5", ("Move unit from position 5 to 6.", REMAINS), "P1(5) P2(4)"),
    (
        "MOVE 7",
        (
            "Move unit from position 7 to 6.",
            "P2's unit (strength 4) vs. P1's unit at position 6 (strength 5).",
            "P1's unit wins; P2's unit is removed.",
        ),
        "P1(5)",
    ),
    ("MOVE 6", ("Move unit from position 6 to 7.", REMAINS), "P1(5)"),
    # F4-A04: the book only supposes that P2 can recruit.
    ("RECRUIT", ("Recruit a new unit at position 10.",), "P1(5) P2(1)"),
    ("MOVE 7", ("Move unit from position 7 to 8.", REMAINS), "P1(5) P2(1)"),
    ("MOVE 10", ("Move unit from position 10 to 9.", "Unit's strength increases to 2."), "P1(5) P2(2)"),
    (
        "MOVE 8",
        (
            "Move unit from position 8 to 9.",
            "P1's unit (strength 5) vs. P2's unit at position 9 (strength 2).",
            "P1's unit wins; P2's unit is removed.",
        ),
        "P1(5)",
    ),
    # F4-A05: the book names no action and prints nothing; the forced recruit is then met and removed.
    ("RECRUIT", ("Recruit a new unit at position 10.",), "P1(5) P2(1)"),
    (
        "MOVE 9",
        (
            "Move unit from position 9 to 10 (Player 2's base).",
            "P1's unit (strength 5) vs. P2's unit at position 10 (strength 1).",
            "P1's unit wins; P2's unit is removed.",
            "",
            "Positions: 0  1  2  3  4  5  6  7  8  9  10",
            "Units:                                   P1(5)",
            "",
            "Player 1 has captured Player 2's base and wins the game.",
        ),
        "P1(5)",
    ),
]
OUT_OF_ORDER = range(11, 14)  # F4-A07: these steps list the unit on 3 or 4 before the one on 2


def named(rules: Rules) -> str:
    return " ".join(f"{name}={value}" for name, value in rules.changed().items()) or "book"


def at(body: str, turn: Player = P1, rules: Rules = BOOK) -> CommandLineConquer:
    """The position with these units, checked as a text from outside would be."""
    settings = "".join(f" {name}={value}" for name, value in rules.changed().items())
    return CommandLineConquer.from_text(f"command-line-conquer {turn.name} {body}{settings}")


def said(position: CommandLineConquer, move: str) -> tuple[str, ...]:
    return position.say({position.turn: move}, None)


def tokens(drawing: str) -> list[str]:
    return re.findall(r"P[12]\(\d+\)", drawing)


def refused(position: CommandLineConquer, typed: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        position.read(position.turn, typed)
    return str(refusal.value)


# --- the worked example ---


@pytest.mark.rule("F4-T01", "F4-O03", "F4-O04", "F4-A04", "F4-A05", "F4-A06")
def test_the_worked_example_replays_in_full() -> None:
    position = CommandLineConquer()
    for number, (move, lines, units) in enumerate(EXAMPLE, start=1):
        assert position.turn is (P1 if number % 2 else P2) and position.outcome() is None
        assert said(position, move) == lines
        position = played(position, move)
        shown = tokens(position.board())
        if number in OUT_OF_ORDER:
            assert shown == ["P1(3)", *(unit for unit in tokens(units) if unit != "P1(3)")]
        assert sorted(shown) == sorted(tokens(units))
        assert number in OUT_OF_ORDER or shown == tokens(units)
        assert position.header().startswith(f"\n{position.board()}")
    assert number == 29
    assert position.outcome() == Outcome(P1, "captured Player 2's base") and position.choices() == {}


@pytest.mark.rule("F4-T01", "F4-A01")
def test_the_worked_example_passes_through_these_positions() -> None:
    moves = [move for move, _, _ in EXAMPLE]
    bodies = {9: "2+2/7+10", 13: "2+4/5+10", 14: "2/10", 21: "6/7", 22: "6/-", 27: "9/-", 28: "9/10", 29: "10/-"}
    assert {steps: played(CommandLineConquer(), *moves[:steps]).body() for steps in bodies} == bodies


@pytest.mark.rule("F4-T02", "F4-A01")
def test_with_the_step_counted_first_the_example_parts_at_step_22() -> None:
    position = CommandLineConquer(rules=Rules(compare="after"))
    for number, (move, lines, units) in enumerate(EXAMPLE[:21], start=1):
        assert said(position, move) == lines
        position = played(position, move)
        assert sorted(tokens(position.board())) == sorted(tokens(units)), number
    assert said(position, "MOVE 7") == (
        "Move unit from position 7 to 6.",
        "Unit's strength increases to 5.",
        "P2's unit (strength 5) vs. P1's unit at position 6 (strength 5).",
        "Both units have equal strength. Both units are destroyed.",
    )
    position = played(position, "MOVE 7")
    assert tokens(position.board()) == []
    with pytest.raises(IllegalMove, match=r"^You have no unit left to move\. Enter RECRUIT\.$"):
        position.play({P1: "MOVE 6"})


# --- setup and turns ---


@pytest.mark.rule("F4-R01", "F4-R02", "F4-R03", "F4-R06")
def test_opening() -> None:
    opening = CommandLineConquer()
    assert list(opening.choices()) == [P1]
    cells = opening.cells()
    assert [cell.label for cell in cells] == [str(number) for number in range(11)]
    assert {cell.label: cell.pieces for cell in cells if cell.pieces} == {
        "0": (Piece(P1, "P1(1)"),),
        "10": (Piece(P2, "P2(1)"),),
    }
    assert {cell.label: cell.marks for cell in cells if cell.marks} == {
        "0": (Mark("base", P1),),
        "10": (Mark("base", P2),),
    }


@pytest.mark.rule("F4-R05")
def test_nothing_is_hidden() -> None:
    position = at("0+3/5+10")
    assert not position.hides() and not position.is_partial()
    assert all(position.view(viewer) == position for viewer in (P1, P2, None))
    assert said(position, "MOVE 3") == position.say({P1: "MOVE 3"}, P1) == position.say({P1: "MOVE 3"}, P2)


@pytest.mark.rule("F4-R06", "F4-R07", "F4-R09", "F4-R13", "F4-A08")
def test_choices_are_one_move_a_position_and_recruiting() -> None:
    assert at("0+0+3/6+10").choices() == {P1: ("MOVE 0", "MOVE 3")}
    assert at("0+3/6+10").choices() == {P1: ("MOVE 0", "MOVE 3", "RECRUIT")}
    assert at("0+0+3/6+10", P2).choices() == {P2: ("MOVE 10", "MOVE 6", "RECRUIT")}
    assert played(at("0+0+3/6+10", P2), "MOVE 10").choices() == {P1: ("MOVE 0", "MOVE 3")}


@pytest.mark.rule("F4-R06")
def test_only_the_player_whose_turn_it_is_may_choose() -> None:
    opening = CommandLineConquer()
    with pytest.raises(IllegalMove, match=r"^it is not Player 2's turn$"):
        opening.read(P2, "RECRUIT")
    with pytest.raises(IllegalMove, match=r"^Player 1 must choose now, not Player 1 and Player 2$"):
        opening.play({P1: "RECRUIT", P2: "RECRUIT"})
    assert opening.started_by(P2).choices() == {P2: ("MOVE 10", "RECRUIT")}


# --- moves and recruiting ---


@pytest.mark.rule("F4-R10", "F4-R12", "F4-A08")
@pytest.mark.parametrize(
    ("before", "turn", "move", "after"),
    [
        ("0+3/10", P1, "MOVE 3", "0+4/10"),
        ("0+3/10", P1, "MOVE 0", "1+3/10"),
        ("2+3/10", P1, "MOVE 2", "3+3/10"),
        ("3+3/10", P1, "MOVE 3", "3+4/10"),
        ("0/7+7+8", P2, "MOVE 8", "0/7+7+7"),
        ("0/7+7+8", P2, "MOVE 7", "0/6+7+8"),
    ],
)
def test_a_move_takes_one_unit_one_position_forward(before: str, turn: Player, move: str, after: str) -> None:
    assert played(at(before, turn), move) == at(after, turn.other)


@pytest.mark.rule("F4-R04", "F4-R11")
def test_a_unit_gains_one_strength_a_step_up_to_the_cap() -> None:
    position = at("0/-")
    strengths = []
    while not position.outcome():
        strengths += tokens(position.board())[:1]
        source = position.units[0][0]
        position = CommandLineConquer(units=played(position, f"MOVE {source}").units)
    assert strengths == ["P1(1)", "P1(2)", "P1(3)", "P1(4)"] + ["P1(5)"] * 6


@pytest.mark.rule("F4-R13", "F4-R14", "F4-R15", "F4-A04")
@pytest.mark.parametrize(
    ("before", "turn", "after"),
    [
        ("0/10", P1, "0+0/10"),
        ("0+4/10", P1, "0+0+4/10"),
        ("-/10", P1, "0/10"),
        ("0/9+10", P2, "0/9+10+10"),
        ("3/-", P2, "3/10"),
    ],
)
def test_a_new_unit_of_strength_1_appears_on_the_own_base(before: str, turn: Player, after: str) -> None:
    recruited = played(at(before, turn), "RECRUIT")
    assert recruited == at(after, turn.other)
    base = recruited.cells()[recruited.base(turn)]
    assert base.pieces[-1] == Piece(turn, f"{turn.name}(1)")


@pytest.mark.rule("F4-R13", "F4-R15", "F4-A11", "F4-T04")
def test_recruiting_with_three_units_is_refused_until_one_is_lost() -> None:
    full = at("0+3+4/5")
    assert refused(full, "RECRUIT") == "You already have 3 units, and 3 is the most. Enter MOVE 0, MOVE 3 or MOVE 4."
    assert legal(played(full, "MOVE 4", "RECRUIT")) == {"MOVE 0", "MOVE 3", "RECRUIT"}


@pytest.mark.rule("F4-R14", "F4-R22", "F4-A04", "F4-A11")
def test_a_player_without_units_is_not_lost_and_can_only_recruit() -> None:
    bare = at("-/1+1+1")
    assert bare.outcome() is None and bare.choices() == {P1: ("RECRUIT",)}
    assert refused(bare, "MOVE 0") == "You have no unit left to move. Enter RECRUIT."
    assert played(at("4/5"), "MOVE 4") == at("-/-", P2)


# --- battles ---


@pytest.mark.rule("F4-R08", "F4-R16", "F4-R17", "F4-R18", "F4-R19", "F4-A01", "F4-A02")
@pytest.mark.parametrize(
    ("before", "turn", "move", "compare", "stack", "after"),
    [
        # One against one: 5 against 4, 4 against 5, 5 against 5.
        ("6/7", P1, "MOVE 6", "before", "each", "7/-"),
        ("6/7", P2, "MOVE 7", "before", "each", "6/-"),
        ("5/6", P1, "MOVE 5", "before", "each", "-/-"),
        ("3/4", P2, "MOVE 4", "before", "each", "-/3"),
        # The step counts, or does not: 4 against 5, 3 against 5.
        ("6/7", P2, "MOVE 7", "after", "each", "-/-"),
        ("7/8", P2, "MOVE 8", "after", "each", "7/-"),
        # A stronger mover clears the whole stack.
        ("6/7+7+7", P1, "MOVE 6", "before", "each", "7/-"),
        ("6/7+7+7", P1, "MOVE 6", "before", "whole", "7/-"),
        # An equal one takes one unit with it, or the whole stack.
        ("5/6+6+8", P1, "MOVE 5", "before", "each", "-/6+8"),
        ("5/6+6+8", P1, "MOVE 5", "before", "whole", "-/8"),
        ("6+6+6/7", P2, "MOVE 7", "after", "each", "6+6/-"),
        ("6+6+6/7", P2, "MOVE 7", "after", "whole", "-/-"),
        # A weaker one is removed alone.
        ("2+6+6/7", P2, "MOVE 7", "before", "each", "2+6+6/-"),
        ("2+6+6/7", P2, "MOVE 7", "before", "whole", "2+6+6/-"),
        # Only one unit of a stack attacks.
        ("5+5+5/6", P1, "MOVE 5", "before", "each", "5+5/-"),
    ],
)
def test_battles(before: str, turn: Player, move: str, compare: str, stack: str, after: str) -> None:
    rules = Rules(compare=compare, stack=stack)
    assert played(at(before, turn, rules), move) == at(after, turn.other, rules)


@pytest.mark.rule("F4-R19", "F4-A01")
def test_a_winning_mover_gains_the_point_for_its_step_and_no_more() -> None:
    rules = Rules(positions=5)
    assert tokens(at("2/3", rules=rules).board()) == ["P1(3)", "P2(2)"]
    assert tokens(played(at("2/3", rules=rules), "MOVE 2").board()) == ["P1(4)"]
    assert said(at("2/3", rules=rules), "MOVE 2") == (
        "Move unit from position 2 to 3.",
        "P1's unit (strength 3) vs. P2's unit at position 3 (strength 2).",
        "P1's unit wins; P2's unit is removed.",
        "Unit's strength increases to 4.",
    )
    first = at("2/3", rules=Rules(positions=5, compare="after"))
    assert tokens(played(first, "MOVE 2").board()) == ["P1(4)"]
    assert said(first, "MOVE 2") == (
        "Move unit from position 2 to 3.",
        "Unit's strength increases to 4.",
        "P1's unit (strength 4) vs. P2's unit at position 3 (strength 2).",
        "P1's unit wins; P2's unit is removed.",
    )


@pytest.mark.rule("F4-O04", "F4-A02")
def test_a_stack_met_one_by_one_is_told_one_by_one() -> None:
    duel = "P1's unit (strength 5) vs. P2's unit at position 8 (strength 3)."
    assert said(at("7/8+8"), "MOVE 7") == (
        "Move unit from position 7 to 8.",
        *(duel, "P1's unit wins; P2's unit is removed."),
        *(duel, "P1's unit wins; P2's unit is removed."),
    )
    assert said(at("5/6+6"), "MOVE 5") == (
        "Move unit from position 5 to 6.",
        "P1's unit (strength 5) vs. P2's unit at position 6 (strength 5).",
        "Both units have equal strength. Both units are destroyed.",
    )
    assert said(at("1/2+2"), "MOVE 1") == (
        "Move unit from position 1 to 2.",
        "P1's unit (strength 2) vs. P2's unit at position 2 (strength 5).",
        "P2's unit wins; P1's unit is removed.",
    )


@pytest.mark.rule("F4-O04", "F4-A02")
@pytest.mark.parametrize(
    ("before", "move", "versus", "result"),
    [
        ("7/8", "MOVE 7", "unit at position 8 (strength 3).", "P1's unit wins; P2's unit is removed."),
        ("7/8+8", "MOVE 7", "2 units at position 8 (strength 3).", "P1's unit wins; P2's 2 units are removed."),
        (
            "5/6+6",
            "MOVE 5",
            "2 units at position 6 (strength 5).",
            "All 3 units have equal strength. All 3 units are destroyed.",
        ),
        (
            "5/6",
            "MOVE 5",
            "unit at position 6 (strength 5).",
            "Both units have equal strength. Both units are destroyed.",
        ),
    ],
)
def test_a_stack_met_as_a_whole_is_told_as_a_whole(before: str, move: str, versus: str, result: str) -> None:
    lines = said(at(before, rules=Rules(stack="whole")), move)
    assert lines[1:] == (f"P1's unit (strength 5) vs. P2's {versus}", result)


@pytest.mark.rule("F4-O04", "F4-A02")
def test_a_stack_wins_as_a_whole() -> None:
    assert said(at("1/2+2", rules=Rules(stack="whole")), "MOVE 1") == (
        "Move unit from position 1 to 2.",
        "P1's unit (strength 2) vs. P2's 2 units at position 2 (strength 5).",
        "P2's 2 units win; P1's unit is removed.",
    )


# --- winning ---


@pytest.mark.rule("F4-R20", "F4-R21", "F4-R23", "F4-A12")
@pytest.mark.parametrize(("before", "turn", "move"), [("2+9/-", P1, "MOVE 9"), ("-/1+8+10", P2, "MOVE 1")])
def test_moving_into_the_enemy_base_wins_at_once(before: str, turn: Player, move: str) -> None:
    won = played(at(before, turn), move)
    assert won.outcome() == Outcome(turn, f"captured {turn.other}'s base")
    assert str(won.outcome()) == f"{turn} wins: captured {turn.other}'s base"
    assert won.choices() == {} and won.turn is turn.other
    with pytest.raises(IllegalMove, match=r"^the game is over$"):
        won.read(turn.other, "RECRUIT")


@pytest.mark.rule("F4-R08", "F4-R21", "F4-A03")
@pytest.mark.parametrize("rules", MODES)
def test_a_defended_base_falls_to_whoever_reaches_it(rules: Rules) -> None:
    assert played(at("9/10+10+10", rules=rules), "MOVE 9").outcome() == Outcome(P1, "captured Player 2's base")
    assert played(at("0+0+0/1", P2, rules), "MOVE 1").outcome() == Outcome(P2, "captured Player 1's base")


@pytest.mark.rule("F4-R08", "F4-A03")
def test_a_base_that_holds_is_not_captured() -> None:
    tie = played(CommandLineConquer(rules=Rules(positions=2)), "MOVE 0")
    assert tie.body() == "-/-" and tie.outcome() is None
    held = played(CommandLineConquer(rules=Rules(positions=2)), "RECRUIT", "RECRUIT", "MOVE 0")
    assert held.body() == "0/1" and held.outcome() is None
    grown = played(CommandLineConquer(rules=Rules(positions=2, compare="after")), "MOVE 0")
    assert grown.outcome() == Outcome(P1, "captured Player 2's base")


@pytest.mark.rule("F4-A10")
def test_play_can_return_to_the_opening_and_that_is_no_draw() -> None:
    march = [f"MOVE {place}" for step in range(5) for place in (step, 10 - step)]
    met = played(CommandLineConquer(), *march[:-1])
    assert met.body() == "5/6"
    again = played(met, "MOVE 6", "RECRUIT", "RECRUIT")
    assert again == CommandLineConquer() and again.outcome() is None and again.choices()


# --- every position that can arise ---

Unit = tuple[str, int, int]
Army = tuple[Unit, ...]


def simulated(army: Army, mover: str, move: str, rules: Rules) -> Army:
    """A turn with strengths kept unit by unit, straight from the book's sentences."""
    units = list(army)
    if move == "RECRUIT":
        return tuple(sorted([*units, (mover, 0 if mover == "P1" else rules.positions - 1, 1)]))
    source = int(move.split()[1])
    target = source + 1 if mover == "P1" else source - 1
    walker = next(unit for unit in units if unit[:2] == (mover, source))
    units.remove(walker)
    grown = (mover, target, min(rules.strength, walker[2] + 1))
    fighting = walker[2] if rules.compare == "before" else grown[2]
    alive = True
    for enemy in [unit for unit in army if unit[0] != mover and unit[1] == target]:
        if alive or (rules.stack == "whole" and fighting == enemy[2]):
            alive = alive and fighting > enemy[2]
            if fighting >= enemy[2]:
                units.remove(enemy)
    return tuple(sorted([*units, grown] if alive else units))


def army_of(position: CommandLineConquer) -> Army:
    """Every unit with the strength that the position says it has."""
    units = ((who, place) for who in Player for place in position.units[who])
    return tuple(sorted((who.name, place, position.strength(who, place)) for who, place in units))


@cache
def simulation(rules: Rules) -> dict[CommandLineConquer, Army]:
    """Every position that can arise, with its units as a simulation that runs beside the game knows them."""
    opening = CommandLineConquer(rules=rules)
    found: dict[CommandLineConquer, Army] = {opening: (("P1", 0, 1), ("P2", rules.positions - 1, 1))}
    waiting = [opening]
    while waiting:
        position = waiting.pop()
        for move in position.choices().get(position.turn, ()):
            following = position.after({position.turn: move})
            army = simulated(found[position], position.turn.name, move, rules)
            if following not in found:
                waiting.append(following)
            assert found.setdefault(following, army) == army
    return found


@pytest.mark.rule("F4-T03", "F4-R04", "F4-R11", "F4-A02")
@pytest.mark.parametrize("rules", WALKED, ids=named)
def test_the_stored_strengths_of_a_simulation_are_the_distances_from_home(rules: Rules) -> None:
    for position, army in simulation(rules).items():
        assert army == army_of(position)
        assert all(
            strength == min(rules.strength, 1 + (place if who == "P1" else rules.positions - 1 - place))
            for who, place, strength in army
        )


@pytest.mark.rule("F4-T03", "F4-T04")
@pytest.mark.parametrize("rules", MODES, ids=named)
@settings(max_examples=25, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_the_same_along_random_games(rules: Rules, chance: Random) -> None:
    position = CommandLineConquer(rules=rules)
    army = army_of(position)
    for _ in range(120):
        if position.outcome():
            break
        turn, move = position.turn, chance.choice(position.choices()[position.turn])
        position = position.play({turn: move})
        army = simulated(army, turn.name, move, rules)
        assert army == army_of(position)
        assert sorted(tokens(position.board())) == sorted(f"{who}({strength})" for who, _, strength in army)


def test_how_many_positions_there_are() -> None:
    assert len(simulation(BOOK)) == 17764
    assert len(simulation(Rules(compare="after"))) == 12916


@pytest.mark.rule("F4-T04", "F4-R07", "F4-R09", "F4-R15", "F4-A11")
def test_never_more_than_three_units_and_always_an_action() -> None:
    for position in simulation(BOOK):
        own = position.units[position.turn]
        assert all(len(units) <= 3 for units in position.units)
        if position.outcome() is None:
            moves = position.choices()[position.turn]
            assert moves and ("RECRUIT" in moves) is (len(own) < 3)
            assert {move for move in moves if move != "RECRUIT"} == {f"MOVE {place}" for place in own}


@pytest.mark.rule("F4-A13", "F4-R20")
@pytest.mark.parametrize("rules", WALKED, ids=named)
def test_no_unit_ever_passes_an_enemy(rules: Rules) -> None:
    for position in simulation(rules):
        p1, p2 = position.units
        assert max(p1, default=-1) < min(p2, default=99)
        assert position.outcome() is None or position.units[position.turn] == ()


@pytest.mark.parametrize("rules", WALKED, ids=named)
def test_text_round_trip(rules: Rules) -> None:
    for position in simulation(rules):
        again = CommandLineConquer.from_text(position.text())
        assert again == position and hash(again) == hash(position)


# --- the drawing ---


@pytest.mark.rule("F4-O01", "F4-O02", "F4-A07")
def test_header() -> None:
    assert CommandLineConquer().header() == (
        "\n"
        "Positions: 0     1  2  3  4  5  6  7  8  9  10\n"
        "Units:     P1(1)                            P2(1)\n"
        "\n"
        "Player 1's Turn"
    )
    assert at("0+3/8+10+10", P2).header() == (
        "\n"
        "Positions: 0     1  2  3     4  5  6  7  8     9  10\n"
        "Units:     P1(1)       P1(4)             P2(3)    P2(1), P2(1)\n"
        "\n"
        "Player 2's Turn"
    )
    assert at("10/-", P2).header() == (
        "\n"
        "Positions: 0  1  2  3  4  5  6  7  8  9  10\n"
        "Units:                                   P1(5)"
    )  # fmt: skip


@pytest.mark.rule("F4-O01", "F4-O02")
def test_the_lines_are_the_books_apart_from_spaces() -> None:
    for position in list(simulation(BOOK))[::4]:
        numbers, units = position.board().split("\n")
        assert " ".join(numbers.split()) == "Positions: 0 1 2 3 4 5 6 7 8 9 10"
        assert re.fullmatch(r"Units:( +P[12]\([1-5]\)(, P[12]\([1-5]\))*)*", units)
        assert len(units) <= 80


def read_back(board: str) -> dict[int, list[str]]:
    """Which units a reader finds under which number."""
    found = {}
    lines = board.split("\n")
    for numbers, units in zip(lines[::2], lines[1::2], strict=True):
        assert numbers.startswith("Positions: ") and f"{units} ".startswith("Units: ")
        starts = [match.start() for match in re.finditer(r"\d+", numbers)]
        for start, end in zip(starts, [*starts[1:], None], strict=True):
            stack = units[start:end].strip()
            assert units[start : start + 1] in ("", " ", "P")
            found[int(numbers[start:end])] = stack.split(", ") if stack else []
    return found


@pytest.mark.rule("F4-A07")
@pytest.mark.parametrize("width", [None, 80, 40, 31, 1])
def test_every_unit_stands_under_its_position(width: int | None) -> None:
    for position in list(simulation(BOOK))[::40]:
        board = position.board(width)
        assert read_back(board) == {int(cell.label): [p.label for p in cell.pieces] for cell in position.cells()}
        assert width in (None, 1) or max(map(len, board.split("\n"))) <= width


@pytest.mark.rule("F4-A07")
def test_a_narrow_board_folds_into_bands_with_both_labels() -> None:
    assert at("0+3/8+10+10").board(40) == (
        "Positions: 0     1  2  3     4  5  6  7\n"
        "Units:     P1(1)       P1(4)\n"
        "Positions: 8     9  10\n"
        "Units:     P2(3)    P2(1), P2(1)"
    )


def test_the_board_that_ends_a_long_game_fits_a_screen() -> None:
    lines = said(at("97/-", rules=Rules(positions=99)), "MOVE 97")
    assert lines[0] == "Move unit from position 97 to 98 (Player 2's base)."
    assert lines[-1] == "Player 1 has captured Player 2's base and wins the game."
    assert max(map(len, lines)) <= 80 and read_back("\n".join(lines[2:-2]))[98] == ["P1(5)"]


@pytest.mark.rule("F4-O04", "F4-A09")
@pytest.mark.parametrize("player", Player)
def test_prompt(player: Player) -> None:
    asked = CommandLineConquer().started_by(player)
    assert asked.prompt(player) == f"{player}, enter your action (MOVE position or RECRUIT): "
    assert asked.header().endswith(f"\n\n{player}'s Turn")


@pytest.mark.rule("F4-O04", "F4-R21")
def test_an_undefended_base_is_captured_without_a_battle() -> None:
    assert said(at("-/1+10", P2), "MOVE 1") == (
        "Move unit from position 1 to 0 (Player 1's base).",
        "",
        "Positions: 0     1  2  3  4  5  6  7  8  9  10",
        "Units:     P2(5)                            P2(1)",
        "",
        "Player 2 has captured Player 1's base and wins the game.",
    )


def test_words() -> None:
    assert at("0+0+3/-").words() == (
        "Player 1 has 2 units of strength 1 on position 0 and 1 unit of strength 4 on position 3. "
        "Player 2 has no units."
    )
    assert at("-/6+7+9").words() == (
        "Player 1 has no units. Player 2 has 1 unit of strength 5 on position 6, "
        "1 unit of strength 4 on position 7 and 1 unit of strength 2 on position 9."
    )


def test_scene() -> None:
    scene = at("1+7/8+8").scene()
    assert scene.title == "Command Line Conquer"
    assert scene.notes == ("P1: 2 of 3 units", "P2: 2 of 3 units")
    assert [cell.at for cell in scene.cells] == [(0, place) for place in range(11)]
    assert scene.cells[8].pieces == (Piece(P2, "P2(3)"), Piece(P2, "P2(3)"))
    assert scene.options == {
        P1: (
            Option("MOVE 1", "step to position 2, strength 3", (0, 1), (0, 2)),
            Option("MOVE 7", "attack position 8, strength 5 against 3, 3", (0, 7), (0, 8)),
            Option("RECRUIT", "add a unit on position 0"),
        )
    }


def test_what_a_capture_and_a_counted_step_mean() -> None:
    assert at("-/1", P2).meaning(P2, "MOVE 1") == "capture Player 1's base"
    assert at("9/10").meaning(P1, "MOVE 9") == "attack position 10, strength 5 against 1"
    assert at("6/7", P2, Rules(compare="after")).meaning(P2, "MOVE 7") == "attack position 6, strength 5 against 5"


# --- what is typed ---


@pytest.mark.rule("F4-A08", "F4-A09")
@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("MOVE 3", "MOVE 3"),
        ("move 3", "MOVE 3"),
        ("  Move \t 3 ", "MOVE 3"),
        ("3", "MOVE 3"),
        ("MOVE 03", "MOVE 3"),
        ("RECRUIT", "RECRUIT"),
        (" recruit\n", "RECRUIT"),
    ],
)
def test_read(typed: str, move: str) -> None:
    assert at("0+3/6").read(P1, typed) == move


NOT_AN_ACTION = "That is not an action. Enter MOVE 0, MOVE 3 or RECRUIT."


@pytest.mark.rule("F4-A09", "F4-R09", "F4-R10")
@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "r", "PASS", "MOVE", "MOVE 0 3", "MOVE3", "MOVE three", "RECRUIT 0", "RECRUIT!", "recru\u0131t"),
        *("MOVE -3", "MOVE +3", "MOVE 3.0", "MOVE 1_0", "MOVE 0x3", "0,3", "MOVE " + "9" * 5000, "0" * 5000 + "3"),
        *("\u00b2", "MOVE \u00b2", "\uff13", "MOVE \uff13", "MOVE 3\x00", "\x1b[A", "\x1b[31mMOVE 3", "\U0001f3f4"),
    ],
)
def test_what_is_not_an_action_is_refused(typed: str) -> None:
    assert refused(at("0+3/6"), typed) == NOT_AN_ACTION


@pytest.mark.rule("F4-A09", "F4-R10")
@pytest.mark.parametrize(("typed", "place"), [("MOVE 6", 6), ("1", 1), ("move 11", 11), ("MOVE 999999", 999999)])
def test_a_position_without_an_own_unit_is_refused(typed: str, place: int) -> None:
    assert refused(at("0+3/6"), typed) == f"You have no unit on position {place}. Enter MOVE 0, MOVE 3 or RECRUIT."


@pytest.mark.rule("F4-A09", "F4-R09")
@pytest.mark.parametrize("move", ["3", "move 3", "MOVE 03", "MOVE  3", "MOVE 3 ", "PASS", "recruit", ""])
def test_play_takes_only_the_notation_itself(move: str) -> None:
    with pytest.raises(IllegalMove, match="^" + re.escape(NOT_AN_ACTION) + "$"):
        at("0+3/6").play({P1: move})


@settings(deadline=None)
@given(st.text() | st.from_regex(r"(?i)\s*(move|recruit)?\s*\d*\s*", fullmatch=True))
def test_whatever_is_typed_is_a_legal_move_or_refused_with_a_reason(typed: str) -> None:
    position = at("0+3/6")
    try:
        answer = position.read(P1, typed)
    except IllegalMove as refusal:
        answer = str(refusal)
    assert answer in legal(position) or answer.endswith(". Enter MOVE 0, MOVE 3 or RECRUIT.")


# --- settings ---


@pytest.mark.rule("F4-A01", "F4-A02")
def test_settings() -> None:
    described = {each.name: (each.default, each.kind.allowed(), each.ruling) for each in Rules.settings()}
    assert described == {
        "positions": (11, "a whole number from 2 to 99", None),
        "units": (3, "a whole number from 1 to 9", None),
        "strength": (5, "a whole number from 1 to 99", None),
        "compare": ("before", "before or after", "F4-A01"),
        "stack": ("each", "each or whole", "F4-A02"),
    }


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        *(("positions", "1"), ("positions", "100"), ("positions", "x"), ("units", "0"), ("units", "10")),
        *(("strength", "0"), ("strength", "100"), ("compare", "during"), ("compare", ""), ("stack", "some")),
    ],
)
def test_a_setting_out_of_its_limits_is_refused(name: str, bad: str) -> None:
    allowed = next(each.kind.allowed() for each in Rules.settings() if each.name == name)
    with pytest.raises(BadRules, match=f"^{name} must be {allowed}, not {bad!r}$"):
        Rules.read({name: bad})


@pytest.mark.parametrize(
    "rules",
    [
        Rules(positions=2, units=1, strength=1),
        Rules(positions=99, units=9, strength=99),
        Rules(positions=99, units=1, strength=1, compare="after", stack="whole"),
    ],
)
def test_the_limits_themselves_can_be_played(rules: Rules) -> None:
    position = CommandLineConquer(rules=rules)
    for _ in range(300):
        if position.outcome():
            break
        move = position.choices()[position.turn][-1]
        assert position.header(60) and said(position, move) and position.scene()
        position = position.play({position.turn: move})
        assert CommandLineConquer.from_text(position.text()) == position


@pytest.mark.rule("F4-R04", "F4-R15")
def test_the_numbers_of_a_variation_count() -> None:
    position = CommandLineConquer(rules=Rules(positions=4, units=1, strength=2))
    assert position.choices() == {P1: ("MOVE 0",)}
    assert said(played(position, "MOVE 0", "MOVE 3"), "MOVE 1") == (
        "Move unit from position 1 to 2.",
        "P1's unit (strength 2) vs. P2's unit at position 2 (strength 2).",
        "Both units have equal strength. Both units are destroyed.",
    )
    assert said(at("1/3", rules=position.rules), "MOVE 1") == (
        "Move unit from position 1 to 2.",
        "Unit's strength remains at 2 (already at max strength).",
    )
    assert refused(position, "RECRUIT") == "You already have 1 unit, and 1 is the most. Enter MOVE 0."


# --- one line of text ---


def test_text() -> None:
    assert CommandLineConquer().text() == "command-line-conquer P1 0/10"
    changed = at("0+0+3/-", P2, Rules(positions=7, compare="after", stack="whole"))
    assert changed.text() == "command-line-conquer P2 0+0+3/- positions=7 compare=after stack=whole"
    assert at("-/-").units == ((), ())


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("P1 0+0+0+0/10", "P1 has 4 units, and 3 is the most"),
        ("P1 0/9+9+10+10", "P2 has 4 units, and 3 is the most"),
        ("P1 3+0/10", "the units of P1 are not written from low to high"),
        ("P1 0/10+9", "the units of P2 are not written from low to high"),
        ("P1 0/11", "positions go from 0 to 10"),
        ("P1 11/-", "positions go from 0 to 10"),
        ("P2 10+10/-", "the first unit in Player 2's base ends the game, so a second cannot follow"),
        ("P1 -/0+0+4", "the first unit in Player 1's base ends the game, so a second cannot follow"),
        ("P1 4/4", "units meet and fight, so all of P1's stand on lower positions than all of P2's"),
        ("P1 10/0", "units meet and fight, so all of P1's stand on lower positions than all of P2's"),
        ("P1 10/-", "Player 1 has won, so P2 would be next"),
        ("P2 -/0", "Player 2 has won, so P1 would be next"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(body: str, problem: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(f": {problem}") + "$"):
        CommandLineConquer.from_text(f"command-line-conquer {body}")


@pytest.mark.parametrize(
    "body",
    [
        *("", "P1", "P1 0", "P1 /", "P1 0/", "P1 0/10/10", "P1 0/10 0", "P3 0/10", "P1 a/b", "P1 0++0/10", "P1 -0/10"),
        *("P1 0+-/10", "P1 \u00b2/10", "P1 \uff10/10", "P1 0/" + "9" * 5000, "P1 0,0/10", "P1 0.0/10", "0/10"),
    ],
)
def test_a_text_that_is_no_position_is_refused(body: str) -> None:
    with pytest.raises(BadPosition, match=r"the opening is 'command-line-conquer P1 0/10'$"):
        CommandLineConquer.from_text(f"command-line-conquer {body}")


@settings(deadline=None)
@given(
    st.sampled_from(["P1", "P2"]),
    st.lists(st.integers(0, 6), max_size=4),
    st.lists(st.integers(0, 6), max_size=4),
    st.integers(2, 6),
    st.sampled_from(["before", "after"]),
    st.sampled_from(["each", "whole"]),
)
def test_a_position_that_is_accepted_can_be_shown_and_played_on(
    turn: str, p1: list[int], p2: list[int], positions: int, compare: str, stack: str
) -> None:
    body = "/".join("+".join(map(str, sorted(own))) or "-" for own in (p1, p2))
    text = f"command-line-conquer {turn} {body} positions={positions} compare={compare} stack={stack}"
    try:
        position = CommandLineConquer.from_text(text)
    except BadPosition:
        return
    assert position.header(20) and position.words() and position.scene().cells
    assert bool(position.choices()) is (position.outcome() is None)
    for move in position.choices().get(position.turn, ()):
        following = position.play({position.turn: move})
        assert said(position, move) and following.problem() is None
        assert following.turn is position.turn.other
        assert all(len(own) <= 3 for own in following.units)
