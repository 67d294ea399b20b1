"""The command line: one block a command, its arguments and what it calls. What it needs is imported when it runs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from io import TextIOWrapper
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from flagfall import __version__
from flagfall.core import BadPosition, BadRules, FlagfallError, Position, UnknownGame
from flagfall.exits import BROKEN_PIPE, DONE, FAILED, INPUT_ENDED, INTERRUPTED, MEANING, MISUSED

if TYPE_CHECKING:
    from flagfall.core import Player
    from flagfall.terminal.local.play import Setup
    from flagfall.terminal.screen.app import Errand
    from flagfall.terminal.screen.gate import Mode
    from flagfall.terminal.tty.console import Console

BOTS = "random, level:1 to level:10, perfect"
LONGEST_POSITION = 100_000
"""Characters of a line that may be one."""


class UsageError(FlagfallError):
    """Arguments that can't be understood."""


class Parser(argparse.ArgumentParser):
    """A mistake is one line, and what would be right."""

    def error(self, message: str) -> NoReturn:
        words = " ".join([*self.prog.split()[1:], "--help"])
        raise UsageError(f"{message}; `{_to_type(words)}` shows what can be given")


def _to_type(words: str) -> str:
    from flagfall.terminal.tty.advice import command

    return command(words)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the answer is the exit code."""
    _prepare_streams()
    code = _run(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # what can't be written now can't be written when Python ends, either
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return code


def _run(arguments: Sequence[str]) -> int:
    try:
        code = _obey(arguments)
        if code == DONE:
            sys.stdout.flush()
    except (UsageError, UnknownGame, BadRules, BadPosition) as error:
        return _fail(str(error), MISUSED)
    except FlagfallError as error:
        return _fail(str(error), FAILED)
    except BrokenPipeError:
        return BROKEN_PIPE
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _fail(message: str, code: int) -> int:
    from .terminal.tty.console import complain

    complain(message)
    return code


def _prepare_streams() -> None:
    """A stream that is closed is an empty one, and no sign is an error."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name) or open(os.devnull, mode)  # noqa: SIM115
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
        setattr(sys, name, stream)


def _obey(arguments: Sequence[str]) -> int:
    """Do what the first word says. Only its own arguments are set up, as a start should take no time."""
    if not arguments or arguments[0].startswith("-"):
        return _menu(top_parser().parse_args(arguments))  # --help and --version end here
    name, *rest = arguments
    if name not in COMMANDS:
        raise UsageError(f"there is no command {name!r}; {_instead(name)}")
    return COMMANDS[name].run(parser(name).parse_args(rest))


def _instead(name: str) -> str:
    from difflib import get_close_matches

    from flagfall.games import GAMES

    if name in GAMES:
        return f"`{_to_type(f'play {name}')}` plays this game"
    near = get_close_matches(name, listed(), n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(listed())}"


# --- what can be given ---

Argument = Callable[[argparse.ArgumentParser], object]
"""Adds something that can be given to the parser of a command."""
Run = Callable[[argparse.Namespace], int]


class Command(NamedTuple):
    run: Run
    """Does it with what was given; the answer is the exit code."""
    about: str
    """What `--help` says of it; nothing for a command that only programs use."""
    arguments: tuple[Argument, ...]
    examples: Examples
    epilog: str | None


Examples = Mapping[str, str]
"""Whole lines for a shell, with what each does."""
COMMANDS: dict[str, Command] = {}


def command(
    about: str, *arguments: Argument, examples: Examples = MappingProxyType({}), epilog: str | None = None
) -> Callable[[Run], Run]:
    """Makes a function the command of its name."""

    def enter(run: Run) -> Run:
        COMMANDS[run.__name__.rstrip("_")] = Command(run, about, arguments, examples, epilog)
        return run

    return enter


def argument(*names: str, **settings: Any) -> Argument:
    return lambda to: to.add_argument(*names, **settings)


def listed() -> dict[str, str]:
    """The commands for people, with what they are for."""
    return {name: command.about for name, command in COMMANDS.items() if command.about}


def top_parser() -> argparse.ArgumentParser:
    commands = "\n".join(f"  {name:<12}{about}" for name, about in listed().items())
    top = Parser(
        prog="flagfall",
        usage="flagfall [--help] [--version] [--full | --plain | --words] [COMMAND ...]",
        description="Five pocket strategy games for two. Without a command it opens a full screen,\n"
        "or a menu in plain lines where the terminal has none.",
        epilog=f"commands (`flagfall help COMMAND` says more):\n{commands}\n\n{in_lines(EXAMPLES)}\n\n"
        f"{environment()}\n\n{exit_codes()}",
        formatter_class=_layout,
        allow_abbrev=False,
    )
    top.add_argument("-V", "--version", action="version", version=f"flagfall {__version__}")
    _add_screen(top)
    return top


