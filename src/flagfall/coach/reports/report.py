"""A game judged for its designer: who is favoured, how sharp it is, and which rulings decide it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from flagfall.coach.evaluation.grades import in_words, plies
from flagfall.coach.evaluation.judging import SURE, keeping, worths_after
from flagfall.coach.evaluation.sample import positions_of
from flagfall.core import FlagfallError, Move, OneOf, Position, YesNo
from flagfall.solve import Counts, Solution, Worth
from flagfall.solve.exact.optimal import SIDES

Solver = Callable[[Position], Solution]
ANSWERS = {True: "yes", False: "no", None: "not known"}


@dataclass(frozen=True)
class Sharpness:
    """How much there is to decide, by one player at a turn or by each in a battle."""

    decisions: int
    """Where a player decides among at least two moves."""
    one_good: int
    """Of those, how many have exactly one move that keeps the value, whatever the other does."""
    branching: float
    """Moves a decision, on the average."""
    hardest: Position | None
    """A position from which the forced win is the longest of all; None where none such was looked at."""


@dataclass(frozen=True)
class Ruling:
    """What happens to the opening when one ruling or switch is decided otherwise."""

    setting: str
    value: str
    id: str | None
    worth: Worth | None
    """None where it could not be solved; `note` says why."""
    note: str
    changes_winner: bool | None
    """None where that isn't known."""


@dataclass(frozen=True)
class Report:
    """Everything that is known of a game under one set of rules."""

    start: Position
    solution: Solution
    counts: Counts
    """Of the positions that can arise and are not over."""
    looked_at: int
    """Positions that sharpness and dominance were found from; with fewer than there are, those of random play."""
    sharpness: Sharpness
    dominant: dict[str, str]
    """Choices that are never worse than others, and where that is so."""
    rulings: tuple[Ruling, ...]
    odds: dict[str, dict[str, float]]
    """By pairing, the exact chances of P1, of P2, of a draw and of no result."""

    @property
    def worth(self) -> Worth:
        return self.solution.worth(self.start)


def report(start: Position, solve: Solver, odds: dict[str, dict[str, float]]) -> Report:
    """Judge the game that begins here. `solve` gives solutions, of the switched rulings, too."""
    solution = solve(start)
    counts, (positions, _) = solution.counts_arising(ended=False), positions_of(solution)
    rulings = tuple(_rulings(start, solution, solve))
    sharpness, never_worse = _sharpness(solution, positions, counts.longest), dominant(solution, positions)
    return Report(start, solution, counts, len(positions), sharpness, never_worse, rulings, odds)


# --- decisions ---


def _sharpness(solution: Solution, positions: Iterable[Position], longest_win: int) -> Sharpness:
    decisions = one_good = options = 0
    longest: tuple[int, Position | None] = (-1, None)
    for position in positions:
        choices = position.choices()
        worth = solution.worth(position)
        if worth.value and worth.distance is not None and worth.distance > longest[0]:
            longest = worth.distance, position
        for player, moves in choices.items():
            if len(moves) > 1:
                decisions += 1
                options += len(moves)
                one_good += len(keeping(solution, position, player)) == 1
    hardest = longest[1] if longest[0] == longest_win else None
    return Sharpness(decisions, one_good, options / decisions if decisions else 0.0, hardest)


def dominant(solution: Solution, positions: Iterable[Position]) -> dict[str, str]:
    """Moves that are never worse than any other wherever they can be chosen, and better somewhere.

    On a turn that means: by their exact values. In a battle: against every single choice of the other.
    """
    seen: Counter[tuple[str, Move]] = Counter()
    worse: set[tuple[str, Move]] = set()
    better: set[tuple[str, Move]] = set()
    for position in positions:
        kind = "battle" if len(position.choices()) > 1 else "turn"
        for player, rows in worths_after(solution, position).items():
            for move, row in rows.items():
                others = [other for name, other in rows.items() if name != move]
                if others:
                    seen[kind, move] += 1
                    _compare(row, others, SIDES[player], (kind, move), worse, better)
    found = [key for key in seen if key in better and key not in worse]
    return {move: f"in every {kind} where it can be chosen ({seen[kind, move]} decisions)" for kind, move in found}


def _compare(
    row: list[Worth], others: Iterable[list[Worth]], sign: int, key: Any, worse: set[Any], better: set[Any]
) -> None:
    for other in others:
        gains = [(mine.value - theirs.value) * sign for mine, theirs in zip(row, other, strict=True)]
        if min(gains) < -SURE:
            worse.add(key)
        if max(gains) > SURE:
            better.add(key)


# --- rulings ---


def _rulings(start: Position, solution: Solution, solve: Solver) -> Iterable[Ruling]:
    before = solution.worth(start)
    for each in start.rules.settings():
        for value in _alternatives(each.kind, getattr(start.rules, each.name)):
            written = each.kind.write(value)
            try:
                varied = replace(start, rules=replace(start.rules, **{each.name: value}))  # type: ignore[type-var]
                worth: Worth | None = solve(varied).worth(varied)
                note = in_words(worth) if worth else ""
            except FlagfallError as error:
                worth, note = None, str(error)
            changes = None if worth is None else worth.value != before.value
            yield Ruling(each.name, written, each.ruling, worth, note, changes)


