"""Stored games over the API: who may read, who may write, and what is never given away."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.actions.table import access, games
from scorekeeper.rules import GAMES
from scorekeeper.store import Device, Game, Version, db
from scorekeeper.web import create_app
from tests.rows import each_row
from tests.samples import record
from tests.web.api.programs import ALL, BID, NAMES, RECORD, SET, Program, refused


@pytest.fixture
def program(client: FlaskClient) -> Program:
    return Program(client, SET)


READS = ["", "/record", "/hands", "/hands/1", "/versions"]


def writes(program: Program, key: str) -> list[Any]:
    """Every way to change a game."""
    return [
        program.add(ALL, key),
        program.put(1, ALL, key, if_match="*"),
        program.delete(1, key, if_match="*"),
    ]


def test_a_game_is_started_from_a_record(client: FlaskClient) -> None:
    answer = client.post("/api/t", json=RECORD | {"hands": [SET, BID], "date": "1924-05-01"})
    assert answer.status_code == 201
    started = answer.json
    assert answer.headers["Location"] == started["links"]["self"] == f"/api/t/{started['id']}"
    assert (started["game"], started["role"], started["revision"]) == ("original", "scorer", 0)
    assert started["sheet"]["totals"] == [45, -95]
    assert started["sheet"]["open"] == {"dealer": 1, "bidder": 1, "bid": 95, "trump": "green"}
    assert "opening" not in started["sheet"]
    assert len({started["id"], *started["keys"].values()}) == 3
    assert {started["join"][role].rsplit("/", 1)[1] for role in started["keys"]} == set(started["keys"].values())


def test_a_game_begun_on_paper_is_started_with_its_totals(client: FlaskClient) -> None:
    document = RECORD | {"opening": [120, -85], "hands": [SET]}
    started = client.post("/api/t", json=document).json
    key = {"Authorization": f"Bearer {started['keys']['scorer']}"}
    assert (started["sheet"]["opening"], started["sheet"]["totals"]) == ([120, -85], [120 + 45, -85 - 95])
    assert client.get(started["links"]["record"], headers=key).json["opening"] == [120, -85]
    refused = client.post("/api/t", json=document | {"opening": [120]})
    assert refused.status_code == 422
    assert [(error["path"], error["rule"]) for error in refused.json["errors"]] == [("opening", "record.opening")]


@each_row("game", GAMES, ids=lambda game: game.slug)
def test_every_game_can_be_kept(client: FlaskClient, game: Any) -> None:
    what = record(game.slug, hands=3)
    started = client.post("/api/t", json=what | {"hands": []}).json
    key = {"Authorization": f"Bearer {started['keys']['scorer']}"}
    for number, hand in enumerate(what["hands"], 1):
        answer = client.post(started["links"]["hands"], json=hand, headers=key)
        assert (answer.status_code, answer.json["hand"], answer.json["facts"]) == (201, number, hand)
    sheet = client.get(started["links"]["self"], headers=key).json["sheet"]
    assert sheet == client.post("/api/score", json=what).json


def test_a_record_with_errors_starts_nothing(client: FlaskClient, app: Flask) -> None:
    answer = client.post("/api/t", json=RECORD | {"dealer": 9, "hands": [SET | {"bid": 7}]})
    assert answer.json == client.post("/api/score", json=RECORD | {"dealer": 9, "hands": [SET | {"bid": 7}]}).json
    assert [error["path"] for error in answer.json["errors"]] == ["dealer", "bid"]
    refused(answer, 422)
    with app.app_context():
        assert db.session.query(Game).count() == db.session.query(Device).count() == 0


def test_what_can_be_read(program: Program) -> None:
    game = program.get().json
    for name in ("self", "record", "hands", "versions"):
        assert program.client.get(game["links"][name], headers={"Authorization": f"Bearer {program.watch}"}).json
    assert game["sheet"]["hands"][0]["points"] == [45, -95]
    assert program.get("/record").json == RECORD | {"dealer": 0, "hands": [SET]}
    (hand,) = program.get("/hands").json["hands"]
    assert (hand["hand"], hand["place"], hand["version"], hand["facts"]) == (1, 1, 1, SET)
    assert hand["scored"] == game["sheet"]["hands"][0]
    one = program.get("/hands/1").json
    assert one == {key: value for key, value in hand.items() if key not in ("place", "scored")}
    assert one["device"] == "The JSON API"


def test_a_hand_that_is_open_is_not_scored_yet(program: Program) -> None:
    program.add(BID)
    scored = [hand["scored"] for hand in program.get("/hands").json["hands"]]
    assert (scored[0]["points"], scored[1]) == ([45, -95], None)
    assert program.put(2, SET, if_match='"1"').status_code == 200
    assert program.get("/hands").json["hands"][1]["scored"]["totals"] == [90, -190]


def test_the_history_keeps_every_version(program: Program) -> None:
    program.put(1, ALL, if_match='"1"')
    program.add(SET)
    program.delete(2, if_match='"1"')
    versions = program.get("/versions").json["versions"]
    keys = ("hand", "version", "done", "facts", "in_force")
    assert [tuple(version[key] for key in keys) for version in versions] == [
        (1, 1, "saved", SET, False),
        (1, 2, "corrected", ALL, True),
        (2, 1, "saved", SET, False),
        (2, 2, "deleted", None, False),
    ]
    refused(program.get("/hands/2"), 404, "record.key")


def test_a_deleted_hand_keeps_its_number(program: Program) -> None:
    program.add(ALL)
    assert program.delete(1, if_match='"1"').status_code == 204
    assert [(hand["hand"], hand["place"]) for hand in program.get("/hands").json["hands"]] == [(2, 1)]
    assert program.add(SET).json["hand"] == 3


def test_a_hand_with_errors_is_not_written(program: Program) -> None:
    for answer in (program.add(SET | {"bid": 7}), program.put(1, SET | {"bid": 7}, if_match="*")):
        assert refused(answer, 422)["path"] == "bid"
    assert "hand" in refused(program.add({"captured": [1, 2]}), 422)
    assert program.hands == [SET]
    assert program.get().json["revision"] == 0


def test_a_watcher_reads_and_does_not_write(program: Program) -> None:
    for path in READS:
        assert program.get(path, program.watch).status_code == 200
    assert program.get("", program.watch).json["role"] == "watcher"
    assert program.scorer not in "".join(program.get(path, program.watch).text for path in READS)
    for answer in writes(program, program.watch):
        refused(answer, 403, "record.key")
    assert program.hands == [SET]


def strangers(program: Program) -> list[str]:
    """Keys that open another game, a renewed link, nothing at all."""
    other = Program(program.client)
    return [other.scorer, other.watch, program.scorer[:-1], program.scorer + "x", "é", "None", program.started["id"]]


def test_a_wrong_key_finds_nothing(program: Program) -> None:
    unknown = program.client.get("/api/t/unknown", headers={"Authorization": f"Bearer {program.scorer}"})
    refused(unknown, 404, "record.key")
    for key in strangers(program):
        for answer in [*(program.get(path, key) for path in READS), *writes(program, key)]:
            refused(answer, 404, "record.key")
            assert answer.data == unknown.data
    assert program.hands == [SET]


def test_no_key_at_all(program: Program) -> None:
    for answer in [*(program.get(path, "") for path in READS), *writes(program, "")]:
        refused(answer, 401, "record.key")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    refused(program.client.get("/api/t/unknown"), 401, "record.key")


@each_row("header", ["Basic {}", "Bearer", "Bearer ", "{}", "Token {}", ""])
def test_a_header_of_another_kind_is_no_key(program: Program, header: str) -> None:
    sent = {"Authorization": header.format(program.scorer)}
    refused(program.client.get(program.url, headers=sent), 401, "record.key")


def test_resetting_a_link_disables_the_old_key(program: Program, app: Flask) -> None:
    assert program.add(ALL).status_code == 201
    with app.app_context():
        owner = access.device(None, "phone").id
        games.join(owner, program.started["id"], program.scorer)
        games.renew_link(access.require_scorer(owner, program.started["id"]), "scorer")
        fresh = access.require_viewer(owner, program.started["id"]).game.scorer_key
    refused(program.get(), 404)
    for answer in writes(program, program.scorer):
        refused(answer, 404)
    assert program.get("", program.watch).status_code == 200
    assert program.add(SET, fresh).status_code == 201
    with app.app_context():
        assert db.session.query(Device).filter_by(name="The JSON API").count() == 1


def test_a_deleted_game_is_not_there(program: Program, app: Flask) -> None:
    with app.app_context():
        owner = access.device(None, "phone").id
        games.join(owner, program.started["id"], program.scorer)
        games.delete(access.require_scorer(owner, program.started["id"]))
    for answer in [*(program.get(path) for path in READS), *writes(program, program.scorer)]:
        refused(answer, 404, "record.key")


def test_a_browser_cookie_can_read_but_not_write(program: Program, app: Flask) -> None:
    phone = app.test_client()
    assert phone.get(program.started["join"]["scorer"] + "/open").status_code == 303
    for path in READS:
        assert phone.get(program.url + path).status_code == 200
    mine = object.__new__(Program)
    mine.client, mine.url = phone, program.url
    for answer in writes(mine, ""):
        assert "cookie" in refused(answer, 401, "record.key")["message"]
    for answer in writes(mine, "wrong"):
        refused(answer, 404)
    refused(mine.get("", "wrong"), 404)
    assert program.hands == [SET]


def test_the_cookie_of_another_browser_finds_nothing(program: Program, app: Flask) -> None:
    phone = app.test_client()
    assert phone.post("/new/original", data={"players": NAMES}).status_code == 303
    refused(phone.get(program.url), 404, "record.key")


def test_a_program_needs_no_mark_of_a_form(tmp_path: Any) -> None:
    app = create_app({"TESTING": True}, tmp_path)
    program = Program(app.test_client(), SET)
    assert program.add(ALL).status_code == 201
    assert program.client.post("/api/score", json=RECORD).status_code == 200
    assert program.client.post("/new/original", data={"players": NAMES}).status_code == 400
    with app.app_context():
        db.engine.dispose()


def test_phone_and_program_keep_one_score(program: Program, app: Flask) -> None:
    phone = app.test_client()
    phone.get(program.started["join"]["scorer"] + "/open")
    form = {"stage": "whole", "hand": "2", "base": "0", "token": "t", "bidder": "0", "bid": "70", "trump": "red"}
    assert phone.post(f"/t/{program.started['id']}/hand", data=form | {"captured[0]": "120"}).status_code == 303
    assert program.get().json["sheet"]["totals"] == [165, -95]
    assert program.put(2, SET, if_match='"1"').status_code == 200
    assert "The JSON API" in phone.get(f"/t/{program.started['id']}/history").text


def test_programs_leave_one_device_a_game(program: Program, app: Flask) -> None:
    Program(program.client)
    for _ in range(2):
        program.add(ALL | {"captured": [0, 120]})
    refused(program.add({}), 422)
    with app.app_context():
        assert db.session.query(Device).count() == 2
        assert set(db.session.scalars(select(Device.name).join(Version))) == {"The JSON API"}


def test_a_server_error_is_json(program: Program, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False

    def broken(*_: Any) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("scorekeeper.web.api.serialize.game", broken)
    answer = program.get()
    refused(answer, 500, "record.api")
    assert "secret" not in answer.text
    assert json.loads(answer.data)
