"""Streams of revisions: every page that follows something is told of each change."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Response

from scorekeeper.actions.following import Following, FullError

#: Seconds of silence after which a stream shows that it is still there.
PING_SECONDS = 15
#: Milliseconds after which a phone that lost its stream comes again.
RETRY_MILLISECONDS = 1000
#: Seconds after which a phone that found no room asks again.
FULL_SECONDS = 20


def stream(follow: Callable[[], Following]) -> Response:
    """The present revision at once, then each new one."""
    try:
        following = follow()
    except FullError:
        return Response("Too many follow just now.\n", 503, {"Retry-After": str(FULL_SECONDS)}, "text/plain")
    # Proxies that gather an answer before they send it would make it late.
    headers = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
    response = Response(events(following), mimetype="text/event-stream", headers=headers)
    response.call_on_close(following.close)
    return response


def events(following: Following) -> Iterator[str]:
    """What the stream says; it touches no database, so it holds no connection."""
    yield f"retry: {RETRY_MILLISECONDS}\n" + _event("revision", following.revision)
    for revision in following.changes(PING_SECONDS):
        # Not a comment, so that a page can tell a quiet line from a dead one.
        yield _event("ping") if revision is None else _event("revision", revision)
    if not following.ended:
        yield _event("gone")


def _event(name: str, revision: int | None = None) -> str:
    mark = "" if revision is None else f"id: {revision}\n"
    return f"{mark}event: {name}\ndata: {'' if revision is None else revision}\n\n"
