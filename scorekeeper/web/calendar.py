"""The calendar of a club: announcements, sign-ups and feeds."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Field, StringField, TextAreaField, ValidationError

from scorekeeper.actions import calendar
from scorekeeper.actions.calendar import CANCELED, TENTATIVE, Announcement, Feed, Notice
from scorekeeper.actions.club.access import ClubAccess, require_member, require_role
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event.access import RUNNER
from scorekeeper.actions.event.events import DEFAULT_NAME
from scorekeeper.actions.names import LONGEST_CLUB
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.addresses import go_to
from scorekeeper.web.event.views import known_visitor
from scorekeeper.web.page_form import DayField, MemberField, NameField, PageForm
from scorekeeper.web.session import require_account

#: Section 3.1: a line has at most 75 octets without its line break. Continuation lines start with a space.
LONGEST_LINE = 75
#: The length of a night without an end time.
USUAL_LENGTH = dt.timedelta(hours=3)
#: Section 3.3.5: in UTC, or as local time.
UNIVERSAL, FLOATING = "%Y%m%dT%H%M%SZ", "%Y%m%dT%H%M%S"
STATUS = {CANCELED: "CANCELLED", TENTATIVE: "TENTATIVE"}


def feed_text(feed: Feed, address: str) -> str:
    """The whole feed. `address` links to the club's page."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//scorekeeper//Rook score keeper//EN", "CALSCALE:GREGORIAN"]
    lines += ["METHOD:PUBLISH", f"X-WR-CALNAME:{escape(feed.title)}"]
    for entry, status in feed.entries:
        lines += _entry_lines(entry, f"{feed.title}: {entry.name}", status, address)
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in fold(line))


def _entry_lines(entry: Announcement, title: str, status: str, address: str) -> list[str]:
    starts, ends = _moments(entry)
    lines = ["BEGIN:VEVENT", f"UID:{entry.id}@scorekeeper", f"SEQUENCE:{entry.sequence}"]
    changed = entry.changed_at.astimezone(dt.UTC).strftime(UNIVERSAL)
    lines += [f"DTSTAMP:{changed}", f"LAST-MODIFIED:{changed}", f"DTSTART:{starts}", f"DTEND:{ends}"]
    lines += [f"SUMMARY:{escape(title)}", f"STATUS:{STATUS.get(status, 'CONFIRMED')}"]
    more = (("LOCATION", escape(entry.place)), ("DESCRIPTION", escape(entry.note)), ("URL", address))
    return [*lines, *(f"{name}:{value}" for name, value in more if value), "END:VEVENT"]


def _moments(entry: Announcement) -> tuple[str, str]:
    """The start and end: in UTC if the time zone is known, otherwise as local time."""
    starts = dt.datetime.combine(entry.date, entry.starts)
    ends = dt.datetime.combine(entry.date, entry.ends) if entry.ends else starts + USUAL_LENGTH
    if ends <= starts:
        ends += dt.timedelta(days=1)
    zone = known_zone(entry.zone)
    if zone is None:
        return starts.strftime(FLOATING), ends.strftime(FLOATING)
    first, last = (moment.replace(tzinfo=zone).astimezone(dt.UTC).strftime(UNIVERSAL) for moment in (starts, ends))
    return first, last


def known_zone(name: str | None) -> ZoneInfo | None:
    """The time zone of this name, or None if this machine does not know it."""
    try:
        return ZoneInfo(name) if name else None
    except (OSError, ValueError, KeyError):
        return None


def escape(text: str) -> str:
    """Escape text for a value (section 3.3.11)."""
    for plain, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, written)
    return text


def fold(line: str) -> Iterator[str]:
    """Fold a long line without splitting a character."""
    piece, octets = "", 0
    for letter in line:
        size = len(letter.encode())
        if octets + size > LONGEST_LINE:
            yield piece
            piece, octets = " ", 1
        piece, octets = piece + letter, octets + size
    yield piece


CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?")
HALF_DAY = re.compile(r"(0?[1-9]|1[0-2])(?::([0-5]\d))? ?([ap])\.?m\.?", re.IGNORECASE)


