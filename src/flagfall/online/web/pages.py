"""The pages as HTML. They are whole without scripts; scripts bring them to life."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from flagfall import __version__
from flagfall.bots import BOTS, fit
from flagfall.coach.lessons.lesson import NoLesson, lesson, lesson_or_none
from flagfall.core import BadRules, FlagfallError, OneOf, Position, Scene, UnknownGame, Whole, YesNo
from flagfall.core.rules import Setting
from flagfall.draw import look, svg
from flagfall.games import GAMES, how_many
from flagfall.games import game as game_called
from flagfall.installed import playthrough
from flagfall.match import Seat
from flagfall.online.ops.limits import Limits
from flagfall.online.table.making import check_board
from flagfall.online.workers.bots import MEMORY
from flagfall.record import read

from .assets import assets, version
from .rules import chapters, in_short

TEMPLATES = Environment(
    loader=PackageLoader("flagfall.online.web"),
    autoescape=select_autoescape(default=True, default_for_string=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def sentence(reason: str) -> str:
    """A reason as it stands among other sentences."""
    begun = reason[:1].upper() + reason[1:]
    return begun if re.search(r"[.!?…][\"')\]]?$", begun) else f"{begun}."


TEMPLATES.filters["sentence"] = sentence


class NoPage(UnknownGame):
    """A page of rules that a game hasn't."""


USUAL_BOT = "level:4"
OTHERS = ("game.js", "home.js", "learn.js", "mastered.js", "new.js")
"""Scripts that the page of a game loads first, or does without."""


@dataclass(frozen=True)
class Field:
    """A setting as a control of a form."""

    name: str
    about: str
    kind: str
    value: str
    default: str
    low: int = 0
    high: int = 0
    options: tuple[str, ...] = ()
    hint: str = ""


def home() -> str:
    return _page(
        "home.html",
        many=how_many().capitalize(),
        games=[{"game": each, "picture": _card(each), "lesson": _tasks(each)} for each in GAMES.values()],
    )


def new_game(name: str, settings: Mapping[str, str], most_cells: int = Limits.board_cells) -> str:
    """The page of one game: its rules, a preview with these settings, and the ways to play; or UnknownGame."""
    game = game_called(name)
    opening, mistake = _opening(game, settings, most_cells)
    opponents = _opponents(opening)
    fields = [_field(each, settings.get(each.name)) for each in game.Rules.settings()]
    return _page(
        "new.html",
        game=game,
        lesson=_tasks(game),
        picture=_picture(opening.scene()),
        words=opening.words(),
        notes=opening.notes(),
        fields=fields,
        varied=bool(opening.rules.changed()) or mistake is not None,
        mistake=mistake,
        bots=opponents,
        usual=_usual(opponents),
        short=in_short(game),
        glimpse=_glimpse(game),
        unfit=next((each.unfit for each in opponents if each.unfit), None),
    )


def rulebook(name: str) -> str:
    """All rules of one game, numbered; or UnknownGame or NoPage. How they are checked is for who works on them."""
    game = game_called(name)
    if not (found := chapters(game)):
        raise NoPage(f"{game.title} has no page of rules")
    shown = [each for each in found if each.title != "Checked by"]
    return _page("rulebook.html", game=game, chapters=shown, lesson=_tasks(game))


def _tasks(game: type[Position]) -> int:
    """How many tasks the game's lesson has; none without one."""
    found = lesson_or_none(game)
    return len(found.steps) + len(found.exam) if found else 0


def learn(name: str) -> str:
    """The lesson of one game; or UnknownGame or NoLesson. Its texts can be read without a script."""
    game = game_called(name)
    try:
        found = lesson(game)
    except NoLesson as error:
        raise NoPage(str(error)) from None
    first = found.steps[0]
    return _page(
        "learn.html",
        game=game,
        steps=[{"text": step.text, "ask": step.ask, "picture": _small(step.view)} for step in found.steps],
        tasks=_tasks(game),
        picture=_picture(first.view.scene()),
    )


