"""Limits of requests: their contents, how slowly they may arrive, and how many one address may send.

Reads and saves are counted separately, so watchers never block a save. The limits are in `actions/limits.py`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any

import gevent
import greenlet
from flask import Flask, Request, Response, abort, current_app, request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.exceptions import BadRequest, RequestTimeout, ServiceUnavailable
from werkzeug.exceptions import TooManyRequests as TooManyRequests
from werkzeug.sansio.utils import get_content_length

from scorekeeper.actions.limits import LIMITS
from scorekeeper.actions.startup import waiting_at_most
from scorekeeper.actions.throttle import Share, wait_for
from scorekeeper.web.addresses import client_address

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: Seconds in which the body of a request must arrive.
BODY_SECONDS = 60
#: Bytes of a body that is always read, and of all larger bodies that may arrive at once.
SMALL_BODY, MOST_ARRIVING = 50_000, 64_000_000
RETRY_SECONDS = 5
#: More inputs than any of our forms has.
MOST_INPUTS = 2_000
FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
#: No keyboard types this character, and PostgreSQL can't store it.
NUL = "\0"
#: Environ keys: when the request began, and the kind it was counted as.
BEGAN, COUNTED_AS = "scorekeeper.began", "scorekeeper.counted_as"
READ, WRITE, API = "READ", "WRITE", "API"
NEW_GAMES, NEW_PHONES = "new games", "new phones"
#: Processor seconds included in every request. Time beyond that counts as further requests, so that an address can't
#: keep more than half a processor busy.
FREE_SECONDS, SHARE = 0.1, 0.5
#: Seconds that a request waits to be counted. After that it is answered uncounted.
COUNT_SECONDS = 0.3
#: One of many concurrent requests of an address takes tokens for all. Addresses share these locks by hash.
_ASKING = tuple(Lock() for _ in range(64))
#: Endpoints that receive a form but save nothing.
READING_FORMS = {"table.preview"}
#: A load balancer may share its address with the clients behind it.
UNCOUNTED = {"static", "serving.health", "serving.ready"}


def register(app: Flask) -> None:
    """Count the requests of an app. Its settings are requests per second (0 for no limit) and the burst."""
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
    """Refuse an address that sends too many requests."""
    request.environ[BEGAN] = processor_seconds()
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
    with _ASKING[hash(address) % len(_ASKING)], waiting_at_most(COUNT_SECONDS):
        wait = share.wait(address)
    if wait:
        raise TooManyRequests(retry_after=math.ceil(wait))
    # The cost is charged after the request.
    request.environ[COUNTED_AS] = kind


def _share(kind: str) -> Share | None:
    share: Share | None = current_app.extensions["allowances"].get(kind)
    return share


def _charge(response: Response) -> Response:
    """Charge the processor time of a request."""
    share = _share(request.environ.get(COUNTED_AS, ""))
    if share is None:
        return response
    excess = processor_seconds() - request.environ[BEGAN] - FREE_SECONDS
    if excess > 0:
        share.charge(client_address(), excess * share.limit.rate / SHARE)
    return response


class CleanValues(ImmutableMultiDict[str, str]):
    """Values of a form or query string, without NUL."""

    def __init__(self, mapping: MultiDict[str, str] | Iterable[tuple[str, Any]] | None = None) -> None:
        pairs = list(mapping.items(multi=True) if isinstance(mapping, MultiDict) else mapping or ())
        if any(NUL in key or (isinstance(value, str) and NUL in value) for key, value in pairs):
            pairs = [(_clean(key), _clean(value)) for key, value in pairs]
        super().__init__(pairs)


def _clean(value: Any) -> Any:
    return value.replace(NUL, "") if isinstance(value, str) else value


class CleanRequest(Request):
    """A request whose form and query string contain no NUL."""

    parameter_storage_class = CleanValues


def refuse_long_forms() -> None:
    """Refuse forms with more inputs than any of ours, because parsing them would delay other requests."""
    if request.mimetype in FORM_TYPES and len(request.form) > MOST_INPUTS:
        abort(413)


def refuse_nul() -> None:
    """Refuse paths with NUL."""
    if NUL in request.path:
        abort(404)


class WholeBody:
    """WSGI middleware that reads the body before the app runs, so that a slow client holds only its connection.

    A body must arrive in time, and the large bodies that are arriving must fit into memory.
    """

    def __init__(self, inner: WSGIApplication, largest: int) -> None:
        self.inner, self.largest = inner, largest
        self._arriving = 0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Read the body, or refuse it."""
        is_chunked = "HTTP_TRANSFER_ENCODING" in environ
        size = self.largest if is_chunked else get_content_length(environ.get("CONTENT_LENGTH")) or 0
        # The app refuses larger bodies without reading them.
        if 0 < size <= self.largest:
            if size > SMALL_BODY and self._arriving + size > MOST_ARRIVING:
                return ServiceUnavailable(retry_after=RETRY_SECONDS)(environ, start_response)
            self._arriving += size
            try:
                with gevent.Timeout(BODY_SECONDS, RequestTimeout):
                    body = environ["wsgi.input"].read(size + is_chunked)
            except RequestTimeout as late:
                return late(environ, start_response)
            finally:
                self._arriving -= size
            if len(body) < size and not is_chunked:
                # The client disconnected.
                return BadRequest()(environ, start_response)
            environ["wsgi.input"] = BytesIO(body)
        return self.inner(environ, start_response)


class _SwitchClock:
    """Adds up the processor time of every greenlet at each switch."""

    def __init__(self) -> None:
        self.since = time.thread_time()

    def __call__(self, _: str, greenlets: tuple[Any, Any]) -> None:
        now, left = time.thread_time(), greenlets[0]
        left.seconds = getattr(left, "seconds", 0.0) + now - self.since
        self.since = now


def measure_greenlets() -> None:
    """Measure each request separately, although requests share this thread."""
    greenlet.settrace(_SwitchClock())


def processor_seconds() -> float:
    """Processor time of the current thread, or of the current greenlet if measured."""
    clock = greenlet.gettrace()
    if not isinstance(clock, _SwitchClock):
        return time.thread_time()
    return float(getattr(greenlet.getcurrent(), "seconds", 0.0) + time.thread_time() - clock.since)


def limit(name: str) -> None:
    """Count an action that writes rows, or refuse it."""
    address = client_address()
    if address and (wait := wait_for((name, address))):
        raise TooManyRequests(retry_after=math.ceil(wait))
