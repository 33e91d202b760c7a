"""Cribbage as a live counter: touch the card played, and it calls."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.touch import Touch, expect_finish, expect_outcome, expect_totals, start


def _counter(page: Page, count: int, call: str = "") -> None:
    expect(page.locator(".count strong")).to_have_text(str(count))
    if call:
        expect(page.locator(".count")).to_contain_text(call)


def _play(touch: Touch, card: int, count: int, call: str = "") -> None:
    touch.press(f"Play {card}")
    _counter(touch.page, count, call)


@pytest.mark.long
def test_a_whole_game_card_by_card(phone: Phone) -> None:
    page = phone()
    touch = start(page, "Simplified Cribbage", players=2)
    # Player 1 deals, so Player 2 begins; whose turn it is needs no touch.
    _play(touch, 7, 7)
    _play(touch, 8, 15, "Player 1: 15 for 2")
    _play(touch, 5, 20, "Player 2: 20 for 2")
    _play(touch, 10, 30, "Player 1: 30 for 2")
    _play(touch, 1, 31, "Player 2: 31 for 3")
    _play(touch, 9, 9)
    _play(touch, 10, 19)
    _play(touch, 13, 13, "Player 2: Go")
    _play(touch, 2, 15, "Player 2: 15 for 2")
    _play(touch, 4, 19)
    assert touch.count == 10
    # The hands follow from the plays. In play 4 and 8; in the hands of 8, 10, 9, 13, 4 nothing,
    # of 7, 5, 1, 10, 2 two fifteens: 5 + 10, and 7 + 5 + 1 + 2.
    expect_outcome(page, "+4", "+12")
    touch.save(1)
    expect_totals(page, 4, 12)
    # The same can be told as points, without the cards.
    touch.unfold("Or enter points made in play")
    touch.give("Player 1: points made in play", 10)
    touch.give("Player 2: points made in play", 16)
    touch.unfold("Or enter points for the hands")
    touch.choose("Player 1: points for the hands", 4)
    touch.choose("Player 2: points for the hands", 16)
    touch.save(2)
    expect_totals(page, 18, 44)
    for card, count in ((7, 7), (8, 15), (5, 20), (1, 21), (4, 25), (2, 27)):
        _play(touch, card, count)
    _play(touch, 4, 31, "Player 2 won during play")
    touch.save(3)
    expect_finish(page, "Player 2", 20, 51)


def test_three_hands_by_cards_in_sixteen_touches(phone: Phone) -> None:
    page = phone()
    start(page, "Simplified Cribbage", players=3)
    # Nobody is scolded before the first card.
    page.wait_for_load_state("networkidle")
    expect(page.locator(".wrong, .faults, .hints")).to_have_count(0)
    touch, count = Touch(page), 0
    for card in (7, 8, 5, 10, 1, 9, 10, 12, 13, 2, 4, 6, 3, 11, 14):
        count = count + card if count + card <= 31 else card
        _play(touch, card, count)
    touch.save(1)
    assert (touch.count, touch.typed) == (16, 0)


def test_all_that_was_entered_is_cleared_the_cards_too(phone: Phone) -> None:
    page = phone()
    touch = start(page, "Simplified Cribbage", players=2)
    _play(touch, 7, 7)
    _play(touch, 8, 15, "Player 1: 15 for 2")
    touch.press("Clear")
    _counter(page, 0)
    _play(touch, 9, 9)
    page.reload()
    _counter(page, 9)


def test_quick_fingers_lose_no_card(phone: Phone) -> None:
    page = phone()
    touch = start(page, "Simplified Cribbage", players=2)
    # Both cards go down before the first answer is back.
    held: list[Route] = []
    page.route("**/hand", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/hand"):
        touch.press("Play 7")
    touch.press("Play 8")
    held[0].continue_()
    _counter(page, 15, "15 for 2")


def test_the_last_card_can_be_undone_and_cards_survive_a_reload(phone: Phone) -> None:
    page = phone()
    touch = start(page, "Simplified Cribbage", players=2)
    _play(touch, 7, 7)
    _play(touch, 8, 15)
    page.reload()
    _counter(page, 15, "15 for 2")
    touch.press("Undo last card")
    _counter(page, 7)
    _play(touch, 10, 17)
    # Somebody may play out of turn: a touch says who.
    touch.choose("Who plays?", "Player 1")
    _play(touch, 3, 20, "Player 1: 20 for 2")
