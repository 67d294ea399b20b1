"""The command line: arguments, nothing else. What a command needs is imported when it runs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from flagfall import __version__
from flagfall.core import BadPosition, BadRules, FlagfallError, Position, UnknownGame

if TYPE_CHECKING:
    from flagfall.terminal.local.play import Setup
    from flagfall.terminal.tty.console import Console

EXIT_CODES = """\
exit codes:
  0    all went well, also when you quit a game
  1    something went wrong: a damaged record, a file that can't be read or written, a game that can't be solved, a
       proof that doesn't hold
  2    the command can't be understood: an unknown game, a bad setting, an impossible position
  3    the input ended before the game did; the game is saved
  130  stopped with Ctrl-C; the game is saved
  141  whoever read the output has stopped reading
  143  stopped by SIGTERM, SIGQUIT or a closed terminal; the game is saved
"""
BOTS = "random, level:1 to level:10, perfect"
DONE, FAILED, MISUSED, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141


class UsageError(FlagfallError):
    """Arguments that can't be understood."""


class Parser(argparse.ArgumentParser):
    """A mistake is one line, and what would be right."""

    def error(self, message: str) -> NoReturn:
        words = " ".join([*self.prog.split()[1:], "--help"])
        raise UsageError(f"{message}; `{_command(words)}` shows what can be given")


def _command(words: str) -> str:
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
        top_parser().parse_args(arguments)  # --help and --version end here
        return _menu()
    name, *rest = arguments
    if name not in COMMANDS:
        raise UsageError(f"there is no command {name!r}; {_instead(name)}")
    return COMMANDS[name].run(parser(name).parse_args(rest))


def _instead(name: str) -> str:
    from difflib import get_close_matches

    from flagfall.games import GAMES

    if name in GAMES:
        return f"`{_command(f'play {name}')}` plays this game"
    near = get_close_matches(name, listed(), n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(listed())}"


def console() -> Console:
    from flagfall.terminal.tty.console import Console

    return Console()


# --- what can be given ---


class Command(NamedTuple):
    run: Callable[[argparse.Namespace], int]
    about: str
    """What `--help` says of it; nothing for a command that only programs use."""
    arguments: Callable[[argparse.ArgumentParser], None]


def top_parser() -> argparse.ArgumentParser:
    commands = "\n".join(f"  {name:<12}{about}" for name, about in listed().items())
    top = Parser(
        prog="flagfall",
        usage="flagfall [--help] [--version] [COMMAND ...]",
        description="Five pocket strategy games for two. Without a command it offers the games and starts one.",
        epilog=f"commands (`flagfall COMMAND --help` says more):\n{commands}\n\n{EXIT_CODES}",
        formatter_class=_layout,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"flagfall {__version__}")
    return top


def parser(name: str) -> argparse.ArgumentParser:
    """What may follow this command."""
    command = COMMANDS[name]
    made = Parser(prog=f"flagfall {name}", description=command.about, formatter_class=_layout, allow_abbrev=False)
    command.arguments(made)
    return made


def _layout(prog: str) -> argparse.HelpFormatter:
    """As wide as the terminal. Left to itself, argparse loads modules for every start in order to find out."""
    try:
        width = os.get_terminal_size().columns or 80
    except OSError:
        width = 80
    return argparse.RawDescriptionHelpFormatter(prog, width=width)


def listed() -> dict[str, str]:
    """The commands for people, with what they are for."""
    return {name: command.about for name, command in COMMANDS.items() if command.about}


def _json(to: argparse.ArgumentParser) -> None:
    to.add_argument("--json", action="store_true", help="print JSON for a program to read")


def _play_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("game", nargs="?", metavar="GAME", help="one of the games that `flagfall games` lists")
    for option in ("--p1", "--p2"):
        to.add_argument(option, default="human", metavar="WHO", help=f"human, {BOTS} or sampler (default: human)")
    to.add_argument("--seed", help="makes the bots' moves repeatable")
    _variation(to)
    length = to.add_mutually_exclusive_group()
    length.add_argument("--best-of", type=_number(999), metavar="N", help="play a series of N rounds")
    length.add_argument("--first-to", type=_number(999), metavar="N", help="play until somebody has won N rounds")
    to.add_argument("--swap", action="store_true", help="swap the starter each round of a series")
    to.add_argument(
        "--cap", type=_number(999_999), metavar="PLIES", help="end a game without a result after so many plies"
    )
    to.add_argument("--words", action="store_true", help="also say the board in words, for screen readers")
    _json(to)


def _variation(to: argparse.ArgumentParser) -> None:
    to.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="settings",
                    help="vary a rule or choose a ruling; `flagfall rules GAME --all` names them")  # fmt: skip
    to.add_argument("--from", metavar="POSITION", dest="start", help="start from this position, in its one-line text")


