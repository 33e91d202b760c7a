"""Plain http in a home network: no service wait_for_worker, no locks; and yet nothing is lost and nothing doubled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.conftest import PATIENCE, PHONE, find_browser
from tests.browser.network import expect_server_page, expect_sync_state, game_id_of, report_online, wait_until_prepared
from tests.browser.page_checks import find_problems
from tests.browser.server import LocalServer
from tests.browser.touch import Touch, expect_totals, start_by_touch

#: The rules of names by which Chromium finds our server under the name of a home network.
NAME = "rook.lan"


@pytest.fixture
def at_home(chromium: Browser, server: LocalServer) -> Iterator[Page]:
    """A phone in a home network: the address is a name, and nothing about it is secure."""
    maker: Playwright = chromium.browser_type.launch(
        executable_path=find_browser(), args=[f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    )
    context = maker.new_context(base_url=f"http://{NAME}:{server.port}", viewport=PHONE, has_touch=True)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    maker.close()


def test_two_tabs_of_one_phone_send_once(at_home: Page, server: LocalServer) -> None:
    page = at_home
    start_by_touch(page, "High 14")
    wait_until_prepared(page)
    assert page.evaluate("() => [isSecureContext, 'locks' in navigator, 'serviceWorker' in navigator]") == [False] * 3
    other = page.context.new_page()
    other.goto(page.url)
    wait_until_prepared(other)
    # A tab behind another one is slow under a touch.
    page.bring_to_front()
    game = game_id_of(page)
    touch = Touch(page)
    page.context.set_offline(True)
    for place, share in ((1, 20), (2, 10)):
        for name in ("North", "East", "South"):
            touch.choose(f"{name}: captured", share)
        touch.press(f"Save hand {place}")
        expect_sync_state(page, "waiting")
    expect_totals(page, 30, 30, 30, 30)
    # The other tab shows the same, and both try at once.
    expect(other.locator("a.badge")).to_have_text("2 not sent yet")
    page.context.set_offline(False)
    for tab in (page, other):
        report_online(tab)
    expect_server_page(page)
    expect_totals(page, 30, 30, 30, 30)
    expect(other.locator("a.badge")).to_have_count(0)
    assert [(version.hand, version.number) for version in server.versions(game)] == [(1, 1), (2, 1)]


def test_the_table_without_network_is_easy_to_use(at_home: Page) -> None:
    page = at_home
    start_by_touch(page, "The Original ROOK")
    wait_until_prepared(page)
    page.context.set_offline(True)
    Touch(page).bid("East", 95, "green")
    Touch(page).choose("East & West: captured", 75)
    assert not find_problems(page, "a hand without network")
    Touch(page).press("Save hand 1")
    page.locator("details[data-hand='1'] summary").tap()
    assert not find_problems(page, "hands without network")
