"""How strong the mind of hidden traps is: matches at equal time, what exploiters gain, and the steps between levels.

make bench-traps                      everything (hours on a busy machine)
make bench-traps GAMES=20 MINUTES=2   fewer games, a shorter training
make bench-traps ONLY=matches         or exploiters, trained, levels, critic
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from random import Random
from typing import Any, TypeVar

import numpy as np

from flagfall.bots import bot
from flagfall.bots.hidden.traps.level import MANNERS
from flagfall.bots.hidden.traps.mind import Manner, Mind
from flagfall.bots.hidden.traps.visible import visible_of
from flagfall.core import Player
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.match import Match

from . import exploit, levels
from .critic.mind import CriticsMind, Thinker
from .scripts import SCRIPTS
from .trained import Response

T = TypeVar("T")
LEVEL, CRITIC = "level:10", "the mind with a critic"
SECONDS = 0.2
LONGEST = 60
CHANCE = Manner(lapse=1.0, blur=1e9, infers=False)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.traps", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games a match and an exploiter")
    parser.add_argument("--steps", type=int, default=2000, help="games between two levels")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long the response is trained")
    parser.add_argument("--only", default="matches,exploiters,trained,levels,critic")
    given = parser.parse_args()
    print(f"{platform.python_version()} on {platform.machine()}, {time.strftime('%Y-%m-%d %H:%M')}: {vars(given)}")
    for name in given.only.split(","):
        PARTS[name](given)


def each_game(play: Callable[[int], T], games: int) -> list[T]:
    """Games side by side, one on each processor; a search has its time by the processor and loses nothing by that."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(play, range(games)))


def matches(given: argparse.Namespace, who: str = LEVEL) -> None:
    waits: list[float] = []
    print(f"\n{who} against others with {SECONDS} s a move, both seats in turn, at most {LONGEST} plies")
    for name, (target, _) in opponents().items():
        games = each_game(partial(played, who, name), given.games)
        waits += [wait for _, found in games for wait in found]
        print(f"{name:42} {told([result for result, _ in games])}  (wanted: {target:.0%})", flush=True)
    slowest = np.percentile(waits, 99)
    print(f"a move of {who}: {np.mean(waits):.3f} s on average, {slowest:.3f} s p99, {len(waits)} moves")


def opponents() -> dict[str, tuple[float, Callable[[Random], Any]]]:
    """Each with the score that is wanted against it."""
    from .openspiel import OpenSpiel
    from .tree_search import TreeSearch

    visible = visible_of(FlagChaseTraps().rules)
    return {
        "OpenSpiel's ISMCTSBot": (0.97, lambda random: OpenSpiel(SECONDS, random)),
        "compiled IS-MCTS, random rollouts": (0.95, lambda random: TreeSearch(visible, SECONDS, random)),
        "sampler": (0.90, lambda random: bot(f"sampler:{SECONDS}", random.randrange(1 << 30))),
        **{f"a script that {name}": (0.90, make) for name, make in SCRIPTS.items()},
    }


def played(who: str, name: str, seed: int) -> tuple[int, list[float]]:
    """1 if this one wins, -1 if the other does; and how long each of its moves took, by the clock."""
    other, waits = opponents()[name][1](Random(seed)), list[float]()
    mine = bot(LEVEL, seed) if who == LEVEL else Thinker(mind_of(who), seed)
    match, seat = Match(FlagChaseTraps(), cap=LONGEST), Player(seed % 2)
    while waiting := match.waiting():
        begin = time.perf_counter()
        move = (mine if waiting[0] is seat else other).choose(match.seats[waiting[0]])
        if waiting[0] is seat:
            waits.append(time.perf_counter() - begin)
        match.submit(waiting[0], move)
    winner = match.outcome.winner if match.outcome else None
    return 0 if winner is None else 1 if winner is seat else -1, waits


def told(results: list[int]) -> str:
    """A score with its interval by Wilson, which holds for sure wins, too."""
    found = np.array(results)
    wins, losses, none = (int((found == each).sum()) for each in (1, -1, 0))
    score, games, z = (wins + none / 2) / len(found), len(found), 1.96
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z * (score * (1 - score) / games + z * z / (4 * games**2)) ** 0.5 / (1 + z * z / games)
    return f"{wins:4}-{losses}-{none} of {games}: {score:.1%} [{middle - half:.1%}, {middle + half:.1%}]"


def exploiters(given: argparse.Namespace, who: str = LEVEL) -> None:
    print(f"\nwhat exploiters gain a game against {who}, who know its policy (wanted: at most 0.20)")
    for deeper, games in ((0, given.games), (1, max(given.games // 2, 2))):
        results = each_game(partial(exploited, who, deeper), games)
        name = "one ply deeper" if deeper else "action, real reply, best answer"
        print(f"{name:42} {gain([each.reckoned for each in results])}", flush=True)
        print(f"{'  the bare results':42} {gain([each.bare for each in results])}", flush=True)


def exploited(who: str, deeper: int, seed: int) -> exploit.Result:
    mind = mind_of(who)
    return exploit.game(mind, exploit.Exploiter(mind, deeper), Player(seed % 2), Random(seed))


def mind_of(who: str) -> Mind:
    return critics() if who == CRITIC else minds()[-1]


@lru_cache(maxsize=1)
def critics() -> Mind:
    from .critic.learning.teaching import Network

    network = Network()
    network.load()
    return CriticsMind(visible_of(FlagChaseTraps().rules), network.critic())


@lru_cache(maxsize=1)
def minds() -> list[Mind]:
    """Somebody who plays at random, and the levels in their order; made once a process."""
    visible = visible_of(FlagChaseTraps().rules)
    return [Mind(visible, manner) for manner in (CHANCE, *MANNERS)]


def gain(results: Sequence[float]) -> str:
    """On average over both seats, which take turns; each has an interval of its own."""
    seats = [np.array(results[at::2]) for at in (0, 1)]
    half = 1.96 * sum(each.var() / len(each) for each in seats) ** 0.5 / 2
    as_p2, as_p1 = (each.mean() for each in seats)
    return f"{(as_p2 + as_p1) / 2:+.2f} ± {half:.2f} in {len(results)} games (as P2 {as_p2:+.2f}, as P1 {as_p1:+.2f})"


def trained(given: argparse.Namespace, who: str = LEVEL) -> None:
    response = Response(mind_of(who))
    games = response.train(60 * given.minutes, Random(1))
    results = [response.game(Player(seed % 2), Random(f"test {seed}"), learns=False) for seed in range(given.games)]
    print(f"\n{f'trained for {given.minutes:g} min, {games:,} games':42} {gain(results)}", flush=True)


def steps(given: argparse.Namespace) -> None:
    print("\nscore of each level against the level below, level 1 against random")
    for number in range(1, len(minds())):
        score, half = levels.score(each_game(partial(step, number), given.steps))
        print(f"level {number:2}: {score:.1%} ± {half:.1%} in {given.steps} games", flush=True)


def step(number: int, seed: int) -> float:
    return levels.result(minds()[number], minds()[number - 1], Random(f"{number}/{seed}"), Player(seed % 2))


def critic(given: argparse.Namespace) -> None:
    matches(given, CRITIC)
    exploiters(given, CRITIC)
    trained(given, CRITIC)


PARTS = {"matches": matches, "exploiters": exploiters, "trained": trained, "levels": steps, "critic": critic}

if __name__ == "__main__":
    main()