def _number(highest: int) -> Callable[[str], int]:
    """Reads a number of rounds or plies."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= highest:
            return int(text)
        raise argparse.ArgumentTypeError(f"give a whole number from 1 to {highest}, not {text!r}")

    return read


def _resume_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("name", nargs="?", metavar="NAME", help="a saved game or a file")
    to.add_argument("--list", action="store_true", help="list the saved games")
    to.add_argument("--words", action="store_true", help="also say the board in words, for screen readers")
    _json(to)


def _replay_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("file", metavar="FILE", help="a record, or the name of a saved game")
    to.add_argument("--all", action="store_true", help="print the whole game at once")
    _reveal(to)
    _json(to)


def _record_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("file", metavar="FILE", help="a record, or the name of a saved game")
    _reveal(to)
    _json(to)


def _reveal(to: argparse.ArgumentParser) -> None:
    to.add_argument("--reveal", action="store_true", help="show the secrets of an unfinished game, too")


def _rules_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("game", metavar="GAME")
    to.add_argument("--all", action="store_true", help="every rule, setting and ruling, with the reasons")
    _json(to)


def _position_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("position", metavar="POSITION", help="a game, or a position in its one-line text")
    _json(to)


def _draw_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("position", metavar="POSITION", help="a game, or a position in its one-line text")
    to.add_argument(
        "--for", choices=("P1", "P2"), dest="viewer", help="only what this player knows; default: all of it"
    )


def _demo_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("game", nargs="?", default="grid-runner", metavar="GAME", help="default: grid-runner")


def _serve_arguments(to: argparse.ArgumentParser) -> None:
    from flagfall.online.options import add_arguments

    add_arguments(to)


def _host_arguments(to: argparse.ArgumentParser) -> None:
    from flagfall.online.options import add_address

    to.add_argument("game", nargs="?", metavar="GAME", help="one of the games that `flagfall games` lists")
    _variation(to)
    to.add_argument("--p2", default="human", metavar="WHO", help="human or a bot (default: human)")
    to.add_argument(
        "--cap", type=_number(99_999), metavar="PLIES", help="end the game without a result after so many plies"
    )
    to.add_argument("--clock", metavar="TIME", help="10m for the game, 10m+5s with time back, or 2d/move")
    to.add_argument("--chat", action="store_true", help="let the players talk")
    add_address(to)
    to.add_argument("--words", action="store_true", help="also say the board in words, for screen readers")


def _join_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("link", nargs="?", metavar="LINK", help="a link to a seat, to an open seat or for watching")
    to.add_argument("--words", action="store_true", help="also say the board in words, for screen readers")


def _verify_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("file", metavar="RECORD", help="a record of an online game, or the name of a saved one")
    _json(to)


def _solve_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("game", nargs="?", metavar="GAME", help="one of the games that `flagfall games` lists")
    _variation(to)
    to.add_argument(
        "--verify",
        action="store_const",
        const="some",
        help="prove the answer from the rules, for every position; for a random sample where a bulk form has very many",
    )
    to.add_argument(
        "--verify=all", dest="verify", action="store_const", const="all", help="for every position, however many"
    )
    to.add_argument(
        "--within", type=_error, metavar="ERROR", help="how exact values must be for the proof to hold (default 1e-6)"
    )
    to.add_argument("--no-cache", action="store_true", help="neither take the answer from the disk nor keep it there")
    _json(to)


def _error(text: str) -> float:
    """Reads how far a value may be from the truth."""
    with suppress(ValueError):
        if 0 <= float(text) <= 2:
            return float(text)
    raise argparse.ArgumentTypeError(f"give a number from 0 to 2, such as 1e-6, not {text!r}")


def _analyse_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("file", metavar="FILE", help="a record, or the name of a saved game")
    to.add_argument("--svg", metavar="FILE", help="also draw the value over the (last) game into this file")
    _json(to)


def _puzzle_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("game", nargs="?", metavar="GAME", help="one of the games that `flagfall games` lists")
    _variation(to)
    to.add_argument("--mine", action="store_true", help="learn from the mistakes of your own saved games")
    _json(to)


def _report_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("game", nargs="?", metavar="GAME", help="one of the games that `flagfall games` lists")
    _variation(to)
    _json(to)


def _odds_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("game", nargs="?", metavar="GAME", help="one of the games that `flagfall games` lists")
    to.add_argument("--p1", default="random", metavar="BOT", help=BOTS)
    to.add_argument("--p2", default="random", metavar="BOT", help="the same, for Player 2 (default of both: random)")
    _variation(to)
    to.add_argument(
        "--cap", type=_number(999_999), metavar="PLIES", help="count games as without a result after so many plies"
    )
    _json(to)


def _cache_arguments(to: argparse.ArgumentParser) -> None:
    to.epilog = "2 GB are kept at most, or as many bytes as FLAGFALL_CACHE says; those not used for longest go first."
    to.add_argument("--clear", action="store_true", help="remove everything that is kept")
    _json(to)


def _completion_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("shell", choices=("bash", "zsh", "fish"))


def _complete_arguments(to: argparse.ArgumentParser) -> None:
    to.add_argument("words", nargs="*")


# --- what is run ---


def _menu() -> int:
    from flagfall.terminal.local.menu import menu

    return menu()


def _games(given: argparse.Namespace) -> int:
    from flagfall.terminal.show.games import list_games

    list_games(console(), given.json)
    return 0


def _play(given: argparse.Namespace) -> int:
    from flagfall.terminal.local.play import play

    return play(_setup(given), words=given.words, as_json=given.json)


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
    return Setup(_start(given), players, Terms(given.best_of, given.first_to, given.swap), given.cap, given.seed)


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


def _start(given: argparse.Namespace) -> Position:
    """The position that --from, --set and the game together mean."""
    from flagfall.games import game, position

    settings = dict(_name_and_value(each) for each in given.settings)
    if len(settings) < len(given.settings):
        raise UsageError("--set gives a setting twice")
    if given.start is None:
        if given.game is None:
            raise UsageError(f"which game? `{_command('games')}` lists them")
        chosen = game(given.game)
        return chosen(rules=chosen.Rules.read(settings))  # type: ignore[call-arg]
    if settings:
        raise UsageError("--set can't be given with --from: a position has its rules in it")
    start = position(given.start)
    if given.game is not None and game(given.game) is not type(start):
        raise UsageError(f"this position is one of {start.id}, not of {given.game}")
    if start.is_partial() or start.outcome():
        why = "the game is over" if start.outcome() else "it is what one player knows"
        raise UsageError(f"this position can't be played on: {why}")
    return start


def _name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--set takes NAME=VALUE, not {text!r}")
    return name.strip(), value


def _resume(given: argparse.Namespace) -> int:
    from flagfall.terminal.local.play import take_up
    from flagfall.terminal.show.replay import list_saved

    if given.list:
        list_saved(console(), given.json)
        return 0
    if given.json:
        _check_piped()
    return take_up(given.name, words=given.words, as_json=given.json)


def _replay(given: argparse.Namespace) -> int:
    from flagfall.record.files import load
    from flagfall.terminal.saving import named
    from flagfall.terminal.show.replay import replay

    replay(console(), load(named(given.file)), reveal=given.reveal, all_at_once=given.all, as_json=given.json)
    return 0


def _record(given: argparse.Namespace) -> int:
    from flagfall.record import to_json, write
    from flagfall.record.files import load
    from flagfall.terminal.saving import named

    records = load(named(given.file))
    text = to_json(records, reveal=given.reveal) if given.json else write(records, reveal=given.reveal)
    sys.stdout.write(text)
    return 0


def _rules(given: argparse.Namespace) -> int:
    from flagfall.games import game
    from flagfall.terminal.show.games import show_rules

    show_rules(console(), game(given.game), all_of_them=given.all, as_json=given.json)
    return 0


def _draw(given: argparse.Namespace) -> int:
    from flagfall.core import Player
    from flagfall.draw import svg

    position = _named_position(given.position)
    sys.stdout.write(svg((position.view(Player[given.viewer]) if given.viewer else position).scene()))
    return 0


def _position(given: argparse.Namespace) -> int:
    from flagfall.terminal.show.games import show_position

    show_position(console(), _named_position(given.position), given.json)
    return 0


def _named_position(text: str) -> Position:
    """The opening of the game that is named, or the position that is written."""
    from flagfall.games import game, position

    words = text.split()
    return game(words[0])() if len(words) == 1 else position(text)


def _demo(given: argparse.Namespace) -> int:
    from flagfall.games import game
    from flagfall.terminal.local.demo import demo

    demo(console(), game(given.game))
    return 0


def _serve(given: argparse.Namespace) -> int:
    from flagfall.online.options import run

    return run(given)


def _host(given: argparse.Namespace) -> int:
    from flagfall.online.options import check_installed

    check_installed()
    from flagfall.terminal.remote.host import BadClock, game_wanted, host

    start = _start(given)
    _check_player("p2", given.p2)
    try:
        wanted = game_wanted(start, given.p2, given.clock, given.cap, given.chat)
    except BadClock as error:
        raise UsageError(str(error)) from None
    return host(console(), wanted, given.host, given.port, words=given.words)


def _join(given: argparse.Namespace) -> int:
    from flagfall.online.client.link import BadLink, Link
    from flagfall.online.options import check_installed

    check_installed()
    from flagfall.terminal.remote.join import join

    try:
        link = Link.read(given.link or _asked("Link: "))
    except BadLink as error:
        raise UsageError(str(error)) from None
    return join(console(), link, words=given.words)


def _asked(question: str) -> str:
    """What is typed: nothing, where nobody types."""
    try:
        return console().ask(question) if sys.stdin.isatty() else ""
    except EOFError:
        return ""


def _verify(given: argparse.Namespace) -> int:
    from flagfall.record.files import load
    from flagfall.terminal.saving import named
    from flagfall.terminal.show.verify import show_verdicts

    return show_verdicts(console(), load(named(given.file)), given.json)


def _solve(given: argparse.Namespace) -> int:
    if given.within is not None and not given.verify:
        raise UsageError("--within says how exact a proof must be, and needs --verify")
    from flagfall.solve import WITHIN, Rigour
    from flagfall.terminal.show.solve import solve_game

    start = _start(given)
    within = WITHIN if given.within is None else given.within
    rigour = Rigour(within, every=given.verify == "all") if given.verify else None
    solve_game(console(), start, rigour=rigour, use_cache=not given.no_cache, as_json=given.json)
    return 0


def _analyse(given: argparse.Namespace) -> int:
    from pathlib import Path

    from flagfall.record.files import load
    from flagfall.terminal.saving import named
    from flagfall.terminal.show.analyse import show_analysis

    svg = Path(given.svg) if given.svg else None
    show_analysis(console(), load(named(given.file)), as_json=given.json, svg=svg)
    return 0


def _puzzle(given: argparse.Namespace) -> int:
    from flagfall.terminal.show.puzzle import play_puzzles

    return play_puzzles(console(), _start(given), own=given.mine, as_json=given.json)


def _report(given: argparse.Namespace) -> int:
    from flagfall.terminal.show.report import show_report

    show_report(console(), _start(given), as_json=given.json)
    return 0


def _odds(given: argparse.Namespace) -> int:
    from flagfall.core import Player
    from flagfall.terminal.show.odds import show_odds

    bots = {Player.P1: given.p1, Player.P2: given.p2}
    for player, name in bots.items():
        _check_bot(f"--{player.name.lower()} takes a bot", name)
    show_odds(console(), _start(given), bots, cap=given.cap, as_json=given.json)
    return 0


def _cache(given: argparse.Namespace) -> int:
    from flagfall.terminal.show.solve import clear_cache, show_cache

    (clear_cache if given.clear else show_cache)(console(), given.json)
    return 0


def _completion(given: argparse.Namespace) -> int:
    from flagfall.terminal.completion import script

    sys.stdout.write(script(given.shell))
    return 0


def _complete(given: argparse.Namespace) -> int:
    from flagfall.terminal.completion import candidates

    for candidate in candidates(given.words, listed(), parser):
        print(candidate)
    return 0


def _version(given: argparse.Namespace) -> int:
    if given.json:
        console().print_json({"version": __version__, "python": sys.version.split()[0]})
    else:
        print(f"flagfall {__version__}")
    return 0


COMMANDS = {
    "games": Command(_games, "list the games", _json),
    "play": Command(_play, "play a game", _play_arguments),
    "resume": Command(_resume, "go on with a saved game; without a name, with the newest", _resume_arguments),
    "replay": Command(_replay, "see a game again, step by step or all at once", _replay_arguments),
    "record": Command(_record, "print a record as text or JSON", _record_arguments),
    "rules": Command(_rules, "the rules of a game, in short or with every ruling and why", _rules_arguments),
    "position": Command(_position, "show a position: the board, and who may do what", _position_arguments),
    "draw": Command(_draw, "print a picture of a position, as SVG", _draw_arguments),
    "demo": Command(_demo, "watch a short game", _demo_arguments),
    "serve": Command(_serve, "let people play over the network: web page, links, live games", _serve_arguments),
    "host": Command(_host, "play over the network: make a game, and invite somebody with a link", _host_arguments),
    "join": Command(_join, "play over the network: follow a link", _join_arguments),
    "verify": Command(_verify, "check that secret choices were fixed before they were known", _verify_arguments),
    "solve": Command(_solve, "who wins with best play, how fast, and how", _solve_arguments),
    "analyse": Command(_analyse, "grade every move of a game, exactly", _analyse_arguments),
    "puzzle": Command(_puzzle, "find the one right move; what you master is kept", _puzzle_arguments),
    "report": Command(_report, "a game judged for its designer", _report_arguments),
    "odds": Command(_odds, "the exact chances between two bots", _odds_arguments),
    "cache": Command(_cache, "see the solutions that are kept on disk, or clear them", _cache_arguments),
    "completion": Command(_completion, "print the completion script of a shell", _completion_arguments),
    "version": Command(_version, "print the version", _json),
    "complete": Command(_complete, "", _complete_arguments),
}
