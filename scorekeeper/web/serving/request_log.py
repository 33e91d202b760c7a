"""Every request with its id, the pattern of its route, its status and its time, for the log and for the figures."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Iterable
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, current_app, request
from werkzeug.exceptions import SecurityError
from werkzeug.routing import MapAdapter

from scorekeeper.web.addresses import phone_url
from scorekeeper.web.serving.log_lines import set_up_log, with_facts

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: The header by which a person who reports an error names the request.
ID_HEADER = "X-Request-Id"
ROUTE, REQUEST_ID = "scorekeeper.route", "scorekeeper.request_id"
#: An address of no page.
NO_ROUTE = "(none)"
#: Ids that a trusted proxy may give.
GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
#: What load balancers ask by the number of the machine; no link is on these pages.
ASKED_BY_NUMBER = ("/health", "/ready")
METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}

#: How long a client waits after a refusal before it tries again.
RETRY_SECONDS = "5"

log = logging.getLogger("scorekeeper.requests")


class LoggingFlask(Flask):
    """Flask, whose errors are logged without the address, and whose links work on other phones."""

    def url_for(self, endpoint: str, *, _external: bool | None = None, **values: Any) -> str:
        """The address of a page; a link for others never names this machine as only it knows itself."""
        url = super().url_for(endpoint, _external=_external, **values)
        return phone_url(url) if _external else url

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Find the route; under a host that is not on the list, only whether the server is well."""
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
    """The app as the server calls it: each answer is measured, and gets the id of its request."""

    def __init__(self, app: Flask, record: Callable[[str, str, str, float], None]) -> None:
        self.inner: WSGIApplication = app.wsgi_app
        self.is_behind_proxy, self.record = bool(app.config["PROXIES"]), record

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer, and log it as soon as its status is known; a stream goes on after that."""
        begin = perf_counter()
        environ[REQUEST_ID] = self._id_of(environ)

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Callable[[bytes], object]:
            self._finish(environ, status.partition(" ")[0], perf_counter() - begin)
            return start_response(status, [*headers, (ID_HEADER, environ[REQUEST_ID])], *rest)

        return self.inner(environ, start)

    def _id_of(self, environ: WSGIEnvironment) -> str:
        given = environ.get("HTTP_X_REQUEST_ID", "") if self.is_behind_proxy else ""
        return given if GIVEN_ID.fullmatch(given) else secrets.token_hex(8)

    def _finish(self, environ: WSGIEnvironment, status: str, seconds: float) -> None:
        facts = _facts_of(environ)
        self.record(facts["method"], facts["route"], status, seconds)
        if log.isEnabledFor(logging.INFO):
            log.info("request", extra=with_facts(**facts, status=int(status), ms=round(seconds * 1000, 1)))


def request_facts() -> dict[str, str]:
    """The id, method and route of the current request."""
    return _facts_of(request.environ)


def _facts_of(environ: WSGIEnvironment) -> dict[str, str]:
    method = environ["REQUEST_METHOD"]
    return {
        "id": environ.get(REQUEST_ID, ""),
        # Any word may stand there, and every word would be a figure of its own.
        "method": method if method in METHODS else "OTHER",
        "route": environ.get(ROUTE, NO_ROUTE),
    }


def register(app: Flask) -> None:
    """Log an app's requests and errors; before anything else looks at a request."""
    set_up_log(app.logger, str(app.config["LOG"]))
    app.before_request(_name_route)


def _name_route() -> None:
    if request.url_rule is not None:
        request.environ[ROUTE] = request.url_rule.rule


def log_database_error(error: Exception) -> None:
    """Log what the database refused by the name of its error; its message may quote what was written."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or type(cause).__name__
    current_app.logger.error("The database refused", extra=with_facts(code=code, **request_facts()))
