"""The description of the API: true to the routes, to the answers, and to its page."""

from __future__ import annotations

import html
import json
import re
import shlex
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.api.protocol import OPERATIONS
from tests.rules.test_cases import CASES
from tests.samples import record
from tests.web.api.programs import SET, Program

README = (Path(__file__).parent.parent.parent.parent / "README.md").read_text("utf-8")


@pytest.fixture
def document(client: FlaskClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/openapi.json").json
    return document


def shape(document: dict[str, Any], name: str) -> jsonschema.Draft202012Validator:
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    return jsonschema.Draft202012Validator(schema)


def test_every_route_is_described_and_no_other(app: Flask, document: dict[str, Any]) -> None:
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    described = {(path, method) for path, methods in document["paths"].items() for method in methods}
    assert routes == described
    assert document["openapi"].startswith("3.1.")


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    names = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document)))
    assert names <= set(document["components"]["schemas"])
    for name in document["components"]["schemas"]:
        jsonschema.Draft202012Validator.check_schema(document["components"]["schemas"][name])


def test_the_examples_are_sound(document: dict[str, Any]) -> None:
    examples = 0
    for methods in document["paths"].values():
        for operation in methods.values():
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in (body.get("content", {}).get("application/json", {}) for body in bodies):
                if "example" in content:
                    shape(document, content["schema"]["$ref"].rsplit("/", 1)[1]).validate(content["example"])
                    examples += 1
    assert examples >= 7


@pytest.mark.parametrize("path", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_the_shapes_fit_all_cases(client: FlaskClient, document: dict[str, Any], path: Path) -> None:
    for case in json.loads(path.read_text("utf-8")):
        command, sent, name = ("judge", "question", "Answer") if "question" in case else ("score", "record", "Sheet")
        answer = client.post(f"/api/{command}", data=json.dumps(case[sent]), content_type="application/json")
        shape(document, name if answer.status_code == 200 else "Errors").validate(answer.json)


def test_the_shapes_tell_right_from_wrong(document: dict[str, Any]) -> None:
    assert shape(document, "Record").is_valid(record("club", hands=2))
    assert shape(document, "Facts").is_valid(SET)
    assert not shape(document, "Record").is_valid(record("club", hands=2) | {"game": "chess"})
    assert not shape(document, "Facts").is_valid(SET | {"score": 45})
    assert not shape(document, "Sheet").is_valid({})
    assert not shape(document, "Errors").is_valid({"errors": []})


def test_the_page_shows_every_operation(client: FlaskClient) -> None:
    page = client.get("/api").text
    assert len(OPERATIONS) == page.count('<article class="card"')
    for operation in OPERATIONS:
        assert f"<b>{operation.method}</b> <code>{operation.address}</code>" in page


def test_the_examples_of_the_page_work(client: FlaskClient) -> None:
    """Each command line, run as curl would run it, is answered well."""
    lines = [html.unescape(line) for line in re.findall(r"(?m)^<pre[^>]*>(curl .*)</pre>", client.get("/api").text)]
    assert len(lines) == len(OPERATIONS)
    # A season's public page needs a club: tests/web/season/test_embeds.py runs this line.
    for line in [line for line in lines if "$SEASON" not in line]:
        program = Program(client, SET)
        filled = line.replace("$HOST", "").replace("$GAME", program.started["id"]).replace("$KEY", program.scorer)
        assert run_as_curl(client, shlex.split(filled)[1:]) in (200, 201, 204), line


def run_as_curl(client: FlaskClient, words: list[str]) -> int:
    *options, address = words
    method, headers, data = "GET", {}, None
    for flag, value in zip(options[::2], options[1::2], strict=True):
        if flag == "-X":
            method = value
        elif flag == "-H":
            headers.update([value.split(": ", 1)])
        else:
            assert flag == "--json"
            method, data = ("POST" if method == "GET" else method), value
            headers["Content-Type"] = "application/json"
    return client.open(address, method=method, headers=headers, data=data).status_code


def test_the_start_page_links_to_it(client: FlaskClient) -> None:
    assert 'href="/api">Developer API</a>' in client.get("/").text


def test_the_readme_names_every_address() -> None:
    for operation in OPERATIONS:
        address = operation.address.replace("{game_id}", "ID").replace("{hand}", "N").replace("{slug}", "GAME")
        address = address.replace("{key}", "KEY")
        assert f"`{operation.method} {address}`" in README, operation
