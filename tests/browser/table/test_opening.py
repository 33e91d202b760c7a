"""A game that was begun on paper goes on here: in four touches at most, beside the figures."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.network import away, expect_server_page, expect_sync_state, start_table, wait_until_prepared
from tests.browser.page_checks import SIDEWAYS
from tests.browser.server import LocalServer
from tests.browser.touch import Touch, expect_outcome, expect_totals, start


def enter_totals(page: Page, *totals: str) -> None:
    """The first figure has the cursor already, Enter goes on to the next."""
    expect(page.get_by_role("heading", name="Scores from paper")).to_be_visible()
    expect(page.locator("input[name=total]").first).to_be_focused()
    for total in totals:
        page.keyboard.type(total)
        page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("slug", "players", "totals"),
    [("original", 4, [120, 85]), ("high14", 8, [12, 11, 7, 0, 15, 20, 5, 10])],
)
def test_a_new_game_begins_with_the_score_from_paper(phone: Phone, slug: str, players: int, totals: list[int]) -> None:
    page = phone()
    page.goto(f"/new/{slug}?players={players}")
    touch = Touch(page)
    touch.press("Start with scores from paper")
    enter_totals(page, *map(str, totals))
    assert not page.evaluate(SIDEWAYS)
    touch.press("Save score")
    expect_totals(page, *totals)
    assert touch.count == 2


def test_a_table_takes_it_and_corrects_it_after_a_hand(phone: Phone) -> None:
    page = phone()
    touch = start(page, "The Original ROOK")
    touch.follow("Enter scores from paper")
    enter_totals(page, "45+75", "85")
    touch.press("Save score")
    expect_totals(page, 120, 85)
    assert touch.count == 2
    expect(page.get_by_role("row", name="Paper 120 85")).to_be_visible()
    touch.bid("East", 80, "red")
    touch.choose("Points East & West captured", 100)
    touch.save(1)
    expect_totals(page, 140, 185)
    expect(page.get_by_role("row", name="Brought from paper 120 85")).to_be_visible()
    touch.follow("Change scores from paper")
    enter_totals(page, "125")
    touch.press("Save score")
    expect_totals(page, 145, 185)


def test_without_a_network_the_phone_counts_from_there(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game = start_table(page, "original")
    page.goto(f"{page.url}/paper")
    enter_totals(page, "120", "85")
    Touch(page).press("Save score")
    expect_totals(page, 120, 85)
    wait_until_prepared(page)
    with away(page):
        touch = Touch(page)
        touch.bid("East", 80, "red")
        touch.choose("East & West: captured", 100)
        expect_outcome(page, "+20", "+100")
        touch.press("Save hand 1")
        expect_sync_state(page, "waiting")
        expect_totals(page, 140, 185)
        expect(page.get_by_text("Brought from paper: North & South 120, East & West 85")).to_be_visible()
    expect_server_page(page)
    expect_totals(page, 140, 185)
    assert server.record(game)["opening"] == [120, 85]


def test_a_typed_sum_becomes_its_result(phone: Phone) -> None:
    page = phone()
    start(page, "High 14")
    box = page.locator(".tally input").first
    expect(page.locator(".tally")).to_have_attribute("data-ready", "")
    box.fill("5 + 10+5")
    box.press("Tab")
    expect(box).to_have_value("20")
    expect(page.locator("[data-keys] small")).to_have_text("40 left")
