"""Following a game, an event or a season: every save is announced at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scorekeeper.actions.codes import require_coded_table
from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.event.access import Visitor, public_page, require_event_row
from scorekeeper.actions.event.checkin import require_door
from scorekeeper.actions.season.details import public_season, require_season
from scorekeeper.actions.table.access import role_of
from scorekeeper.store import Event, Game, db
from scorekeeper.store.database import hub
from scorekeeper.store.live.changes import (
    codes_channel,
    event_channel,
    game_channel,
    season_channel,
)
from scorekeeper.store.live.hub import FullError as FullError
from scorekeeper.store.live.hub import Listener
from scorekeeper.store.queries.event import event_by_screen
from scorekeeper.store.queries.game import grant_of


@dataclass(frozen=True)
class Following:
    """A device that follows something, the revision it starts from, and the key that gives it access."""

    listener: Listener
    revision: int
    key: str

    def changes(self, quiet: float) -> Iterator[int | None]:
        """Yield every newer revision, and None after each `quiet` seconds without one. Ends when access is revoked."""
        last = self.revision
        while not self.listener.closed:
            news = self.listener.wait(quiet)
            if news is None:
                if not self.listener.closed:
                    yield None
            elif news.revision >= last and self.key not in news.keys:
                return
            elif news.revision > last:
                last = news.revision
                yield last

    @property
    def ended(self) -> bool:
        """Whether the server ended it. The client may reconnect."""
        return self.listener.closed

    def close(self) -> None:
        """Stop following."""
        self.listener.close()


def admit(follow: Callable[[], Following], address: str) -> Following:
    """Follow something. If this process is full, take the place of an address with many more listeners."""
    try:
        following = follow()
    except FullError as full:
        if not hub().make_room(address, full.owner):
            raise
        following = follow()
    following.listener.address = address
    return following


def follow_game(device_id: str, game_id: str) -> Following:
    """Follow a game that this device may see."""

    def read() -> tuple[int, str]:
        game, grant = db.session.get(Game, game_id), grant_of(device_id, game_id)
        if game is None or grant is None or game.deleted_at is not None or role_of(grant, game) is None:
            raise NotFoundError(game_id)
        return game.revision, grant.key

    if not device_id:
        raise NotFoundError(game_id)
    return _following(game_channel(game_id), device_id, read)


def follow_event(visitor: Visitor, event_id: str) -> Following:
    """Follow an event that this person or phone may see."""

    def read() -> tuple[int, str]:
        access = require_event_row(visitor, event_id)
        account = access.me.account_id
        return access.event.revision, account if account and account == visitor.account_id else visitor.device_id

    return _following(event_channel(event_id), visitor.device_id, read)


def follow_door(visitor: Visitor, key: str) -> Following:
    """Follow the event at which this phone checked in or is waiting at the door."""

    def read() -> tuple[int, str]:
        door = require_door(visitor, key)
        if door.me is None:
            raise NotFoundError(key)
        return door.event.revision, visitor.device_id

    return _following(event_channel(require_door(visitor, key).event.id), visitor.device_id, read)


def follow_code(device_id: str, key: str, number: int) -> Following:
    """Follow the table of a table code."""
    channel = codes_channel(require_coded_table(key, number).club.id)
    return _following(channel, device_id, lambda: (require_coded_table(key, number).revision, key))


def follow_screen(key: str) -> Following:
    """Follow an event by its big-screen link."""

    def event_id() -> str:
        shown_id = event_by_screen(key)
        if shown_id is None:
            raise NotFoundError(key)
        return shown_id

    return _following(event_channel(event_id()), "", lambda: (db.session.get_one(Event, event_id()).revision, key))


def follow_season(account_id: str, device_id: str, club_id: str, season_id: str) -> Following:
    """Follow a season of the account's club."""

    def read() -> tuple[int, str]:
        return require_season(account_id, club_id, season_id).season.revision, account_id

    return _following(season_channel(season_id), device_id, read)


def follow_public(device_id: str, key: str) -> Following:
    """Follow a season by its public page."""
    return _following(season_channel(public_season(key).id), device_id, lambda: (public_season(key).revision, key))


def follow_public_event(device_id: str, key: str) -> Following:
    """Follow an event by its public page."""
    return _following(event_channel(public_page(key).id), device_id, lambda: (public_page(key).revision, key))


def _following(channel: str, owner: str, read: Callable[[], tuple[int, str]]) -> Following:
    # Listen before reading, so that a save in between is not missed.
    listener = hub().listen(channel, owner)
    try:
        return Following(listener, *read())
    except BaseException:
        listener.close()
        raise
