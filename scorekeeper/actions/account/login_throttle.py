"""Slowing down whoever guesses passwords: after a few failures every further try has to wait.

It is kept in memory, for a server is one process: a restart forgives, which costs a guesser more than it gives.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

#: So many tries are free.
FREE_TRIES = 5
#: The first wait in seconds; each further failure doubles it, up to the longest.
FIRST_WAIT, LONGEST_WAIT = 15, 15 * 60
#: A mistake is forgotten after so many seconds.
FORGIVEN = 60 * 60
#: Older failures are dropped beyond so many, so that nobody can fill the memory.
MOST_KEPT = 10_000

Key = tuple[str, str]


class Patience:
    """Counts the failures of each name from each address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._failures: OrderedDict[Key, tuple[int, float]] = OrderedDict()

    def wait(self, key: Key) -> int:
        """Seconds to wait before the next try; 0 lets it through and counts it as failed until it has succeeded."""
        with self._lock:
            now = self._clock()
            failures, last = self._failures.get(key, (0, now))
            if now - last > FORGIVEN:
                failures = 0
            left = last + _pause(failures) - now if failures >= FREE_TRIES else 0
            if left > 0:
                return int(left) + 1
            self._failures[key] = (failures + 1, now)
            self._failures.move_to_end(key)
            while len(self._failures) > MOST_KEPT:
                self._failures.popitem(last=False)
            return 0

    def forgive(self, key: Key) -> None:
        """It has succeeded."""
        with self._lock:
            self._failures.pop(key, None)


def _pause(failures: int) -> int:
    return min(LONGEST_WAIT, FIRST_WAIT << min(failures - FREE_TRIES, 10))
