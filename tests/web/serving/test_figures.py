"""What machines ask the server: is it there, is it ready, and its figures, for this machine or a token alone."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.request import urlopen

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from scorekeeper.store import db
from scorekeeper.web import create_app
from tests.bench_live import running
from tests.bench_slow import await_server
from tests.conftest import put_away

NAMES = ["Bartholomew", "Elizabeth", "Cal", "Dot"]
NEW_GAME = {"dealer": "0", "players": NAMES}


def figure(page: str, name: str) -> float:
    """One figure of the page."""
    match = re.search(rf"^{re.escape(name)} (\S+)$", page, re.MULTILINE)
    return float(match[1]) if match else 0.0


def test_health_and_readiness(app: Flask, client: FlaskClient) -> None:
    for path, words in (("/health", "ok\n"), ("/ready", "ready\n")):
        answer = client.get(path)
        assert (answer.status_code, answer.text, answer.headers["Cache-Control"]) == (200, words, "no-store")


def test_a_database_of_another_release_is_not_ready(tmp_path: Path) -> None:
    app = create_app({}, tmp_path)
    client = app.test_client()
    with app.app_context():
        db.session.execute(text("UPDATE alembic_version SET version_num = 'other'"))
        db.session.commit()
    answer = client.get("/ready")
    assert (answer.status_code, answer.text) == (503, "The database is not of this release. Restart the server.\n")
    assert answer.headers["Retry-After"] == "5"
    assert client.get("/health").status_code == 200
    put_away(app)


def test_a_database_that_fails_is_not_ready(tmp_path: Path) -> None:
    app = create_app({}, tmp_path)
    put_away(app)
    (tmp_path / "scorekeeper.db").write_bytes(b"This is not a database." * 500)
    for leftover in tmp_path.glob("scorekeeper.db-*"):
        leftover.unlink()
    answer = app.test_client().get("/ready")
    assert (answer.status_code, answer.text) == (503, "The database does not answer.\n")
    put_away(app)


def test_figures_count_by_route_and_name_nobody(app: Flask, client: FlaskClient) -> None:
    before = client.get("/metrics").text
    address = client.post("/new/original", data=NEW_GAME).location
    form = {"stage": "bid", "hand": "1", "base": "0", "token": "a", "bidder": "1", "bid": "95", "trump": "green"}
    assert client.post(f"{address}/hand", data=form).status_code == 303
    client.get("/no/such/page")
    page = client.get("/metrics").text
    for name in (
        'scorekeeper_requests_total{method="POST",route="/new/<slug>",status="303"}',
        'scorekeeper_requests_total{method="GET",route="(none)",status="404"}',
        'scorekeeper_request_seconds_bucket{le="+Inf",route="/t/<game_id>/hand"}',
        "scorekeeper_saves_total",
    ):
        assert figure(page, name) == figure(before, name) + 1, name
    assert figure(page, "scorekeeper_open_streams") == 0
    for secret in (*NAMES, address.rpartition("/")[2]):
        assert secret not in page


@pytest.mark.parametrize(
    ("remote", "headers"),
    [("192.0.2.7", {}), ("2001:db8::1", {}), ("127.0.0.1", {"X-Forwarded-For": "192.0.2.7"})],
)
def test_metrics_are_only_for_this_machine(client: FlaskClient, remote: str, headers: dict[str, str]) -> None:
    answer = client.get("/metrics", headers=headers, environ_overrides={"REMOTE_ADDR": remote})
    assert answer.status_code == 404
    assert client.get("/metrics", environ_overrides={"REMOTE_ADDR": "::1"}).status_code == 200


def test_with_a_token_anyone_who_has_it_can_read_the_metrics(app: Flask, client: FlaskClient) -> None:
    app.config["METRICS_TOKEN"] = "a-token-of-prometheus"
    assert client.get("/metrics").status_code == 404
    for token, status in (("a-token", 404), ("a-token-of-prometheus", 200)):
        headers = {"Authorization": f"Bearer {token}", "X-Forwarded-For": "192.0.2.7"}
        assert client.get("/metrics", headers=headers).status_code == status


def test_two_processes_add_up_their_figures(tmp_path: Path) -> None:
    with running(tmp_path, workers=2) as (port, _):
        await_server(port)
        name = 'scorekeeper_requests_total{method="GET",route="/health",status="200"}'
        for _ in range(20):
            assert urlopen(f"http://127.0.0.1:{port}/health").read() == b"ok\n"
        for _ in range(4):
            page = urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
            assert figure(page, name) == 20
