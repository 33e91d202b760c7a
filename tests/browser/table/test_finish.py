"""The finish of a game on a phone: it fits, it can be shared, and it comes with the last hand."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.page_checks import SIDEWAYS, Walk
from tests.browser.touch import Touch, expect_finish, start
from tests.web.finish.test_finish import HANDS, NAMES

LONG = ["Bartholomewelizabethchristopheralexandra"[:40], "x" * 40, "Maximilian Alexander of Saxony-Coburg", "Al"]
#: What is wider than its own part of the page; the sheet of hands scrolls by itself.
PARTS = ".finish, .share, .results, .figures"
CUT = """(parts) => [...document.querySelectorAll(parts)].flatMap((part) => [part, ...part.querySelectorAll("*")])
  .filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth && !node.matches("input"))
  .map((node) => `${node.tagName}.${node.className} ${node.scrollWidth}>${node.clientWidth}`)"""
SHARE = """
  window.shared = [];
  Object.defineProperty(Navigator.prototype, "share", { value: async (what) => { shared.push(what); } });
"""
SENSES = """
  window.ticks = [];
  Object.defineProperty(Navigator.prototype, "vibrate", { value: (ms) => { ticks.push(`vibration ${ms}`); } });
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function () { ticks.push(`tone ${this.frequency.value}`); start.call(this); };
"""


def bring(page: Page, players: list[str], hands: list[dict[str, object]], game: str = "original") -> None:
    page.goto("/import")
    record = {"format": "rook-record/1", "game": game, "players": players, "hands": hands}
    page.get_by_label("Or paste the text").fill(json.dumps(record))
    page.get_by_role("button", name="Import game").click()
    expect(page.locator(".finish")).to_be_visible()


def test_the_finish_fits_and_is_shared(phone: Phone) -> None:
    page = phone(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script(SHARE)
    bring(page, NAMES, HANDS)
    expect_finish(page, "Dale & Wayne", 290, 315)
    rematch = page.get_by_role("button", name="Rematch").bounding_box()
    bar = page.get_by_role("navigation").bounding_box()
    assert rematch
    assert bar
    assert rematch["y"] + rematch["height"] <= bar["y"], "Rematch is out of reach"
    page.get_by_role("button", name="Copy link").tap()
    expect(page.locator("[data-notes]")).to_contain_text("Copied.")
    link = page.get_by_label("Link to this result").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.get_by_role("button", name="Share result").tap()
    text = "Dale & Wayne win! The Original ROOK: Dale & Wayne 315, Ruth & Ann 290"
    assert page.evaluate("shared") == [{"text": text, "url": link}]
    # A new phone that follows the link is at the game at once, and may only look.
    friend = phone()
    friend.goto(link)
    expect(friend).to_have_url(page.url)
    expect(friend.get_by_role("heading", name="Dale & Wayne win!")).to_be_visible()
    expect(friend.get_by_role("link", name="Change")).to_have_count(0)
    walk = Walk(page)
    walk.visit("/statistics", "statistics")
    walk.done()


@pytest.mark.long
def test_long_names_are_not_cut(phone: Phone) -> None:
    page = phone()
    eight = [f"{name[:38]}{seat}" for seat, name in enumerate([*LONG, *LONG])]
    for players, hands, game in ((LONG, HANDS, "original"), (eight, [{"winner": 4}], "donkey")):
        bring(page, players, hands, game)
        for path in (page.url, "/statistics"):
            page.goto(path)
            for width, size in ((320, "100%"), (390, "200%")):
                page.set_viewport_size({"width": width, "height": 844})
                page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
                assert page.evaluate(CUT, PARTS) == [], (path, game, width)
                assert page.evaluate(SIDEWAYS) == [], (path, game, width)


def test_the_last_hand_shows_the_finish(phone: Phone) -> None:
    """The page is swapped, not loaded: style, copy button and sound are there all the same."""
    page = phone(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script(SENSES)
    page.goto("/preferences")
    touch = Touch(page)
    touch.choose("Sound", "On")
    touch.choose("Vibration", "On")
    touch.press("Save preferences")
    expect(page.get_by_role("status")).to_contain_text("Preferences saved.")
    start(page, "Donkey")
    assert page.evaluate("ticks") == []
    page.locator("form.hand").get_by_role("radio", name="South").first.tap()
    page.locator("form.hand").get_by_role("button", name="Save hand 1").tap()
    expect_finish(page, "South", 0, 0, 1, 0)
    assert page.evaluate("ticks") == ["tone 880", "vibration 40"]
    page.get_by_role("button", name="Copy link").tap()
    expect(page.locator("[data-notes]")).to_contain_text("Copied.")
    expect(page.locator(".chart")).to_have_count(0)
    assert page.locator(".ranking li").first.evaluate("(row) => getComputedStyle(row).display") == "flex"
