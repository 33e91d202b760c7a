"""Two phones at one table, one of them without network: both versions are shown, and the table chooses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.cutting import Site, away, game_of, house, prepared, see_home, see_state, site, tolerated, totals
from tests.browser.finger import Finger, see_totals, start

__all__ = ["house", "site", "tolerated"]


def _clash(phone: Phone, house: Site) -> tuple[Page, Page, str]:
    """One phone is away and enters hands 1 and 2; the other saves its own hand 1."""
    first, second = phone(), phone()
    start(first, "High 14")
    game = game_of(first)
    first.get_by_role("link", name="Share").first.tap()
    link = first.locator("section").first.get_by_label("Link").input_value()
    first.get_by_role("link", name="Back to the table").tap()
    second.goto(link)
    prepared(first)
    expect(second.locator("form.hand")).to_be_visible()
    with away(first):
        for place, shares in ((1, (0, 20, 10)), (2, (10, 10, 0))):
            for name, share in zip(("North", "East", "South"), shares, strict=True):
                Finger(first).choose(f"{name}: captured", share)
            Finger(first).press(f"Save hand {place}")
        see_totals(first, 10, 30, 10, 70)
        for name, share in (("North", 30), ("East", 20), ("South", 10)):
            Finger(second).choose(f"{name}: captured", share)
        Finger(second).save(1)
    see_state(first, "asks")
    expect(first.locator(".outbox")).to_contain_text("another phone saved this hand too")
    for words in ("North 30; East 20; South 10; West the rest", "North 0; East 20; South 10; West the rest"):
        expect(first.get_by_role("definition").filter(has_text=words).first).to_be_visible()
    return first, second, game


THEIRS, MINE, NEXT = [30, 20, 10, None], [0, 20, 10, None], [10, 10, 0, None]


@pytest.mark.parametrize(
    ("choice", "hands"),
    [
        ("Keep this one", [THEIRS, NEXT]),
        ("Take mine instead", [MINE, NEXT]),
        ("Mine is the next hand", [THEIRS, MINE, NEXT]),
    ],
)
def test_two_phones_saved_a_hand_and_the_table_chooses(
    phone: Phone, house: Site, choice: str, hands: list[list[int | None]]
) -> None:
    first, second, game = _clash(phone, house)
    Finger(first).press(choice)
    see_home(first)
    assert house.record(game)["hands"] == [{"captured": each} for each in hands]
    second.reload()
    sums = totals(house.record(game))
    for page in (first, second):
        see_totals(page, *sums)
    # Theirs is in the history whatever was chosen.
    assert {"captured": THEIRS} in [each.facts for each in house.versions(game)]


def test_the_same_hand_entered_twice_needs_no_choice(phone: Phone, house: Site) -> None:
    first, second = phone(), phone()
    start(first, "High 14")
    game = game_of(first)
    first.get_by_role("link", name="Share").first.tap()
    link = first.locator("section").first.get_by_label("Link").input_value()
    first.get_by_role("link", name="Back to the table").tap()
    second.goto(link)
    prepared(first)
    expect(second.locator("form.hand")).to_be_visible()
    with away(first):
        for page in (first, second):
            for name, share in (("North", 30), ("East", 20), ("South", 10)):
                Finger(page).choose(f"{name}: captured", share)
            Finger(page).press("Save hand 1")
            see_totals(page, 30, 20, 10, 0)
    see_home(first)
    assert len(house.versions(game)) == 1


def test_a_correction_that_ends_the_game_earlier_asks_first(phone: Phone, house: Site) -> None:
    page = phone()
    start(page, "High 14")
    prepared(page)
    game = game_of(page)
    finger = Finger(page)
    with away(page):
        for place, share in ((1, 30), (2, 10)):
            finger.choose("North: captured", share)
            finger.choose("East: captured", 10)
            finger.choose("South: captured", 10)
            finger.press(f"Save hand {place}")
        page.locator("details[data-hand='1'] summary").tap()
        finger.press("Change hand 1")
        finger.choose("North: captured", 40)
        finger.choose("East: captured", 0)
        finger.choose("South: captured", 0)
        finger.unfold("West: the rest")
        finger.choose("West: captured", "rest")
        finger.press("Save hand 1")
        # 40 and 10: over the line of 50, alone, with hand 2.
        see_totals(page, 50, 10, 10, 50)
    see_home(page)
    assert totals(house.record(game)) == (50, 10, 10, 50)
