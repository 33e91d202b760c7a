"""Copying a whole store into an empty one, and making sure that every game scores the same there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from sqlalchemy import Connection, select
from sqlalchemy.exc import DataError
from sqlalchemy.orm import Session, defer

from scorekeeper.actions.backups import START_ERRORS, describe_failure
from scorekeeper.actions.errors import Refusal
from scorekeeper.rules import score
from scorekeeper.store import Game
from scorekeeper.store import copying as stores
from scorekeeper.store.queries.game import record_of
from scorekeeper.store.transaction import writing_options

DIFFERENT = "Nothing was copied, because the copy differs at {}."
UNSTORABLE = "Nothing was copied: some text is too long for PostgreSQL or contains a NUL character."


@dataclass(frozen=True)
class Copied:
    """How much was copied and compared."""

    rows: int
    games: int


def copy_store(source: str, target: str) -> Copied | Refusal:
    """Copy everything, all or nothing."""
    try:
        with (
            stores.engine_of(source).connect() as old,
            stores.engine_of(target, may_be_new=True).connect() as new,
        ):
            new.execution_options(**writing_options(new.dialect.name))
            stores.check_source(old, source)
            stores.make_empty_target(new, target)
            stores.share_secret(old, new, target)
            copied = _copy(old, new)
            if isinstance(copied, Copied):
                new.commit()
            return copied
    except DataError:
        return Refusal((UNSTORABLE,))
    except stores.CopyError as error:
        return Refusal((str(error),))
    except START_ERRORS as error:
        return Refusal((describe_failure(error),))


def _copy(old: Connection, new: Connection) -> Copied | Refusal:
    rows = stores.copy_rows(old, new)
    if difference := stores.first_difference(old, new):
        return Refusal((DIFFERENT.format(difference),))
    games = 0
    for game_id, is_same in _compared_games(old, new):
        games += 1
        if not is_same:
            return Refusal((DIFFERENT.format(f"the score of game {game_id}"),))
    return Copied(rows, games)


def _compared_games(old: Connection, new: Connection) -> Iterator[tuple[str, bool]]:
    """Every game, and whether its record and its score sheet are the same in both."""
    for game_id in old.scalars(select(Game.id).order_by(Game.id)).all():
        one, other = _record(old, game_id), _record(new, game_id)
        yield game_id, one == other and score(one) == score(other)


def _record(connection: Connection, game_id: str) -> dict[str, object]:
    with closing(Session(connection)) as session:
        # No score depends on the keys of links, which are sealed.
        sealed = (defer(Game.scorer_key), defer(Game.watch_key))
        return record_of(session.get_one(Game, game_id, options=sealed))
