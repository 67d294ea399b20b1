"""Shell completion: three small scripts that ask the program itself what may stand next."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from flagfall.bots import BOTS
from flagfall.core import FlagfallError, OneOf, YesNo
from flagfall.games import GAMES, game

_SCRIPTS = {
    "bash": """\
_flagfall() {
    local IFS=$'\\n'
    COMP_WORDBREAKS=${COMP_WORDBREAKS//=/}
    COMPREPLY=($(flagfall complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _flagfall flagfall
""",
    "zsh": """\
#compdef flagfall
_flagfall() {
    local -a found
    found=("${(@f)$(flagfall complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if (( $#found )) && [[ -n $found[1] ]]; then compadd -Q -- $found; else _files; fi
}
compdef _flagfall flagfall
""",
    "fish": """\
function __flagfall_complete
    set -l words (commandline -opc) (commandline -ct)
    flagfall complete -- $words[2..-1] 2>/dev/null
end
complete -c flagfall -f -a '(__flagfall_complete)'
""",
}


def script(shell: str) -> str:
    """What to load into this shell."""
    return _SCRIPTS[shell]


def candidates(parser: argparse.ArgumentParser, words: Sequence[str]) -> list[str]:
    """What may stand in place of the last of `words`, which may be unfinished."""
    *before, last = words or [""]
    commands = _commands(parser)
    name = next((word for word in before if word in commands), None)
    if name is None:
        found: Iterable[str] = [*commands, *_options(parser)]
    else:
        found = _in_command(commands[name], before[before.index(name) + 1 :])
    return sorted(word for word in found if word.startswith(last))


def _in_command(command: argparse.ArgumentParser, before: list[str]) -> Iterable[str]:
    previous = before[-1] if before else ""
    if previous in ("--p1", "--p2"):
        return ("human", *BOTS)
    if previous == "--set":
        return _settings(before)
    takes_value = {option for action in command._actions if action.nargs != 0 for option in action.option_strings}
    if previous in takes_value:
        return ()
    return [*_positional(command, before), *_options(command)]


def _positional(command: argparse.ArgumentParser, before: list[str]) -> Iterable[str]:
    wanted = [action for action in command._actions if not action.option_strings]
    if not wanted or any(not word.startswith("-") for word in before):
        return ()
    if wanted[0].choices:
        return [str(choice) for choice in wanted[0].choices]
    if wanted[0].dest in ("game", "position"):
        return GAMES
    from flagfall.record.files import saved

    return [path.stem for path in saved()]


def _settings(before: list[str]) -> Iterable[str]:
    try:
        chosen = game(next(word for word in before if word in GAMES))
    except (StopIteration, FlagfallError):
        return
    for each in chosen.Rules.settings():
        if isinstance(each.kind, OneOf | YesNo):
            options = each.kind.options if isinstance(each.kind, OneOf) else ("yes", "no")
            yield from (f"{each.name}={option}" for option in options)
        else:
            yield f"{each.name}="


def _options(parser: argparse.ArgumentParser) -> list[str]:
    return [option for action in parser._actions for option in action.option_strings if option.startswith("--")]


def _commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return {name: found for name, found in action.choices.items() if name != "complete"}
    return {}
