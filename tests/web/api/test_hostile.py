"""What no honest program sends: each is refused in the one form, and changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.rows import each_row
from tests.web.api.programs import RECORD, SET, Program, refused


@pytest.fixture
def program(client: FlaskClient) -> Program:
    return Program(client, SET)


HUGE = 10**4000
HANDS: list[Any] = [
    SET | {"bid": HUGE},
    SET | {"bid": -HUGE, "bidder": HUGE},
    SET | {"captured": [HUGE, None]},
    SET | {"captured": [1] * 300_000},
    SET | {"captured": {"0": 45}},
    SET | {"penalties": [{"kind": "table-talk", "by": HUGE}]},
    SET | {"penalties": [{}] * 2_000},
    SET | {"note": "half \ud800 a character"},
    SET | {"\ud800": 1},
    SET | {"\0": "\0"},
    SET | {"bid": 95.0},
    SET | {"bid": True},
    SET | {"bid": "95"},
    SET | {"open": False},
    SET | {"__class__": "x", "constructor": {}},
    {f"key {number}": number for number in range(5_000)},
    {},
]


@each_row("facts", HANDS, ids=lambda facts: str(facts)[:60].encode("ascii", "replace").decode())
def test_impossible_hands_are_refused(program: Program, facts: Any) -> None:
    text = json.dumps(facts)
    headers = {"If-Match": "*"}
    for method, path in (("POST", "/hands"), ("PUT", "/hands/1")):
        answer = program.ask(method, path, data=text, content_type="application/json", headers=headers)
        refused(answer, 422)
    assert program.hands == [SET]
    assert len(program.get("/versions").json["versions"]) == 1


TEXTS = [
    b"",
    b"\0" * 50,
    b"\xff\xfe{}",
    b"[]",
    b"null",
    b'"x"',
    b"{",
    b"{}{}",
    b"[" * 200_000,
    b'{"a":' * 200_000,
    b'{"bid":1,"bid":2}',
    b'{"bid":NaN}',
    b'{"bid":' + b"9" * 100_000 + b"}",
]


@each_row("text", TEXTS, ids=lambda text: repr(text[:24]))
def test_texts_that_hold_no_hand(program: Program, text: bytes) -> None:
    for method, path in (("POST", "/hands"), ("PUT", "/hands/1")):
        answer = program.ask(method, path, data=text, content_type="application/json", headers={"If-Match": "*"})
        refused(answer, 422, "record.json")
    refused(program.client.post("/api/t", data=text, content_type="application/json"), 422, "record.json")
    assert program.hands == [SET]


def test_odd_text_that_can_be_stored(program: Program) -> None:
    odd = "ab <script>\u202e\ufeff é 🂡"
    answer = program.put(1, SET | {"note": odd}, if_match="*")
    assert (answer.status_code, answer.json["facts"]["note"]) == (200, odd)
    assert program.hands == [SET | {"note": odd}]
    named = program.client.post("/api/t", json=RECORD | {"players": ["A", "<b>", "é", "🂡"], "note": odd})
    assert named.status_code == 201


def test_nul_is_not_kept(client: FlaskClient) -> None:
    for more in ({"note": "a\0b"}, {"hands": [SET | {"note": "a\0b"}]}):
        refused(client.post("/api/t", json=RECORD | more), 422)


@each_row("text", ["\ud800", "x\udfff"])
def test_half_a_character_is_not_kept(client: FlaskClient, text: str) -> None:
    for more in ({"note": text}, {"date": text}, {"players": ["a", "b", "c", text]}, {"hands": [SET | {"note": text}]}):
        refused(client.post("/api/t", data=json.dumps(RECORD | more), content_type="application/json"), 422)


@each_row("kind", ["text/plain", "application/x-www-form-urlencoded", "application/x-ndjson"])
def test_a_hand_is_sent_as_json(program: Program, kind: str) -> None:
    for method, path in (("POST", "/hands"), ("PUT", "/hands/1")):
        answer = program.ask(method, path, data=json.dumps(SET), content_type=kind, headers={"If-Match": "*"})
        refused(answer, 415, "record.api")


def test_too_much_for_a_hand(program: Program) -> None:
    answer = program.ask("POST", "/hands", data=b" " * 2_000_001, content_type="application/json")
    refused(answer, 413, "record.limits")
    refused(program.add(SET | {"note": "x" * 2001}), 422, "record.limits")
    assert program.add(SET | {"note": "x" * 1990}).status_code == 201


@each_row("path", ["/hands/-1", "/hands/x", "/hands/1.0", "/hands/²", "/hands/", "/nothing", "/%00"])
def test_odd_addresses(program: Program, path: str) -> None:
    refused(program.get(path), 404)


@each_row("game_id", ["%00", "%ff%fe", "..", "'; --", "x" * 5000, "é", "%F0%9F%82%A1"])
def test_odd_names_of_games(program: Program, game_id: str) -> None:
    answer = program.client.get(f"/api/t/{game_id}/record", headers={"Authorization": f"Bearer {program.scorer}"})
    refused(answer, 404)


@each_row("cards", [["red 7"] * 100_000, [f"red {number}" for number in range(20_000)]])
def test_a_list_of_cards_without_end(client: FlaskClient, cards: list[str]) -> None:
    question = {"ask": "follow", "game": "original", "trump": "green", "led": "red 5", "played": "red 7", "hand": cards}
    refused(client.post("/api/judge", json=question), 422)


def test_very_many_errors_are_counted(client: FlaskClient) -> None:
    answer = client.post("/api/score", json=RECORD | {"hands": ["nothing"] * 1000})
    refused(answer, 422)
    assert (len(answer.json["errors"]), answer.json["more_errors"]) == (100, 900)


def test_a_list_of_players_without_end(client: FlaskClient) -> None:
    names = [f"{number:x}" for number in range(50_000)]
    answer = client.post("/api/score", json=RECORD | {"players": [*names, *reversed(names)]})
    refused(answer, 422, "record.limits")
