"""The API without a stored game: the same answers and errors as the command line, the games, the rules."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
from flask.testing import FlaskClient

from scorekeeper.rulebook import chapters
from scorekeeper.rules import GAMES
from tests.cli.terminal import run
from tests.cli.test_cli import answers
from tests.rows import each_row
from tests.rules.test_cases import CASES
from tests.samples import record
from tests.web.api.programs import RECORD, SET, refused

LINES = "application/x-ndjson"


def cases(name: str) -> tuple[str, list[str]]:
    """The command for a file of cases, and their documents."""
    cases = json.loads((CASES / f"{name}.json").read_text("utf-8"))
    command, key = ("judge", "question") if "question" in cases[0] else ("score", "record")
    return command, [json.dumps(case[key]) for case in cases]


def pairs(text: str | bytes) -> Any:
    """JSON with the order of its keys."""
    return json.loads(text, object_pairs_hook=list)


def sent(client: FlaskClient, command: str, text: str | bytes, kind: str = "application/json") -> Any:
    return client.post(f"/api/{command}", data=text, content_type=kind)


@each_row("name", ["original", "club", "cribbage", "judge"])
def test_the_same_as_the_command_line(client: FlaskClient, name: str) -> None:
    command, documents = cases(name)
    printed = run(command, "--lines", "-", text="\n".join(documents)).stdout.splitlines()
    wrong = 0
    for text, line in zip(documents, printed, strict=True):
        answer = sent(client, command, text)
        assert pairs(answer.data) == pairs(line)
        assert answer.status_code == (422 if "errors" in json.loads(line) else 200)
        wrong += answer.status_code == 422
    assert 0 < wrong < len(documents)
    together = sent(client, command, "\n".join(documents), LINES)
    assert (together.status_code, together.mimetype) == (200, LINES)
    assert together.data.splitlines() == printed


TEXTS = [
    b"",
    b"nonsense",
    b"[]",
    b"7",
    b'"x"',
    b"null",
    b'{"format": "rook-record/1", "format": "rook-record/1"}',
    b'{"hands": [{"bid": 1, "bid": 2}]}',
    b'{"dealer": NaN}',
    b"-Infinity",
    b"\xef\xbb\xbf{}",
    b"\xff\xfe",
    b"{" * 100_000,
    b"[" * 100_000,
    b'{"dealer": ' + b"9" * 5000 + b"}",
    b'{"players": ["\\ud800", "a\\u0000b", "c", "d"], "game": "original", "format": "rook-record/1", "hands": []}',
    b"\0",
]


@each_row("text", TEXTS, ids=lambda text: repr(text[:24]))
@each_row("command", ["score", "judge"])
def test_texts_that_are_refused(client: FlaskClient, command: str, text: bytes) -> None:
    answer = sent(client, command, text)
    refused(answer, 422)
    assert pairs(answer.data) == pairs(run(command, "-", text=text).stdout)


def test_lines_answer_in_order_each_for_itself(client: FlaskClient) -> None:
    good = json.dumps(RECORD | {"hands": [SET]})
    text = b"\xef\xbb\xbf" + f"{good}\r\n\n  \nnonsense\n{good}\n".encode()
    answer = sent(client, "score", text, LINES)
    sheets = [json.loads(line) for line in answer.data.splitlines()]
    assert [sheet.get("totals") for sheet in sheets] == [[45, -95], None, [45, -95]]
    assert sheets == answers(run("score", "--lines", "-", text=text))


def test_every_game_can_be_scored(client: FlaskClient) -> None:
    for game in GAMES:
        answer = client.post("/api/score", json=record(game.slug, hands=2))
        assert (answer.status_code, answer.json["game"]) == (200, game.slug)


def test_no_record_is_endless(client: FlaskClient) -> None:
    most = client.post("/api/score", json=RECORD | {"hands": [{"passed_out": True}] * 1000})
    assert most.status_code == 200
    for path in ("/api/score", "/api/t"):
        answer = client.post(path, json=RECORD | {"hands": [{"passed_out": True}] * 1001})
        assert refused(answer, 422, "record.limits")["path"] == "hands"


@each_row("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/html"])
@each_row("path", ["/api/score", "/api/judge", "/api/t"])
def test_only_json_is_read(client: FlaskClient, path: str, kind: str) -> None:
    answer = client.post(path, data=json.dumps(RECORD), content_type=kind)
    assert "application/json" in refused(answer, 415, "record.api")["message"]


def test_json_of_any_spelling_or_none_is_read(client: FlaskClient) -> None:
    for kind in ("application/json; charset=utf-8", "Application/JSON", None):
        assert client.post("/api/score", data=json.dumps(RECORD), content_type=kind).status_code == 200


def test_too_much_is_refused_with_a_message(client: FlaskClient) -> None:
    for path in ("/api/score", "/api/judge", "/api/t"):
        answer = client.post(path, data=b" " * 1_000_001, content_type="application/json")
        assert "1,000,000 bytes" in refused(answer, 413, "record.limits")["message"]


def test_the_games(client: FlaskClient) -> None:
    games = client.get("/api/games").json["games"]
    assert [game["slug"] for game in games] == [game.slug for game in GAMES]
    rook = next(game for game in games if game["slug"] == "original")
    assert (rook["name"], rook["players"], rook["tricks"]) == ("The Original ROOK", [4], True)
    assert rook["auction"] == {"lowest": 70, "highest": 120, "step": 5}
    assert "300" in rook["ends"]
    for game in games:
        for option in game["options"]:
            assert "values" in option or option["schema"]["type"] == "integer"
            assert option["default"] is None or option["default"] in option.get("values", [option["default"]])
        for link in game["links"].values():
            assert client.get(link).status_code == 200


@each_row("slug", [*(game.slug for game in GAMES), "record"])
def test_the_rules_of_a_game(client: FlaskClient, slug: str) -> None:
    book = client.get(f"/api/games/{slug}/rules").json
    assert (book["game"], book["title"]) == (slug, chapters()[slug].title)
    assert len(book["rules"]) == len(chapters()[slug].rules)
    needed = {
        "id",
        "kind",
        "part",
        "title",
        "text",
        "source",
        "heading",
        "rulings",
        "reason",
        "option",
        "ask",
        "verdict",
    }
    assert all(set(rule) == needed for rule in book["rules"])
    assert all(rule["id"].startswith(f"{slug}.") for rule in book["rules"])


def test_a_line_and_its_rule(client: FlaskClient) -> None:
    line = client.post("/api/score", json=RECORD | {"hands": [SET]}).json["hands"][0]["lines"][0]
    rules = client.get("/api/games/original/rules").json["rules"]
    rule = next(rule for rule in rules if rule["id"] == line["rule"])
    assert (line["points"], rule["part"]) == (-95, "Scoring")


def test_the_schema_is_the_command_lines(client: FlaskClient) -> None:
    schema = client.get("/api/schema").json
    assert schema == json.loads(run("schema").stdout)
    jsonschema.Draft202012Validator(schema).validate(record("original", hands=2))


@each_row("path", ["/api/games", "/api/schema", "/api/openapi.json", "/api/games/club/rules"])
def test_what_does_not_change_need_not_be_sent_again(client: FlaskClient, path: str) -> None:
    mark = client.get(path).headers["ETag"]
    again = client.get(path, headers={"If-None-Match": mark})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", mark)
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@each_row("path", ["/api/", "/api/nothing", "/api/games/chess/rules", "/api/games/../x", "/api/t/", "/api/%ff"])
def test_addresses_that_are_not_there(client: FlaskClient, path: str) -> None:
    refused(client.get(path), 404)


@each_row(("method", "path"), [("GET", "/api/score"), ("DELETE", "/api/games"), ("PUT", "/api/t"), ("POST", "/api")])
def test_methods_that_an_address_does_not_take(client: FlaskClient, method: str, path: str) -> None:
    answer = client.open(path, method=method)
    assert answer.headers["Allow"] in refused(answer, 405, "record.api")["message"]


def test_nothing_is_sent_to_other_sites(client: FlaskClient) -> None:
    for answer in (
        client.get("/api/games", headers={"Origin": "https://elsewhere.example"}),
        client.options("/api/score", headers={"Origin": "https://elsewhere.example"}),
    ):
        assert not [name for name, _ in answer.headers if name.lower().startswith("access-control")]
