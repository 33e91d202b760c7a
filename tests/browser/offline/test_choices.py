"""Two phones at one table, one of them without network: both versions are shown, and the table chooses."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.network import (
    away,
    enter,
    expect_server_page,
    expect_sync_state,
    join,
    start_table,
    totals,
    wait_until_prepared,
)
from tests.browser.page_checks import find_problems
from tests.browser.server import LocalServer
from tests.browser.touch import Touch, expect_totals
from tests.budget import long_after


def _shared(phone: Phone) -> tuple[Page, Page, str]:
    """Two scorers at one table."""
    first, second = phone(), phone()
    game = start_table(first, "high14")
    join(second, first)
    return first, second, game


EAST = {"bidder": 1, "bid": 95, "trump": "green", "captured": [None, 75]}
NORTH = {"bidder": 0, "bid": 100, "trump": "red", "captured": [120, None]}
WEST = {"bidder": 3, "bid": 80, "trump": "black", "captured": [None, 90]}
SOUTH = {"bidder": 2, "bid": 70, "trump": "yellow", "captured": [70, None]}


def _save_elsewhere(page: Page, game: str, hand: int, base: int, facts: dict[str, Any]) -> None:
    """Another phone saves a hand, without the way through its form."""
    home = page.url.split("/t/")[0]
    entry = {"hand": hand, "base": base, "facts": facts, "token": f"other-{hand}-{base}"}
    answer = page.request.post(f"/t/{game}/sync", data=entry, headers={"X-Rook": "sync", "Origin": home})
    assert answer.json()["state"] == "saved"


@pytest.mark.parametrize(
    ("choices", "hands"),
    long_after(
        2,
        [
            (["Keep mine", "Keep theirs"], [EAST, SOUTH]),
            (["Mine are the next hands (all 2 hands)"], [WEST, SOUTH, EAST, NORTH]),
            (["Keep mine (all 2 hands)"], [EAST, NORTH]),
            (["Keep theirs (all 2 hands)"], [WEST, SOUTH]),
        ],
    ),
)
def test_two_phones_saved_two_hands_and_the_table_chooses(
    phone: Phone, server: LocalServer, choices: list[str], hands: list[dict[str, Any]]
) -> None:
    first, second = phone(), phone()
    game, touch = start_table(first, "original"), Touch(first)
    join(second, first)
    wait_until_prepared(first)
    with away(first):
        touch.bid("East", 95, "green")
        touch.choose("East & West: captured", 75)
        touch.press("Save hand 1")
        touch.bid("North", 100, "red")
        touch.choose("North & South: captured", 120)
        touch.press("Save hand 2")
        expect_totals(first, 165, -95)
        _save_elsewhere(second, game, 1, 0, WEST)
        _save_elsewhere(second, game, 2, 0, SOUTH)
    expect_sync_state(first, "asks")
    tables = first.locator(".outbox table")
    expect(tables).to_have_count(2)
    # Both whole versions of a hand, with what they score.
    expect(tables.first.get_by_role("columnheader")).to_contain_text(["Yours", "On the server"])
    for words in ("95", "80", "green", "black", "Points: North & South+45+30", "Points: East & West−95+90"):
        expect(tables.first).to_contain_text(words)
    expect(tables.last).to_contain_text("Points: North & South+120+70")
    # The same page whatever is chosen then.
    assert len(choices) == 1 or not find_problems(first, "two versions of two hands")
    for choice in choices:
        touch.press(choice)
    expect_server_page(first)
    assert server.record(game)["hands"] == hands
    for page in (first, second):
        expect_totals(page, *totals(server.record(game)))
    # Theirs are in the history whatever was chosen.
    assert [version.facts for version in server.versions(game)][:2] == [WEST, SOUTH]


@pytest.mark.long
def test_a_correction_met_another_one_and_both_were_met_by_a_third(phone: Phone, server: LocalServer) -> None:
    first, second, game = _shared(phone)
    wait_until_prepared(first)
    enter(first, 1, (30, 10, 10))
    expect_totals(first, 30, 10, 10, 10)
    wait_until_prepared(first)
    touch = Touch(first)
    with away(first):
        first.locator("details[data-hand='1'] summary").tap()
        touch.press("Change hand 1")
        enter(first, 1, (0, 20, 20))
        expect_sync_state(first, "waiting")
        _save_elsewhere(second, game, 1, 1, {"captured": [10, 10, 10, None]})
    expect_sync_state(first, "asks")
    first.context.set_offline(True)
    _save_elsewhere(second, game, 1, 2, {"captured": [20, 20, 20, None]})
    touch.press("Keep mine")
    expect_sync_state(first, "waiting")
    # It was decided about another version: the table is asked again.
    first.context.set_offline(False)
    expect(first.locator(".outbox table")).to_contain_text("North 20; East 20; South 20; West the rest")
    expect(first.get_by_role("button", name="Mine is the next hand")).to_have_count(0)
    touch.press("Keep mine")
    expect_server_page(first)
    expect_totals(first, 0, 20, 20, 20)
    assert [version.number for version in server.versions(game)] == [1, 2, 3, 4]


def test_two_tabs_with_two_versions_of_a_hand(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game = start_table(page, "high14")
    wait_until_prepared(page)
    other = page.context.new_page()
    other.goto(page.url)
    wait_until_prepared(other)
    with away(page):
        # One tab has begun when the other one saves.
        Touch(other).choose("North: captured", 30)
        page.bring_to_front()
        enter(page, 1, (0, 20, 10))
        expect_totals(page, 0, 20, 10, 30)
        other.bring_to_front()
        enter(other, 1, (30, 20, 10))
        expect_sync_state(other, "asks")
        expect(other.get_by_role("columnheader")).to_have_text(["Yours", "In the other tab"])
        Touch(other).press("Keep mine")
        expect_totals(other, 30, 20, 10, 0)
    for tab in (other, page):
        expect_server_page(tab)
        expect_totals(tab, 30, 20, 10, 0)
    assert [version.facts for version in server.versions(game)] == [{"captured": [30, 20, 10, None]}]


def test_entries_waiting_behind_a_reset_link_can_be_copied(phone: Phone, server: LocalServer) -> None:
    owner, scorer, game = _shared(phone)
    scorer.context.grant_permissions(["clipboard-read", "clipboard-write"])
    wait_until_prepared(scorer)
    with away(scorer):
        enter(scorer, 1, (30, 20, 10))
        expect_sync_state(scorer, "waiting")
        owner.goto(f"{owner.url}/share")
        owner.get_by_role("button", name="Reset link").first.tap()
        expect(owner.get_by_role("status")).to_contain_text("Link reset")
    expect_sync_state(scorer, "asks")
    scorer.goto("/offline")
    expect(scorer.locator(".outbox .err")).to_contain_text("can no longer open the game")
    Touch(scorer).unfold("Copy the game as text")
    assert not find_problems(scorer, "a game as text")
    Touch(scorer).press("Copy text")
    expect(scorer.get_by_role("button", name="Copied")).to_be_visible()
    # It is a record that can be imported.
    scorer.goto("/import")
    scorer.get_by_label("Or paste the text").fill(scorer.evaluate("navigator.clipboard.readText()"))
    scorer.get_by_role("button", name="Import game").tap()
    expect_totals(scorer, 30, 20, 10, 0)
    assert server.record(game)["hands"] == []


def _over_too_early(phone: Phone, server: LocalServer) -> tuple[Page, Page, str]:
    """One phone corrects hand 1 without network so that North has won with it; the other saves hand 2 meanwhile."""
    first, second, game = _shared(phone)
    wait_until_prepared(first)
    enter(second, 1, (30, 10, 10))
    expect_totals(first, 30, 10, 10, 10)
    # The new copy is kept too.
    wait_until_prepared(first)
    with away(first):
        first.locator("details[data-hand='1'] summary").tap()
        Touch(first).press("Change hand 1")
        enter(first, 1, (60, 0, 0))
        expect_sync_state(first, "waiting")
        enter(second, 2, (0, 10, 20))
        expect_totals(second, 30, 20, 30, 40)
    expect_sync_state(first, "asks")
    expect(first.locator(".outbox")).to_contain_text("With this change the game ends before the last hand.")
    expect(first.locator(".outbox td").filter(has_text="North")).to_have_text(
        "North 60; East 0; South 0; West the rest"
    )
    assert [hand["captured"] for hand in server.record(game)["hands"]] == [[30, 10, 10, None], [0, 10, 20, None]]
    return first, second, game


def test_a_correction_that_ends_the_game_earlier_is_saved_when_the_table_says_so(
    phone: Phone, server: LocalServer
) -> None:
    first, second, game = _over_too_early(phone, server)
    assert not find_problems(first, "a question without network")
    Touch(first).press("Save and end the game")
    expect_server_page(first)
    for page in (first, second):
        expect_totals(page, 60, 0, 0, 0)
        expect(page.locator(".finish").get_by_role("heading")).to_have_text("North wins!")
    assert [hand["captured"] for hand in server.record(game)["hands"]] == [[60, 0, 0, None]]
    # Saved, corrected once; the second hand is deleted and still in the history.
    assert [(version.hand, version.number, version.done) for version in server.versions(game)] == [
        (1, 1, "saved"),
        (2, 1, "saved"),
        (1, 2, "corrected"),
        (2, 2, "deleted"),
    ]


@pytest.mark.long
def test_a_correction_that_ends_the_game_earlier_can_be_left(phone: Phone, server: LocalServer) -> None:
    first, second, game = _over_too_early(phone, server)
    Touch(first).press("Leave the game as it was")
    expect_server_page(first)
    for page in (first, second):
        expect_totals(page, 30, 20, 30, 40)
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1), (2, 1)]


def test_a_correction_on_the_phone_is_scored_at_once(phone: Phone, server: LocalServer) -> None:
    page = phone()
    game = start_table(page, "high14")
    wait_until_prepared(page)
    with away(page):
        enter(page, 1, (30, 10, 10))
        enter(page, 2, (10, 10, 10))
        page.locator("details[data-hand='1'] summary").tap()
        Touch(page).press("Change hand 1")
        enter(page, 1, (40, 0, 0))
        # Both are at the line of 50: the game goes on.
        expect_totals(page, 50, 10, 10, 50)
        page.locator("form.hand").wait_for()
    expect_server_page(page)
    assert totals(server.record(game)) == (50, 10, 10, 50)
