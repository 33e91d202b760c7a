"""Phones whose network goes and comes back, and what their pages say about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from scorekeeper.rules import BY_SLUG, Sheet, score
from tests.browser.touch import Touch, start


def start_table(page: Page, slug: str) -> str:
    """A new table of this game with the names that the page offers; its key."""
    start(page, BY_SLUG[slug].name)
    return game_id_of(page)


def join(page: Page, owner: Page) -> None:
    """Another phone scores at the owner's table too."""
    links = re.findall(r'readonly value="([^"]+/join/[^"]+)"', owner.request.get(f"{owner.url}/share").text())
    page.goto(links[0])
    page.locator("form.hand").wait_for()


def enter(page: Page, place: int, shares: tuple[int, int, int]) -> None:
    """A hand of four who play alone: the last one has the rest."""
    for name, share in zip(("North", "East", "South"), shares, strict=True):
        Touch(page).choose(f"{name}: captured", share)
    Touch(page).press(f"Save hand {place}")


def wait_until_prepared(page: Page) -> None:
    """The page has kept all that it needs when the network goes."""
    # The first touch that the page listens to; without one it comes some seconds later by itself.
    page.wait_for_function(
        """() => {
          document.dispatchEvent(new Event("input"));
          return "prepared" in document.documentElement.dataset;
        }"""
    )


def wait_for_worker(page: Page) -> None:
    """The service worker rules the page."""
    page.evaluate(
        """async () => {
          await navigator.serviceWorker.register("/sw.js");
          const { active } = await navigator.serviceWorker.ready;
          const done = (go) => active.addEventListener("statechange", go, { once: true });
          if (active.state !== "activated") await new Promise(done);
        }"""
    )


def report_online(page: Page) -> None:
    """The phone notices the network without waiting for its next try."""
    page.evaluate("() => dispatchEvent(new Event('online'))")


def game_id_of(page: Page) -> str:
    return page.url.split("/t/")[1].split("/")[0]


def expect_sync_state(page: Page, state: str) -> None:
    """What the page says about sending: sent, waiting, or asks."""
    page.locator(f"main [data-sync={state}]").wait_for()


def expect_server_page(page: Page) -> None:
    """The server's own page of the table is back, and nothing waits."""
    for gone in ("main [data-sync]", "a.badge"):
        page.locator(gone).wait_for(state="detached")
    page.locator("main .menu").first.wait_for()


def totals(record: dict[str, Any]) -> tuple[int, ...]:
    sheet = score(record)
    assert isinstance(sheet, Sheet)
    return sheet.totals


@contextmanager
def away(page: Page) -> Iterator[None]:
    """No network for this phone meanwhile."""
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)
