"""The web page: what the server answers a browser with.

| address | answer |
|---|---|
| `/` | `home()` |
| `/games/NAME?setting=value` | `new_game(name, settings)`: rules, preview, and the ways to play |
| `/games/NAME/rules` | `rulebook(name)`: all rules, numbered |
| `/learn` | `lessons()`: which games have a lesson |
| `/learn/NAME` | `learn(name)`: the game's lesson, which a script has answered move by move |
| `/play/NAME` | `play(name)`: a game against a bot, which the browser plays by itself |
| `/puzzles` | `puzzles()`: the puzzle of the day |
| `/puzzles/NAME` | `puzzles(name)`: those of one game, without an end |
| `/reports/NAME` | `report(name)`: what is known of the game, with pictures |
| `/open` | `open_record()`: where a record is brought along |
| `/explore` | `open_explore()`: which game, position or record is to be explored |
| `/explore/NAME?position=TEXT` | `explore(name, query)`: a position to be played on freely, and what moves are worth |
| `/g/ID` | `game(id, seat)` with the watcher's seat: the position and the rules, which a script brings to life |
| `/worker.js` | `worker()`: keeps in the browser what pages need without a network |
| `/preview/PATH.png` | `home_picture()`, `game_picture(name)`, ...: what whoever is sent a link sees of it |
| `/static/PATH` | `asset(path)` |
| anything else, with its status | `problem(status, reason)` |

Every page goes out with its `policy(page)`: nothing but our own files and what stands in its head is loaded or run.
"""

from .assets import CONTENT_POLICY, Asset, asset
from .offline import worker
from .pages import (
    addressed,
    day_picture,
    explore,
    game,
    game_picture,
    home,
    home_picture,
    learn,
    lessons,
    new_game,
    open_explore,
    open_record,
    play,
    position_picture,
    problem,
    puzzles,
    report,
    rulebook,
    seat_picture,
)
from .previews import MOST_CELLS, has_previews
from .styles import policy

__all__ = [
    "CONTENT_POLICY",
    "MOST_CELLS",
    "Asset",
    "addressed",
    "asset",
    "day_picture",
    "explore",
    "game",
    "game_picture",
    "has_previews",
    "home",
    "home_picture",
    "learn",
    "lessons",
    "new_game",
    "open_explore",
    "open_record",
    "play",
    "policy",
    "position_picture",
    "problem",
    "puzzles",
    "report",
    "rulebook",
    "seat_picture",
    "worker",
]
