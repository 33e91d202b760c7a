"""Operations, responses, request headers and limits of the API."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from flask import Blueprint, Response, request
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from scorekeeper.actions.errors import NotAllowedError, NotFoundError
from scorekeeper.actions.startup import DATABASE_ERRORS, UNSTORABLE
from scorekeeper.actions.table import access, api_keys
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.hands import Facts, HandChange
from scorekeeper.rules import Fault
from scorekeeper.rules.json_text import read, result_json
from scorekeeper.web.device import device_id
from scorekeeper.web.http.request_limits import API, TooManyRequests, add_allowance, take
from scorekeeper.web.serving.request_log import RETRY_SECONDS, log_database_error

PREFIX = "/api"
blueprint = Blueprint("api", __name__, url_prefix=PREFIX)

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])

#: Who may call an address: anybody, who may read the game, who may change it.
ANYBODY, READER, SCORER = "anybody", "reader", "scorer"


@dataclass(frozen=True)
class Operation:
    """One method of one address; `body` and `answer` name shapes of the description."""

    name: str
    method: str
    #: As Flask writes it, under /api.
    path: str
    summary: str
    answer: str | None
    status: int = 200
    text: str = ""
    body: str | None = None
    #: Takes JSON Lines as well, and answers a line for a line.
    lines: bool = False
    rights: str = ANYBODY
    #: Headers and entries of the query, by their names in the description.
    takes: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The path as a description writes it."""
        return PREFIX + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", self.path)

    @property
    def places(self) -> list[str]:
        """What stands for something in the path."""
        return re.findall(r"{(\w+)}", self.address)


OPERATIONS: list[Operation] = []


def operation(method: str, path: str, answer: str | None, **more: object) -> Callable[[View], View]:
    """Declare a view: its address, its shapes, its rights; the docstring says what it does."""

    def declared(view: View) -> View:
        name = view.__name__
        summary = (view.__doc__ or "").strip().rstrip(".")
        OPERATIONS.append(Operation(name, method, path, summary, answer, **more))  # type: ignore[arg-type]
        blueprint.add_url_rule(path, name, view, methods=[method])
        return view

    return declared


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


LONGEST_MARK = 200
NO_KEY = "Send a key of the game as “Authorization: Bearer <key>”. A cookie can read but not write."
NO_MATCH = "Say which version you are changing: send the hand's ETag as If-Match."
#: No version has this number.
NONE = -1


def key() -> str:
    """The key in the Authorization header."""
    kind, _, value = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not value.strip():
        raise refusal(401, NO_KEY, KEY, {"WWW-Authenticate": "Bearer"})
    return value.strip()


def table(game_id: str) -> Table:
    """The game as the key, or else this browser's cookie, lets it be seen."""
    if device_id() and "Authorization" not in request.headers:
        return access.require_viewer(device_id(), game_id)
    return api_keys.require_viewer(game_id, key())


def token() -> str:
    """The request's own mark, good for this method of this address only; nothing if it has none."""
    mark = request.headers.get("Idempotency-Key")
    if mark is None:
        return ""
    if not 1 <= len(mark) <= LONGEST_MARK:
        raise refusal(422, f"An Idempotency-Key must have 1 to {LONGEST_MARK} characters.", MATCH)
    return hashlib.sha256(f"{request.method} {request.path} {mark}".encode()).hexdigest()[:40]


def entry(hand: int, facts: Facts | None) -> HandChange:
    """A change of a hand; which version it is based upon is looked up later."""
    if not is_conditional():
        raise refusal(428, NO_MATCH, MATCH)
    return HandChange(hand, NONE, facts, token(), _confirmed())


def with_base(change: HandChange, table: Table) -> HandChange:
    """The change with the version that it names, if that one is still in force."""
    current = [version for version in table.game.versions if version.hand == change.hand][-1:]
    # An asterisk means whatever is there; a deleted hand is not there.
    matching = [version for version in current if version.facts is not None or not request.if_match.star_tag]
    return replace(change, base=matching_revision(matching[0].number) if matching else NONE)


def is_conditional() -> bool:
    """The request says which version it means, even if nobody can read it."""
    return bool(request.headers.get("If-Match", "").strip())


def matching_revision(number: int) -> int:
    """This number if the request names it, or none."""
    return number if request.if_match.contains(str(number)) else NONE


def _confirmed() -> bool:
    value = request.args.get("confirmed", "false")
    if value not in ("true", "false"):
        raise refusal(422, "“confirmed” must be true or false.", ADDRESS)
    return value == "true"


#: Requests a second (0: no limit), and how many at once.
DEFAULTS = {"API_RATE": 20, "API_BURST": 100}


@blueprint.record
def set_up(state: BlueprintSetupState) -> None:
    """Give every app its own limit."""
    for key, value in DEFAULTS.items():
        state.app.config.setdefault(key, value)
    add_allowance(state.app.config, state.app.extensions, API)


@blueprint.before_request
def slow_down() -> None:
    """Refuse an address that sends too much, and say how long to wait."""
    try:
        take(API)
    except TooManyRequests as error:
        message = f"Too many requests from this address. Wait {error.retry_after} s, then try again."
        raise refusal(429, message, LIMITS, {"Retry-After": str(error.retry_after)}) from error
