"""What whoever runs a server relies on: headers, health, figures, logs, a good end, and plain mistakes."""

from __future__ import annotations

import json
import logging
import re
import signal
import socket
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.routing import Route

from flagfall.games import GAMES
from flagfall.online.http.api import Api
from flagfall.online.ops.logs import JsonLines

from .client import Live, both_links, closed, create, get, request
from .server import GENEROUS, Running, lasting_port, server
from .test_play import play_on

# --- HTTP ---


def test_every_answer_has_the_headers_that_keep_browsers_careful(address: str) -> None:
    game = create(address)["id"]
    for path in (
        "/",
        "/games/grid-runner",
        f"/g/{game}",
        "/api/catalogue",
        f"/api/games/{game}",
        "/nothing",
        "/metrics",
    ):
        _, _, headers = request(address, "GET", path)
        assert headers["referrer-policy"] == "no-referrer", path
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "base-uri 'none'" in policy
        assert "unsafe" not in policy
        assert "server" not in headers and "access-control-allow-origin" not in headers
        assert headers["cache-control"] == "no-store"
        assert "strict-transport-security" not in headers


def test_pages_have_no_script_or_style_but_what_their_policy_names(address: str) -> None:
    """By its digest, so the strict policy holds; and nothing is loaded from elsewhere."""
    game = create(address)["id"]
    for path in ("/", "/games/flag-chase", f"/g/{game}"):
        _, html, headers = request(address, "GET", path)
        allowed = headers["content-security-policy"]
        assert "unsafe" not in allowed
        inline = re.findall(r"<(style|script)((?![^>]*\bsrc=)[^>]*)>(.*?)</\1>", html, re.DOTALL)
        for text in [text for _, kind, text in inline if 'type="application/json"' not in kind]:
            assert f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in allowed
        assert not re.search(r"\s(style|on[a-z]+)=", re.sub(r">[^<]*<", "><", html))
        assert not re.search(r'(?:src|href)="(?:https?:)?//', html)


def test_files_are_known_by_their_tags(address: str) -> None:
    status, body, headers = request(address, "GET", "/static/board.css")
    assert status == 200 and body and headers["content-type"] == "text/css; charset=utf-8"
    same = request(address, "GET", "/static/board.css", headers={"If-None-Match": headers["etag"]})
    assert same[:2] == (304, "")
    assert request(address, "GET", "/static/../app.py")[0] == 404


def test_the_page_of_a_game_shows_the_position_without_scripts(address: str) -> None:
    game, tokens = both_links(address)
    with Live(address, game, tokens["P1"]) as live:
        live.move("2")
    html = get(address, f"/g/{game}")
    assert "<svg" in html and "P1 moves to position 3." in html


def test_what_is_not_there_is_said_as_it_was_asked(address: str) -> None:
    for path in ("/nothing", "/g/nothing", "/games/chess"):
        status, html, headers = request(address, "GET", path)
        assert status == 404 and headers["content-type"].startswith("text/html") and "<h1" in html
    status, body, _ = request(address, "GET", "/api/nothing")
    assert (status, body) == (404, {"code": "no-page", "reason": "there is nothing at this address"})
    status, body, headers = request(address, "DELETE", "/api/games")
    assert (status, body["code"], headers["allow"]) == (405, "bad-method", "POST")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"game": "grid-runner", "settings": {"size": "huge"}}, "size must be"),
        ({"game": "grid-runner", "settings": {"sise": "5"}}, "there is no setting 'sise'"),
        ({"start": "capture-the-flag P1 9/9"}, "impossible position"),
        ({"start": "capture-the-flag P2 4/7"}, "the game is over"),
        ({"start": "flag-chase-traps P2 1,1/5,5 1/2 ?1/-"}, "a match needs a whole position"),
        ({"start": "capture-the-flag P1 1/7", "game": "grid-runner"}, "leave out game and settings"),
        ({"game": "grid-runner", "seats": {"P1": "throne"}}, "a seat is link, open or bot:NAME, not 'throne'"),
        ({"game": "grid-runner", "seats": {"P1": "bot:nobody"}}, "no bot is called 'nobody'"),
        ({"game": "flag-chase-traps", "seats": {"P1": "bot:sampler:9999"}}, "no bot is called 'sampler:9999'"),
        ({"game": "grid-runner", "seats": {"P3": "link"}}, "this can't be read"),
        ({"game": "grid-runner", "clock": {"kind": "sand", "seconds": 5}}, "this can't be read"),
        ({"game": "grid-runner", "clock": {"kind": "move", "seconds": 0}}, "this can't be read"),
        ({"game": "grid-runner", "cap": 0}, "this can't be read"),
        ({"game": "grid-runner", "colour": "red"}, "this can't be read"),
        ([], "this can't be read"),
        (b"{", "this can't be read"),
        (b"\xff", "this can't be read"),
    ],
)
def test_a_game_that_can_not_be_made_is_refused_with_the_reason(address: str, body: Any, reason: str) -> None:
    status, refused, _ = request(address, "POST", "/api/games", body)
    code = "bad-message" if reason == "this can't be read" else "bad-request"
    assert status == 400 and refused["code"] == code and reason in refused["reason"]