def _alternatives(kind: Any, now: Any) -> list[Any]:
    if isinstance(kind, OneOf):
        return [option for option in kind.options if option != now]
    return [not now] if isinstance(kind, YesNo) else []


# --- as data and as Markdown ---


def as_data(found: Report) -> dict[str, Any]:
    counts, sharp = found.counts, found.sharpness
    return {
        "game": found.start.id,
        "start": found.start.text(),
        "value": found.worth.value,
        "distance": found.worth.distance,
        "verdict": in_words(found.worth),
        "can_arise": counts.reachable,
        "positions": counts.positions,
        "looked_at": found.looked_at,
        "decisive": (counts.p1_wins + counts.p2_wins) / counts.positions,
        "p1_wins": counts.p1_wins,
        "p2_wins": counts.p2_wins,
        "draws": counts.draws,
        "endless": counts.endless,
        "mixed": counts.mixed,
        "longest_win": counts.longest,
        "longest_win_from": sharp.hardest.text() if sharp.hardest else None,
        "decisions": sharp.decisions,
        "one_good_move": sharp.one_good / sharp.decisions if sharp.decisions else None,
        "branching": sharp.branching,
        "never_worse": found.dominant,
        "odds": found.odds,
        "rulings": [
            {
                "setting": each.setting,
                "value": each.value,
                "ruling": each.id,
                "verdict": each.note,
                "changes_winner": each.changes_winner,
            }
            for each in found.rulings
        ],
    }


def markdown(found: Report) -> str:
    """The report as a page."""
    data, counts = as_data(found), found.counts
    settings = ", ".join(f"`{name}={value}`" for name, value in found.start.rules.changed().items())
    lines = [
        f"# {found.start.title}: a report",
        "",
        f"Rules: {settings or 'the book'}. All values are exact, from the solution of the game.",
        "",
        f"**With best play from the opening: {data['verdict']}.**",
        "",
        "| what | figure |",
        "|---|---|",
        f"| positions that can arise | {counts.reachable:,} |",
        f"| of these, not over | {counts.positions:,} |",
        *_kinds(counts),
        f"| decisive positions | {data['decisive']:.1%} |",
        f"| longest forced win | {plies(counts.longest)} |",
        *([f"| it starts from | `{data['longest_win_from']}` |"] if found.sharpness.hardest else []),
        *_basis(found),
        f"| moves a decision, on the average | {data['branching']:.2f} |",
        f"| decisions with exactly one good move | {_share(data['one_good_move'])} |",
        "",
        *_dominance_lines(found),
        *_odds_lines(found),
        *_ruling_lines(found),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _kinds(counts: Counts) -> list[str]:
    kinds = {"won for P1": counts.p1_wins, "won for P2": counts.p2_wins}
    kinds |= {"drawn": counts.draws} if counts.draws else {}
    kinds |= {"balanced": counts.endless, "between": counts.mixed}
    return [f"| {' / '.join(kinds)} | {' / '.join(f'{number:,}' for number in kinds.values())} |"]


def _basis(found: Report) -> list[str]:
    """Say so where not every position was looked at."""
    if found.looked_at == found.counts.positions:
        return []
    return [f"| what follows is from | {found.looked_at:,} positions met in random play |"]


def _share(share: float | None) -> str:
    return "there is none" if share is None else f"{share:.1%}"


def _dominance_lines(found: Report) -> list[str]:
    if not found.dominant:
        return ["No move is always at least as good as every other.", ""]
    told = [f"- `{move}` is never worse than another, {where}." for move, where in found.dominant.items()]
    return ["## Never worse", "", *told, ""]


def _odds_lines(found: Report) -> list[str]:
    if not found.odds:
        return []
    has_draws = any(chances["draw"] for chances in found.odds.values())
    columns = {"P1": "P1", "P2": "P2", **({"draw": "draw"} if has_draws else {}), "none": "no result"}
    rows = [_row(pairing, *(f"{chances[each]:.1%}" for each in columns)) for pairing, chances in found.odds.items()]
    head = ["## Odds", "", "P1 against P2, exact, no games played.", ""]
    return [*head, _row("pairing", *columns.values()), f"|{'---|' * (1 + len(columns))}", *rows, ""]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _ruling_lines(found: Report) -> list[str]:
    if not found.rulings:
        return ["## Rulings", "", "This game has no switches."]
    rows = [
        f"| `{each.setting}={each.value}` | {each.id or ''} | {each.note} | {ANSWERS[each.changes_winner]} |"
        for each in found.rulings
    ]
    return ["## Rulings", "", "| switched to | ruling | with best play | another winner? |", "|---|---|---|---|", *rows]
