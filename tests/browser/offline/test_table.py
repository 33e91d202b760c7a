"""A game goes on without network: nothing lost, nothing doubled, and every state told."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.network import (
    away,
    enter,
    expect_server_page,
    expect_sync_state,
    game_id_of,
    report_online,
    start_table,
    totals,
    wait_for_worker,
    wait_until_prepared,
)
from tests.browser.page_checks import find_problems
from tests.browser.server import LocalServer
from tests.browser.touch import Touch, expect_outcome, expect_totals
from tests.budget import long_after

EAST = {"bidder": 1, "bid": 95, "trump": "green", "captured": [None, 75]}


STEPS = ("nothing", "bidder", "bid", "started", "captured")


def _hand(page: Page, cut: Any, at: str) -> None:
    """East bids 95 on green and is set back: the network goes at one of the steps."""
    touch = Touch(page)
    steps = {
        "nothing": lambda: None,
        "bidder": lambda: touch.choose("Who won the bid?", "East"),
        "bid": lambda: touch.choose("Bid", 95),
        "started": lambda: touch.name_trump("East", "green"),
        "captured": lambda: touch.choose("East & West: captured", 75),
    }
    for name, step in steps.items():
        step()
        if name == "started":
            page.locator(".bid strong", has_text="East, 95 on green").wait_for()
            wait_until_prepared(page)
        if name == at:
            cut()
    expect_outcome(page, "+45", "−95")
    touch.press("Save hand 1")


@pytest.mark.parametrize("at", long_after(2, reversed(STEPS)))
def test_the_network_goes_in_the_middle_of_a_hand(phone: Phone, server: LocalServer, at: str) -> None:
    page = phone()
    game = start_table(page, "original")
    wait_until_prepared(page)
    _hand(page, lambda: page.context.set_offline(True), at)
    expect_sync_state(page, "waiting")

    expect(page.get_by_role("status")).to_contain_text("not sent yet")
    expect(page.locator("a.badge")).to_contain_text("not sent yet")
    expect_totals(page, 45, -95)
    # The hand can be looked at, with the reasons.
    page.locator("details[data-hand='1'] summary").tap()
    expect(page.locator("details[data-hand='1']")).to_contain_text("Bid 95, captured 75: set back 95")
    expect(page.locator("details[data-hand='1'] summary")).to_contain_text("not sent yet")
    page.context.set_offline(False)
    expect_server_page(page)
    expect_totals(page, 45, -95)
    assert server.record(game)["hands"] == [EAST]
    # Bid and result wait as one; with a network, they are saved one after the other.
    versions = [(1, 1), (1, 2)] if at in ("started", "captured") else [(1, 1)]
    assert [(version.hand, version.number) for version in server.versions(game)] == versions


def test_the_server_is_killed_and_started_again(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game = start_table(page, "original")
    wait_until_prepared(page)
    _hand(page, server.stop, "bid")
    expect_sync_state(page, "waiting")
    expect_totals(page, 45, -95)
    # One more hand while it is away, and the first one is corrected.
    touch = Touch(page)
    touch.bid("North", 100, "red")
    touch.choose("North & South: captured", 120)
    touch.press("Save hand 2")
    expect_totals(page, 165, -95)
    page.locator("details[data-hand='1'] summary").tap()
    touch.press("Change hand 1")
    touch.choose("East & West: captured", 100)
    touch.press("Save hand 1")
    expect_totals(page, 140, 100)
    server.start()
    report_online(page)
    expect_server_page(page)
    expect_totals(page, 140, 100)
    assert server.record(game)["hands"] == [
        EAST | {"captured": [None, 100]},
        {"bidder": 0, "bid": 100, "trump": "red", "captured": [120, None]},
    ]
    # Each hand waited as one entry: its bid, its result and its correction.
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1), (2, 1)]


def test_an_answer_that_is_lost_on_the_way_saves_once(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game = start_table(page, "high14")
    wait_until_prepared(page)
    server.loses_answers = True
    enter(page, 1, (10, 10, 10))
    expect_sync_state(page, "waiting")
    with page.expect_response("**/sync") as answer:
        report_online(page)
    assert answer.value.status == 502
    expect_sync_state(page, "waiting")
    assert len(server.versions(game)) == 1
    server.loses_answers = False
    report_online(page)
    expect_server_page(page)
    expect_totals(page, 10, 10, 10, 30)
    assert [path.rsplit("/", 1)[1] for path in server.lost][:2] == ["hand", "sync"]
    assert len(server.versions(game)) == 1


def test_a_tab_is_killed_and_opened_again_without_network(phone: Phone, server: LocalServer) -> None:
    page = phone(service_workers="allow")
    game, address = start_table(page, "original"), page.url
    wait_until_prepared(page)
    wait_for_worker(page)
    page.context.set_offline(True)
    _hand(page, lambda: None, "nothing")
    expect_sync_state(page, "waiting")
    Touch(page).choose("Who won the bid?", "West")
    # The tab dies; the phone was off.
    context = page.context
    page.close()
    page = context.new_page()
    page.goto(address)
    expect_sync_state(page, "waiting")
    expect_totals(page, 45, -95)
    expect(page.get_by_role("radio", name="West", exact=True)).to_be_checked()
    # The app itself opens too, and knows its games.
    page.goto("/")
    expect(page.locator(".gamelist a")).to_contain_text("not sent yet")
    context.set_offline(False)
    page.goto(address)
    expect(page.locator("a.badge")).to_have_count(0)
    expect_totals(page, 45, -95)
    assert server.record(game)["hands"] == [EAST]
    assert len(server.versions(game)) == 1


SWAPPED = """() => {
  window.swapped = [];
  const note = () => window.swapped.push(document.querySelector("main").dataset.revision);
  document.addEventListener("rook:swapped", note);
}"""


@pytest.mark.long
def test_a_page_older_than_the_last_save_is_never_shown(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game = start_table(page, "high14")
    wait_until_prepared(page)
    page.evaluate(SWAPPED)
    held: list[tuple[Route, APIResponse]] = []
    with away(page):
        enter(page, 1, (10, 10, 10))
        expect_sync_state(page, "waiting")
        # The server's page after the first hand comes late, when the second hand is saved.
        page.route(f"**/t/{game}", lambda route: route.continue_() if held else held.append((route, route.fetch())))
    while not held:
        page.wait_for_timeout(20)
    with page.expect_response("**/sync"):
        enter(page, 2, (20, 10, 20))
    expect_totals(page, 30, 20, 30, 40)
    for route, response in held:
        route.fulfill(response=response)
    expect_server_page(page)
    expect_totals(page, 30, 20, 30, 40)
    page.locator("form.hand").get_by_role("button", name="Save hand 3").first.wait_for()
    newest = page.locator("main").get_attribute("data-revision")
    assert set(page.evaluate("() => window.swapped")) == {newest}
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1), (2, 1)]


FULL = """() => {
  const full = () => { throw new DOMException("no room", "QuotaExceededError"); };
  window.spare = { add: IDBObjectStore.prototype.add, put: IDBObjectStore.prototype.put };
  Object.assign(IDBObjectStore.prototype, { add: full, put: full });
}"""
ROOM = "() => { Object.assign(IDBObjectStore.prototype, window.spare); }"


def test_a_full_phone_says_so_and_keeps_the_form(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game = start_table(page, "high14")
    wait_until_prepared(page)
    page.evaluate(FULL)
    server.stop()
    enter(page, 1, (10, 10, 10))
    expect(page.locator("main")).to_contain_text("no room left")
    expect(page.locator("main")).not_to_contain_text("null")
    expect(page.get_by_role("textbox", name="Points South captured")).to_have_value("10")
    expect_totals(page, 0, 0, 0, 0)
    page.evaluate(ROOM)
    Touch(page).press("Save hand 1")
    expect_totals(page, 10, 10, 10, 30)
    expect_sync_state(page, "waiting")
    server.start()
    report_online(page)
    expect_server_page(page)
    assert server.record(game)["hands"] == [{"captured": [10, 10, 10, None]}]
    assert len(server.versions(game)) == 1


def test_impossible_cards_are_refused_and_corrected(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game = start_table(page, "cordova")
    wait_until_prepared(page)
    touch = Touch(page)
    with away(page):
        touch.choose("Trump", "red")
        # Two tens: the sum is right, the cards are not.
        for name, share in (("North", 10), ("East", 10), ("South", 12)):
            touch.give(f"{name}: captured", share)
        touch.press("Save hand 1")
        expect_sync_state(page, "waiting")
    expect_sync_state(page, "asks")
    expect(page.locator(".outbox .err")).to_contain_text("The counters can't be split that way")
    assert server.record(game)["hands"] == []
    assert not find_problems(page, "a refused entry")
    touch.press("Correct it")
    expect(page.get_by_role("radio", name="red", exact=True)).to_be_checked()
    touch.give("East: captured", 15)
    touch.give("South: captured", 5)
    touch.press("Save hand 1")
    expect_server_page(page)
    expect_totals(page, 10, 15, 5, 2)
    assert server.record(game)["hands"] == [{"trump": "red", "captured": [10, 15, 5, None]}]
    assert len(server.versions(game)) == 1


def test_a_refused_entry_can_be_discarded(phone: Phone, server: LocalServer) -> None:
    page = phone()
    page.on("dialog", lambda dialog: dialog.accept())
    game = start_table(page, "cordova")
    wait_until_prepared(page)
    touch = Touch(page)
    with away(page):
        for shares in ((10, 10, 12), (15, 10, 2)):
            touch.choose("Trump", "red")
            for name, share in zip(("North", "East", "South"), shares, strict=True):
                touch.choose(f"{name}: captured", share)
            touch.tap(page.get_by_role("button", name="Save hand").first)
            expect(page.locator("form.hand[data-touched]")).to_have_count(0)
    expect_sync_state(page, "asks")
    # The second hand waits behind the first; when that one is gone it is sent as the first.
    expect(page.locator(".outbox li").nth(1)).to_contain_text("waiting for the one above")
    assert server.record(game)["hands"] == []
    touch.press("Discard")
    expect_server_page(page)
    expect_totals(page, 15, 10, 2, 5)
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1)]


def test_a_game_is_started_without_network(phone: Phone, server: LocalServer) -> None:
    page = phone(service_workers="allow")
    page.goto("/")
    wait_until_prepared(page)
    wait_for_worker(page)
    with away(page):
        page.goto("/offline")
        page.get_by_role("combobox", name="Game").select_option(label="Display Rook")
        for seat, name in enumerate(("Ann", "Ben", "Cal", "Dot"), 1):
            page.get_by_role("textbox", name=f"Seat {seat}").fill(name)
        page.get_by_role("button", name="Start game").tap()
        touch = Touch(page)
        touch.bid("Ann", 90, "red")
        touch.choose("Ann & Cal: captured", 75)
        touch.choose("Ann & Cal: tricks", 8)
        touch.press("Save hand 1")
        # 75 and 8 tricks at 2 are 91: made. 25 and 6 tricks: 37.
        expect_totals(page, 91, 37)
        expect_sync_state(page, "waiting")
        game = game_id_of(page)
    expect_server_page(page)
    expect_totals(page, 91, 37)
    record = server.record(game)
    assert record["players"] == ["Ann", "Ben", "Cal", "Dot"]
    assert totals(record) == (91, 37)
    assert len(server.versions(game)) == 1
    page.goto("/games")
    expect(page.get_by_role("link", name="Display Rook")).to_have_count(1)
