"""The calendar: announced nights, sign-up, check-in of those who said that they come, and a night like the last one."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from flask import Flask

from scorekeeper.store import Night as NightRow
from scorekeeper.store import db
from tests.rows import each_row
from tests.web.club_pages import Person, page_text
from tests.web.night_pages import Night

TODAY = date.today()


@pytest.fixture
def night(app: Flask) -> Night:
    return Night(app)


def announce(night: Night, role: str = "organizer", day: date = TODAY, **more: str) -> str:
    """Announce a night; the path of its page."""
    form = {"name": "Rook Tuesday", "date": day.isoformat(), "starts": "19:30", "place": "Grange Hall", **more}
    answer = night.people[role].post(f"{night.club}/calendar/new", **form)
    assert answer.status_code == 303, page_text(answer)
    return answer.headers["Location"]


def test_members_sign_up_and_everybody_sees_the_counts(night: Night) -> None:
    path = announce(night, "scorer", TODAY + timedelta(days=7))
    member, organizer = night.people["member"], night.organizer
    assert "0 coming, 0 maybe, 0 not coming" in member.text(path)
    assert member.post(path, answer="coming", back="yes").headers["Location"] == night.club
    assert organizer.post(path, answer="maybe").headers["Location"] == path
    # Somebody without an account is answered for by whoever runs the nights, and by nobody else.
    assert organizer.post(path, answer="coming", member=str(night.number("P03"))).status_code == 303
    assert member.post(path, answer="coming", member=str(night.number("P04"))).status_code == 403
    page = organizer.text(path)
    assert "2 coming, 1 maybe, 0 not coming" in page
    assert "Coming (2) Member, P03" in page
    club = member.text(night.club)
    assert "Rook Tuesday" in club
    assert "7:30 PM, Grange Hall" in club
    # A change of mind counts once.
    assert member.post(path, answer="not").status_code == 303
    assert "1 coming, 1 maybe, 1 not coming" in organizer.text(path)
    assert member.post(path, answer="perhaps").status_code == 404
    for role in ("former", "stranger"):
        assert night.people[role].status(path) == 404
        assert night.people[role].post(path, answer="coming").status_code == 404
    assert "Rook Tuesday on" in organizer.text(f"{night.club}/log")


def test_only_people_who_run_nights_announce_change_and_cancel_them(night: Night) -> None:
    path = announce(night)
    member = night.people["member"]
    for address in (f"{night.club}/calendar/new", f"{path}/change", f"{night.club}/nights/again"):
        assert member.status(address) == 403
    assert member.post(f"{path}/cancel").status_code == 403
    assert night.organizer.post(f"{path}/cancel").status_code == 303
    assert "Canceled." in member.text(path)
    assert member.post(path, answer="coming").status_code == 422
    assert night.organizer.post(f"{path}/hold").status_code == 303
    assert member.post(path, answer="coming").status_code == 303


@each_row(
    ("typed", "expected"),
    [("7:30 PM", "7:30 PM"), ("7 pm", "7:00 PM"), ("12:05 a.m.", "12:05 AM"), ("12PM", "12:00 PM")],
)
def test_a_time_is_typed_as_people_write_it(night: Night, typed: str, expected: str) -> None:
    assert f"{expected}, Grange Hall" in night.organizer.text(announce(night, starts=typed))


def test_what_is_wrong_with_an_announcement(night: Night) -> None:
    form = {"name": "", "date": "2020-01-01", "starts": "half past", "place": "x" * 121, "note": "y" * 501}
    answer = night.organizer.post(f"{night.club}/calendar/new", **form)
    page = page_text(answer)
    assert answer.status_code == 422
    for words in ("within a year", "such as 7:30 PM", "at most 120 characters", "at most 500 characters"):
        assert words in page


def test_check_in_proposes_who_said_they_are_coming(night: Night) -> None:
    path = announce(night)
    for name, answer in (("P01", "coming"), ("P02", "coming"), ("P03", "maybe"), ("P04", "not")):
        night.organizer.post(path, answer=answer, member=str(night.number(name)))
    page = night.organizer.get(night.path).text
    form = page.rpartition("Check in everyone who said they are coming (2)")[0].rpartition("<form")[2]
    numbers = re.findall(r'name="member" value="(\d+)"', form)
    assert numbers == [str(night.number("P01")), str(night.number("P02"))]
    assert night.organizer.client.post(f"{night.path}/in", data={"member": numbers}).status_code == 303
    after = night.organizer.text(night.path)
    assert "2 here" in after
    assert "who said they are coming" not in after


def test_a_night_like_the_last_one_takes_two_touches(night: Night) -> None:
    with night.app.app_context():
        (row,) = db.session.query(NightRow)
        row.planned, row.minutes, row.name = 6, 20, "Rook Tuesday"
        db.session.commit()
    assert night.organizer.post(f"{night.path}/close").status_code == 303
    again = f"{night.club}/nights/again"
    assert f'href="{again}"' in night.organizer.get(night.club).text
    page = night.organizer.text(again)
    assert "6 rounds" in page
    assert "20 minutes per round" in page
    made = night.organizer.post(again)
    assert made.status_code == 303
    with night.app.app_context():
        first, second = sorted(db.session.query(NightRow), key=lambda row: row.created_at)
        assert made.headers["Location"] == f"/night/{second.id}"
        copied = ("name", "slug", "options", "season_id", "planned", "minutes")
        assert [getattr(second, key) for key in copied] == [getattr(first, key) for key in copied]
        assert second.date == TODAY
        assert second.checkin_key != first.checkin_key


def test_an_announced_night_is_opened_once(night: Night) -> None:
    path = announce(night)
    opens = re.search(r'href="([^"]*/nights/again[^"]*)"', night.organizer.get(path).text)
    assert opens
    assert night.organizer.post(opens[1]).status_code == 303
    assert "Go to club night" in night.organizer.text(path)
    stranger = Person(night.app, "Sue")
    assert stranger.create_club("Elsewhere")
    assert stranger.post(opens[1]).status_code == 404
