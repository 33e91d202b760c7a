"""A club for every test of a season."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.company import Company


@pytest.fixture
def company(app: Flask) -> Iterator[Company]:
    """A club in an app of its own."""
    with app.app_context():
        yield Company()
