"""Every kind of page, dark and light: axe finds nothing, every target takes a finger, nothing scrolls sideways."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.page_checks import Walk
from tests.browser.touch import Touch, start
from tests.samples import record


def _bring_in(page: Page, what: dict[str, object]) -> None:
    page.goto("/import")
    page.get_by_label("Or paste the text").fill(json.dumps(what))
    page.get_by_role("button", name="Import game").click()


@pytest.mark.early
def test_pages_before_a_game(phone: Phone) -> None:
    walk = Walk(phone())
    walk.visit("/", "start")
    walk.visit("/rules/original", "rules")
    walk.visit("/rules?q=reneged&game=original", "all rules, with a search")
    walk.visit("/rules/ask/nest", "one question, every game")
    walk.visit("/settle", "settle, which game")
    walk.page.goto("/settle/original?q=kitty")
    walk.unfold_all()
    walk.look("settle, all questions")
    walk.visit("/settle/original/follow?trump=green&led=red+7&hand[0]=red+5&hand[1]=rook&played=rook", "was it allowed")
    walk.visit("/settle/boston/trick?trump=red&cards[0]=yellow+2", "whose trick")
    walk.visit("/settle/club/meld?meld.set=7&meld.natural=4&meld.wild=3", "a meld")
    walk.visit("/settle/cribbage/fifteens?cards[0]=5&cards[1]=10&cards[2]=99", "fifteens with an error")
    walk.visit("/settle/tuxedo/capture?card=10&table[0]=5&table[1]=5", "captures")
    walk.visit("/settle/original/rule/misplay", "a rule that is asked for")
    walk.page.goto("/api")
    walk.unfold_all()
    walk.look("the developer API, folds open")
    walk.visit("/no-such-page", "404")
    walk.visit("/offline", "no network")
    walk.visit("/games", "my games, none")
    walk.visit("/import", "import")
    _bring_in(walk.page, {"game": "original"})
    expect(walk.page.get_by_role("alert")).to_be_visible()
    walk.look("import with errors")
    walk.visit("/new/house?one=20&moon=300&minimum=300", "figures that do not go together")
    walk.visit("/new/house/rules?players=4&one=20&moon=300", "rules to share")
    walk.visit("/new/club", "new game")
    walk.unfold_all()
    walk.page.locator("input[name=players]").nth(1).fill("North")
    walk.page.get_by_role("button", name="Start game").click()
    expect(walk.page.get_by_role("alert")).to_be_visible()
    walk.unfold_all()
    walk.look("new game with errors and options")
    walk.done()


@pytest.mark.early
def test_pages_of_a_game_that_runs(phone: Phone) -> None:
    walk = Walk(phone())
    page = walk.page
    touch = start(page, "The Original ROOK")
    address = page.url
    walk.look("table, bid")
    touch.choose("Who won the bid?", "East")
    walk.unfold_all()
    page.get_by_label("Nobody bid").check()
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.locator(".wrong, .faults").first).to_be_visible()
    walk.unfold_all()
    walk.look("table, bid with errors and folds open")
    page.get_by_label("Nobody bid").uncheck()
    touch.bid("East", 95, "green")
    touch.choose("East & West: captured", 75)
    expect(page.locator("[data-outcome] b")).to_have_count(2)
    walk.unfold_all()
    walk.look("table, result with outcome and folds open")
    touch.save(1)
    walk.look("table, hand saved")
    touch.follow("change hand 1")
    page.wait_for_url("**/hand/1/change")
    walk.unfold_all()
    walk.look("table, correction")
    walk.visit(f"{address}/settle", "settle at the table")
    walk.visit(f"{address}/settle/misplay?hand_number=1&when=late&by=1&counters-0=45", "a ruling at the table")
    touch.press("Save without applying")
    expect(page.get_by_role("status")).to_contain_text("saved in the history")
    # Sharing and printing are looked at below, with eight long names.
    for path in ("/hand/1", "/history", "/screen"):
        walk.visit(address + path, path[1:])
    walk.visit("/games", "my games")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="Deleted")).to_be_visible()
    walk.look("my games, one deleted")
    walk.visit("/", "start with games")
    walk.done()


def test_pages_that_ask_and_the_finish(phone: Phone) -> None:
    walk = Walk(phone())
    page = walk.page
    hands = [{"bidder": 0, "bid": 120, "trump": "red", "captured": [120, 0]}] * 2
    more = [{"bidder": 1, "bid": 100, "trump": "green", "captured": [None, 110]}] * 2
    game = {"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dot"]}
    _bring_in(page, game | {"hands": [*hands, *more]})
    expect(page.locator("form.hand")).to_be_visible()
    address = page.url
    stale = page.context.new_page()
    stale.goto(address)
    touch = Touch(stale)
    touch.name_trump("Ben", "red")
    Touch(page).bid("Ann", 100, "red")
    expect(stale.locator(".note")).to_be_visible()
    noted = Walk(stale)
    noted.look("table with a note")
    walk.problems += noted.problems
    touch.choose("Bid", 100)
    expect(stale.get_by_role("heading", name="Two versions of hand")).to_be_visible()
    page.goto(address + "/hand/3/change")
    Touch(page).choose("Ben & Dot: captured", 50)
    Touch(page).press("Save hand 3")
    expect(page.get_by_role("heading", name="This would end the game")).to_be_visible()
    walk.look("ends earlier")
    Touch(page).press("Save and end the game")
    expect(page.locator(".finish")).to_be_visible()
    walk.look("finish")
    walk.visit(address + "/screen", "screen, finish")
    walk.done()


def test_tables_of_the_other_families(phone: Phone) -> None:
    walk = Walk(phone())
    for slug in ("cribbage", "cordova", "tuxedo", "club"):
        what = record(slug, 2)
        _bring_in(walk.page, what)
        expect(walk.page.locator("form.hand")).to_be_visible()
        address = walk.page.url
        walk.unfold_all()
        walk.look(f"table of {slug}, folds open")
    walk.visit(address + "/hand/2/change", f"correction in {slug}")
    walk.done()


@pytest.mark.long
def test_the_widest_table(phone: Phone) -> None:
    """Eight players with long names, and a watching phone."""
    walk = Walk(phone())
    names = [f"Bartholomew the {number}th of Manchester" for number in range(8)]
    hands = [{"captured": [23, 0, 0, 0, 0, 0, 0, 0]}] * 5
    _bring_in(walk.page, {"format": "rook-record/1", "game": "flip", "players": names, "hands": hands})
    expect(walk.page.locator("form.hand")).to_be_visible()
    address = walk.page.url
    walk.look("table of eight")
    walk.visit(address + "/share", "share")
    link = walk.page.locator("section").nth(1).get_by_label("Link").input_value()
    watcher = Walk(phone())
    watcher.page.goto(link)
    expect(watcher.page).to_have_url(address)
    watcher.look("table, watching")
    watcher.visit(address + "/screen", "screen of eight, watching")
    walk.visit(address + "/print", "print of eight")
    walk.visit(address + "/hand/2", "hand of eight")
    walk.problems += watcher.problems
    walk.done()
