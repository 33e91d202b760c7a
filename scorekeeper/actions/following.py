"""Following a game, a club night or a season: told at once when anything is saved in it, anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scorekeeper.actions.codes import require_coded_table
from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.night.access import Visitor, require_night_row
from scorekeeper.actions.night.checkin import require_door
from scorekeeper.actions.season.details import public_season, require_season
from scorekeeper.actions.table.access import role_of
from scorekeeper.actions.tournament.access import public_tournament, require_tournament_row
from scorekeeper.store import Game, Night, db
from scorekeeper.store.database import hub
from scorekeeper.store.live.changes import (
    codes_channel,
    game_channel,
    night_channel,
    season_channel,
    tournament_channel,
)
from scorekeeper.store.live.hub import FullError, Listener
from scorekeeper.store.queries.game import grant_of
from scorekeeper.store.queries.night import night_by_screen

__all__ = [
    "Following",
    "FullError",
    "admit",
    "follow_code",
    "follow_door",
    "follow_game",
    "follow_night",
    "follow_public",
    "follow_public_tournament",
    "follow_screen",
    "follow_season",
    "follow_tournament",
]


@dataclass(frozen=True)
class Following:
    """One device that follows something, from a revision on, by a key that opens it."""

    listener: Listener
    revision: int
    key: str

    def changes(self, quiet: float) -> Iterator[int | None]:
        """Every newer revision; nothing each time it stays quiet so long. It ends when the right to look does."""
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
        """It was ended from here, and may begin anew."""
        return self.listener.closed

    def close(self) -> None:
        """Follow no longer."""
        self.listener.close()


def admit(follow: Callable[[], Following], address: str) -> Following:
    """Follow something from an address; if this process is full, in the place of an address that has far more."""
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
    if not device_id:
        raise NotFoundError(game_id)
    return _following(game_channel(game_id), device_id, lambda: _game(device_id, game_id))


def follow_night(visitor: Visitor, night_id: str) -> Following:
    """Follow a club night that this person or phone may see."""
    return _following(night_channel(night_id), visitor.device_id, lambda: _night(visitor, night_id))


def follow_door(visitor: Visitor, key: str) -> Following:
    """Follow the night at whose door this phone checked in or waits."""
    night_id = require_door(visitor, key).night.id
    return _following(night_channel(night_id), visitor.device_id, lambda: _door(visitor, key))


def _door(visitor: Visitor, key: str) -> tuple[int, str]:
    door = require_door(visitor, key)
    if door.me is None:
        raise NotFoundError(key)
    return door.night.revision, visitor.device_id


def follow_code(device_id: str, key: str, number: int) -> Following:
    """Follow what a table code leads to."""
    club_id = require_coded_table(key, number).club.id
    return _following(codes_channel(club_id), device_id, lambda: (require_coded_table(key, number).revision, key))


def follow_screen(key: str) -> Following:
    """Follow a club night by the link of its big screen."""
    night_id = night_by_screen(key)
    if night_id is None:
        raise NotFoundError(key)
    return _following(night_channel(night_id), "", lambda: (_screen_revision(key), key))


def _screen_revision(key: str) -> int:
    night_id = night_by_screen(key)
    if night_id is None:
        raise NotFoundError(key)
    return db.session.get_one(Night, night_id).revision


def follow_season(account_id: str, device_id: str, club_id: str, season_id: str) -> Following:
    """Follow a season of somebody's club."""
    return _following(
        season_channel(season_id),
        device_id,
        lambda: (require_season(account_id, club_id, season_id).season.revision, account_id),
    )


def follow_public(device_id: str, key: str) -> Following:
    """Follow a season by its public page."""
    return _following(season_channel(public_season(key).id), device_id, lambda: (public_season(key).revision, key))


def follow_tournament(account_id: str, device_id: str, tournament_id: str) -> Following:
    """Follow a tournament of somebody's club."""
    return _following(
        tournament_channel(tournament_id),
        device_id,
        lambda: (require_tournament_row(account_id, tournament_id).revision, account_id),
    )


def follow_public_tournament(device_id: str, key: str) -> Following:
    """Follow a tournament by its public page."""
    return _following(
        tournament_channel(public_tournament(key).tournament.id),
        device_id,
        lambda: (public_tournament(key).tournament.revision, key),
    )


def _following(channel: str, owner: str, allowed: Callable[[], tuple[int, str]]) -> Following:
    # Listening comes before reading: what is saved between the two is not missed.
    listener = hub().listen(channel, owner)
    try:
        return Following(listener, *allowed())
    except BaseException:
        listener.close()
        raise


def _game(device_id: str, game_id: str) -> tuple[int, str]:
    game, grant = db.session.get(Game, game_id), grant_of(device_id, game_id)
    if game is None or grant is None or game.deleted_at is not None or role_of(grant, game) is None:
        raise NotFoundError(game_id)
    return game.revision, grant.key


def _night(visitor: Visitor, night_id: str) -> tuple[int, str]:
    access = require_night_row(visitor, night_id)
    account = access.me.account_id
    return access.night.revision, account if account and account == visitor.account_id else visitor.device_id
