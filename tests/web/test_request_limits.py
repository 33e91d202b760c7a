"""What one address may ask for: a full hall is never kept out, and nobody keeps out the rest of the world."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from scorekeeper.actions import throttle
from scorekeeper.actions.account import accounts
from scorekeeper.actions.errors import Refusal, Wait
from scorekeeper.actions.event import checkin
from scorekeeper.actions.limits import LIMITS
from scorekeeper.store import db
from scorekeeper.store.tables.server import ThrottleBucket
from scorekeeper.web import create_app
from scorekeeper.web.addresses import household
from scorekeeper.web.http import request_limits
from scorekeeper.web.http.request_limits import NEW_GAMES, NEW_PHONES, READ, WRITE, TooManyRequests, take
from tests.rows import each_row

HALL = "203.0.113.7"
#: Who is in a full hall behind one address: phones that score, and phones that watch.
SCORERS, WATCHERS = 60, 1000
PASSWORD = "correct horse battery"


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(throttle, "clock", clock)
    return clock


Making = Callable[..., Flask]


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Making]:
    """Apps on one database, as the processes of a server are."""
    apps: list[Flask] = []

    def make(**more: Any) -> Flask:
        settings = {"TESTING": True, "WTF_CSRF_ENABLED": False, "SECRET_KEY": "the same"}
        apps.append(create_app(settings | more, tmp_path))
        return apps[-1]

    yield make
    for app in apps:
        app.extensions["hub"].close()
        with app.app_context():
            db.engine.dispose()


@contextmanager
def asked_from(app: Flask, address: str) -> Iterator[None]:
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        yield


def counted(kind: str, times: int) -> int:
    """How many of so many requests are refused."""
    refused = 0
    for _ in range(times):
        try:
            take(kind)
        except TooManyRequests:
            refused += 1
    return refused


def test_a_full_hall_behind_one_address_is_never_limited(made: Making, clock: Clock) -> None:
    processes = [made(), made()]
    everybody = SCORERS + WATCHERS

    def ask(kind: str, times: int) -> None:
        for process in processes:
            with asked_from(process, HALL):
                assert counted(kind, times // 2) == 0

    # All come within five minutes: a link, the table, its copy, a stream, what is needed without a network.
    for _ in range(10):
        ask(READ, everybody * 8 // 10)
        with asked_from(processes[0], HALL):
            assert throttle.wait_for((NEW_PHONES, HALL), cost=everybody / 10) == 0
            assert throttle.wait_for((NEW_GAMES, HALL), cost=SCORERS / 10) == 0
        clock.now += 30
    # All watch the last table: a save every half minute, and everybody fetches the page and its copy.
    for _ in range(5):
        ask(READ, everybody * 2)
        ask(WRITE, 4)
        clock.now += 30
    # The server is started again: all are back within seconds; then the network was gone, and thirty hands wait on
    # every phone that scores.
    ask(READ, everybody * 5)
    ask(WRITE, SCORERS * 30)


def test_a_club_signs_up_signs_in_and_checks_in_at_one_address(app: Flask, clock: Clock) -> None:
    with app.app_context():
        for number in range(SCORERS):
            # Everybody types for a while; sixty people are done in four minutes.
            assert not isinstance(accounts.sign_up(f"Player {number}", PASSWORD, HALL), Refusal)
            clock.now += 4
        for number in range(SCORERS):
            # Every fourth one mistypes the password first.
            if number % 4 == 0:
                assert isinstance(accounts.sign_in(f"Player {number}", "mistyped", HALL), Refusal)
            assert not isinstance(accounts.sign_in(f"Player {number}", PASSWORD, HALL), Refusal)
        for number in range(SCORERS):
            assert checkin.refuse_haste("door", f"phone {number}", HALL) is None


def test_spraying_names_from_one_address_is_throttled(app: Flask, clock: Clock) -> None:
    phone = app.test_client()
    statuses = [
        phone.post("/account/in", data={"name": f"Player {number}", "password": "123456789"}).status_code
        for number in range(40)
    ]
    assert statuses == [422] * 20 + [429] * 20
    refused = phone.post("/account/in", data={"name": "Zoe", "password": "123456789"})
    assert (refused.headers["Retry-After"], "Wait 10 seconds" in refused.text) == ("10", True)
    other = app.test_client()
    other.environ_base["REMOTE_ADDR"] = "192.0.2.2"
    assert other.post("/account/in", data={"name": "Zoe", "password": "123456789"}).status_code == 422


def test_a_name_is_not_guessed_from_many_addresses(app: Flask, clock: Clock) -> None:
    with app.app_context():
        results = [accounts.sign_in("Ann", "a guess", f"192.0.2.{number}") for number in range(110)]
    assert [isinstance(result, Wait) for result in results] == [False] * 100 + [True] * 10


def test_sign_ups_from_one_address_are_throttled(app: Flask, clock: Clock) -> None:
    def sign_up(number: int) -> Any:
        form = {"name": f"Player {number}", "password": PASSWORD, "again": PASSWORD}
        return app.test_client().post("/account/new", data=form)

    responses = [sign_up(number) for number in range(30)]
    assert [response.status_code for response in responses] == [303] * 20 + [429] * 10
    assert responses[-1].headers["Retry-After"] == "5"
    clock.now += 5
    assert [sign_up(number).status_code for number in (40, 41)] == [303, 429]
    # Day and night it is one a minute.
    with app.app_context():
        for _ in range(200):
            clock.now += 5
            wait = throttle.wait_for(("sign-ups", "127.0.0.1"), ("sign-ups, slow", "127.0.0.1"))
    assert 5 < wait <= 60


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process gives an address only ten requests of its own, and none is costly."""
    for kind in (READ, WRITE):
        monkeypatch.setitem(LIMITS, kind, replace(LIMITS[kind], free=10))
    monkeypatch.setattr(request_limits, "FREE_SECONDS", 100)


