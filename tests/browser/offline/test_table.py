"""A game goes on without network: nothing lost, nothing doubled, and every state told."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.cutting import (
    Site,
    away,
    enter,
    game_of,
    house,
    prepared,
    see_home,
    see_state,
    sit_down,
    site,
    tolerated,
    totals,
    try_again,
    worker,
)
from tests.browser.finger import Finger, see_outcome, see_totals
from tests.browser.looking import complaints

__all__ = ["house", "site", "tolerated"]

EAST = {"bidder": 1, "bid": 95, "trump": "green", "captured": [None, 75]}


STEPS = ("nothing", "bidder", "bid", "trump", "started", "captured")


def _hand(page: Page, cut: Any, at: str) -> None:
    """East bids 95 on green and is set back: the network goes at one of the steps."""
    finger = Finger(page)
    steps = {
        "nothing": lambda: None,
        "bidder": lambda: finger.choose("Who took the bid?", "East"),
        "bid": lambda: finger.choose("For how much?", 95),
        "trump": lambda: finger.choose("Trump color", "green"),
        "started": lambda: finger.press("Start the play"),
        "captured": lambda: finger.choose("East & West: captured", 75),
    }
    for name, step in steps.items():
        step()
        if name == "started":
            page.locator(".bid strong", has_text="East, 95 on green").wait_for()
            prepared(page)
        if name == at:
            cut()
    see_outcome(page, "+45", "−95")
    finger.press("Save hand 1")


@pytest.mark.parametrize("at", STEPS)
def test_the_network_goes_in_the_middle_of_a_hand(phone: Phone, house: Site, at: str) -> None:
    page = phone()
    game = sit_down(page, "original")
    prepared(page)
    _hand(page, lambda: page.context.set_offline(True), at)
    see_state(page, "waiting")

    expect(page.get_by_role("status")).to_contain_text("not sent yet")
    expect(page.locator("a.badge")).to_contain_text("not sent yet")
    see_totals(page, 45, -95)
    # The hand can be looked at, with the reasons.
    page.locator("details[data-hand='1'] summary").tap()
    expect(page.locator("details[data-hand='1']")).to_contain_text("Bid 95, captured 75: set back the bid")
    expect(page.locator("details[data-hand='1'] summary")).to_contain_text("not sent yet")
    page.context.set_offline(False)
    see_home(page)
    see_totals(page, 45, -95)
    assert house.record(game)["hands"] == [EAST]
    assert [(each.hand, each.number) for each in house.versions(game)] == [(1, 1), (1, 2)]


def test_the_server_is_killed_and_started_again(phone: Phone, house: Site) -> None:
    page = phone()
    game = sit_down(page, "original")
    prepared(page)
    _hand(page, house.stop, "trump")
    see_state(page, "waiting")
    see_totals(page, 45, -95)
    # One more hand while it is away, and the first one is corrected.
    finger = Finger(page)
    finger.choose("Who took the bid?", "North")
    finger.choose("For how much?", 100)
    finger.choose("Trump color", "red")
    finger.press("Start the play")
    finger.choose("North & South: captured", 120)
    finger.press("Save hand 2")
    see_totals(page, 165, -95)
    page.locator("details[data-hand='1'] summary").tap()
    finger.press("Change hand 1")
    finger.choose("East & West: captured", 100)
    finger.press("Save hand 1")
    see_totals(page, 140, 100)
    house.start()
    try_again(page)
    see_home(page)
    see_totals(page, 140, 100)
    assert house.record(game)["hands"] == [
        EAST | {"captured": [None, 100]},
        {"bidder": 0, "bid": 100, "trump": "red", "captured": [120, None]},
    ]
    # Bid, result and correction of the first hand; bid and result of the second: once each.
    assert sorted((each.hand, each.number) for each in house.versions(game)) == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]


def test_an_answer_that_is_lost_on_the_way_saves_once(phone: Phone, house: Site) -> None:
    page = phone()
    game = sit_down(page, "high14")
    prepared(page)
    house.mute = True
    enter(page, 1, (10, 10, 10))
    see_state(page, "waiting")
    with page.expect_response("**/sync") as answer:
        try_again(page)
    assert answer.value.status == 502
    see_state(page, "waiting")
    assert len(house.versions(game)) == 1
    house.mute = False
    try_again(page)
    see_home(page)
    see_totals(page, 10, 10, 10, 30)
    assert [path.rsplit("/", 1)[1] for path in house.lost][:2] == ["hand", "sync"]
    assert len(house.versions(game)) == 1


def test_a_tab_is_killed_and_opened_again_without_network(phone: Phone, house: Site) -> None:
    page = phone(service_workers="allow")
    game, address = sit_down(page, "original"), page.url
    prepared(page)
    worker(page)
    page.context.set_offline(True)
    _hand(page, lambda: None, "nothing")
    see_state(page, "waiting")
    Finger(page).choose("Who took the bid?", "West")
    # The tab dies; the phone was off.
    context = page.context
    page.close()
    page = context.new_page()
    page.goto(address)
    see_state(page, "waiting")
    see_totals(page, 45, -95)
    expect(page.get_by_role("radio", name="West", exact=True)).to_be_checked()
    # The app itself opens too, and knows its games.
    page.goto("/")
    expect(page.locator(".games .game")).to_contain_text("not sent yet")
    context.set_offline(False)
    page.goto(address)
    expect(page.locator("a.badge")).to_have_count(0)
    see_totals(page, 45, -95)
    assert house.record(game)["hands"] == [EAST]
    assert len(house.versions(game)) == 2


FULL = """() => {
  const full = () => { throw new DOMException("no room", "QuotaExceededError"); };
  window.spare = { add: IDBObjectStore.prototype.add, put: IDBObjectStore.prototype.put };
  Object.assign(IDBObjectStore.prototype, { add: full, put: full });
}"""
ROOM = "() => { Object.assign(IDBObjectStore.prototype, window.spare); }"


def test_a_full_phone_says_so_and_keeps_the_form(phone: Phone, house: Site) -> None:
    page = phone()
    game = sit_down(page, "high14")
    prepared(page)
    page.evaluate(FULL)
    house.stop()
    enter(page, 1, (10, 10, 10))
    expect(page.locator("main")).to_contain_text("no room to keep it")
    expect(page.locator("main")).not_to_contain_text("null")
    expect(
        page.get_by_role("group", name="South: captured").get_by_role("radio", name="10", exact=True)
    ).to_be_checked()
    see_totals(page, 0, 0, 0, 0)
    page.evaluate(ROOM)
    Finger(page).press("Save hand 1")
    see_totals(page, 10, 10, 10, 30)
    see_state(page, "waiting")
    house.start()
    try_again(page)
    see_home(page)
    assert house.record(game)["hands"] == [{"captured": [10, 10, 10, None]}]
    assert len(house.versions(game)) == 1


def test_what_the_cards_do_not_allow_is_refused_and_mended(phone: Phone, house: Site) -> None:
    page = phone()
    game = sit_down(page, "cordova")
    prepared(page)
    finger = Finger(page)
    with away(page):
        finger.choose("Trump", "red")
        # Two tens: the sum is right, the cards are not.
        for name, share in (("North", 10), ("East", 10), ("South", 12)):
            finger.choose(f"{name}: captured", share)
        finger.press("Save hand 1")
        see_state(page, "waiting")
    see_state(page, "asks")
    expect(page.locator(".outbox .wrong")).to_contain_text("The cards cannot be divided so")
    assert house.record(game)["hands"] == []
    assert not complaints(page, "a refused entry")
    finger.press("Mend it")
    expect(page.get_by_role("radio", name="red", exact=True)).to_be_checked()
    finger.choose("East: captured", 15)
    finger.choose("South: captured", 5)
    finger.press("Save hand 1")
    see_home(page)
    see_totals(page, 10, 15, 5, 2)
    assert house.record(game)["hands"] == [{"trump": "red", "captured": [10, 15, 5, None]}]
    assert len(house.versions(game)) == 1


def test_a_refused_entry_can_be_discarded(phone: Phone, house: Site) -> None:
    page = phone()
    page.on("dialog", lambda dialog: dialog.accept())
    game = sit_down(page, "cordova")
    prepared(page)
    finger = Finger(page)
    with away(page):
        for shares in ((10, 10, 12), (15, 10, 2)):
            finger.choose("Trump", "red")
            for name, share in zip(("North", "East", "South"), shares, strict=True):
                finger.choose(f"{name}: captured", share)
            finger.touch(page.get_by_role("button", name="Save hand").first)
            expect(page.locator("form.hand[data-touched]")).to_have_count(0)
    see_state(page, "asks")
    # The second hand waits behind the first; when that one is gone it is sent as the first.
    expect(page.locator(".outbox li").nth(1)).to_contain_text("waits for the one above")
    assert house.record(game)["hands"] == []
    finger.press("Discard it")
    see_home(page)
    see_totals(page, 15, 10, 2, 5)
    assert [(each.hand, each.number) for each in house.versions(game)] == [(1, 1)]


def test_a_game_is_started_without_network(phone: Phone, house: Site) -> None:
    page = phone(service_workers="allow")
    page.goto("/")
    prepared(page)
    worker(page)
    with away(page):
        page.goto("/offline")
        page.get_by_role("combobox", name="Game").select_option(label="Display Rook")
        for seat, name in enumerate(("Ann", "Ben", "Cal", "Dot"), 1):
            page.get_by_role("textbox", name=f"Seat {seat}").fill(name)
        page.get_by_role("button", name="Start the game").tap()
        finger = Finger(page)
        finger.choose("Who took the bid?", "Ann")
        finger.choose("For how much?", 90)
        finger.choose("Trump color", "red")
        finger.press("Start the play")
        finger.choose("Ann & Cal: captured", 75)
        finger.choose("Ann & Cal: tricks", 8)
        finger.press("Save hand 1")
        # 75 and 8 tricks at 2 are 91: made. 25 and 6 tricks: 37.
        see_totals(page, 91, 37)
        see_state(page, "waiting")
        game = game_of(page)
    see_home(page)
    see_totals(page, 91, 37)
    record = house.record(game)
    assert record["players"] == ["Ann", "Ben", "Cal", "Dot"]
    assert totals(record) == (91, 37)
    assert len(house.versions(game)) == 2
    page.goto("/games")
    expect(page.get_by_role("link", name="Display Rook")).to_have_count(1)
