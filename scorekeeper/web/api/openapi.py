"""The OpenAPI document and the page about the API."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any

from flask import Response, render_template, request

from scorekeeper import __version__
from scorekeeper.judge import answer as judge_question
from scorekeeper.rulebook import chapters
from scorekeeper.rules import score as score_record
from scorekeeper.rules.fields import Schema
from scorekeeper.rules.json_text import result_json
from scorekeeper.web.api.protocol import (
    ANYBODY,
    JSON,
    LINES,
    LONGEST_MARK,
    OPERATIONS,
    READER,
    SCORER,
    Operation,
    blueprint,
    operation,
    with_etag,
)
from scorekeeper.web.api.shapes import ANYTHING, NUMBER, TEXT, ref, shapes

ABOUT = (
    "Send what happened at the table, and get score sheets with reasons. Everything is JSON. Errors come as a list, "
    "each with a message and its rule.\n\n"
    "To open a stored game, send one of its keys as “Authorization: Bearer <key>”. The watch key can read; the scorer "
    "key can also write. A browser's cookie can read its own games but not write. A wrong key, a reset key and a game "
    "that doesn't exist all get 404.\n\n"
    "Every response you read has an ETag. Send it as If-Match when you change something, so that two writers never "
    "overwrite each other. Only public standings have CORS headers: pages on other sites can read them, and nothing "
    "else."
)

#: What may be sent beside the body, by its name in the table of operations.
TAKES: dict[str, Schema] = {
    "if_none_match": {
        "name": "If-None-Match",
        "in": "header",
        "description": "An ETag. The response is 304 if nothing has changed.",
        "schema": TEXT,
    },
    "if_match": {
        "name": "If-Match",
        "in": "header",
        "description": "The game's ETag. Nothing is written if the game has changed.",
        "schema": TEXT,
    },
    "if_match_needed": {
        "name": "If-Match",
        "in": "header",
        "required": True,
        "description": "The hand's ETag, or an asterisk for any version.",
        "schema": {"type": "string", "minLength": 1},
        "example": "*",
    },
    "idempotency": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "A key you choose for this request. Sent twice, it is saved once.",
        "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_MARK},
    },
    "confirmed": {
        "name": "confirmed",
        "in": "query",
        "description": "Delete the hands after the end of the game.",
        "schema": {"type": "boolean"},
    },
}
PLACES: dict[str, Schema] = {
    "slug": {"description": "The short name of a game, or “record”."},
    "game_id": {"description": "The game's id, as in the address of its page.", "schema": TEXT},
    "hand": {"description": "The hand's number.", "schema": NUMBER},
    "key": {
        "description": "The key of a season's public page, as in its address after “/s/”.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,32}$"},
    },
}
WORDS = {
    200: "The requested data.",
    201: "Created.",
    204: "Done.",
    304: "Not changed.",
    401: "No key was sent.",
    403: "This key can only read.",
    404: "Not found: a wrong address or key, or a deleted game.",
    409: "Later hands would be deleted. Confirm the change.",
    412: "Somebody else changed it first. The response has the current version.",
    413: "The request is too large.",
    415: "The content type is not JSON.",
    422: "The request has errors. The response lists them.",
    428: "If-Match is missing.",
    429: "Too many requests. Wait, then try again.",
}
SHAPES = {409: "EndsEarlier", 412: "Stale"}
SECURITY: dict[str, list[dict[str, list[str]]]] = {READER: [{"key": []}, {"cookie": []}], SCORER: [{"key": []}]}


@cache
def examples() -> dict[str, Any]:
    """What may be sent, by shape; with the sheet and the answer that it gives."""
    sent: dict[str, Any] = json.loads(files(__package__).joinpath("examples.json").read_text("utf-8"))
    results = {
        "Sheet": result_json(score_record(sent["Record"])),
        "Answer": result_json(judge_question(sent["Question"])),
    }
    return sent | results


@cache
def description() -> dict[str, Any]:
    """The whole document."""
    paths: dict[str, dict[str, Any]] = {}
    for known in OPERATIONS:
        paths.setdefault(known.address, {})[known.method.lower()] = _describe(known)
    key = {"type": "http", "scheme": "bearer", "description": "The scorer key or the watch key of the game."}
    cookie = {
        "type": "apiKey",
        "in": "cookie",
        "name": "session",
        "description": "The browser's own cookie. It can only read.",
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rook score keeper", "version": __version__, "description": ABOUT},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": shapes(), "securitySchemes": {"key": key, "cookie": cookie}},
    }


def _describe(operation: Operation) -> dict[str, Any]:
    takes = [*operation.takes, *(["if_none_match"] if operation.method == "GET" else [])]
    description: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": operation.text,
        "tags": ["Stored games" if operation.path.startswith("/t") else "Without a stored game"],
        "parameters": [*map(_place, operation.places), *(TAKES[name] for name in takes)],
        "responses": {str(status): _response(operation, status) for status in sorted(_statuses(operation))},
    }
    if operation.body:
        description["requestBody"] = {"required": True, "content": _content(operation.body, operation.lines)}
    return description if operation.rights == ANYBODY else description | {"security": SECURITY[operation.rights]}


def _place(name: str) -> Schema:
    schema = {"schema": {"enum": list(chapters())}} if name == "slug" else {}
    return {"name": name, "in": "path", "required": True, **PLACES[name], **schema}


def _statuses(operation: Operation) -> set[int]:
    """All that an operation may answer."""
    statuses = {operation.status, 429}
    statuses |= {304} if operation.method == "GET" else set()
    statuses |= {413, 415, 422} if operation.body else set()
    statuses |= {404} if operation.places else set()
    statuses |= {401} if operation.rights != ANYBODY else set()
    statuses |= {403, 412, 422} if operation.rights == SCORER else set()
    statuses |= {409, 428} if "confirmed" in operation.takes else set()
    # A hand sent twice with the same mark.
    return statuses | ({200} if operation.status == 201 and "idempotency" in operation.takes else set())


def _response(operation: Operation, status: int) -> dict[str, Any]:
    good = status in (200, 201)
    description: dict[str, Any] = {"description": WORDS.get(status, HTTPStatus(status).phrase)}
    if good and operation.answer:
        description["content"] = _content(operation.answer, operation.lines)
    elif status >= 400:
        description["content"] = _content(SHAPES.get(status, "Errors"), False)
    headers = _headers(operation, status)
    return description | ({"headers": headers} if headers else {})


def _headers(operation: Operation, status: int) -> dict[str, Any]:
    names = ["ETag"] if status in (304, 412) or (status in (200, 201) and not operation.lines) else []
    names += ["Location"] if operation.method == "POST" and status in (200, 201) and not operation.lines else []
    names += ["Retry-After"] if status == 429 else []
    return {name: {"required": True, "schema": TEXT} for name in names}


def _content(shape: str, lines: bool) -> dict[str, Any]:
    """A shape with its example, and where it may be, the same one a line."""
    plain: dict[str, Any] = {"schema": ref(shape)}
    if shape in examples():
        plain["example"] = examples()[shape]
    return {JSON: plain, LINES: {"schema": ANYTHING}} if lines else {JSON: plain}


@dataclass(frozen=True)
class Entry:
    """An operation as the page shows it."""

    id: str
    method: str
    address: str
    summary: str
    text: str
    tag: str
    parameters: tuple[tuple[str, str, bool], ...]
    answers: tuple[tuple[str, str], ...]
    curl: str
    body: str


@operation("GET", "/openapi.json", "Description")
def openapi() -> Response:
    """This description, as OpenAPI 3.1."""
    return with_etag(description())


@blueprint.get("")
def page() -> str:
    """All operations, each with its parameters, its answers and an example."""
    entries = [
        _entry(operation, description()["paths"][operation.address][operation.method.lower()])
        for operation in OPERATIONS
    ]
    tags = dict.fromkeys(entry.tag for entry in entries)
    groups = [(tag, [entry for entry in entries if entry.tag == tag]) for tag in tags]
    return render_template(
        "api/page.html", groups=groups, info=description()["info"], host=request.host_url.rstrip("/")
    )


def _entry(operation: Operation, described: dict[str, Any]) -> Entry:
    example = examples().get(operation.body or "")
    parameters = [(one["name"], one["description"], one.get("required", False)) for one in described["parameters"]]
    return Entry(
        id=operation.name,
        method=operation.method,
        address=operation.address,
        summary=described["summary"],
        text=described["description"],
        tag=described["tags"][0],
        parameters=tuple(parameters),
        answers=tuple((status, one["description"]) for status, one in described["responses"].items()),
        curl=" ".join(_curl(operation, described)),
        body=json.dumps(example) if example else "",
    )


def _curl(operation: Operation, described: dict[str, Any]) -> Iterator[str]:
    """The words of a command line; what is different operation time is a variable."""
    yield "curl"
    if operation.method not in ("GET", "POST"):
        yield f"-X {operation.method}"
    if operation.rights != ANYBODY:
        yield '-H "Authorization: Bearer $KEY"'
    yield from (f"-H 'If-Match: {one['example']}'" for one in described["parameters"] if "example" in one)
    if operation.body:
        yield f"--json {shlex.quote(json.dumps(examples()[operation.body]))}"
    address = operation.address.replace("{game_id}", "$GAME").replace("{hand}", "1").replace("{key}", "$SEASON")
    yield f'"$HOST{address.replace("{slug}", "record")}"'
