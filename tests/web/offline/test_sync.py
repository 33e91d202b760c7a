"""What a phone sends after it had no network: once each, by its own right, and only from our own pages."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.rules import BY_SLUG
from scorekeeper.web import create_app
from scorekeeper.web.offline import HEADER, kit
from tests.rows import each_row
from tests.web.table.test_table import NAMES, Phone

OURS = {HEADER: "sync", "Origin": "http://localhost"}
HAND = {"bidder": 1, "bid": 95, "trump": "green", "captured": [None, 75]}
ENTRY = {"hand": 1, "base": 0, "facts": HAND, "token": "phone-1"}
KEY = "A" * 21 + "_"


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    return Phone(client, "original", NAMES)


def send(phone: Phone, entry: Any, **headers: str) -> Any:
    return phone.client.post(f"{phone.url}/sync", json=entry, headers=OURS | headers)


def test_an_entry_is_saved_once_no_matter_how_often_it_arrives(phone: Phone) -> None:
    first, again = send(phone, ENTRY).json, send(phone, ENTRY).json
    assert (first["state"], first["number"]) == ("saved", 1)
    assert (again["state"], again["number"]) == ("again", 1)
    assert first["game"]["record"]["hands"] == [HAND]
    # Also if it was corrected since: it is not put on top.
    mended = ENTRY | {"base": 1, "token": "phone-2", "facts": HAND | {"captured": [None, 100]}}
    assert send(phone, mended).json["state"] == "saved"
    late = send(phone, ENTRY).json
    assert (late["state"], late["number"]) == ("again", 1)
    assert phone.record()["hands"] == [mended["facts"]]


def test_another_version_is_a_choice_and_the_same_is_none(phone: Phone) -> None:
    send(phone, ENTRY)
    other = send(phone, ENTRY | {"token": "other", "facts": HAND | {"captured": [None, 100]}}).json
    assert other["state"] == "conflict"
    assert other["theirs"]["facts"] == HAND
    assert (other["theirs"]["hand"], other["theirs"]["number"]) == (1, 1)
    assert send(phone, ENTRY | {"token": "other"}).json["state"] == "again"
    assert phone.record()["hands"] == [HAND]


def test_a_refusal_of_the_engine_gives_its_reason(phone: Phone) -> None:
    answer = send(phone, ENTRY | {"facts": HAND | {"captured": [60, 75]}}).json
    assert answer["state"] == "refused"
    assert "135 of 120" in answer["errors"][0]["message"]
    assert answer["errors"][0]["path"] == "captured"
    assert phone.record()["hands"] == []


def test_a_deletion_is_an_entry_too(phone: Phone) -> None:
    send(phone, ENTRY)
    gone = {"hand": 1, "base": 1, "facts": None, "token": "gone"}
    assert send(phone, gone).json["state"] == "saved"
    assert send(phone, gone).json["state"] == "again"
    assert phone.record()["hands"] == []


def test_an_earlier_end_is_asked_about(client: FlaskClient) -> None:
    phone = Phone(client, "high14", NAMES)
    for number, shares in enumerate(([40, 10, 10, 0], [0, 20, 30, 10]), 1):
        send(phone, {"hand": number, "base": 0, "facts": {"captured": shares}, "token": f"t{number}"})
    change = {"hand": 1, "base": 1, "facts": {"captured": [60, 0, 0, 0]}, "token": "change"}
    asked = send(phone, change).json
    assert (asked["state"], asked["dropped"]) == ("ends_earlier", 1)
    assert len(phone.record()["hands"]) == 2
    assert send(phone, change | {"confirmed": True}).json["state"] == "saved"
    assert phone.record()["hands"] == [{"captured": [60, 0, 0, 0]}]


@each_row(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": ""}, {"Origin": "http://localhost:99"}],
)
def test_another_site_is_refused(phone: Phone, headers: dict[str, str]) -> None:
    assert send(phone, ENTRY, **headers).status_code == 400
    assert phone.client.post("/sync/start", json={"id": KEY, "record": {}}, headers=OURS | headers).status_code == 400
    assert phone.record()["hands"] == []


def test_the_header_is_needed_and_a_form_is_not_taken(phone: Phone) -> None:
    origin = {"Origin": "http://localhost"}
    assert phone.client.post(f"{phone.url}/sync", json=ENTRY, headers=origin).status_code == 400
    assert phone.client.post(f"{phone.url}/sync", data={"hand": "1"}, headers=OURS).status_code == 400
    assert phone.record()["hands"] == []


def test_the_other_forms_still_need_their_mark(tmp_path: Any) -> None:
    """Only these addresses are without the form's mark."""
    client = create_app({"TESTING": True}, tmp_path).test_client()
    assert client.post("/new/donkey", data={"players": NAMES}).status_code == 400
    assert client.post("/sync/start", json={"id": KEY, "record": {}}, headers=OURS).status_code == 200


@each_row(
    "change",
    [
        {"hand": "1"},
        {"hand": True},
        {"base": None},
        {"base": 1.0},
        {"token": 7},
        {"facts": [1]},
        {"facts": "text"},
        {"replaces": "phone-0"},
        {"replaces": [7]},
    ],
    ids=str,
)
def test_an_entry_of_another_form_is_refused(phone: Phone, change: dict[str, Any]) -> None:
    assert send(phone, ENTRY | change).status_code == 400
    assert phone.record()["hands"] == []


