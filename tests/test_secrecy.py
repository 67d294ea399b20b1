"""Whatever a player is shown, told, offered, refused, logged or replayed is the same for any two games that differ only
in the other's secrets, until they are revealed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from flagfall.core import FlagfallError, Move, Player
from flagfall.games.flag_chase import FlagChase
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.match import Match
from flagfall.record import Record, to_json, write
from flagfall.terminal.show.replay import replay_data
from tests.helpers import played
from tests.program import Scripted, at_table, data_folder, masked, nameless, newest, newest_name, run

quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
quicker = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# --- two games of hidden traps that differ only in where one player's traps lie ---


@dataclass(frozen=True)
class Twins:
    owner: Player
    """Whose secrets differ."""
    start: FlagChaseTraps
    one: tuple[Move, ...]
    other: tuple[Move, ...]

    @property
    def viewer(self) -> Player:
        return self.owner.other

    def own(self, moves: Sequence[Move], player: Player) -> list[Move]:
        """The moves of one player; the players take turns."""
        return list(moves[0 if player is self.start.turn else 1 :: 2])


PICKS = st.lists(st.integers(0, 999), min_size=1, max_size=24)
STARTS = tuple(FlagChaseTraps(rules=FlagChaseTraps.Rules(size=size, traps=3)) for size in (4, 5, 5, 5, 11))


def chosen_moves(start: FlagChaseTraps, picks: Iterable[int]) -> tuple[Move, ...]:
    """A game that is not over, with traps and steps equally likely."""
    position, moves = start, []
    for pick in picks:
        (legal,) = position.choices().values()
        steps, traps = ([move for move in legal if move.startswith(kind)] for kind in ("MOVE", "TRAP"))
        kind = (traps if pick % 2 else steps) or list(legal)
        move = kind[pick // 2 % len(kind)]
        after = played(position, move)
        if after.outcome():
            break
        position = after
        moves.append(move)
    return tuple(moves)


@st.composite
def twin_games(draw: st.DrawFn) -> Twins:
    start, owner = draw(st.sampled_from(STARTS)), draw(st.sampled_from(Player))
    moves = chosen_moves(start, draw(PICKS))
    hidden, free = never_sprung(start, moves, owner), elsewhere(start, moves)
    assume(hidden and len(free) > len(hidden))
    turned = draw(st.integers(0, 999)) % len(free)
    moved = dict(zip(hidden, (*free[turned:], *free[:turned]), strict=False))
    other = tuple(moved.get(index, move) for index, move in enumerate(moves))
    assume(course(start, moves) == course(start, other) and played(start, *moves) != played(start, *other))
    return Twins(owner, start, moves, other)


def never_sprung(start: FlagChaseTraps, moves: Sequence[Move], owner: Player) -> list[int]:
    """The plies in which `owner` laid a trap that still lies there, unknown to the other."""
    position, laid = start, {}
    for index, move in enumerate(moves):
        if position.turn is owner and move.startswith("TRAP"):
            laid[place(move)] = index
        position = played(position, move)
    return [laid[cell] for cell in sorted(position.traps[owner])]


def elsewhere(start: FlagChaseTraps, moves: Sequence[Move]) -> list[Move]:
    """Traps on cells where nobody has ever been."""
    touched = {place(move) for move in moves if move.startswith("MOVE")}
    return [move for move in start.choices()[start.turn] if move.startswith("TRAP") and place(move) not in touched]


def place(move: Move) -> tuple[int, int]:
    _, row, column = move.split()
    return int(row), int(column)


def course(start: FlagChaseTraps, moves: Iterable[Move]) -> list[object] | None:
    """What everybody at the board sees of these moves, or None where the rules forbid one."""
    position, seen = start, []
    for move in moves:
        try:
            position = played(position, move)
        except FlagfallError:
            return None
        seen.append((position.turn, position.agents, position.hands, *map(position.on_board, Player)))
    return seen


INPUTS = (
    *(f"{verb} {row} {column}" for verb in ("MOVE", "TRAP") for row in range(6) for column in range(6)),
    *("", "PASS", "MOVE", "TRAP", "TRAP 3", "MOVE 2 2 2", "MOVE B2", "TRAP 99 99", "4,4", "undo it", "TRAP -1 2", "¿?"),
)


def refusals(match: Match, player: Player) -> list[str]:
    """What a player gets for every kind of input, without any of it being played."""
    answers = []
    for typed in INPUTS:
        try:
            answers.append(match.seats[player].view.read(player, typed))
        except FlagfallError as error:
            answers.append(str(error))
    return answers


def sight(match: Match, viewer: Player | None) -> list[object]:
    """Everything that reaches a seat."""
    seat = match.seats[viewer]
    state = [seat.view, seat.view.text(), seat.choices, seat.waiting, seat.offered, seat.outcome, seat.before]
    drawn = [seat.scene(), seat.view.board(), seat.view.words(), seat.view.header(), seat.view.notes()]
    return [*state, *drawn, list(seat.said), list(seat.history)]


@quick
@given(twin_games())
@pytest.mark.rule("G-05", "F2-T03", "F2-R16", "F2-A12")
def test_a_seat_gets_the_same_after_every_ply_wherever_the_others_traps_lie(twins):
    one, other = Match(twins.start), Match(twins.start)
    for move, twin in zip(twins.one, twins.other, strict=True):
        one.submit(one.position.turn, move)
        other.submit(other.position.turn, twin)
        for viewer in (twins.viewer, None):
            assert sight(one, viewer) == sight(other, viewer)
    assert refusals(one, twins.viewer) == refusals(other, twins.viewer)
    assert one.position != other.position


@quick
@given(twin_games())
@pytest.mark.rule("G-05", "F2-A08", "F2-A09")
def test_what_the_match_refuses_is_the_same_wherever_the_others_traps_lie(twins):
    one, other = Match(twins.start), Match(twins.start)
    for move, twin in zip(twins.one, twins.other, strict=True):
        one.submit(one.position.turn, move)
        other.submit(other.position.turn, twin)
    legal = one.seats[twins.viewer].choices
    for typed in INPUTS:
        if typed.upper() not in legal:
            assert refusal(one, twins.viewer, typed) == refusal(other, twins.viewer, typed)


def refusal(match: Match, player: Player, move: Move) -> str:
    with pytest.raises(FlagfallError) as refused:
        match.submit(player, move)
    return str(refused.value)


@quick
@given(twin_games())
@pytest.mark.rule("G-05", "F2-A12")
def test_a_record_in_progress_tells_nothing_but_that_there_are_envelopes(twins):
    one, other = (kept(twins.start, moves) for moves in (twins.one, twins.other))
    assert masked(write([one])) == masked(write([other]))
    assert masked(to_json([one])) == masked(to_json([other]))
    assert replay_data(one, reveal=False) == replay_data(other, reveal=False)
    assert replay_data(one, reveal=True) != replay_data(other, reveal=True)


def kept(start: FlagChaseTraps, moves: Iterable[Move]) -> Record:
    match = Match(start)
    for move in moves:
        match.submit(match.position.turn, move)
    return Record.of(match, {})


@quick
@given(twin_games(), st.data())
@pytest.mark.rule("G-05")
def test_a_game_that_starts_with_traps_on_the_board_hides_them_too(twins, data):
    first, second = (played(twins.start, *moves) for moves in (twins.one, twins.other))
    later = data.draw(st.sampled_from(first.choices()[first.turn]))
    assume(first.turn is twins.viewer and not first.reveals({first.turn: later}))
    assume(not second.reveals({second.turn: later}) and not played(first, later).outcome())
    one, other = kept(first, [later]), kept(second, [later])
    assert masked(write([one])) == masked(write([other]))
    assert replay_data(one, reveal=False) == replay_data(other, reveal=False)
    for viewer in (twins.viewer, None):
        assert sight(one.match(), viewer) == sight(other.match(), viewer)


# --- the screen of two people ---

NOISE = (
    ("board",),
    ("history",),
    ("moves",),
    ("undo", "no"),
    ("end", "what?", "no"),
    ("",),
    ("MOVE 99 99",),
    ("TRAP 1 1",),
    ("trap 77 1", "t", "tr 2 2"),
    ("MOVE B2",),
    ("save",),
    ("   help  ",),
)


@st.composite
def noises(draw: st.DrawFn, moves: int) -> list[tuple[str, ...]]:
    """What is typed before each move: commands, and input that is refused wherever the traps lie."""
    before_one = st.sampled_from((*NOISE, *[()] * len(NOISE)))
    return draw(st.lists(before_one, min_size=moves + 1, max_size=moves + 1))


def with_noise(moves: Sequence[Move], noise: Sequence[tuple[str, ...]]) -> list[str]:
    typed = [line for before, move in zip(noise, (*moves, ""), strict=True) for line in (*before, move)]
    return [*typed[:-1], "history", "board", "undo", "yes", "history"]


@quicker
@given(twin_games(), st.data())
@pytest.mark.rule("G-05", "F2-T03", "F2-A12")
def test_a_shared_screen_shows_the_same_wherever_the_traps_lie(twins, data):
    noise = data.draw(noises(len(twins.one)))
    (one, first, saved), (other, second, kept_) = (
        at_table(twins.start, with_noise(moves, noise), words=True) for moves in (twins.one, twins.other)
    )
    assert one == other
    assert first.refused == second.refused
    assert masked(saved) == masked(kept_)


@quicker
@given(twin_games(), st.data())
@pytest.mark.rule("G-05", "F2-T03")
def test_a_person_against_a_bot_sees_the_same_wherever_the_bots_traps_lie(twins, data):
    own = twins.own(twins.one, twins.viewer)
    noise = [() if each[:1] in [("undo",), ("end",)] else each for each in data.draw(noises(len(own)))]  # a bot agrees
    typed = with_noise(own, noise)
    (one, first, saved), (other, second, kept_) = (
        at_table(twins.start, typed, {twins.owner: Scripted(iter(twins.own(moves, twins.owner)))}, words=True)
        for moves in (twins.one, twins.other)
    )
    assert one == other
    assert first.refused == second.refused
    assert masked(saved) == masked(kept_)


# --- two battles that differ only in the number that is sealed ---


@dataclass(frozen=True)
class Battle:
    start: FlagChase
    moves: tuple[tuple[Move, ...], ...]
    """The plies that lead to it: a step, or the numbers of an earlier battle."""
    numbers: tuple[Move, Move]
    """What one player seals, and what the same player seals in the other game."""

    def match(self) -> Match:
        match = Match(self.start)
        for ply in self.moves:
            for player, move in zip(match.waiting(), ply, strict=True):
                match.submit(player, move)
        return match

    def typed(self) -> list[str]:
        return [move for ply in self.moves for move in ply]


@st.composite
def battles(draw: st.DrawFn) -> Battle:
    start = FlagChase(
        rules=FlagChase.Rules(cells=draw(st.sampled_from((2, 5))), numbers=draw(st.sampled_from((5, 12))))
    )
    position, moves = start, list[tuple[Move, ...]]()
    for pick in draw(PICKS):
        ply = tuple(legal[pick % len(legal)] for legal in position.choices().values())
        after = position.play(dict(zip(position.choices(), ply, strict=True)))
        if not after.outcome():
            position = after
            moves.append(ply)
    while not position.is_battle():
        moves.append(("forward",))
        position = played(position, "forward")
        assume(not position.outcome())
    one, other = draw(st.permutations(position.choices()[Player.P1]))[:2]
    return Battle(start, tuple(moves), (one, other))


NUMBERS = ("", "0", "1", "2", "5", "6", "12", "13", "-1", "3.0", "five", "1 2", "forward", "５", "5" * 40)


@quick
@given(battles(), st.sampled_from(Player))
@pytest.mark.rule("G-05", "F0-R16", "F0-A08")
def test_nobody_learns_anything_of_a_sealed_number(battle, sealer):
    one, other = battle.match(), battle.match()
    one.submit(sealer, battle.numbers[0])
    other.submit(sealer, battle.numbers[1])
    for viewer in (sealer.other, None):
        assert sight(one, viewer) == sight(other, viewer)
    for typed in NUMBERS:
        assert answer(one, sealer.other, typed) == answer(other, sealer.other, typed)
        assert refusal(one, sealer, typed) == refusal(other, sealer, typed)
        if typed not in one.seats[sealer.other].choices:
            assert refusal(one, sealer.other, typed) == refusal(other, sealer.other, typed)


def answer(match: Match, player: Player, typed: str) -> str:
    try:
        return match.seats[player].view.read(player, typed)
    except FlagfallError as error:
        return f"refused: {error}"


@quick
@given(battles(), st.sampled_from(Player))
@pytest.mark.rule("G-05", "F0-R17")
def test_both_numbers_are_told_together_and_only_then(battle, sealer):
    match = battle.match()
    before = [list(seat.said) for seat in match.seats.values()]
    match.submit(sealer, battle.numbers[0])
    assert [list(seat.said) for seat in match.seats.values()] == before
    match.submit(sealer.other, battle.numbers[1])
    p1, p2 = battle.numbers if sealer is Player.P1 else reversed(battle.numbers)
    for said, seat in zip(before, match.seats.values(), strict=True):
        assert seat.said[len(said) :][:2] == [f"Player 1 chose {p1}.", f"Player 2 chose {p2}."]


@quick
@given(battles(), st.sampled_from(Player))
@pytest.mark.rule("G-05")
def test_a_record_keeps_a_sealed_number_in_an_envelope(battle, sealer):
    records = []
    for number in battle.numbers:
        match = battle.match()
        match.submit(sealer, number)
        records.append(Record.of(match, {}))
    one, other = records
    assert masked(write([one])) == masked(write([other]))
    assert masked(to_json([one])) == masked(to_json([other]))
    assert replay_data(one, reveal=False) == replay_data(other, reveal=False)
    assert write([one], reveal=True) != write([other], reveal=True)


BATTLE_NOISE = ["moves", "", "99", "x", "history", "undo", "board", "end", "no", "save", "0", "help"]


@quicker
@given(battles(), st.permutations(BATTLE_NOISE))
@pytest.mark.rule("G-05", "F0-A08")
def test_a_shared_screen_shows_the_same_whatever_number_is_sealed(battle, noise):
    games = [at_table(battle.start, [*battle.typed(), number, *noise], words=True) for number in battle.numbers]
    (one, first, saved), (other, second, kept_) = games
    assert one == other
    assert first.refused == second.refused
    assert masked(saved) == masked(kept_)
    assert first.match.sealed == {Player.P1: battle.numbers[0]}


@quicker
@given(battles(), st.permutations([line for line in BATTLE_NOISE if line != "end"]))
@pytest.mark.rule("G-05", "F0-A08")
def test_a_person_against_a_bot_sees_the_same_whatever_number_the_bot_has_sealed(battle, noise):
    match, games = battle.match(), []
    for number in battle.numbers:
        plies = [*(ply.moves for ply in match.plies), {Player.P1: number}]
        bot = Scripted(iter([ply[Player.P1] for ply in plies if Player.P1 in ply]))
        typed = [ply[Player.P2] for ply in plies if Player.P2 in ply]
        games.append(at_table(battle.start, [*typed, *noise], {Player.P1: bot}))
    (one, first, saved), (other, second, kept_) = games
    assert one == other
    assert first.refused == second.refused
    assert masked(saved) == masked(kept_)
    assert first.match.sealed == {Player.P1: battle.numbers[0]}


# --- the whole program ---

PAIRS = {
    "P1's trap": (["MOVE 2 2", "MOVE 4 4", "TRAP 3 3"], ["MOVE 2 2", "MOVE 4 4", "TRAP 5 1"]),
    "P2's traps": (["MOVE 2 2", "TRAP 3 3", "TRAP 4 2", "TRAP 1 2"], ["MOVE 2 2", "TRAP 4 3", "TRAP 4 2", "TRAP 5 4"]),
    "a sealed number": (["1", "1", "1", "1", "4"], ["1", "1", "1", "1", "2"]),
}


def everything(game: str, typed: list[str]) -> list[str]:
    """All that the program prints of a game in progress, without being told to reveal it."""
    noise = ["board", "history", "moves", "nonsense", "undo", "no", "save"]
    with data_folder():
        runs = [run("play", game, typed=[*typed, *noise]), run("play", game, "--json", typed=[*typed, *noise])]
        saves = [masked(newest())]
        runs += [run("resume", typed=["history", "board"]), run("resume", "--list"), run("resume", "--list", "--json")]
        name = newest_name()
        runs += [run(command, name, *json) for command in ("replay", "record") for json in ((), ("--json",))]
        return [nameless(masked(text)) for each in runs for text in (each.out, each.err)] + saves


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.rule("G-05", "F2-T03")
def test_the_program_prints_the_same_for_games_that_differ_only_in_a_secret(pair):
    game = "flag-chase" if pair == "a sealed number" else "flag-chase-traps"
    one, other = (everything(game, typed) for typed in PAIRS[pair])
    assert one == other
    assert all("Traceback" not in text for text in one)


@pytest.mark.parametrize("pair", PAIRS)
def test_asked_to_reveal_the_program_tells_them_apart(pair):
    game = "flag-chase" if pair == "a sealed number" else "flag-chase-traps"
    shown = []
    for typed in PAIRS[pair]:
        with data_folder():
            run("play", game, typed=typed)
            shown.append(masked(run("record", newest_name(), "--reveal").out))
    assert shown[0] != shown[1]


@pytest.mark.rule("G-05", "F2-A12", "F2-A09")
def test_on_a_shared_screen_nothing_tells_why_an_action_was_refused():
    """P1 has a trap on (1,2): the words behind the book's own would tell it, and so would the typing."""
    wrong = (
        "TRAP 1 2",
        "MOVE 1 2",
        "TRAP 1 1",
        "TRAP 2 2",
        "TRAP 5 5",
        "trap 9 9",
        "MOVE 5 5",
        "TRAP",
        "hello",
        "PASS",
    )
    start = played(FlagChaseTraps(), "TRAP 1 2", "MOVE 4 4", "MOVE 2 2", "MOVE 5 5")
    screens = {at_table(start, [line])[0] for line in wrong}
    assert len(screens) == 1
    assert "Invalid move. Please choose a valid adjacent cell.\nPlayer 1, enter your move: \n" in screens.pop()
