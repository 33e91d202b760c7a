"""How fast a program may ask: a bucket of tokens, with a clock that the test winds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.actions import throttle
from scorekeeper.store import db
from scorekeeper.web import create_app
from scorekeeper.web.http import request_limits
from tests.web.api.programs import refused


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


Making = Callable[..., FlaskClient]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(throttle, "clock", clock)
    return clock


@pytest.fixture
def made(tmp_path: Path, clock: Clock) -> Iterator[Making]:
    """Clients of an app that is easily tired: three at once, then one every two seconds."""
    apps = []

    def make(**more: Any) -> FlaskClient:
        apps.append(create_app({"TESTING": True, "API_RATE": 0.5, "API_BURST": 3} | more, tmp_path))
        return apps[-1].test_client()

    yield make
    for app in apps:
        with app.app_context():
            db.engine.dispose()


def statuses(client: FlaskClient, count: int, **more: Any) -> list[int]:
    return [client.get("/api/games", **more).status_code for _ in range(count)]


def test_a_rate_limited_client_learns_how_long_to_wait(made: Making, clock: Clock) -> None:
    client = made()
    assert statuses(client, 4) == [200, 200, 200, 429]
    answer = client.post("/api/score", data="{}", content_type="application/json")
    assert "2 s" in refused(answer, 429, "record.limits")["message"]
    assert answer.headers["Retry-After"] == "2"
    clock.now += 1
    assert client.get("/api").headers["Retry-After"] == "1"
    clock.now += 1
    assert statuses(client, 2) == [200, 429]
    clock.now += 1_000_000
    assert statuses(client, 4) == [200, 200, 200, 429]


def test_people_are_not_slowed_down(made: Making) -> None:
    client = made()
    assert statuses(client, 4)[-1] == 429
    assert {client.get(path).status_code for path in ("/", "/rules", "/games") for _ in range(4)} == {200}


def test_each_address_has_its_own(made: Making) -> None:
    client = made()
    for address in ("192.0.2.1", "192.0.2.2"):
        assert statuses(client, 4, environ_base={"REMOTE_ADDR": address}) == [200, 200, 200, 429]


def test_a_proxy_is_believed_only_where_it_was_announced(made: Making) -> None:
    def forwarded(client: FlaskClient, route: str) -> int:
        return client.get("/api/games", headers={"X-Forwarded-For": route}).status_code

    plain = made()
    assert [forwarded(plain, f"192.0.2.{number}") for number in range(4)] == [200, 200, 200, 429]
    behind = made(PROXIES=1)
    assert [forwarded(behind, f"192.0.2.{number}") for number in range(4)] == [200] * 4
    # What a sender writes in front of the proxy's own word is no address.
    assert [forwarded(behind, f"192.0.2.{number}, 192.0.2.99") for number in range(4)] == [200, 200, 200, 429]


def test_the_environment_may_set_the_limits(made: Making, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCOREKEEPER_API_BURST", "1")
    app = create_app({}, tmp_path)
    assert statuses(app.test_client(), 2) == [200, 429]
    with app.app_context():
        db.engine.dispose()


@pytest.mark.usefixtures("clock")
def test_the_default_is_a_hundred_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # However slow this machine is, no request counts as several.
    monkeypatch.setattr(request_limits, "FREE_SECONDS", 60)
    app = create_app({}, tmp_path)
    assert statuses(app.test_client(), 101) == [200] * 100 + [429]
    with app.app_context():
        db.engine.dispose()


def test_no_rate_is_no_limit(made: Making) -> None:
    assert set(statuses(made(API_RATE=0), 20)) == {200}
