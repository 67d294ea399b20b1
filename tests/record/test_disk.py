"""The folders that are ours, and files that are never there in part."""

from __future__ import annotations

from pathlib import Path

import pytest

from flagfall.record.disk import cache_folder, config_folder, data_folder, replacing


@pytest.mark.parametrize(
    ("folder", "variable", "usual"),
    [
        (data_folder, "XDG_DATA_HOME", ".local/share"),
        (cache_folder, "XDG_CACHE_HOME", ".cache"),
        (config_folder, "XDG_CONFIG_HOME", ".config"),
    ],
)
def test_folders_are_where_the_user_wants_them(folder, variable, usual, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(variable, str(tmp_path / "mine"))
    assert folder() == tmp_path / "mine" / "flagfall"
    for not_a_place in ("", "relative/path"):
        monkeypatch.setenv(variable, not_a_place)
        assert folder() == tmp_path / usual / "flagfall"


def write_half(path: Path) -> None:
    with replacing(path, prefix=".part-") as file:
        file.write(b"half")
        raise KeyboardInterrupt


def test_a_file_is_the_old_one_until_the_new_one_is_whole(tmp_path: Path):
    path = tmp_path / "new folder" / "file"
    for content in (b"old", b"new"):
        with replacing(path, prefix=".part-") as file:
            file.write(content)
            assert (path.read_bytes() if path.exists() else b"") != content
        assert path.read_bytes() == content
    with pytest.raises(KeyboardInterrupt):
        write_half(path)
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]
