"""What goes wrong at the table, under its fold: thrown-in hands, misdeals, penalties, adjustments."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.touch import Touch, expect_outcome, expect_totals, start

FOLD = "Penalty, misdeal or note"


def _as_it_is(touch: Touch, place: int) -> None:
    touch.press(f"Save hand {place}")
    expect(touch.page.locator(".board .facts")).to_contain_text(f"Hand {place + 1}")


def _dealer(page: Page, name: str) -> None:
    expect(page.locator(".board .facts")).to_contain_text(f"{name} deals")


def test_thrown_in_and_misdealt(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    touch.unfold(FOLD)
    touch.tap(page.get_by_label("Nobody bid"))
    _as_it_is(touch, 1)
    # Nobody scores, and the deal passes on.
    expect_totals(page, 0, 0)
    _dealer(page, "East")
    touch.unfold(FOLD)
    touch.tap(page.get_by_label("Misdeal: a card was shown"))
    _as_it_is(touch, 2)
    # A misdeal: the same dealer again.
    expect_totals(page, 0, 0)
    _dealer(page, "East")


def test_a_penalty_and_an_adjustment(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    touch.choose("East & West: captured", 100)
    touch.unfold(FOLD)
    touch.choose("Kind of penalty", "table talk")
    touch.choose("Penalty by", "North")
    # Sides are offered by their names, not by numbers.
    touch.choose("Side", "East & West")
    page.get_by_role("textbox", name="Points").fill("−10")
    page.get_by_role("textbox", name="Reason").fill("cards dropped on the floor")
    # 20 less 40 for table talk; 100 less the 10 agreed.
    expect_outcome(page, "−20", "+90")
    touch.save(1)
    expect_totals(page, -20, 90)
    touch.tap(page.locator(".so-far tbody a").first)
    expect(page.locator("ul.rows").first).to_contain_text("cards dropped on the floor")


def test_a_misplay_costs_the_bid(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    touch.choose("East & West: captured", 40)
    touch.unfold("North & South get the rest")
    touch.choose("North & South: captured", 30)
    touch.unfold(FOLD)
    touch.choose("Misplay by", "South")
    # The offenders lose the bid, whoever bid; the others keep what they have so far.
    expect_outcome(page, "−95", "+40")
    touch.save(1)
    expect_totals(page, -95, 40)
