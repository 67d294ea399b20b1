"""The pages as HTML. They are whole without scripts; scripts bring them to life."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from flagfall import __version__
from flagfall.coach.collection import FIRST_DAY, Collected, daily, stored
from flagfall.coach.lessons.lesson import NoLesson, lesson, lesson_or_none
from flagfall.core import HOURS, Player, Position, UnknownGame
from flagfall.core.scene import hour_of
from flagfall.draw.board.piece import token
from flagfall.draw.look import hour_tokens
from flagfall.draw.sky import mists, sky
from flagfall.games import GAMES, how_many
from flagfall.games import game as game_called
from flagfall.match import Match, Seat
from flagfall.online.ops.limits import Limits
from flagfall.online.table.making import opening_of, position_of
from flagfall.online.table.replay import demonstration
from flagfall.online.workers.tasks import has_puzzles
from flagfall.record.names import LONGEST_NAME

from . import forms, pictures, previews, reports
from .alone import games, has_table, is_alone
from .assets import modules, version
from .previews import has_previews, preview
from .rules import chapters, in_short
from .styles import early, style

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


ORIGIN = "flagfall-origin:"
"""In an address that must be whole, where only who sends the page knows how it begins (`addressed`)."""


def addressed(html: str, origin: str) -> str:
    """The page as it is sent from there."""
    return html.replace(ORIGIN, origin)


class NoPage(UnknownGame):
    """A page that a game hasn't."""


FIRST_GAME = "grid-runner"
"""For who taps without having chosen: a minute long, and nothing to explain."""


# --- home ---


def home() -> str:
    first = games().get(FIRST_GAME) or next(iter(games().values()))
    return _page(
        "home.html",
        many=how_many().capitalize(),
        first=first,
        first_bot=forms.usual(forms.opponents(first()), forms.FIRST_BOT),
        games=[_card(each) for each in games().values()],
        day=_day(),
        watchers=pictures.watchers(),
        longest_name=LONGEST_NAME,
        early=Markup(early()),
        modules=modules("home/home.js"),
        preview="/preview/home.png",
    )


def _card(game: type[Position]) -> dict[str, Any]:
    return {
        "game": game,
        "hour": hour_of(game.id, game.hour),
        "sky": pictures.window(game),
        "picture": pictures.card(game),
        "lesson": _tasks(game),
        "puzzles": len(stored().get(game.id, ())),
        "report": reports.of(game) is not None,
        "plays": demonstration(game) is not None,
        "at": pictures.moment(game),
    }


def _tasks(game: type[Position]) -> int:
    """How many tasks the game's lesson has; none without one."""
    found = lesson_or_none(game)
    return len(found.steps) + len(found.exam) if found else 0


# --- a new game ---


def new_game(name: str, settings: Mapping[str, str], most_cells: int = Limits.board_cells) -> str:
    """The page of one game: its rules, a preview with these settings, and the ways to play; or UnknownGame."""
    game = game_called(name)
    opening, mistake = forms.opening(game, settings, most_cells)
    opponents = forms.opponents(opening)
    return _page(
        "new.html",
        game=game,
        lesson=_tasks(game),
        puzzles=has_puzzles(game),
        report=reports.of(game) is not None,
        picture=pictures.picture(opening.scene()),
        words=opening.words(),
        notes=opening.notes(),
        fields=[forms.field(each, settings.get(each.name)) for each in game.Rules.settings()],
        varied=bool(opening.rules.changed()) or mistake is not None,
        mistake=mistake,
        bots=opponents,
        expects=any(each.expected for each in opponents),
        explores=explores(game),
        modules=modules("home/new.js"),
        preview=f"/preview/games/{game.id}.png",
        usual=forms.usual(opponents),
        short=in_short(game),
        glimpse=pictures.glimpse(game),
        unfit=next((each.unfit for each in opponents if each.unfit), None),
        here=has_table(name),
    )


# --- to read ---


def rulebook(name: str) -> str:
    """All rules of one game, numbered; or UnknownGame or NoPage. How they are checked is for who works on them."""
    game = game_called(name)
    if not (found := chapters(game)):
        raise NoPage(f"{game.title} has no page of rules")
    shown = [each for each in found if each.title != "Checked by"]
    return _page("rulebook.html", game=game, chapters=shown, **_around(game))


def report(name: str) -> str:
    """What is known of a game, with pictures; or UnknownGame or NoPage."""
    game = game_called(name)
    if not (found := reports.of(game)):
        raise NoPage(f"{game.title} has no report; the program writes one: flagfall report {game.id}")
    return _page("report.html", **_around(game) | {"game": game, "report": found, "explores": explores(game)})


