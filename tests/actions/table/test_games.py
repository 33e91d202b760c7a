"""Games started, brought in, repeated, put away, and shared by links."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select
from sqlalchemy.exc import DataError

from scorekeeper.actions.errors import NotAllowedError, NotFoundError
from scorekeeper.actions.table import access, games
from scorekeeper.rules import Sheet, score
from scorekeeper.store import Game, db
from scorekeeper.store.tables.game import SCORER, WATCHER
from tests.rows import each_row
from tests.samples import HANDS, record

NAMES = ["Ann", "Ben", "Cal", "Dot"]
HEAD = {"format": "rook-record/1", "game": "original", "players": NAMES, "hands": []}
HAND = {"bidder": 0, "bid": 70, "trump": "red", "captured": [120, 0]}


@pytest.fixture
def device(app: Flask) -> Iterator[str]:
    with app.app_context():
        yield access.device(None, "A phone").id


def another() -> str:
    return access.device(None, "Another phone").id


def started(device: str, **more: Any) -> Game:
    game = games.start(device, HEAD | more)
    assert isinstance(game, Game)
    return game


def count() -> int:
    return db.session.scalar(select(func.count()).select_from(Game)) or 0


def refused(result: Game | games.InvalidRecord) -> list[str | None]:
    assert isinstance(result, games.InvalidRecord)
    assert all(fault.message for fault in result.faults)
    return [fault.path for fault in result.faults]


def test_a_game_started_is_scored_by_its_device(device: str) -> None:
    game = started(device, players=[" Ann ", "Ben", "Cal", "Dot"], dealer=2, options={"target": 500})
    table = access.require_viewer(device, game.id)
    assert table.may_score
    assert table.record == HEAD | {"dealer": 2, "options": {"target": 500}}
    assert table.sheet.next_dealer == 2


@each_row(
    ("wrong", "paths"),
    [
        ({"players": NAMES[:3]}, ["players"]),
        ({"players": []}, ["players"]),
        ({"players": ["Ann", "ann ", "Cal", "Dot"]}, ["players[1]"]),
        ({"players": ["", "x" * 41, "Cal", "Dot"]}, ["players[0]", "players[1]"]),
        ({"dealer": 4}, ["dealer"]),
        ({"dealer": "x"}, ["dealer"]),
        ({"options": {"target": 0}}, ["options.target"]),
        ({"options": {"target": 300, "hands": 4}}, ["options.target"]),
        ({"options": {"color": "blue"}}, ["options.color"]),
        ({"game": "whist"}, ["game"]),
        ({"game": ["original"]}, ["game"]),
        ({"players": ["Ann", "Ann", "Cal", "Dot"], "dealer": -1}, ["players[1]", "dealer"]),
    ],
)
def test_a_game_with_faults_is_not_started(device: str, wrong: dict[str, Any], paths: list[str]) -> None:
    assert sorted(map(str, refused(games.start(device, HEAD | wrong)))) == sorted(paths)
    assert count() == 0


@each_row("slug", list(HANDS))
def test_an_imported_record_exports_unchanged(device: str, slug: str) -> None:
    written = record(slug, 3) | {"dealer": 1, "date": "1924", "note": "In the parlour"}
    game = games.import_text(device, json.dumps(written))
    assert isinstance(game, Game)
    db.session.expire_all()
    table = access.require_viewer(device, game.id)
    sheet = score(written)
    assert isinstance(sheet, Sheet)
    assert table.sheet.as_json() == sheet.as_json()
    assert {"options": {}} | table.record == written
    again = games.import_text(device, json.dumps(table.record).encode())
    assert isinstance(again, Game)
    assert again.id != game.id


@each_row(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '{"format": "rook-record/1", "format": "x"}',
        '{"a": NaN}',
        "[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_anything_but_a_record_is_refused(device: str, text: str | bytes) -> None:
    refused(games.import_text(device, text))
    assert count() == 0


def test_a_record_with_faults_is_refused_with_all_of_them(device: str) -> None:
    written = HEAD | {"hands": [HAND | {"bid": 65}, HAND | {"captured": [1, 2]}], "dealer": 9}
    result = games.import_text(device, json.dumps(written))
    assert isinstance(result, games.InvalidRecord)
    assert {fault.hand for fault in result.faults} == {None, 1, 2}
    assert count() == 0


@pytest.mark.parametrize(
    "more", [{"note": "\ud800"}, {"date": "\ud800"}, {"hands": [HAND | {"note": "\ud800"}]}, {"note": "a\0b"}]
)
def test_half_characters_are_refused_or_stored_but_never_fatal(app: Flask, device: str, more: dict[str, Any]) -> None:
    result = games.import_text(device, json.dumps(HEAD | more))
    if isinstance(result, Game):
        page = access.require_viewer(device, result.id)
        json.dumps(page.record, ensure_ascii=False).encode()


def test_a_rematch_has_the_same_seats_and_the_next_dealer(device: str) -> None:
    game = started(device, hands=[HAND] * 3, dealer=1, options={"target": 350}, note="the first", date="1924")
    again = games.rematch(access.require_viewer(device, game.id))
    assert isinstance(again, Game)
    table = access.require_viewer(device, again.id)
    today = date.today().isoformat()
    assert table.record == HEAD | {"dealer": 0, "options": {"target": 350}, "date": today}
    assert table.game.scorer_key != game.scorer_key


def test_a_rematch_before_the_first_hand_keeps_the_dealer(device: str) -> None:
    again = games.rematch(access.require_viewer(device, started(device, dealer=3).id))
    assert isinstance(again, Game)
    assert again.dealer == 3


def test_a_watcher_can_start_a_rematch_and_a_stranger_cannot(device: str) -> None:
    game, watcher = started(device, hands=[HAND]), another()
    with pytest.raises(NotFoundError):
        games.rematch(access.require_viewer(watcher, game.id))
    games.join(watcher, game.id, game.watch_key)
    again = games.rematch(access.require_viewer(watcher, game.id))
    assert isinstance(again, Game)
    assert access.require_viewer(watcher, again.id).may_score
    with pytest.raises(NotFoundError):
        access.require_viewer(device, again.id)


def test_deleting_and_restoring_a_game(device: str) -> None:
    game = started(device, hands=[HAND])
    games.delete(access.require_scorer(device, game.id))
    with pytest.raises(NotFoundError):
        access.require_viewer(device, game.id)
    with pytest.raises(NotFoundError):
        games.join(another(), game.id, game.scorer_key)
    tables, deleted = games.games_of_device(device)
    assert (tables, [game.id for game in deleted]) == ([], [game.id])
    games.restore(access.require_scorer(device, game.id, deleted=True))
    assert access.require_viewer(device, game.id).record["hands"] == [HAND]
    assert [table.game.id for table in games.games_of_device(device)[0]] == [game.id]


def test_only_a_scorer_deletes_restores_and_resets_links(device: str) -> None:
    game, watcher = started(device), another()
    games.join(watcher, game.id, game.watch_key)
    with pytest.raises(NotAllowedError):
        access.require_scorer(watcher, game.id)
    with pytest.raises(NotFoundError):
        access.require_scorer(another(), game.id)
    watched = access.require_viewer(watcher, game.id)
    for act in (games.delete, games.restore, lambda table: games.renew_link(table, SCORER)):
        with pytest.raises(NotAllowedError):
            act(watched)
    games.delete(access.require_scorer(device, game.id))
    assert games.games_of_device(watcher) == ([], [])


def test_links_let_a_device_score_or_look(device: str) -> None:
    game = started(device)
    scorer, watcher = another(), another()
    assert games.join(scorer, game.id, game.scorer_key).may_score
    assert not games.join(watcher, game.id, game.watch_key).may_score
    assert games.join(watcher, game.id, game.scorer_key).may_score
    assert games.join(watcher, game.id, game.watch_key).may_score, "a scorer who looks stays a scorer"


def test_resetting_the_scorer_link_locks_out_other_scorers(device: str) -> None:
    game = started(device)
    old, scorer, watcher = game.scorer_key, another(), another()
    games.join(scorer, game.id, old)
    games.join(watcher, game.id, game.watch_key)
    games.renew_link(access.require_scorer(device, game.id), SCORER)
    assert access.require_viewer(device, game.id).may_score
    assert not access.require_viewer(watcher, game.id).may_score
    for attempt in (lambda: access.require_viewer(scorer, game.id), lambda: games.join(scorer, game.id, old)):
        with pytest.raises(NotFoundError):
            attempt()
    assert games.games_of_device(scorer) == ([], [])
    assert not games.join(scorer, game.id, game.watch_key).may_score
    assert games.join(scorer, game.id, game.scorer_key).may_score


def test_resetting_the_watch_link_locks_out_watchers_but_no_scorer(device: str) -> None:
    game, watcher = started(device), another()
    old = game.watch_key
    games.join(watcher, game.id, old)
    games.renew_link(access.require_scorer(device, game.id), WATCHER)
    with pytest.raises(NotFoundError):
        access.require_viewer(watcher, game.id)
    with pytest.raises(NotFoundError):
        games.join(watcher, game.id, old)
    assert access.require_viewer(device, game.id).may_score


@each_row("key", ["", "x", "é", "\0", "x" * 10_000, "null"])
def test_no_key_can_be_guessed(device: str, key: str) -> None:
    game = started(device)
    with pytest.raises(NotFoundError):
        games.join(another(), game.id, key)
    # PostgreSQL does not even look for NUL; the web refuses it.
    with pytest.raises((NotFoundError, DataError)):
        games.join(another(), key, game.scorer_key)
    db.session.rollback()
    with pytest.raises(NotFoundError):
        games.join(another(), game.id, game.id)


def test_keys_are_long_and_different(device: str) -> None:
    keys = {key for game in (started(device), started(device)) for key in (game.id, game.scorer_key, game.watch_key)}
    assert len(keys) == 6
    assert all(len(key) >= 22 for key in keys)


def test_names_are_remembered_the_latest_first(device: str) -> None:
    started(device)
    started(device, players=["Eve", "Ann", "Gus", "Hal"])
    assert list(games.names_used(device)) == ["Eve", "Ann", "Gus", "Hal", "Ben", "Cal", "Dot"]
    assert list(games.names_used(another())) == []
