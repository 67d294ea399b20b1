"""The exact odds between two bots, without a game being played."""

from __future__ import annotations

from flagfall.core import Player, Position
from flagfall.solve import Progress, TooBig
from flagfall.solve.exact.graph import StateGraph, nearest

from .errors import UnfitBot
from .markov import Odds, chain_odds
from .policy import PolicyBot
from .solved.knowledge import WHOLE, knowledge_of
from .solved.perfect import SolutionBot


def odds(
    game: type[Position] | Position,
    p1: object,
    p2: object,
    *,
    cap: int | None = None,
    progress: Progress | None = None,
) -> Odds:
    """The chances of P1, of P2, of a draw, and of no result, from the opening of a game or from a position.

    With a cap games are called off after so many plies.

    >>> from flagfall import GAMES
    >>> from flagfall.bots import bot
    >>> found = odds(GAMES["capture-the-flag"], bot("random"), bot("perfect"))
    >>> found.p1, found.p2, found.no_result
    (0.75, 0.25, 0.0)
    """
    start = game() if isinstance(game, type) else game
    one, two = _fixed(p1, start), _fixed(p2, start)
    for bot in (one, two):
        bot.prepare(start, progress)
    graph = _graph(start, isinstance(one, SolutionBot) or isinstance(two, SolutionBot))
    strategies = one.policy(graph, Player.P1), two.policy(graph, Player.P2)
    return chain_odds(graph, *strategies, cap, graph.number[start])


def _fixed(bot: object, start: Position) -> PolicyBot:
    if isinstance(bot, SolutionBot):
        bot.check(start)
        if start.hides():
            why = f"{start.title} hides something, so what {bot} chooses depends on more than the position"
            raise UnfitBot(f"{why}: odds can't be computed; they can be played out")
    if not isinstance(bot, PolicyBot):
        raise UnfitBot(f"{bot} has no fixed strategy, so its odds can't be computed; they can be played out")
    return bot


def _graph(start: Position, is_solved: bool) -> StateGraph:
    if is_solved:
        actions = knowledge_of(start).whole
        graph = actions.graph if actions else None
    else:
        graph = nearest(start, WHOLE)
    if graph is None or not graph.is_whole:
        raise TooBig(f"odds are computed for games of up to {WHOLE:,} positions, and this one has more")
    return graph
