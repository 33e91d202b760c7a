"""The limits that the product promises, counted in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.touch import Touch, expect_outcome, expect_totals, start_by_touch, typed_inputs


def test_two_touches_start_a_game_six_enter_a_hand_and_three_correct_it(phone: Phone) -> None:
    """Boston and Display have their limit in test_partner_games.py."""
    page = phone()
    touch = start_by_touch(page, "The Original ROOK")
    assert touch.count <= 2
    # Every legal bid is one touch away, and no other number can be touched.
    bids = page.get_by_role("group", name="Bid", exact=True).get_by_role("radio")
    values = [bids.nth(index).get_attribute("value") for index in range(bids.count())]
    assert values == ["70", "75", "80", "85", "90", "95", "100", "105", "110", "115", "120"]
    expect(typed_inputs(page)).to_have_count(0)
    expect(page.locator(".board .facts")).to_contain_text("North deals")
    expect(page.locator(".board .facts")).to_contain_text("East bids first")
    touch.press("Save bid")
    # Nothing is known yet: the page says so, and the bid can still be touched.
    expect(page.locator(".wrong, .faults").first).to_be_visible()
    for place, bid, captured, outcome, totals in (
        # Equal is made; a lower sum is set back by the bid and keeps no counters.
        (1, 70, 70, ("+50", "+70"), (50, 70)),
        (2, 95, 75, ("+45", "−95"), (95, -25)),
        (3, 120, 115, ("+5", "−120"), (100, -145)),
    ):
        touch = Touch(page)
        touch.bid("East", bid, "green")
        expect(typed_inputs(page)).to_have_count(0)
        touch.choose("East & West: captured", captured)
        expect_outcome(page, *outcome)
        touch.save(place)
        expect_totals(page, *totals)
        assert touch.count <= 6
    mending = Touch(page)
    mending.follow("change hand 1")
    mending.choose("East & West: captured", 120)
    expect_outcome(page, "0", "+120")
    mending.save(1)
    # 0 + 45 + 5, and 120 − 95 − 120.
    expect_totals(page, 50, -95)
    assert mending.count <= 3
    mending.bid("East", 95, "green")
    mending.unfold("Count by cards")
    expect(typed_inputs(page)).to_have_count(0)
