"""The report on a game that hides something: who is favoured, how a strong player begins, and what it hides where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flagfall.coach.evaluation.grades import in_words
from flagfall.coach.hidden.outlook import ABOUT
from flagfall.core import BadRules, Player, Position, Square
from flagfall.solve import Progress, SolveError, Worth, solve

from .measured import LONGEST, Measured, as_data, measured, stored
from .simulation import Simulated, simulate

AMOUNT, OPEN = "traps", "open_traps"
"""The settings of how much can be hidden, and of whether it is."""
AMOUNTS = range(4)
SECRETS = "## Where it hides what"
ROWS = 6
"""So many first moves are listed."""


@dataclass(frozen=True)
class Compared:
    """The game with another amount of secrets."""

    amount: int
    hidden: Measured | Worth | None
    """Measured, or exact where there are none; None where nobody has measured it."""
    seen: Worth | None
    """Exactly, if nothing were hidden; None where that is too large."""


@dataclass(frozen=True)
class Estimated:
    start: Position
    found: Measured
    compared: tuple[Compared, ...]
    simulated: Simulated


def estimated(start: Position, progress: Progress | None = None) -> Estimated:
    """All that the report tells."""
    return Estimated(start, measured(start, progress), tuple(_compared(start, progress)), simulate(start))


# --- more and fewer secrets ---


def _compared(start: Position, progress: Progress | None) -> Iterator[Compared]:
    """Where a game says how much there is to hide, and can be played without hiding it."""
    if not {AMOUNT, OPEN} <= {setting.name for setting in start.rules.settings()}:
        return
    for amount in AMOUNTS:
        hidden, seen = with_settings(start, {AMOUNT: amount}), with_settings(start, {AMOUNT: amount, OPEN: True})
        if hidden and seen:
            yield Compared(amount, _known(hidden, progress), _exact(seen, progress))


def with_settings(start: Position, settings: Mapping[str, Any]) -> Position | None:
    """The opening by these rules; None where there can be none."""
    current = {setting.name: getattr(start.rules, setting.name) for setting in start.rules.settings()}
    try:
        return type(start)(rules=type(start.rules)(**{**current, **settings}))  # type: ignore[call-arg]
    except BadRules:
        return None


def _known(start: Position, progress: Progress | None) -> Measured | Worth | None:
    known = start.in_the_open()
    return _exact(known, progress) if known else stored().get(start.text())


def _exact(start: Position, progress: Progress | None) -> Worth | None:
    try:
        return solve(start, progress=progress).worth(start)
    except SolveError:
        return None


# --- in words ---


def markdown(report: Estimated) -> str:
    start, found = report.start, report.found
    settings = ", ".join(f"`{name}={value}`" for name, value in start.rules.changed().items())
    lines = [
        f"# {start.title}: a report",
        "",
        f"Rules: {settings or 'the book'}.",
        "",
        f"**{_favoured(found)}**",
        "",
        "Nothing in this report is exact unless it says so: each player hides something from the other, and no solver",
        f"can answer that for the whole game. Estimates stand behind {ABOUT}, with 95 % intervals, "
        "which say how far chance",
        "may have moved these games: what the game is worth to players without a fault may lie beyond them.",
        "",
        *_results(report),
        *_comparison(report.compared),
        *_beginnings(found),
        *_secrets(start, found),
    ]
    return "\n".join([*lines, ""])


def _favoured(found: Measured) -> str:
    edge, within = found.edge
    figure = f"{ABOUT} {abs(edge):.2f} ± {within:.2f} a game (a win is worth 1, a loss -1)"
    who = f"when {found.bot} plays itself"
    if abs(edge) <= within:
        return f"Nobody is clearly favoured: {who}, the one ahead gains {figure}."
    return f"{Player.P1 if edge > 0 else Player.P2} is favoured: {who}, it gains {figure}."


def _results(report: Estimated) -> Iterator[str]:
    found, blind = report.found, report.simulated
    yield f"| | {found.bot} against itself, {found.games:,} games | random against random, {blind.games:,} games |"
    yield "|---|---|---|"
    for player in Player:
        yield f"| games won by {player.name} | {_share(*found.share(player))} | {_share(*blind.share(player))} |"
    others = 1 - sum(found.wins.values()) / found.games
    yield f"| no winner, or called off after {LONGEST} plies | {ABOUT} {others:.1%} | {blind.draws / blind.games:.1%} |"
    yield f"| plies a game, on the average | {ABOUT} {found.plies:.1f} | {ABOUT} {blind.plies:.1f} |"
    yield ""


def _share(share: float, within: float) -> str:
    return f"{ABOUT} {share:.1%} ± {within:.1%}"


def _comparison(compared: tuple[Compared, ...]) -> Iterator[str]:
    if not compared:
        return
    yield "## With more and fewer secrets"
    yield ""
    yield f"| {AMOUNT} of each player | hidden: what a game brings to P1 | seen by both (exact) |"
    yield "|---|---|---|"
    for each in compared:
        yield f"| {each.amount} | {_hidden_words(each.hidden)} | {in_words(each.seen) if each.seen else 'too large'} |"
    yield ""


def _hidden_words(hidden: Measured | Worth | None) -> str:
    if hidden is None:
        return "not measured"
    if isinstance(hidden, Worth):
        return f"{in_words(hidden)} (exact)"
    edge, within = hidden.edge
    return f"{ABOUT} {edge:+.2f} ± {within:.2f} ({hidden.bot} against itself, {hidden.games:,} games)"


def _beginnings(found: Measured) -> Iterator[str]:
    yield "## How the strong player begins"
    yield ""
    yield f"The first moves of {found.bot}, and how often it makes each."
    yield ""
    yield "| P1 | | P2 | |"
    yield "|---|---|---|---|"
    sides = [_commonest(found.first.get(player.name, {}), found.games) for player in Player]
    for row in range(max(map(len, sides))):
        cells = [side[row] if row < len(side) else ("", "") for side in sides]
        yield "| " + " | ".join(text for cell in cells for text in cell) + " |"
    yield ""


def _commonest(moves: Mapping[str, int], games: int) -> list[tuple[str, str]]:
    ordered = sorted(moves.items(), key=lambda each: (-each[1], each[0]))[:ROWS]
    return [(f"`{move}`", f"{ABOUT} {count / games:.0%}") for move, count in ordered]


def _secrets(start: Position, found: Measured) -> Iterator[str]:
    """How much of what each hides goes where, as the board has it; the picture of it is drawn by `--svg`."""
    cells = {cell.at: cell for cell in start.cells()}
    if not any(found.secret.values()):
        return
    yield SECRETS
    for player in Player:
        laid = found.laid(player)
        yield ""
        yield f"{player.name}, of {sum(found.secret[player.name].values()):,} secret moves (in %, {ABOUT}):"
        yield ""
        yield from _table({at: f"{100 * laid[at]:.0f}" if at in laid else "·" for at in cells})
    yield ""


def _table(texts: Mapping[Square, str]) -> Iterator[str]:
    rows, columns = (sorted({at[axis] for at in texts}) for axis in (0, 1))
    yield "| | " + " | ".join(str(column + 1) for column in columns) + " |"
    yield "|---" * (len(columns) + 1) + "|"
    for row in rows:
        yield f"| **{row + 1}** | " + " | ".join(texts.get((row, column), "") for column in columns) + " |"


# --- as a picture ---


SIZE, GAP, EDGE, TOP = 56, 4, 28, 54


def picture(report: Estimated) -> str:
    """Where each player's secrets lie, one board beside the other: the darker, the more often."""
    start, found = report.start, report.found
    cells = [cell.at for cell in start.cells()]
    rows, columns = (max(at[axis] for at in cells) + 1 for axis in (0, 1))
    width, height = columns * (SIZE + GAP) + EDGE, rows * (SIZE + GAP) + TOP
    boards = "".join(
        f'<g class="p{player.value + 1}" transform="translate({player.value * (width + EDGE)} 0)">'
        f'<text x="{EDGE}" y="22">{player.name}: where it hides what</text>{_board(cells, found.laid(player))}</g>'
        for player in Player
    )
    title = f"Where {found.bot} hides what in {start.title}, in % of its secret moves (estimated)"
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * width + 2 * EDGE} {height + EDGE}" role="img">
<title>{title}</title>
<style>
text {{ font: 14px system-ui, sans-serif; fill: #2b2620 }} .paper {{ fill: #fbf6ec }} .cell {{ fill: #efe6d6 }}
.p1 .heat {{ fill: #0b6e8a }} .p2 .heat {{ fill: #a3260f }} .many {{ fill: #fff }} .name {{ fill: #6b6255 }}
@media (prefers-color-scheme: dark) {{
text {{ fill: #eee4d4 }} .paper {{ fill: #1d2430 }} .cell {{ fill: #2c3442 }} .many {{ fill: #10151d }}
.p1 .heat {{ fill: #6fd3e0 }} .p2 .heat {{ fill: #ff9d87 }} .name {{ fill: #a79f92 }} }}
</style>
<rect class="paper" width="100%" height="100%" rx="10"/>
{boards}
</svg>
"""


def _board(cells: list[Square], laid: Mapping[Square, float]) -> str:
    most = max(laid.values(), default=1.0)
    drawn = [_cell(at, laid.get(at, 0.0), most) for at in cells]
    names = [_name(EDGE - 14, _middle(row, TOP), row + 1) for row in sorted({row for row, _ in cells})]
    names += [_name(_middle(column, EDGE), TOP - 12, column + 1) for column in sorted({column for _, column in cells})]
    return "".join((*drawn, *names))


def _cell(at: Square, share: float, most: float) -> str:
    x, y = EDGE + at[1] * (SIZE + GAP), TOP + at[0] * (SIZE + GAP)
    box = f'x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" rx="8"'
    text = f'<text class="{"many" if share > most / 2 else ""}" x="{x + SIZE // 2}" y="{y + SIZE // 2 + 5}"'
    heat = f'<rect class="heat" {box} opacity="{share / most:.2f}"/>' if share else ""
    figure = f'{text} text-anchor="middle">{100 * share:.0f}</text>' if share >= 0.005 else ""
    return f'<rect class="cell" {box}/>{heat}{figure}'


def _middle(number: int, begin: int) -> int:
    return begin + number * (SIZE + GAP) + SIZE // 2 + (5 if begin == TOP else 0)


def _name(x: int, y: int, number: int) -> str:
    return f'<text class="name" x="{x}" y="{y}" text-anchor="middle">{number}</text>'


# --- as data ---


def data(report: Estimated) -> dict[str, Any]:
    blind = report.simulated
    shares = {player.name: dict(zip(("share", "within"), blind.share(player), strict=True)) for player in Player}
    return {
        "game": report.start.id,
        "start": report.start.text(),
        "solved": False,
        "why": "it hides something from each player",
        "estimated": as_data(report.found),
        "compared": [_compared_data(each) for each in report.compared],
        "random_against_random": {"games": blind.games, "plies": blind.plies, "draws": blind.draws, **shares},
    }


def _compared_data(each: Compared) -> dict[str, Any]:
    hidden = each.hidden
    told: dict[str, Any] | None = None
    if isinstance(hidden, Worth):
        told = {"exact": True, "value": hidden.value, "distance": hidden.distance}
    elif hidden:
        told = {"exact": False, **as_data(hidden)}
    seen = {"value": each.seen.value, "distance": each.seen.distance} if each.seen else None
    return {AMOUNT: each.amount, "hidden": told, "seen": seen}