def _around(game: type[Position]) -> dict[str, Any]:
    """What else there is of a game, and what it looks like."""
    return {
        "lesson": _tasks(game),
        "puzzles": has_puzzles(game),
        "report": reports.of(game),
        "glimpse": pictures.glimpse(game),
        "window": pictures.window(game),
        "preview": f"/preview/games/{game.id}.png",
    }


# --- to explore ---


def explore(name: str, query: Mapping[str, str], most_cells: int = Limits.board_cells) -> str:
    """Any position of a game, to be played on freely; or UnknownGame, or another FlagfallError with the reason."""
    game = game_called(name)
    text, settings = query.get("position"), {name: forms.typed(value) for name, value in query.items()}
    position = opening_of(game, settings, most_cells) if text is None else position_of(game, text, most_cells)
    opponents = [each for each in forms.opponents(position) if not each.unfit]
    return _page(
        "explore.html",
        game=game,
        start=position.text(),
        hides=position.hides(),
        line=all(cell.at[0] == 0 for cell in position.cells()),
        picture=pictures.picture(position.scene()),
        words=position.words(),
        settings=_changes(position),
        bots=opponents,
        usual=forms.usual(tuple(opponents)),
        modules=modules("study/explore.js"),
        preview=_preview_of(position),
    )


def _preview_of(position: Position) -> str:
    """Of what everybody may see; of a board that is too large for it, what the game is."""
    if len(position.cells()) > previews.MOST_CELLS:
        return f"/preview/games/{position.id}.png"
    return f"/preview/explore/{position.id}.png?{urlencode({'position': position.view(None).text()})}"


def open_explore() -> str:
    """Where exploring begins: the games, and a place for a position or a record."""
    cards = [_small_card(each) for each in games().values() if explores(each)]
    example = next(iter(GAMES.values()))().text()
    return _page("open-explore.html", games=cards, example=example, modules=modules("study/open.js"))


def _small_card(game: type[Position]) -> dict[str, Any]:
    return {"game": game, "hour": hour_of(game.id, game.hour), "picture": pictures.card(game)}


def explores(game: type[Position]) -> bool:
    """Whether its positions can be explored: without a server only by a table."""
    return not is_alone() or has_table(game.id)


def problem(status: int, reason: str) -> str:
    return _page("problem.html", status=status, reason=reason, watchers=pictures.watchers())


# --- to learn ---


def lessons() -> str:
    """Which games have a lesson."""
    taught = [each for each in games().values() if lesson_or_none(each)]
    cards = [_small_card(each) | {"tasks": _tasks(each)} for each in taught]
    return _page("lessons.html", games=cards, modules=modules("learn/lessons.js"))


def learn(name: str) -> str:
    """The lesson of one game; or UnknownGame or NoPage. Its texts can be read without a script."""
    game = game_called(name)
    try:
        found = lesson(game)
    except NoLesson as error:
        raise NoPage(str(error)) from None
    first = found.steps[0]
    return _page(
        "learn.html",
        game=game,
        steps=[{"text": step.text, "ask": step.ask, "picture": pictures.small(step.view)} for step in found.steps],
        tasks=_tasks(game),
        puzzles=has_puzzles(game),
        picture=pictures.picture(first.view.scene()),
        notes=first.view.notes(),
        modules=modules("learn/lesson.js"),
        preview=f"/preview/games/{game.id}.png",
    )


def puzzles(name: str | None = None) -> str:
    """The puzzle of the day, or those of one game; or UnknownGame or NoPage."""
    if name is None:
        day = _day()
        return _page(
            "puzzles.html",
            game=day["game"],
            daily=True,
            day=day,
            preview="/preview/puzzles.png",
            **_puzzling(day["puzzle"]),
        )
    game = game_called(name)
    if not has_puzzles(game):
        raise NoPage(f"{game.title} has no puzzles")
    found = stored().get(game.id)
    preview = f"/preview/games/{game.id}.png"
    puzzling = _puzzling(found[0] if found else None, game)
    return _page("puzzles.html", game=game, daily=False, day=None, preview=preview, **puzzling)


def _puzzling(puzzle: Collected | None, game: type[Position] | None = None) -> dict[str, Any]:
    position = puzzle.position if puzzle else (game or GAMES[FIRST_GAME])()
    return {
        "ask": puzzle.ask if puzzle else "",
        "picture": pictures.picture(position.scene()),
        "notes": position.notes(),
        "counts": puzzle_counts(),
        "games": [each for each in games().values() if has_puzzles(each)],
        "explored": [each.id for each in games().values() if explores(each)],
        "modules": modules("learn/puzzles.js"),
    }


def puzzle_counts() -> dict[str, int]:
    """How many puzzles there are for every day, of each game; where the games have none, those of all others."""
    of_games = {name: len(found) for name, found in stored().items() if name in games()}
    return of_games or {name: len(found) for name, found in stored().items()}


