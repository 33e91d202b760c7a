"""What waits on a phone is taken back with one touch, and put back; what has arrived all the same is undone there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.cutting import (
    Site,
    enter,
    house,
    prepared,
    see_home,
    see_state,
    sit_down,
    site,
    tolerated,
    try_again,
)
from tests.browser.finger import Finger, see_totals

__all__ = ["house", "site", "tolerated"]


def _table(phone: Phone) -> tuple[Page, str]:
    page = phone()
    game = sit_down(page, "high14")
    prepared(page)
    return page, game


def test_a_hand_and_a_correction_are_taken_back_and_put_back(phone: Phone, house: Site) -> None:
    page, game = _table(phone)
    finger = Finger(page)
    enter(page, 1, (30, 10, 10))
    see_totals(page, 30, 10, 10, 10)
    prepared(page)
    page.context.set_offline(True)
    # What is sent already is not for this phone to undo without network, and it says so.
    see_state(page, "sent")
    expect(page.get_by_role("status")).to_contain_text("It can be undone when the network is back.")
    expect(page.get_by_role("button", name="Take it back")).to_have_count(0)
    # A correction of the hand that was sent.
    page.locator("details[data-hand='1'] summary").tap()
    finger.press("Change hand 1")
    enter(page, 1, (10, 20, 20))
    see_totals(page, 10, 20, 20, 10)
    finger.press("Take it back")
    see_totals(page, 30, 10, 10, 10)
    see_state(page, "sent")
    expect(page.get_by_role("status")).to_contain_text("Taken back: Hand 1.")
    # A new hand: taken back, put back, taken back again, and another one in its place.
    enter(page, 2, (0, 0, 0))
    see_totals(page, 30, 10, 10, 70)
    finger.press("Take it back")
    see_totals(page, 30, 10, 10, 10)
    finger.press("Put it back")
    see_totals(page, 30, 10, 10, 70)
    finger.press("Take it back")
    enter(page, 2, (10, 10, 0))
    see_totals(page, 40, 20, 10, 50)
    page.context.set_offline(False)
    see_home(page)
    see_totals(page, 40, 20, 10, 50)
    assert [each["captured"] for each in house.record(game)["hands"]] == [[30, 10, 10, None], [10, 10, 0, None]]
    assert [(each.hand, each.number) for each in house.versions(game)] == [(1, 1), (2, 1)]


def test_a_bid_is_taken_back_after_its_result(phone: Phone, house: Site) -> None:
    page = phone()
    game, finger = sit_down(page, "original"), Finger(page)
    prepared(page)
    page.context.set_offline(True)
    finger.bid("East", 95, "green")
    finger.choose("East & West: captured", 75)
    finger.press("Save hand 1")
    see_totals(page, 45, -95)
    finger.press("Take it back")
    expect(page.locator(".bid strong")).to_have_text("East, 95 on green")
    see_totals(page, 0, 0)
    finger.press("Take it back")
    expect(page.get_by_role("status")).to_contain_text("Taken back: Hand 1, East, 95 on green.")
    page.get_by_role("button", name="Start the play").wait_for()
    page.context.set_offline(False)
    try_again(page)
    see_home(page)
    assert house.versions(game) == []


def test_what_had_arrived_before_it_was_taken_back_is_undone_there(phone: Phone, house: Site) -> None:
    page, game = _table(phone)
    finger = Finger(page)
    # The server has the hand, but its answers are lost on the way: the phone cannot know.
    house.mute = True
    enter(page, 1, (30, 10, 10))
    see_state(page, "waiting")
    with page.expect_response("**/sync"):
        try_again(page)
    finger.press("Take it back")
    see_totals(page, 0, 0, 0, 0)
    house.mute = False
    try_again(page)
    see_home(page)
    see_totals(page, 0, 0, 0, 0)
    assert house.record(game)["hands"] == []
    assert [(each.hand, each.number, each.done) for each in house.versions(game)] == [
        (1, 1, "saved"),
        (1, 2, "deleted"),
    ]


def test_another_hand_in_the_place_of_one_that_had_arrived(phone: Phone, house: Site) -> None:
    page, game = _table(phone)
    house.mute = True
    enter(page, 1, (30, 10, 10))
    see_state(page, "waiting")
    with page.expect_response("**/sync"):
        try_again(page)
    page.route("**/offline.json", lambda route: route.abort())
    Finger(page).press("Take it back")
    see_totals(page, 0, 0, 0, 0)
    enter(page, 1, (0, 20, 20))
    see_totals(page, 0, 20, 20, 20)
    page.unroute("**/offline.json")
    house.mute = False
    try_again(page)
    see_home(page)
    see_totals(page, 0, 20, 20, 20)
    assert [each["captured"] for each in house.record(game)["hands"]] == [[0, 20, 20, None]]
    assert [(each.hand, each.number) for each in house.versions(game)] == [(1, 1), (1, 2), (1, 3)]


def test_a_correction_taken_back_that_had_arrived_brings_the_old_one_back(phone: Phone, house: Site) -> None:
    page, game = _table(phone)
    enter(page, 1, (30, 10, 10))
    see_totals(page, 30, 10, 10, 10)
    prepared(page)
    page.goto(f"{page.url}/hand/1/change")
    prepared(page)
    house.mute = True
    enter(page, 1, (0, 20, 20))
    see_state(page, "waiting")
    with page.expect_response("**/sync"):
        try_again(page)
    see_totals(page, 0, 20, 20, 20)
    Finger(page).press("Take it back")
    see_totals(page, 30, 10, 10, 10)
    house.mute = False
    try_again(page)
    see_home(page)
    see_totals(page, 30, 10, 10, 10)
    assert [each["captured"] for each in house.record(game)["hands"]] == [[30, 10, 10, None]]
    assert [each.number for each in house.versions(game)] == [1, 2, 3]
