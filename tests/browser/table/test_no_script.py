"""Everything works by plain forms: a phone that runs no script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.touch import expect_finish, expect_outcome, expect_totals, start_by_touch


def test_a_game_a_correction_and_an_undo(phone: Phone) -> None:
    page = phone(java_script_enabled=False)
    touch = start_by_touch(page, "The Original ROOK")
    assert touch.count == 2
    touch.bid("East", 95, "green")
    touch.choose("East & West: captured", 75)
    touch.press("Show the outcome first")
    expect_outcome(page, "+45", "−95")
    # Only looked at: nothing is saved, and what was touched is kept.
    expect(
        page.get_by_role("group", name="Points East & West captured").get_by_role("radio", name="75")
    ).to_be_checked()
    expect_totals(page, 0, 0)
    touch.save(1)
    expect_totals(page, 45, -95)
    touch.follow("change hand 1")
    touch.choose("East & West: captured", 95)
    touch.save(1)
    expect_totals(page, 25, 95)
    touch.press("Undo")
    expect(page.get_by_role("status")).to_contain_text("Undone")
    expect_totals(page, 45, -95)
    touch.bid("North", 120, "red")
    touch.choose("North & South: captured", 120)
    touch.save(2)
    touch.bid("South", 120, "black")
    touch.choose("North & South: captured", 120)
    touch.save(3)
    # 45 + 120 + 120 is 285: the game goes on.
    touch.bid("South", 70, "black")
    touch.choose("North & South: captured", 80)
    touch.save(4)
    expect_finish(page, "North & South", 365, -55)
    touch.menu("History")
    # Bid and result of every hand, the latest first; what was undone stays readable.
    played = [f"Hand {place} saved" for place in (4, 4, 3, 3, 2, 2)]
    first = ["Hand 1 undone", "Hand 1 corrected", "Hand 1 saved", "Hand 1 saved"]
    expect(page.locator(".versions b")).to_have_text([*played, *first])


def test_errors_are_next_to_their_fields(phone: Phone) -> None:
    page = phone(java_script_enabled=False)
    touch = start_by_touch(page, "Regular Rook")
    touch.bid("North", 50, "red")
    for name in ("North", "East", "South"):
        touch.choose(f"{name}: captured", 40)
    touch.press("Save hand 1")
    expect(page.locator(".wrong").first).to_contain_text("120 of 100")
    for name in ("North", "East", "South"):
        expect(page.get_by_role("textbox", name=f"Points {name} captured")).to_have_value("40")
    # A hand that went wrong: misplay by West, who loses 40; the others keep what they have.
    touch.choose("North: captured", 30)
    touch.choose("East: captured", 20)
    touch.choose("South: captured", 5)
    touch.choose("West: captured", 10)
    touch.unfold("Penalty, misdeal or note")
    touch.choose("Misplay by", "West")
    touch.save(1)
    expect_totals(page, 30, 20, 5, -40)


@pytest.mark.long
def test_a_cribbage_hand_and_a_club_meld(phone: Phone) -> None:
    page = phone(java_script_enabled=False)
    touch = start_by_touch(page, "Simplified Cribbage", players=2)
    for card, count in ((7, 7), (8, 15), (5, 20), (10, 30), (1, 31), (9, 9), (10, 19), (13, 13), (2, 15), (4, 19)):
        touch.press(f"Play {card}")
        expect(page.locator(".count strong")).to_have_text(str(count))
    touch.press("Show the outcome first")
    expect_outcome(page, "+4", "+12")
    touch.save(1)
    expect_totals(page, 4, 12)
    touch = start_by_touch(page, "Club Rook")
    touch.choose("Who went out", "nobody")
    melds = page.get_by_role("group", name="North & South: melds")
    touch.choose("Kind of meld", "Run", melds)
    touch.choose("Color of the run", "red", melds)
    touch.choose("First card", 4, melds)
    touch.press("Add the run up to 10", melds)
    expect(melds.locator(".meld")).to_contain_text("Rookie Sequence")
    # Rook cards are zero unless somebody says otherwise.
    for side in ("North & South", "East & West"):
        touch.tap(page.get_by_role("radio", name=re.compile(f"^{side}")))
        touch.give(f"{side}: left in hand", 40)
    touch.press("Show the outcome first")
    # A Rookie 1200, seven cards 70, less 40.
    expect_outcome(page, "+1230", "−40")
    touch.save(1)
    expect_totals(page, 1230, -40)
