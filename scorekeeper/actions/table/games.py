"""Starting, importing, repeating, deleting and sharing games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy.exc import IntegrityError

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.limits import size_faults
from scorekeeper.actions.names import visible_name, with_visible_names
from scorekeeper.actions.table.access import Table, kind_of_key, require_viewer, role_of
from scorekeeper.actions.table.changes import commit_change
from scorekeeper.rules import Fault, Sheet, read, score
from scorekeeper.store import Game, Grant, SavedRules, db
from scorekeeper.store.columns import holds_nul
from scorekeeper.store.queries.game import (
    games_of,
    insert_versions,
    mark_changed,
    rules_by_name,
    saved_rules_of,
)
from scorekeeper.store.queries.game import names_used as names_used
from scorekeeper.store.queries.game import players_of_last_game as players_of_last_game
from scorekeeper.store.queries.season import row_of
from scorekeeper.store.tables.game import SCORER, now
from scorekeeper.store.transaction import begin_writing, writes

SEASON_CLOSED = Fault("The season of this game is closed, so its opening totals can't change.", "record.opening")


@dataclass(frozen=True)
class InvalidRecord:
    """A record that can't be stored, with its faults."""

    faults: tuple[Fault, ...]


def start(device_id: str, record: dict[str, Any], game_id: str = "") -> Game | InvalidRecord:
    """Start a game. The device becomes its scorer. A phone without network has already chosen the id."""
    record = with_visible_names(record)
    # Score a long record before taking the write lock.
    if invalid := check_record(record):
        return invalid
    begin_writing()
    game = create_checked(device_id, record, game_id)
    db.session.commit()
    return game


def create_uncommitted(device_id: str, record: dict[str, Any]) -> Game | InvalidRecord:
    """Start a game as part of a larger change. The caller commits."""
    record = with_visible_names(record)
    return check_record(record) or create_checked(device_id, record)


def check_record(record: dict[str, Any]) -> InvalidRecord | None:
    """Why a record can't be stored, or None."""
    if faults := size_faults(record):
        return InvalidRecord(faults)
    sheet = score(record)
    return unwritable_text(record) if isinstance(sheet, Sheet) else InvalidRecord(sheet)


def create_checked(device_id: str, record: dict[str, Any], game_id: str = "") -> Game:
    """Store a valid record as a game that the device may score. The caller commits."""
    game = store_record(device_id, record, game_id)
    db.session.add(Grant(device_id=device_id, game_id=game.id, role=SCORER, key=game.scorer_key))
    return game


def unsaved_game(record: dict[str, Any], game_id: str = "") -> Game:
    """A game from the head of a valid record, not stored."""
    return Game(
        id=game_id or new_key(),
        slug=record["game"],
        players=[visible_name(name) or name.strip() for name in record["players"]],
        dealer=record.get("dealer", 0),
        options=record.get("options", {}),
        date=record.get("date"),
        note=record.get("note"),
        opening=record.get("opening"),
        scorer_key=new_key(),
        watch_key=new_key(),
    )


def store_record(device_id: str, record: dict[str, Any], game_id: str = "") -> Game:
    """Store a valid record as a game without any scorer. The caller commits."""
    game = unsaved_game(record, game_id)
    db.session.add(game)
    db.session.flush()
    rows = [
        {
            "hand": number,
            "number": 1,
            "facts": facts,
            "done": "saved",
            "token": f"import-{number}",
            "device_id": device_id,
        }
        for number, facts in enumerate(record["hands"], 1)
    ]
    if rows:
        insert_versions(game, rows)
    return game


def start_from_offline(device_id: str, game_id: str, record: dict[str, Any]) -> Game | InvalidRecord:
    """Start a game that a phone began without network. Sent twice, it starts once."""
    known = db.session.get(Game, game_id)
    if known is None:
        try:
            return start(device_id, record, game_id)
        except IntegrityError:
            # The phone sent it twice at the same time.
            db.session.rollback()
            known = db.session.get_one(Game, game_id)
    if role_of(db.session.get(Grant, (device_id, game_id)), known) != SCORER:
        return InvalidRecord((Fault("Another game has this id. Start the game again.", "record.game"),))
    return known


def sample_table(slug: str, players: int, options: dict[str, Any]) -> Table:
    """An unsaved table with numbers for names. Its form fits every table of its kind."""
    names = [f"{{{seat}}}" for seat in range(players)]
    game = Game(id=slug, slug=slug, players=names, dealer=0, options=options, revision=0)
    return Table(game, SCORER)


