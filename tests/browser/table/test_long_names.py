"""Ordinary long names stay on the screen."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone

NAMES = ["Christopher", "Elizabeth", "Bartholomew", "Alexandra"]


def test_every_bidder_can_be_seen_and_touched(phone: Phone) -> None:
    page = phone()
    page.goto("/new/original")
    for seat, name in enumerate(NAMES):
        page.locator("input[name=players]").nth(seat).fill(name)
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("form.hand")).to_be_visible()
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for seat in range(4):
            box = page.locator("input[name=bidder]").nth(seat).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["height"] >= 44
        assert page.evaluate("document.documentElement.scrollWidth") <= width
