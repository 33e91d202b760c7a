"""Games by the keys of their links: what a program may do that has no device of its own."""

from __future__ import annotations

from typing import Any

from scorekeeper.actions.club.log import PROGRAM
from scorekeeper.actions.errors import NotAllowedError, NotFoundError
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import with_visible_names
from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import Table, role_by, role_of
from scorekeeper.store import Device, Game, Grant, db
from scorekeeper.store.queries.game import grant_by_name
from scorekeeper.store.tables.game import SCORER
from scorekeeper.store.transaction import begin_writing


def require_viewer(game_id: str, key: str) -> Table:
    """The game as the holder of this key may see it."""
    return Table(*_open(game_id, key))


def require_scorer(game_id: str, key: str) -> Table:
    """The game as the holder of the scorer key sees it; what they save is stored under a device for programs."""
    game = _open_to_score(game_id, key)
    grant = grant_by_name(game_id, PROGRAM)
    if grant is None or role_of(grant, game) is None:
        begin_writing(game_id)
        grant = _grant_program(_open_to_score(game_id, key))
    device_id = grant.device_id
    return Table(_open_to_score(game_id, key), SCORER, device_id)


def _open_to_score(game_id: str, key: str) -> Game:
    game, role = _open(game_id, key)
    if role != SCORER:
        raise NotAllowedError(game_id)
    return game


def _grant_program(game: Game) -> Grant:
    """Let the device that writes for programs do so."""
    grant = grant_by_name(game.id, PROGRAM)
    if grant is None:
        grant = Grant(device_id=_program().id, game_id=game.id, role=SCORER, key=game.scorer_key)
        db.session.add(grant)
    grant.key = game.scorer_key
    db.session.commit()
    return grant


def start(record: dict[str, Any]) -> Game | games.InvalidRecord:
    """Start a game, which can be continued by its keys."""
    record = with_visible_names(record)
    if invalid := games.check_record(record):
        return invalid
    begin_writing()
    game = games.create_checked(_program().id, record)
    db.session.commit()
    return game


def _open(game_id: str, key: str) -> tuple[Game, str]:
    game = db.session.get(Game, game_id)
    role = role_by(key, game) if game is not None else None
    if game is None or role is None or game.deleted_at is not None:
        raise NotFoundError(game_id)
    return game, role


def _program() -> Device:
    device = Device(id=new_key(), name=PROGRAM)
    db.session.add(device)
    db.session.flush()
    return device
