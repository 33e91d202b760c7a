"""What waits on a phone is taken back with one touch, and put back; what has arrived all the same is undone there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.network import (
    enter,
    expect_server_page,
    expect_sync_state,
    report_online,
    start_table,
    wait_until_prepared,
)
from tests.browser.server import LocalServer
from tests.browser.touch import Touch, expect_totals


def _table(phone: Phone) -> tuple[Page, str]:
    page = phone()
    game = start_table(page, "high14")
    wait_until_prepared(page)
    return page, game


def test_a_hand_and_a_correction_are_undone_and_redone(phone: Phone, server: LocalServer) -> None:
    page, game = _table(phone)
    touch = Touch(page)
    enter(page, 1, (30, 10, 10))
    expect_totals(page, 30, 10, 10, 10)
    wait_until_prepared(page)
    page.context.set_offline(True)
    # What is sent already is not for this phone to undo without network, and it says so.
    expect_sync_state(page, "sent")
    expect(page.get_by_role("status")).to_contain_text("You can undo it when you are online.")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    # A correction of the hand that was sent.
    page.locator("details[data-hand='1'] summary").tap()
    touch.press("Change hand 1")
    enter(page, 1, (10, 20, 20))
    expect_totals(page, 10, 20, 20, 10)
    touch.press("Undo")
    expect_totals(page, 30, 10, 10, 10)
    expect_sync_state(page, "sent")
    expect(page.get_by_role("status")).to_contain_text("Undone: Hand 1.")
    # A new hand: taken back, put back, taken back again, and another one in its place.
    enter(page, 2, (0, 0, 0))
    expect_totals(page, 30, 10, 10, 70)
    touch.press("Undo")
    expect_totals(page, 30, 10, 10, 10)
    touch.press("Redo")
    expect_totals(page, 30, 10, 10, 70)
    touch.press("Undo")
    enter(page, 2, (10, 10, 0))
    expect_totals(page, 40, 20, 10, 50)
    page.context.set_offline(False)
    expect_server_page(page)
    expect_totals(page, 40, 20, 10, 50)
    assert [hand["captured"] for hand in server.record(game)["hands"]] == [[30, 10, 10, None], [10, 10, 0, None]]
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1), (2, 1)]


def test_undo_removes_the_result_and_then_the_bid(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game, touch = start_table(page, "original"), Touch(page)
    wait_until_prepared(page)
    page.context.set_offline(True)
    touch.bid("East", 95, "green")
    touch.choose("East & West: captured", 75)
    touch.press("Save hand 1")
    expect_totals(page, 45, -95)
    touch.press("Undo")
    expect(page.locator(".bid strong")).to_have_text("East, 95 on green")
    expect_totals(page, 0, 0)
    touch.press("Undo")
    expect(page.get_by_role("status")).to_contain_text("Undone: Hand 1, East, 95 on green.")
    page.get_by_role("button", name="Save bid").wait_for()
    page.context.set_offline(False)
    report_online(page)
    expect_server_page(page)
    assert server.versions(game) == []


def test_an_undone_entry_that_had_arrived_is_undone_on_the_server(phone: Phone, server: LocalServer) -> None:
    page, game = _table(phone)
    touch = Touch(page)
    # The server has the hand, but its answers are lost on the way: the phone cannot know.
    server.loses_answers = True
    enter(page, 1, (30, 10, 10))
    expect_sync_state(page, "waiting")
    with page.expect_response("**/sync"):
        report_online(page)
    touch.press("Undo")
    expect_totals(page, 0, 0, 0, 0)
    server.loses_answers = False
    report_online(page)
    expect_server_page(page)
    expect_totals(page, 0, 0, 0, 0)
    assert server.record(game)["hands"] == []
    assert [(version.hand, version.number, version.done) for version in server.versions(game)] == [
        (1, 1, "saved"),
        (1, 2, "deleted"),
    ]


@pytest.mark.long
def test_another_hand_in_the_place_of_one_that_had_arrived(phone: Phone, server: LocalServer) -> None:
    page, game = _table(phone)
    server.loses_answers = True
    enter(page, 1, (30, 10, 10))
    expect_sync_state(page, "waiting")
    with page.expect_response("**/sync"):
        report_online(page)
    page.route("**/offline.json", lambda route: route.abort())
    Touch(page).press("Undo")
    expect_totals(page, 0, 0, 0, 0)
    enter(page, 1, (0, 20, 20))
    expect_totals(page, 0, 20, 20, 20)
    page.unroute("**/offline.json")
    server.loses_answers = False
    report_online(page)
    expect_server_page(page)
    expect_totals(page, 0, 20, 20, 20)
    assert [hand["captured"] for hand in server.record(game)["hands"]] == [[0, 20, 20, None]]
    # The first one is deleted there; the other is a hand of its own.
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1), (1, 2), (2, 1)]


@pytest.mark.long
def test_undoing_a_correction_that_had_arrived_restores_the_old_version(phone: Phone, server: LocalServer) -> None:
    page, game = _table(phone)
    enter(page, 1, (30, 10, 10))
    expect_totals(page, 30, 10, 10, 10)
    wait_until_prepared(page)
    page.goto(f"{page.url}/hand/1/change")
    wait_until_prepared(page)
    server.loses_answers = True
    enter(page, 1, (0, 20, 20))
    expect_sync_state(page, "waiting")
    with page.expect_response("**/sync"):
        report_online(page)
    expect_totals(page, 0, 20, 20, 20)
    Touch(page).press("Undo")
    expect_totals(page, 30, 10, 10, 10)
    server.loses_answers = False
    report_online(page)
    expect_server_page(page)
    expect_totals(page, 30, 10, 10, 10)
    assert [hand["captured"] for hand in server.record(game)["hands"]] == [[30, 10, 10, None]]
    assert [version.number for version in server.versions(game)] == [1, 2, 3]
