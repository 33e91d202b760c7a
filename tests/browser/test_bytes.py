"""What the first load costs, compressed as it travels."""

from __future__ import annotations

import gzip

from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Phone
from tests.browser.touch import start

ALL_BYTES, SCRIPT_BYTES = 60 * 1024, 25 * 1024


def _load(page: Page, address: str) -> dict[str, tuple[str, int]]:
    """Every answer of a first load: its kind, and its size compressed."""
    answers: list[Response] = []
    # A page that follows a game is never idle, and its stream has no end.
    page.on("response", lambda answer: answers.append(answer) if not answer.url.endswith("/events") else None)
    page.goto(address, wait_until="load")
    return {each.url: (each.request.resource_type, len(gzip.compress(each.body()))) for each in answers if each.ok}


def _check(loaded: dict[str, tuple[str, int]], kinds: set[str]) -> None:
    sizes = [size for _, size in loaded.values()]
    script = [size for kind, size in loaded.values() if kind == "script"]
    assert kinds <= {kind for kind, _ in loaded.values()}
    assert sum(sizes) <= ALL_BYTES, loaded
    assert sum(script) <= SCRIPT_BYTES, loaded


def test_first_loads_are_small(phone: Phone, site: str) -> None:
    page = phone()
    loaded = _load(page, "/")
    _check(loaded, {"document", "stylesheet"})
    # Nothing comes from elsewhere.
    assert all(url.startswith(site) for url in loaded)
    start(page, "The Original ROOK")
    address = page.url
    page.get_by_role("link", name="Share").first.click()
    link = page.locator("section").first.get_by_label("Link").input_value()
    other = phone()
    table = _load(other, link)
    _check(table, {"document", "stylesheet", "script"})
    expect(other).to_have_url(address)
