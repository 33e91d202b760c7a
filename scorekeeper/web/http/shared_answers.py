"""Answers that look the same on every phone that watches a game, given before Flask is asked.

After a save hundreds of phones fetch the same page. One is made by the app; the others get its bytes, each after one
look at the database: whether this phone may still watch, and at which revision the game is now. Whatever is unusual
about a request (an account, a limit, a missing right) is left to the app.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask
from werkzeug.http import parse_cookie

from scorekeeper.actions.table.access import watch_reader
from scorekeeper.web.addresses import household
from scorekeeper.web.http.compression import accepted_encodings
from scorekeeper.web.http.page_cache import PageCache
from scorekeeper.web.http.request_limits import COUNTED_AS, READ
from scorekeeper.web.preferences.choices import all_chosen
from scorekeeper.web.serving.log import ROUTE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: Where the app notes the revision of a page that all who watch may be shown.
SHARED = "scorekeeper.shared_revision"
TABLE_ROUTE = "/t/<game_id>"
TABLE_PATH = re.compile(r"/t/([A-Za-z0-9_-]+)")
NO_BODY = ("", "0")
#: The cookies of so many phones are remembered in a process.
MOST_PHONES = 4_000


class Phone(NamedTuple):
    """What a cookie says about a phone, as far as it changes the page."""

    device_id: str
    looks: tuple[str, ...]


class Asked(NamedTuple):
    """Everything that decides about the bytes of an answer, except the revision of the game."""

    game_id: str
    looks: tuple[str, ...]
    encoding: str
    scheme: str
    host: str
    script_name: str


@dataclass(frozen=True)
class Answer:
    """An answer as it goes to the server."""

    status: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


class SharedAnswers:
    """The app, with a memory for the pages of those who watch."""

    def __init__(self, app: Flask) -> None:
        self.inner: WSGIApplication = app.wsgi_app
        self.answers: PageCache[Answer] = PageCache()
        self._allowances = app.extensions["allowances"]
        self._phone_of = lru_cache(MOST_PHONES)(_cookie_reader(app))
        with app.app_context():
            self._revision_of = watch_reader()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Give an answer that was made before, or ask the app and remember what it says."""
        if not _is_followed(environ) or (path := TABLE_PATH.fullmatch(environ["PATH_INFO"])) is None:
            return self.inner(environ, start_response)
        phone = self._phone_of(environ.get("HTTP_COOKIE", ""))
        if phone is None:
            return self.inner(environ, start_response)
        asked = _asked(environ, path[1], phone)
        answer = self._stored(environ, asked, phone.device_id)
        if answer is None:
            return self._make(environ, asked, start_response)
        environ[ROUTE] = TABLE_ROUTE
        start_response(answer.status, [*answer.headers])
        return (answer.body,)

    def _stored(self, environ: WSGIEnvironment, asked: Asked, device_id: str) -> Answer | None:
        """The answer for the game as it is now, for a phone that may watch it now."""
        if not self._is_allowed(environ):
            return None
        revision = self._revision_of(device_id, asked.game_id)
        return self.answers.get((asked, revision)) if revision is not None else None

    def _is_allowed(self, environ: WSGIEnvironment) -> bool:
        """Count the request, so that the app does not; what this process cannot allow, the app may."""
        allowance, address = self._allowances.get(READ), household(environ.get("REMOTE_ADDR") or "")
        if allowance is None or not address:
            return True
        if not allowance.spend(address):
            return False
        environ[COUNTED_AS] = READ
        return True

    def _make(self, environ: WSGIEnvironment, asked: Asked, start_response: StartResponse) -> Iterable[bytes]:
        """Ask the app; what it says is remembered if it is for everybody."""
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Callable[[bytes], object]:
            started.append((status, headers))
            return start_response(status, headers, *rest)

        pieces = self.inner(environ, start)
        revision = environ.get(SHARED)
        if revision is None or not started or not _is_for_everybody(*started[-1]):
            return pieces
        try:
            body = b"".join(pieces)
        finally:
            getattr(pieces, "close", lambda: None)()
        self.answers.put((asked, revision), Answer(started[-1][0], tuple(started[-1][1]), body))
        return (body,)


def _is_followed(environ: WSGIEnvironment) -> bool:
    """Whether a page that follows a game asks for itself, in the usual way."""
    return (
        "HTTP_X_FOLLOW" in environ
        and environ["REQUEST_METHOD"] == "GET"
        and not environ.get("QUERY_STRING")
        and environ.get("CONTENT_LENGTH", "") in NO_BODY
    )


def _is_for_everybody(status: str, headers: list[tuple[str, str]]) -> bool:
    return status.startswith("200 ") and not any(name.lower() == "set-cookie" for name, _ in headers)


def _asked(environ: WSGIEnvironment, game_id: str, phone: Phone) -> Asked:
    host = environ.get("HTTP_HOST") or f"{environ['SERVER_NAME']}:{environ['SERVER_PORT']}"
    encoding = next(iter(accepted_encodings(environ.get("HTTP_ACCEPT_ENCODING", ""))), "")
    scheme, script_name = environ["wsgi.url_scheme"], environ.get("SCRIPT_NAME", "")
    return Asked(game_id, phone.looks, encoding, scheme, host, script_name)


def _cookie_reader(app: Flask) -> Callable[[str], Phone | None]:
    """Reads a header of cookies; nothing for a phone with an account, or without a device of ours."""
    name, read_session = app.config["SESSION_COOKIE_NAME"], app.session_interface.read  # type: ignore[attr-defined]

    def read(header: str) -> Phone | None:
        cookies = parse_cookie(header)
        session = read_session(cookies.get(name, ""))
        device_id = str(session.get("device", ""))
        return Phone(device_id, all_chosen(cookies)) if device_id and "account" not in session else None

    return read
