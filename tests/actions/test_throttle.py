"""The throttle: waits that grow, buckets that fill, and how much it remembers."""

from __future__ import annotations

import pytest

from scorekeeper.actions.account.login_throttle import LOGIN_POLICY
from scorekeeper.actions.throttle import MOST_KEYS, Policy, Throttle, TokenBucket

KEY = ("ann", "192.0.2.1")


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_waits_after_wrong_passwords_grow_and_are_forgiven() -> None:
    clock = Clock()
    throttle = Throttle(LOGIN_POLICY, clock)
    assert [throttle.wait(KEY) for _ in range(5)] == [0] * 5
    waits = []
    for _ in range(9):
        waits.append(throttle.wait(KEY))
        clock.now += waits[-1] - 1
        assert throttle.wait(KEY) == 1
        clock.now += 1
        assert throttle.wait(KEY) == 0
    assert waits == [15, 30, 60, 120, 240, 480, 900, 900, 900]
    assert throttle.wait(("ben", "192.0.2.1")) == 0
    clock.now += 60 * 60 + 1
    assert [throttle.wait(KEY) for _ in range(5)] == [0] * 5
    assert throttle.wait(KEY) == 15
    throttle.forgive(KEY)
    assert throttle.wait(KEY) == 0


def test_a_bucket_holds_its_burst_and_fills_up_again() -> None:
    clock = Clock()
    throttle = Throttle(TokenBucket(rate=0.5, burst=2), clock)
    assert [throttle.wait(KEY) for _ in range(4)] == [0, 0, 2, 2]
    clock.now += 1
    assert throttle.wait(KEY) == 1
    clock.now += 1
    assert [throttle.wait(KEY) for _ in range(2)] == [0, 2]
    clock.now += 1_000_000
    assert [throttle.wait(KEY) for _ in range(3)] == [0, 0, 2]


@pytest.mark.parametrize("policy", [LOGIN_POLICY, TokenBucket(rate=1, burst=2)])
def test_a_crowd_does_not_fill_the_memory(policy: Policy) -> None:
    throttle = Throttle(policy, Clock())
    while not throttle.wait("busy"):
        pass
    for number in range(2 * MOST_KEYS):
        throttle.wait(number)
        assert number % 1000 or throttle.wait("busy") > 0
    assert len(throttle) == MOST_KEYS
