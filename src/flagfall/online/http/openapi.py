"""The HTTP interface described for programs, from the same types that read and write it."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from flagfall import __version__
from flagfall.online.protocol.messages import (
    Advice,
    Catalogue,
    Created,
    CreateGame,
    Earlier,
    Insight,
    Joined,
    JoinGame,
    LessonAnswer,
    LessonEntry,
    LessonHints,
    LessonTask,
    Line,
    OpenRecord,
    PastView,
    Problem,
    Puzzles,
    ReadLine,
    RenewLink,
    Replay,
    ReplayGame,
    Status,
    Welcome,
)

_BODIES = (
    *(Catalogue, CreateGame, Created, Welcome, Earlier, Status, PastView, JoinGame, RenewLink, Joined, Problem),
    *(LessonTask, LessonHints, LessonAnswer, LessonEntry, Puzzles, Insight, Advice, ReadLine, Line),
    *(OpenRecord, Replay, ReplayGame),
)
_ERRORS = {
    400: "The request is wrong.",
    401: "The token is missing or wrong.",
    403: "A page of another origin asks.",
    404: "There is no such game.",
    409: "Not now.",
    413: "The body is too large.",
    429: "Too many requests; Retry-After says when to come again.",
    503: "The store does not answer, or the server stops.",
}


@cache
def description() -> dict[str, Any]:
    schemas, components = msgspec.json.schema_components(_BODIES, ref_template="#/components/schemas/{name}")
    refs = dict(zip(_BODIES, schemas, strict=True))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Flagfall",
            "version": __version__,
            "description": "Play over the network. Live messages are described in docs/online.md.",
        },
        "paths": _paths(refs),
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "A seat's token."}},
        },
    }


def _paths(refs: dict[Any, Any]) -> dict[str, Any]:
    played = _as_it_stands(refs) | _of_seats(refs) | _when_it_is_over()
    return _of_the_server(refs) | played | _of_lessons(refs) | _of_exploring(refs) | _of_records(refs)


def _of_the_server(refs: dict[Any, Any]) -> dict[str, Any]:
    return {
        "/api/catalogue": {"get": _operation("The games and the bots.", _json(refs[Catalogue]), errors=(429,))},
        "/api/games": {
            "post": _operation(
                "Make a game.", _json(refs[Created]), refs[CreateGame], status=201, errors=(400, 403, 413, 429, 503)
            )
        },
        "/healthz": {"get": _operation("Is the server well?", _text(), errors=(429, 503))},
        "/metrics": {"get": _operation("Figures for Prometheus.", _text(), errors=(429,))},
    }


def _as_it_stands(refs: dict[Any, Any]) -> dict[str, Any]:
    ply = _parameter("ply", "integer")
    return {
        "/api/games/{game}": {
            "parameters": [_GAME],
            "get": _operation(
                "How a game stands for the token's seat, or for a watcher.", _json(refs[Welcome]), seat=True
            ),
        },
        "/api/games/{game}/status": {
            "parameters": [_GAME],
            "get": _operation("The same in few words.", _json(refs[Status]), seat=True),
        },
        "/api/games/{game}/earlier": {
            "parameters": [
                _GAME,
                *(_parameter(name, "integer", "query", False) for name in ("history", "said", "chat")),
            ],
            "get": _operation(
                "What the welcome of a long game has left out: a part of each list, from the number given.",
                _json(refs[Earlier]),
                seat=True,
                errors=(400, 401, 404, 429),
            ),
        },
        "/api/games/{game}/plies/{ply}": {
            "parameters": [_GAME, ply],
            "get": _operation("The position before a ply, as the seat knew it.", _json(refs[PastView]), seat=True),
        },
        "/api/games/{game}/advice": {
            "parameters": [_GAME],
            "get": _operation(
                "What a coach tells who has to choose against a bot, from what that seat knows.",
                _json(refs[Advice]),
                seat=True,
                errors=(401, 403, 404, 409, 429, 503),
            ),
        },
    }


def _of_seats(refs: dict[Any, Any]) -> dict[str, Any]:
    return {
        "/api/games/{game}/join": {
            "parameters": [_GAME],
            "post": _operation(
                "Take the open seat.",
                _json(refs[Joined]),
                refs[JoinGame],
                errors=(400, 401, 403, 404, 409, 413, 429, 503),
            ),
        },
        "/api/games/{game}/renew": {
            "parameters": [_GAME],
            "post": _operation(
                "Replace the seat's link, or the open invitation.",
                _json(refs[Joined]),
                refs[RenewLink],
                seat=True,
                errors=(400, 401, 403, 404, 409, 413, 429, 503),
            ),
        },
    }


def _when_it_is_over() -> dict[str, Any]:
    return {
        "/api/games/{game}/record": {
            "parameters": [_GAME, _parameter("format", "string", where="query", required=False)],
            "get": _operation("The whole record, once the game is over.", _text(), errors=(404, 409, 429, 503)),
        },
        "/api/games/{game}/analysis": {
            "parameters": [_GAME],
            "get": _operation(
                "What every move was worth, once the game is over; 204 where the game is not solved.",
                _json({"type": "object"}),
                errors=(404, 409, 429, 503),
            ),
        },
    }


def _of_lessons(refs: dict[Any, Any]) -> dict[str, Any]:
    task, place = "/api/lessons/{name}/{number}", [_parameter("name", "string"), _parameter("number", "integer")]
    errors = (400, 404, 429, 503)

    def get(about: str, kind: Any, *more: dict[str, Any]) -> dict[str, Any]:
        return {"parameters": [*place, *more], "get": _operation(about, _json(refs[kind]), errors=errors)}

    puzzles = "/api/puzzles/{name}"
    return {
        task: get("A task of a game's lesson, counted from 0.", LessonTask),
        f"{task}/hints": get("What to look at there, and the move itself.", LessonHints),
        f"{task}/answer": get("What is said of a move.", LessonAnswer, _parameter("move", "string", where="query")),
        f"{task}/entry": get("All of that at once.", LessonEntry),
        puzzles: {
            "parameters": [_parameter("name", "string")],
            "get": _operation("The puzzles of a game, from easy to hard.", _json(refs[Puzzles]), errors=errors),
        },
        f"{puzzles}/{{number}}": get("A puzzle, counted from 0, with all that is said of it.", LessonEntry),
    }


def _of_exploring(refs: dict[Any, Any]) -> dict[str, Any]:
    asked = ("position", "eyes", "P1", "P2")
    return {
        "/api/explore/{name}": {
            "parameters": [
                _parameter("name", "string"),
                *(_parameter(name, "string", where="query", required=False) for name in asked),
            ],
            "get": _operation(
                "What is known of a position in its one-line text; without one, of the opening with the settings that "
                "are given. P1 and P2 are moves whose outcome is wanted where there are very many.",
                _json(refs[Insight]),
                errors=(400, 429, 503),
            ),
        },
        "/api/explore": {
            "post": _operation(
                "What a text means: a position's in one line, or a record.",
                _json(refs[Line]),
                refs[ReadLine],
                errors=(400, 413, 429, 503),
            ),
        },
    }


def _of_records(refs: dict[Any, Any]) -> dict[str, Any]:
    brought = (400, 413, 429, 503)
    return {
        "/api/demos/{name}": {
            "parameters": [_parameter("name", "string")],
            "get": _operation("The game's playthrough, ply by ply.", _json(refs[ReplayGame]), errors=(404, 429)),
        },
        "/api/open": {
            "post": _operation(
                "A record that somebody brings along, ply by ply. Nothing of it is kept; of a game that goes on, only "
                "what both players know is shown.",
                _json(refs[Replay]),
                refs[OpenRecord],
                errors=brought,
            ),
        },
        "/api/open/analysis": {
            "post": _operation(
                "What every move of the first game in a record was worth; 204 where that is not known.",
                _json({"type": "object"}),
                refs[OpenRecord],
                errors=brought,
            ),
        },
    }


def _parameter(name: str, kind: str, where: str = "path", required: bool = True) -> dict[str, Any]:
    return {"name": name, "in": where, "required": required, "schema": {"type": kind}}


_GAME = _parameter("game", "string")


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _text() -> dict[str, Any]:
    return {"text/plain": {"schema": {"type": "string"}}}


def _operation(
    about: str,
    content: dict[str, Any],
    body: Any = None,
    *,
    status: int = 200,
    seat: bool = False,
    errors: tuple[int, ...] = (401, 404, 429, 503),
) -> dict[str, Any]:
    problem = _json({"$ref": "#/components/schemas/Problem"})
    refused = {str(code): {"description": _ERRORS[code], "content": problem} for code in errors}
    operation: dict[str, Any] = {
        "summary": about,
        "responses": {str(status): {"description": about, "content": content}} | refused,
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": _json(body)}
    if seat:
        operation["security"] = [{"seat": []}, {}]
    return operation
