"""The forms of the calendar."""

from __future__ import annotations

import datetime as dt
import re

from wtforms import Field, StringField, TextAreaField, ValidationError

from scorekeeper.actions.calendar import Notice
from scorekeeper.actions.names import LONGEST_CLUB
from scorekeeper.web.calendar.ics import known_zone
from scorekeeper.web.night.forms import MemberField
from scorekeeper.web.page_form import DayField, NameField, PageForm

CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?")
HALF_DAY = re.compile(r"(0?[1-9]|1[0-2])(?::([0-5]\d))? ?([ap])\.?m\.?", re.IGNORECASE)


def parse_time(text: str) -> dt.time | None:
    """A time of day: 19:30, 7:30 PM, 7 pm."""
    if clock := CLOCK.fullmatch(text):
        return dt.time(int(clock[1]), int(clock[2]))
    if half := HALF_DAY.fullmatch(text):
        return dt.time(int(half[1]) % 12 + (12 if half[3] in "pP" else 0), int(half[2] or 0))
    return None


class TimeField(StringField):  # type: ignore[misc]  # wtforms has no type hints
    """A time of day from a time picker, or typed as 7:30 PM."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the time; anything else is a problem."""
        text = valuelist[0].strip() if valuelist else ""
        self.data = parse_time(text)
        if text and self.data is None:
            raise ValidationError(f"{self.label.text}: enter a time such as 7:30 PM.")

    def _value(self) -> str:
        return self.data.strftime("%H:%M") if self.data else (self.raw_data[0] if self.raw_data else "")


class AnnouncementForm(PageForm):
    """Announce a night, or change what was announced."""

    name = NameField("Name", LONGEST_CLUB)
    date = DayField("Date")
    starts = TimeField("Starts at")
    ends = TimeField("Ends at (optional)")
    place = StringField("Place (optional)")
    note = TextAreaField("Note (optional)")
    #: Filled in by script: the time zone of the phone.
    zone = StringField()

    def notice(self) -> Notice:
        """What the announcement says."""
        zone = self.zone.data if known_zone(self.zone.data) else None
        words = (self.place.data or "", self.note.data or "")
        return Notice(self.name.data or "", self.date.data, self.starts.data, self.ends.data, zone, *words)


class SignUpForm(PageForm):
    """Say whether somebody is coming."""

    answer: Field = StringField()
    member = MemberField()
