"""Pages for what went wrong: what happened, and what to do."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from scorekeeper.web.serving.request_log import RETRY_SECONDS, log_database_error


def _error_page(status: int, title: str, text: str) -> tuple[str, int]:
    return render_template("shared/error.html", title=title, text=text), status


def not_found(error: Exception) -> tuple[str, int]:
    """A page or a game that is not here for this device."""
    return _error_page(
        404,
        "Page not found",
        "Check the address. If somebody sent you the link, it may have been reset: ask for a new one.",
    )


def not_allowed(error: Exception) -> tuple[str, int]:
    """A watching device that wanted to change something."""
    return _error_page(403, "This phone can only watch", "Ask the scorer for the scorer link to enter hands.")


def not_yours(error: Exception) -> tuple[str, int]:
    """A member of a club who wanted what needs a higher role."""
    needed = "an organizer" if str(error) == "organizer" else "a scorer or an organizer"
    return _error_page(403, "You need a different role for that", f"Ask {needed} of the club to do it.")


def too_large(error: Exception) -> tuple[str, int]:
    """More was sent than a game can need."""
    return _error_page(
        413, "That is too big", "A file or a form can have at most two million characters and 2000 fields."
    )


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


def bad_form(error: Exception) -> tuple[str, int]:
    """A form without its token: from an old page, or from elsewhere."""
    return _error_page(400, "That form has expired", "Go back, reload the page, and send it again.")


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


def broken(error: Exception) -> tuple[str, int]:
    """An error of ours; what was saved stays saved."""
    return _error_page(500, "Something went wrong", "Everything you saved is safe. Go back and try again.")
