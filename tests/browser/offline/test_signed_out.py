"""What a phone still shows without a network after somebody has signed out."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.network import wait_until_prepared
from tests.browser.server import LocalServer
from tests.browser.touch import start_by_touch

PASSWORD = "correct horse battery"
PAGE_COPIES = """async () => {
  const names = (await caches.keys()).filter((name) => !name.startsWith("rook-files"));
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().map((request) => new URL(request.url).pathname);
}"""
NO_NETWORK = "No network right now"


def _sign_up(page: Page) -> str:
    """Sign up and create a club; its address."""
    page.goto("/account/new")
    for name, text in (("name", "Olga"), ("password", PASSWORD), ("again", PASSWORD)):
        page.locator(f'[name="{name}"]').fill(text)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/clubs")
    page.locator('[name="name"]').fill("The Tuesday Rooks")
    page.get_by_role("button", name="Create club").click()
    page.wait_for_url("**/clubs/*")
    return page.url


def _show(page: Page, address: str, heading: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", name=heading).first).to_be_visible()


def test_private_pages_are_gone_after_signing_out(phone: Phone, server: LocalServer) -> None:
    page = phone(service_workers="allow")
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    start_by_touch(page, "The Original ROOK")
    game = page.url
    wait_until_prepared(page)
    club = _sign_up(page)
    page.goto(f"{club}/invite")
    page.get_by_role("button", name="Create invitation link").click()
    expect(page.locator('input[value*="/join/"]')).to_be_visible()
    for address in (club, f"{club}/log", "/account", f"{club}/invite"):
        page.goto(address)
    # While signed in, the club's pages open without a network, but none that shows a link or the account.
    copies = page.evaluate(PAGE_COPIES)
    assert [path for path in copies if path.endswith("/log")]
    assert [path for path in copies if "/invite" in path or path.startswith("/account")] == []
    server.stop()
    _show(page, club, "The Tuesday Rooks")
    _show(page, f"{club}/invite", NO_NETWORK)
    server.start()
    page.goto("/account")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("You are signed out. The games on this phone stay here.")).to_be_visible()
    assert [path for path in page.evaluate(PAGE_COPIES) if path.startswith("/clubs/")] == []
    page.go_back()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    server.stop()
    for address in (club, f"{club}/log"):
        _show(page, address, NO_NETWORK)
    # The phone's own game goes on.
    page.goto(game)
    expect(page.get_by_role("button", name="Save bid")).to_be_visible()
    server.start()
