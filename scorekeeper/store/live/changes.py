"""News of channels, read with few queries because it is read often.

A channel is a kind and an id ("game:abc"). Its news is its revision and the keys that may
still follow it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from scorekeeper.store.tables.club import Club, LogEntry, Member
from scorekeeper.store.tables.event import EntrantMember, Event
from scorekeeper.store.tables.game import Game
from scorekeeper.store.tables.season import Season


@dataclass(frozen=True)
class News:
    """The revision of a channel, and the keys that may follow it."""

    revision: int
    keys: frozenset[str]


#: News of a channel that no longer exists: newer than anything, and no key may follow it.
NOTHING = News(sys.maxsize, frozenset())


def game_channel(game_id: str) -> str:
    """The channel of a game."""
    return f"game:{game_id}"


def event_channel(event_id: str) -> str:
    """The channel of an event."""
    return f"event:{event_id}"


def codes_channel(club_id: str) -> str:
    """The channel of a club's table codes."""
    return f"codes:{club_id}"


def season_channel(season_id: str) -> str:
    """The channel of a season."""
    return f"season:{season_id}"


def _games(connection: Connection, ids: Collection[str]) -> Mapping[str, News]:
    """Nobody may follow a deleted game."""
    query = select(Game.id, Game.revision, Game.scorer_key, Game.watch_key, Game.deleted_at).where(Game.id.in_(ids))
    return {
        game_id: News(revision, frozenset({scorer, watcher}) if deleted_at is None else frozenset())
        for game_id, revision, scorer, watcher, deleted_at in connection.execute(query)
    }


def _events(connection: Connection, ids: Collection[str]) -> Mapping[str, News]:
    """The club's accounts, checked-in phones and the public page may follow, and the big screen of an open event."""
    query = select(Event.id, Event.revision, Event.club_id, Event.screen_key, Event.public_key, Event.closed_at)
    rows = connection.execute(query.where(Event.id.in_(ids), Event.deleted_at.is_(None))).all()
    phones: dict[str, set[str]] = {}
    checked_in = select(EntrantMember.event_id, EntrantMember.device_id).join(Member)
    here = (EntrantMember.event_id.in_(ids), EntrantMember.device_id.is_not(None), Member.left_at.is_(None))
    for event_id, device_id in connection.execute(checked_in.where(*here)):
        phones.setdefault(event_id, set()).add(str(device_id))
    accounts = _accounts(connection, {row.club_id for row in rows})
    for row in rows:
        screen = row.screen_key if row.closed_at is None else None
        phones.setdefault(row.id, set()).update(filter(None, (screen, row.public_key)))
    return {row.id: News(row.revision, frozenset(accounts.get(row.club_id, set()) | phones[row.id])) for row in rows}


def _codes(connection: Connection, ids: Collection[str]) -> Mapping[str, News]:
    """The key of the table codes may follow them. The revision is the last entry of the club log."""
    query = select(Club.id, func.max(LogEntry.id), Club.table_key).outerjoin(LogEntry, LogEntry.club_id == Club.id)
    rows = connection.execute(query.where(Club.id.in_(ids)).group_by(Club.id, Club.table_key))
    return {club_id: News(entry or 0, frozenset({key} if key else ())) for club_id, entry, key in rows}


def _seasons(connection: Connection, ids: Collection[str]) -> Mapping[str, News]:
    """The club's accounts and the key of its public page may follow a season."""
    query = select(Season.id, Season.revision, Season.club_id, Season.public_key)
    rows = connection.execute(query.where(Season.id.in_(ids), Season.deleted_at.is_(None))).all()
    accounts = _accounts(connection, {club_id for _, _, club_id, _ in rows})
    return {
        own_id: News(revision, frozenset(accounts.get(club_id, set()) | ({public} if public else set())))
        for own_id, revision, club_id, public in rows
    }


def _accounts(connection: Connection, clubs: Collection[str]) -> dict[str, set[str]]:
    accounts: dict[str, set[str]] = {}
    query = select(Member.club_id, Member.account_id).where(Member.club_id.in_(clubs), Member.left_at.is_(None))
    for club_id, account_id in connection.execute(query.where(Member.account_id.is_not(None))):
        accounts.setdefault(club_id, set()).add(str(account_id))
    return accounts


#: Reads the news of all followed channels of a kind.
KINDS: Mapping[str, Callable[[Connection, Collection[str]], Mapping[str, News]]] = {
    "game": _games,
    "event": _events,
    "season": _seasons,
    "codes": _codes,
}


class Source:
    """A connection that reads the news of channels."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def read(self, channels: Collection[str]) -> dict[str, News]:
        """The current news of each channel."""
        asked: dict[str, list[str]] = {}
        for channel in channels:
            kind, _, name = channel.partition(":")
            asked.setdefault(kind, []).append(name)
        news = {kind: KINDS[kind](self._connection, names) for kind, names in asked.items()}
        return {f"{kind}:{name}": news[kind].get(name, NOTHING) for kind, names in asked.items() for name in names}
