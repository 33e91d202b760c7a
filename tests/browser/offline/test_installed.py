"""The app on the home screen: it can be installed, opens without a network, and says what a plain address cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import PHONE, Phone, find_browser
from tests.browser.network import wait_until_prepared
from tests.browser.server import LocalServer
from tests.browser.touch import Touch, expect_totals, start_by_touch

#: The service worker is installed and at work.
READY = "() => navigator.serviceWorker.ready.then(() => true)"


def _ready(page: Page) -> None:
    """The service worker is there and serves this page."""
    page.goto("/")
    assert page.evaluate(READY)
    page.wait_for_function("() => navigator.serviceWorker.controller")


def test_the_app_can_be_installed(chromium: Browser, site: str, tmp_path: Path) -> None:
    kind = chromium.browser_type
    context = kind.launch_persistent_context(str(tmp_path / "person"), executable_path=find_browser(), base_url=site)
    page = context.new_page()
    _ready(page)
    wire = context.new_cdp_session(page)
    assert wire.send("Page.getAppManifest")["errors"] == []
    assert wire.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    context.close()


def test_visited_pages_open_without_a_network(phone: Phone, server: LocalServer) -> None:
    page = phone(service_workers="allow")
    _ready(page)
    page.goto("/rules/original")
    touch = start_by_touch(page, "The Original ROOK")
    address = page.url
    touch.bid("East", 95, "green")
    wait_until_prepared(page)
    server.stop()
    page.goto("/rules/original")
    expect(page.locator("[data-notes]")).to_contain_text("No network. This page is from")
    expect(page.get_by_role("heading", name="The Original ROOK", level=1)).to_be_visible()
    # The style is there too.
    assert page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") != "none"
    page.goto("/rules/boston")
    expect(page.get_by_role("heading", name="No network right now")).to_be_visible()
    # A game goes on: what the phone keeps is drawn by the phone.
    page.goto("/")
    expect(page.get_by_role("heading", name="Games on this phone")).to_be_visible()
    page.goto(address)
    expect(page.locator(".bid strong")).to_have_text("East, 95 on green")
    server.start()
    page.goto(address)
    expect(page.locator(".state")).to_have_text("Live")
    touch.choose("East & West: captured", 95)
    touch.save(1)
    expect_totals(page, 25, 95)


def test_a_copy_is_of_the_last_visit(phone: Phone, server: LocalServer) -> None:
    page = phone(service_workers="allow")
    _ready(page)
    page.goto("/rules?q=nest")
    page.goto("/rules?q=misdeal")
    server.stop()
    page.goto("/rules?q=misdeal")
    expect(page.get_by_role("heading", name="for “misdeal”")).to_be_visible()
    expect(page.locator("[data-notes]")).to_contain_text("This page is from")
    server.start()


@pytest.fixture
def plain(chromium: Browser, server: LocalServer) -> Iterator[BrowserContext]:
    """A phone that reaches the server by a name of the home network, without https."""
    with _named(chromium, "rook.lan") as browser:
        context = browser.new_context(base_url=f"http://rook.lan:{server.port}", viewport=PHONE, has_touch=True)
        yield context
        context.close()


@contextmanager
def _named(chromium: Browser, name: str) -> Iterator[Browser]:
    rules = [f"--host-resolver-rules=MAP {name} 127.0.0.1"]
    browser = chromium.browser_type.launch(executable_path=find_browser(), args=rules)
    yield browser
    browser.close()


def test_a_plain_http_address_warns_once(plain: BrowserContext) -> None:
    page = plain.new_page()
    page.goto("/")
    note = page.locator(".note")
    expect(note).to_contain_text("plain http")
    page.goto("/games")
    expect(note).to_contain_text("plain http")
    page.get_by_role("button", name="OK").tap()
    expect(note).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("heading", name="All games")).to_be_visible()
    expect(note).to_have_count(0)
    # Everything else works: entering, following; the screen's switch is not offered.
    touch = start_by_touch(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    expect(page.get_by_label("Keep screen on")).to_be_hidden()
    expect(page.locator(".state")).to_have_text("Live")
    other = plain.new_page()
    other.goto(page.url)
    expect(other.locator(".state")).to_have_text("Live")
    Touch(other).choose("East & West: captured", 95)
    Touch(other).save(1)
    expect_totals(page, 25, 95)
