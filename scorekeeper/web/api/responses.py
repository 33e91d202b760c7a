"""Responses: JSON with its ETag, or errors in the one form that every refusal has."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import Response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from scorekeeper.actions.errors import NotAllowedError, NotFoundError
from scorekeeper.actions.startup import DATABASE_ERRORS, UNSTORABLE
from scorekeeper.rules import Fault
from scorekeeper.rules.json_text import read, result_json
from scorekeeper.web.api.operations import PREFIX, blueprint
from scorekeeper.web.error_pages import RETRY_SECONDS, log_database_error

JSON, LINES = "application/json", "application/x-ndjson"
ADDRESS, KEY, MATCH, LIMITS = "record.api", "record.key", "record.match", "record.limits"
#: A game of a thousand hands needs a fifth of it.
LARGEST_BODY = 1_000_000
NOT_HERE = "Not found. The address or the key is wrong, or the game was deleted."
ONLY_WATCHES = "This key can only read. To change the game, ask the scorer for the scorer key."
BUSY = "The server can't save right now. Nothing in this request was saved. Try again in a moment."
UNSTORABLE_TEXT = "Some text is too long, or has characters that cannot be stored."
BROKEN = "Something went wrong on the server. Saved hands are safe. Try again."

Headers = Mapping[str, str]


class ApiError(Exception):
    """A refusal: its status, what is wrong, and what else the sender should know."""

    def __init__(
        self,
        status: int,
        faults: Iterable[Fault],
        more: Mapping[str, Any] | None = None,
        headers: Headers | None = None,
    ) -> None:
        super().__init__(status)
        self.status, self.faults, self.more, self.headers = status, tuple(faults), more or {}, headers or {}


def refusal(status: int, message: str, rule: str, headers: Headers | None = None, **more: Any) -> ApiError:
    """A refusal with one message."""
    return ApiError(status, (Fault(message, rule),), more, headers)


def json_response(data: object, status: int = 200, headers: Headers | None = None) -> Response:
    """JSON, in the order in which it was made."""
    return Response(json.dumps(data) + "\n", status, headers, mimetype=JSON)


def with_etag(data: object, etag: int | None = None) -> Response:
    """What can be read again: with the etag of its version, or no more than that if the sender has it."""
    response = json_response(data)
    if etag is None:
        response.add_etag()
    else:
        response.set_etag(str(etag))
        response.headers["Cache-Control"] = "private, no-cache"
        response.vary.update(("Authorization", "Cookie"))
    response.make_conditional(request)
    return response


def no_content() -> Response:
    """It is done, and there is no more to say."""
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


def request_body(*kinds: str) -> bytes:
    """The body of the request, if it is of one of the kinds or of none."""
    if request.mimetype and request.mimetype not in kinds:
        message = f"{request.mimetype} is not accepted. Send {' or '.join(kinds)} as the Content-Type."
        raise refusal(415, message, ADDRESS, {"Accept": ", ".join(kinds)})
    request.max_content_length = LARGEST_BODY
    return request.get_data(cache=False)


def request_document() -> dict[str, Any]:
    """The one object that was sent."""
    document = read(request_body(JSON))
    if isinstance(document, tuple):
        raise ApiError(422, document)
    return document


@blueprint.errorhandler(ApiError)
def refusal_response(error: ApiError) -> Response:
    """A refusal as it is sent."""
    return json_response({**result_json(error.faults), **error.more}, error.status, error.headers)


@blueprint.errorhandler(HTTPException)
def http_error_response(error: HTTPException) -> Response:
    """What the framework refuses, in our form."""
    status = error.code or 500
    allowed = {key: value for key, value in error.get_headers() if key in ("Allow", "Retry-After")}
    message, rule = _MESSAGES[status](error) if status in _MESSAGES else (error.description or error.name, ADDRESS)
    return refusal_response(refusal(status, message, rule, allowed))


def _methods(error: HTTPException) -> tuple[str, str]:
    allowed = dict(error.get_headers()).get("Allow", "")
    return f"This address does not accept {request.method}. It accepts {allowed}.", ADDRESS


_MESSAGES: dict[int, Callable[[HTTPException], tuple[str, str]]] = {
    404: lambda _: (NOT_HERE, KEY),
    405: _methods,
    413: lambda _: (
        f"The request is too large. Send at most {LARGEST_BODY:,} bytes.",
        LIMITS,
    ),
    500: lambda _: (BROKEN, ADDRESS),
}

Handler = Callable[[Exception], ResponseReturnValue]


def or_json(page: Handler) -> Handler:
    """The handler of an error: a page for people, JSON for programs."""

    def handled(error: Exception) -> ResponseReturnValue:
        return _for_programs(error) if f"{request.path}/".startswith(f"{PREFIX}/") else page(error)

    return handled


def _for_programs(error: Exception) -> Response:
    if isinstance(error, HTTPException):
        return http_error_response(error)
    if isinstance(error, NotAllowedError):
        return refusal_response(refusal(403, ONLY_WATCHES, KEY))
    if isinstance(error, UNSTORABLE):
        log_database_error(error)
        return refusal_response(refusal(400, UNSTORABLE_TEXT, ADDRESS))
    if isinstance(error, DATABASE_ERRORS):
        log_database_error(error)
        return refusal_response(refusal(503, BUSY, ADDRESS, {"Retry-After": RETRY_SECONDS}))
    is_missing = isinstance(error, NotFoundError)
    return refusal_response(refusal(404, NOT_HERE, KEY) if is_missing else refusal(500, BROKEN, ADDRESS))
