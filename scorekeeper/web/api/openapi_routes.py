"""The description of the API: as OpenAPI for programs, and as a page for people."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Response, render_template, request

from scorekeeper.web.api.openapi import description, examples
from scorekeeper.web.api.operations import ANYBODY, OPERATIONS, Operation, blueprint, operation
from scorekeeper.web.api.responses import with_etag


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
