"""Streams of news: every page that follows something hears of each change, or gets its new self at once."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from flask import Response

from scorekeeper.actions.following import Following, FullError, admit
from scorekeeper.web.addresses import client_address
from scorekeeper.web.http.compression import QUICK, choose_encoding
from scorekeeper.web.http.static_files import current_release

#: Seconds of silence after which a stream shows that it is still there.
PING_SECONDS = 15
#: Milliseconds after which a phone that lost its stream comes again: each at its own time, so that a server that was
#: started again is not asked by all at once.
SOONEST_RETRY, LATEST_RETRY = 500, 4000
#: Seconds after which a phone that found no room asks again.
FULL_SECONDS = 20
#: How a gzip file begins that says nothing about itself.
GZIP_HEADER = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"

#: The page of a revision as text; None if every phone has its own.
PageOf = Callable[[int], str | None]


def no_page(revision: int) -> None:
    """Every phone fetches its own."""


def stream(follow: Callable[[], Following], page_of: PageOf = no_page) -> Response:
    """The present revision at once, then each new one, with its page where all phones share one."""
    try:
        following = admit(follow, client_address())
    except FullError:
        return Response(
            "Too many phones are watching right now.\n", 503, {"Retry-After": str(FULL_SECONDS)}, "text/plain"
        )
    # Proxies that gather an answer before they send it would make it late.
    headers = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    texts = events(following, page_of, current_release())
    response = Response(texts, mimetype="text/event-stream", headers=headers)
    if choose_encoding(["gzip"]):
        response.response = pack_pieces(texts)
        response.content_encoding = "gzip"
    response.call_on_close(following.close)
    return response


def events(following: Following, page_of: PageOf, release: str) -> Iterator[str]:
    """What the stream says; between two changes it holds no connection to the database."""
    retry = random.randint(SOONEST_RETRY, LATEST_RETRY)
    yield f"retry: {retry}\nevent: release\ndata: {release}\n\n" + _event("revision", following.revision)
    for revision in following.changes(PING_SECONDS):
        # Not a comment, so that a page can tell a quiet line from a dead one.
        yield _event("ping") if revision is None else _news(revision, page_of(revision))
    if not following.ended:
        yield _event("gone")


def _news(revision: int, page: str | None) -> str:
    return _event("revision", revision) if page is None else _event("page", revision, page)


def _event(name: str, revision: int | None = None, text: str | None = None) -> str:
    mark = "" if revision is None else f"id: {revision}\n"
    lines = str("" if revision is None else revision) if text is None else text.replace("\n", "\ndata: ")
    return f"{mark}event: {name}\ndata: {lines}\n\n"


def pack_pieces(texts: Iterable[str]) -> Iterator[bytes]:
    """A gzip file that never ends: each piece can be read as soon as it arrives."""
    yield GZIP_HEADER
    for text in texts:
        yield pack_piece(text)


@lru_cache(maxsize=32)
def pack_piece(text: str) -> bytes:
    """The same bytes on every stream, made once for all of them: a full flush refers to nothing before it."""
    packer = zlib.compressobj(QUICK["gzip"], zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text.encode()) + packer.flush(zlib.Z_FULL_FLUSH)
