"""Every game without network: its form is there, and what the server draws elsewhere is drawn on the phone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from scorekeeper.rules import GAMES
from tests.browser.conftest import Phone
from tests.browser.network import (
    expect_server_page,
    expect_sync_state,
    game_id_of,
    report_online,
    start_table,
    wait_for_worker,
    wait_until_prepared,
)
from tests.browser.page_checks import find_problems
from tests.browser.server import LocalServer
from tests.browser.touch import Touch, expect_outcome, expect_totals
from tests.samples import HANDS


def _away(page: Page, slug: str) -> Touch:
    start_table(page, slug)
    wait_until_prepared(page)
    page.context.set_offline(True)
    expect_sync_state(page, "sent")
    return Touch(page)


def test_every_game_has_its_form(phone: Phone) -> None:
    page = phone(service_workers="allow")
    page.goto("/")
    wait_until_prepared(page)
    wait_for_worker(page)
    page.context.set_offline(True)
    page.goto("/offline")
    for game in GAMES:
        page.get_by_role("combobox", name="Game").select_option(label=game.name)
        page.get_by_role("button", name="Start game").tap()
        button = "Save bid" if game.auction else "Save hand 1"
        page.locator("form.hand").get_by_role("button", name=button).first.wait_for()
        # Within the page: nothing is loaded.
        page.evaluate("() => history.back()")
    assert len(HANDS) == len(GAMES)


def test_cards_are_counted_as_they_are_laid(phone: Phone, server: LocalServer) -> None:
    page = phone()
    start_table(page, "cribbage")
    wait_until_prepared(page)
    # The phone believes that it is online: the first card is laid by its own form.
    server.stop()
    touch = Touch(page)
    # East begins: 7, 8 makes fifteen for South; then 5 makes twenty for West.
    for card, count, words in ((7, 7, ""), (8, 15, "South: 15 for 2"), (5, 20, "West: 20 for 2")):
        touch.press(f"Play {card}")
        expect(page.locator(".count strong")).to_have_text(str(count))
        expect(page.locator(".count")).to_contain_text(words)
    touch.tap(page.get_by_role("button", name="Undo last card").first)
    expect(page.locator(".count strong")).to_have_text("15")
    touch.press("Play 5")
    # The shown hands are told by their points.
    touch.unfold("Or enter points for the hands")
    for name, points in (("North", 2), ("East", 0), ("South", 4), ("West", 0)):
        touch.choose(f"{name}: points for the hands", points)
    expect_outcome(page, "+2", "0", "+6", "+2")
    touch.press("Save hand 1")
    expect_totals(page, 2, 0, 6, 2)
    game = game_id_of(page)
    server.start()
    report_online(page)
    expect_server_page(page)
    expect_totals(page, 2, 0, 6, 2)
    assert server.record(game)["hands"] == [{"plays": [[1, 7], [2, 8], [3, 5]], "shown": [2, 0, 4, 0]}]


def test_rows_are_added_and_taken_out(phone: Phone, server: LocalServer) -> None:
    page = phone()
    touch = _away(page, "original")
    touch.bid("East", 95, "green")
    touch.choose("East & West: captured", 100)
    touch.unfold("Penalty, misdeal or note")
    penalties = page.locator("[data-list=penalties]")
    for kind, player in (("table talk", "North"), ("table talk", "West"), ("table talk", "South")):
        touch.choose("Kind of penalty", kind, penalties)
        touch.choose("Penalty by", player, penalties)
        touch.tap(penalties.get_by_role("button", name="Add"))
    expect(penalties.locator(".has")).to_have_count(3)
    touch.tap(penalties.locator(".has").nth(1).get_by_role("button"))
    # 20 less two fines of 40; 100.
    expect_outcome(page, "−60", "+100")
    touch.press("Save hand 1")
    expect_totals(page, -60, 100)
    game = game_id_of(page)
    page.context.set_offline(False)
    report_online(page)
    expect_server_page(page)
    assert server.record(game)["hands"][0]["penalties"] == [
        {"kind": "table-talk", "by": 0},
        {"kind": "table-talk", "by": 2},
    ]


def test_melds_of_both_sides_are_entered_and_one_has_nothing_in_hand(phone: Phone, server: LocalServer) -> None:
    page = phone()
    touch = _away(page, "club")
    touch.choose("Who went out", "North")
    ours, theirs = (page.get_by_role("group", name=f"{side}: melds") for side in ("North & South", "East & West"))
    expect(theirs).not_to_be_visible()
    touch.choose("Kind of meld", "Rookie", ours)
    touch.press("Add a rookie of 7s", ours)
    touch.press("Add a rookie of 10s", ours)
    for _ in range(2):
        touch.press("More: Wild", ours.locator(".meld").first)
    expect(ours.locator(".meld").first).to_contain_text("Regular Rookie")
    touch.tap(page.get_by_role("radio", name=re.compile("^East & West")))
    expect(ours).not_to_be_visible()
    touch.choose("Kind of meld", "Run", theirs)
    touch.choose("First card", 5, theirs)
    touch.press("Add the run up to 9", theirs)
    touch.give("East & West: left in hand", 70)
    # Out 200, Rookies 800 and 400, cards 70 and 90; the others have 50 on the table and 70 in hand.
    expect_outcome(page, "+1560", "−20")
    touch.press("Save hand 1")
    expect_totals(page, 1560, -20)
    game = game_id_of(page)
    page.context.set_offline(False)
    report_online(page)
    expect_server_page(page)
    assert server.record(game)["hands"] == [
        {
            "out": 0,
            "melds": [
                [{"set": 7, "natural": 7}, {"set": 10, "natural": 5, "wild": 2}],
                [{"run": "red", "from": 5, "to": 9}],
            ],
            "rooks": [0, 0],
            "in_hand": [0, 70],
        }
    ]


def test_an_auction_begun_online_continues_offline(phone: Phone, server: LocalServer) -> None:
    page = phone(service_workers="allow")
    game, touch = start_table(page, "original"), Touch(page)
    touch.press("Record the bidding")
    for call, then in (("Bid 70", "South to bid, at least 75"), ("Pass", "West to bid, at least 75")):
        touch.press(call)
        expect(page.locator(".turn")).to_have_text(then)
    touch.press("Save bidding so far")
    expect(page.get_by_role("status")).to_be_visible()
    wait_until_prepared(page)
    wait_for_worker(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".play")).to_contain_text("Called so far: 70, pass.")
    calls = page.locator("[data-list=calls]")
    for _ in ("West", "North"):
        calls.get_by_role("textbox").fill("pass")
        touch.tap(calls.get_by_role("button", name="Add"))
    expect(calls.locator(".has span")).to_have_text(["70", "pass", "pass", "pass"])
    touch.bid("East", 70, "green")
    touch.choose("East & West: captured", 80)
    touch.press("Save hand 1")
    expect_totals(page, 40, 80)
    page.context.set_offline(False)
    expect_server_page(page)
    assert server.record(game)["hands"] == [
        {
            "calls": [70, "pass", "pass", "pass"],
            "bidder": 1,
            "bid": 70,
            "trump": "green",
            "captured": [None, 80],
        }
    ]


def test_a_game_for_seven_with_another_target_is_started_without_network(phone: Phone, server: LocalServer) -> None:
    page = phone(service_workers="allow")
    page.goto("/")
    wait_until_prepared(page)
    wait_for_worker(page)
    page.context.set_offline(True)
    page.goto("/offline")
    touch = Touch(page)
    page.get_by_role("combobox", name="Game").select_option(label="High 14")
    touch.choose("Number of players", 7)
    expect(page.locator("input[name=players]")).to_have_count(7)
    assert not find_problems(page, "a new game without network")
    touch.unfold("House rules")
    page.get_by_label("Points to win").fill("none")
    touch.press("Start game")
    expect(page.locator(".faults")).to_contain_text("Points to win: enter a whole number")
    page.get_by_label("Points to win").fill("20")
    touch.press("Start game")
    expect(page.locator(".board .facts")).to_contain_text("Game: 20 points")
    for seat in range(1, 7):
        touch.choose(f"Player {seat}: captured", 20 if seat == 3 else 0)
    touch.press("Save hand 1")
    # Two are at the line: the seventh has the rest.
    expect_totals(page, 0, 0, 20, 0, 0, 0, 40)
    expect(page.locator(".finish").get_by_role("heading")).to_have_text("Player 7 wins!")
    game = game_id_of(page)
    page.context.set_offline(False)
    expect_server_page(page)
    record = server.record(game)
    assert (len(record["players"]), record["options"]) == (7, {"target": 20})
    # The phone offers what it has used.
    page.context.set_offline(True)
    page.goto("/offline")
    page.get_by_role("combobox", name="Game").select_option(label="High 14")
    touch.choose("Number of players", 7)
    touch.choose("Rules", "points to win: 20")
    touch.press("Start game")
    expect(page.locator(".board .facts")).to_contain_text("Game: 20 points")
    # And the usual sets of figures, although nobody has played by them here.
    page.goto("/offline")
    page.get_by_role("combobox", name="Game").select_option(label="House Rook")
    page.locator("label", has_text="Red one 150").tap()
    touch.press("Start game")
    touch.bid("East", 75, "green")
    touch.choose("Points East & West captured", 70)
    touch.press("Save hand 1")
    expect_totals(page, 80, -75)
