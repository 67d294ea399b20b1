"""Shell completion: three small scripts that ask the program itself what may stand next."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from flagfall.bots import BOTS, fit
from flagfall.core import BadRules, OneOf, Position, YesNo
from flagfall.games import GAMES
from flagfall.record.files import saved

from .saving import HUMAN

Parsers = Callable[[str | None], argparse.ArgumentParser]

# Bash takes words apart at `=` and `:`, so its script puts them together again and then gives only the last part.
_SCRIPTS = {
    "bash": """\
_flagfall() {
    local line=${COMP_LINE:0:COMP_POINT} last IFS=$' \\t\\n'
    local -a words
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    last=${words[${#words[@]}-1]}
    IFS=$'\\n'
    COMPREPLY=($(flagfall complete -- "${words[@]:1}" 2>/dev/null))
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    [[ $last == *=* && $COMP_WORDBREAKS == *=* ]] && COMPREPLY=("${COMPREPLY[@]#"${last%%=*}="}")
    [[ $last == *:* && $COMP_WORDBREAKS == *:* ]] && COMPREPLY=("${COMPREPLY[@]#"${last%%:*}:"}")
    return 0
}
complete -o default -F _flagfall flagfall
""",
    "zsh": """\
#compdef flagfall
_flagfall() {
    local -a found open
    found=("${(@f)$(flagfall complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    found=(${found:#})
    open=(${(M)found:#*=})
    found=(${found:#*=})
    (( $#found )) && compadd -Q -- $found
    (( $#open )) && compadd -Q -S '' -- $open
    (( $#found + $#open )) || _files
}
compdef _flagfall flagfall
""",
    "fish": """\
function __flagfall_complete
    set -l words (commandline -opc) (commandline -ct)
    flagfall complete -- $words[2..-1] 2>/dev/null
end
complete -c flagfall -f -a '(__flagfall_complete)'
complete -c flagfall -n '__fish_seen_subcommand_from analyse explore replay record resume verify' -F
""",
}


def script(shell: str) -> str:
    """What to load into this shell."""
    return _SCRIPTS[shell]


def candidates(words: Sequence[str], commands: Collection[str], parser: Parsers) -> list[str]:
    """What may stand in place of the last of `words`, which may be unfinished; `parser` knows what a command takes, and
    what may stand before one."""
    *before, last = words or [""]
    if before and before[0] in commands:
        found = _in_command(parser(before[0]), before[1:], commands)
    else:
        found = [*commands, *_options(parser(None))]
    return sorted({word for word in found if word.startswith(last)})


def _in_command(command: argparse.ArgumentParser, before: list[str], commands: Collection[str]) -> Iterable[str]:
    previous = before[-1] if before else ""
    if previous in ("--p1", "--p2"):
        return _players(command.get_default(previous.strip("-")), before)
    if previous == "--set":
        return _settings(before)
    if previous == "--delete":
        return _saved()
    for action in command._actions:
        if previous in action.option_strings and action.nargs not in (0, "?"):
            return action.choices or ()
    return [*_positional(command, before, commands), *_options(command)]


def _players(usual: str, before: list[str]) -> Iterable[str]:
    """Those who can play what has been named so far."""
    start = _start(before)
    bots = [name for name in BOTS if start is None or not fit.why_not(name, start)]
    return (HUMAN, *bots) if usual == HUMAN else (name for name in bots if fit.has_odds(name, start))


def _start(before: list[str]) -> Position | None:
    """The opening with the settings that have been given, as far as they make sense."""
    settings = [word.split("=", 1) for previous, word in pairwise(before) if previous == "--set" and "=" in word]
    for game in (GAMES[word] for word in before if word in GAMES):
        try:
            return game(rules=game.Rules.read(dict(settings)))  # type: ignore[call-arg]
        except BadRules:
            return game()
    return None


def _positional(command: argparse.ArgumentParser, before: list[str], commands: Collection[str]) -> Iterable[str]:
    """What may stand for the argument that is no option, unless it has been given."""
    takes_value = {name for action in command._actions if action.nargs != 0 for name in action.option_strings}
    given = [
        word
        for word, previous in zip(before, ["", *before], strict=False)
        if not word.startswith("-") and previous not in takes_value
    ]
    wanted = [action for action in command._actions if not action.option_strings]
    if given or not wanted:
        return ()
    by_kind: dict[str, Callable[[], Iterable[str]]] = {
        "game": lambda: GAMES,
        "position": lambda: GAMES,
        "where": lambda: [*GAMES, *_saved()],
        "command": lambda: commands,
        "name": _saved,
        "file": _saved,
    }
    return wanted[0].choices or by_kind.get(wanted[0].dest, tuple)()


def _saved() -> list[str]:
    return [path.stem for path in saved()]


def _settings(before: list[str]) -> Iterator[str]:
    for game in (GAMES[word] for word in before if word in GAMES):
        for each in game.Rules.settings():
            yield from (f"{each.name}={value}" for value in _values(each.kind))


def _values(kind: object) -> Sequence[str]:
    """All that can be listed; otherwise the value is left open."""
    if isinstance(kind, OneOf):
        return kind.options
    return ("yes", "no") if isinstance(kind, YesNo) else ("",)


def _options(parser: argparse.ArgumentParser) -> list[str]:
    return [option for action in parser._actions for option in action.option_strings if option.startswith("--")]
