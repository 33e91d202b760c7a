"""Operations, responses, request headers and limits of the API."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn, TypeVar

from flask import Blueprint, Response, abort, request
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
from scorekeeper.web.serving.log import RETRY_SECONDS, log_database_error

PREFIX = "/api"
blueprint = Blueprint("api", __name__, url_prefix=PREFIX)

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])

#: Rights that an operation needs: none, to read the game, or to change it.
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
        """The names of the variables in the path."""
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
BROKEN = "Something went wrong on the server. Saved hands are safe. Try again."
#: Errors of actions, with the status and the message; the first that fits counts.
EXPLAINED: tuple[tuple[type[Exception] | tuple[type[Exception], ...], int, Fault], ...] = (
    (
        NotAllowedError,
        403,
        Fault("This key can only read. To change the game, ask the scorer for the scorer key.", KEY),
    ),
    (NotFoundError, 404, Fault(NOT_HERE, KEY)),
    (UNSTORABLE, 400, Fault("Some text is too long, or has characters that cannot be stored.", ADDRESS)),
    (
        DATABASE_ERRORS,
        503,
        Fault("The server can't save right now. Nothing in this request was saved. Try again in a moment.", ADDRESS),
    ),
    (Exception, 500, Fault(BROKEN, ADDRESS)),
)

Headers = Mapping[str, str]


def json_response(data: object, status: int = 200, headers: Headers | None = None) -> Response:
    """JSON with the keys in this order."""
    return Response(json.dumps(data) + "\n", status, headers, mimetype=JSON)


def error_response(status: int, faults: Iterable[Fault], headers: Headers | None = None, **more: Any) -> Response:
    """What is wrong as JSON, with more entries that the sender should see."""
    return json_response({**result_json(tuple(faults)), **more}, status, headers)


def refuse(status: int, message: str, rule: str, headers: Headers | None = None, **more: Any) -> NoReturn:
    """End the request with one error."""
    abort(error_response(status, (Fault(message, rule),), headers, **more))


def with_etag(data: object, etag: int | None = None) -> Response:
    """JSON with an ETag, or 304 if the sender has it. `etag` is the version of a stored game or hand."""
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
    """An empty response."""
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


def request_body(*kinds: str) -> bytes:
    """The body of the request, if it is of one of the kinds or of none."""
    if request.mimetype and request.mimetype not in kinds:
        message = f"{request.mimetype} is not accepted. Send {' or '.join(kinds)} as the Content-Type."
        refuse(415, message, ADDRESS, {"Accept": ", ".join(kinds)})
    request.max_content_length = LARGEST_BODY
    return request.get_data(cache=False)


def request_document() -> dict[str, Any]:
    """The one object that was sent."""
    document = read(request_body(JSON))
    if isinstance(document, tuple):
        abort(error_response(422, document))
    return document


Handler = Callable[[Exception], ResponseReturnValue]


def or_json(page: Handler) -> Handler:
    """The handler of an error: a page for people, JSON for programs."""

    def handled(error: Exception) -> ResponseReturnValue:
        return _error_as_json(error) if f"{request.path}/".startswith(f"{PREFIX}/") else page(error)

    return handled


def _error_as_json(error: Exception) -> Response:
    if isinstance(error, HTTPException):
        return http_error(error)
    if isinstance(error, DATABASE_ERRORS):
        log_database_error(error)
    status, fault = next((status, fault) for kind, status, fault in EXPLAINED if isinstance(error, kind))
    return error_response(status, (fault,), {"Retry-After": RETRY_SECONDS} if status == 503 else {})


@blueprint.errorhandler(HTTPException)
def http_error(error: HTTPException) -> Response:
    """An error of the framework as JSON."""
    status = error.code or 500
    headers = {key: value for key, value in error.get_headers() if key in ("Allow", "Retry-After")}
    wait = f"Wait {headers.get('Retry-After', '')} s, then try again."
    known = {
        404: Fault(NOT_HERE, KEY),
        405: Fault(f"This address does not accept {request.method}. It accepts {headers.get('Allow', '')}.", ADDRESS),
        413: Fault(f"The request is too large. Send at most {LARGEST_BODY:,} bytes.", LIMITS),
        429: Fault(f"Too many requests from this address. {wait}", LIMITS),
        500: Fault(BROKEN, ADDRESS),
    }
    fault = known.get(status) or Fault(error.description or error.name, ADDRESS)
    return error_response(status, (fault,), headers)


LONGEST_MARK = 200
NO_KEY = "Send a key of the game as “Authorization: Bearer <key>”. A cookie can read but not write."
NO_MATCH = "Say which version you are changing: send the hand's ETag as If-Match."
#: No version has this number.
NONE = -1


def key() -> str:
    """The key in the Authorization header."""
    kind, _, value = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not value.strip():
        refuse(401, NO_KEY, KEY, {"WWW-Authenticate": "Bearer"})
    return value.strip()


def table(game_id: str) -> Table:
    """The game as the key, or else this browser's cookie, may see it."""
    if device_id() and "Authorization" not in request.headers:
        return access.require_viewer(device_id(), game_id)
    return api_keys.require_viewer(game_id, key())


def token() -> str:
    """A token made from the Idempotency-Key, the method and the address; empty if there is no key."""
    mark = request.headers.get("Idempotency-Key")
    if mark is None:
        return ""
    if not 1 <= len(mark) <= LONGEST_MARK:
        refuse(422, f"An Idempotency-Key must have 1 to {LONGEST_MARK} characters.", MATCH)
    return hashlib.sha256(f"{request.method} {request.path} {mark}".encode()).hexdigest()[:40]


def entry(hand: int, facts: Facts | None) -> HandChange:
    """A change of a hand; `with_base` adds the version that it is based on."""
    if not is_conditional():
        refuse(428, NO_MATCH, MATCH)
    return HandChange(hand, NONE, facts, token(), _confirmed())


def with_base(change: HandChange, table: Table) -> HandChange:
    """The change with the version that If-Match names, if that version is in force."""
    current = [version for version in table.game.versions if version.hand == change.hand][-1:]
    # An asterisk means whatever is there; a deleted hand is not there.
    matching = [version for version in current if version.facts is not None or not request.if_match.star_tag]
    return replace(change, base=matching_revision(matching[0].number) if matching else NONE)


def is_conditional() -> bool:
    """Whether the request names a version, readable or not."""
    return bool(request.headers.get("If-Match", "").strip())


def matching_revision(number: int) -> int:
    """The number if If-Match names it, else NONE."""
    return number if request.if_match.contains(str(number)) else NONE


def _confirmed() -> bool:
    value = request.args.get("confirmed", "false")
    if value not in ("true", "false"):
        refuse(422, "“confirmed” must be true or false.", ADDRESS)
    return value == "true"