def parse_time(text: str) -> dt.time | None:
    """Parse a time of day: 19:30, 7:30 PM, 7 pm."""
    if clock := CLOCK.fullmatch(text):
        return dt.time(int(clock[1]), int(clock[2]))
    if half := HALF_DAY.fullmatch(text):
        return dt.time(int(half[1]) % 12 + (12 if half[3] in "pP" else 0), int(half[2] or 0))
    return None


class TimeField(StringField):  # type: ignore[misc]  # wtforms has no type hints
    """A time of day from a time picker, or typed as 7:30 PM."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Parse the time, or report a fault."""
        text = valuelist[0].strip() if valuelist else ""
        self.data = parse_time(text)
        if text and self.data is None:
            raise ValidationError(f"{self.label.text}: enter a time such as 7:30 PM.")

    def _value(self) -> str:
        return self.data.strftime("%H:%M") if self.data else (self.raw_data[0] if self.raw_data else "")


class AnnouncementForm(PageForm):
    """Form to announce a night or edit an announcement."""

    name = NameField("Name", LONGEST_CLUB)
    date = DayField("Date")
    starts = TimeField("Starts at")
    ends = TimeField("Ends at (optional)")
    place = StringField("Place (optional)")
    note = TextAreaField("Note (optional)")
    #: Set by script: the time zone of the phone.
    zone = StringField()

    def notice(self) -> Notice:
        """The contents of the announcement."""
        zone = self.zone.data if known_zone(self.zone.data) else None
        words = (self.place.data or "", self.note.data or "")
        return Notice(self.name.data or "", self.date.data, self.starts.data, self.ends.data, zone, *words)

    def faults(self) -> list[str]:
        """Everything that is wrong with the announcement."""
        return calendar.notice_faults(self.notice())


class SignUpForm(PageForm):
    """A member's answer to an announcement."""

    answer: Field = StringField()
    member = MemberField()


blueprint = Blueprint("calendar", __name__)
WEEK = dt.timedelta(days=7)


def announcement_row(access: ClubAccess, announcement: calendar.Announcement) -> dict[str, Any]:
    """Values of an announced night: the member's answer and how many are coming."""
    return {
        "event": announcement,
        "counts": calendar.counts(announcement),
        "mine": calendar.answer_of(announcement, access.me.id),
    }


@blueprint.get("/clubs/<club_id>/calendar/<announcement_id>")
def page(club_id: str, announcement_id: str) -> str:
    """One announced night: when, where, and who is coming."""
    return _page(require_member(require_account().id, club_id), announcement_id)


def _page(access: ClubAccess, announcement_id: str, problems: tuple[str, ...] = ()) -> str:
    announcement = calendar.require_announcement(access, announcement_id)
    answers = {row.member_id: row.answer for row in announcement.sign_ups}
    return render_template(
        "calendar/page.html",
        access=access,
        row=announcement_row(access, announcement),
        names={kind: [m.name for m in access.members if answers.get(m.id) == kind] for kind in calendar.ANSWERS},
        silent=[member for member in access.members if member.id not in answers],
        is_open=announcement.event is not None and announcement.event.deleted_at is None,
        can_copy=calendar.last_event(access) is not None,
        refused=problems,
    )


@blueprint.post("/clubs/<club_id>/calendar/<announcement_id>")
def sign_up(club_id: str, announcement_id: str) -> ResponseReturnValue:
    """Save whether a member is coming."""
    access, form = require_member(require_account().id, club_id), SignUpForm()
    refusal = calendar.sign_up(access, announcement_id, form.answer.data or "", form.member.data)
    if refusal is not None:
        return _page(access, announcement_id, refusal.messages), 422
    if "back" in request.form:
        return go_to("clubs.page", club_id=club_id)
    return go_to("calendar.page", club_id=club_id, announcement_id=announcement_id)


@blueprint.route("/clubs/<club_id>/calendar/new", methods=["GET", "POST"])
def new(club_id: str) -> ResponseReturnValue:
    """Announce a night. The form proposes a week after the last one."""
    access = require_role(require_account().id, club_id, RUNNER)
    form = AnnouncementForm(data=_usual(access))
    made = form.submit(lambda: calendar.announce(access, form.notice()), form.faults)
    if made is None:
        return form.page("calendar/edit.html", access=access, announcement=None)
    message = "Night announced."
    return go_to("calendar.page", message, club_id=club_id, announcement_id=made.id)


