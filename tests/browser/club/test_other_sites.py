"""Public standings on the site of somebody else, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import pytest
from flask import Response
from playwright.sync_api import Page, expect
from werkzeug.serving import make_server

from tests.browser.club.test_season_looks import filled
from tests.browser.conftest import Phone
from tests.browser.server import LocalServer


@pytest.fixture
def tolerated_errors() -> tuple[str, ...]:
    """What the console says when the browser refuses a frame, or what another site must not read."""
    return ("frame-ancestors", "CORS policy", "net::ERR_")


def test_another_site_shows_the_standings(phone: Phone, server: LocalServer) -> None:
    """In a frame and by JSON; no other page can be framed, and nobody gets a cookie."""
    paths = filled(server)
    page = phone()
    address = f"{server.url}{paths['embedded table']}"
    frames = f'<iframe id="table" src="{address}"></iframe>'
    frames += f'<iframe id="page" src="{server.url}{paths["public"]}"></iframe>'
    with other_site(frames) as other:
        page.goto(other)
        look_from_elsewhere(page, server.url, paths)


@contextmanager
def other_site(body: str) -> Iterator[str]:
    """A site of somebody else; its address."""
    site = make_server("127.0.0.1", 0, Response(body, mimetype="text/html"), threaded=True)
    Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://localhost:{site.server_port}/"
    site.shutdown()
    site.server_close()


def look_from_elsewhere(page: Page, own: str, paths: dict[str, str]) -> None:
    rows = page.frame_locator("#table").get_by_role("row")
    expect(rows.nth(1)).to_contain_text("Ann")
    # The browser refuses to show it: nothing of the page is there.
    expect(page.frame_locator("#page").get_by_role("heading", name="Winter 2026")).to_have_count(0)
    feed = f"{own}{paths['public'].replace('/s/', '/api/seasons/')}"
    ask = "(address) => fetch(address).then((answer) => answer.json()).then((feed) => feed.season)"
    assert page.evaluate(ask, feed) == "Winter 2026"
    refused = "(address) => fetch(address).then(() => 'read', () => 'refused')"
    assert [page.evaluate(refused, f"{own}{path}") for path in ("/api/games", "/")] == ["refused"] * 2
    assert page.context.cookies(own) == []
