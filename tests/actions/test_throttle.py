"""Limits on tries: waits that grow, buckets that fill, counts that all processes share, and how much is remembered."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.actions import allowance, throttle
from scorekeeper.actions.account.accounts import GUESSES, SIGN_UPS, SIGN_UPS_A_DAY, WRONG_BY_ADDRESS, WRONG_BY_NAME
from scorekeeper.actions.allowance import MOST_ADDRESSES, Allowance
from scorekeeper.actions.night.checkin import BY_ADDRESS, BY_PHONE
from scorekeeper.actions.throttle import FORGOTTEN_AFTER, Backoff, Limit, TokenBucket, give_back, wait_for
from scorekeeper.store import db
from scorekeeper.store.tables.server import ThrottleCount
from scorekeeper.store.transaction import begin_writing
from scorekeeper.web import create_app
from scorekeeper.web.http.request_limits import NEW_GAMES, NEW_PHONES

ANN = "ann\n192.0.2.1"
SMALL = Limit("small", TokenBucket(rate=0.5, burst=2))


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(in_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (throttle, allowance):
        monkeypatch.setattr(module, "clock", clock)
    return clock


def rows() -> list[str]:
    db.session.rollback()
    return [*db.session.scalars(select(ThrottleCount.subject))]


def test_waits_after_wrong_passwords_grow_and_are_forgiven(clock: Clock) -> None:
    assert [wait_for((GUESSES, ANN)) for _ in range(5)] == [0] * 5
    waits = []
    for _ in range(9):
        waits.append(wait_for((GUESSES, ANN)))
        clock.now += waits[-1] - 1
        assert wait_for((GUESSES, ANN)) == 1
        clock.now += 1
        assert wait_for((GUESSES, ANN)) == 0
    assert waits == [15, 30, 60, 120, 240, 480, 900, 900, 900]
    assert wait_for((GUESSES, "ben\n192.0.2.1")) == 0
    clock.now += 60 * 60 + 1
    assert [wait_for((GUESSES, ANN)) for _ in range(5)] == [0] * 5
    assert wait_for((GUESSES, ANN)) == 15
    give_back((GUESSES, ANN))
    assert wait_for((GUESSES, ANN)) == 0


def test_a_bucket_allows_a_burst_and_refills(clock: Clock) -> None:
    assert [wait_for((SMALL, ANN)) for _ in range(4)] == [0, 0, 2, 2]
    clock.now += 1
    assert wait_for((SMALL, ANN)) == 1
    clock.now += 1
    assert [wait_for((SMALL, ANN)) for _ in range(2)] == [0, 2]
    give_back((SMALL, ANN))
    assert [wait_for((SMALL, ANN)) for _ in range(2)] == [0, 2]
    clock.now += 1_000_000
    assert [wait_for((SMALL, ANN)) for _ in range(3)] == [0, 0, 2]


def test_a_clock_set_back_blocks_nobody(clock: Clock) -> None:
    assert [wait_for((GUESSES, ANN)) for _ in range(5)] == [0] * 5
    assert [wait_for((SMALL, ANN)) for _ in range(2)] == [0, 0]
    clock.now -= 10_000_000
    assert (wait_for((GUESSES, ANN)), wait_for((SMALL, ANN))) == (15, 2)


def test_a_request_refused_by_one_limit_counts_under_no_other(clock: Clock) -> None:
    wide = Limit("wide", TokenBucket(rate=0.5, burst=3))
    assert [wait_for((SMALL, ANN), (wide, "192.0.2.1")) for _ in range(5)] == [0, 0, 2, 2, 2]
    assert [wait_for((wide, "192.0.2.1")) for _ in range(2)] == [0, 2]


def test_all_processes_count_together(in_app: Flask, tmp_path: Path) -> None:
    """Two apps on one database are two processes of a server."""
    apps = [create_app({"SECRET_KEY": "the same"}, tmp_path) for _ in range(2)]
    waits = []
    for app in [*apps, *apps]:
        with app.app_context():
            waits.append(wait_for((SMALL, ANN)))
    for app in apps:
        with app.app_context():
            db.engine.dispose()
    assert waits == [0, 0, 2, 2]


def test_a_crowd_at_once_is_counted_exactly(in_app: Flask) -> None:
    limit = Limit("crowd", TokenBucket(rate=0.5, burst=10))

    def come(_: int) -> bool:
        with in_app.app_context():
            return wait_for((limit, ANN)) == 0

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(come, range(30))) == 10


def test_stored_counts_reveal_no_addresses_or_names() -> None:
    wait_for((GUESSES, ANN), (SMALL, "192.0.2.1"))
    assert len(rows()) == 2
    assert not [row for row in rows() if "ann" in row or "192" in row or len(row) != 32]


def test_old_counts_are_dropped(clock: Clock) -> None:
    for number in range(20):
        wait_for((SMALL, f"192.0.2.{number}"))
    clock.now += FORGOTTEN_AFTER + 1
    wait_for((SMALL, "198.51.100.1"))
    assert len(rows()) == 1


def test_no_limit_lasts_longer_than_its_count() -> None:
    limits = (
        GUESSES,
        SIGN_UPS,
        SIGN_UPS_A_DAY,
        WRONG_BY_ADDRESS,
        WRONG_BY_NAME,
        BY_ADDRESS,
        BY_PHONE,
        NEW_GAMES,
        NEW_PHONES,
    )
    for limit in limits:
        policy = limit.policy
        if isinstance(policy, TokenBucket):
            assert policy.burst / policy.rate <= FORGOTTEN_AFTER, limit.name
        else:
            assert isinstance(policy, Backoff)
            assert policy.forgotten_after <= FORGOTTEN_AFTER


def test_tries_are_not_counted_in_the_middle_of_a_change() -> None:
    begin_writing()
    with pytest.raises(RuntimeError):
        wait_for((SMALL, ANN))
    db.session.rollback()


@pytest.fixture
def hundred() -> Allowance:
    """Ten of its own and a hundred shared, in steps of twenty."""
    return Allowance(Limit("hundred", TokenBucket(rate=10, burst=100)), 20, TokenBucket(rate=1, burst=10))


def test_ordinary_phones_are_written_down_nowhere(hundred: Allowance) -> None:
    assert [hundred.wait("192.0.2.1") for _ in range(10)] == [0] * 10
    assert rows() == []
    assert hundred.wait("192.0.2.1") == 0
    assert len(rows()) == 1


def test_busy_addresses_draw_on_the_shared_allowance(hundred: Allowance, clock: Clock) -> None:
    other = Allowance(hundred._limit, 20, None)
    assert [hundred.wait("192.0.2.1") for _ in range(70)] == [0] * 70
    assert [other.wait("192.0.2.1") for _ in range(40)] == [0] * 40
    assert (other.wait("192.0.2.1"), hundred.wait("192.0.2.1")) == (2, 2)
    clock.now += 2
    assert [other.wait("192.0.2.1") for _ in range(20)] == [0] * 20
    assert other.wait("192.0.2.1") == 2
    assert hundred.wait("192.0.2.2") == 0


def test_an_expensive_request_is_paid_before_the_next_one(hundred: Allowance, clock: Clock) -> None:
    assert hundred.wait("192.0.2.1") == 0
    hundred.charge("192.0.2.1", 75)
    # 75 and a step of 20 are taken; 5 are left.
    assert [hundred.wait("192.0.2.1") for _ in range(21)] == [0] * 21
    hundred.charge("192.0.2.1", 30)
    assert hundred.wait("192.0.2.1") > 0


def test_a_crowd_of_addresses_does_not_fill_the_memory(hundred: Allowance) -> None:
    for number in range(MOST_ADDRESSES + 100):
        hundred.wait(str(number))
    assert len(hundred) == MOST_ADDRESSES
