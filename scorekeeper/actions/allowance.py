"""What one address may ask for: counted in the memory of a process and, beyond a little, by the hundred in the store.

A page must not write a row, so a process gives every address a small allowance of its own. Whoever needs more is
given it in steps from what all processes share.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from scorekeeper.actions.startup import DATABASE_ERRORS
from scorekeeper.actions.throttle import Count, Limit, TokenBucket, wait_for
from scorekeeper.store.base import db

#: The addresses that have been quiet longest are dropped beyond so many, so that nobody can fill the memory.
MOST_ADDRESSES = 10_000


@dataclass
class _Account:
    """What a process knows of an address."""

    #: Tokens from the shared count; fewer than none are owed to it.
    tokens: float = 0.0
    #: The small allowance of this process.
    own: Count | None = None
    #: Until then the shared count has nothing more.
    closed_until: float = 0.0


def clock() -> float:
    """Seconds that only go on, for this process alone."""
    return time.monotonic()


class Allowance:
    """So much for every address; safe for threads."""

    def __init__(self, limit: Limit, step: int, own: TokenBucket | None) -> None:
        self._limit, self._step, self._own = limit, step, own
        self._lock = Lock()
        self._accounts: OrderedDict[str, _Account] = OrderedDict()

    def __len__(self) -> int:
        return len(self._accounts)

    def wait(self, address: str) -> float:
        """Seconds to wait before the next request; 0 allows this one and counts it."""
        with self._lock:
            account, now = self._account(address), clock()
            if self._spend(account, now):
                return 0.0
            if account.closed_until > now:
                return account.closed_until - now
            price = self._step + max(0.0, -account.tokens)
        wait = self._ask(address, price)
        with self._lock:
            if wait:
                account.closed_until = now + wait
            else:
                account.tokens += price - 1
        return wait

    def spend(self, address: str) -> bool:
        """Count a request for which this process has a token already; false if only the shared count can say."""
        with self._lock:
            return self._spend(self._account(address), clock())

    def charge(self, address: str, tokens: float) -> None:
        """Count what a request has cost beyond itself."""
        with self._lock:
            self._account(address).tokens -= tokens

    def clear(self) -> None:
        """Forget everybody."""
        with self._lock:
            self._accounts.clear()

    def _account(self, address: str) -> _Account:
        account = self._accounts.setdefault(address, _Account())
        self._accounts.move_to_end(address)
        if len(self._accounts) > MOST_ADDRESSES:
            self._accounts.popitem(last=False)
        return account

    def _spend(self, account: _Account, now: float) -> bool:
        """Take a token that is here already; a debt is paid to the shared count first."""
        if account.tokens >= 1:
            account.tokens -= 1
            return True
        own = self._own.allow(account.own, now) if self._own is not None and account.tokens >= 0 else 0.0
        if isinstance(own, Count):
            account.own = own
        return isinstance(own, Count)

    def _ask(self, address: str, price: float) -> float:
        """Take tokens from the shared count; a database that cannot count stops nobody from reading."""
        try:
            return wait_for((self._limit, address), cost=price)
        except DATABASE_ERRORS:
            db.session.rollback()
            return 0.0