def test_the_catalogue_has_every_game_and_bot(address: str) -> None:
    catalogue = get(address, "/api/catalogue")
    assert [each["id"] for each in catalogue["games"]] == list(GAMES)
    for each in catalogue["games"]:
        game = GAMES[each["id"]]
        assert each["opening"]["position"] == game().text() and each["opening"]["board"] == game().board()
        assert [setting["name"] for setting in each["settings"]] == [setting.name for setting in game.Rules.settings()]
    assert "random" in catalogue["bots"]


def test_the_description_for_programs_has_every_request(address: str) -> None:
    described = get(address, "/api/openapi.json")
    assert described["openapi"] == "3.1.0"
    listed = {
        (path, method.upper()) for path, item in described["paths"].items() for method in item if method != "parameters"
    }
    routes: list[Route] = Api(None, None).routes()  # type: ignore[arg-type]
    real = {(route.path.replace(":ply", ""), method) for route in routes for method in route.methods or ()}
    assert listed == {each for each in real if each[1] != "HEAD" and each[0] != "/api/openapi.json"}
    text = json.dumps(described)
    for name in re.findall(r"#/components/schemas/(\w+)", text):
        assert name in described["components"]["schemas"]


# --- figures ---


def test_figures_count_what_happens(address: str) -> None:
    def figure(name: str) -> float:
        found = re.search(rf"^{re.escape(name)} (\S+)$", get(address, "/metrics"), re.MULTILINE)
        return float(found[1]) if found else 0.0

    before = figure('flagfall_events_total{kind="moved"}'), figure('flagfall_refusals_total{code="illegal"}')
    game, tokens = both_links(address)
    with Live(address, game, tokens["P1"]) as live:
        live.move("1")
        live.move("9")
        assert figure("flagfall_connections") >= 1 and figure("flagfall_games") >= 1
    after = figure('flagfall_events_total{kind="moved"}'), figure('flagfall_refusals_total{code="illegal"}')
    assert after == (before[0] + 1, before[1] + 1)
    assert figure('flagfall_storing_seconds_bucket{le="+Inf"}') == figure("flagfall_storing_seconds_count") > 0


# --- logs ---


def test_logs_are_json_and_hold_no_secret(tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", "--log-level=debug") as running:
        game, tokens = both_links(running.address, "flag-chase-traps", cap=40, chat=True)
        made = create(running.address)
        invitation = made["seats"]["P2"]["token"]
        _, joined, _ = request(running.address, "POST", f"/api/games/{made['id']}/join", {"invitation": invitation})
        get(running.address, f"/api/games/{game}", tokens["P1"])
        request(running.address, "GET", f"/api/games/{game}", token="x" * 24)
        with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]) as two:
            one.do("chat", text="between you and me")
            one.move("nonsense")
            one.move("TRAP 3 4")
            two.until(one.state["seq"])
            play_on({"P1": one, "P2": two}, Random(1))
        assert running.stop() == 0
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert {"serving", "request", "stopped"} <= {line["event"] for line in lines}
    (asked,) = [line for line in lines if line.get("path") == "/api/games" and made["id"]][:1]
    assert (asked["method"], asked["status"], asked["client"]) == ("POST", 201, "127.0.0.1")
    text = (tmp_path / "log").read_text()
    secrets = [
        *tokens.values(),
        invitation,
        joined["token"],
        made["seats"]["P1"]["token"],
        "between you",
        "TRAP",
        "x" * 24,
    ]
    assert not [secret for secret in secrets if secret in text]
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite*"))
    assert not [token for token in secrets[:5] if token.encode() in stored]


