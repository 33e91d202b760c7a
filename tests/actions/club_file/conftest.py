"""A club for every test of its file, and an empty one beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import clubs
from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.club_file import exporting, importing
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.table.access import device
from scorekeeper.rulebook import is_rule
from scorekeeper.store import Club, db
from tests.actions.club_file.whole_club import WholeClub
from tests.company import PASSWORD


@pytest.fixture
def whole(app: Flask) -> Iterator[WholeClub]:
    """A club in which everything happened that can happen."""
    with app.app_context():
        yield WholeClub()


def new_club(name: str = "Olga", account: str = "") -> tuple[str, Club]:
    """An empty club of somebody who has an account."""
    if not account:
        made = accounts.sign_up(name, PASSWORD)
        assert not isinstance(made, Refusal)
        account = made.id
    club = clubs.create_club(account, "The Copy")
    assert isinstance(club, Club)
    return account, club


def imported(account: str, club: Club, text: bytes) -> Any:
    source = importing.Source(text, device(None, "Import").id, is_rule)
    return importing.import_club(require_organizer(account, club.id), source)


def text_of(account: str, club: Club) -> str:
    db.session.rollback()
    db.session.expire_all()
    return exporting.club_text(exporting.export_club(require_organizer(account, club.id)))
