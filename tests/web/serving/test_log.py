"""The log: every request by the pattern of its route, every error by its place, and nobody's name or key."""

from __future__ import annotations

import io
import json
import logging
import sqlite3
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from gunicorn.config import Config

from scorekeeper.web import create_app
from scorekeeper.web.server import ServerLog
from tests.conftest import put_away

KEY = "S3cretKeyOfTheScorer"
NAME = "Bartholomew"
FORM = {"dealer": "0", "players": [NAME, "Ben", "Cal", "Dot"]}


@pytest.fixture(params=["text", "json"])
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def logged_app(tmp_path: Path, form: str) -> Flask:
    app = create_app({"WTF_CSRF_ENABLED": False, "LOG": form, "PROPAGATE_EXCEPTIONS": False}, tmp_path)

    @app.get("/broken/<key>")
    def broken(key: str) -> str:
        raise ValueError(f"{NAME} has {key}")

    @app.get("/refused/<key>")
    def refused(key: str) -> str:
        raise sqlite3.IntegrityError(f"UNIQUE constraint failed: {NAME} {key}")

    yield app
    put_away(app)
    # Other tests read the log as it usually is.
    logging.getLogger("scorekeeper").setLevel(logging.WARNING)


def ask(app: Flask, path: str, **more: object) -> tuple[int, str, str]:
    """Status, id and log of a request."""
    log = io.StringIO()
    response = app.test_client().open(path, errors_stream=log, **more)
    return response.status_code, response.headers["X-Request-Id"], log.getvalue()


def test_an_error_is_logged_without_keys_or_names(logged_app: Flask, form: str) -> None:
    for path, status, words in (
        ("/broken/", 500, ("The request failed", "test_log.py", "builtins.ValueError")),
        ("/refused/", 503, ("The database refused", "IntegrityError")),
    ):
        answer, request_id, log = ask(logged_app, f"{path}{KEY}?name={NAME}")
        assert answer == status
        for word in (*words, request_id, f"{path}<key>"):
            assert word in log
        for secret in (KEY, NAME):
            assert secret not in log
        if form == "json":
            for line in log.splitlines():
                assert {"time", "level", "event", "id", "method", "route"} <= set(json.loads(line))


@pytest.mark.parametrize("form", ["json"])
def test_every_request_is_one_line_of_json(logged_app: Flask) -> None:
    status, request_id, log = ask(logged_app, "/new/original", method="POST", data=FORM)
    line = json.loads(log)
    assert (status, line["event"], line["level"]) == (303, "request", "info")
    assert (line["id"], line["method"], line["route"], line["status"]) == (request_id, "POST", "/new/<slug>", 303)
    assert 0 < line["ms"] < 60_000
    assert NAME not in log
    _, _, log = ask(logged_app, f"/no/such/{KEY}", method="BREW")
    line = json.loads(log)
    assert (line["method"], line["route"], line["status"]) == ("OTHER", "(none)", 404)
    assert KEY not in log


@pytest.mark.parametrize("form", ["text"])
def test_text_says_what_went_wrong_only(logged_app: Flask) -> None:
    assert ask(logged_app, "/")[2] == ""


def test_only_a_trusted_proxy_names_a_request(tmp_path: Path, client: FlaskClient) -> None:
    given = {"X-Request-Id": "0123456789-abcdef"}
    assert client.get("/rules", headers=given).headers["X-Request-Id"] != given["X-Request-Id"]
    app = create_app({"PROXIES": 1}, tmp_path)
    assert app.test_client().get("/rules", headers=given).headers["X-Request-Id"] == given["X-Request-Id"]
    odd = {"X-Request-Id": f"{NAME} line\tbreak"}
    assert NAME not in app.test_client().get("/rules", headers=odd).headers["X-Request-Id"]
    put_away(app)


def test_an_unknown_form_of_the_log_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="SCOREKEEPER_LOG must be one of: text, json"):
        create_app({"LOG": "xml"}, tmp_path)


def test_the_servers_own_errors_name_no_address(capfd: pytest.CaptureFixture[str]) -> None:
    log = ServerLog(Config())
    try:
        raise ValueError(NAME)
    except ValueError:
        log.exception("Error handling request %s %s", "GET", f"/t/{KEY}")
    lines = capfd.readouterr().err
    assert "The server failed" in lines
    assert "builtins.ValueError" in lines
    assert KEY not in lines
    assert NAME not in lines
    try:
        raise TimeoutError("the client reads nothing")
    except TimeoutError:
        log.exception("Socket error processing request.")
    assert capfd.readouterr().err == ""