@pytest.mark.usefixtures("small")
def test_too_many_requests_get_a_plain_page(made: Making, clock: Clock) -> None:
    processes = [made(READ_RATE=2, READ_BURST=40).test_client() for _ in range(2)]
    statuses = [client.get("/rules").status_code for client in processes * 35]
    # Ten from each process itself, and forty that they share.
    assert statuses == [200] * 60 + [429] * 10
    page = processes[0].get("/rules")
    assert (page.status_code, page.headers["Retry-After"]) == (429, "2")
    assert "Too many requests" in page.text
    assert page.headers["Rook-Release"]
    # Saving is counted apart, and so is everybody else; the style of the page comes too.
    assert processes[0].post("/new/original", data={"players": ["Ann", "Ben", "Cal", "Dot"]}).status_code == 303
    assert processes[0].get("/rules", environ_base={"REMOTE_ADDR": "192.0.2.9"}).status_code == 200
    style = re.search(r'href="(/static/[^"]+css)"', page.text)
    assert style
    assert processes[0].get(style[1]).status_code == 200
    # Nor is a server taken out of service for what others at the load balancer's address do.
    assert [processes[0].get(path).status_code for path in ("/health", "/ready")] == [200, 200]
    clock.now += 2
    assert processes[0].get("/rules").status_code == 200


@pytest.mark.usefixtures("small")
def test_a_rate_limited_save_can_be_sent_again(made: Making, clock: Clock) -> None:
    client = made(WRITE_RATE=1, WRITE_BURST=10).test_client()
    table = client.post("/new/original", data={"players": ["Ann", "Ben", "Cal", "Dot"]}).location
    headers = {"Origin": "http://localhost", "X-Rook": "yes"}
    entries = [{"hand": n, "base": 0, "facts": {"passed_out": True}, "token": f"t{n}"} for n in range(1, 30)]
    answers = [client.post(f"{table}/sync", json=entry, headers=headers) for entry in entries]
    late = [index for index, answer in enumerate(answers) if answer.status_code == 429]
    # Ten and ten more, of which one has started the game.
    assert late[0] == 19
    for index in late:
        clock.now += 1
        assert client.post(f"{table}/sync", json=entries[index], headers=headers).json["state"] == "saved"
    assert len(client.get(f"{table}/record.json").json["hands"]) == 29


