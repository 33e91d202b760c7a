"""Plain http in a home network: no service worker, no locks; and yet nothing is lost and nothing doubled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.conftest import PATIENCE, PHONE, find_browser
from tests.browser.cutting import Site, game_of, house, prepared, see_home, see_state, try_again
from tests.browser.finger import Finger, see_totals, start
from tests.browser.looking import complaints

__all__ = ["house"]

#: The rules of names by which Chromium finds our server under the name of a home network.
NAME = "rook.lan"


@pytest.fixture
def at_home(chromium: Browser, house: Site) -> Iterator[Page]:
    """A phone in a home network: the address is a name, and nothing about it is secure."""
    maker: Playwright = chromium.browser_type.launch(
        executable_path=find_browser(), args=[f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    )
    context = maker.new_context(base_url=f"http://{NAME}:{house.port}", viewport=PHONE, has_touch=True)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    maker.close()


def test_two_tabs_of_one_phone_send_once(at_home: Page, house: Site) -> None:
    page = at_home
    start(page, "High 14")
    prepared(page)
    assert page.evaluate("() => [isSecureContext, 'locks' in navigator, 'serviceWorker' in navigator]") == [False] * 3
    other = page.context.new_page()
    other.goto(page.url)
    prepared(other)
    # A tab behind another one is slow under a finger.
    page.bring_to_front()
    game = game_of(page)
    finger = Finger(page)
    page.context.set_offline(True)
    for place, share in ((1, 20), (2, 10)):
        for name in ("North", "East", "South"):
            finger.choose(f"{name}: captured", share)
        finger.press(f"Save hand {place}")
        see_state(page, "waiting")
    see_totals(page, 30, 30, 30, 30)
    # The other tab shows the same, and both try at once.
    expect(other.locator("a.badge")).to_have_text("2 not sent yet")
    page.context.set_offline(False)
    for each in (page, other):
        try_again(each)
    see_home(page)
    see_totals(page, 30, 30, 30, 30)
    expect(other.locator("a.badge")).to_have_count(0)
    assert [(each.hand, each.number) for each in house.versions(game)] == [(1, 1), (2, 1)]


def test_the_table_without_network_is_easy_to_use(at_home: Page) -> None:
    page = at_home
    start(page, "The Original ROOK")
    prepared(page)
    page.context.set_offline(True)
    Finger(page).bid("East", 95, "green")
    Finger(page).choose("East & West: captured", 75)
    assert not complaints(page, "a hand without network")
    Finger(page).press("Save hand 1")
    page.locator("details[data-hand='1'] summary").tap()
    assert not complaints(page, "hands without network")
