"""Whole games in which everyone plays alone, by touch, from the start page to the finish page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.touch import Touch, expect_finish, expect_outcome, expect_totals, start_by_touch, typed_inputs

NAMES = ("North", "East", "South", "West")


def _shares(touch: Touch, what: str, *shares: int) -> None:
    """One touch a player but the last, who takes the rest."""
    before = touch.count
    for name, share in zip(NAMES, shares, strict=False):
        touch.choose(f"{name}: {what}", share)
    assert touch.count - before == len(shares)


def _held(touch: Touch, what: str, *counts: int) -> None:
    for name, count in zip(NAMES, counts, strict=True):
        touch.give(f"{name}: {what}", count)


def test_regular_for_four_in_six_touches(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "Regular Rook")
    result = Touch(page)
    result.bid("North", 50, "red")
    expect(page.get_by_role("status")).to_contain_text("Bid saved.")
    expect(typed_inputs(page)).to_have_count(0)
    keys = page.locator("[data-keys]")
    # The keys are North's; with each touch they become the next player's, and what is too much cannot be touched.
    result.press("55", keys)
    expect(keys).to_contain_text("45 left")
    expect(keys.get_by_role("button", name="45", exact=True)).to_be_enabled()
    expect(keys.get_by_role("button", name="50", exact=True)).to_be_disabled()
    # Silence while the hand is incomplete.
    expect(page.locator(".wrong, .faults")).to_have_count(0)
    result.press("20", keys)
    result.press("15", keys)
    # West gets the rest.
    expect(page.get_by_role("textbox", name="Points West captured")).to_have_attribute("placeholder", "10")
    expect_outcome(page, "+55", "+20", "+15", "+10")
    result.save(1)
    assert (result.count, result.typed, page.evaluate("scrollY")) == (6, 0, 0)
    expect_totals(page, 55, 20, 15, 10)
    touch.bid("East", 60, "green")
    _shares(touch, "captured", 20, 40, 30)
    expect_outcome(page, "+20", "−60", "+30", "+10")
    touch.save(2)
    expect_totals(page, 75, -40, 45, 20)
    touch.bid("North", 75, "black")
    # 80 and 20 are all there is: the others have nothing, without a touch.
    _shares(touch, "captured", 80, 20)
    expect_outcome(page, "+80", "+20", "0", "0")
    touch.save(3)
    expect_finish(page, "North", 155, -20, 45, 20)


def test_another_player_and_another_figure_can_be_touched(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "High 14")
    touch.choose("South: captured", 30)
    touch.choose("North: captured", 20)
    touch.step("South: captured", 1)
    # 5s and 10s: 30 and one step is 35; − leaves out nothing either.
    expect(page.get_by_role("textbox", name="Points South captured")).to_have_value("35")
    touch.step("South: captured", -2)
    expect(page.get_by_role("textbox", name="Points South captured")).to_have_value("25")
    touch.choose("East: captured", 10)
    expect_outcome(page, "+20", "+10", "+25", "+5")
    page.reload()
    expect(page.get_by_role("textbox", name="Points South captured")).to_have_value("25")
    expect(page.get_by_role("textbox", name="Points West captured")).to_have_attribute("placeholder", "5")
    touch.save(1)
    expect_totals(page, 20, 10, 25, 5)


@pytest.mark.long
def test_eight_players_with_long_names(phone: Phone) -> None:
    page = phone()
    start_by_touch(page, "Everlasting", players=8)
    # Compact rows: a player with one figure takes a touch of height.
    boxes = [page.locator(".player").nth(seat).bounding_box() for seat in range(8)]
    assert all(box and 44 <= box["height"] <= 52 for box in boxes)
    page.goto("/new/tuxedo?players=8")
    names = page.locator("input[name=players]")
    for seat in range(8):
        names.nth(seat).fill(f"{seat}" + ("Bartholomew" * 4)[:39])
    page.get_by_role("button", name="Start game").first.tap()
    expect(page.locator(".player")).to_have_count(8)
    for size in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        page.set_viewport_size({"width": 320 if size == "100%" else 390, "height": 844})
        wide = page.evaluate(OUTSIDE)
        assert wide == [], size


#: What of the form is wider than its place, or cut off in it.
OUTSIDE = """() => [...document.querySelectorAll("form.hand *")]
  .filter((node) => node.checkVisibility() && node.getBoundingClientRect().right > innerWidth + 1)
  .map((node) => node.className || node.tagName)"""


@pytest.mark.long
def test_cordova_with_offer_and_sale(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "Cordova")

    def hand(place: int, trump: str, *shares: int, offer: tuple[str, int, str] | None = None) -> None:
        touch.choose("Trump", trump)
        if offer:
            by, points, sold = offer
            touch.unfold("Highest offer")
            touch.choose("Offer by", by)
            touch.give("Points offered", points)
            touch.choose("Sold", sold)
        _shares(touch, "captured", *shares)
        touch.save(place)

    hand(1, "blue", 15, 10, 5)
    expect_totals(page, 15, 10, 5, 2)
    # East deals and sells to South for 20: the price and his own 5; South makes 25.
    hand(2, "red", 0, 5, 25, offer=("South", 20, "yes"))
    expect_totals(page, 15, 35, 30, 4)
    # South deals and declines 12, but captures 5: he loses 12 instead.
    hand(3, "black", 10, 15, 5, offer=("North", 12, "no"))
    expect_totals(page, 25, 50, 18, 6)
    # West deals and sells to East for 30.
    hand(4, "green", 0, 32, offer=("East", 30, "yes"))
    expect_totals(page, 25, 82, 18, 36)
    hand(5, "green", 2, 25, 0)
    expect_finish(page, "East", 27, 107, 18, 41)


@pytest.mark.long
def test_tuxedo_for_two(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "Tuxedo", players=2)

    def hand(place: int, cards: int, fives: int, sweeps: tuple[int, int]) -> None:
        touch.give("Player 1: cards", cards)
        touch.choose("Player 1: fives", fives)
        for name, count in zip(("Player 1", "Player 2"), sweeps, strict=True):
            touch.give(f"{name}: sweeps", count)
        touch.save(place)

    # Most cards 5, three fives 15, two sweeps 2; the other has one five.
    hand(1, 30, 3, (2, 0))
    expect_totals(page, 22, 5)
    # 28 each: nobody has the most cards.
    hand(2, 28, 2, (0, 1))
    expect_totals(page, 32, 16)
    hand(3, 20, 4, (0, 4))
    expect_finish(page, "Player 1", 52, 25)


def test_tuxedo_for_four_in_eight_touches(phone: Phone) -> None:
    page = phone()
    start_by_touch(page, "Tuxedo")
    expect(typed_inputs(page)).to_have_count(0)
    touch = Touch(page)
    for name, cards in zip(NAMES, (17, 12, 14), strict=False):
        touch.enter(f"{name}: cards", cards)
    for name in ("North", "East", "South"):
        touch.step(f"{name}: fives")
    touch.step("East: sweeps")
    # West has the other 13 cards and the last five; nobody else swept.
    expect(page.get_by_role("textbox", name="West: cards")).to_have_attribute("placeholder", "13")
    expect_outcome(page, "+10", "+6", "+5", "+5")
    touch.save(1)
    expect_totals(page, 10, 6, 5, 5)
    assert (touch.count, touch.typed) == (8, 0)


@pytest.mark.long
def test_flip_is_six_hands_and_the_lowest_wins(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "Flip")
    hands = [(3, 10, 5), (0, 0, 0), (12, 4, 4), (1, 2, 18), (2, 11, 7), (10, 6, 4)]
    for place, shares in enumerate(hands, 1):
        _shares(touch, "red cards taken", *shares)
        touch.save(place)
        if place == 2:
            expect_totals(page, 3, 10, 5, 28)
    expect_finish(page, "North", 28, 33, 38, 39)


def test_i_doubt_it(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "I Doubt It")
    hands = [("East", 10, 0, 12, 8), ("East", 20, 0, 10, 15), ("North", 0, 5, 6, 7), ("East", 9, 0, 9, 9)]
    totals = [(0, 30, 0, 0), (0, 75, 0, 0), (18, 75, 0, 0)]
    for place, (out, *left) in enumerate(hands, 1):
        touch.choose("Who ran out", out)
        _held(touch, "cards left", *left)
        assert touch.typed == 0
        touch.save(place)
        if place <= len(totals):
            expect_totals(page, *totals[place - 1])
    expect_finish(page, "East", 18, 102, 0, 0)


@pytest.mark.long
def test_high_14_plays_on_after_a_tie(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "High 14")
    _shares(touch, "captured", 30, 30)
    touch.save(1)
    _shares(touch, "captured", 20, 20, 20)
    touch.save(2)
    # Two share the 50: nobody has won.
    expect_totals(page, 50, 50, 20, 0)
    expect(page.locator(".finish")).to_have_count(0)
    _shares(touch, "captured", 5, 15, 20)
    touch.save(3)
    expect_finish(page, "East", 55, 65, 40, 20)


@pytest.mark.long
def test_the_children_play_one_hand(phone: Phone) -> None:
    page = phone()
    touch = start_by_touch(page, "Everlasting")
    # Who holds no cards is not touched.
    touch.give("North: cards held", 20)
    touch.give("South: cards held", 36)
    touch.save(1)
    expect_finish(page, "South", 20, 0, 36, 0)
    touch = start_by_touch(page, "Tens")
    _held(touch, "cards held", 31, 10, 8, 7)
    touch.save(1)
    expect_finish(page, "North", 31, 10, 8, 7)
    touch = start_by_touch(page, "Donkey")
    touch.choose("Winner", "West")
    touch.save(1)
    expect_finish(page, "West", 0, 0, 0, 1)