def _usual(access: ClubAccess) -> dict[str, Any]:
    """Values that the form proposes: like the latest announcement, a week later."""
    latest = max(calendar.upcoming(access), key=lambda row: row.date, default=None)
    if latest is not None:
        usual = {"name": latest.name, "place": latest.place, "starts": latest.starts, "ends": latest.ends}
        return {**usual, "date": latest.date + WEEK}
    event = calendar.last_event(access)
    date = event.date + WEEK if event is not None else dt.date.today() + WEEK
    date = date if date >= dt.date.today() else dt.date.today()
    return {"name": event.name if event is not None else DEFAULT_NAME, "date": date, "starts": dt.time(19)}


@blueprint.route("/clubs/<club_id>/calendar/<announcement_id>/change", methods=["GET", "POST"])
def change(club_id: str, announcement_id: str) -> ResponseReturnValue:
    """Edit an announcement."""
    access = require_role(require_account().id, club_id, RUNNER)
    announcement = calendar.require_announcement(access, announcement_id)
    form = AnnouncementForm(obj=announcement)
    if form.saves(lambda: calendar.change(access, announcement_id, form.notice()), form.faults):
        message = "Saved. Subscribed calendars will update."
        return go_to("calendar.page", message, club_id=club_id, announcement_id=announcement_id)
    return form.page("calendar/edit.html", access=access, announcement=announcement)


@blueprint.post("/clubs/<club_id>/calendar/<announcement_id>/<any(cancel, hold):deed>")
def cancel(club_id: str, announcement_id: str, deed: str) -> ResponseReturnValue:
    """Cancel the night, or undo that."""
    access = require_role(require_account().id, club_id, RUNNER)
    calendar.cancel(access, announcement_id, deed == "cancel")
    message = "Night canceled." if deed == "cancel" else "The night is back on."
    return go_to("calendar.page", message, club_id=club_id, announcement_id=announcement_id)


@blueprint.route("/clubs/<club_id>/nights/again", methods=["GET", "POST"])
def again(club_id: str) -> ResponseReturnValue:
    """Open a night like the last one."""
    access = require_role(require_account().id, club_id, RUNNER)
    announced = request.values.get("announced", "")
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        event = calendar.open_copy(access, known_visitor(), announced)
        if not isinstance(event, Refusal):
            return go_to("event.page", event_id=event.id)
        problems = event.messages
    copy = calendar.copy_of_last(access, announced)
    text = render_template(
        "calendar/again.html",
        access=access,
        copy=copy,
        game=BY_SLUG[copy.last.slug or ""].name,
        announced=announced,
        refused=problems,
    )
    return text, 422 if problems else 200


@blueprint.get("/clubs/<club_id>/calendar")
def addresses(club_id: str) -> str:
    """The addresses of the feeds, for the calendar on a phone."""
    access = require_member(require_account().id, club_id)
    keys = {"own": access.me.calendar_key, "all": access.club.calendar_key}
    links = {kind: url_for("calendar.feed", key=key, _external=True) if key else "" for kind, key in keys.items()}
    return render_template("calendar/feeds.html", access=access, links=links)


@blueprint.post("/clubs/<club_id>/calendar")
def make_feed(club_id: str) -> ResponseReturnValue:
    """Create a feed, or reset its address."""
    access = require_member(require_account().id, club_id)
    (calendar.make_own_feed if request.form.get("kind") == "own" else calendar.make_club_feed)(access)
    return go_to("calendar.addresses", "The calendar has a new address.", club_id=club_id)


@blueprint.get("/calendar/<key>.ics")
def feed(key: str) -> Response:
    """The iCalendar feed."""
    events = calendar.read_feed(key)
    text = feed_text(events, url_for("clubs.page", club_id=events.club_id, _external=True))
    headers = {"Cache-Control": "private, max-age=300", "Content-Disposition": 'inline; filename="rook-nights.ics"'}
    return Response(text, headers=headers, content_type="text/calendar; charset=utf-8")
