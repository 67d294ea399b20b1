"""A site in a folder: whole, renewed in place, and never over anything that is somebody else's."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from flagfall.games import GAMES
from flagfall.site.folder import LIST, Foreign, write
from flagfall.site.links import as_file, file_of, relative
from flagfall.site.making import site
from tests.program import run

GAME = "capture-the-flag"
_LINKS = re.compile(r'\s(?:href|src|action)="([^"]*)"')


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return site([])


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- what is in it ---


@pytest.mark.long
def test_every_link_of_every_page_leads_to_a_page_or_a_file(files: dict[str, bytes]) -> None:
    for name, body in files.items():
        for link in _LINKS.findall(body.decode()) if name.endswith(".html") else ():
            parts = urlsplit(link)
            assert not parts.scheme and not parts.netloc and not parts.path.startswith("/"), (name, link)
            target = urlsplit(urljoin(f"http://x/{name}", link)).path.lstrip("/")
            assert (f"{target}index.html" if target.endswith("/") or not target else target) in files, (name, link)


@pytest.mark.long
def test_there_is_a_page_for_all_that_can_be_done_without_a_server(files: dict[str, bytes]) -> None:
    assert "index.html" in files and "worker.js" in files
    for name, game in GAMES.items():
        assert f"games/{name}/index.html" in files
        if not game().hides():
            assert f"play/{name}/index.html" in files
            assert any(path.endswith(f"tables/{name}.table") for path in files)
    assert not any(path.startswith("g/") for path in files)


@pytest.mark.long
def test_the_worker_keeps_what_is_there(files: dict[str, bytes]) -> None:
    found = re.search(rb"const KEPT = (.*);\n", files["worker.js"])
    assert found
    kept = json.loads(found[1])
    assert set(kept["files"]) <= set(files) and set(kept["data"]) <= set(files)
    assert {f"{page}index.html" for page in kept["pages"]} <= set(files)
    assert set(kept["scripted"]) <= set(kept["pages"])


def test_a_site_of_some_games_speaks_of_no_other() -> None:
    files = site([GAME])
    others = [name for name in GAMES if name != GAME and not name.startswith(GAME)]
    pages = {name: body.decode() for name, body in files.items() if name.endswith(".html")}
    assert f"games/{GAME}/index.html" in pages
    for name, text in pages.items():
        assert not [other for other in others for link in _LINKS.findall(text) if f"/{other}" in link], name


def test_the_same_site_is_the_same_to_the_byte() -> None:
    assert site([GAME]) == site([GAME])


# --- where it is put ---


def test_a_site_is_renewed_and_what_is_gone_is_removed(tmp_path: Path) -> None:
    folder = tmp_path / "public"
    assert write(folder, {"a/b.html": b"1", "c.js": b"2"}) == 2
    assert write(folder, {"a/b.html": b"1", "c.js": b"3"}) == 1
    assert write(folder, {"c.js": b"3", "d.js": b"4"}) == 2
    assert set(tree(folder)) == {"c.js", "d.js", LIST} and not (folder / "a").exists()


@pytest.mark.parametrize("holds", [{"diary.txt": b"mine"}, {LIST: b"not JSON"}, {LIST: b"[]"}])
def test_somebody_elses_folder_is_left_as_it_was(holds: dict[str, bytes], tmp_path: Path) -> None:
    for name, body in holds.items():
        (tmp_path / name).write_bytes(body)
    with pytest.raises(Foreign, match="something else"):
        write(tmp_path, {"index.html": b"x"})
    assert tree(tmp_path) == holds


def test_a_file_beside_ours_is_never_overwritten(tmp_path: Path) -> None:
    write(tmp_path, {"index.html": b"x"})
    (tmp_path / "more.html").write_bytes(b"mine")
    with pytest.raises(Foreign, match="not ours"):
        write(tmp_path, {"index.html": b"y", "more.html": b"z"})
    assert tree(tmp_path)["more.html"] == b"mine" and tree(tmp_path)["index.html"] == b"x"


def test_a_list_that_points_elsewhere_removes_nothing_there(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_bytes(b"mine")
    folder = tmp_path / "public"
    write(folder, {"index.html": b"x"})
    (folder / LIST).write_text(json.dumps({"files": ["../diary.txt", "index.html", LIST]}))
    write(folder, {"index.html": b"x"})
    assert (tmp_path / "diary.txt").read_bytes() == b"mine"


def test_the_command_writes_it_and_says_how_to_look_at_it(tmp_path: Path) -> None:
    folder = tmp_path / "public"
    done = run("site", str(folder), "--games", GAME)
    assert done.code == 0, done.err
    assert "http.server" in done.out and (folder / "index.html").exists()
    again = run("site", str(folder), "--games", GAME)
    assert "0 of them changed" in again.out
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "diary.txt").write_text("mine")
    refused = run("site", str(tmp_path / "taken"))
    assert refused.code == 1 and "new or empty" in refused.err
    assert run("site", str(tmp_path / "other"), "--games", "chess").code == 2


# --- addresses ---


def test_addresses_become_ways_from_one_file_to_another() -> None:
    assert file_of("/") == "index.html" and file_of("/games/x/rules") == "games/x/rules/index.html"
    assert relative("/", "/games/x") == "./games/x/" and relative("/games/x", "/") == "../../"
    assert relative("/games/x", "/static/1/a.js") == "../../static/1/a.js"
    assert relative("/a", "/play/x?bot=level:4#top") == "../play/x/?bot=level:4#top"
    page = as_file("/a", '<html lang="en"><head><a href="/b?x=1&amp;y=2">/c</a>')
    assert '<html data-root="../" lang="en">' in page and 'href="../b/?x=1&amp;y=2">/c<' in page
