"""Two phones at one table, one of them without network: both versions are shown, and the table chooses."""

from __future__ import annotations

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


def _shared(phone: Phone) -> tuple[Page, Page, str]:
    """Two scorers at one table."""
    first, second = phone(), phone()
    game = start_table(first, "high14")
    join(second, first)
    return first, second, game


def _clash(phone: Phone, server: LocalServer) -> tuple[Page, Page, str]:
    """One phone is away and enters hands 1 and 2; the other saves its own hand 1."""
    first, second, game = _shared(phone)
    wait_until_prepared(first)
    with away(first):
        enter(first, 1, (0, 20, 10))
        enter(first, 2, (10, 10, 0))
        expect_totals(first, 10, 30, 10, 70)
        enter(second, 1, (30, 20, 10))
        expect_totals(second, 30, 20, 10, 0)
    expect_sync_state(first, "asks")
    expect(first.locator(".outbox")).to_contain_text("there are two versions")
    rows = first.locator(".outbox tbody tr")
    expect(rows).to_have_text(
        [
            "CapturedNorth 0; East 20; South 10; West the restNorth 30; East 20; South 10; West the rest",
            "Points: North0+30",
            "Points: East+20+20",
            "Points: South+10+10",
            "Points: West+300",
        ]
    )
    return first, second, game


THEIRS, MINE, NEXT = [30, 20, 10, None], [0, 20, 10, None], [10, 10, 0, None]


@pytest.mark.parametrize(
    ("choice", "hands"),
    [
        ("Keep theirs", [THEIRS, NEXT]),
        ("Keep mine", [MINE, NEXT]),
        ("Mine is the next hand", [THEIRS, MINE, NEXT]),
    ],
)
def test_two_phones_saved_a_hand_and_the_table_chooses(
    phone: Phone, server: LocalServer, choice: str, hands: list[list[int | None]]
) -> None:
    first, second, game = _clash(phone, server)
    Touch(first).press(choice)
    expect_server_page(first)
    assert server.record(game)["hands"] == [{"captured": captured} for captured in hands]
    sums = totals(server.record(game))
    for page in (first, second):
        expect_totals(page, *sums)
    # Theirs is in the history whatever was chosen.
    assert {"captured": THEIRS} in [version.facts for version in server.versions(game)]


def test_the_same_hand_entered_twice_needs_no_choice(phone: Phone, server: LocalServer) -> None:
    first, second, game = _shared(phone)
    wait_until_prepared(first)
    with away(first):
        for page in (first, second):
            enter(page, 1, (30, 20, 10))
            expect_totals(page, 30, 20, 10, 0)
    expect_server_page(first)
    assert len(server.versions(game)) == 1


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
    expect(first.locator(".outbox dd")).to_have_text("North 60; East 0; South 0; West the rest")
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
