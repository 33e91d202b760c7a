"""The limits that the product promises, counted in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone


class Touches:
    """A person's finger: every touch is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def choose(self, legend: str, label: str) -> None:
        group = self.page.get_by_role("group", name=legend, exact=True)
        group.get_by_role("radio", name=label, exact=True).click()
        self.count += 1

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()
        self.count += 1

    def follow(self, name: str) -> None:
        self.page.get_by_role("link", name=name).first.click()
        self.count += 1


def start_original(page: Page) -> Touches:
    page.goto("/")
    finger = Touches(page)
    finger.follow("The Original ROOK")
    finger.press("Start the game")
    return finger


def test_two_touches_start_a_game(phone: Phone) -> None:
    page = phone()
    finger = start_original(page)
    expect(page.get_by_text("Who took the bid?")).to_be_visible()
    assert finger.count == 2


def test_six_touches_for_a_hand_and_three_to_mend_it(phone: Phone) -> None:
    page = phone()
    start_original(page)
    finger = Touches(page)
    finger.choose("Who took the bid?", "East")
    finger.choose("For how much?", "95")
    finger.choose("Trump colour", "green")
    finger.press("Start the play")
    expect(page.get_by_text("East, 95 on green", exact=True)).to_be_visible()
    finger.choose("East & West: captured", "75")
    expect(page.get_by_text("set back the bid")).to_be_visible()
    finger.press("Save hand 1")
    expect(page.locator(".side strong").nth(0)).to_have_text("45")
    expect(page.locator(".side strong").nth(1)).to_have_text("−95")
    assert finger.count <= 6
    mending = Touches(page)
    mending.follow("change hand 1")
    mending.choose("East & West: captured", "95")
    mending.press("Save hand 1")
    expect(page.locator(".side strong").nth(1)).to_have_text(re.compile("^95$"))
    assert mending.count <= 3
