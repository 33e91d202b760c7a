"""What a device may prefer, and what it has chosen. The empty value is the default and has no cookie."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request


@dataclass(frozen=True)
class Preference:
    """A preference with its values and their labels."""

    cookie: str
    label: str
    values: dict[str, str]

    def chosen(self) -> str:
        """The value in this request's cookie; the default if there is none or it is not one of ours."""
        value = request.cookies.get(self.cookie, "")
        return value if value in self.values else ""


THEME = Preference("theme", "Theme", {"": "System", "light": "Light", "dark": "Dark"})
TEXT_SIZE = Preference("text", "Text size", {"": "Normal", "large": "Large", "largest": "Largest"})
PREFERENCES = (THEME, TEXT_SIZE)
