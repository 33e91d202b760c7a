"""Phones find their way on a night, live: from a finished game, by a card on the table, and in at the door."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.club.test_night_looks import UNBROKEN, open_as
from tests.browser.conftest import Phone
from tests.browser.page_checks import Walk
from tests.browser.server import LocalServer
from tests.web.club_pages import Person
from tests.web.codes.test_table_codes import card
from tests.web.event_pages import Event

NEXT_WEEK = (date.today() + timedelta(days=7)).isoformat()


@pytest.fixture
def event(server: LocalServer) -> Event:
    server.app.config["WTF_CSRF_ENABLED"] = False
    return Event(server.app, 8)


def test_phones_are_led_to_their_tables(phone: Phone, event: Event, site: str) -> None:
    newcomer = Person(event.app)
    assert newcomer.post(event.door(), name="Zoe").status_code == 303
    door = open_as(phone, newcomer, site)
    door.goto(event.door())
    expect(door.get_by_role("heading", name="Welcome, Zoe")).to_be_visible()
    at_table = phone()
    at_table.goto(card(event, 1))
    expect(at_table.get_by_text("Round 1 has not started.")).to_be_visible()
    # The organizer lets the newcomer in, and the phone at the door shows it.
    organizer = open_as(phone, event.organizer, site)
    organizer.goto(event.path)
    organizer.get_by_role("button", name="Let in Zoe").tap()
    expect(door.get_by_role("link", name="Go to club night")).to_be_visible()
    event.organizer.client.post(f"{event.path}/out", data={"member": str(event.number("Zoe"))})
    event.come()
    event.draw()
    # The card shows its game; a player finishes another one.
    at_table.get_by_role("link", name="Keep score for table 1").tap()
    expect(at_table.locator("form.hand")).to_be_visible()
    (first, second), name = event.tables(), event.seats(event.tables()[1])[0]
    player = event.checked_in(name)
    game = player.post(f"{second}/score").headers["Location"]
    event.play(game, player, 1)
    finish = open_as(phone, player, site)
    finish.goto(game)
    expect(finish.get_by_text("Round 2 has not started.")).to_be_visible()
    event.scored(first)
    expect(at_table.get_by_role("link", name="Next round at this table")).to_be_visible()
    event.draw()
    go = finish.get_by_role("button", name=re.compile("^Go to table [12]$"))
    expect(go).to_be_visible()
    # Nobody was taken anywhere.
    expect(finish).to_have_url(re.compile(f"{game}$"))
    go.tap()
    expect(finish.locator("form.hand")).to_be_visible()
    expect(finish.locator("main")).to_contain_text(name)
    finish.get_by_label("Club night", exact=True).tap()
    expect(finish).to_have_url(re.compile(f"{event.path}$"))


@pytest.mark.long
def test_the_looks_of_cards_and_calendar(phone: Phone, event: Event, site: str) -> None:
    form = {
        "name": UNBROKEN,
        "date": NEXT_WEEK,
        "starts": "19:30",
        "ends": "22:00",
        "place": UNBROKEN * 2,
        "note": UNBROKEN,
    }
    announced = event.organizer.post(f"{event.club}/calendar/new", **form).headers["Location"]
    event.organizer.post(announced, answer="coming")
    event.organizer.post(f"{event.club}/calendar", kind="own")
    code = card(event, 1)
    walk = Walk(open_as(phone, event.organizer, site))
    paths = ("", "/cards", "/calendar", "/calendar/new", "/nights/again")
    for path in (*(event.club + path for path in paths), announced, f"{announced}/change", code, "/"):
        walk.visit(path, path)
    page = walk.page
    page.goto(f"{event.club}/cards?count=2")
    page.emulate_media(media="print")
    expect(page.locator(".cards .qr:visible")).to_have_count(4)
    expect(page.locator("h1")).to_be_hidden()
    walk.done()
