"""The web page: what the server answers a browser with.

| address | answer |
|---|---|
| `/` | `home()` |
| `/games/NAME?setting=value` | `new_game(name, settings)`: rules, preview, and the ways to play |
| `/games/NAME/rules` | `rulebook(name)`: all rules, numbered |
| `/learn/NAME` | `learn(name)`: the game's lesson, which a script has answered move by move |
| `/g/ID` | `game(id, seat)` with the watcher's seat: the position and the rules, which a script brings to life |
| `/static/PATH` | `asset(path)` |
| anything else, with its status | `problem(status, reason)` |

Every page goes out with `CONTENT_POLICY`: nothing but our own files is ever loaded or run.
"""

from .assets import CONTENT_POLICY, Asset, asset
from .pages import game, home, learn, new_game, problem, rulebook

__all__ = ["CONTENT_POLICY", "Asset", "asset", "game", "home", "learn", "new_game", "problem", "rulebook"]
