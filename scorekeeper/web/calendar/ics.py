"""Calendar feeds as text, by RFC 5545 (https://www.rfc-editor.org/rfc/rfc5545): lines, escapes, times, versions.

Why not the `icalendar` library: it reads and writes everything, for a megabyte of time zones and parsers; a feed of
nights needs ten properties. A test reads our feed by the rules of the document.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from scorekeeper.actions.calendar import CANCELED, TENTATIVE, Event, Feed

#: Section 3.1: a line has at most 75 octets without its end; what goes on begins with a space.
LONGEST_LINE = 75
#: A night lasts so long if nobody said when it ends.
USUAL_LENGTH = dt.timedelta(hours=3)
#: Section 3.3.5: in universal time, or as the clock on the wall shows it.
UNIVERSAL, FLOATING = "%Y%m%dT%H%M%SZ", "%Y%m%dT%H%M%S"
STATUS = {CANCELED: "CANCELLED", TENTATIVE: "TENTATIVE"}


def feed_text(feed: Feed, address: str) -> str:
    """The whole feed; `address` is where members read more."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//scorekeeper//Rook score keeper//EN", "CALSCALE:GREGORIAN"]
    lines += ["METHOD:PUBLISH", f"X-WR-CALNAME:{escape(feed.title)}"]
    for event in feed.events:
        lines += _event_lines(event, address)
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in fold(line))


def _event_lines(event: Event, address: str) -> list[str]:
    starts, ends = _moments(event)
    lines = ["BEGIN:VEVENT", f"UID:{event.id}@scorekeeper", f"SEQUENCE:{event.sequence}"]
    changed = event.changed_at.astimezone(dt.UTC).strftime(UNIVERSAL)
    lines += [f"DTSTAMP:{changed}", f"LAST-MODIFIED:{changed}", f"DTSTART:{starts}", f"DTEND:{ends}"]
    lines += [f"SUMMARY:{escape(event.title)}", f"STATUS:{STATUS.get(event.status, 'CONFIRMED')}"]
    more = (("LOCATION", escape(event.place)), ("DESCRIPTION", escape(event.note)), ("URL", address))
    return [*lines, *(f"{name}:{value}" for name, value in more if value), "END:VEVENT"]


def _moments(event: Event) -> tuple[str, str]:
    """When it starts and ends: in universal time if the time zone is known, otherwise as the clock shows it."""
    starts = dt.datetime.combine(event.date, event.starts)
    ends = dt.datetime.combine(event.date, event.ends) if event.ends else starts + USUAL_LENGTH
    if ends <= starts:
        ends += dt.timedelta(days=1)
    zone = known_zone(event.zone)
    if zone is None:
        return starts.strftime(FLOATING), ends.strftime(FLOATING)
    first, last = (moment.replace(tzinfo=zone).astimezone(dt.UTC).strftime(UNIVERSAL) for moment in (starts, ends))
    return first, last


def known_zone(name: str | None) -> ZoneInfo | None:
    """The time zone of this name, if this machine knows it."""
    try:
        return ZoneInfo(name) if name else None
    except (OSError, ValueError, KeyError):
        return None


def escape(text: str) -> str:
    """Text as a value, section 3.3.11."""
    for plain, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, written)
    return text


def fold(line: str) -> Iterator[str]:
    """The pieces of a long line; no letter is split."""
    piece, octets = "", 0
    for letter in line:
        size = len(letter.encode())
        if octets + size > LONGEST_LINE:
            yield piece
            piece, octets = " ", 1
        piece, octets = piece + letter, octets + size
    yield piece
