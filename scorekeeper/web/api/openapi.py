"""The OpenAPI document, made from the operations and description.toml, and the page about the API."""

from __future__ import annotations

import json
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any

from flask import Response, render_template, request

from scorekeeper import __version__
from scorekeeper.judge import ASKS
from scorekeeper.judge import answer as judge_question
from scorekeeper.rulebook import KINDS, PARTS, chapters
from scorekeeper.rules import GAMES
from scorekeeper.rules import score as score_record
from scorekeeper.rules.document import schema as record_schema
from scorekeeper.rules.fields import Schema
from scorekeeper.rules.json_text import result_json
from scorekeeper.web.api.protocol import (
    ANYBODY,
    JSON,
    LINES,
    OPERATIONS,
    READER,
    SCORER,
    Operation,
    blueprint,
    operation,
    with_etag,
)

#: What description.toml says.
WORDS: dict[str, Any] = tomllib.loads(files(__package__).joinpath("description.toml").read_text("utf-8"))
TEXT: Schema = {"type": "string"}
#: Shapes of errors other than `Errors`.
SHAPES = {409: "EndsEarlier", 412: "Stale"}
SECURITY: dict[str, list[dict[str, list[str]]]] = {READER: [{"key": []}, {"cookie": []}], SCORER: [{"key": []}]}


@cache
def examples() -> dict[str, Any]:
    """What may be sent, by shape; with the sheet and the answer that it gives."""
    sent: dict[str, Any] = WORDS["examples"]
    results = {
        "Sheet": result_json(score_record(sent["Record"])),
        "Answer": result_json(judge_question(sent["Question"])),
    }
    return sent | results


def ref(name: str) -> Schema:
    """A shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def basic_types() -> dict[str, Schema]:
    """The types of which shapes are made, by their names in description.toml."""
    return {
        "text": TEXT,
        "whole": {"type": "integer"},
        "count": {"type": "integer", "minimum": 0},
        "number": {"type": "integer", "minimum": 1},
        "decimal": {"type": "number"},
        "moment": {"type": "string", "format": "date-time"},
        "day": {"type": "string", "format": "date"},
        "boolean": {"type": "boolean"},
        "object": {"type": "object"},
        "null": {"type": "null"},
        "anything": {},
        "game": {"enum": [game.slug for game in GAMES]},
        "chapter": {"enum": list(chapters())},
        "part": {"enum": list(PARTS.values())},
        "kind": {"enum": list(KINDS)},
        "ask": {"enum": list(ASKS)},
    }


def json_schema(shape: Any) -> Schema:
    """The JSON Schema of a shape as description.toml writes it."""
    if isinstance(shape, list):
        return {"type": "array", "items": json_schema(shape[0])}
    if isinstance(shape, str):
        kinds = [basic_types()[name] if name in basic_types() else ref(name) for name in shape.split(" or ")]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    if "is" in shape:
        return {**json_schema(shape["is"]), **{key: value for key, value in shape.items() if key != "is"}}
    if not {"type", "enum", "const"}.isdisjoint(shape):
        return dict(shape)
    return _object_schema({**WORDS["shapes"].get(shape.get("extends"), {}), **shape})


def _object_schema(shape: dict[str, Any]) -> Schema:
    entries = {name: entry for name, entry in shape.items() if name not in ("extends", "more")}
    schema: Schema = {
        "type": "object",
        "properties": {name.removesuffix("?"): json_schema(entry) for name, entry in entries.items()},
        "required": [name for name in entries if not name.endswith("?")],
    }
    return schema if "more" in shape else {**schema, "additionalProperties": False}


def shapes() -> dict[str, Schema]:
    """All shapes by name: records and hands from the schema of a record, the others from description.toml."""
    schemas: dict[str, Schema] = {}
    for slug, record in record_schema()["$defs"].items():
        properties = record["properties"]
        schemas[f"hand-{slug}"] = {"title": record["title"], **properties["hands"]["items"]}
        schemas[f"record-{slug}"] = {**record, "properties": {**properties, "hands": json_schema([f"hand-{slug}"])}}
    return {
        "Record": {"oneOf": [ref(f"record-{game.slug}") for game in GAMES]},
        "Facts": {"anyOf": [ref(f"hand-{game.slug}") for game in GAMES]},
        **schemas,
        **{name: json_schema(shape) for name, shape in WORDS["shapes"].items()},
    }


@cache
def description() -> dict[str, Any]:
    """The whole document."""
    paths: dict[str, dict[str, Any]] = {}
    for known in OPERATIONS:
        paths.setdefault(known.address, {})[known.method.lower()] = _describe(known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rook score keeper", "version": __version__, "description": WORDS["about"]},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": shapes(), "securitySchemes": WORDS["security"]},
    }


def _describe(operation: Operation) -> dict[str, Any]:
    takes = [*operation.places, *operation.takes, *(["if_none_match"] if operation.method == "GET" else [])]
    description: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": operation.text,
        "tags": ["Stored games" if operation.path.startswith("/t") else "Without a stored game"],
        "parameters": [_parameter(name) for name in takes],
        "responses": {str(status): _response(operation, status) for status in sorted(_statuses(operation))},
    }
    if operation.body:
        description["requestBody"] = {"required": True, "content": _content(operation.body, operation.lines)}
    return description if operation.rights == ANYBODY else description | {"security": SECURITY[operation.rights]}


def _parameter(name: str) -> Schema:
    parameter: Schema = WORDS["parameters"][name]
    return parameter | {"schema": basic_types()["chapter"]} if name == "slug" else parameter


def _statuses(operation: Operation) -> set[int]:
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
    description: dict[str, Any] = {"description": WORDS["responses"].get(str(status), HTTPStatus(status).phrase)}
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
    """A shape with its example; and JSON Lines if `lines`."""
    plain: dict[str, Any] = {"schema": ref(shape)}
    if shape in examples():
        plain["example"] = examples()[shape]
    return {JSON: plain, LINES: {"schema": {}}} if lines else {JSON: plain}


@operation("GET", "/openapi.json", "Description")
def openapi() -> Response:
    """This description, as OpenAPI 3.1."""
    return with_etag(description())


@blueprint.get("")
def page() -> str:
    """All operations, each with its parameters, its answers and an example."""
    groups: dict[str, list[tuple[Operation, dict[str, Any], str]]] = {}
    for known in OPERATIONS:
        described = description()["paths"][known.address][known.method.lower()]
        groups.setdefault(described["tags"][0], []).append((known, described, " ".join(_curl(known, described))))
    host = request.host_url.rstrip("/")
    return render_template("api/page.html", groups=groups, info=description()["info"], host=host)


def _curl(operation: Operation, described: dict[str, Any]) -> Iterator[str]:
    """The parts of a command line; ids and keys are shell variables."""
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
