"""Pages for what went wrong: what happened, and what to do."""

from __future__ import annotations

from collections.abc import Callable

from flask import render_template
from flask.typing import ResponseReturnValue

from scorekeeper.web.serving.log import RETRY_SECONDS, log_database_error


def _error_page(status: int, title: str, text: str) -> tuple[str, int]:
    return render_template("shared/error.html", title=title, text=text), status


def _handler(status: int, title: str, text: str) -> Callable[[Exception], tuple[str, int]]:
    return lambda error: _error_page(status, title, text)


#: Not found, or not visible to this device.
not_found = _handler(
    404,
    "Page not found",
    "Check the address. If somebody sent you the link, it may have been reset: ask for a new one.",
)
#: A watcher tried to change something.
not_allowed = _handler(403, "This phone can only watch", "Ask the scorer for the scorer link to enter hands.")
too_large = _handler(
    413, "That is too big", "A file or a form can have at most two million characters and 2000 fields."
)
#: A form without its token: from an old page, or from another site.
bad_form = _handler(400, "That form has expired", "Go back, reload the page, and send it again.")
broken = _handler(500, "Something went wrong", "Everything you saved is safe. Go back and try again.")


def not_yours(error: Exception) -> tuple[str, int]:
    """A member of a club lacks the role."""
    needed = "an organizer" if str(error) == "organizer" else "a scorer or an organizer"
    return _error_page(403, "You need a different role for that", f"Ask {needed} of the club to do it.")


def too_many(error: Exception) -> ResponseReturnValue:
    """More requests came from one address than a full hall sends."""
    seconds = int(getattr(error, "retry_after", None) or RETRY_SECONDS)
    time = "a second" if seconds == 1 else f"{seconds} seconds"
    page, _ = _error_page(
        429,
        "Too many requests",
        f"Your network sent too many requests at once. Wait {time}, then try again. Everything you saved is safe.",
    )
    return page, 429, {"Retry-After": str(seconds)}


def unstorable(error: Exception) -> tuple[str, int]:
    """Something was sent that the database cannot hold."""
    log_database_error(error)
    text = "Some text is too long or has unusual characters. Go back and shorten it."
    return _error_page(400, "That can’t be saved", text)


def cannot_save(error: Exception) -> ResponseReturnValue:
    """The database is busy, full or broken: nothing of this request was saved."""
    log_database_error(error)
    page, _ = _error_page(
        503, "The server can’t save right now", "Nothing was saved. Wait a moment, then go back and try again."
    )
    return page, 503, {"Retry-After": RETRY_SECONDS}


def other_host(error: Exception) -> ResponseReturnValue:
    """A host that is not on the list, or none at all: no page of ours, whose links would carry its name."""
    return "This server does not answer to this host name.\n", 400, {"Content-Type": "text/plain; charset=utf-8"}