EXAMPLES: Examples = {
    "flagfall": "everything, on a screen or in a menu",
    "flagfall --words": "the same in plain lines, with boards in words; kept for the next start",
    "flagfall play grid-runner --p2 level:4": "a game against a bot",
    "flagfall help play": "all that can be given to play",
}


def in_lines(examples: Examples) -> str:
    """Each line as it is typed, and below it what it does."""
    return "\n".join(["examples:", *(f"  {line}\n      {about}" for line, about in examples.items())])


ENVIRONMENT = {
    "FLAGFALL_SCREEN": "full, plain or words, whatever was chosen last",
    "FLAGFALL_GAMES": "more games to play, each as MODULE:CLASS, with blanks between them",
    "FLAGFALL_CACHE": "how many bytes of solutions are kept on disk",
    "FLAGFALL_MEMORY": "how many bytes solving may take",
    "NO_COLOR": "if set: no colours",
    "NO_ANIMATION": "if set: nothing moves by itself on the full screen",
    "PAGER": "what shows long texts; less if it is not set",
    "XDG_DATA_HOME": "where saved games and what you have mastered are; ~/.local/share if it is not set",
    "XDG_CONFIG_HOME": "where settings are; ~/.config if it is not set",
    "XDG_CACHE_HOME": "where solutions are; ~/.cache if it is not set",
}


def environment() -> str:
    return "\n".join(["environment:", *(f"  {name:<17}{about}" for name, about in ENVIRONMENT.items())])


def exit_codes() -> str:
    lines = (f"  {code:<5}{meaning}".replace("\n", "\n" + " " * 7) for code, meaning in MEANING.items())
    return "\n".join(["exit codes:", *lines, ""])


def parser(name: str | None) -> argparse.ArgumentParser:
    """What may follow this command; for none, what may stand before one."""
    if name is None:
        return top_parser()
    _, about, arguments, examples, epilog = COMMANDS[name]
    made = Parser(prog=f"flagfall {name}", description=about, formatter_class=_layout, allow_abbrev=False)
    made.epilog = "\n\n".join([*([epilog] if epilog else []), *([in_lines(examples)] if examples else [])])
    for add in arguments:
        add(made)
    return made


def _layout(prog: str) -> argparse.HelpFormatter:
    """As wide as the terminal. Left to itself, argparse loads modules for every start in order to find out."""
    try:
        width = os.get_terminal_size().columns or 80
    except OSError:
        width = 80
    return argparse.RawDescriptionHelpFormatter(prog, width=width)


# --- what several commands take, and what it means ---

JSON = argument("--json", action="store_true", help="print JSON for a program to read")
REVEAL = argument("--reveal", action="store_true", help="show the secrets of an unfinished game, too")
GAME = argument("game", nargs="?", metavar="GAME", help="one of the games that `flagfall games` lists")
FILE = argument("file", metavar="FILE", help="a record, or the name of a saved game; - reads standard input")
POSITION = argument(
    "position", metavar="POSITION", help="a game, or a position in its one-line text; - reads a line of standard input"
)
NAMES = tuple(
    argument(f"--name{seat}", default="", metavar="NAME", help=f"what Player {seat} is called; kept in the record")
    for seat in (1, 2)
)
VARIATION = (
    argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="settings",
        help="vary a rule or choose a ruling; `flagfall rules GAME --all` names them",
    ),
    argument(
        "--from",
        metavar="POSITION",
        dest="start",
        help="start from this position, in its one-line text (- reads a line)",
    ),
)


def _add_screen(to: argparse.ArgumentParser) -> None:
    """What is given at a terminal is kept for the next start."""
    screens = to.add_mutually_exclusive_group()
    for name, use in (
        ("full", "use the full screen, if it can be had"),
        ("plain", "print plain lines"),
        ("words", "print plain lines, and say the board in words, for screen readers"),
    ):
        screens.add_argument(f"--{name}", action="store_const", const=name, dest="screen", help=use)
    for name, use in (
        ("ascii", "plain signs only on the full screen, for fonts that lack others"),
        ("no-mouse", "the full screen leaves the mouse to the terminal"),
        ("no-motion", "nothing moves by itself on the full screen"),
    ):
        to.add_argument(f"--{name}", action="store_true", help=use)


