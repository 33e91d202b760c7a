"""A real server on loopback, a real Chromium, and phones."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.server import LocalServer
from tests.conftest import NO_BROWSER

PHONE = {"width": 390, "height": 844}
#: A condition is awaited so long (ms): two cores may be busy with other tests.
PATIENCE = 30_000
#: What a browser notes in its console about refusals, and about a server or a network that is away.
EXPECTED = (
    "status of 4",
    "status of 503",
    "ERR_CONNECTION_",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_INCOMPLETE_CHUNKED",
    "ERR_EMPTY_RESPONSE",
)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

Phone = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser test that fails is tried once more; the summary of the run names it, for its cause to be looked for."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))


def find_browser() -> str:
    """Where Chromium is on this machine; without it browser tests are left out, but never in CI."""
    path = next((place for name in BROWSERS if (place := shutil.which(name))), None)
    if path is None and os.environ.get("CI") != "true":
        pytest.skip(NO_BROWSER)
    assert path, "Chromium is needed: make test installs it where it may"
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a worker."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lasting_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server for all tests of a worker."""
    local = LocalServer(tmp_path_factory.mktemp("server"))
    yield local
    local.stop()


@pytest.fixture
def server(lasting_server: LocalServer) -> Iterator[LocalServer]:
    """A server with an empty database."""
    yield lasting_server
    lasting_server.reset()


@pytest.fixture
def site(server: LocalServer) -> str:
    """The address of a server with an empty database."""
    return server.url


@pytest.fixture
def tolerated_errors() -> tuple[str, ...]:
    """What a console may say: a refused form is an answer like any other."""
    return EXPECTED


@pytest.fixture
def phone(chromium: Browser, site: str, tolerated_errors: tuple[str, ...]) -> Iterator[Phone]:
    """New phones, each with its own cookies; errors on their pages fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def new(**settings: Any) -> Page:
        usual = {"viewport": PHONE, "has_touch": True, "service_workers": "block", "reduced_motion": "reduce"}
        context = chromium.new_context(**usual | {"base_url": site} | settings)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        return page

    yield new
    for context in contexts:
        context.close()
    assert not [error for error in errors if not any(words in error for words in tolerated_errors)]