@each_row("body", ["[]", "7", "{", '"x"', '{"hand": 1}'])
def test_odd_bodies_are_refused(phone: Phone, body: str) -> None:
    answer = phone.client.post(f"{phone.url}/sync", data=body, headers=OURS, content_type="application/json")
    assert answer.status_code == 400


@each_row("change", [{"hand": 0}, {"hand": 7}, {"hand": -3}, {"hand": 10**30}, {"base": 5}])
def test_an_impossible_hand_is_refused(phone: Phone, change: dict[str, int]) -> None:
    answer = send(phone, ENTRY | change)
    assert answer.json["state"] == "refused"
    assert phone.record()["hands"] == []


def test_only_a_scorer_is_heard(phone: Phone, app: Flask) -> None:
    stranger = app.test_client()
    answer = stranger.post(f"{phone.url}/sync", json=ENTRY, headers=OURS).json
    assert answer["state"] == "refused"
    assert "can no longer open" in answer["errors"][0]["message"]
    assert stranger.get(f"{phone.url}/offline.json").status_code == 404
    share = phone.client.get(f"{phone.url}/share").text
    link = share.split('value="http://localhost')[2].split('"')[0]
    assert stranger.get(f"{link}/open").status_code == 303
    assert stranger.get(f"{phone.url}/offline.json").json["may_score"] is False
    answer = stranger.post(f"{phone.url}/sync", json=ENTRY, headers=OURS).json
    assert "can only watch" in answer["errors"][0]["message"]
    assert phone.record()["hands"] == []


def test_a_game_begun_without_network_starts_once(app: Flask) -> None:
    mine, other = app.test_client(), app.test_client()
    record = {"format": "rook-record/1", "game": "donkey", "players": ["Ann", "Ben"], "hands": []}
    game = {"id": KEY, "record": record}
    for _ in range(2):
        answer = mine.post("/sync/start", json=game, headers=OURS).json
        assert answer["state"] == "saved"
        assert answer["game"]["may_score"] is True
    assert mine.get("/games").text.count(f"/t/{KEY}") == 1
    # Nobody else can take the game by its name.
    answer = other.post("/sync/start", json=game, headers=OURS).json
    assert answer["state"] == "refused"
    assert other.get(f"/t/{KEY}").status_code == 404


@each_row("key", ["", "short", "A" * 23, "A" * 21 + "/", "A" * 21 + "\n", 7])
def test_a_name_of_another_form_is_refused(client: FlaskClient, key: Any) -> None:
    assert client.post("/sync/start", json={"id": key, "record": {}}, headers=OURS).status_code == 400


def test_a_record_that_does_not_score_is_not_started(client: FlaskClient) -> None:
    answer = client.post("/sync/start", json={"id": KEY, "record": {"game": "donkey"}}, headers=OURS).json
    assert answer["state"] == "refused"
    assert client.get(f"/t/{KEY}").status_code == 404


def test_the_kits_hold_every_game_and_nobody_in_particular(client: FlaskClient) -> None:
    Phone(client, "donkey", ["Secret Ann", "Secret Ben"])
    answer = client.get("/offline/kits.json")
    kits = [(kit["facts"]["game"], kit["facts"]["players"]) for kit in answer.json if not kit["options"]]
    assert kits == [(game.slug, players) for game in BY_SLUG.values() for players in game.players]
    # Without network a table may also play by the usual sets of figures.
    presets = [(kit["facts"]["players"], kit["options"]) for kit in answer.json if kit["options"]]
    assert len(presets) == 7
    assert (5, {"pack": 57, "last_trick": 20, "minimum": 80, "target": 400}) in presets
    packed = client.get("/offline/kits.json", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == answer.data
    assert len(packed.data) < 60 * 1024
    assert "Secret" not in answer.text
    assert "csrf_token" not in answer.text
    assert "Secret" not in client.get("/offline").text


@pytest.mark.parametrize("slug", [game.slug for game in BY_SLUG.values() if "target" in game.defaults])
def test_a_kit_with_other_figures_has_the_same_form(app: Flask, slug: str) -> None:
    """Without network the form of the usual figures is used with others."""
    mark = re.compile(r'name="token" value="[^"]*"|data-draft="[^"]*"')
    game = BY_SLUG[slug]
    with app.test_request_context():
        for players in {game.players[0], game.players[-1]}:
            usual = kit(slug, players, ())
            for key in [tuning["key"] for tuning in usual["tunings"]]:
                other = kit(slug, players, ((key, 777),))
                assert mark.sub("", other["form"]) == mark.sub("", usual["form"])
                assert other["agreed"] == f"{next(o for o in game.options if o.key == key).label.lower()}: 777"


def test_half_a_character_in_a_mark_is_no_fault_of_ours(phone: Phone) -> None:
    entry = ENTRY | {"token": "\ud800", "replaces": ["\udfff"]}
    assert [send(phone, entry).json["state"] for _ in range(2)] == ["saved", "again"]
