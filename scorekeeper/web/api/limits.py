"""How many requests an address may send: a bucket of tokens for each, in this worker's memory."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import current_app, request
from flask.blueprints import BlueprintSetupState

from scorekeeper.web.api.operations import blueprint
from scorekeeper.web.api.responses import LIMITS, refusal

#: Requests a second (0: no limit), and how many at once.
DEFAULTS = {"API_RATE": 20, "API_BURST": 100}
#: So many addresses are remembered; beyond it those that have been quiet are forgotten.
MOST_ADDRESSES = 10_000


@dataclass
class Buckets:
    """What each address may still send, filled up as time goes by."""

    rate: float
    burst: int
    clock: Callable[[], float] = time.monotonic
    left: dict[str, tuple[float, float]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, address: str) -> float:
        """Take one token: the seconds until there is one, 0 if there was (or if no rate was set)."""
        if not self.rate:
            return 0.0
        with self.lock:
            now = self.clock()
            tokens = self._filled(address, now)
            enough = tokens >= 1
            self.left[address] = (tokens - 1 if enough else tokens, now)
            if len(self.left) > MOST_ADDRESSES:
                self._forget(now)
            return 0.0 if enough else (1 - tokens) / self.rate

    def _filled(self, address: str, now: float) -> float:
        tokens, then = self.left.get(address, (float(self.burst), now))
        return min(float(self.burst), tokens + (now - then) * self.rate)

    def _forget(self, now: float) -> None:
        """A full bucket says no more than none at all; if none is full, all begin anew."""
        busy = {address: entry for address, entry in self.left.items() if self._filled(address, now) < self.burst}
        self.left = busy if len(busy) <= MOST_ADDRESSES else {}


@blueprint.record
def set_up(state: BlueprintSetupState) -> None:
    """Every app has its own buckets."""
    config = state.app.config
    for key, value in DEFAULTS.items():
        config.setdefault(key, value)
    clock = config.get("API_CLOCK", time.monotonic)
    state.app.extensions["api_buckets"] = Buckets(config["API_RATE"], config["API_BURST"], clock)


@blueprint.before_request
def slow_down() -> None:
    """Refuse whoever is too quick, and say how long to wait."""
    wait = current_app.extensions["api_buckets"].wait(request.remote_addr or "")
    if wait:
        seconds = math.ceil(wait)
        message = f"Too many requests from this address: wait {seconds} s, then go on."
        raise refusal(429, message, LIMITS, {"Retry-After": str(seconds)})
