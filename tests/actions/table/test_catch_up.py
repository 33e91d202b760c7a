"""What a phone sends that does not know what arrived: the same facts are no conflict, its own are replaced."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.actions.table import access, hands
from scorekeeper.actions.table.hands import Conflict, HandChange, Saved
from tests.actions.table.test_hands import BID, SET, Table, made


@pytest.fixture
def table(app: Flask) -> Iterator[Table]:
    """A game of two scorers."""
    with app.app_context():
        yield Table()


def test_the_same_facts_from_another_phone_are_no_conflict(table: Table) -> None:
    table.play(SET)
    assert table.save(1, 0, SET, table.two) == Saved(1, again=True)
    assert isinstance(table.save(1, 0, made(1), table.two), Conflict)
    assert [version.number for version in table.state.game.versions] == [1]


def test_a_phone_unsure_what_arrived_replaces_its_own_version(table: Table) -> None:
    """Bid and result wait as one entry; the bid may have been saved before its answer was lost."""
    scorer = access.require_scorer(table.one, table.id)
    assert hands.catch_up(scorer, HandChange(1, 0, BID, "bid")) == Saved(1)
    for _ in range(2):
        scorer = access.require_scorer(table.one, table.id)
        sent = hands.catch_up(scorer, HandChange(1, 0, SET, "hand", replaces=("bid",)))
        assert isinstance(sent, Saved)
    assert [(version.number, version.facts) for version in table.state.game.versions] == [(1, BID), (2, SET)]
    # Undone on the phone: deleted if it had arrived, nothing if it had not, asked about if it was changed since.
    undone = HandChange(1, 0, None, "undone", replaces=("bid", "hand"))
    other = HandChange(2, 0, None, "never", replaces=("lost",))
    assert hands.catch_up(access.require_scorer(table.one, table.id), other) == Saved(2, again=True)
    assert table.save(1, 2, made(1), table.two) == Saved(1)
    assert isinstance(hands.catch_up(access.require_scorer(table.one, table.id), undone), Conflict)
    assert table.save(1, 3, SET, token="back") == Saved(1)
    undone = HandChange(1, 0, None, "undone", replaces=("back",))
    assert hands.catch_up(access.require_scorer(table.one, table.id), undone) == Saved(1)
    assert table.state.record["hands"] == []
