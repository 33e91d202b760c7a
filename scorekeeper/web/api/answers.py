"""Answers: JSON with its mark, or errors in the one form that every refusal has."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import Response, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from scorekeeper.actions.errors import NotAllowedError, NotFoundError
from scorekeeper.rules import Fault
from scorekeeper.rules.json_text import read, result_json
from scorekeeper.web.api.operations import PREFIX, blueprint

JSON, LINES = "application/json", "application/x-ndjson"
ADDRESS, KEY, MATCH, LIMITS = "record.api", "record.key", "record.match", "record.limits"
MOST_HANDS = 10_000
NOT_HERE = "Nothing is here: the address or the key is wrong, or the game was deleted."
ONLY_WATCHES = "This key only watches: ask the scorer for the scorer key to change the game."
BROKEN = "Something broke here. What was saved is safe: try again."

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


def answer(data: object, status: int = 200, headers: Headers | None = None) -> Response:
    """JSON, in the order in which it was made."""
    return Response(json.dumps(data) + "\n", status, headers, mimetype=JSON)


def marked(data: object, mark: int | None = None) -> Response:
    """What can be read again: with the mark of its version, or no more than that if the sender has it."""
    response = answer(data)
    if mark is None:
        response.add_etag()
    else:
        response.set_etag(str(mark))
        response.headers["Cache-Control"] = "private, no-cache"
        response.vary.update(("Authorization", "Cookie"))
    response.make_conditional(request)
    return response


def nothing() -> Response:
    """It is done, and there is no more to say."""
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


def sent(*kinds: str) -> bytes:
    """The body of the request, if it is of one of the kinds or of none."""
    if request.mimetype and request.mimetype not in kinds:
        message = f"{request.mimetype} is not read here: send {' or '.join(kinds)} as the Content-Type."
        raise refusal(415, message, ADDRESS, {"Accept": ", ".join(kinds)})
    return request.get_data(cache=False)


def document() -> dict[str, Any]:
    """The one object that was sent."""
    found = read(sent(JSON))
    if isinstance(found, tuple):
        raise ApiError(422, found)
    return found


def too_long(record: object) -> tuple[Fault, ...]:
    """No table plays so many hands: what is refused before it keeps the server busy."""
    hands = record.get("hands") if isinstance(record, dict) else None
    if not isinstance(hands, list) or len(hands) <= MOST_HANDS:
        return ()
    return (Fault(f"Here a record has at most {MOST_HANDS:,} hands, not {len(hands):,}.", LIMITS, "hands"),)


@blueprint.errorhandler(ApiError)
def refused(error: ApiError) -> Response:
    """A refusal as it is sent."""
    return answer({**result_json(error.faults), **error.more}, error.status, error.headers)


@blueprint.errorhandler(HTTPException)
def stopped(error: HTTPException) -> Response:
    """What the framework refuses, in our form."""
    status = error.code or 500
    allowed = {key: value for key, value in error.get_headers() if key in ("Allow", "Retry-After")}
    message, rule = _SAID[status](error) if status in _SAID else (error.description or error.name, ADDRESS)
    return refused(refusal(status, message, rule, allowed))


def _methods(error: HTTPException) -> tuple[str, str]:
    allowed = dict(error.get_headers()).get("Allow", "")
    return f"This address does not take {request.method}: it takes {allowed}.", ADDRESS


_SAID: dict[int, Callable[[HTTPException], tuple[str, str]]] = {
    404: lambda _: (NOT_HERE, KEY),
    405: _methods,
    413: lambda _: (f"That is too much: send at most {current_app.config['MAX_CONTENT_LENGTH']:,} bytes.", LIMITS),
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
        return stopped(error)
    if isinstance(error, NotAllowedError):
        return refused(refusal(403, ONLY_WATCHES, KEY))
    found = isinstance(error, NotFoundError)
    return refused(refusal(404, NOT_HERE, KEY) if found else refusal(500, BROKEN, ADDRESS))
