"""What the players are called: names that people give, kept as tags beside what plays in each seat."""

from __future__ import annotations

from collections.abc import Mapping

from flagfall.core import FlagfallError, Player, printable

LONGEST_NAME = 40
"""Signs in a name."""
_TAGS = {Player.P1: "Name1", Player.P2: "Name2"}


class BadName(FlagfallError):
    """A text that nobody can be called by on a screen."""


def checked(name: str) -> str:
    """The name with single blanks and none around it; nothing is no name. BadName where a screen couldn't show it."""
    found = " ".join(name.split())
    if len(found) > LONGEST_NAME or printable(found, "") != found:
        raise BadName(f"a name has at most {LONGEST_NAME} signs that can be printed, not {found[: LONGEST_NAME + 1]!r}")
    return found


def name_tags(names: Mapping[Player, str]) -> dict[str, str]:
    """The tags that keep these names."""
    return {_TAGS[player]: name for player, name in names.items() if name}


def names_in(tags: Mapping[str, str]) -> dict[Player, str]:
    """The names that tags tell, as long as may be shown; whoever has none is left out."""
    found = {player: " ".join(tags.get(tag, "").split())[:LONGEST_NAME] for player, tag in _TAGS.items()}
    return {player: name for player, name in found.items() if name}


def titled(player: Player, names: Mapping[Player, str]) -> str:
    """`Player 1 (Ada)`: the book's words, and the name beside them."""
    return f"{player} ({names[player]})" if names.get(player) else str(player)


def introduced(names: Mapping[Player, str]) -> str:
    """A line that says who is who."""
    return f"{' and '.join(titled(player, names) for player in Player)}."
