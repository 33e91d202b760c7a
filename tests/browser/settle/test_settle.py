"""Settling a dispute with a finger: few touches, the ruling with its figures, and a line on the sheet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.touch import Touch, expect_totals, start

#: From the table to the line on the sheet.
MOST_TOUCHES = 5


def _settle(page: Page, touch: Touch, words: str) -> None:
    """From the table to the questions."""
    touch.count = 0
    touch.follow("Settle")
    touch.follow(words)
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


def _ruling(page: Page) -> Page:
    expect(page.locator("article.plate")).to_be_visible()
    return page


def _applied(page: Page, touch: Touch, place: int) -> None:
    touch.press(f"Apply to hand {place}")
    expect(page.get_by_role("status")).to_contain_text("Ruling applied.")
    assert touch.count <= MOST_TOUCHES


def test_a_renege_noticed_too_late(phone: Phone) -> None:
    """004 Penalties: the bid is lost by the side that reneged, whoever bid; the others keep their counters."""
    page = phone()
    touch = start(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    _settle(page, touch, "Somebody didn't follow suit, noticed too late")
    touch.choose("Who did it?", "North")
    touch.choose("East & West: counters captured", 40)
    expect(_ruling(page).locator(".effect")).to_contain_text("North & South −95, East & West +40")
    _applied(page, touch, 1)
    expect_totals(page, -95, 40)
    touch.menu("History")
    dispute = page.locator("ol.rows > li").first
    expect(dispute).to_contain_text("noticed too late applied")
    expect(dispute).to_contain_text("The hand ends here.")


@pytest.mark.long
def test_table_talk(phone: Phone) -> None:
    """004 Penalties: forty points, on top of the result."""
    page = phone()
    touch = start(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    _settle(page, touch, "Somebody talked about the cards")
    touch.choose("Who talked?", "South")
    expect(_ruling(page).locator(".effect")).to_contain_text("North & South −40")
    _applied(page, touch, 1)
    touch.choose("East & West: captured", 100)
    touch.save(1)
    expect_totals(page, 20 - 40, 100)


@pytest.mark.long
def test_a_wrong_deal_everyone_alone(phone: Phone) -> None:
    """002 Misdealing: after three tricks the dealer is set back forty."""
    page = phone()
    touch = start(page, "Regular Rook")
    touch.bid("North", 60, "red")
    _settle(page, touch, "The cards were misdealt")
    touch.choose("How many tricks had been taken?", 3)
    expect(_ruling(page).locator(".effect")).to_contain_text("North −40, nobody else")
    _applied(page, touch, 1)
    expect_totals(page, -40, 0, 0, 0)


@pytest.mark.long
def test_a_card_shown_in_the_deal(phone: Phone) -> None:
    """004 Misdeal: as high as a 10 means a new deal by the same dealer."""
    page = phone()
    touch = start(page, "The Original ROOK")
    _settle(page, touch, "The cards were misdealt")
    touch.choose("Which card was shown?", "12")
    expect(_ruling(page).locator(".verdict").first).to_contain_text("The same dealer must deal again.")
    _applied(page, touch, 1)
    expect(page.locator(".board .facts")).to_contain_text("North deals")


def test_the_trick_as_a_picture(phone: Phone) -> None:
    """Lay the cards, see the winner, and what each could have played."""
    page = phone()
    page.goto("/settle/original/trick")
    touch = Touch(page)
    touch.choose("Trump color", "green")
    for card in ("red 7", "red 14", "green 5", "black 6"):
        touch.press(f"Lay {card}")
        expect(page.locator(f"input[type=hidden][value='{card}']")).to_have_count(1)
    expect(page.locator(".trick li")).to_have_count(4)
    expect(page.locator(".trick li.won")).to_contain_text("takes it")
    expect(page.locator(".trick li.won .face")).to_have_text("5 green")
    expect(page.locator(".trick li").nth(3)).to_contain_text("allowed only without red in hand")
    touch.press("Undo last card")
    expect(page.locator(".trick li")).to_have_count(3)


@pytest.mark.long
def test_without_script(phone: Phone) -> None:
    page = phone(java_script_enabled=False)
    page.goto("/settle")
    page.get_by_role("link", name="Boston Rook").tap()
    page.get_by_role("link", name="Somebody didn't follow suit, noticed too late").tap()
    expect(page.locator(".effect")).to_contain_text("−40")
    page.goto("/settle/tuxedo/capture")
    page.get_by_role("group", name="The card played").get_by_role("radio", name="10", exact=True).check()
    page.get_by_role("button", name="Get the ruling").tap()
    for number in (5, 2, 3):
        page.get_by_role("button", name=f"The cards on the table: {number}", exact=True).tap()
    expect(page.locator(".ways li")).to_contain_text("a sweep: +1")


#: Pages of rules and rulings, which must fit the smallest phone and text at twice its size.
READING = ("/rules", "/rules?q=renig", "/rules/original", "/rules/ask/misplay", "/settle", "/settle/original?q=kitty")
READING += ("/settle/original/rule/nest-counters", "/settle/original/table-talk?by=0", "/nowhere")
WIDEST = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_rules_and_rulings_fit_a_small_phone_and_large_text(phone: Phone) -> None:
    page = phone()
    for width, size in ((320, "100%"), (390, "200%")):
        page.set_viewport_size({"width": width, "height": 640})
        for path in READING:
            page.goto(path)
            page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
            assert page.evaluate(WIDEST) <= 0, (path, width, size)


def test_a_link_to_a_rule_opens_it(phone: Phone) -> None:
    page = phone()
    page.goto("/rules/original#misplay")
    expect(page.locator("#misplay")).to_contain_text("loses the full bid")
    expect(page.locator("#misplay .verdict")).to_be_in_viewport()
    expect(page.locator("#misplay-count .verdict")).to_be_hidden()


def test_a_search_for_a_renege_stays_short(phone: Phone) -> None:
    """It used to fill a page of 10,000 px, and began with Flip."""
    page = phone()
    page.goto("/rules?q=renege")
    first = page.locator(".found").first
    expect(first).to_contain_text("The Original ROOK")
    expect(first).to_be_in_viewport()
    results = page.locator("section:has(> #results)").bounding_box()
    assert results is not None
    assert results["height"] < 3000
