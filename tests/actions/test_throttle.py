"""Throttles: buckets that empty and fill, tokens that all processes share, and how much is stored."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.actions import throttle
from scorekeeper.actions.limits import LIMITS, Limit
from scorekeeper.actions.throttle import MOST_ADDRESSES, Share, give_back, wait_for
from scorekeeper.store import db
from scorekeeper.store.queries.throttle import FULL_AFTER
from scorekeeper.store.tables.server import ThrottleBucket
from scorekeeper.store.transaction import begin_writing
from scorekeeper.web import create_app

ANN = "ann\n192.0.2.1"
DAY = 24 * 60 * 60


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(in_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(throttle, "clock", clock)
    monkeypatch.setitem(LIMITS, "small", Limit(burst=2, rate=0.5))
    monkeypatch.setitem(LIMITS, "wide", Limit(burst=3, rate=0.5))
    return clock


def rows() -> list[str]:
    db.session.rollback()
    return [*db.session.scalars(select(ThrottleBucket.subject))]


def guess() -> float:
    return wait_for(("guesses", ANN), ("guesses, slow", ANN))


def test_waits_after_wrong_passwords_grow_and_are_forgiven(clock: Clock) -> None:
    assert [guess() for _ in range(6)] == [0] * 5 + [15]
    for _ in range(7):
        clock.now += 14
        assert guess() == pytest.approx(1, abs=0.01)
        clock.now += 1.001
        assert guess() == 0
    assert 780 < guess() < 900
    assert wait_for(("guesses", "ben\n192.0.2.1")) == 0
    give_back(("guesses", ANN), ("guesses, slow", ANN))
    assert [guess() for _ in range(6)] == [0] * 5 + [15]


def test_a_bucket_allows_a_burst_and_refills(clock: Clock) -> None:
    assert [wait_for(("small", ANN)) for _ in range(4)] == [0, 0, 2, 2]
    clock.now += 1
    assert wait_for(("small", ANN)) == 1
    clock.now += 1
    assert [wait_for(("small", ANN)) for _ in range(2)] == [0, 2]
    give_back(("small", ANN))
    assert [wait_for(("small", ANN)) for _ in range(2)] == [0, 2]
    clock.now += 1_000_000
    assert [wait_for(("small", ANN)) for _ in range(3)] == [0, 0, 2]


@pytest.mark.parametrize("back", [1, 59, 61, DAY, 365 * DAY])
def test_a_clock_set_back_freezes_no_throttle(clock: Clock, back: int) -> None:
    assert [wait_for(("small", ANN)) for _ in range(3)] == [0, 0, 2]
    clock.now -= back
    waited = 0
    while wait_for(("small", ANN)):
        clock.now += 1
        waited += 1
    # Up to a minute the clocks of two machines may differ.
    assert waited <= min(back, 60) + 2
    assert len(rows()) == 1


def test_clocks_that_differ_a_little_do_not_fill_a_bucket(clock: Clock) -> None:
    """Two machines share a database, and one clock is behind."""
    waits = []
    for _ in range(4):
        waits.append(wait_for(("small", ANN)))
        clock.now -= 5
        waits.append(wait_for(("small", ANN)))
        clock.now += 5
    assert waits == [0, 0, 2, 2, 2, 2, 2, 2]


def test_a_request_refused_by_one_limit_counts_under_no_other(clock: Clock) -> None:
    assert [wait_for(("small", ANN), ("wide", "192.0.2.1")) for _ in range(5)] == [0, 0, 2, 2, 2]
    assert [wait_for(("wide", "192.0.2.1")) for _ in range(2)] == [0, 2]


def test_all_processes_count_together(in_app: Flask, tmp_path: Path) -> None:
    """Two apps on one database are two processes of a server."""
    apps = [create_app({"SECRET_KEY": "the same"}, tmp_path) for _ in range(2)]
    waits = []
    for app in [*apps, *apps]:
        with app.app_context():
            waits.append(wait_for(("small", ANN)))
    for app in apps:
        with app.app_context():
            db.engine.dispose()
    assert waits == [0, 0, 2, 2]


def test_a_crowd_at_once_is_counted_exactly(in_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "crowd", Limit(burst=10, rate=0.5))

    def come(_: int) -> bool:
        with in_app.app_context():
            return wait_for(("crowd", ANN)) == 0

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(come, range(30))) == 10


def test_stored_counts_reveal_no_addresses_or_names() -> None:
    wait_for(("guesses", ANN), ("small", "192.0.2.1"))
    assert len(rows()) == 2
    assert not [row for row in rows() if "ann" in row or "192.0" in row or len(row) != 32]


def test_old_counts_are_dropped(clock: Clock) -> None:
    for number in range(20):
        wait_for(("small", f"192.0.2.{number}"))
    clock.now += FULL_AFTER + 1
    wait_for(("small", "198.51.100.1"))
    assert len(rows()) == 1


def test_every_bucket_is_full_before_it_is_dropped() -> None:
    assert not [name for name, limit in LIMITS.items() if limit.burst / limit.rate > FULL_AFTER]


def test_tries_are_not_counted_in_the_middle_of_a_change() -> None:
    begin_writing()
    with pytest.raises(RuntimeError):
        wait_for(("small", ANN))
    db.session.rollback()


HUNDRED = Limit(burst=100, rate=10, step=20, free=10)


@pytest.fixture
def hundred() -> Share:
    """Ten free requests and a hundred shared, in steps of twenty."""
    return Share("hundred", HUNDRED)


def test_ordinary_phones_are_written_down_nowhere(hundred: Share) -> None:
    assert [hundred.wait("192.0.2.1") for _ in range(10)] == [0] * 10
    assert rows() == []
    assert hundred.wait("192.0.2.1") == 0
    assert len(rows()) == 1


def test_busy_addresses_draw_on_the_shared_bucket(hundred: Share, clock: Clock) -> None:
    other = Share("hundred", Limit(burst=100, rate=10, step=20))
    assert [hundred.wait("192.0.2.1") for _ in range(70)] == [0] * 70
    assert [other.wait("192.0.2.1") for _ in range(40)] == [0] * 40
    assert (other.wait("192.0.2.1"), hundred.wait("192.0.2.1")) == (2, 2)
    clock.now += 2
    assert [other.wait("192.0.2.1") for _ in range(20)] == [0] * 20
    assert other.wait("192.0.2.1") == 2
    assert hundred.wait("192.0.2.2") == 0


def test_an_expensive_request_is_paid_before_the_next_one(hundred: Share) -> None:
    assert hundred.wait("192.0.2.1") == 0
    hundred.charge("192.0.2.1", 75)
    # Nine are left of the free ones, so 66 and a step of 20 are taken; 14 stay.
    assert [hundred.wait("192.0.2.1") for _ in range(20)] == [0] * 20
    assert hundred.wait("192.0.2.1") == pytest.approx(0.6)


def test_a_crowd_of_addresses_does_not_fill_the_memory(hundred: Share) -> None:
    for number in range(MOST_ADDRESSES + 100):
        hundred.wait(str(number))
    assert len(hundred) == MOST_ADDRESSES
