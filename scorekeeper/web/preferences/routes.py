"""The preferences page."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.web.preferences.choices import PREFERENCES

blueprint = Blueprint("preferences", __name__)

LIFETIME = timedelta(days=5 * 365)


@blueprint.get("/preferences")
def page() -> str:
    """What this device has chosen."""
    return render_template("preferences/page.html", preferences=PREFERENCES)


@blueprint.post("/preferences")
def save() -> ResponseReturnValue:
    """Save the choices in cookies."""
    values = [(preference, request.form.get(preference.cookie, "")) for preference in PREFERENCES]
    if any(value not in preference.values for preference, value in values):
        abort(400)
    response = redirect(url_for("preferences.page"), 303)
    for preference, value in values:
        if value:
            response.set_cookie(
                preference.cookie,
                value,
                max_age=LIFETIME,
                samesite="Lax",
                secure=request.is_secure,
                httponly=not preference.needs_script,
            )
        else:
            response.delete_cookie(preference.cookie, samesite="Lax")
    flash("Preferences saved.")
    return response
