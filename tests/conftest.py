"""Fixtures that several rooms use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store import db
from scorekeeper.web import create_app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """An app with an empty database of its own."""
    app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "API_BURST": 100_000}, tmp_path)
    yield app
    put_away(app)


def put_away(app: Flask) -> None:
    """End an app's streams and let go of its database."""
    app.extensions["hub"].close()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without script."""
    return app.test_client()
