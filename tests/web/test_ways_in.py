"""The ways in: by which host, and what a player's name is whichever way it comes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store import Game, db
from scorekeeper.web import create_app, template_filters
from scorekeeper.web.http import headers, request_limits
from tests.conftest import put_away
from tests.rows import each_row

#: A line break, a character that turns the direction, one of no width; then how everybody sees them.
TYPED = ["Ann\nLee", "\u202eBen", "C\u200bal", "Dot\x07"]
VISIBLE = ["Ann Lee", "Ben", "Cal", "Dot"]
RECORD = {"format": "rook-record/1", "game": "original", "players": TYPED, "hands": []}
OURS = {"X-Rook": "yes", "Origin": "http://localhost"}


def _by_form(client: FlaskClient) -> None:
    assert client.post("/new/original", data={"dealer": "0", "players": TYPED}).status_code == 303


def _by_import(client: FlaskClient) -> None:
    assert client.post("/import", data={"text": json.dumps(RECORD)}).status_code == 303


def _by_sync(client: FlaskClient) -> None:
    answer = client.post("/sync/start", json={"id": "A" * 22, "record": RECORD}, headers=OURS)
    assert answer.json is not None
    assert answer.json["game"]["record"]["players"] == VISIBLE


def _by_program(client: FlaskClient) -> None:
    assert client.post("/api/t", json=RECORD).status_code == 201


def _by_renaming(client: FlaskClient) -> None:
    start = client.post("/new/original", data={"dealer": "0", "players": ["Eve", "Fay", "Gus", "Hal"]})
    form = {"base": "0", "token": "t", "kind": "spelling", "players": TYPED}
    answer = client.post(f"{start.headers['Location']}/names", data=form)
    assert answer.status_code == 303, answer.text


@pytest.mark.parametrize("way", [_by_form, _by_import, _by_sync, _by_program, _by_renaming])
def test_players_have_visible_names(app: Flask, client: FlaskClient, way: Callable[[FlaskClient], None]) -> None:
    way(client)
    with app.app_context():
        assert [game.players for game in db.session.query(Game)] == [VISIBLE]


def test_two_names_that_look_the_same_are_refused(client: FlaskClient) -> None:
    answer = client.post("/new/original", data={"dealer": "0", "players": ["Ann", "A\u200dnn", "Cal", "Dot"]})
    assert answer.status_code == 422


@pytest.mark.parametrize("hosts", ["rook.example, .club.example", ["rook.example", ".club.example"]])
def test_only_trusted_hosts_get_an_answer(tmp_path: Path, hosts: object) -> None:
    app = create_app({"TRUSTED_HOSTS": hosts}, tmp_path)
    client = app.test_client()
    statuses = {
        host: client.get("/about", headers={"Host": host}).status_code
        for host in ("rook.example", "rook.example:8080", "a.club.example", "evil.example", "localhost")
    }
    put_away(app)
    assert statuses == {
        "rook.example": 200,
        "rook.example:8080": 200,
        "a.club.example": 200,
        "evil.example": 400,
        "localhost": 400,
    }


def test_health_checks_work_under_any_host(tmp_path: Path) -> None:
    app = create_app({"TRUSTED_HOSTS": "rook.example"}, tmp_path)
    client = app.test_client()
    by_number = {"Host": "192.0.2.7:5000"}
    paths = ("/health", "/ready", "/metrics", "/")
    statuses = [client.get(path, headers=by_number).status_code for path in paths]
    posted = client.post("/health", headers=by_number).status_code
    put_away(app)
    assert (statuses, posted) == ([200, 200, 400, 400], 400)


@each_row("host", ["..", "a..b", ".", f"{'a' * 64}.example"])
def test_invalid_hosts_are_refused(client: FlaskClient, host: str) -> None:
    for path in ("/", "/games", "/manifest.webmanifest", "/api/games"):
        assert client.get(path, headers={"Host": host}).status_code in (200, 400)


def test_database_errors_hide_what_people_entered(app: Flask) -> None:
    with app.app_context():
        assert db.engine.hide_parameters


def test_lists_of_pages_name_pages_that_exist(app: Flask) -> None:
    """A renamed page would silently lose its protection or its place in the bar."""
    endpoints = headers.NEVER_COPIED | request_limits.UNCOUNTED | request_limits.READING_FORMS
    assert not endpoints - app.view_functions.keys()
    assert not (headers.PHONES | template_filters.PLACE_OF.keys()) - app.blueprints.keys()
