"""Whole games of the partnership families, by touch, from the start page to the finish page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phone
from tests.browser.touch import Touch, expect_finish, expect_outcome, expect_totals, start

ours, theirs = "North & South", "East & West"


def test_the_original(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    # North dealt: the player to his left leads.
    expect(page.locator(".who")).to_contain_text("leads East")
    touch.choose(f"{theirs}: captured", 75)
    touch.save(1)
    expect_totals(page, 45, -95)
    expect(page.locator(".who")).to_contain_text("deals East")
    touch.bid("North", 120, "red")
    touch.choose(f"{ours}: captured", 120)
    touch.save(2)
    expect_totals(page, 165, -95)
    touch.bid("South", 100, "black")
    touch.choose(f"{ours}: captured", 110)
    touch.save(3)
    expect_totals(page, 275, -85)
    touch.bid("West", 70, "yellow")
    touch.choose(f"{theirs}: captured", 70)
    expect(page.locator("[data-outcome]")).to_contain_text("North & South win the game")
    touch.save(4)
    expect_finish(page, "North & South", 325, -15)
    expect(page.locator(".finish .lead")).to_contain_text("300")
    # Every number opens, down to the rule.
    touch.follow("+50 325")
    expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()
    page.locator("ul.lines a").nth(1).tap()
    expect(page.locator(".rule:target")).to_be_visible()
    page.go_back()
    touch.follow("Back to the table")
    # Once more: the same seats, and the deal goes on to the left of hand 4's dealer, West.
    touch.press("Rematch")
    expect_totals(page, 0, 0)
    expect(page.locator(".who")).to_contain_text("deals North")


def test_boston(phone: Phone) -> None:
    page = phone()
    touch = start(page, "Boston Rook")
    _tricks_hand(touch, 1, "East", 150, "red", theirs, 60, 7)
    expect_totals(page, 220, 60)
    # No color: 90 + 12 × 10 makes 200; the others 10 + 2 × 10.
    _tricks_hand(touch, 2, "North", 200, "no color", ours, 90, 12)
    expect_totals(page, 430, 90)
    # Nothing at all: the others get twice 100 + 14 × 10.
    _tricks_hand(touch, 3, "West", 240, "red", theirs, 0, 0)
    expect_totals(page, 910, 90)
    # Black tricks count 8: 50 + 6 × 8, and 50 + 8 × 8.
    _tricks_hand(touch, 4, "South", 70, "black", ours, 50, 6)
    expect_finish(page, "North & South", 1008, 204)


def test_display(phone: Phone) -> None:
    page = phone()
    touch = start(page, "Display Rook")
    _tricks_hand(touch, 1, "North", 100, "green", ours, 85, 9)
    expect_totals(page, 103, 25)
    _tricks_hand(touch, 2, "East", 110, "red", theirs, 70, 10)
    expect_totals(page, 179, 25)
    _tricks_hand(touch, 3, "South", 5, "black", ours, 10, 2)
    expect_totals(page, 193, 139)
    # Both pass 200: the higher total wins.
    _tricks_hand(touch, 4, "West", 60, "yellow", theirs, 60, 7)
    expect_finish(page, "North & South", 247, 213)


def _tricks_hand(
    touch: Touch, place: int, bidder: str, bid: int, trump: str, side: str, captured: int, tricks: int
) -> None:
    before = touch.count
    touch.bid(bidder, bid, trump)
    touch.choose(f"{side}: captured", captured)
    touch.choose(f"{side}: tricks", tricks)
    touch.save(place)
    assert touch.count - before <= 7


def _melds(page: Page, side: str) -> Locator:
    return page.locator(".rows").filter(has=page.get_by_role("heading", name=f"{side}: melds", exact=True))


def _set(touch: Touch, side: str, number: int, natural: int, wild: int, said: str) -> None:
    rows = _melds(touch.page, side)
    touch.unfold("Set", rows)
    touch.choose("Number", number, rows)
    touch.choose("Natural cards", natural, rows)
    touch.choose("Wild cards", wild, rows)
    _lay(touch, rows, said)


def _run(touch: Touch, side: str, color: str, first: int, last: int, said: str) -> None:
    rows = _melds(touch.page, side)
    touch.unfold("Run", rows)
    touch.choose("Color of the run", color, rows)
    touch.choose("First card", first, rows)
    touch.choose("Last card", last, rows)
    _lay(touch, rows, said)


def _lay(touch: Touch, rows: Locator, said: str) -> None:
    laid = rows.locator("summary", has_text=said)
    before = laid.count()
    touch.tap(rows.locator("button.more"))
    expect(laid).to_have_count(before + 1)


def test_club_melds_become_rookies(phone: Phone) -> None:
    page = phone()
    touch = start(page, "Club Rook")
    score = page.get_by_role("region", name="Score")
    expect(score.get_by_text("first play 50")).to_have_count(2)
    touch.choose("Who went out", "North")
    _run(touch, ours, "red", 4, 10, "Rookie")
    _set(touch, ours, 6, 4, 3, "Rookie")
    _set(touch, theirs, 9, 3, 1, "9")
    expect(_melds(page, theirs).locator("summary", has_text="Rookie")).to_have_count(0)
    touch.choose(f"{ours}: rook cards played", 1)
    touch.choose(f"{theirs}: rook cards played", 1)
    touch.give(f"{ours}: left in hand", 30)
    touch.give(f"{theirs}: left in hand", 70)
    # Out 200, run 1200, mixed set 400, Rook card 200 + 10, table 70 + 100, hand -30.
    # The others: table 30 + 20, hand -70, and a Rook card without two Rookies is nothing.
    expect_outcome(page, "+2\u202f150", "−20")
    touch.save(1)
    expect_totals(page, 2150, -20)
    expect(score).to_contain_text("first play 100")
    expect(score).to_contain_text("first play 50")
    touch.choose("Who went out", "South")
    _run(touch, ours, "green", 4, 14, "Rookie")
    _set(touch, ours, 7, 7, 0, "Rookie")
    touch.choose(f"{ours}: rook cards played", 2)
    touch.choose(f"{theirs}: rook cards played", 0)
    touch.give(f"{ours}: left in hand", 0)
    touch.give(f"{theirs}: left in hand", 100)
    # Out 200, run 1200, natural set 800, both Rook cards 500 + 20, table 110 + 70.
    expect_outcome(page, "+2\u202f900", "−100")
    touch.save(2)
    expect_finish(page, "North & South", 5050, -120)
