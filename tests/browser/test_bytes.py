"""What the first load costs: bytes counted at the socket, headers included."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.server import LocalServer
from tests.browser.touch import start_by_touch
from tests.browser.wire import CountingLine, counting_line

ALL_BYTES, SCRIPT_BYTES = 60 * 1024, 25 * 1024


def _load(page: Page, address: str) -> None:
    """Load a page for the first time, with all that it needs."""
    page.goto(address, wait_until="load")
    expect(page.locator("main")).to_be_visible()
    page.wait_for_function("() => performance.getEntriesByType('resource').every((entry) => entry.responseEnd > 0)")


def _script_bytes(line: CountingLine) -> int:
    """The bodies of all scripts, as they traveled."""
    sizes = 0
    for answer in line.received:
        for head in re.finditer(rb"HTTP/1\.[01] 200 .*?\r\n\r\n", bytes(answer), re.S):
            if b"text/javascript" in head[0]:
                length = re.search(rb"Content-Length: (\d+)", head[0])
                assert length is not None
                sizes += int(length[1])
    return sizes


@pytest.mark.parametrize("page_name", ["start", "table"])
def test_a_first_load_is_small(phone: Phone, server: LocalServer, page_name: str) -> None:
    scorer = phone()
    start_by_touch(scorer, "The Original ROOK")
    table = scorer.url
    scorer.get_by_role("link", name="Share").first.click()
    link = scorer.locator("section").first.get_by_label("Link").input_value()
    with counting_line(server.port) as line:
        visitor = phone(base_url=line.url)
        _load(visitor, "/" if page_name == "start" else link.replace(server.url, line.url))
        if page_name == "table":
            expect(visitor).to_have_url(table.replace(server.url, line.url))
        assert 1000 < line.bytes <= ALL_BYTES
        assert 1000 < _script_bytes(line) <= SCRIPT_BYTES


def test_nothing_comes_from_elsewhere(phone: Phone, site: str) -> None:
    page = phone()
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    _load(page, "/")
    assert addresses
    assert all(address.startswith(site) for address in addresses)
