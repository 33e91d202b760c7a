"""A night: twenty hands on a phone whose network drops twelve times, while a second phone corrects two of them."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from scorekeeper.rules import Sheet, score
from tests.browser.conftest import Phone
from tests.browser.network import expect_server_page, game_id_of, report_online, score_by_command, wait_until_prepared
from tests.browser.server import LocalServer
from tests.browser.touch import Touch, expect_totals

NAMES = ["North", "East", "South", "West"]
SIDES = ["North & South", "East & West"]
#: Bidder, bid, trump, and what his side captured, in the order of a night.
HANDS = [
    (0, 100, "red", 105),
    (1, 95, "green", 75),
    (2, 120, "black", 120),
    (3, 70, "yellow", 70),
    (0, 85, "red", 60),
    (1, 110, "red", 115),
    (2, 90, "green", 90),
    (3, 75, "black", 40),
    (0, 80, "yellow", 95),
    (1, 100, "green", 100),
    (2, 115, "red", 110),
    (3, 105, "black", 105),
    (0, 95, "green", 120),
    (1, 70, "yellow", 85),
    (2, 100, "red", 55),
    (3, 90, "green", 100),
    (0, 75, "black", 80),
    (1, 120, "red", 0),
    (2, 85, "green", 85),
    (3, 110, "yellow", 120),
]
#: In these hands the network drops, before which of their steps (4: after the last). It is back after those below.
DROPS = {1: 0, 2: 1, 4: 2, 5: 3, 7: 4, 8: 0, 10: 1, 12: 2, 14: 3, 15: 4, 17: 0, 19: 2}
BACK = {1, 3, 4, 6, 7, 9, 10, 13, 14, 16, 17, 20}
#: The step after which the bid is saved.
BEFORE_RESULT = 2
#: The second phone corrects a hand while the first one is away: at this hand, that hand, to this.
CORRECTED = {8: (3, 100), 15: (11, 120)}


def _record() -> dict[str, Any]:
    return {"format": "rook-record/1", "game": "original", "players": NAMES, "options": {"hands": 20}, "hands": []}


def _facts(bidder: int, bid: int, trump: str, captured: int) -> dict[str, Any]:
    shares = [captured, None] if bidder % 2 == 0 else [None, captured]
    return {"bidder": bidder, "bid": bid, "trump": trump, "captured": shares}


def _sheet(record: dict[str, Any]) -> Sheet:
    sheet = score(record)
    assert isinstance(sheet, Sheet)
    return sheet


def _hand(page: Page, place: int, hand: tuple[int, int, str, int], cut: int | None) -> None:
    """Enter a hand; the network goes before one of the steps."""
    bidder, bid, trump, captured = hand
    touch = Touch(page)

    def bidding() -> None:
        touch.name_trump(NAMES[bidder], trump)

    def begun() -> None:
        touch.choose("Bid", bid)
        expect(page.locator(".bid strong")).to_have_text(f"{NAMES[bidder]}, {bid} on {trump}")
        wait_until_prepared(page)

    def counted() -> None:
        touch.choose(f"{SIDES[bidder % 2]}: captured", captured)

    def saved() -> None:
        touch.press(f"Save hand {place}")

    steps = (bidding, begun, counted, saved)
    for number, step in enumerate(steps):
        if number == cut:
            page.context.set_offline(True)
        step()
    if cut == len(steps):
        page.context.set_offline(True)


def _correct(page: Page, address: str, hand: int, captured: int) -> None:
    """The second phone changes what the bidders captured."""
    page.goto(f"{address}/hand/{hand}/change")
    Touch(page).choose(f"{SIDES[HANDS[hand - 1][0] % 2]}: captured", captured)
    Touch(page).press(f"Save hand {hand}")
    expect(page.get_by_role("status")).to_contain_text(f"Hand {hand} corrected")


def _waited_whole(place: int) -> bool:
    """Its bid was saved without a network, and so was its result."""
    is_away = any(drop < place <= min(back for back in BACK if back >= drop) for drop in DROPS)
    return is_away or DROPS.get(place, BEFORE_RESULT) < BEFORE_RESULT


def _two_phones(phone: Phone) -> tuple[Page, Page, str]:
    first, second = phone(), phone()
    first.goto("/import")
    first.get_by_label("Or paste the text").fill(json.dumps(_record()))
    first.get_by_role("button", name="Import game").tap()
    expect(first.locator("form.hand")).to_be_visible()
    address = first.url
    first.get_by_role("link", name="Share").first.tap()
    second.goto(first.locator("section").first.get_by_label("Link").input_value())
    first.goto(address)
    wait_until_prepared(first)
    return first, second, address


def test_twenty_hands_twelve_drops_and_two_corrections(phone: Phone, server: LocalServer) -> None:
    first, second, address = _two_phones(phone)
    game, known = game_id_of(first), _record()
    assert len(DROPS) == len(BACK) == 12
    for place, row in enumerate(HANDS, 1):
        _hand(first, place, row, DROPS.get(place))
        known["hands"].append(_facts(*row))
        expect_totals(first, *_sheet(known).totals)
        if place in CORRECTED:
            _correct(second, address, *CORRECTED[place])
        if place in BACK:
            first.context.set_offline(False)
            report_online(first)
            for hand, captured in (CORRECTED[number] for number in CORRECTED if number <= place):
                known["hands"][hand - 1] = _facts(*HANDS[hand - 1][:3], captured)
            expect_server_page(first)
            expect_totals(first, *_sheet(known).totals)
    sheet = _sheet(known)
    assert sheet.over
    # The server, the command line and both phones have the same sheet.
    stored = server.record(game)
    assert stored["hands"] == known["hands"]
    assert score_by_command(stored)["totals"] == list(sheet.totals)
    second.goto(address)
    for page in (first, second):
        expect_totals(page, *sheet.totals)
        expect(page.locator(".finish").get_by_role("heading")).to_have_text(
            f"{sheet.sides[sheet.winners[0]].name} win!"
        )
    assert first.locator(".so-far tbody").inner_text() == second.locator(".so-far tbody").inner_text()
    # Hands that waited were sent once each, as a whole: those entered wholly without a network, or cut at their bid.
    whole = [place for place in range(1, len(HANDS) + 1) if _waited_whole(place)]
    assert len(server.versions(game)) == 2 * len(HANDS) - len(whole) + len(CORRECTED)
