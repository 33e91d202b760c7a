"""How this phone shows pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue


@dataclass(frozen=True)
class Preference:
    """A preference with its values and their labels."""

    cookie: str
    label: str
    values: dict[str, str]
    hint: str = ""
    #: Script reads it, so it does nothing without script.
    needs_script: bool = False

    def chosen(self) -> str:
        """The value in this request's cookie; the default if there is none or it is not one of ours."""
        return self.chosen_in(request.cookies)

    def chosen_in(self, cookies: Mapping[str, str]) -> str:
        """The value in these cookies."""
        value = cookies.get(self.cookie, "")
        return value if value in self.values else ""


THEME = Preference("theme", "Theme", {"": "System", "light": "Light", "dark": "Dark"})
TEXT_SIZE = Preference("text", "Text size", {"": "Normal", "large": "Large", "largest": "Largest"})
OFF_OR_ON = {"": "Off", "on": "On"}
AWAKE = Preference(
    "awake",
    "Keep screen on",
    OFF_OR_ON,
    "During a hand. You can also switch it at the table. It needs an https address.",
    needs_script=True,
)
SOUND = Preference(
    "sound", "Sound", OFF_OR_ON, "A short tick when a hand is saved, here or on another phone.", needs_script=True
)
VIBRATION = Preference(
    "vibration",
    "Vibration",
    OFF_OR_ON,
    "A short buzz when a hand is saved. Not available on iPhones.",
    needs_script=True,
)
PREFERENCES = (THEME, TEXT_SIZE, AWAKE, SOUND, VIBRATION)


def has_feedback() -> bool:
    """Whether this device has sound or vibration on."""
    return bool(SOUND.chosen() or VIBRATION.chosen())


def all_chosen(cookies: Mapping[str, str]) -> tuple[str, ...]:
    """All choices in these cookies."""
    return tuple(preference.chosen_in(cookies) for preference in PREFERENCES)


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
