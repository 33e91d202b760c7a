"""Fixtures of the tests of the script without a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.script.node import Node


@pytest.fixture(scope="session")
def module() -> Iterator[Node]:
    """Modules of the script, without a page."""
    node = Node()
    yield node
    node.close()
