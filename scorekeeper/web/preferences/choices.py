"""What a device may prefer, and what it has chosen. The empty value is the default and has no cookie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request


@dataclass(frozen=True)
class Preference:
    """A preference with its values and their labels."""

    cookie: str
    label: str
    values: dict[str, str]
    hint: str = ""
    #: A script of the page reads it, so it does nothing where script is off.
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
    """This device wants to hear or feel that a hand was saved."""
    return bool(SOUND.chosen() or VIBRATION.chosen())


def all_chosen(cookies: Mapping[str, str]) -> tuple[str, ...]:
    """Everything that a device with these cookies has chosen."""
    return tuple(preference.chosen_in(cookies) for preference in PREFERENCES)
