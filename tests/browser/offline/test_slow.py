"""Slow is not offline: a page that trickles in arrives, half a page is never shown, and silence ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.bad_network import BadLine, Request, Trouble, bad_line
from tests.browser.conftest import Phone
from tests.browser.network import game_id_of, wait_for_worker, wait_until_prepared
from tests.browser.server import LocalServer
from tests.browser.touch import expect_totals, start

#: A line so slow that the facts of all games, the largest of all answers, miss every time limit.
TOO_SLOW = """const { fetch } = window;
window.fetch = (address, request = {}) =>
  String(address).includes("kits.json") && request.signal
    ? Promise.reject(new DOMException("too late", "TimeoutError"))
    : fetch(address, request);
"""


@pytest.fixture
def line(server: LocalServer) -> Iterator[BadLine]:
    """The phone's way to the server."""
    with bad_line(server.port) as line:
        yield line


@pytest.fixture
def table(phone: Phone, line: BadLine) -> Page:
    """A table with one hand on a phone that has the service worker."""
    page = phone(service_workers="allow", base_url=line.url)
    touch = start(page, "The Original ROOK")
    touch.bid("East", 95, "green")
    touch.choose("East & West: captured", 95)
    touch.save(1)
    wait_for_worker(page)
    wait_until_prepared(page)
    return page


def trouble_pages(line: BadLine, trouble: Trouble) -> None:
    """Let this happen to every page that is opened."""

    def choose(request: Request) -> Trouble:
        is_page = re.fullmatch(r"/t/[^/]+|/rules/\w+", request.path) and b"X-Follow" not in request.raw
        return trouble if is_page else Trouble.NONE

    line.choose = choose


@pytest.mark.long
def test_a_page_that_trickles_in_arrives(table: Page, line: BadLine) -> None:
    line.rate = 600
    trouble_pages(line, Trouble.TRICKLE)
    table.goto(table.url, timeout=60_000)
    # The server's own page is here to its end.
    expect(table.locator(".state")).to_have_text("Live")
    expect_totals(table, 25, 95)
    assert line.log == [(Trouble.TRICKLE, f"/t/{game_id_of(table)}")]


def test_half_a_page_is_never_shown(table: Page, line: BadLine) -> None:
    address = table.url
    table.goto("/rules/original")
    trouble_pages(line, Trouble.CUT)
    table.goto("/rules/original")
    expect(table.locator("[data-notes]")).to_contain_text("No network. This page is from")
    table.goto("/rules/boston")
    expect(table.get_by_role("heading", name="No network right now")).to_be_visible()
    # The phone draws the table itself.
    table.goto(address)
    expect_totals(table, 25, 95)
    expect(table.locator("form.hand")).to_be_visible()


def test_silence_ends_with_the_phones_own_page(table: Page, line: BadLine) -> None:
    trouble_pages(line, Trouble.SILENCE)
    table.goto(table.url, timeout=30_000)
    expect_totals(table, 25, 95)
    expect(table.locator("form.hand")).to_be_visible()


def test_the_facts_of_all_games_may_take_their_time(phone: Phone) -> None:
    page = phone()
    page.add_init_script(TOO_SLOW)
    start(page, "The Original ROOK")
    wait_until_prepared(page)
    # The server's own page stays.
    expect(page.locator("main[data-revision] .menu").first).to_be_visible()
    expect(page.locator("main [data-sync]")).to_have_count(0)
