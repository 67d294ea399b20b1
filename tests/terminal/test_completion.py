"""The Tab key in real shells, and the answers behind it."""

from __future__ import annotations

import shutil

import pytest

from flagfall.bots import BOTS, bot, fit
from flagfall.bots.policy import PolicyBot
from flagfall.cli import listed, main, parser
from flagfall.games import GAMES
from flagfall.terminal.completion import candidates
from tests.terminal.driving import Shell, Terminal

SHELLS = {
    "bash": ["bash", "--norc", "-i"],
    "zsh": ["zsh", "-f", "-i"],
}
LOAD = {
    "bash": "source <(flagfall completion bash)",
    "zsh": "autoload -Uz compinit && compinit -u -d compdump; source <(flagfall completion zsh)",
}


def prompt_of(shell: Shell, name: str) -> Terminal:
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    terminal = Terminal(SHELLS[name], shell.environment(PS1="@ ", TERM="dumb"), shell.home, 120, 24)
    shell.opened.append(terminal)
    terminal.type(f"{LOAD[name]}; echo rea''dy")
    terminal.until("ready\r\n")
    return terminal


@pytest.mark.long
@pytest.mark.parametrize("name", SHELLS)
def test_tab_finishes_words_in_a_real_shell(shell, name):
    terminal = prompt_of(shell, name)
    for typed, completed in (
        ("flagfall gam", "flagfall games "),
        ("flagfall play gri", "flagfall play grid-runner "),
        ("flagfall play --p2 ran", "flagfall play --p2 random "),
        ("flagfall odds grid-runner --p1 level:9", "--p1 level:9 "),
        ("flagfall play grid-runner --set capture=f", "--set capture=first "),
        ("flagfall play grid-runner --set bl", "--set blocked="),
    ):
        terminal.press(f"{typed}\t")
        terminal.until(completed)
        terminal.press("\x15")


@pytest.mark.parametrize("name", SHELLS)
def test_tab_finishes_saved_games_and_files(shell, name):
    shell.run("play", "capture-the-flag", typed="2\n")
    (shell.home / "mine.flagfall").write_text("")
    terminal = prompt_of(shell, name)
    terminal.press("flagfall replay capt\t")
    terminal.until(f"flagfall replay {shell.name()} ")
    terminal.press("\x15flagfall replay mi\t")
    terminal.until("flagfall replay mine.flagfall ")


def test_fish_offers_the_same(shell):
    if not shutil.which("fish"):
        pytest.skip("fish is not installed")
    asked = ("flagfall gam", "flagfall play --p2 rand", "flagfall play grid-runner --set capture=")
    script = "; ".join(["flagfall completion fish | source", *(f'complete -C "{line}"' for line in asked)])
    terminal = Terminal(["fish", "--no-config", "-c", script], shell.environment(), shell.home, 80, 24)
    shell.opened.append(terminal)
    assert terminal.end() == 0
    assert terminal.text.split() == ["games", "random", "capture=all", "capture=first"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["pla"], ["play"]),
        (["--v"], ["--version"]),
        (["--w"], ["--words"]),
        (["help", "pl"], ["play"]),
        (["explore", "cap"], ["capture-the-flag"]),
        (["learn", "cap"], ["capture-the-flag"]),
        (["play", "--na"], ["--name1", "--name2"]),
        (["resume", "--d"], ["--delete"]),
        (["resume", "--prune", "--y"], ["--yes"]),
        (["odds", "flag-chase-traps", "--p1", "s"], []),
        (["odds", "--p1", "s"], []),
        (["play", "flag-chase-traps", "--p1", "s"], ["sampler"]),
        (["complet"], ["completion"]),
        (["rules", "flag"], ["flag-chase", "flag-chase-traps"]),
        (["play", "--p1", "random", "comm"], ["command-line-conquer"]),
        (["play", "grid-runner", "comm"], []),
        (["play", "grid-runner", "--sw"], ["--swap"]),
        (["play", "--set", ""], []),
        (["play", "flag-chase-traps", "--set", "open"], ["open_traps=no", "open_traps=yes"]),
        (["play", "--best-of", ""], []),
        (["completion", ""], ["--help", "bash", "fish", "zsh"]),
        (["nosuch", "pla"], ["play"]),
    ],
)
def test_what_may_stand_next(words, found):
    assert candidates(words, listed(), parser) == found


def test_every_command_for_people_is_offered(shell):
    offered = shell.run("complete", "--", "").out.split()
    assert {"games", "play", "resume", "replay", "record", "rules", "position", "completion", "version"} <= set(offered)
    assert "complete" not in offered
    assert shell.run("complete").out.split() == offered


def test_saved_games_are_offered_wherever_one_can_be_named(shell):
    shell.run("play", "capture-the-flag", typed="2\n")
    for words in (["resume"], ["resume", "--delete"], ["replay"], ["record"], ["analyse"], ["explore"], ["verify"]):
        assert shell.run("complete", "--", *words, shell.name()[:20]).out.split() == [shell.name()]


@pytest.mark.parametrize("name", BOTS)
def test_only_bots_with_odds_have_odds(name):
    assert fit.has_odds(name) == isinstance(bot(name), PolicyBot)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_offered_for_odds_is_taken(game, capsys):
    offered = candidates(["odds", game, "--p2", ""], listed(), parser)
    kinds = {name.partition(":")[0]: name for name in offered}
    assert kinds
    for name in kinds.values():
        code, said = main(["odds", game, "--p2", name, "--cap", "20"]), capsys.readouterr().err
        assert code == 0 or "positions, and this one has more" in said
