"""Making a game: from what is wanted to the event that it begins with, and the links to its seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flagfall import games
from flagfall.bots import BOTS
from flagfall.core import BadRules, Player, Position, Rules
from flagfall.match import Match
from flagfall.online.protocol.errors import bad_request
from flagfall.online.protocol.events import Made, SeatPlan
from flagfall.online.protocol.links import (
    derived,
    derived_id,
    digest,
    join_link,
    new_id,
    new_token,
    seat_link,
    watch_link,
)
from flagfall.online.protocol.messages import Created, CreateGame, SeatLink, SeatName, encode, name
from flagfall.record.names import checked

BOT = "bot:"
BOT_PLIES = 1000
"""After so many plies a game between two bots ends without a result."""
_DEFAULT_SEATS = ("link", "open")


@dataclass(frozen=True)
class Draft:
    """A game that can be made, its id, and the secrets of its seats."""

    id: str
    tokens: dict[Player, str]
    start: Position
    wanted: CreateGame
    kinds: dict[Player, str]
    names: dict[SeatName, str]

    @classmethod
    def of(cls, wanted: CreateGame, most_cells: int) -> Draft:
        """Denied, or another FlagfallError with the reason, if it can't be made."""
        kinds = {player: wanted.seats.get(name(player), _DEFAULT_SEATS[player]) for player in Player}
        for kind in kinds.values():
            _check(kind)
        names = {seat: found for seat, given in wanted.names.items() if (found := checked(given))}
        draft = cls(*_secrets(wanted), _opening(wanted, most_cells), wanted, kinds, names)
        if draft.is_between_bots and (wanted.cap or 0) > BOT_PLIES:
            raise bad_request(f"two bots play {BOT_PLIES} plies at most; give a smaller cap, or none")
        return draft

    @property
    def cap(self) -> int | None:
        """Two bots might play for ever."""
        return self.wanted.cap or (BOT_PLIES if self.is_between_bots else None)

    @property
    def is_between_bots(self) -> bool:
        return len(self.bots()) == len(Player)

    def bots(self) -> list[tuple[Player, str]]:
        return [(player, kind.removeprefix(BOT)) for player, kind in self.kinds.items() if kind.startswith(BOT)]

    def made(self, at: int, up: int) -> Made:
        return Made(
            at=at,
            up=up if self.wanted.clock else 0,
            start=self.start.text(),
            seats={name(player): _plan(kind, self.tokens[player]) for player, kind in self.kinds.items()},
            clock=self.wanted.clock,
            cap=self.cap,
            chat=self.wanted.chat,
            names=self.names,
        )

    def created(self) -> Created:
        links = {name(player): _link(self.id, kind, self.tokens[player]) for player, kind in self.kinds.items()}
        return Created(id=self.id, watch=watch_link(self.id), seats=links)


def _secrets(wanted: CreateGame) -> tuple[str, dict[Player, str]]:
    """The game's id and the tokens of its seats; for a request that may be repeated they follow from the request."""
    if wanted.key is None:
        return new_id(), {player: new_token() for player in Player}
    same = encode(wanted)
    return derived_id(b"game/" + same), {player: derived(same, f"seat {name(player)}") for player in Player}


def check_board(game: type[Position], rules: Rules, most: int) -> None:
    """BadRules for a board that is too large to be made for whoever asks."""
    if (cells := game.count_cells(rules)) > most:
        raise BadRules(f"this board has {cells} cells, and there is room for {most} here; choose a smaller one")


def _opening(wanted: CreateGame, most_cells: int) -> Position:
    """The position that is asked for, if it can be played."""
    start = _wished(wanted, most_cells)
    if start.outcome():
        raise bad_request("this position can't be played: the game is over")
    Match(start, cap=wanted.cap)  # or it says what is wrong with it
    return start


def _wished(wanted: CreateGame, most_cells: int) -> Position:
    if wanted.start is None:
        return opening_of(games.game(wanted.game), wanted.settings, most_cells)
    if wanted.settings or wanted.game:
        raise bad_request("a start has its game and rules in it; leave out game and settings")
    return position_of(games.game((wanted.start.split() or [""])[0]), wanted.start, most_cells)


def opening_of(game: type[Position], settings: Mapping[str, str], most_cells: int) -> Position:
    """The opening with these settings, or why it can't be."""
    rules = game.Rules.read(dict(settings))
    check_board(game, rules, most_cells)
    return game(rules=rules)  # type: ignore[call-arg]


def position_of(game: type[Position], text: str, most_cells: int) -> Position:
    """A position of this game from its one-line text, or why it can't be."""
    check_board(game, game.rules_in(text), most_cells)
    return game.from_text(text)


def _check(kind: str) -> None:
    if kind in ("link", "open"):
        return
    bot = kind.removeprefix(BOT)
    if bot == kind:
        raise bad_request(f"a seat is link, open or {BOT}NAME, not {kind!r}")
    if bot not in BOTS:  # those of the catalogue: a bot that may think for as long as a guest says is not offered
        raise bad_request(f"no bot is called {bot!r} here; there are {', '.join(BOTS)}")


def _plan(kind: str, token: str) -> SeatPlan:
    if kind == "link":
        return SeatPlan(digest=digest(token))
    if kind == "open":
        return SeatPlan(invitation=digest(token))
    return SeatPlan(bot=kind.removeprefix(BOT))


def _link(game: str, kind: str, token: str) -> SeatLink:
    if kind == "link":
        return SeatLink(who="link", token=token, link=seat_link(game, token))
    if kind == "open":
        return SeatLink(who="open", token=token, link=join_link(game, token))
    return SeatLink(who="bot")
