"""Sharing a game: links are copied with one touch, also where browsers have no clipboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.touch import start

NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })"


@pytest.mark.parametrize("script", ["", NO_CLIPBOARD])
def test_a_link_is_copied(phone: Phone, script: str) -> None:
    page = phone(permissions=["clipboard-read", "clipboard-write"])
    start(page, "The Original ROOK")
    address = page.url
    page.goto(f"{address}/share")
    link = page.get_by_label("Link").last.input_value()
    page.add_init_script(script)
    page.reload()
    page.get_by_role("region", name="Can only watch").get_by_role("button", name="Copy link").tap()
    expect(page.locator("[data-notes]")).to_contain_text("Copied.")
    reader = page.context.new_page()
    reader.goto("/import")
    reader.get_by_label("Or paste the text").focus()
    reader.keyboard.press("ControlOrMeta+v")
    expect(reader.get_by_label("Or paste the text")).to_have_value(link)


def test_without_script_the_link_can_be_copied_by_hand(phone: Phone) -> None:
    page = phone(java_script_enabled=False)
    start(page, "The Original ROOK")
    page.goto(f"{page.url}/share")
    expect(page.get_by_label("Link")).to_have_count(2)
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)
