"""Fixtures of the web's tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from flask import Flask
from werkzeug.security import generate_password_hash

from scorekeeper.actions.account import passwords
from tests.company import SWEPT, Company
from tests.web.winter_season import Club, signed_in


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "generate_password_hash", partial(generate_password_hash, method="scrypt:256:8:1"))
    passwords._unknown_hash.cache_clear()


@pytest.fixture
def club(app: Flask) -> Iterator[Club]:
    with app.app_context():
        company = Company()
        season = company.season("Winter")
        first, second = company.event("2026-01-13"), company.event("2026-01-20", "Second night")
        # Ann & Cal win, then Ann & Ben: Ann 2, Ben and Cal 1, Dot none; Eve & Fay were there once.
        games = [
            company.play(first, "Ann Ben Cal Dot").id,
            company.play(second, "Ann Cal Ben Dot").id,
            company.play(second, "Eve Ann Fay Dot", *SWEPT, number=2).id,
        ]
        base = f"/clubs/{company.club.id}/seasons/{season.id}"
        yield Club(app, company, signed_in(app, "Olga"), season.id, base, games)
