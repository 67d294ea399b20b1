"""Help at the board: what a position is worth, what to look at, and why a move is best."""

from __future__ import annotations

from flagfall.bots.solved.action_values import CLOSE
from flagfall.bots.solved.knowledge import NEARBY, Knowledge
from flagfall.core import Move, Player, Position

from .grades import either, for_player, graded, in_words, worth_in_words
from .judging import Judgement
from .slips import compared, slip

FALLIBLE = (
    "(The fallible opponent takes what is near and overlooks what is far off. The figure is the result to expect, from "
    "+1, a win, to -1; every ply until then costs 5 %.)"
)


def evaluation(knowledge: Knowledge, position: Position, player: Player) -> list[str]:
    """The worth of the position, and of each of `player`'s moves from the best to the worst, in words and marks."""
    judgement = Judgement(knowledge, position, player)
    lines = [f"{in_words(knowledge.solution.worth(position)).capitalize()}."]
    tells_promise = judgement.is_exact and (judgement.is_battle or _promise_decides(judgement))
    for each in judgement.moves:
        figure = f", {each.promise:+.3f} against a fallible opponent" if tells_promise else ""
        mark = graded(judgement, each.move).grade.mark
        lines.append(f"{mark:<3} {position.written(each.move):<10} {worth_in_words(judgement, each)}{figure}")
    if judgement.is_mixed:
        lines.append(f"Best choice: {_mixture(judgement)}.")
    return [*lines, FALLIBLE] if tells_promise else lines


def _promise_decides(judgement: Judgement) -> bool:
    """Whether moves that are exactly as good against best play promise more or less."""
    promises = [each.promise for each in judgement.moves if judgement.is_as_good(each)]
    return max(promises) - min(promises) > CLOSE


def _mixture(judgement: Judgement) -> str:
    return ", ".join(f"{move} ({likely:.0%})" for move, likely in judgement.best.items())


# --- hints ---


def first_hint(knowledge: Knowledge, position: Position, player: Player) -> str:
    """How many good moves there are and, where there are several pieces, which one to look at."""
    judgement = Judgement(knowledge, position, player)
    if len(judgement.moves) == 1:
        return "You have only one move."
    if judgement.any_will_do:
        return "All moves are equally good."
    if judgement.is_mixed:
        return f"No single choice is best: mix {len(judgement.best)} of {len(judgement.moves)}."
    best = judgement.best
    count = f"{len(best)} of {len(judgement.moves)} moves {'is' if len(best) == 1 else 'are'} best{_rivals(judgement)}."
    several = len(_sources(position, player)) > 1
    return f"{count} {where(position, player, judgement.first.move)}".strip() if several else count


def _rivals(judgement: Judgement) -> str:
    """What is to be said of moves that give nothing away, and still are not best."""
    rivals = len(judgement.rivals)
    if not rivals:
        return ""
    others = "the other" if rivals == len(judgement.moves) - 1 == 1 else f"{rivals} more"
    s = "s" if rivals == 1 else ""
    if all(each.dominated_by for each in judgement.rivals):
        return (
            f"; {others} give{s} nothing away to best play, but {'is' if s else 'are'} never better and sometimes worse"
        )
    sets = f"set{s}" if judgement.is_exact else f"seem{s} to set"
    return f"; {others} give{s} nothing away, but {sets} fewer problems"


def second_hint(knowledge: Knowledge, position: Position, player: Player) -> str:
    """The best move, what comes of it, and why it is better than others that give nothing away."""
    judgement = Judgement(knowledge, position, player)
    first = judgement.first
    if judgement.any_will_do and len(judgement.moves) > 1:
        return f"Any move will do: each {for_player(first.worth, player)}."
    if judgement.is_mixed:
        return f"Mix your choice: {_mixture(judgement)}."
    written = either([position.written(move) for move in judgement.best])
    meaning = f": {position.meaning(player, first.move)}" if len(judgement.best) == 1 else ""
    told = f"Best is {written}{meaning} ({for_player(first.worth, player)})."
    return " ".join((told, *(_why_this_number(judgement) if judgement.is_battle else _why(judgement))))


def _why_this_number(judgement: Judgement) -> list[str]:
    """Why a sure choice in a battle is better than the others."""
    others = [each for each in judgement.moves if not each.likely]
    risky = [each for each in others if each.punished_by]
    reasons = []
    if risky:
        only = "no other choice does" if len(risky) == len(others) else f"{either([e.move for e in risky])} would not"
        reasons.append(f"It does so whatever the other chooses, and {only}.")
    if any(each.dominated_by for each in others if not each.punished_by):
        reasons.append("Whatever the other chooses, no other choice is better, and sometimes this one is.")
    return reasons


def _why(judgement: Judgement) -> list[str]:
    """What makes the best move better than the next that is exactly as good against best play."""
    if not judgement.rivals:
        return []
    first, rival = judgement.first, judgement.rivals[0]
    next_best = judgement.position.written(rival.move)
    mine, theirs = slip(judgement, first.move), slip(judgement, rival.move)
    if mine is None or (theirs and theirs <= mine):
        sets = "sets" if judgement.is_exact else f"seems to set (from the {NEARBY:,} nearest positions)"
        reason = f"In the long run it {sets} the other more problems than {next_best}."
    else:
        reason = compared(mine, theirs, next_best)
    if not judgement.is_exact:
        return [reason]
    figures = f"{first.promise:+.3f}, and {next_best} {rival.promise:+.3f}"
    return [reason, f"Against a fallible opponent it is worth {figures}."]


def _sources(position: Position, player: Player) -> set[object]:
    return {position.path(player, move)[0] for move in position.choices()[player]}


def where(position: Position, player: Player, move: Move) -> str:
    """Which piece to look at, or that it is none of them; the cell, where nobody has pieces."""
    source = position.path(player, move)[0]
    cells = {cell.at: cell for cell in position.cells()}
    has_pieces = any(piece.owner is player for cell in cells.values() for piece in cell.pieces)
    if source in cells:
        return f"Look at {'your piece on' if has_pieces else 'cell'} {cells[source].label}."
    return "Leave your pieces where they are." if has_pieces else ""
