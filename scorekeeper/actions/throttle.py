"""Throttles: token buckets in the database, shared by all processes of a server.

We don't use the `limits` library because it counts requests in windows, without a token bucket, and can't store
counts in an SQL database, the only thing that our server processes share.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock

from scorekeeper.actions.limits import LIMITS, Limit
from scorekeeper.actions.startup import DATABASE_ERRORS
from scorekeeper.store.base import db
from scorekeeper.store.queries.throttle import Bucket, read_buckets, subject_of, write_buckets
from scorekeeper.store.transaction import begin_counting, is_writing

#: The name of a limit, and the address, name or device that it counts.
Try = tuple[str, str]

#: Addresses that a process remembers. Beyond that it forgets the least recently active one.
MOST_ADDRESSES = 10_000


def clock() -> float:
    """Seconds since 1970, which are the same in all processes."""
    return time.time()


def wait_for(*tries: Try, cost: float = 1, limits: Mapping[str, Limit] = LIMITS) -> float:
    """Seconds to wait before the next attempt. 0 allows this one and counts it under every limit."""
    if db.session.registry.has() and is_writing(db.session.connection()):
        raise RuntimeError("tries are counted before anything is written")
    by_subject = _by_subject(tries, limits)
    # A refused attempt writes nothing and takes no lock.
    if wait := _wait(by_subject, _fill_buckets(by_subject), cost):
        return wait
    begin_counting(by_subject)
    buckets = _fill_buckets(by_subject)
    if wait := _wait(by_subject, buckets, cost):
        db.session.rollback()
        return wait
    _add_tokens(buckets, {subject: -min(cost, limit.burst) for subject, limit in by_subject.items()})
    return 0.0


def give_back(*tries: Try) -> None:
    """Refund an attempt that does not count."""
    by_subject = _by_subject(tries, LIMITS)
    begin_counting(by_subject)
    _add_tokens(_fill_buckets(by_subject), {subject: limit.refund for subject, limit in by_subject.items()})


def _by_subject(tries: Iterable[Try], limits: Mapping[str, Limit]) -> dict[str, Limit]:
    return {subject_of(name, key): limits[name] for name, key in tries}


def _fill_buckets(by_subject: Mapping[str, Limit]) -> dict[str, Bucket]:
    """All buckets, refilled for the time since their last change."""
    now = clock()
    stored, filled = read_buckets(by_subject, now), {}
    for subject, limit in by_subject.items():
        tokens, at = stored.get(subject, (limit.burst, now))
        # Another machine's clock may be a little ahead. Never refill twice for the same time.
        latest = max(now, at)
        filled[subject] = Bucket(min(limit.burst, tokens + (latest - at) * limit.rate), latest)
    return filled


def _wait(by_subject: Mapping[str, Limit], buckets: Mapping[str, Bucket], cost: float) -> float:
    """Seconds until every bucket has enough tokens."""
    waits = ((min(cost, limit.burst) - buckets[subject].tokens) / limit.rate for subject, limit in by_subject.items())
    return max(0.0, *waits)


def _add_tokens(buckets: Mapping[str, Bucket], added: Mapping[str, float]) -> None:
    """Add tokens to the buckets and commit."""
    changed = {subject: Bucket(tokens + added[subject], at) for subject, (tokens, at) in buckets.items()}
    write_buckets(changed, clock())
    db.session.commit()


class Share:
    """A process's share of the buckets of one limit. It takes tokens in steps, so most requests write no row.

    Every process allows an address `limit.free` requests before it takes the first step. Thread-safe.
    """

    def __init__(self, name: str, limit: Limit) -> None:
        self.name, self.limit = name, limit
        self._lock = Lock()
        self._tokens: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tokens)

    def wait(self, address: str) -> float:
        """Seconds to wait before the next request. 0 allows this one and counts it."""
        if self._spend(address):
            return 0.0
        # The next step also pays the debt.
        price = self.limit.step - min(0.0, self._tokens.get(address, 0.0))
        wait = self._take(address, price)
        if not wait:
            self.charge(address, 1 - price)
        return wait

    def _spend(self, address: str) -> bool:
        """Count a request if this process has a token for it."""
        with self._lock:
            is_allowed = self._tokens.get(address, self.limit.free) >= 1
            self._add(address, -1 if is_allowed else 0)
        return is_allowed

    def charge(self, address: str, tokens: float) -> None:
        """Charge the extra cost of a request."""
        with self._lock:
            self._add(address, -tokens)

    def clear(self) -> None:
        """Forget all addresses."""
        with self._lock:
            self._tokens.clear()

    def _add(self, address: str, tokens: float) -> None:
        self._tokens[address] = self._tokens.get(address, self.limit.free) + tokens
        self._tokens.move_to_end(address)
        if len(self._tokens) > MOST_ADDRESSES:
            self._tokens.popitem(last=False)

    def _take(self, address: str, price: float) -> float:
        """Take tokens from the shared bucket. If the database fails, allow the request."""
        try:
            return wait_for((self.name, address), cost=price, limits={self.name: self.limit})
        except DATABASE_ERRORS:
            db.session.rollback()
            return 0.0