def _day(today: date | None = None) -> dict[str, Any]:
    """The puzzle of the day, by the clock of Greenwich; where there is none to choose from, nothing."""
    day = today or datetime.now(UTC).date()
    counts = puzzle_counts()
    game, number = daily(day, counts)
    puzzle = stored()[game][number]
    return {
        "number": day.toordinal() - FIRST_DAY,
        "game": GAMES[game],
        "hour": hour_of(game, GAMES[game].hour),
        "puzzle": puzzle,
        "counts": counts,
        "picture": pictures.small(puzzle.position),
    }


def open_record() -> str:
    """Where a record is brought along."""
    return _page("open.html", modules=modules("home/open.js"))


# --- a game ---


def play(name: str) -> str:
    """The page of a game against a bot that is played in the browser, by the game's table; or UnknownGame or NoPage."""
    found = game_called(name)
    if not has_table(found.id):
        raise NoPage(f"{found.title} can't be played without a server")
    return game("", Match(found()).seats[None], local=True)


def game(name: str, seat: Seat, local: bool = False) -> str:
    """The page of the match with this id, as a watcher sees it."""
    view = seat.view
    return _page(
        "game.html",
        id=name,
        game=type(view),
        view=view,
        hides=view.hides(),
        line=all(cell.at[0] == 0 for cell in view.cells()),
        longest_name=LONGEST_NAME,
        settings=_changes(view),
        begun=seat.before is not None,
        over=seat.outcome is not None,
        picture=pictures.picture(seat.scene(), seat.outcome.winner if seat.outcome else None),
        said=_spoken(seat),
        status=_status(seat),
        short=in_short(type(view)),
        glimpse=pictures.glimpse(type(view)),
        tokens={player.name: Markup(token(player)) for player in Player},
        modules=modules("game.js"),
        local=local,
        preview=None if local else f"/preview/g/{name}.png",
    )


def _status(seat: Seat) -> str:
    if seat.outcome:
        return f"{seat.outcome}."
    return f"{' and '.join(map(str, seat.waiting))} to choose."


def _spoken(seat: Seat) -> list[str]:
    """What was said, without the drawings, which the picture shows."""
    drawing = set(seat.view.board().split("\n"))
    return [line for line in seat.said if line and line not in drawing][-12:]


def _changes(position: Position) -> str:
    """In which way it is not played by the book."""
    return " · ".join(f"{name.replace('_', ' ')} {value}" for name, value in position.rules.changed().items())


def _page(template: str, **values: Any) -> str:
    """A page of a game stands in its hour and landscape; any other in the morning. `preview` is where a picture
    is for whoever is sent a link to it."""
    game: type[Position] | None = values.get("game")
    hour, seed = (hour_of(game.id, game.hour), game.id) if game else (HOURS[0], "flagfall")
    return TEMPLATES.get_template(template).render(
        version=__version__,
        alone=is_alone(),
        static=f"/static/{version()}",
        style=Markup(style(template)),
        hour=hour,
        dome=[hour_tokens(hour, theme)["s1"] for theme in (0, 1)],
        mists=Markup(mists()),
        sky=Markup(sky(seed, hour)),
        origin=ORIGIN,
        **values | {"preview": values.get("preview") if has_previews() and not is_alone() else None},
    )


# --- pictures of them ---


def home_picture() -> bytes:
    first = GAMES.get(FIRST_GAME) or next(iter(GAMES.values()))
    return preview(pictures.lively(first).scene(), "Flagfall", "Tiny games, solved to the last move.")


def day_picture() -> bytes:
    puzzle: Collected = _day()["puzzle"]
    return preview(puzzle.position.scene(), "Puzzle of the day", puzzle.ask)


def game_picture(name: str) -> bytes:
    """Of a game that nobody plays yet; or UnknownGame."""
    found = game_called(name)
    return preview(pictures.lively(found).scene(), found.title, found.about)


def seat_picture(seat: Seat) -> bytes:
    """Of a match, as a watcher sees it; of a board that is too large for it, what the game is."""
    if len(seat.view.cells()) > previews.MOST_CELLS:
        return game_picture(seat.view.id)
    return preview(seat.scene(), seat.view.title, _status(seat))


def position_picture(position: Position) -> bytes:
    return preview(position.scene(), position.title, "What is each move worth here?")


__all__ = [
    "addressed",
    "day_picture",
    "explore",
    "game",
    "game_picture",
    "home",
    "home_picture",
    "learn",
    "lessons",
    "new_game",
    "open_explore",
    "open_record",
    "play",
    "position_picture",
    "problem",
    "puzzles",
    "report",
    "rulebook",
    "seat_picture",
]
