"""The auction called on a phone: one touch a call, and the bid is entered by itself."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.page_checks import find_problems
from tests.browser.touch import Touch, expect_totals, start

P = "pass"


def _turn(page: Page, words: str) -> None:
    expect(page.locator(".turn")).to_have_text(words)


def _checked(page: Page, legend: str, label: str) -> None:
    expect(
        page.get_by_role("group", name=legend, exact=True).get_by_role("radio", name=label, exact=True)
    ).to_be_checked()


def _hands(page: Page, address: str) -> Any:
    return page.request.get(f"{address}/record.json").json()["hands"]


def test_the_printed_auction_in_the_original(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    address = page.url
    # Whoever does not want it sees one folded line.
    expect(page.locator(".turn")).not_to_be_visible()
    touch.press("Record the bidding")
    problems = find_problems(page, "auction, not begun")
    _turn(page, "East to bid, at least 70")
    before = touch.count
    # 004: A 70, B 80, C passes, D 85, A 90, B 95, D passes, A passes.
    for call, then in (
        ("Bid 70", "South to bid, at least 75"),
        ("Bid 80", "West to bid, at least 85"),
        ("Pass", "North to bid, at least 85"),
        ("Bid 85", "East to bid, at least 90"),
        ("Bid 90", "South to bid, at least 95"),
        ("Bid 95", "North to bid, at least 100"),
    ):
        touch.press(call)
        _turn(page, then)
    assert touch.count - before == 6
    expect(page.locator(".around s")).to_have_text(["West"])
    expect(page.locator(".around")).to_contain_text("South has 95")
    problems += find_problems(page, "auction, half-way")
    touch.press("Pass")
    _turn(page, "East to bid, at least 100")
    touch.press("Pass")
    _turn(page, "South won the bid: 95")
    _checked(page, "Who won the bid?", "South")
    _checked(page, "Bid", "95")
    problems += find_problems(page, "auction, over")
    assert not problems, "\n".join(problems)
    touch.name_trump("South", "green")
    expect(page.locator(".bid strong")).to_have_text("South, 95 on green")
    touch.choose("North & South: captured", 75)
    touch.save(1)
    expect_totals(page, -95, 45)
    calls = [70, 80, P, 85, 90, 95, P, P]
    hand = {"bidder": 2, "bid": 95, "trump": "green", "captured": [75, None], "calls": calls}
    assert _hands(page, address) == [hand]


def test_boston_color_first_then_the_bid(phone: Phone) -> None:
    page = phone()
    touch = start(page, "Boston Rook")
    address = page.url
    touch.press("Record the bidding")
    helper = page.locator(".auction")
    expect(helper.locator(".bids:visible")).to_have_count(0)
    touch.choose("Which color?", "green")
    expect(helper.locator(".bids:visible")).to_have_count(1)
    problems = find_problems(page, "auction, a color touched")
    touch.press("Bid 70 on green")
    _turn(page, "South to bid, at least 80")
    touch.choose("Which color?", "yellow")
    touch.unfold("Higher bids on yellow")
    touch.press("Bid 150 on yellow")
    _turn(page, "West to bid, at least 160")
    # Yellow yields 150 at most: nobody can name it any more.
    colors = page.get_by_role("group", name="Which color?").get_by_role("radio")
    assert [colors.nth(index).get_attribute("value") for index in range(colors.count())] == [
        "red",
        "black",
        "green",
        "none",
    ]
    touch.press("Pass")
    _turn(page, "North to bid, at least 160")
    touch.choose("Which color?", "no color")
    touch.press("Bid 160 without color")
    _turn(page, "East to bid, at least 170")
    problems += find_problems(page, "auction in Boston, half-way")
    touch.press("Pass")
    _turn(page, "South to bid, at least 170")
    touch.press("Pass")
    _turn(page, "North won the bid: 160 without color")
    _checked(page, "Who won the bid?", "North")
    _checked(page, "Bid", "160")
    expect(page.get_by_role("button", name="North, no color")).to_have_attribute("aria-pressed", "true")
    problems += find_problems(page, "auction in Boston, over")
    assert not problems, "\n".join(problems)
    touch.press("Save bid")
    expect(page.locator(".bid strong")).to_have_text("North, 160 without color")
    touch.choose("North & South: captured", 60)
    touch.choose("North & South: tricks", 10)
    touch.save(1)
    # 60 + 10 × 10 is exactly 160; the others 40 + 4 × 10.
    expect_totals(page, 160, 80)
    [hand] = _hands(page, address)
    assert hand["calls"] == [[70, "green"], [150, "yellow"], P, [160, "none"], P, P]
    assert (hand["bidder"], hand["bid"], hand["trump"]) == (0, 160, "none")


@pytest.mark.long
def test_without_script(phone: Phone) -> None:
    page = phone(java_script_enabled=False)
    touch = start(page, "Boston Rook")
    address = page.url
    touch.press("Record the bidding")
    touch.choose("Which color?", "black")
    touch.press("Bid 100 on black")
    _turn(page, "South to bid, at least 110")
    touch.press("Pass")
    touch.choose("Which color?", "red")
    touch.press("Bid 110 on red")
    _turn(page, "North to bid, at least 120")
    touch.press("Undo last call")
    _turn(page, "West to bid, at least 110")
    touch.press("Pass")
    touch.press("Pass")
    _turn(page, "East won the bid: 100 on black")
    _checked(page, "Trump color", "black")
    touch.press("Save bid")
    expect(page.locator(".bid strong")).to_have_text("East, 100 on black")
    hand = {"open": True, "calls": [[100, "black"], P, P, P], "bidder": 1, "bid": 100, "trump": "black"}
    assert _hands(page, address) == [hand]
    touch = start(page, "The Original ROOK")
    address = page.url
    touch.press("Record the bidding")
    for _ in range(4):
        touch.press("Pass")
    _turn(page, "Nobody bid The hand is thrown in, and the next player deals.")
    touch.press("Save hand 1: nobody bid")
    expect(page.get_by_role("status")).to_contain_text("Hand 1 saved")
    assert _hands(page, address) == [{"passed_out": True, "calls": [P, P, P, P]}]


def test_everybody_passes(phone: Phone) -> None:
    page = phone()
    touch = start(page, "Boston Rook")
    touch.press("Record the bidding")
    for name in ("South", "West", "North"):
        touch.press("Pass")
        _turn(page, f"{name} to bid, at least 70")
    touch.press("Pass")
    _turn(page, "Nobody bid The hand is thrown in, and the next player deals.")
    assert not find_problems(page, "auction, nobody bid")
    before, address = touch.count, page.url
    touch.press("Save hand 1: nobody bid")
    expect(page.get_by_role("status")).to_contain_text("Hand 1 saved")
    assert touch.count - before == 1
    assert _hands(page, address) == [{"passed_out": True, "calls": [P, P, P, P]}]
    expect(page.locator(".board .facts")).to_contain_text("East deals")


@pytest.mark.long
def test_another_phone_continues_an_unfinished_auction(phone: Phone) -> None:
    page = phone()
    touch = start(page, "Regular Rook")
    address = page.url
    touch.press("Record the bidding")
    _turn(page, "North deals and must bid, at least 5")
    expect(page.get_by_role("button", name="Pass")).to_have_count(0)
    touch.press("Bid 25")
    _turn(page, "East to bid, at least 30")
    touch.press("Save bidding so far")
    expect(page.get_by_role("status")).to_contain_text("East to bid, at least 30: saved.")
    page.goto(f"{address}/share")
    score, watch = (page.locator("section").nth(index).get_by_label("Link").input_value() for index in (0, 1))
    watcher = phone()
    watcher.goto(watch)
    expect(watcher.locator(".bid strong")).to_have_text("East to bid, at least 30")
    expect(watcher.locator(".board .facts")).to_contain_text("East to bid, at least 30")
    assert not find_problems(watcher, "watching an auction")
    other = phone()
    other.goto(score)
    _turn(other, "East to bid, at least 30")
    touch = Touch(other)
    for name in ("South", "West"):
        touch.press("Pass")
        _turn(other, f"{name} to bid, at least 30")
    touch.press("Pass")
    _turn(other, "North won the bid: 25")
    touch.name_trump("North", "black")
    expect(other.locator(".bid strong")).to_have_text("North, 25 on black")
    watcher.reload()
    expect(watcher.locator(".bid strong")).to_have_text("North, 25 on black")
    hand = {"open": True, "calls": [25, P, P, P], "bidder": 0, "bid": 25, "trump": "black"}
    assert _hands(other, address) == [hand]


def test_quick_fingers_and_a_reload_lose_no_call(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    touch.press("Record the bidding")
    held: list[Route] = []
    page.route("**/hand", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/hand"):
        touch.press("Bid 70")
    touch.press("Pass")
    held[0].continue_()
    _turn(page, "West to bid, at least 75")
    page.reload()
    _turn(page, "West to bid, at least 75")
    expect(page.locator(".calls li")).to_have_text(["East 70", "South pass"])
    touch.press("Save bidding so far")
    expect(page.get_by_role("status")).to_contain_text("West to bid, at least 75")
    # A saved call that was taken back stays so after a reload, and so does the one put in its place.
    touch.press("Undo last call")
    _turn(page, "South to bid, at least 75")
    page.reload()
    _turn(page, "South to bid, at least 75")
    touch.press("Bid 80")
    _turn(page, "West to bid, at least 85")
    page.reload()
    expect(page.locator(".calls li")).to_have_text(["East 70", "South 80"])
    # Back to the ordinary way.
    touch.press("Clear bidding")
    expect(page.locator(".turn")).not_to_be_visible()
    touch.bid("East", 95, "green")
    assert _hands(page, page.url) == [{"open": True, "bidder": 1, "bid": 95, "trump": "green"}]
