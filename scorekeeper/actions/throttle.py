"""Limits on tries: they are counted by key in the database, so that all processes of a server count together.

Why not the `limits` library: it counts requests in windows, with neither a token bucket nor waits that double,
and keeps no counts in an SQL database, the only thing that our server processes share.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from scorekeeper.store.base import db
from scorekeeper.store.queries.throttle import forget_counts, read_counts, subject_of, write_counts
from scorekeeper.store.transaction import begin_counting, is_writing

#: Seconds after which a count that did not change says nothing any more, whatever its limit.
FORGOTTEN_AFTER = 3 * 60 * 60


@dataclass(frozen=True)
class Count:
    """What is remembered of a key: tokens left, or failures, and the time of the last change."""

    number: float
    at: float

    def age(self, now: float) -> float:
        """Seconds since the last change; a clock that was set back lets nobody wait for it."""
        return max(0.0, now - self.at)


class Policy(Protocol):
    """How the count of a key allows or delays a try."""

    def allow(self, count: Count | None, now: float, cost: float = 1) -> Count | float:
        """The new count if a try is allowed now, otherwise the seconds to wait."""

    def give_back(self, count: Count, now: float) -> Count | None:
        """The count after a try that does not count after all."""


@dataclass(frozen=True)
class TokenBucket:
    """So many tries a second, and a burst of them at once."""

    rate: float
    burst: int

    def allow(self, count: Count | None, now: float, cost: float = 1) -> Count | float:
        """Take tokens of those that time has added."""
        tokens, price = self._tokens(count, now), min(cost, self.burst)
        return Count(tokens - price, now) if tokens >= price else (price - tokens) / self.rate

    def give_back(self, count: Count, now: float) -> Count:
        """Put one token back."""
        return Count(min(self.burst, self._tokens(count, now) + 1), now)

    def _tokens(self, count: Count | None, now: float) -> float:
        return min(self.burst, count.number + count.age(now) * self.rate) if count else self.burst


@dataclass(frozen=True)
class Backoff:
    """A few free tries; then every try has to wait twice as long as the one before, until one succeeds."""

    free_tries: int
    first_wait: int
    longest_wait: int
    forgotten_after: int

    def allow(self, count: Count | None, now: float, cost: float = 1) -> Count | float:
        """Count a try as failed, unless it comes too early."""
        if count is None or count.age(now) > self.forgotten_after:
            return Count(1, now)
        left = self._pause(int(count.number)) - count.age(now)
        return left if left > 0 else Count(count.number + 1, now)

    def give_back(self, count: Count, now: float) -> None:
        """Forget every failure."""

    def _pause(self, failures: int) -> int:
        if failures < self.free_tries:
            return 0
        return min(self.longest_wait, self.first_wait << min(failures - self.free_tries, 10))


@dataclass(frozen=True)
class Limit:
    """What is counted under one name, and how much of it is allowed."""

    name: str
    policy: Policy


#: A limit, and whose tries are meant: an address, a name, or both.
Try = tuple[Limit, str]


def clock() -> float:
    """Seconds since 1970, which all processes share."""
    return time.time()


def wait_for(*tries: Try, cost: float = 1) -> float:
    """Seconds to wait before the next try; 0 allows this one and counts it under every limit."""
    if db.session.registry.has() and is_writing(db.session.connection()):
        raise RuntimeError("tries are counted before anything is written")
    # Who is too early writes nothing and keeps nobody waiting.
    if wait := _longest_wait(_decide(tries, cost).values()):
        return wait
    begin_counting(_subjects(tries))
    counts = _decide(tries, cost)
    if wait := _longest_wait(counts.values()):
        db.session.rollback()
        return wait
    write_counts({subject: (count.number, count.at) for subject, count in counts.items() if isinstance(count, Count)})
    forget_counts((), clock() - FORGOTTEN_AFTER)
    db.session.commit()
    return 0.0


def give_back(*tries: Try) -> None:
    """Take back a try that does not count after all."""
    subjects, now = _subjects(tries), clock()
    begin_counting(subjects)
    left = {
        subject: subjects[subject].policy.give_back(Count(*count), now)
        for subject, count in read_counts(subjects).items()
    }
    write_counts({subject: (count.number, count.at) for subject, count in left.items() if count is not None})
    forget_counts([subject for subject, count in left.items() if count is None], now - FORGOTTEN_AFTER)
    db.session.commit()


def _decide(tries: Iterable[Try], cost: float) -> dict[str, Count | float]:
    """The new count of every limit, or the seconds to wait, by subject."""
    subjects, now = _subjects(tries), clock()
    counts = {subject: Count(*count) for subject, count in read_counts(subjects).items()}
    return {subject: limit.policy.allow(counts.get(subject), now, cost) for subject, limit in subjects.items()}


def _subjects(tries: Iterable[Try]) -> dict[str, Limit]:
    return {subject_of(limit.name, key): limit for limit, key in tries}


def _longest_wait(results: Iterable[Count | float]) -> float:
    return max((result for result in results if not isinstance(result, Count)), default=0.0)
