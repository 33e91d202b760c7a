"""The one throttle: it counts tries by key and says how long to wait before the next.

Why not the `limits` library: it counts requests in windows, with neither a token bucket nor waits that double,
and keeps no counts in an SQL database, the only thing that our server processes share.

Counts are in the memory of a process, so each process allows as much. All that is remembered of a key is one
`Count`: to share counts between processes, keep these in the database instead of `Throttle._counts`.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

#: The keys that have been quiet longest are dropped beyond so many, so that nobody can fill the memory.
MOST_KEYS = 10_000


@dataclass(frozen=True)
class Count:
    """What is remembered of a key: tokens left, or failures, and the time of the last change."""

    number: float
    at: float


class Policy(Protocol):
    """How the count of a key allows or delays a try."""

    def allow(self, count: Count | None, now: float) -> Count | float:
        """The new count if a try is allowed now, otherwise the seconds to wait."""


@dataclass(frozen=True)
class TokenBucket:
    """So many tries a second, and a burst of them at once; a rate of 0 sets no limit."""

    rate: float
    burst: int

    def allow(self, count: Count | None, now: float) -> Count | float:
        """Take one token of those that time has added."""
        if not self.rate:
            return Count(self.burst, now)
        tokens = min(self.burst, count.number + (now - count.at) * self.rate) if count else self.burst
        return Count(tokens - 1, now) if tokens >= 1 else (1 - tokens) / self.rate


@dataclass(frozen=True)
class Backoff:
    """A few free tries; then every try has to wait twice as long as the one before, until one succeeds."""

    free_tries: int
    first_wait: int
    longest_wait: int
    forgotten_after: int

    def allow(self, count: Count | None, now: float) -> Count | float:
        """Count a try as failed, unless it comes too early."""
        if count is None or now - count.at > self.forgotten_after:
            return Count(1, now)
        left = count.at + self._pause(int(count.number)) - now
        return left if left > 0 else Count(count.number + 1, now)

    def _pause(self, failures: int) -> int:
        if failures < self.free_tries:
            return 0
        return min(self.longest_wait, self.first_wait << min(failures - self.free_tries, 10))


class Throttle:
    """Slows down whoever tries too often; safe for threads."""

    def __init__(self, policy: Policy, clock: Callable[[], float] = time.monotonic) -> None:
        self.policy = policy
        self._clock = clock
        self._lock = Lock()
        self._counts: OrderedDict[Hashable, Count] = OrderedDict()

    def wait(self, key: Hashable) -> float:
        """Seconds to wait before the next try; 0 allows this one and counts it."""
        with self._lock:
            count = self.policy.allow(self._counts.get(key), self._clock())
            if not isinstance(count, Count):
                self._counts.move_to_end(key)
                return count
            self._counts[key] = count
            self._counts.move_to_end(key)
            if len(self._counts) > MOST_KEYS:
                self._counts.popitem(last=False)
            return 0.0

    def forgive(self, key: Hashable) -> None:
        """Forget every try of a key."""
        with self._lock:
            self._counts.pop(key, None)

    def __len__(self) -> int:
        return len(self._counts)
