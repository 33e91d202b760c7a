"""What a program may do by the keys of a game's links."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.actions.errors import NotAllowedError, NotFoundError
from scorekeeper.actions.table import access, api_keys, games, hands
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.hands import HandChange, InvalidRecord, Saved, Stale
from scorekeeper.store import Device, Game, db

RECORD = {"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dot"], "hands": []}
SET = {"bidder": 1, "bid": 95, "trump": "green", "captured": [45, 75]}


@pytest.fixture
def game(app: Flask) -> Iterator[Game]:
    with app.app_context():
        started = api_keys.start(RECORD)
        assert isinstance(started, Game)
        yield started


def test_each_key_opens_its_role(game: Game) -> None:
    assert api_keys.require_viewer(game.id, game.scorer_key).role == "scorer"
    assert api_keys.require_viewer(game.id, game.watch_key).role == "watcher"
    for wrong in ("", "x", game.id):
        with pytest.raises(NotFoundError):
            api_keys.require_viewer(game.id, wrong)
    with pytest.raises(NotFoundError):
        api_keys.require_viewer("x", game.scorer_key)


def test_only_the_scorer_key_writes(game: Game) -> None:
    with pytest.raises(NotAllowedError):
        api_keys.require_scorer(game.id, game.watch_key)
    device = api_keys.require_scorer(game.id, game.scorer_key).device_id
    assert hands.save(access.require_scorer(device, game.id), HandChange(1, 0, SET, "t")) == Saved(1)
    assert api_keys.require_scorer(game.id, game.scorer_key).device_id == device
    assert db.session.query(Device).count() == 1


def test_a_phones_game_gets_a_device_for_programs(app: Flask) -> None:
    with app.app_context():
        phone = access.device(None, "phone")
        game = games.start(phone.id, RECORD)
        assert isinstance(game, Game)
        device = api_keys.require_scorer(game.id, game.scorer_key).device_id
        assert device != phone.id
        assert hands.add(access.require_scorer(device, game.id), SET, "", None) == Saved(1)
        games.renew_link(access.require_scorer(phone.id, game.id), "scorer")
        with pytest.raises(NotFoundError):
            access.require_viewer(device, game.id)
        assert api_keys.require_scorer(game.id, game.scorer_key).device_id == device
        assert access.require_viewer(device, game.id).may_score


def test_a_hand_is_added_once_and_only_to_the_version_that_was_read(game: Game) -> None:
    def table() -> Table:
        return api_keys.require_scorer(game.id, game.scorer_key)

    assert hands.add(table(), SET, "t", 0) == Saved(1)
    assert hands.add(table(), SET, "t", 0) == Saved(1, again=True)
    assert isinstance(hands.add(table(), {"passed_out": True}, "t", 1), InvalidRecord)
    assert hands.add(table(), SET, "u", 0) == Stale()
    assert hands.add(table(), SET, "u", 1) == Saved(2)
    assert game.revision == 2
