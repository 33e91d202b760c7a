"""The log and the metrics of requests: id, route pattern, status and time.

Log lines are text or JSON. They contain nothing that a person typed, and no URL, because it may contain a key.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import traceback
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, current_app, request
from flask.logging import default_handler, wsgi_errors_stream
from werkzeug.exceptions import SecurityError
from werkzeug.routing import MapAdapter
from werkzeug.wsgi import ClosingIterator

from scorekeeper.web.addresses import phone_url
from scorekeeper.web.serving.metrics import Metrics

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: The attribute of a log record with the facts of the event, by name.
FACTS = "facts"
ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class TextLines(logging.Formatter):
    """Time, level, event and facts in one line, followed by the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as text."""
        facts = [f"{name}={value}" for name, value in getattr(record, FACTS, {}).items()]
        line = " ".join([_time(record), record.levelname, record.getMessage(), *facts])
        return "\n".join([line, *(f"  {step}" for step in _error_steps(record))])


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as JSON."""
        line = {"time": _time(record), "level": record.levelname.lower(), "event": record.getMessage()}
        line |= getattr(record, FACTS, {})
        if steps := _error_steps(record):
            line["error"] = steps  # type: ignore[assignment]  # the other values are texts
        return json.dumps(line)


FORMATTERS: dict[str, type[logging.Formatter]] = {"text": TextLines, "json": JsonLines}
_handler = logging.StreamHandler(wsgi_errors_stream)  # type: ignore[call-overload]  # a proxy of a stream


def set_up_log(logger: logging.Logger, form: str) -> None:
    """Set the format of a logger. Requests are logged only as JSON."""
    if form not in FORMATTERS:
        raise ValueError(f"SCOREKEEPER_LOG must be one of: {', '.join(FORMATTERS)}")
    _handler.setFormatter(FORMATTERS[form]())
    logger.removeHandler(default_handler)
    logger.addHandler(_handler)
    logger.setLevel(logging.INFO if form == "json" else logging.WARNING)


def with_facts(**facts: Any) -> dict[str, dict[str, Any]]:
    """The `extra` argument for the facts of an event."""
    return {FACTS: facts}


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _error_steps(record: logging.LogRecord) -> list[str]:
    """The traceback and type of an error, without its message, which may quote a name or a key."""
    if not isinstance(record.exc_info, tuple) or record.exc_info[1] is None:
        return []
    steps: list[str] = []
    error: BaseException | None = record.exc_info[1]
    while error is not None:
        frames = traceback.extract_tb(error.__traceback__)
        steps = [*(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames), _type_name(error), *steps]
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return steps


def _type_name(error: BaseException) -> str:
    return f"{type(error).__module__}.{type(error).__qualname__}"


#: Response header with the id that people quote when they report an error.
ID_HEADER = "X-Request-Id"
ROUTE, REQUEST_ID = "scorekeeper.route", "scorekeeper.request_id"
#: Route of a URL that matches no page.
NO_ROUTE = "(none)"
#: Ids that a trusted proxy may send.
GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
#: Load balancers request these by IP address. They contain no links.
ASKED_BY_NUMBER = ("/health", "/ready")
METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}

#: Seconds that a client waits before it retries a refused request.
RETRY_SECONDS = "5"

log = logging.getLogger("scorekeeper.requests")


class LoggingFlask(Flask):
    """Flask that logs errors without the URL and makes external links that work on other phones."""

    def url_for(self, endpoint: str, *, _external: bool | None = None, **values: Any) -> str:
        """The URL of a page. External links never contain a loopback address."""
        url = super().url_for(endpoint, _external=_external, **values)
        return phone_url(url) if _external else url

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Find the route. Under an untrusted host only health checks are served."""
        try:
            return super().create_url_adapter(request)
        except SecurityError:
            if request is None or request.method != "GET" or request.path not in ASKED_BY_NUMBER:
                raise
            return self.url_map.bind("localhost", path_info=request.path, default_method="GET")

    def log_exception(
        self, exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None], *_: object
    ) -> None:
        """Log where an error happened."""
        self.logger.error("The request failed", exc_info=exc_info, extra=with_facts(**request_facts()))


class Observer:
    """WSGI middleware that measures every request and gives it an id."""

    def __init__(self, app: Flask, metrics: Metrics) -> None:
        self.inner: WSGIApplication = app.wsgi_app
        self.is_behind_proxy, self.metrics = bool(app.config["PROXIES"]), metrics

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Log the response as soon as its status is known. A stream continues after that."""
        begin = perf_counter()
        environ[REQUEST_ID] = self._id_of(environ)

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Callable[[bytes], object]:
            self._finish(environ, status.partition(" ")[0], perf_counter() - begin)
            return start_response(status, [*headers, (ID_HEADER, environ[REQUEST_ID])], *rest)

        self.metrics.open_requests += 1
        try:
            return ClosingIterator(self.inner(environ, start), self._close)
        except BaseException:
            self._close()
            raise

    def _close(self) -> None:
        """Called when the response was sent or the client disconnected."""
        self.metrics.open_requests -= 1

    def _id_of(self, environ: WSGIEnvironment) -> str:
        given = environ.get("HTTP_X_REQUEST_ID", "") if self.is_behind_proxy else ""
        return given if GIVEN_ID.fullmatch(given) else secrets.token_hex(8)

    def _finish(self, environ: WSGIEnvironment, status: str, seconds: float) -> None:
        facts = _facts_of(environ)
        self.metrics.record(facts["method"], facts["route"], status, seconds)
        if log.isEnabledFor(logging.INFO):
            log.info("request", extra=with_facts(**facts, status=int(status), ms=round(seconds * 1000, 1)))


def request_facts() -> dict[str, str]:
    """The id, method and route of the current request."""
    return _facts_of(request.environ)


def _facts_of(environ: WSGIEnvironment) -> dict[str, str]:
    method = environ["REQUEST_METHOD"]
    return {
        "id": environ.get(REQUEST_ID, ""),
        # A client may send any word, and each would become a new metric label.
        "method": method if method in METHODS else "OTHER",
        "route": environ.get(ROUTE, NO_ROUTE),
    }


def register(app: Flask) -> None:
    """Log an app's requests and errors. Must be registered first."""
    set_up_log(app.logger, str(app.config["LOG"]))
    app.before_request(_name_route)


def _name_route() -> None:
    if request.url_rule is not None:
        request.environ[ROUTE] = request.url_rule.rule


def log_database_error(error: Exception) -> None:
    """Log a database error by its code. Its message may quote what was written."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or type(cause).__name__
    current_app.logger.error("The database refused", extra=with_facts(code=code, **request_facts()))