def _number(highest: int) -> Callable[[str], int]:
    """Reads a number of rounds or plies."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= highest:
            return int(text)
        raise argparse.ArgumentTypeError(f"give a whole number from 1 to {highest}, not {text!r}")

    return read


def console() -> Console:
    from flagfall.terminal.tty.console import Console

    return Console()


def _start(given: argparse.Namespace) -> Position:
    """The position that --from, --set and the game together mean."""
    from flagfall.games import game, position

    settings = dict(_name_and_value(each) for each in given.settings)
    if len(settings) < len(given.settings):
        raise UsageError("--set gives a setting twice")
    if given.start is None:
        chosen = game(given.game) if given.game else _asked_game(given)
        return chosen(rules=chosen.Rules.read(settings))  # type: ignore[call-arg]
    if settings:
        raise UsageError("--set can't be given with --from: a position has its rules in it")
    start = position(_line_of_input() if given.start == "-" else given.start)
    if given.game is not None and game(given.game) is not type(start):
        raise UsageError(f"this position is one of {start.id}, not of {given.game}")
    if start.is_partial() or start.outcome():
        why = "the game is over" if start.outcome() else "it is what one player knows"
        raise UsageError(f"this position can't be played on: {why}")
    return start


def _asked_game(given: argparse.Namespace) -> type[Position]:
    """The game that somebody at a terminal chooses now."""
    if getattr(given, "json", False) or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(f"which game? `{_to_type('games')}` lists them")
    from flagfall.terminal.menu.choosing import Back
    from flagfall.terminal.menu.main import choose_game

    try:
        return choose_game(console())
    except Back:
        sys.exit(DONE)
    except EOFError:
        sys.exit(INPUT_ENDED)


def _line_of_input() -> str:
    """A position that comes through a pipe, or that somebody types."""
    try:
        return console().ask("Position: ") if sys.stdin.isatty() else sys.stdin.readline(LONGEST_POSITION).strip()
    except EOFError:
        return ""


def _name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--set takes NAME=VALUE, not {text!r}")
    return name.strip(), value


def _named_position(text: str) -> Position:
    """The opening of the game that is named, or the position that is written."""
    from flagfall.games import game, position

    written = _line_of_input() if text == "-" else text
    words = written.split()
    return game(words[0])() if len(words) == 1 else position(written)


def _check_player(option: str, name: str) -> None:
    from flagfall.terminal.saving import HUMAN

    if name != HUMAN:
        _check_bot(f"--{option} takes {HUMAN} or a bot", name)


def _check_bot(rule: str, name: str) -> None:
    from flagfall.bots import UnknownBot, maker

    try:
        maker(name)
    except UnknownBot as error:
        raise UsageError(f"{rule}, and {error}") from None


def _check_piped() -> None:
    if sys.stdin.isatty():
        raise UsageError("with --json the moves come from a pipe, one a line; nobody can type them here")


# --- the commands ---


def _menu(given: argparse.Namespace) -> int:
    mode = _mode(given, usual="full")
    if mode == "full":
        return _full_screen(given)
    from flagfall.terminal.menu.main import menu

    return menu(console(), words=mode == "words")


def _full_screen(given: argparse.Namespace, errand: Errand | None = None) -> int:
    """Go on there, to a game or whatever else was wanted, with the home behind it."""
    import gc

    gc.disable()  # until the first picture: of what is loaded now nothing can be thrown away
    from flagfall.terminal.screen.app import run
    from flagfall.terminal.screen.gate import display
    from flagfall.terminal.settings import settings

    shown = display(settings(), ascii=given.ascii, mouse=not given.no_mouse, motion=not given.no_motion)
    return run(errand, shown)


def _mode(given: argparse.Namespace, usual: str = "plain") -> Mode:
    """Full screen, plain lines or words. What a person asks for is kept, and said if it is new; what goes through a
    pipe neither changes that nor follows it. Where the full screen can't be had there is a word why."""
    from flagfall.terminal.screen.gate import Mode, way
    from flagfall.terminal.settings import remember_screen, settings
    from flagfall.terminal.tty.console import complain

    attended = sys.stdin.isatty() and sys.stdout.isatty()
    if attended and given.screen:
        remember_screen(given.screen)
    kept = settings().screen if attended else None
    mode, why = way(Mode(given.screen) if given.screen else None, kept, Mode(usual))
    if why:
        complain(f"no full screen here: {why}")
    return mode


@command(
    "list the games",
    JSON,
    examples={
        "flagfall games": "their names, and what they are about",
        "flagfall games --json": "the same with every setting, for a program",
    },
)
def games(given: argparse.Namespace) -> int:
    from flagfall.terminal.show.games import list_games

    list_games(console(), given.json)
    return DONE


