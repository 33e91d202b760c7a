"""How much one address may ask for: requests, and the processor time that they cost.

Reading and saving are counted apart: however many watch, a hand can be saved. The figures are in `actions/limits.py`.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import TooManyRequests as TooManyRequests

from scorekeeper.actions.limits import LIMITS
from scorekeeper.actions.throttle import Share, wait_for
from scorekeeper.web.addresses import client_address

#: Where a request notes when it began, and as what it was counted.
BEGAN, COUNTED_AS = "scorekeeper.began", "scorekeeper.counted_as"
READ, WRITE, API = "READ", "WRITE", "API"
NEW_GAMES, NEW_PHONES = "new games", "new phones"
#: Seconds of the processor that every request may cost. What it costs beyond counts as further requests, so that an
#: address that never stops keeps half a processor busy, not all of them.
FREE_SECONDS, SHARE = 0.1, 0.5
#: These send a form, but save nothing.
READING_FORMS = {"table.preview"}
#: A load balancer may share its address with the clients behind it.
UNCOUNTED = {"static", "serving.health", "serving.ready"}


def register(app: Flask) -> None:
    """Count every request of an app, as its settings say: requests a second (0: no limit), and how many at once."""
    app.extensions["allowances"] = shares = {}
    for kind in (READ, WRITE, API):
        limit = LIMITS[kind]
        rate = app.config.setdefault(f"{kind}_RATE", limit.rate)
        burst = app.config.setdefault(f"{kind}_BURST", limit.burst)
        if rate:
            step = max(1, min(limit.step, burst // 10))
            shares[kind] = Share(kind, replace(limit, rate=rate, burst=burst, step=step))
    app.before_request(_count)
    app.after_request(_charge)


def _count() -> None:
    """Refuse an address that asks too often."""
    request.environ[BEGAN] = time.thread_time()
    if COUNTED_AS not in request.environ and request.endpoint not in UNCOUNTED:
        take(_kind())


def _kind() -> str:
    if request.blueprint == "api":
        return API
    is_reading = request.method in ("GET", "HEAD", "OPTIONS") or request.endpoint in READING_FORMS
    return READ if is_reading else WRITE


def take(kind: str) -> None:
    """Count a request, or refuse it."""
    share, address = _share(kind), client_address()
    if share is None or not address:
        return
    if wait := share.wait(address):
        raise TooManyRequests(retry_after=math.ceil(wait))
    # What it costs is known when it is done.
    request.environ[COUNTED_AS] = kind


def _share(kind: str) -> Share | None:
    share: Share | None = current_app.extensions["allowances"].get(kind)
    return share


def _charge(response: Response) -> Response:
    """Count what the request has cost."""
    share = _share(request.environ.get(COUNTED_AS, ""))
    if share is None:
        return response
    excess = time.thread_time() - request.environ[BEGAN] - FREE_SECONDS
    if excess > 0:
        share.charge(client_address(), excess * share.limit.rate / SHARE)
    return response


def limit(name: str) -> None:
    """Count something that writes rows, or refuse it."""
    address = client_address()
    if address and (wait := wait_for((name, address))):
        raise TooManyRequests(retry_after=math.ceil(wait))
