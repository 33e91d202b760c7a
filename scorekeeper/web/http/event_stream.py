"""Event streams: pages that follow something receive every new revision, or the new page itself."""

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

#: Seconds without an event after which a ping is sent.
PING_SECONDS = 15
#: Milliseconds before a phone reconnects. Each gets a random value, so that they do not all reconnect at once after a
#: restart.
SOONEST_RETRY, LATEST_RETRY = 500, 4000
#: Seconds before a phone retries if the server is full.
FULL_SECONDS = 20
#: A gzip header without file name or time.
GZIP_HEADER = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"

#: The page of a revision as text, or None if every phone has its own.
PageOf = Callable[[int], str | None]


def no_page(revision: int) -> None:
    """Every phone fetches its own page."""


def stream(follow: Callable[[], Following], page_of: PageOf = no_page) -> Response:
    """Stream the current revision, then each new one, with its page if all phones share it."""
    try:
        following = admit(follow, client_address())
    except FullError:
        return Response(
            "Too many phones are watching right now.\n", 503, {"Retry-After": str(FULL_SECONDS)}, "text/plain"
        )
    # Keep proxies from buffering the stream.
    headers = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    texts = events(following, page_of, current_release())
    response = Response(texts, mimetype="text/event-stream", headers=headers)
    if choose_encoding(["gzip"]):
        response.response = pack_pieces(texts)
        response.content_encoding = "gzip"
    response.call_on_close(following.close)
    return response


def events(following: Following, page_of: PageOf, release: str) -> Iterator[str]:
    """The events of a stream. Holds no database connection between changes."""
    retry = random.randint(SOONEST_RETRY, LATEST_RETRY)
    yield f"retry: {retry}\nevent: release\ndata: {release}\n\n" + _event("revision", following.revision)
    for revision in following.changes(PING_SECONDS):
        # Not a comment, because scripts can't see comments and need to detect dead connections.
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
    """An endless gzip file. Each piece can be decompressed as soon as it arrives."""
    yield GZIP_HEADER
    for text in texts:
        yield pack_piece(text)


@lru_cache(maxsize=32)
def pack_piece(text: str) -> bytes:
    """Compress a piece once for all streams. A full flush makes it independent of earlier pieces."""
    packer = zlib.compressobj(QUICK["gzip"], zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text.encode()) + packer.flush(zlib.Z_FULL_FLUSH)
