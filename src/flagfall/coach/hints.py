"""Help at the board: what a position is worth, and what to look at."""

from __future__ import annotations

from flagfall.core import Move, Player, Position
from flagfall.solve import Solution, Worth

from .grades import SURE, Grade, grade, in_words, plies, side


def evaluation(solution: Solution, position: Position, player: Player) -> list[str]:
    """The worth of the position, and of each of `player`'s moves from the best to the worst, in words and marks."""
    worths = solution.moves(position)[player]
    ranked = sorted(worths, key=lambda move: _rank(worths[move], player), reverse=True)
    lines = [f"{in_words(solution.worth(position)).capitalize()}."]
    for move in ranked:
        found = grade(solution, position, player, move)
        lines.append(f"{found.grade.mark:<3} {position.written(move):<10} {for_player(worths[move], player)}")
    mixed = solution.strategy(position)[player]
    if len(position.choices()) > 1 and 1 < len(mixed) < len(worths):
        lines.append(f"Best choice: {_mixture(mixed)}.")
    return lines


def for_player(worth: Worth, player: Player) -> str:
    """What a move's worth means for whoever makes it."""
    value = worth.value * side(player)
    if abs(value) <= SURE:
        return "keeps the balance"
    if abs(value) > 1 - SURE:
        verb = "wins" if value > 0 else "loses"
        return f"{verb} in {plies(worth.distance)}" if worth.distance else f"{verb} in the long run"
    return f"worth {value:+.3f}"


def _rank(worth: Worth, player: Player) -> tuple[float, int]:
    """Greater is better: first the value, then a quick win or a slow loss."""
    value, distance = worth.value * side(player), worth.distance or 0
    return round(value, 9), -distance if value > 0 else distance


def _mixture(mix: dict[Move, float]) -> str:
    return ", ".join(f"{move} ({likely:.0%})" for move, likely in mix.items())


def first_hint(solution: Solution, position: Position, player: Player) -> str:
    """How many good moves there are and, where there are several pieces, which one to look at."""
    choices = position.choices()[player]
    best = list(solution.strategy(position)[player])
    if len(choices) == 1:
        return "You have only one move."
    are = "is" if len(best) == 1 else "are"
    count = (
        f"{len(best)} of {len(choices)} moves {are} best" if len(best) < len(choices) else "All moves are equally good"
    )
    piece = _where(position, player, best[0]) if len(_sources(position, player)) > 1 else None
    return f"{count}. {piece}" if piece and len(best) < len(choices) else f"{count}."


def second_hint(solution: Solution, position: Position, player: Player) -> str:
    """The best move and what comes of it."""
    best = solution.strategy(position)[player]
    if len(best) == len(position.choices()[player]) > 1:
        return f"Any move will do: each {for_player(solution.worth(position), player)}."
    move = max(best, key=lambda each: best[each])
    worth = solution.moves(position)[player][move]
    if len(position.choices()) > 1 and len(best) > 1:
        return f"Mix your choice: {_mixture(best)}."
    return f"Best is {position.written(move)}: {position.meaning(player, move)} ({for_player(worth, player)})."


def _sources(position: Position, player: Player) -> set[object]:
    return {position.path(player, move)[0] for move in position.choices()[player]}


def _where(position: Position, player: Player, move: Move) -> str:
    source = position.path(player, move)[0]
    labels = {cell.at: cell.label for cell in position.cells()}
    return f"Look at your piece on {labels[source]}." if source in labels else "Leave your pieces where they are."


__all__ = ["Grade", "evaluation", "first_hint", "for_player", "second_hint"]
