"""The door: newcomers wait until somebody lets them in, and the link cannot fill a club or a night."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.actions.club import members
from scorekeeper.actions.event import checkin
from scorekeeper.actions.limits import LIMITS, Limit
from scorekeeper.store import Member, db
from tests.web.club_pages import Person, page_text
from tests.web.event_pages import Event


@pytest.fixture
def event(app: Flask) -> Event:
    return Event(app, names=4)


def come(event: Event, name: str) -> tuple[Person, int]:
    """Somebody new follows the check-in link; the phone, and what the server answers."""
    phone = Person(event.app)
    return phone, phone.post(event.door(), name=name).status_code


def waiting(event: Event) -> dict[str, str]:
    """The names that wait, with their numbers, as the organizer's page shows them."""
    page = event.organizer.get(event.path).text
    rows = re.findall(r'name="waiting" value="(\d+)"><span class="grow">([^<]+)', page)
    return {name: number for number, name in rows}


def answer(event: Event, *pairs: tuple[str, str]) -> int:
    return event.organizer.client.post(f"{event.path}/newcomers", data=dict(pairs)).status_code


def test_a_newcomer_waits_to_be_let_in(event: Event) -> None:
    phone, status = come(event, "Zoe")
    assert status == 303
    assert "Welcome, Zoe An organizer will let you in." in phone.text(event.door())
    # Nobody else sees the name, and the phone sees nothing of the night.
    assert phone.status(event.path) == 404
    assert phone.status(f"{event.path}/events") == 404
    assert "Zoe" not in event.people["member"].text(event.path)
    assert "Zoe" not in event.people["member"].text(event.club)
    assert "Zoe" not in event.organizer.text(f"{event.path}/screen")
    assert "Zoe" not in Person(event.app).text(event.door())
    assert "0 here" in event.organizer.text(event.path)
    assert "This phone has already checked in as Zoe." in page_text(phone.post(event.door(), name="Yan"))
    assert [*waiting(event)] == ["Zoe"]
    for role in ("member", "former", "stranger"):
        assert event.people[role].post(f"{event.path}/newcomers", let_in=waiting(event)["Zoe"]).status_code in (
            403,
            404,
        )
    assert answer(event, ("let_in", waiting(event)["Zoe"])) == 303
    assert phone.status(event.path) == 200
    assert "You are checked in as Zoe" in phone.text(event.door())
    assert "1 here" in event.organizer.text(event.path)
    assert event.number("Zoe")
    assert "Zoe was let in and is now a member." in event.organizer.text(f"{event.path}/log")


def test_a_newcomer_is_removed_in_one_touch_or_all_at_once(event: Event) -> None:
    phone, _ = come(event, "Rude Name")
    assert answer(event, ("turn_away", waiting(event)["Rude Name"])) == 303
    assert waiting(event) == {}
    assert "Who are you?" in phone.text(event.door())
    come(event, "Yan"), come(event, "Zoe")
    assert "zoe is already waiting" in page_text(Person(event.app).post(event.door(), name="zoe"))
    assert "P01 is already a member" in page_text(Person(event.app).post(event.door(), name="P01"))
    # Nothing named is nobody meant.
    assert answer(event) == 404
    listed = [*waiting(event).values()]
    form = {"waiting": listed, "everybody": "turn_away"}
    assert event.organizer.client.post(f"{event.path}/newcomers", data=form).status_code == 303
    assert waiting(event) == {}
    with event.app.app_context():
        assert not {"Rude Name", "Yan", "Zoe"} & {member.name for member in db.session.query(Member)}


def test_the_check_in_link_cannot_fill_the_event_or_the_club(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkin, "MOST_WAITING", 5)
    monkeypatch.setattr(checkin, "MOST_PRESENT", 4)
    # The organizer, the scorer, the member, the former member and four names.
    monkeypatch.setattr(members, "MOST_MEMBERS", 9)
    statuses = [come(event, f"Bot {number}")[1] for number in range(7)]
    assert statuses == [303] * 5 + [422] * 2
    assert len(waiting(event)) == 5
    # Four members still fit, and so does a ninth name on the list.
    event.come()
    event.organizer.add(event.club, "Ninth")
    assert answer(event, ("let_in", waiting(event)["Bot 0"])) == 422
    assert len(waiting(event)) == 5
    # Who was not let in is forgotten when the night is over.
    assert event.organizer.post(f"{event.path}/close").status_code == 303
    with event.app.app_context():
        assert db.session.query(Member).count() == 9


def test_check_ins_are_limited_per_phone_and_per_address(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "check-ins of a phone", Limit(burst=3, rate=1 / 300))
    monkeypatch.setitem(LIMITS, "check-ins of an address", Limit(burst=4, rate=1 / 10))
    phone, numbers = Person(event.app), [str(event.number(name)) for name in event.names]
    statuses = [phone.post(event.door(), member=number).status_code for number in numbers]
    assert statuses == [303, 303, 303, 429]
    assert "Wait 5 minutes, or ask an organizer" in page_text(phone.post(event.door(), member=numbers[3]))
    other = Person(event.app)
    assert [other.post(event.door(), member=numbers[3]).status_code for _ in range(2)] == [303, 429]
    # The organizer checks in whom they like.
    event.come("P04")


def test_a_newcomer_already_on_the_list_stops_waiting(event: Event) -> None:
    phone, _ = come(event, "Pee-four")
    assert phone.post(event.door(), member=str(event.number("P04"))).status_code == 303
    assert waiting(event) == {}
    assert phone.status(event.path) == 200


def test_an_organizer_recognizes_a_newcomer(event: Event) -> None:
    phone, _ = come(event, "Pee-four")
    page = event.organizer.text(event.path)
    assert "Pee-four is somebody on the list" in page
    assert answer(event, ("newcomer", waiting(event)["Pee-four"]), ("same_as", str(event.number("P04")))) == 303
    assert waiting(event) == {}
    assert "You are checked in as P04" in phone.text(event.door())
    assert "Pee-four at the door is P04." in event.organizer.text(f"{event.path}/log")
    with event.app.app_context():
        assert "Pee-four" not in {member.name for member in db.session.query(Member)}
