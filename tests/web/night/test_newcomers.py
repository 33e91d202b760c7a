"""The door: newcomers wait until somebody lets them in, and the link cannot fill a club or a night."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.actions.club import members
from scorekeeper.actions.limits import LIMITS, Limit
from scorekeeper.actions.night import checkin
from scorekeeper.store import Member, db
from tests.web.club_pages import Person, page_text
from tests.web.night_pages import Night


@pytest.fixture
def night(app: Flask) -> Night:
    return Night(app, names=4)


def come(night: Night, name: str) -> tuple[Person, int]:
    """Somebody new follows the check-in link; the phone, and what the server answers."""
    phone = Person(night.app)
    return phone, phone.post(night.door(), name=name).status_code


def waiting(night: Night) -> dict[str, str]:
    """The names that wait, with their numbers, as the organizer's page shows them."""
    page = night.organizer.get(night.path).text
    rows = re.findall(r'name="waiting" value="(\d+)"><span class="grow">([^<]+)', page)
    return {name: number for number, name in rows}


def answer(night: Night, *pairs: tuple[str, str]) -> int:
    return night.organizer.client.post(f"{night.path}/newcomers", data=dict(pairs)).status_code


def test_a_newcomer_waits_to_be_let_in(night: Night) -> None:
    phone, status = come(night, "Zoe")
    assert status == 303
    assert "Welcome, Zoe An organizer will let you in." in phone.text(night.door())
    # Nobody else sees the name, and the phone sees nothing of the night.
    assert phone.status(night.path) == 404
    assert phone.status(f"{night.path}/events") == 404
    assert "Zoe" not in night.people["member"].text(night.path)
    assert "Zoe" not in night.people["member"].text(night.club)
    assert "Zoe" not in night.organizer.text(f"{night.path}/screen")
    assert "Zoe" not in Person(night.app).text(night.door())
    assert "0 here" in night.organizer.text(night.path)
    assert "This phone has already checked in as Zoe." in page_text(phone.post(night.door(), name="Yan"))
    assert [*waiting(night)] == ["Zoe"]
    for role in ("member", "former", "stranger"):
        assert night.people[role].post(f"{night.path}/newcomers", let_in=waiting(night)["Zoe"]).status_code in (
            403,
            404,
        )
    assert answer(night, ("let_in", waiting(night)["Zoe"])) == 303
    assert phone.status(night.path) == 200
    assert "You are checked in as Zoe" in phone.text(night.door())
    assert "1 here" in night.organizer.text(night.path)
    assert night.number("Zoe")
    assert "Zoe was let in and is now a member." in night.organizer.text(f"{night.path}/log")


def test_a_newcomer_is_removed_in_one_touch_or_all_at_once(night: Night) -> None:
    phone, _ = come(night, "Rude Name")
    assert answer(night, ("turn_away", waiting(night)["Rude Name"])) == 303
    assert waiting(night) == {}
    assert "Who are you?" in phone.text(night.door())
    come(night, "Yan"), come(night, "Zoe")
    assert "zoe is already waiting" in page_text(Person(night.app).post(night.door(), name="zoe"))
    assert "P01 is already a member" in page_text(Person(night.app).post(night.door(), name="P01"))
    # Nothing named is nobody meant.
    assert answer(night) == 404
    listed = [*waiting(night).values()]
    form = {"waiting": listed, "everybody": "turn_away"}
    assert night.organizer.client.post(f"{night.path}/newcomers", data=form).status_code == 303
    assert waiting(night) == {}
    with night.app.app_context():
        assert not {"Rude Name", "Yan", "Zoe"} & {member.name for member in db.session.query(Member)}


def test_the_check_in_link_cannot_fill_the_night_or_the_club(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkin, "MOST_WAITING", 5)
    monkeypatch.setattr(checkin, "MOST_PRESENT", 4)
    # The organizer, the scorer, the member, the former member and four names.
    monkeypatch.setattr(members, "MOST_MEMBERS", 9)
    statuses = [come(night, f"Bot {number}")[1] for number in range(7)]
    assert statuses == [303] * 5 + [422] * 2
    assert len(waiting(night)) == 5
    # Four members still fit, and so does a ninth name on the list.
    night.come()
    night.organizer.add(night.club, "Ninth")
    assert answer(night, ("let_in", waiting(night)["Bot 0"])) == 422
    assert len(waiting(night)) == 5
    # Who was not let in is forgotten when the night is over.
    assert night.organizer.post(f"{night.path}/close").status_code == 303
    with night.app.app_context():
        assert db.session.query(Member).count() == 9


def test_check_ins_are_limited_per_phone_and_per_address(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "check-ins of a phone", Limit(burst=3, rate=1 / 300))
    monkeypatch.setitem(LIMITS, "check-ins of an address", Limit(burst=4, rate=1 / 10))
    phone, numbers = Person(night.app), [str(night.number(name)) for name in night.names]
    statuses = [phone.post(night.door(), member=number).status_code for number in numbers]
    assert statuses == [303, 303, 303, 429]
    assert "Wait 5 minutes, or ask an organizer" in page_text(phone.post(night.door(), member=numbers[3]))
    other = Person(night.app)
    assert [other.post(night.door(), member=numbers[3]).status_code for _ in range(2)] == [303, 429]
    # The organizer checks in whom they like.
    night.come("P04")


def test_a_newcomer_already_on_the_list_stops_waiting(night: Night) -> None:
    phone, _ = come(night, "Pee-four")
    assert phone.post(night.door(), member=str(night.number("P04"))).status_code == 303
    assert waiting(night) == {}
    assert phone.status(night.path) == 200