def _add_length(to: argparse.ArgumentParser) -> None:
    length = to.add_mutually_exclusive_group()
    length.add_argument("--best-of", type=_number(999), metavar="N", help="play a series of N rounds")
    length.add_argument("--first-to", type=_number(999), metavar="N", help="play until somebody has won N rounds")


@command(
    "play a game",
    GAME,
    *(
        argument(option, default="human", metavar="WHO", help=f"human, {BOTS} or sampler (default: human)")
        for option in ("--p1", "--p2")
    ),
    *NAMES,
    argument("--seed", help="makes the bots' moves repeatable"),
    *VARIATION,
    _add_length,
    argument("--swap", action="store_true", help="swap the starter each round of a series"),
    argument("--cap", type=_number(999_999), metavar="PLIES", help="end a game without a result after so many plies"),
    argument("--no-save", action="store_true", help="keep the game in no file"),
    _add_screen,
    JSON,
    examples={
        "flagfall play grid-runner": "with a friend at this keyboard",
        "flagfall play grid-runner --p2 level:4": "against a bot",
        "flagfall play capture-the-flag --best-of 5 --swap --name1 Ada --name2 Ben": "a series with names",
        "flagfall play grid-runner --set size=7 --set blocked=3,3": "a variation",
        "flagfall play flag-chase --from 'flag-chase P2 3/4'": "from any position",
        "flagfall play flag-chase --no-save": "a game that is kept nowhere",
        "printf '2\\n2\\n1\\n' | flagfall play capture-the-flag": "through a pipe, one line an answer",
    },
)
def play(given: argparse.Namespace) -> int:
    mode = _mode(given)
    if mode == "full" and not (given.game or given.start or given.json):
        return _full_screen(given)
    setup = _setup(given)
    if mode == "full" and not given.json:
        return _full_screen(given, lambda app: app.start_game(setup))
    from flagfall.terminal.local.play import play

    return play(setup, words=mode == "words", as_json=given.json)


def _setup(given: argparse.Namespace) -> Setup:
    from flagfall.core import Player
    from flagfall.match import Terms
    from flagfall.terminal.local.play import Setup
    from flagfall.terminal.saving import HUMAN

    players = {Player.P1: given.p1, Player.P2: given.p2}
    for player, name in players.items():
        _check_player(player.name.lower(), name)
    if given.swap and not (given.best_of or given.first_to):
        raise UsageError("--swap is for a series: give --best-of or --first-to, too")
    if given.json and HUMAN in players.values():
        _check_piped()
    terms = Terms(given.best_of, given.first_to, given.swap)
    people = [player for player, kind in players.items() if kind == HUMAN]
    return Setup(_start(given), players, terms, given.cap, given.seed, _names(given, people), not given.no_save)


def _names(given: argparse.Namespace, people: Sequence[Player]) -> dict[Player, str]:
    """What the players are called: as given, or as these people have said once, if somebody sits here."""
    from flagfall.core import Player
    from flagfall.record.names import BadName, checked
    from flagfall.terminal.settings import settings

    kept = settings() if sys.stdin.isatty() else None
    usual = dict(zip(people, (kept.name1, kept.name2), strict=False)) if kept else {}
    names = {Player.P1: given.name1, Player.P2: given.name2}
    try:
        return {player: found for player, name in names.items() if (found := checked(name or usual.get(player, "")))}
    except BadName as error:
        raise UsageError(str(error)) from None


def _add_housekeeping(to: argparse.ArgumentParser) -> None:
    one = to.add_mutually_exclusive_group()
    one.add_argument("--list", action="store_true", help="list the saved games")
    one.add_argument("--delete", action="append", metavar="NAME", help="delete this saved game, after a question")
    one.add_argument(
        "--prune",
        nargs="?",
        type=_days,
        const=30,
        metavar="DAYS",
        help="delete games that are over or were played by programs, if untouched for so many days (30)",
    )
    to.add_argument("--yes", action="store_true", help="delete without a question")


