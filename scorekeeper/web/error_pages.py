"""Pages for what went wrong."""

from __future__ import annotations

from flask import render_template


def not_found(error: Exception) -> tuple[str, int]:
    """A page or a game that is not here for this device."""
    return render_template(
        "shared/error.html", title="That page is not here", text="The address may be mistyped, or the link was renewed."
    ), 404


def not_allowed(error: Exception) -> tuple[str, int]:
    """A watching device that wanted to change something."""
    return render_template(
        "shared/error.html", title="This phone only watches", text="Ask the scorer for the scorer link to enter hands."
    ), 403


def not_yours(error: Exception) -> tuple[str, int]:
    """Somebody of a club who wanted what needs a higher role."""
    needed = "an organizer" if str(error) == "organizer" else "a scorer or an organizer"
    return render_template(
        "shared/error.html", title="That needs another role", text=f"Only {needed} of the club may do this: ask one."
    ), 403


def too_large(error: Exception) -> tuple[str, int]:
    """More was sent than a game can need."""
    return render_template(
        "shared/error.html", title="That is too much", text="A record has at most two million characters."
    ), 413


def bad_form(error: Exception) -> tuple[str, int]:
    """A form without its mark: from an old page, or from elsewhere."""
    return render_template(
        "shared/error.html", title="That form is too old", text="Go back, reload the page, and send it again."
    ), 400


def broken(error: Exception) -> tuple[str, int]:
    """A fault of ours; what was saved stays saved."""
    return render_template(
        "shared/error.html", title="Something broke here", text="What was saved is safe. Go back and try again."
    ), 500
