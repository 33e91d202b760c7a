"""Theme and text size of a device, with script and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.page_checks import SIDEWAYS
from tests.browser.touch import Touch
from tests.budget import long_after

LIGHT, DARK = "rgb(246, 240, 226)", "rgb(16, 32, 26)"


def _paper(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def _text_height(page: Page) -> float:
    return float(page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))


def _save(page: Page, theme: str, size: str) -> None:
    page.goto("/")
    touch = Touch(page)
    touch.follow("Preferences")
    touch.choose("Theme", theme)
    touch.choose("Text size", size)
    touch.press("Save preferences")
    expect(page.get_by_role("status")).to_contain_text("Preferences saved.")


@pytest.mark.parametrize("script", long_after(1, [True, False]))
def test_a_device_keeps_its_theme_and_text_size(phone: Phone, script: bool) -> None:
    page = phone(java_script_enabled=script, color_scheme="light")
    _save(page, "Dark", "Largest")
    page.goto("/")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-text", "largest")
    assert (_paper(page), _text_height(page)) == (DARK, 22)
    page.set_viewport_size({"width": 320, "height": 568})
    for path in ("/", "/preferences", "/new/original", "/games", "/import"):
        page.goto(path)
        assert page.evaluate(SIDEWAYS) == [], path
    _save(page, "System", "Normal")
    assert root.get_attribute("data-theme") is None
    assert root.get_attribute("data-text") is None
    assert (_paper(page), _text_height(page)) == (LIGHT, 16)
    page.emulate_media(color_scheme="dark")
    assert _paper(page) == DARK
    _save(page, "Light", "Large")
    assert (_paper(page), _text_height(page)) == (LIGHT, 19)
