"""Fixtures of the offline tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page


@pytest.fixture
def tolerated_errors() -> tuple[str, ...]:
    """A browser reports a lost network on its console."""
    return ("status of 4", "status of 502", "net::ERR")


@pytest.fixture
def module(chromium: Browser, site: str) -> Iterator[Page]:
    """A page of our own address without any script, which may import modules."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{site}/manifest.webmanifest")
    yield page
    context.close()
