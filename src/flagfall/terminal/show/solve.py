"""What best play comes to: the solver at the terminal, and the solutions that it keeps."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from flagfall.bots.solved.knowledge import Knowledge, knowledge_of
from flagfall.coach.evaluation.judging import Judged, Judgement, best_line, best_play
from flagfall.core import Moves, Player, Position
from flagfall.solve import NotSolvable, Proof, Rigour, Solution, Strategy, Worth, solve
from flagfall.solve.store import cache
from flagfall.solve.store.memory import in_words
from flagfall.terminal.tty.console import Console
from flagfall.terminal.tty.meter import metered


@dataclass(frozen=True)
class Answer:
    """A solution, how long it took, and its proof where one was asked for."""

    solution: Solution
    seconds: float
    proof: Proof | None

    @property
    def start(self) -> Position:
        return self.solution.start


def solved(console: Console, start: Position) -> Solution:
    """The solution of the game that begins here, with a line that tells how far the work is where it takes long."""
    with metered() as meter:
        return solve(start, progress=meter)


def known(start: Position) -> Knowledge:
    """The same with what follows from it, as it is at hand once it has been asked for."""
    with metered() as meter:
        return knowledge_of(start, meter)


def solve_game(console: Console, start: Position, *, rigour: Rigour | None, use_cache: bool, as_json: bool) -> None:
    """Say who wins, how fast, of how many positions, and how."""
    with metered() as meter:
        began = time.perf_counter()
        try:
            solution = solve(start, progress=meter, use_cache=use_cache)
        except NotSolvable as error:
            raise NotSolvable(f"{error}; for a number of plies --cap PLIES solves it all the same") from None
        seconds = time.perf_counter() - began
        proof = solution.verify(rigour, meter) if rigour else None
    answer = Answer(solution, seconds, proof)
    if as_json:
        console.print_json(_data(answer))
        return
    for text in _lines(answer):
        console.tell(text, indent="  ")


# --- in words ---


def _lines(answer: Answer) -> Iterator[str]:
    solution, start = answer.solution, answer.start
    yield verdict(solution.worth(start), solution.error)
    line = list(best_line(Knowledge(solution), start))
    yield f"Best line: {_written(line)}{_ending(start, line)}."
    yield _counted(solution)
    yield "Taken from the cache." if solution.from_cache else f"Solved in {answer.seconds:.2f} s."
    if answer.proof:
        yield from _proved(answer.proof, "positions that can be set up" if solution.table.whole else "positions")


def verdict(worth: Worth, error: float) -> str:
    winner = {1: Player.P1, -1: Player.P2}.get(int(worth.value)) if abs(worth.value) == 1 else None
    if worth.distance is not None and winner:
        return f"With best play {winner} wins in {plies(worth.distance)}."
    if winner:
        return f"With best play {winner} wins, but nobody can say when: chance decides (to within {error:.1g})."
    if worth.value:
        return f"With best play this is worth {worth.value:.6f} to Player 1, to within {error:.1g}; a win is worth 1."
    if worth.distance is not None:
        return f"With best play nobody wins: a draw is {plies(worth.distance)} away."
    return "With best play nobody wins: the game goes on for ever."


def plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count:,} plies"


def _written(line: list[tuple[Moves, Position]]) -> str:
    return "; ".join(f"{number}. {' | '.join(moves.values())}" for number, (moves, _) in enumerate(line, 1))


def _ending(start: Position, line: list[tuple[Moves, Position]]) -> str:
    """Where a line without an end comes back to."""
    positions = [start, *(position for _, position in line)]
    if positions[-1].outcome():
        return ""
    before = positions.index(positions[-1])
    return f"; and the position is that {f'after ply {before}' if before else 'of the beginning'} again"


def _counted(solution: Solution) -> str:
    """What can arise; where there is too much to find that out in passing, what is possible."""
    is_known = solution.counts.reachable is not None
    counts = solution.counts_arising(ended=True) if is_known else solution.counts
    kinds = {
        "Player 1 wins": counts.p1_wins,
        "Player 2 wins": counts.p2_wins,
        "drawn": counts.draws,
        "nobody wins": counts.endless,
        "chance decides": counts.mixed,
    }
    told = ", ".join(f"{name} {number:,}" for name, number in kinds.items() if number)
    longest = f" The longest win takes {plies(counts.longest)}." if counts.longest else ""
    positions = f"{counts.positions:,} positions {'can arise' if is_known else 'are possible'}"
    return f"{positions}: {told}. In {counts.ends:,} of them the game is over.{longest}"


def _proved(proof: Proof, positions: str) -> Iterator[str]:
    exactness = f"to within {proof.error:.1g}" if proof.error else "exactly"
    if proof.is_complete:
        yield f"Proved from the rules, for each of {proof.positions:,} {positions}, {exactness}."
        return
    yield (
        f"Not proved for every position: that each of {proof.positions:,} {positions} follows from the others was "
        f"checked by the solver's own bulk form of the rules, and by the rules themselves only for {proof.by_rules:,} "
        f"of them, drawn at random (seed {proof.seed}), without a contradiction."
    )
    yield (
        f"So, with a certainty of 95 %, the rules contradict fewer than one position in {proof.one_in:,}. "
        "--verify=all proves every one from the rules, which takes long."
    )


# --- as data ---


def _data(answer: Answer) -> dict[str, Any]:
    solution, start = answer.solution, answer.start
    knowledge = Knowledge(solution)
    return {
        "game": start.id,
        "position": start.text(),
        **_worth_data(solution.worth(start)),
        "error": solution.error,
        "moves": {player.name: _moves_data(Judgement(knowledge, start, player)) for player in start.choices()},
        "strategy": _strategy_data(best_play(knowledge, start)),
        "line": [
            {"moves": {player.name: move for player, move in moves.items()}, "position": position.text()}
            for moves, position in best_line(knowledge, start)
        ],
        "counts": asdict(solution.counts),
        "counts_arising": _arising_data(solution),
        "cached": solution.from_cache,
        "seconds": round(answer.seconds, 3),
        "proof": _proof_data(answer.proof) if answer.proof else None,
    }


def _arising_data(solution: Solution) -> dict[str, Any] | None:
    return None if solution.counts.reachable is None else asdict(solution.counts_arising(ended=True))


def _proof_data(proof: Proof) -> dict[str, Any]:
    return asdict(proof) | {"complete": proof.is_complete, "fewer_wrong_than_one_in": proof.one_in}


def _worth_data(worth: Worth) -> dict[str, Any]:
    return {"value": worth.value, "distance": worth.distance}


def _moves_data(judgement: Judgement) -> dict[str, Any]:
    """Moves in the order of the rules. A promise is against the fallible opponent, and told where it is exact."""
    every = judgement.position.choices()[judgement.player]
    return {move: _move_data(judgement[move], judgement.is_exact) for move in every}


def _move_data(each: Judged, is_exact: bool) -> dict[str, Any]:
    return {**_worth_data(each.worth), "promise": each.promise if is_exact else None, "best": each.likely > 0}


def _strategy_data(strategy: Strategy) -> dict[str, Any]:
    return {player.name: mix for player, mix in strategy.items()}


# --- what is kept ---


def show_cache(console: Console, as_json: bool) -> None:
    """List the solutions on disk."""
    kept = list(cache.entries())
    if as_json:
        console.print_json([asdict(entry) | {"path": str(entry.path)} for entry in kept])
        return
    for entry in kept:
        rules = " ".join(f"{name}={value}" for name, value in entry.rules.items())
        console.tell(f"{entry.game}  {entry.positions:,} positions  {in_words(entry.bytes)}  {rules}", indent="  ")
    total = f"{in_words(sum(entry.bytes for entry in kept))} of at most {in_words(max(cache.most(), 0))}"
    console.tell(f"{_solutions(len(kept))}, {total}, in {cache.folder()}" if kept else "No solution has been kept yet.")


def clear_cache(console: Console, as_json: bool) -> None:
    """Remove them all."""
    removed = cache.clear()
    if as_json:
        console.print_json({"removed": removed})
    else:
        console.tell(f"{_solutions(removed)} removed.")


def _solutions(count: int) -> str:
    return "1 solution" if count == 1 else f"{count} solutions"
