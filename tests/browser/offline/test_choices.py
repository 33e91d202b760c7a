"""Two phones at one table, one of them without network: both versions are shown, and the table chooses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.cutting import (
    Site,
    away,
    enter,
    house,
    join,
    prepared,
    see_home,
    see_state,
    sit_down,
    site,
    tolerated,
    totals,
)
from tests.browser.finger import Finger, see_totals
from tests.browser.looking import complaints

__all__ = ["house", "site", "tolerated"]


def _shared(phone: Phone) -> tuple[Page, Page, str]:
    """Two scorers at one table."""
    first, second = phone(), phone()
    game = sit_down(first, "high14")
    join(second, first)
    return first, second, game


def _clash(phone: Phone, house: Site) -> tuple[Page, Page, str]:
    """One phone is away and enters hands 1 and 2; the other saves its own hand 1."""
    first, second, game = _shared(phone)
    prepared(first)
    with away(first):
        enter(first, 1, (0, 20, 10))
        enter(first, 2, (10, 10, 0))
        see_totals(first, 10, 30, 10, 70)
        enter(second, 1, (30, 20, 10))
        see_totals(second, 30, 20, 10, 0)
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
    sums = totals(house.record(game))
    for page in (first, second):
        see_totals(page, *sums)
    # Theirs is in the history whatever was chosen.
    assert {"captured": THEIRS} in [each.facts for each in house.versions(game)]


def test_the_same_hand_entered_twice_needs_no_choice(phone: Phone, house: Site) -> None:
    first, second, game = _shared(phone)
    prepared(first)
    with away(first):
        for page in (first, second):
            enter(page, 1, (30, 20, 10))
            see_totals(page, 30, 20, 10, 0)
    see_home(first)
    assert len(house.versions(game)) == 1


def _over_too_early(phone: Phone, house: Site) -> tuple[Page, Page, str]:
    """One phone corrects hand 1 without network so that North has won with it; the other saves hand 2 meanwhile."""
    first, second, game = _shared(phone)
    prepared(first)
    enter(second, 1, (30, 10, 10))
    see_totals(first, 30, 10, 10, 10)
    # The new copy is kept too.
    prepared(first)
    with away(first):
        first.locator("details[data-hand='1'] summary").tap()
        Finger(first).press("Change hand 1")
        enter(first, 1, (60, 0, 0))
        see_state(first, "waiting")
        enter(second, 2, (0, 10, 20))
        see_totals(second, 30, 20, 30, 40)
    see_state(first, "asks")
    expect(first.locator(".outbox")).to_contain_text("With this the game is over before the last hand.")
    expect(first.locator(".outbox dd")).to_have_text("North 60; East 0; South 0; West the rest")
    assert [hand["captured"] for hand in house.record(game)["hands"]] == [[30, 10, 10, None], [0, 10, 20, None]]
    return first, second, game


def test_a_correction_that_ends_the_game_earlier_is_saved_when_the_table_says_so(phone: Phone, house: Site) -> None:
    first, second, game = _over_too_early(phone, house)
    assert not complaints(first, "a question without network")
    Finger(first).press("Save and end the game")
    see_home(first)
    for page in (first, second):
        see_totals(page, 60, 0, 0, 0)
        expect(page.locator(".finish").get_by_role("heading")).to_have_text("North")
    assert [hand["captured"] for hand in house.record(game)["hands"]] == [[60, 0, 0, None]]
    # Saved, corrected once; the second hand is deleted and still in the history.
    assert [(each.hand, each.number, each.done) for each in house.versions(game)] == [
        (1, 1, "saved"),
        (2, 1, "saved"),
        (1, 2, "corrected"),
        (2, 2, "deleted"),
    ]


def test_a_correction_that_ends_the_game_earlier_can_be_left(phone: Phone, house: Site) -> None:
    first, second, game = _over_too_early(phone, house)
    Finger(first).press("Leave the game as it was")
    see_home(first)
    for page in (first, second):
        see_totals(page, 30, 20, 30, 40)
    assert [(each.hand, each.number) for each in house.versions(game)] == [(1, 1), (2, 1)]


def test_a_correction_on_the_phone_is_scored_at_once(phone: Phone, house: Site) -> None:
    page = phone()
    game = sit_down(page, "high14")
    prepared(page)
    with away(page):
        enter(page, 1, (30, 10, 10))
        enter(page, 2, (10, 10, 10))
        page.locator("details[data-hand='1'] summary").tap()
        Finger(page).press("Change hand 1")
        enter(page, 1, (40, 0, 0))
        # Both are at the line of 50: the game goes on.
        see_totals(page, 50, 10, 10, 50)
        page.locator("form.hand").wait_for()
    see_home(page)
    assert totals(house.record(game)) == (50, 10, 10, 50)
