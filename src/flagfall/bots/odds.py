"""The exact odds between two bots, without a game being played."""

from __future__ import annotations

from flagfall.core import Player, Position
from flagfall.solve import Progress, TooBig

from .errors import UnfitBot
from .graph import Chart, explored
from .markov import Odds, chain_odds
from .policy import Fixed, Skilled
from .solved.knowledge import WHOLE, knowledge_of


def odds(
    game: type[Position] | Position,
    p1: object,
    p2: object,
    *,
    cap: int | None = None,
    progress: Progress | None = None,
) -> Odds:
    """The chances of P1, of P2, and of no result, from the opening of a game or from a position.

    With a cap games are called off after so many plies.

    >>> from flagfall import GAMES
    >>> from flagfall.bots import bot
    >>> found = odds(GAMES["capture-the-flag"], bot("random"), bot("perfect"))
    >>> found.p1, found.p2, found.no_result
    (0.75, 0.25, 0.0)
    """
    start = game() if isinstance(game, type) else game
    one, two = _fixed(p1), _fixed(p2)
    for bot in (one, two):
        bot.prepare(start, progress)
    chart = _chart(start, isinstance(one, Skilled) or isinstance(two, Skilled))
    strategies = one.strategy(chart, Player.P1), two.strategy(chart, Player.P2)
    return chain_odds(chart, *strategies, cap, chart.number[start])


def _fixed(bot: object) -> Fixed:
    if not isinstance(bot, Fixed):
        raise UnfitBot(f"{bot} has no fixed strategy, so its odds can't be computed; they can be played out")
    return bot


def _chart(start: Position, is_solved: bool) -> Chart:
    if is_solved:
        insight = knowledge_of(start).whole
        chart = insight.chart if insight else None
    else:
        chart = explored(start, WHOLE)
    if chart is None or not chart.is_whole:
        raise TooBig(f"odds are computed for games of up to {WHOLE:,} positions, and this one has more")
    return chart
