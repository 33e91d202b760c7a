"""Whole games of the partnership families, by touch, from the start page to the finish page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phone
from tests.browser.touch import Touch, expect_finish, expect_outcome, expect_totals, start_by_touch, typed_inputs

ours, theirs = "North & South", "East & West"


def test_the_original(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    # North dealt: the player to the left bids first and leads.
    roles = page.locator(".board .facts")
    expect(roles).to_have_text(re.compile(r"Hand 1\s*North deals\s*East bids first and leads"))
    touch.choose(f"{theirs}: captured", 75)
    touch.save(1)
    expect_totals(page, 45, -95)
    expect(roles).to_contain_text("East deals")
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
    touch.tap(page.locator(".so-far tbody a").first)
    expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()
    page.locator("ul.rows a", has_text="Rule:").nth(1).tap()
    expect(page.locator(".rule:target")).to_be_visible()
    page.go_back()
    touch.follow("Back to game")
    # Once more: the same seats, and the deal goes on to the left of hand 4's dealer, West.
    touch.press("Rematch")
    expect_totals(page, 0, 0)
    expect(roles).to_contain_text("North deals")


@pytest.mark.long
def test_boston(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "Boston Rook")
    # 60 + 7 × 10 falls short of 150: counters only, and (40 + 70) × 2 for the others.
    _tricks_hand(touch, 1, "East", 150, "red", theirs, 60, 7, ("+220", "+60"))
    expect_totals(page, 220, 60)
    # 60 + 9 × 10 is exactly 150: made; the others 40 + 5 × 10. Then it was 7 after all.
    for tricks, totals in ((9, (90, 150)), (7, (220, 60))):
        mending = Touch(page)
        mending.follow("change hand 1")
        mending.choose(f"{theirs}: tricks", tricks)
        mending.save(1)
        expect_totals(page, *totals)
        assert mending.count <= 3
    # No color: 90 + 12 × 10 makes 200; the others 10 + 2 × 10.
    _tricks_hand(touch, 2, "North", 200, "no color", ours, 90, 12)
    expect_totals(page, 430, 90)
    # Nothing at all: the others get twice 100 + 14 × 10.
    _tricks_hand(touch, 3, "West", 240, "red", theirs, 0, 0)
    expect_totals(page, 910, 90)
    # Black tricks count 8: 50 + 6 × 8, and 50 + 8 × 8.
    _tricks_hand(touch, 4, "South", 70, "black", ours, 50, 6)
    expect_finish(page, "North & South", 1008, 204)


@pytest.mark.long
def test_display(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "Display Rook")
    bids = page.get_by_role("group", name="Bid", exact=True).get_by_role("radio")
    assert [bids.nth(index).get_attribute("value") for index in (0, -1)] == ["5", "125"]
    _tricks_hand(touch, 1, "North", 100, "green", ours, 85, 9)
    expect_totals(page, 103, 25)
    # 70 + 10 × 2 falls short of 110: nothing, and (30 + 4 × 2) × 2 for the others.
    _tricks_hand(touch, 2, "East", 110, "red", theirs, 70, 10)
    expect_totals(page, 179, 25)
    _tricks_hand(touch, 3, "South", 5, "black", ours, 10, 2)
    expect_totals(page, 193, 139)
    # Both pass 200: the higher total wins.
    _tricks_hand(touch, 4, "West", 60, "yellow", theirs, 60, 7)
    expect_finish(page, "North & South", 247, 213)


def _tricks_hand(
    touch: Touch,
    place: int,
    bidder: str,
    bid: int,
    trump: str,
    side: str,
    captured: int,
    tricks: int,
    outcome: tuple[str, str] | None = None,
) -> None:
    before = touch.count
    touch.bid(bidder, bid, trump)
    expect(typed_inputs(touch.page)).to_have_count(0)
    touch.choose(f"{side}: captured", captured)
    touch.choose(f"{side}: tricks", tricks)
    if outcome:
        expect_outcome(touch.page, *outcome)
    touch.save(place)
    assert touch.count - before <= 7


def melds_of(page: Page, side: str) -> Locator:
    """The melds of a side, after a touch of its tab where another side is shown."""
    tab = page.get_by_role("radio", name=re.compile(f"^{side}"))
    if not tab.is_checked():
        tab.tap()
    return page.get_by_role("group", name=f"{side}: melds")


def _set(touch: Touch, side: str, number: int, natural: int, wild: int, words: str) -> None:
    melds = melds_of(touch.page, side)
    touch.choose("Kind of meld", "Set", melds)
    touch.press(f"Add a set of {number}s", melds)
    row = melds.locator(".meld").first
    row.get_by_role("textbox", name="Natural").fill(str(natural))
    row.get_by_role("textbox", name="Wild").fill(str(wild))
    expect(row).to_contain_text(words)


def _run(touch: Touch, side: str, color: str, first: int, last: int, words: str) -> None:
    melds = melds_of(touch.page, side)
    touch.choose("Kind of meld", "Run", melds)
    touch.choose("Color of the run", color, melds)
    touch.choose("First card", first, melds)
    touch.press(f"Add the run up to {last}", melds)
    expect(melds.locator(".meld").first).to_contain_text(words)


def _figures(touch: Touch, side: str, rooks: int, in_hand: int) -> None:
    melds_of(touch.page, side)
    touch.choose(f"{side}: rook cards played", rooks)
    touch.give(f"{side}: left in hand", in_hand)


def test_club_melds_become_rookies(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "Club Rook")
    score = page.get_by_role("group", name="Side")
    expect(score.get_by_text("first play 50")).to_have_count(2)
    touch.choose("Who went out", "North")
    _run(touch, ours, "red", 4, 10, "Rookie")
    _set(touch, ours, 6, 4, 3, "Rookie")
    _set(touch, theirs, 9, 3, 1, "9")
    expect(melds_of(page, theirs).locator(".meld", has_text="Rookie")).to_have_count(0)
    _figures(touch, ours, 1, 30)
    _figures(touch, theirs, 1, 70)
    # Out 200, run 1200, mixed set 400, Rook card 200 + 10, table 70 + 100, hand -30.
    # The others: table 30 + 20, hand -70, and a Rook card without two Rookies is nothing.
    expect_outcome(page, "+2150", "−20")
    touch.save(1)
    expect_totals(page, 2150, -20)
    expect(score).to_contain_text("first play 100")
    expect(score).to_contain_text("first play 50")
    touch.choose("Who went out", "South")
    _run(touch, ours, "green", 4, 14, "Rookie")
    _set(touch, ours, 7, 7, 0, "Rookie")
    _figures(touch, ours, 2, 0)
    _figures(touch, theirs, 0, 100)
    # Out 200, run 1200, natural set 800, both Rook cards 500 + 20, table 110 + 70.
    expect_outcome(page, "+2900", "−100")
    touch.save(2)
    expect_finish(page, "North & South", 5050, -120)


def _names(page: Page, address: str, *names: str) -> None:
    """Start a game with these players."""
    page.goto(address)
    for seat, name in enumerate(names):
        page.locator("input[name=players]").nth(seat).fill(name)
    page.get_by_role("button", name="Start game").first.tap()
    expect(page.locator("form.hand")).to_be_visible()


def test_a_hand_with_five_melds_in_sixteen_touches(phone: Phone) -> None:
    page = phone()
    _names(page, "/new/club", "Christopher", "Elizabeth", "Bartholomew", "Alexandra")
    page.evaluate("addEventListener('scroll', () => { window.scrolled = true })")
    side = "Christopher & Bartholomew"
    touch, melds = Touch(page), melds_of(page, side)
    touch.choose("Kind of meld", "Rookie", melds)
    touch.press("Add a rookie of 7s", melds)
    touch.press("Add a rookie of 10s", melds)
    # In a Rookie a wild card takes the place of a natural one.
    tens = melds.locator(".meld").first
    for _ in range(2):
        touch.press("More: Wild", tens)
    expect(tens.get_by_role("textbox", name="Natural")).to_have_value("5")
    expect(tens).to_contain_text("Regular Rookie")
    touch.choose("Kind of meld", "Set", melds)
    touch.press("Add a set of 12s", melds)
    touch.press("More: Wild", melds.locator(".meld").first)
    touch.press("Add a set of 9s", melds)
    touch.press("More: Natural", melds.locator(".meld").first)
    # Red is the first color.
    touch.choose("Kind of meld", "Run", melds)
    touch.choose("First card", 5, melds)
    touch.press("Add the run up to 9", melds)
    touch.step(f"{side}: rook cards played")
    touch.choose("Who went out", "Christopher")
    # Out 200, Rookies 800 and 400, a Rook card 200 + 10, cards 70 + 90 + 50 + 40 + 50.
    expect_outcome(page, "+1910", "0")
    # Nothing was scrolled, though the names are long.
    assert not page.evaluate("window.scrolled")
    page.reload()
    expect(melds_of(page, side).locator(".meld")).to_have_count(5)
    expect_outcome(page, "+1910", "0")
    touch.save(1)
    assert (touch.count, touch.typed) == (16, 0)
    expect_totals(page, 1910, 0)
