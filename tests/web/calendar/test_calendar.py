"""The calendar: announced nights, sign-up, check-in of those who said that they come, and a night like the last one."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from flask import Flask

from scorekeeper.store import Event as EventRow
from scorekeeper.store import db
from tests.rows import each_row
from tests.web.club_pages import Person, page_text
from tests.web.event_pages import Event

TODAY = date.today()


@pytest.fixture
def event(app: Flask) -> Event:
    return Event(app)


def announce(event: Event, role: str = "organizer", day: date = TODAY, **more: str) -> str:
    """Announce a night; the path of its page."""
    form = {"name": "Rook Tuesday", "date": day.isoformat(), "starts": "19:30", "place": "Grange Hall", **more}
    answer = event.people[role].post(f"{event.club}/calendar/new", **form)
    assert answer.status_code == 303, page_text(answer)
    return answer.headers["Location"]


def test_members_sign_up_and_everybody_sees_the_counts(event: Event) -> None:
    path = announce(event, "scorer", TODAY + timedelta(days=7))
    member, organizer = event.people["member"], event.organizer
    assert "0 coming, 0 maybe, 0 not coming" in member.text(path)
    assert member.post(path, answer="coming", back="yes").headers["Location"] == event.club
    assert organizer.post(path, answer="maybe").headers["Location"] == path
    # Somebody without an account is answered for by whoever runs the nights, and by nobody else.
    assert organizer.post(path, answer="coming", member=str(event.number("P03"))).status_code == 303
    assert member.post(path, answer="coming", member=str(event.number("P04"))).status_code == 403
    page = organizer.text(path)
    assert "2 coming, 1 maybe, 0 not coming" in page
    assert "Coming (2) Member, P03" in page
    club = member.text(event.club)
    assert "Rook Tuesday" in club
    assert "7:30 PM, Grange Hall" in club
    # A change of mind counts once.
    assert member.post(path, answer="not").status_code == 303
    assert "1 coming, 1 maybe, 1 not coming" in organizer.text(path)
    assert member.post(path, answer="perhaps").status_code == 404
    for role in ("former", "stranger"):
        assert event.people[role].status(path) == 404
        assert event.people[role].post(path, answer="coming").status_code == 404
    assert "Rook Tuesday on" in organizer.text(f"{event.club}/log")


def test_only_people_who_run_events_announce_change_and_cancel_them(event: Event) -> None:
    path = announce(event)
    member = event.people["member"]
    for address in (f"{event.club}/calendar/new", f"{path}/change", f"{event.club}/nights/again"):
        assert member.status(address) == 403
    assert member.post(f"{path}/cancel").status_code == 403
    assert event.organizer.post(f"{path}/cancel").status_code == 303
    assert "Canceled." in member.text(path)
    assert member.post(path, answer="coming").status_code == 422
    assert event.organizer.post(f"{path}/hold").status_code == 303
    assert member.post(path, answer="coming").status_code == 303


@each_row(
    ("typed", "expected"),
    [("7:30 PM", "7:30 PM"), ("7 pm", "7:00 PM"), ("12:05 a.m.", "12:05 AM"), ("12PM", "12:00 PM")],
)
def test_a_time_is_typed_as_people_write_it(event: Event, typed: str, expected: str) -> None:
    assert f"{expected}, Grange Hall" in event.organizer.text(announce(event, starts=typed))


def test_what_is_wrong_with_an_announcement(event: Event) -> None:
    form = {"name": "", "date": "2020-01-01", "starts": "half past", "place": "x" * 121, "note": "y" * 501}
    answer = event.organizer.post(f"{event.club}/calendar/new", **form)
    page = page_text(answer)
    assert answer.status_code == 422
    for words in ("within a year", "such as 7:30 PM", "at most 120 characters", "at most 500 characters"):
        assert words in page


def test_check_in_proposes_who_said_they_are_coming(event: Event) -> None:
    path = announce(event)
    for name, answer in (("P01", "coming"), ("P02", "coming"), ("P03", "maybe"), ("P04", "not")):
        event.organizer.post(path, answer=answer, member=str(event.number(name)))
    page = event.organizer.get(event.path).text
    form = page.rpartition("Check in everyone who said they are coming (2)")[0].rpartition("<form")[2]
    numbers = re.findall(r'name="member" value="(\d+)"', form)
    assert numbers == [str(event.number("P01")), str(event.number("P02"))]
    assert event.organizer.client.post(f"{event.path}/in", data={"member": numbers}).status_code == 303
    after = event.organizer.text(event.path)
    assert "2 here" in after
    assert "who said they are coming" not in after


def test_an_event_like_the_last_one_takes_two_touches(event: Event) -> None:
    with event.app.app_context():
        (row,) = db.session.query(EventRow)
        row.planned, row.minutes, row.name = 6, 20, "Rook Tuesday"
        db.session.commit()
    assert event.organizer.post(f"{event.path}/close").status_code == 303
    again = f"{event.club}/nights/again"
    assert f'href="{again}"' in event.organizer.get(event.club).text
    page = event.organizer.text(again)
    assert "6 rounds" in page
    assert "20 minutes per round" in page
    made = event.organizer.post(again)
    assert made.status_code == 303
    with event.app.app_context():
        first, second = sorted(db.session.query(EventRow), key=lambda row: row.created_at)
        assert made.headers["Location"] == f"/event/{second.id}"
        copied = ("name", "slug", "options", "season_id", "planned", "minutes")
        assert [getattr(second, key) for key in copied] == [getattr(first, key) for key in copied]
        assert second.date == TODAY
        assert second.checkin_key != first.checkin_key


def test_an_announced_event_is_opened_once(event: Event) -> None:
    path = announce(event)
    opens = re.search(r'href="([^"]*/nights/again[^"]*)"', event.organizer.get(path).text)
    assert opens
    assert event.organizer.post(opens[1]).status_code == 303
    assert "Go to club night" in event.organizer.text(path)
    stranger = Person(event.app, "Sue")
    assert stranger.create_club("Elsewhere")
    assert stranger.post(opens[1]).status_code == 404
