"""Starting, importing, repeating, deleting and sharing games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.season import results
from scorekeeper.actions.table.access import Table, role_by, role_of, scored_by, seen, table_of
from scorekeeper.rules import Fault, Sheet, read, score
from scorekeeper.store import Game, Grant, Version, db
from scorekeeper.store.queries.game import games_of, names_used
from scorekeeper.store.queries.night import night_moved
from scorekeeper.store.tables.game import SCORER, now
from scorekeeper.store.transaction import writes


@dataclass(frozen=True)
class InvalidRecord:
    """What the engine has against it."""

    faults: tuple[Fault, ...]


@writes
def start(device_id: str, record: dict[str, Any], game_id: str = "") -> Game | InvalidRecord:
    """Start a game; the device that starts it is its scorer. A phone without network has named it already."""
    game = create_uncommitted(device_id, record, game_id)
    if not isinstance(game, InvalidRecord):
        db.session.commit()
    return game


def create_uncommitted(device_id: str, record: dict[str, Any], game_id: str = "") -> Game | InvalidRecord:
    """The same as a part of something larger: the caller commits."""
    result = score(record)
    if not isinstance(result, Sheet):
        return InvalidRecord(result)
    if unwritable := unwritable_text(record):
        return unwritable
    game = write(device_id, record, game_id)
    db.session.add(Grant(device_id=device_id, game_id=game.id, role=SCORER, key=game.scorer_key))
    return game


def drafted(record: dict[str, Any], game_id: str = "") -> Game:
    """The head of a sound record as a game, not stored."""
    return Game(
        id=game_id or new_key(),
        slug=record["game"],
        players=[name.strip() for name in record["players"]],
        dealer=record.get("dealer", 0),
        options=record.get("options", {}),
        date=record.get("date"),
        note=record.get("note"),
        scorer_key=new_key(),
        watch_key=new_key(),
    )


def write(device_id: str, record: dict[str, Any], game_id: str = "") -> Game:
    """Store a sound record as a game that no device may change yet. The caller commits."""
    game = drafted(record, game_id)
    db.session.add(game)
    db.session.flush()
    for number, facts in enumerate(record["hands"], 1):
        token = f"import-{number}"
        db.session.add(
            Version(game_id=game.id, hand=number, number=1, facts=facts, done="saved", token=token, device_id=device_id)
        )
    return game


@writes
def start_from_offline(device_id: str, game_id: str, record: dict[str, Any]) -> Game | InvalidRecord:
    """Start a game that a phone has begun without network; told twice, it starts once."""
    known = db.session.get(Game, game_id)
    if known is None:
        return start(device_id, record, game_id)
    if role_of(db.session.get(Grant, (device_id, game_id)), known) != SCORER:
        return InvalidRecord((Fault("Another game bears this name: start it once more.", "record.game"),))
    return known


def blank(slug: str, players: int, options: dict[str, Any]) -> Table:
    """A table that is nowhere stored, with numbers for names: what its form looks like is true of all its kind."""
    names = [f"{{{seat}}}" for seat in range(players)]
    game = Game(id=slug, slug=slug, players=names, dealer=0, options=options, revision=0)
    return table_of(game, SCORER)


def unwritable_text(facts: object) -> InvalidRecord | None:
    """What speaks against storing it: text that holds half of a surrogate pair."""
    try:
        json.dumps(facts, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return InvalidRecord((Fault("Some text holds half a character: type it again.", "record.json"),))
    return None


def import_text(device_id: str, text: str | bytes) -> Game | InvalidRecord:
    """Start a game from a record written down elsewhere."""
    record = read(text)
    return InvalidRecord(record) if isinstance(record, tuple) else start(device_id, record)


@writes
def rematch(device_id: str, game_id: str) -> Game | InvalidRecord:
    """The same seats and options once more; the deal goes on to the left."""
    table = seen(device_id, game_id)
    dealer = table.game.dealer
    if table.sheet.hands:
        dealer = (table.sheet.hands[-1].dealer + 1) % len(table.game.players)
    head = {key: value for key, value in table.record.items() if key not in ("hands", "date", "note")}
    return start(device_id, head | {"dealer": dealer, "date": date.today().isoformat(), "hands": []})


def mine(device_id: str, most: int | None = None) -> tuple[list[Table], list[Game]]:
    """The latest games of this device as it may still see them, and those it may bring back."""
    tables, deleted = [], []
    for game, grant in games_of(device_id, most):
        role = role_of(grant, game)
        if role is not None and game.deleted_at is None:
            tables.append(table_of(game, role))
        elif role == SCORER:
            deleted.append(game)
    return tables, deleted


def known_names(device_id: str) -> Sequence[str]:
    """Names entered on this device before."""
    return names_used(device_id)


@writes
def delete(device_id: str, game_id: str) -> None:
    """Put a game away; it can be brought back."""
    game = scored_by(device_id, game_id).game
    game.deleted_at = now()
    game.revision += 1
    results.follow(game)
    night_moved(game.id)
    db.session.commit()


@writes
def bring_back(device_id: str, game_id: str) -> None:
    """Undo a deletion."""
    game = scored_by(device_id, game_id, deleted=True).game
    game.deleted_at = None
    game.revision += 1
    results.follow(game)
    night_moved(game.id)
    db.session.commit()


@writes
def join(device_id: str, game_id: str, key: str) -> Table:
    """Follow a link: the scorer link lets a device score, the watch link lets it look."""
    game = db.session.get(Game, game_id)
    if game is None or game.deleted_at is not None:
        raise NotFoundError(game_id)
    role = role_by(key, game)
    if role is None:
        raise NotFoundError(game_id)
    grant = db.session.get(Grant, (device_id, game_id))
    if grant is None:
        db.session.add(Grant(device_id=device_id, game_id=game_id, role=role, key=key))
    elif role == SCORER or role_of(grant, game) is None:
        grant.role, grant.key = role, key
    db.session.commit()
    return seen(device_id, game_id)


@writes
def renew(device_id: str, game_id: str, role: str) -> None:
    """Make a link anew: whoever came by the old one is out, but for this device."""
    game = scored_by(device_id, game_id).game
    if role == SCORER:
        game.scorer_key = new_key()
        grant = db.session.get(Grant, (device_id, game_id))
        if grant is not None:
            grant.key = game.scorer_key
    else:
        game.watch_key = new_key()
    game.revision += 1
    db.session.commit()
