"""Feeds for other calendars, read as RFC 5545 says."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from flask import Flask

from scorekeeper.actions.calendar import CANCELED, CONFIRMED, Announcement, Feed
from scorekeeper.web.calendar import escape, feed_text, fold
from tests.rows import each_row
from tests.web.calendar.test_calendar import TODAY, announce
from tests.web.event_pages import Event


def entry_of(**more: object) -> Announcement:
    values: dict[str, object] = {
        "id": "abc",
        "sequence": 2,
        "changed_at": dt.datetime(2026, 11, 10, 12, 0, 5, tzinfo=dt.UTC),
        "name": "Club night",
        "date": dt.date(2026, 12, 1),
        "starts": dt.time(19, 30),
        "ends": None,
        "zone": "America/Chicago",
        "place": "",
        "note": "",
    }
    return Announcement(**{**values, **more})


def read(text: str) -> list[tuple[str, str]]:
    """The properties of a feed, unfolded: names and values."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = text.replace("\r\n ", "").split("\r\n")[:-1]
    return [(line.partition(":")[0], line.partition(":")[2]) for line in lines]


def test_a_feed_by_the_document() -> None:
    entry = entry_of(place="Grange Hall, back room; ring twice", note="Bring cookies\nand a \\ friend")
    pairs = read(feed_text(Feed("c", "The Tuesday Rooks", ((entry, CONFIRMED),)), "https://rook.example.org/clubs/c"))
    assert pairs[:2] == [("BEGIN", "VCALENDAR"), ("VERSION", "2.0")]
    assert pairs[-2:] == [("END", "VEVENT"), ("END", "VCALENDAR")]
    values = dict(pairs)
    # Half past seven in Chicago in winter is half past one of the next day in universal time; three hours are usual.
    assert (values["DTSTART"], values["DTEND"]) == ("20261202T013000Z", "20261202T043000Z")
    assert (values["UID"], values["SEQUENCE"], values["STATUS"]) == ("abc@scorekeeper", "2", "CONFIRMED")
    assert (values["DTSTAMP"], values["LAST-MODIFIED"]) == ("20261110T120005Z", "20261110T120005Z")
    assert values["LOCATION"] == r"Grange Hall\, back room\; ring twice"
    assert values["DESCRIPTION"] == r"Bring cookies\nand a \\ friend"


@each_row(
    ("more", "starts", "ends"),
    [
        # In summer Chicago is five hours behind.
        ({"date": dt.date(2026, 7, 7), "ends": dt.time(22)}, "20260708T003000Z", "20260708T030000Z"),
        # Nobody knows where the clock hangs.
        ({"zone": None}, "20261201T193000", "20261201T223000"),
        ({"zone": "Atlantis/Center"}, "20261201T193000", "20261201T223000"),
        # After midnight.
        ({"zone": None, "ends": dt.time(0, 30)}, "20261201T193000", "20261202T003000"),
    ],
)
def test_times(more: dict[str, object], starts: str, ends: str) -> None:
    values = dict(read(feed_text(Feed("c", "Rooks", ((entry_of(**more), CONFIRMED),)), "")))
    assert (values["DTSTART"], values["DTEND"]) == (starts, ends)
    assert "URL" not in values


def test_long_lines_are_folded_between_letters() -> None:
    line = "SUMMARY:" + "é♠" * 60
    pieces = [*fold(line)]
    assert all(len(piece.encode()) <= 75 for piece in pieces)
    assert all(piece.startswith(" ") for piece in pieces[1:])
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == line
    assert [*fold("A" * 75)] == ["A" * 75]
    assert [*fold("A" * 76)] == ["A" * 75, " A"]
    assert escape("a,b;c\\d\ne") == r"a\,b\;c\\d\ne"


def test_a_canceled_event_says_so() -> None:
    assert ("STATUS", "CANCELLED") in read(feed_text(Feed("c", "Rooks", ((entry_of(), CANCELED),)), ""))


@pytest.fixture
def event(app: Flask) -> Event:
    return Event(app)


def address(event: Event, role: str, kind: str) -> str:
    """Make a feed; its path."""
    assert event.people[role].post(f"{event.club}/calendar", kind=kind).status_code == 303
    page = event.people[role].get(f"{event.club}/calendar").text.partition(f'id="{kind}"')[2]
    match = re.search(r'value="https?://[^/]+(/calendar/[^"]+\.ics)"', page)
    assert match
    return match[1]


def events(event: Event, path: str) -> list[dict[str, str]]:
    """The events of a feed as a calendar fetches it, without a cookie."""
    answer = event.app.test_client().get(path)
    assert (answer.status_code, answer.content_type) == (200, "text/calendar; charset=utf-8")
    read(answer.text)
    pieces = answer.text.replace("\r\n ", "").split("BEGIN:VEVENT\r\n")[1:]
    return [dict(line.split(":", 1) for line in piece.split("\r\n") if ":" in line) for piece in pieces]


def test_feeds_of_the_club_and_of_a_member(event: Event) -> None:
    first, second = announce(event), announce(event, day=TODAY + dt.timedelta(days=7), name="Finals")
    whole, own = address(event, "organizer", "all"), address(event, "member", "own")
    assert len(events(event, whole)) == len(events(event, own)) == 2
    member = event.people["member"]
    assert member.post(first, answer="not").status_code == 303
    assert member.post(second, answer="maybe").status_code == 303
    assert [(row["SUMMARY"], row["STATUS"]) for row in events(event, own)] == [
        ("The Tuesday Rooks: Finals", "TENTATIVE")
    ]
    assert [row["STATUS"] for row in events(event, whole)] == ["CONFIRMED", "CONFIRMED"]
    # A change keeps the event and raises its version.
    before = events(event, whole)[1]
    form = {"name": "Finals", "date": (TODAY + dt.timedelta(days=8)).isoformat(), "starts": "20:00"}
    assert event.organizer.post(f"{second}/change", **form).status_code == 303
    assert event.organizer.post(f"{second}/cancel").status_code == 303
    after = events(event, whole)[1]
    assert (after["UID"], before["SEQUENCE"], after["SEQUENCE"]) == (before["UID"], "0", "2")
    assert (after["STATUS"], after["DTSTART"].endswith("T200000")) == ("CANCELLED", True)


def test_addresses_are_secret_and_can_be_reset(event: Event) -> None:
    own, whole = address(event, "member", "own"), address(event, "organizer", "all")
    assert event.people["stranger"].status(f"{event.club}/calendar") == 404
    # Only an organizer resets the address that everybody uses.
    assert event.people["member"].post(f"{event.club}/calendar", kind="all").status_code == 403
    assert address(event, "organizer", "all") != whole
    assert address(event, "member", "own") != own
    client = event.app.test_client()
    assert [client.get(path).status_code for path in (own, whole, "/calendar/.ics", "/calendar/x.ics")] == [404] * 4
    # Whoever leaves the club follows it no longer.
    last = address(event, "member", "own")
    assert event.people["member"].post(f"{event.club}/leave").status_code == 303
    assert client.get(last).status_code == 404
