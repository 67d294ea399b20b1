"""What a person likes is kept from one start to the next, and nothing that is amiss with it stops a game."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall.core import BadRules, OneOf, Player
from flagfall.games import GAMES
from flagfall.terminal.settings import LONGEST_FILE, Settings, keep, path, settings

MOVE = GAMES["flag-chase"]().prompt(Player.P1).splitlines()[-1]


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def other_than(setting):
    if isinstance(setting.default, bool):
        return not setting.default
    return setting.kind.options[1] if isinstance(setting.kind, OneOf) else "Ada Ö."


@pytest.mark.parametrize("setting", list(Settings.settings()), ids=lambda each: each.name)
def test_whatever_is_chosen_is_there_at_the_next_start_and_the_rest_stays(setting):
    name = setting.name
    assert settings() == Settings()
    assert keep(screen="words", theme="light")
    before = settings()
    changed = other_than(setting)
    assert keep(**{name: changed})
    assert asdict(settings()) == {**asdict(before), name: changed}
    assert keep(**{name: getattr(Settings(), name)})
    assert getattr(settings(), name) == getattr(Settings(), name)


def test_the_file_holds_what_differs_and_lies_in_the_folder_for_such_things(tmp_path):
    keep(screen="plain", motion=False)
    assert path() == tmp_path / "config/flagfall/settings.json"
    assert json.loads(path().read_text(encoding="utf-8")) == {"screen": "plain", "motion": "no"}
    assert [each.name for each in path().parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'"full"',
        b"null",
        b"[" * 100_000,
        b'{"screen": 7, "theme": null, "motion": ["no"]}',
        b'{"screen": "sideways", "theme": "pink", "motion": "perhaps", "nonsense": "x"}',
        b'{"name1": "\\u001b[2J", "name2": "' + b"x" * 41 + b'"}',
        b'{"screen": "plain"' + b" " * LONGEST_FILE + b"}",
    ],
)
def test_what_is_no_setting_of_ours_is_as_if_it_were_not_there(content):
    path().parent.mkdir(parents=True)
    path().write_bytes(content)
    assert settings() == Settings()
    assert keep(theme="light")
    assert settings() == Settings(theme="light")


def test_one_bad_value_does_not_lose_the_others():
    path().parent.mkdir(parents=True)
    path().write_text('{"screen": "sideways", "theme": "light", "motion": "no"}', encoding="utf-8")
    assert settings() == Settings(theme="light", motion=False)


@given(
    st.recursive(
        st.none() | st.booleans() | st.text(),
        lambda x: st.dictionaries(st.sampled_from([*asdict(Settings()), "x"]), x) | st.lists(x),
    )
)
def test_no_file_is_too_strange(tmp_path_factory, content):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        path().parent.mkdir(parents=True)
        path().write_text(json.dumps(content), encoding="utf-8")
        assert isinstance(settings(), Settings)


def test_a_wrong_choice_is_refused_and_nothing_changes():
    keep(theme="light")
    with pytest.raises(BadRules, match="screen must be auto or full or plain or words"):
        keep(screen="sideways")
    with pytest.raises(BadRules, match="name1 must be text of at most 40 signs"):
        keep(name1="\033[2J")
    assert settings() == Settings(theme="light")


def test_where_nothing_can_be_kept_that_is_said_and_the_game_goes_on(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    assert settings() == Settings()
    assert not keep(theme="light")
    assert settings() == Settings()


def test_the_screen_that_a_person_asks_for_is_kept_and_said_once(shell):
    kept = shell.home / ".config/flagfall/settings.json"
    for screen, said in (("words", "said in words"), ("plain", "in plain lines")):
        for is_new in (True, False):
            terminal = shell.open("play", "flag-chase", f"--{screen}", columns=200)
            terminal.until_asked(MOVE)
            assert (said in terminal.text) == is_new
            terminal.close()
        assert json.loads(kept.read_text(encoding="utf-8")) == {"screen": screen}


def test_what_was_kept_holds_at_a_terminal_and_the_environment_goes_before_it(shell):
    words = GAMES["flag-chase"]().words()
    shell.open("play", "flag-chase", "--words", columns=200).until_asked(MOVE)
    for environment, is_said in (("", True), ("plain", False), ("words", True)):
        terminal = shell.open("play", "flag-chase", columns=200, FLAGFALL_SCREEN=environment)
        terminal.until_asked(MOVE)
        assert (words in terminal.text) == is_said


def test_a_pipe_neither_keeps_what_it_asks_for_nor_follows_what_was_kept(shell):
    words = GAMES["flag-chase"]().words()
    assert words in shell.run("play", "flag-chase", "--words").out
    assert not (shell.home / ".config").exists()
    shell.open("play", "flag-chase", "--words").until_asked(MOVE)
    assert words not in shell.run("play", "flag-chase").out
    assert words in shell.run("play", "flag-chase", FLAGFALL_SCREEN="words").out


def test_a_screen_that_the_environment_can_not_mean_is_refused(shell):
    done = shell.run("play", "flag-chase", FLAGFALL_SCREEN="sideways")
    assert (done.code, done.out) == (1, "")
    assert done.err == "flagfall: FLAGFALL_SCREEN must be full or plain or words, not 'sideways'\n"
