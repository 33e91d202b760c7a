"""What goes wrong at the table, under its fold: thrown-in hands, misdeals, penalties, adjustments."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.finger import Finger, see_outcome, see_totals, start

FOLD = "Something went wrong"


def _as_it_is(finger: Finger, place: int) -> None:
    finger.press(f"Save hand {place} as it is")
    expect(finger.page.locator(".who")).to_contain_text(f"Hand {place + 1}")


def _dealer(page: Page, name: str) -> None:
    expect(page.locator(".who")).to_contain_text(f"deals {name}")


def test_thrown_in_and_misdealt(phone: Phone) -> None:
    page = phone()
    finger = start(page, "The Original ROOK")
    finger.unfold(FOLD)
    finger.touch(page.get_by_label("Nobody bid"))
    _as_it_is(finger, 1)
    # Nobody scores, and the deal passes on.
    see_totals(page, 0, 0)
    _dealer(page, "East")
    finger.unfold(FOLD)
    finger.touch(page.get_by_label("Misdeal: a card was shown"))
    _as_it_is(finger, 2)
    # A misdeal: the same dealer again.
    see_totals(page, 0, 0)
    _dealer(page, "East")


def test_a_penalty_and_an_adjustment(phone: Phone) -> None:
    page = phone()
    finger = start(page, "The Original ROOK")
    finger.bid("East", 95, "green")
    finger.choose("East & West: captured", 100)
    finger.unfold(FOLD)
    finger.choose("Kind of penalty", "table talk")
    finger.choose("Penalty by", "North")
    # Sides are offered by their names, not by numbers.
    finger.choose("Side", "East & West")
    page.get_by_role("textbox", name="Points").fill("−10")
    page.get_by_role("textbox", name="Reason").fill("cards dropped on the floor")
    # 20 less 40 for table talk; 100 less the 10 agreed.
    see_outcome(page, "−20", "+90")
    finger.save(1)
    see_totals(page, -20, 90)
    finger.follow("+90")
    expect(page.locator(".lines")).to_contain_text("cards dropped on the floor")


def test_a_misplay_costs_the_bid(phone: Phone) -> None:
    page = phone()
    finger = start(page, "The Original ROOK")
    finger.bid("East", 95, "green")
    finger.choose("East & West: captured", 40)
    finger.unfold("North & South: the rest")
    finger.choose("North & South: captured", 30)
    finger.unfold(FOLD)
    finger.choose("Misplay by", "South")
    # The offenders lose the bid, whoever bid; the others keep what they have so far.
    see_outcome(page, "−95", "+40")
    finger.save(1)
    see_totals(page, -95, 40)
