"""The limits that the product promises, counted in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.touch import Touch, expect_outcome, expect_totals, start_by_touch, typed_inputs


def test_two_touches_start_a_game(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "The Original ROOK")
    expect(page.get_by_text("Who won the bid?")).to_be_visible()
    assert touch.count <= 2
    # Every legal bid is one touch away, and no other number can be touched.
    bids = page.get_by_role("group", name="Bid", exact=True).get_by_role("radio")
    values = [bids.nth(index).get_attribute("value") for index in range(bids.count())]
    assert values == ["70", "75", "80", "85", "90", "95", "100", "105", "110", "115", "120"]
    expect(typed_inputs(page)).to_have_count(0)
    expect(page.locator(".board .facts")).to_contain_text("North deals")
    expect(page.locator(".board .facts")).to_contain_text("East bids first")


@pytest.mark.parametrize(
    ("bid", "captured", "outcome", "totals"),
    [
        # Equal is made; a lower sum is set back by the bid and keeps no counters.
        (70, 70, ("+50", "+70"), (50, 70)),
        (95, 75, ("+45", "−95"), (45, -95)),
        (120, 115, ("+5", "−120"), (5, -120)),
    ],
)
def test_six_taps_for_a_hand_and_three_to_correct_it(
    phone: Phone, bid: int, captured: int, outcome: tuple[str, str], totals: tuple[int, int]
) -> None:
    page = phone()
    start_by_touch(page, "The Original ROOK")
    touch = Touch(page)
    touch.bid("East", bid, "green")
    expect(typed_inputs(page)).to_have_count(0)
    touch.choose("East & West: captured", captured)
    expect_outcome(page, *outcome)
    touch.save(1)
    expect_totals(page, *totals)
    assert touch.count <= 6
    mending = Touch(page)
    mending.follow("change hand 1")
    mending.choose("East & West: captured", 120)
    expect_outcome(page, "0", "+120")
    mending.save(1)
    expect_totals(page, 0, 120)
    assert mending.count <= 3


def test_seven_touches_in_boston(phone: Phone) -> None:
    page = phone()
    start_by_touch(page, "Boston Rook")
    touch = Touch(page)
    touch.bid("East", 150, "red")
    expect(typed_inputs(page)).to_have_count(0)
    touch.choose("East & West: captured", 60)
    touch.choose("East & West: tricks", 7)
    # 60 + 7 × 10 falls short of 150: counters only, and (40 + 70) × 2 for the others.
    expect_outcome(page, "+220", "+60")
    touch.save(1)
    expect_totals(page, 220, 60)
    assert touch.count <= 7
    mending = Touch(page)
    mending.follow("change hand 1")
    mending.choose("East & West: tricks", 9)
    mending.save(1)
    # 60 + 9 × 10 is exactly 150: made; the others 40 + 5 × 10.
    expect_totals(page, 90, 150)
    assert mending.count <= 3


def test_seven_touches_in_display(phone: Phone) -> None:
    page = phone()
    start_by_touch(page, "Display Rook")
    bids = page.get_by_role("group", name="Bid", exact=True).get_by_role("radio")
    assert [bids.nth(index).get_attribute("value") for index in (0, -1)] == ["5", "125"]
    touch = Touch(page)
    touch.bid("East", 110, "red")
    touch.choose("East & West: captured", 70)
    touch.choose("East & West: tricks", 10)
    touch.save(1)
    # 70 + 10 × 2 falls short of 110: nothing, and (30 + 4 × 2) × 2 for the others.
    expect_totals(page, 76, 0)
    assert touch.count <= 7


def test_captured_counters_can_be_touched_as_cards(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    touch.unfold("Count by cards")
    expect(typed_inputs(page)).to_have_count(0)


def test_a_bid_that_was_not_entered_is_asked_for(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "The Original ROOK")
    touch.press("Save bid")
    # Nothing is known yet: the page says so, and the bid can still be touched.
    expect(page.locator(".wrong, .faults").first).to_be_visible()
    touch.bid("East", 95, "green")
