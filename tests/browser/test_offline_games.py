"""Every game without network: its form is there, and what the server draws elsewhere is drawn on the phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from scorekeeper.rules import GAMES
from tests.browser.conftest import Phone
from tests.browser.cutting import Site, game_of, house, prepared, see_home, site, tolerated, try_again, worker
from tests.browser.finger import Finger, see_outcome, see_totals, start
from tests.samples import HANDS

__all__ = ["house", "site", "tolerated"]


def _away(page: Page, game: str) -> Finger:
    start(page, game)
    prepared(page)
    page.context.set_offline(True)
    expect(page.locator("main [data-sync]")).to_be_visible()
    return Finger(page)


def test_every_game_has_its_form(phone: Phone) -> None:
    page = phone(service_workers="allow")
    page.goto("/")
    prepared(page)
    worker(page)
    page.context.set_offline(True)
    for game in GAMES:
        page.goto("/offline")
        select = page.get_by_role("combobox", name="Game")
        expect(select).to_be_visible()
        select.select_option(label=game.name)
        page.get_by_role("button", name="Start the game").tap()
        button = "Start the play" if game.auction else "Save hand 1"
        expect(page.locator("form.hand").get_by_role("button", name=button).first).to_be_visible()
    assert len(HANDS) == len(GAMES)


def test_cards_are_counted_as_they_are_laid(phone: Phone, house: Site) -> None:
    page = phone()
    finger = _away(page, "Simplified Cribbage")
    # East begins: 7, 8 makes fifteen for South; then 5 makes twenty for West.
    for card, count, words in ((7, 7, ""), (8, 15, "South: 15 for 2"), (5, 20, "West: 20 for 2")):
        finger.press(f"Play {card}")
        expect(page.locator(".count strong")).to_have_text(str(count))
        expect(page.locator(".count")).to_contain_text(words)
    finger.touch(page.get_by_role("button", name="Take the last card back").first)
    expect(page.locator(".count strong")).to_have_text("15")
    finger.press("Play 5")
    # The shown hands are told by their points.
    finger.unfold("or points of the hands")
    for name, points in (("North", 2), ("East", 0), ("South", 4), ("West", 0)):
        finger.choose(f"{name}: points of the hands", points)
    see_outcome(page, "+2", "0", "+6", "+2")
    finger.press("Save hand 1")
    see_totals(page, 2, 0, 6, 2)
    game = game_of(page)
    page.context.set_offline(False)
    try_again(page)
    see_home(page)
    see_totals(page, 2, 0, 6, 2)
    assert house.record(game)["hands"] == [{"plays": [[1, 7], [2, 8], [3, 5]], "shown": [2, 0, 4, 0]}]


def test_rows_are_added_and_taken_out(phone: Phone, house: Site) -> None:
    page = phone()
    finger = _away(page, "The Original ROOK")
    finger.bid("East", 95, "green")
    finger.choose("East & West: captured", 100)
    finger.unfold("Something went wrong")
    penalties = page.locator("[data-list=penalties]")
    for kind, who in (("table talk", "North"), ("table talk", "West"), ("table talk", "South")):
        finger.choose("Kind of penalty", kind, penalties)
        finger.choose("Penalty by", who, penalties)
        finger.touch(penalties.get_by_role("button", name="Add"))
    expect(penalties.locator(".has")).to_have_count(3)
    finger.touch(penalties.locator(".has").nth(1).get_by_role("button"))
    # 20 less two fines of 40; 100.
    see_outcome(page, "−60", "+100")
    finger.press("Save hand 1")
    see_totals(page, -60, 100)
    game = game_of(page)
    page.context.set_offline(False)
    try_again(page)
    see_home(page)
    assert house.record(game)["hands"][0]["penalties"] == [
        {"kind": "table-talk", "by": 0},
        {"kind": "table-talk", "by": 2},
    ]