def test_a_mistake_of_ours_is_logged_with_its_place_and_without_its_words() -> None:
    """An error deep in a game may quote the move or the position that it stumbled over."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    log = logging.Logger("flagfall.online.test")
    log.addHandler(handler)
    cells: dict[str, int] = {}
    move = " ".join(("TRAP", "3", "4"))
    try:
        cells[move]
    except KeyError:
        log.exception("an event failed")
    line = json.loads(written.getvalue())
    assert line["event"] == "an event failed" and move not in written.getvalue()
    assert "test_operations.py" in line["traceback"] and line["traceback"].endswith("KeyError")


@pytest.mark.long
def test_a_flood_of_requests_is_no_flood_of_lines(tmp_path: Path) -> None:
    """What is answered is written down; of what is refused for haste, one line a minute for each client."""
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", "--request-rate=1", "--behind-proxy") as running:
        for client in ("192.0.2.1", "192.0.2.2"):
            while request(running.address, "GET", "/", headers={"X-Forwarded-For": client})[0] != 429:
                pass
            for _ in range(50):
                request(running.address, "GET", "/", headers={"X-Forwarded-For": client})
        assert running.stop() == 0
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    refused = [line["client"] for line in lines if line.get("status") == 429]
    assert refused == ["192.0.2.1", "192.0.2.2"]


# --- from start to stop ---


@pytest.mark.long
def test_a_good_end_saves_and_tells(tmp_path: Path) -> None:
    store, log, port = f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", lasting_port()
    with server(store, log, port=port) as running:
        game, tokens = both_links(running.address)
        with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game) as third:
            one.command("move", id="last", ply=0, move="2")
            running.process.terminate()
            assert closed(one) == (1012, "the server stops; come again")
            assert closed(third)[0] == 1012
            notices = [each for each in one.seen if each["type"] == "notice"]
            assert [each["code"] for each in notices] == ["stopping"]
            answered = [each for each in one.seen if each.get("id") == "last"]
        assert running.process.wait(20) == 0
    with server(store, log, port=port) as again:
        state = get(again.address, f"/api/games/{game}")["state"]
        assert state["ply"] == (1 if answered and answered[0]["type"] == "update" else 0)


def test_ctrl_c_is_a_good_end_too(tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(20) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


def serve(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "flagfall", "serve", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.long
def test_mistakes_are_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = serve(f"--port={port}", f"--store=sqlite:{tmp_path}/x")
    assert (result.returncode, result.stderr) == (
        1,
        f"flagfall: can't listen on 127.0.0.1 port {port}: Address already in use\n",
    )
    for options, code, reason in (
        (["--store=nonsense", "--port=0"], 1, "a store is sqlite:PATH or postgresql://…, not 'nonsense'"),
        (["--port=99999"], 2, "argument --port: give a whole number from 0 to 65535, not '99999'"),
        (["--store=sqlite:/proc/nothing/x", "--port=0"], 1, "/proc/nothing"),
        (["--store=postgresql://u:pw@127.0.0.1:1/x", "--port=0"], 1, "the PostgreSQL store can't be reached"),
    ):
        result = serve(*options)
        last = result.stderr.splitlines()[-1]
        assert result.returncode == code and last.startswith("flagfall: ") and reason in last
        assert "pw@" not in result.stderr and "Traceback" not in result.stderr


def test_without_the_libraries_it_says_what_to_install() -> None:
    hiding = "import sys; sys.modules['msgspec'] = None; from flagfall.cli import main; sys.exit(main(['serve']))"
    result = subprocess.run([sys.executable, "-c", hiding], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        "flagfall: online play needs more libraries; in Flagfall's folder, install them with: pip install '.[online]'\n"
    )


def test_a_server_says_where_it_is(running: Running) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", running.address)
    assert request(running.address, "GET", "/healthz")[:2] == (200, "ok\n")


# --- behind a proxy ---


@pytest.mark.long
def test_behind_a_proxy_that_speaks_tls_browsers_are_told_to_stay_with_it(tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", "--behind-proxy") as running:
        secure = request(running.address, "GET", "/", headers={"X-Forwarded-Proto": "https"})[2]
        plain = request(running.address, "GET", "/")[2]
        assert secure["strict-transport-security"] == "max-age=31536000"
        assert "strict-transport-security" not in plain


def test_the_limits_can_be_set() -> None:
    """Every option that the tests use is one that the program has."""
    text = serve("--help").stdout
    for option in GENEROUS:
        assert option.split("=")[0] in text
