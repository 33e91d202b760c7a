"""The page about the API: its description, to read."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import render_template, request

from scorekeeper.web.api.openapi import description, examples
from scorekeeper.web.api.operations import ANYBODY, OPERATIONS, Operation, blueprint


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


@blueprint.get("")
def page() -> str:
    """All operations, each with its parameters, its answers and an example."""
    entries = [_entry(each, description()["paths"][each.address][each.method.lower()]) for each in OPERATIONS]
    tags = dict.fromkeys(entry.tag for entry in entries)
    groups = [(tag, [entry for entry in entries if entry.tag == tag]) for tag in tags]
    return render_template(
        "api/page.html", groups=groups, info=description()["info"], host=request.host_url.rstrip("/")
    )


def _entry(each: Operation, told: dict[str, Any]) -> Entry:
    example = examples().get(each.body or "")
    return Entry(
        id=each.name,
        method=each.method,
        address=each.address,
        summary=told["summary"],
        text=told["description"],
        tag=told["tags"][0],
        parameters=tuple((one["name"], one["description"], one.get("required", False)) for one in told["parameters"]),
        answers=tuple((status, one["description"]) for status, one in told["responses"].items()),
        curl=" ".join(_curl(each, told)),
        body=json.dumps(example) if example else "",
    )


def _curl(each: Operation, told: dict[str, Any]) -> Iterator[str]:
    """The words of a command line; what is different each time is a variable."""
    yield "curl"
    if each.method not in ("GET", "POST"):
        yield f"-X {each.method}"
    if each.rights != ANYBODY:
        yield '-H "Authorization: Bearer $KEY"'
    yield from (f"-H 'If-Match: {one['example']}'" for one in told["parameters"] if "example" in one)
    if each.body:
        yield f"--json {shlex.quote(json.dumps(examples()[each.body]))}"
    address = each.address.replace("{game_id}", "$GAME").replace("{hand}", "1")
    yield f'"$HOST{address.replace("{slug}", "record")}"'