def test_expensive_requests_count_for_more(made: Making, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, READ, replace(LIMITS[READ], free=0))
    client = made(READ_RATE=2, READ_BURST=40).test_client()
    spent = iter(range(0, 10_000, 3))
    # Every request costs three seconds of the processor: 11 or 12 more at two a second, half of the time.
    monkeypatch.setattr(request_limits.time, "thread_time", lambda: float(next(spent)))
    assert [client.get("/rules").status_code for _ in range(6)] == [200, 200, 200, 429, 429, 429]


@pytest.mark.usefixtures("small")
def test_a_database_that_cannot_count_stops_nobody_from_reading(made: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    client = made(READ_RATE=2, READ_BURST=40).test_client()

    def locked(*_: object, **__: object) -> float:
        raise OperationalError("", {}, Exception("database is locked"))

    monkeypatch.setattr(throttle, "wait_for", locked)
    assert {client.get("/offline").status_code for _ in range(60)} == {200}


def test_pages_write_nothing_for_ordinary_phones(app: Flask, client: FlaskClient) -> None:
    assert {client.get("/offline").status_code for _ in range(200)} == {200}
    with app.app_context():
        assert db.session.query(ThrottleBucket).count() == 0


@each_row(
    ("address", "counted_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_a_household_has_one_address(address: str, counted_as: str) -> None:
    assert household(address) == counted_as


def test_one_address_cannot_take_every_stream(made: Making) -> None:
    app = made(MOST_STREAMS=6)
    scorer = app.test_client()
    table = scorer.post("/new/original", data={"players": ["Ann", "Ben", "Cal", "Dot"]}).location
    key = scorer.get(f"{table}/share").text.split(f"{table}/join/")[1][:22]

    def follow(address: str) -> Any:
        phone = app.test_client()
        phone.environ_base["REMOTE_ADDR"] = address
        assert phone.get(f"{table}/join/{key}/open").status_code == 303
        return phone.get(f"{table}/events", buffered=False)

    # A lone hall may have them all; its next phone is told to come again.
    hall = [follow(HALL) for _ in range(6)]
    assert [line.status_code for line in hall] == [200] * 6
    full = follow(HALL)
    assert (full.status_code, full.headers["Retry-After"]) == (503, "20")
    # Others get in until nobody has more than they.
    others = [follow("192.0.2.2") for _ in range(4)]
    assert [line.status_code for line in others] == [200, 200, 200, 503]
    assert follow("192.0.2.3").status_code == 200
    assert len(app.extensions["hub"]) == 6
    # The oldest lines of the hall were ended, and come again.
    assert [any(b"gone" in piece for piece in line.response) for line in hall[:3]] == [False] * 3
    for line in (*hall, *others):
        line.close()


def test_phones_come_back_at_different_times(client: FlaskClient) -> None:
    table = client.post("/new/original", data={"players": ["Ann", "Ben", "Cal", "Dot"]}).location
    times = set()
    for _ in range(20):
        line = client.get(f"{table}/events", buffered=False)
        times.add(int(re.search(rb"retry: (\d+)", next(iter(line.response)))[1]))
        line.close()
    assert len(times) > 10
    assert min(times) >= 500
    assert max(times) <= 4000


def test_requests_of_one_address_at_once_take_tokens_once(made: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    app = made(READ_RATE=1, READ_BURST=1_000)
    asked: list[float] = []
    usual = throttle.wait_for

    def ask(*tries: Any, cost: float, limits: Any) -> float:
        # The others come while the database is asked.
        asked.append(cost)
        time.sleep(0.05)
        return usual(*tries, cost=cost, limits=limits)

    monkeypatch.setattr(throttle, "wait_for", ask)
    with ThreadPoolExecutor(20) as hall:
        answers = list(hall.map(lambda _: app.test_client().get("/offline").status_code, range(LIMITS[READ].free + 50)))
    assert set(answers) == {200}
    assert asked == [100]