def game(name: str, seat: Seat) -> str:
    """The page of the match with this id, as a watcher sees it."""
    view = seat.view
    return _page(
        "game.html",
        id=name,
        game=type(view),
        view=view,
        hides=view.hides(),
        settings=" · ".join(f"{name.replace('_', ' ')} {value}" for name, value in view.rules.changed().items()),
        begun=seat.before is not None,
        picture=_picture(seat.scene()),
        said=_spoken(seat),
        status=_status(seat),
        short=in_short(type(view)),
        glimpse=_glimpse(type(view)),
        modules=[name for name in assets() if name.endswith(".js") and name not in OTHERS],
    )


def problem(status: int, reason: str) -> str:
    return _page("problem.html", status=status, reason=reason)


def _page(template: str, **values: Any) -> str:
    return TEMPLATES.get_template(template).render(version=__version__, static=f"/static/{version()}", **values)


def _picture(scene: Scene) -> Markup:
    """The board; a line that is folded on telephones twice, and the style sheet shows the right one."""
    wide, narrow = (svg(scene, columns=look.MEASURES[fold], page=True) for fold in ("fold", "narrow"))
    if wide == narrow:
        return Markup(wide)
    return Markup(f'<div class="wide">{wide}</div><div class="narrow">{narrow}</div>')


@cache
def _glimpse(game: type[Position]) -> Markup | None:
    """A moment of the game's demonstration, when things have got going; None where there is none to show."""
    text = playthrough(game)
    try:
        plies = read(text)[0].match().plies if text else []
    except FlagfallError:
        return None
    return _small(plies[len(plies) * 3 // 5].before) if plies else None


def _card(game: type[Position]) -> Markup:
    return _glimpse(game) or _small(game())


def _small(position: Position) -> Markup:
    return Markup(svg(position.scene(), columns=7, page=True))


def _opening(game: type[Position], settings: Mapping[str, str], most_cells: int) -> tuple[Position, str | None]:
    """The opening with these settings; where they can't be played, the book's and what is wrong."""
    known = {each.name for each in game.Rules.settings()}
    given = {name: _typed(value) for name, value in settings.items() if name in known and value.strip()}
    try:
        rules = game.Rules.read(given)
        check_board(game, rules, most_cells)
        return game(rules=rules), None  # type: ignore[call-arg]
    except BadRules as error:
        return game(), str(error)


@dataclass(frozen=True)
class Opponent:
    """A bot that plays this game; with the reason where it can't play these rules."""

    name: str
    unfit: str | None = None

    @property
    def title(self) -> str:
        return self.name.replace(":", " ")


@lru_cache(256)
def _opponents(opening: Position) -> tuple[Opponent, ...]:
    """The bots that can play by these rules, and those that can't for another reason than the book's: they are shown
    with it. Who can't play the game at all is not."""
    book = type(opening)()
    unfit = {name: fit.why_not(name, opening, MEMORY) for name in BOTS}
    return tuple(
        Opponent(name, why and str(fit.refusal(name, why, opening, MEMORY)))
        for name, why in unfit.items()
        if not why or why != fit.why_not(name, book, MEMORY)
    )


def _usual(opponents: tuple[Opponent, ...]) -> str:
    names = [each.name for each in opponents if not each.unfit]
    return USUAL_BOT if USUAL_BOT in names else names[-1]


def _typed(value: str) -> str:
    """In an address that is typed by hand a plus means a blank, and no setting has blanks."""
    return "+".join(value.split())


def _field(setting: Setting[Any], given: str | None) -> Field:
    kind, default = setting.kind, setting.kind.write(setting.default)
    value = _typed(given or "") or default
    if isinstance(kind, Whole):
        return Field(setting.name, setting.about, "number", value, default, kind.low, kind.high)
    if isinstance(kind, OneOf | YesNo):
        options = kind.options if isinstance(kind, OneOf) else ("no", "yes")
        return Field(setting.name, setting.about, "choice", value, default, options=options)
    return Field(setting.name, setting.about, "text", value, default, hint=kind.allowed())


def _status(seat: Seat) -> str:
    if seat.outcome:
        return f"{seat.outcome}."
    return f"{' and '.join(map(str, seat.waiting))} to choose."


def _spoken(seat: Seat) -> list[str]:
    """What was said, without the drawings, which the picture shows."""
    drawing = set(seat.view.board().split("\n"))
    return [line for line in seat.said if line and line not in drawing][-12:]


__all__ = ["game", "home", "learn", "new_game", "problem", "rulebook"]
