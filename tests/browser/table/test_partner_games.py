"""Whole games of the partnership families, by touch, from the start page to the finish page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phone
from tests.browser.finger import Finger, see_finish, see_outcome, see_totals, start

ours, theirs = "North & South", "East & West"


def test_the_original(phone: Phone) -> None:
    page = phone()
    finger = start(page, "The Original ROOK")
    finger.bid("East", 95, "green")
    # North dealt: the player to his left leads.
    expect(page.locator(".who")).to_contain_text("leads East")
    finger.choose(f"{theirs}: captured", 75)
    finger.save(1)
    see_totals(page, 45, -95)
    expect(page.locator(".who")).to_contain_text("deals East")
    finger.bid("North", 120, "red")
    finger.choose(f"{ours}: captured", 120)
    finger.save(2)
    see_totals(page, 165, -95)
    finger.bid("South", 100, "black")
    finger.choose(f"{ours}: captured", 110)
    finger.save(3)
    see_totals(page, 275, -85)
    finger.bid("West", 70, "yellow")
    finger.choose(f"{theirs}: captured", 70)
    expect(page.locator("[data-outcome]")).to_contain_text("North & South win the game")
    finger.save(4)
    see_finish(page, "North & South", 325, -15)
    expect(page.locator(".finish .lead")).to_contain_text("300")
    # Every number opens, down to the rule.
    finger.follow("+50 325")
    expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()
    page.get_by_role("link", name="§ ").nth(1).tap()
    expect(page.locator(".rule:target")).to_be_visible()
    page.go_back()
    finger.follow("Back to the table")
    # Once more: the same seats, and the deal goes on to the left of hand 4's dealer, West.
    finger.press("Once more, same seats")
    see_totals(page, 0, 0)
    expect(page.locator(".who")).to_contain_text("deals North")


def test_boston(phone: Phone) -> None:
    page = phone()
    finger = start(page, "Boston Rook")
    _tricks_hand(finger, 1, "East", 150, "red", theirs, 60, 7)
    see_totals(page, 220, 60)
    # No color: 90 + 12 × 10 makes 200; the others 10 + 2 × 10.
    _tricks_hand(finger, 2, "North", 200, "no color", ours, 90, 12)
    see_totals(page, 430, 90)
    # Nothing at all: the others get twice 100 + 14 × 10.
    _tricks_hand(finger, 3, "West", 240, "red", theirs, 0, 0)
    see_totals(page, 910, 90)
    # Black tricks count 8: 50 + 6 × 8, and 50 + 8 × 8.
    _tricks_hand(finger, 4, "South", 70, "black", ours, 50, 6)
    see_finish(page, "North & South", 1008, 204)


def test_display(phone: Phone) -> None:
    page = phone()
    finger = start(page, "Display Rook")
    _tricks_hand(finger, 1, "North", 100, "green", ours, 85, 9)
    see_totals(page, 103, 25)
    _tricks_hand(finger, 2, "East", 110, "red", theirs, 70, 10)
    see_totals(page, 179, 25)
    _tricks_hand(finger, 3, "South", 5, "black", ours, 10, 2)
    see_totals(page, 193, 139)
    # Both pass 200: the higher total wins.
    _tricks_hand(finger, 4, "West", 60, "yellow", theirs, 60, 7)
    see_finish(page, "North & South", 247, 213)


def _tricks_hand(
    finger: Finger, place: int, bidder: str, bid: int, trump: str, side: str, captured: int, tricks: int
) -> None:
    before = finger.count
    finger.bid(bidder, bid, trump)
    finger.choose(f"{side}: captured", captured)
    finger.choose(f"{side}: tricks", tricks)
    finger.save(place)
    assert finger.count - before <= 7


def _melds(page: Page, side: str) -> Locator:
    return page.locator(".rows").filter(has=page.get_by_role("heading", name=f"{side}: melds", exact=True))


def _set(finger: Finger, side: str, number: int, natural: int, wild: int, said: str) -> None:
    rows = _melds(finger.page, side)
    finger.unfold("Set", rows)
    finger.choose("Number", number, rows)
    finger.choose("Natural cards", natural, rows)
    finger.choose("Wild cards", wild, rows)
    _lay(finger, rows, said)


def _run(finger: Finger, side: str, color: str, first: int, last: int, said: str) -> None:
    rows = _melds(finger.page, side)
    finger.unfold("Run", rows)
    finger.choose("Color of the run", color, rows)
    finger.choose("First card", first, rows)
    finger.choose("Last card", last, rows)
    _lay(finger, rows, said)


def _lay(finger: Finger, rows: Locator, said: str) -> None:
    laid = rows.locator("summary", has_text=said)
    before = laid.count()
    finger.touch(rows.locator("button.more"))
    expect(laid).to_have_count(before + 1)


def test_club_melds_become_rookies(phone: Phone) -> None:
    page = phone()
    finger = start(page, "Club Rook")
    score = page.get_by_role("region", name="Score")
    expect(score.get_by_text("first play 50")).to_have_count(2)
    finger.choose("Who went out", "North")
    _run(finger, ours, "red", 4, 10, "Rookie")
    _set(finger, ours, 6, 4, 3, "Rookie")
    _set(finger, theirs, 9, 3, 1, "9")
    expect(_melds(page, theirs).locator("summary", has_text="Rookie")).to_have_count(0)
    finger.choose(f"{ours}: rook cards played", 1)
    finger.choose(f"{theirs}: rook cards played", 1)
    finger.give(f"{ours}: left in hand", 30)
    finger.give(f"{theirs}: left in hand", 70)
    # Out 200, run 1200, mixed set 400, Rook card 200 + 10, table 70 + 100, hand -30.
    # The others: table 30 + 20, hand -70, and a Rook card without two Rookies is nothing.
    see_outcome(page, "+2\u202f150", "−20")
    finger.save(1)
    see_totals(page, 2150, -20)
    expect(score).to_contain_text("first play 100")
    expect(score).to_contain_text("first play 50")
    finger.choose("Who went out", "South")
    _run(finger, ours, "green", 4, 14, "Rookie")
    _set(finger, ours, 7, 7, 0, "Rookie")
    finger.choose(f"{ours}: rook cards played", 2)
    finger.choose(f"{theirs}: rook cards played", 0)
    finger.give(f"{ours}: left in hand", 0)
    finger.give(f"{theirs}: left in hand", 100)
    # Out 200, run 1200, natural set 800, both Rook cards 500 + 20, table 110 + 70.
    see_outcome(page, "+2\u202f900", "−100")
    finger.save(2)
    see_finish(page, "North & South", 5050, -120)