def _days(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 5:
        return int(text)
    raise argparse.ArgumentTypeError(f"give a number of days, not {text!r}")


def _keep_house(given: argparse.Namespace) -> int:
    from flagfall.terminal.show.saved import delete_named, list_saved, prune

    if given.name:
        raise UsageError("--list and --prune take no name, and --delete takes its own")
    if given.list:
        list_saved(console(), given.json)
        return DONE
    if given.delete:
        return delete_named(console(), given.delete, sure=given.yes)
    return prune(console(), given.prune, sure=given.yes)


@command(
    "go on with a saved game; without a name, with the newest",
    argument("name", nargs="?", metavar="NAME", help="a saved game or a file"),
    _add_housekeeping,
    _add_screen,
    JSON,
    examples={
        "flagfall resume": "the game that you left last",
        "flagfall resume --list": "all that are saved",
        "flagfall resume --delete game.flagfall": "forget one of them",
        "flagfall resume --prune 90": "forget what is over and was not touched for 90 days",
    },
)
def resume(given: argparse.Namespace) -> int:
    if given.list or given.delete or given.prune is not None:
        return _keep_house(given)
    from flagfall.terminal.local.play import name_or_newest, take_up

    if given.json:
        _check_piped()
    mode, name = _mode(given), name_or_newest(given.name)
    if mode == "full" and not given.json:
        return _full_screen(given, lambda app: app.take_up(name))
    return take_up(name, words=mode == "words", as_json=given.json)


@command(
    "see a game again, step by step or all at once",
    FILE,
    argument("--all", action="store_true", help="print the whole game at once"),
    argument("--words", action="store_const", const="words", dest="screen", help="say the board in words"),
    REVEAL,
    JSON,
    examples={
        "flagfall replay game.flagfall": "step by step",
        "flagfall replay game.flagfall --all": "all at once",
        "flagfall record game.flagfall | flagfall replay -": "one that comes through a pipe",
    },
)
def replay(given: argparse.Namespace) -> int:
    from flagfall.terminal.saving import records_in
    from flagfall.terminal.show.replay import replay

    replay(
        console(),
        records_in(given.file),
        reveal=given.reveal,
        all_at_once=given.all,
        as_json=given.json,
        words=_mode(given) == "words",
    )
    return DONE


@command(
    "print a record as text or JSON",
    FILE,
    REVEAL,
    JSON,
    examples={
        "flagfall record game.flagfall": "the moves, with the secrets of an unfinished game sealed",
        "flagfall record game.flagfall --json": "for a program",
    },
)
def record(given: argparse.Namespace) -> int:
    from flagfall.record import to_json, write
    from flagfall.terminal.saving import records_in

    records = records_in(given.file)
    text = to_json(records, reveal=given.reveal) if given.json else write(records, reveal=given.reveal)
    sys.stdout.write(text)
    return DONE


@command(
    "the rules of a game, in short or with every ruling and why",
    argument("game", metavar="GAME"),
    argument("--all", action="store_true", help="every rule, setting and ruling, with the reasons"),
    JSON,
    examples={
        "flagfall rules flag-chase": "on one screen",
        "flagfall rules flag-chase --all": "with every ruling and why, in your pager",
    },
)
def rules(given: argparse.Namespace) -> int:
    from flagfall.games import game
    from flagfall.terminal.show.games import show_rules

    show_rules(console(), game(given.game), all_of_them=given.all, as_json=given.json)
    return DONE


@command(
    "show a position: the board, and who may do what",
    POSITION,
    JSON,
    examples={
        "flagfall position grid-runner": "the opening",
        "flagfall position 'flag-chase P2 3/4'": "any position",
        "echo 'flag-chase P2 3/4' | flagfall position - --json": "one that comes through a pipe, for a program",
    },
)
def position(given: argparse.Namespace) -> int:
    from flagfall.terminal.show.games import show_position

    show_position(console(), _named_position(given.position), given.json)
    return DONE


@command(
    "print a picture of a position, as SVG",
    POSITION,
    argument("--for", choices=("P1", "P2"), dest="viewer", help="only what this player knows; default: all of it"),
    examples={
        "flagfall draw grid-runner > opening.svg": "the opening",
        "flagfall draw 'flag-chase P2 3/4' --for P1": "what Player 1 knows of a position",
    },
)
def draw(given: argparse.Namespace) -> int:
    from flagfall.core import Player
    from flagfall.draw import svg

    position = _named_position(given.position)
    sys.stdout.write(svg((position.view(Player[given.viewer]) if given.viewer else position).scene()))
    return DONE


@command(
    "watch a short game",
    argument("game", nargs="?", default="grid-runner", metavar="GAME", help="default: grid-runner"),
    examples={"flagfall demo": "a game of Grid Runner", "flagfall demo flag-chase": "of another one"},
)
def demo(given: argparse.Namespace) -> int:
    from flagfall.games import game
    from flagfall.terminal.local.demo import demo

    demo(console(), game(given.game))
    return DONE


def _add_server(to: argparse.ArgumentParser) -> None:
    from flagfall.online.options import add_arguments

    add_arguments(to)


@command(
    "let people play over the network: web page, links, live games",
    _add_server,
    examples={
        "flagfall serve": "for this computer, at port 8765",
        "flagfall serve --host 0.0.0.0 --port 80": "for everybody who can reach it",
    },
)
def serve(given: argparse.Namespace) -> int:
    from flagfall.online.options import run

    return run(given)


@command(
    "write the games as a folder of web pages that need no server",
    argument("folder", metavar="FOLDER", help="where to; a new or empty folder, or an earlier site, which is renewed"),
    argument("--games", nargs="+", default=(), metavar="GAME", help="these games only (default: all)"),
    examples={
        "flagfall site public": "play bots, learn, solve puzzles and explore, from any web server",
        "flagfall site public --games flag-chase grid-runner": "of two games",
    },
)
def site(given: argparse.Namespace) -> int:
    from flagfall.online.options import check_installed

    check_installed()
    from pathlib import Path

    from flagfall.terminal.show.site import write_site

    write_site(console(), Path(given.folder), given.games)
    return DONE


def _add_address(to: argparse.ArgumentParser) -> None:
    from flagfall.online.options import add_address

    add_address(to)


@command(
    "play over the network: make a game, and invite somebody with a link",
    GAME,
    *VARIATION,
    argument("--p2", default="human", metavar="WHO", help="human or a bot (default: human)"),
    *NAMES,
    argument("--cap", type=_number(99_999), metavar="PLIES", help="end the game without a result after so many plies"),
    argument("--clock", metavar="TIME", help="10m for the game, 10m+5s with time back, or 2d/move"),
    argument("--chat", action="store_true", help="let the players talk"),
    _add_address,
    _add_screen,
    examples={
        "flagfall host grid-runner": "invite somebody on this computer",
        "flagfall host flag-chase --host 0.0.0.0 --clock 10m+5s --chat": "from elsewhere, with a clock and a chat",
    },
)
def host(given: argparse.Namespace) -> int:
    from flagfall.online.options import check_installed

    check_installed()
    from flagfall.core import Player
    from flagfall.terminal.remote.host import BadClock, game_wanted, host

    start = _start(given)
    _check_player("p2", given.p2)
    try:
        wanted = game_wanted(start, given.p2, given.clock, given.cap, given.chat, _names(given, [Player.P1]))
    except BadClock as error:
        raise UsageError(str(error)) from None
    if (mode := _mode(given)) == "full":
        return _full_screen(given, lambda app: app.host(start, _said_of_host(given)))
    return host(console(), wanted, given.host, given.port, words=mode == "words")


def _said_of_host(given: argparse.Namespace) -> dict[str, str]:
    """The same as answers in the full screen's form."""
    said = {"opponent": given.p2, "clock": given.clock, "cap": given.cap, "reach": given.host, "port": given.port}
    answers = {name: str(value) for name, value in said.items() if value is not None}
    return answers | {"chat": "yes" if given.chat else "no"}


@command(
    "play over the network: follow a link",
    argument("link", nargs="?", metavar="LINK", help="a link to a seat, to an open seat or for watching"),
    _add_screen,
    examples={
        "flagfall join 'http://127.0.0.1:8765/g/abcdefgh#key'": "follow the link that you were sent",
        "flagfall join": "be asked for it",
    },
)
def join(given: argparse.Namespace) -> int:
    from flagfall.online.client.link import BadLink, Link
    from flagfall.online.options import check_installed

    check_installed()
    from flagfall.terminal.remote.join import join

    if (mode := _mode(given)) == "full":
        return _full_screen(given, lambda app: app.join(given.link))
    try:
        link = Link.read(given.link or _asked("Link: "))
    except BadLink as error:
        raise UsageError(str(error)) from None
    return join(console(), link, words=mode == "words")


def _asked(question: str) -> str:
    """What is typed: nothing, where nobody types."""
    try:
        return console().ask(question) if sys.stdin.isatty() else ""
    except EOFError:
        return ""


@command(
    "check that secret choices were fixed before they were known",
    argument("file", metavar="RECORD", help="a record of an online game, or the name of a saved one"),
    JSON,
    examples={"flagfall verify game.flagfall": "the record of an online game"},
)
def verify(given: argparse.Namespace) -> int:
    from flagfall.terminal.saving import records_in
    from flagfall.terminal.show.verify import show_verdicts

    return show_verdicts(console(), records_in(given.file), given.json)


def _error(text: str) -> float:
    """Reads how far a value may be from the truth."""
    with suppress(ValueError):
        if 0 <= float(text) <= 2:
            return float(text)
    raise argparse.ArgumentTypeError(f"give a number from 0 to 2, such as 1e-6, not {text!r}")


@command(
    "who wins with best play, how fast, and how",
    GAME,
    *VARIATION,
    argument(
        "--verify",
        action="store_const",
        const="some",
        help="prove the answer from the rules, for every position; for a random sample where a bulk form has very many",
    ),
    argument("--verify=all", dest="verify", action="store_const", const="all", help="for every position, however many"),
    argument(
        "--within", type=_error, metavar="ERROR", help="how exact values must be for the proof to hold (default 1e-6)"
    ),
    argument(
        "--cap",
        type=_number(999),
        metavar="PLIES",
        help="solve it for so many plies; so games that hide something can be solved, too",
    ),
    argument("--no-cache", action="store_true", help="neither take the answer from the disk nor keep it there"),
    JSON,
    examples={
        "flagfall solve grid-runner": "who wins, how fast, and how",
        "flagfall solve capture-the-flag --verify": "the same, proved from the rules",
        "flagfall solve grid-runner --set size=4": "a variation",
        "flagfall solve flag-chase-traps --set size=3 --set traps=1 --cap 5": "with secrets, for five plies",
    },
)
def solve(given: argparse.Namespace) -> int:
    if given.within is not None and not (given.verify or given.cap):
        raise UsageError("--within says how exact a proof must be, and needs --verify or --cap")
    if given.cap and given.verify:
        raise UsageError("with --cap every answer is proved; --verify is for answers without a cap")
    from flagfall.solve import WITHIN, Rigour
    from flagfall.terminal.show.capped import solve_within
    from flagfall.terminal.show.solve import solve_game

    start = _start(given)
    within, use_cache = WITHIN if given.within is None else given.within, not given.no_cache
    if given.cap:
        solve_within(console(), start, given.cap, within=within, use_cache=use_cache, as_json=given.json)
        return DONE
    rigour = Rigour(within, every=given.verify == "all") if given.verify else None
    solve_game(console(), start, rigour=rigour, use_cache=use_cache, as_json=given.json)
    return DONE


@command(
    "grade every move of a game: exactly, or by what each player knew",
    FILE,
    argument("--svg", metavar="FILE", help="also draw the value over the (last) game into this file"),
    _add_screen,
    JSON,
    examples={
        "flagfall analyse game.flagfall": "every move graded",
        "flagfall analyse game.flagfall --svg curve.svg": "and the curve of its value drawn",
    },
)
def analyse(given: argparse.Namespace) -> int:
    from pathlib import Path

    from flagfall.terminal.saving import records_in

    records, svg = records_in(given.file), Path(given.svg) if given.svg else None
    if _mode(given) == "full" and not (given.json or svg):
        return _full_screen(given, lambda app: app.analyse(records))
    from flagfall.terminal.show.analyse import show_analysis

    show_analysis(console(), records, as_json=given.json, svg=svg)
    return DONE


@command(
    "walk about in a game: any position, its moves and what they are worth",
    argument("where", metavar="WHERE", help="a game, a position in its one-line text, a record or a saved game"),
    _add_screen,
    examples={
        "flagfall explore grid-runner": "from the opening",
        "flagfall explore 'flag-chase P2 3/4'": "from any position",
        "flagfall explore game.flagfall": "from the end of a game that was played",
    },
)
def explore(given: argparse.Namespace) -> int:
    from flagfall.terminal.show.explore import explore, line_of

    start, plies = line_of(given.where, _named_position)
    mode = _mode(given)
    if mode == "full":
        return _full_screen(given, lambda app: app.explore(start, [dict(moves) for moves in plies]))
    return explore(console(), start, plies, words=mode == "words")


@command(
    "find the one right move; what you master is kept",
    GAME,
    *VARIATION,
    argument("--mine", action="store_true", help="learn from the mistakes of your own saved games"),
    _add_screen,
    JSON,
    examples={
        "flagfall puzzle grid-runner": "from easy to hard",
        "flagfall puzzle grid-runner --mine": "what you got wrong in your own games",
    },
)
def puzzle(given: argparse.Namespace) -> int:
    start, mode = _start(given), _mode(given)
    if mode == "full" and not given.json:
        return _full_screen(given, lambda app: app.puzzles(start, own=given.mine))
    from flagfall.terminal.show.puzzle import play_puzzles

    return play_puzzles(console(), start, own=given.mine, words=mode == "words", as_json=given.json)


@command(
    "learn a game in a few steps and an exam; without a name, list the lessons with what you have mastered",
    GAME,
    _add_screen,
    JSON,
    examples={"flagfall learn": "the lessons, and what you have mastered", "flagfall learn flag-chase": "one of them"},
)
def learn(given: argparse.Namespace) -> int:
    from flagfall.terminal.show.learn import learn, list_lessons

    if given.game is None:
        list_lessons(console(), given.json)
        return DONE
    if given.json:
        raise UsageError("--json is for the list of lessons, which has no game behind it")
    from flagfall.games import game

    chosen, mode = game(given.game), _mode(given)
    if mode == "full":
        return _full_screen(given, lambda app: app.learn(chosen))
    return learn(console(), chosen, words=mode == "words")


@command(
    "a game judged for its designer",
    GAME,
    *VARIATION,
    JSON,
    argument("--svg", metavar="FILE", help="draw where the strong player hides what, into a new file"),
    examples={
        "flagfall report capture-the-flag": "the game of the book",
        "flagfall report grid-runner --set size=4": "a variation",
        "flagfall report flag-chase-traps --svg traps.svg": "where traps are laid, as a picture",
    },
)
def report(given: argparse.Namespace) -> int:
    from pathlib import Path

    from flagfall.terminal.show.report import draw_report, show_report

    start = _start(given)
    if given.svg:
        draw_report(start, Path(given.svg))
    else:
        show_report(console(), start, as_json=given.json)
    return DONE


@command(
    "the exact chances between two bots",
    GAME,
    argument("--p1", default="random", metavar="BOT", help=BOTS),
    argument("--p2", default="random", metavar="BOT", help="the same, for Player 2 (default of both: random)"),
    *VARIATION,
    argument(
        "--cap", type=_number(999_999), metavar="PLIES", help="count games as without a result after so many plies"
    ),
    JSON,
    examples={
        "flagfall odds grid-runner --p1 level:3 --p2 random": "the chances of a weak bot against chance",
        "flagfall odds capture-the-flag --p1 perfect --p2 level:5 --json": "for a program",
    },
)
def odds(given: argparse.Namespace) -> int:
    from flagfall.core import Player
    from flagfall.terminal.show.odds import show_odds

    bots = {Player.P1: given.p1, Player.P2: given.p2}
    for player, name in bots.items():
        _check_bot(f"--{player.name.lower()} takes a bot", name)
    show_odds(console(), _start(given), bots, cap=given.cap, as_json=given.json)
    return DONE


@command(
    "see the solutions that are kept on disk, or clear them",
    argument("--clear", action="store_true", help="remove everything that is kept"),
    JSON,
    epilog="2 GB are kept at most, or as many bytes as FLAGFALL_CACHE says; those not used for longest go first.",
    examples={"flagfall cache": "what is kept, and how large", "flagfall cache --clear": "remove it"},
)
def cache(given: argparse.Namespace) -> int:
    from flagfall.terminal.show.solve import clear_cache, show_cache

    (clear_cache if given.clear else show_cache)(console(), given.json)
    return DONE


@command(
    "how to use it, or one command of it",
    argument("command", nargs="?", metavar="COMMAND", help="one of the commands"),
    examples={"flagfall help": "all commands", "flagfall help play": "one of them, with examples"},
)
def help_(given: argparse.Namespace) -> int:
    if given.command is None:
        top_parser().print_help()
    elif given.command in listed():
        parser(given.command).print_help()
    else:
        raise UsageError(f"there is no command {given.command!r}; {_instead(given.command)}")
    return DONE


@command(
    "print the completion script of a shell",
    argument("shell", choices=("bash", "zsh", "fish")),
    examples={
        "source <(flagfall completion bash)": "for this shell, and in ~/.bashrc for every one",
        "flagfall completion fish | source": "the same in fish",
    },
)
def completion(given: argparse.Namespace) -> int:
    from flagfall.terminal.completion import script

    sys.stdout.write(script(given.shell))
    return DONE


@command(
    "print the version",
    JSON,
    examples={"flagfall version": "the version of this program"},
)
def version(given: argparse.Namespace) -> int:
    if given.json:
        console().print_json({"version": __version__, "python": sys.version.split()[0]})
    else:
        print(f"flagfall {__version__}")
    return DONE


@command("", argument("words", nargs="*"))
def complete(given: argparse.Namespace) -> int:
    from flagfall.terminal.completion import candidates

    for candidate in candidates(given.words, listed(), parser):
        print(candidate)
    return DONE
