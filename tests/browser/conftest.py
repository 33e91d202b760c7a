"""A real server on loopback, a real Chromium, and phones."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from werkzeug.serving import make_server

from scorekeeper.store import db
from scorekeeper.web import create_app

PHONE = {"width": 390, "height": 844}
#: A condition is awaited so long (ms): two cores may be busy with other tests.
PATIENCE = 10_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

Phone = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


def find_browser() -> str:
    """Where Chromium is on this machine."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    assert path, "Chromium is needed: make test installs it where it may"
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a worker."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser())
        yield browser
        browser.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server with an empty database."""
    app = create_app({}, tmp_path)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def phone(chromium: Browser, site: str) -> Iterator[Phone]:
    """New phones, each with its own cookies; errors on their pages fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def new(**settings: Any) -> Page:
        context = chromium.new_context(base_url=site, **{"viewport": PHONE, "has_touch": True} | settings)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        return page

    yield new
    for context in contexts:
        context.close()
    assert not [error for error in errors if "status of 4" not in error]