def unwritable_text(facts: object) -> InvalidRecord | None:
    """Why text can't be stored: it contains an unpaired surrogate or NUL."""
    try:
        json.dumps(facts, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return InvalidRecord((Fault("Some text contains a broken character. Type it again.", "record.json"),))
    if holds_nul(facts):
        return InvalidRecord((Fault("Some text contains an invisible character. Type it again.", "record.json"),))
    return None


def import_text(device_id: str, text: str | bytes) -> Game | InvalidRecord:
    """Start a game from an exported record."""
    record = read(text)
    return InvalidRecord(record) if isinstance(record, tuple) else start(device_id, record)


#: What a record says about one game, and not about the next game at the same table.
HAPPENED = frozenset({"hands", "date", "note", "opening"})


def rematch(table: Table, today: date | None = None) -> Game | InvalidRecord:
    """Start a game with the same seats and options. The deal passes to the left."""
    dealer = table.game.dealer
    if table.sheet.hands:
        dealer = (table.sheet.hands[-1].dealer + 1) % len(table.game.players)
    head = {key: value for key, value in table.record.items() if key not in HAPPENED}
    day = (today or date.today()).isoformat()
    return start(table.device_id, head | {"dealer": dealer, "date": day, "hands": []})


def games_of_device(device_id: str, most: int | None = None) -> tuple[list[Table], list[Game]]:
    """The latest games that this device may still see, and those it may restore."""
    tables, deleted = [], []
    for game, grant in games_of(device_id, most):
        role = role_of(grant, game)
        if role is not None and game.deleted_at is None:
            tables.append(Table(game, role, device_id))
        elif role == SCORER:
            deleted.append(game)
    return tables, deleted


def delete(table: Table) -> None:
    """Delete a game. It can be restored."""
    table.check_scorer()
    table.game.deleted_at = now()
    commit_change(table)


def restore(table: Table) -> None:
    """Undo a deletion."""
    table.check_scorer()
    table.game.deleted_at = None
    commit_change(table)


@writes
def join(device_id: str, game_id: str, key: str) -> Table:
    """Open a link: the scorer link lets a device score, the watch link lets it watch."""
    game = db.session.get(Game, game_id)
    if game is None or game.deleted_at is not None:
        raise NotFoundError(game_id)
    role = kind_of_key(key, game)
    if role is None:
        raise NotFoundError(game_id)
    grant = db.session.get(Grant, (device_id, game_id))
    if grant is None:
        db.session.add(Grant(device_id=device_id, game_id=game_id, role=role, key=key))
    elif role == SCORER or role_of(grant, game) is None:
        grant.role, grant.key = role, key
    db.session.commit()
    return require_viewer(device_id, game_id)


def set_opening(table: Table, opening: list[Any] | None) -> InvalidRecord | None:
    """Set or remove the totals before the first hand, unless the game can't be scored with them."""
    table.check_scorer()
    row = row_of(table.game.id) if table.game.is_of_event else None
    if row is not None and row.season is not None and row.season.closed_at is not None:
        return InvalidRecord((SEASON_CLOSED,))
    record = table.record | {"opening": opening}
    sheet = score({key: value for key, value in record.items() if value is not None})
    if not isinstance(sheet, Sheet):
        return InvalidRecord(sheet)
    table.game.opening = opening
    commit_change(table, sheet, now())
    return None


def set_moving_seats(table: Table, moves: bool) -> None:
    """Set whether players change seats when their partners change."""
    table.check_scorer()
    table.game.moves_seats = moves
    commit_change(table)


def renew_link(table: Table, role: str) -> None:
    """Replace the link key and revoke every device that used the old one, except this device."""
    table.check_scorer()
    game = table.game
    if role == SCORER:
        game.scorer_key = new_key()
        grant = db.session.get(Grant, (table.device_id, game.id))
        if grant is not None:
            grant.key = game.scorer_key
    else:
        game.watch_key = new_key()
    mark_changed(game)
    db.session.commit()


LONGEST_NAME = 40
#: The most saved rules of one game.
MOST_SAVED = 20


def saved_rules(device_id: str, slug: str) -> list[SavedRules]:
    """The saved rules of a game on this device, latest first."""
    return saved_rules_of(device_id, slug, MOST_SAVED)


@writes
def save(device_id: str, slug: str, name: str, players: int, options: Mapping[str, Any]) -> SavedRules:
    """Save rules under a name. The same name replaces them."""
    rules = rules_by_name(device_id, slug, name) or SavedRules(device_id=device_id, slug=slug, name=name)
    rules.players, rules.options, rules.at = players, dict(options), now()
    db.session.add(rules)
    db.session.commit()
    return rules


@writes
def delete_rules(device_id: str, slug: str, name: str) -> None:
    """Delete saved rules. Games that use them are not changed."""
    rules = rules_by_name(device_id, slug, name)
    if rules is not None:
        db.session.delete(rules)
        db.session.commit()
