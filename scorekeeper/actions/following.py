"""Following a game: told at once when anything is saved in it, anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.actions.rights import NotFoundError, role_of
from scorekeeper.store import Game, db
from scorekeeper.store.database import hub
from scorekeeper.store.games import grant_of
from scorekeeper.store.hub import FullError, Listener
from scorekeeper.store.news import game_channel

__all__ = ["Following", "FullError", "follow"]


@dataclass(frozen=True)
class Following:
    """One device that follows one game, from a revision on."""

    listener: Listener
    revision: int
    key: str

    def changes(self, quiet: float) -> Iterator[int | None]:
        """Every newer revision; nothing each time it stays quiet so long. It ends when the right to look does."""
        last = self.revision
        while not self.listener.closed:
            news = self.listener.wait(quiet)
            if news is None and not self.listener.closed:
                yield None
            elif news is not None and news.revision > last:
                if self.key not in news.keys:
                    return
                last = news.revision
                yield last

    @property
    def ended(self) -> bool:
        """It was ended from here, and may begin anew."""
        return self.listener.closed

    def close(self) -> None:
        """Follow no longer."""
        self.listener.close()


def follow(device_id: str, game_id: str) -> Following:
    """Follow a game that this device may see."""
    if not device_id:
        raise NotFoundError(game_id)
    # Listening comes before reading: what is saved between the two is not missed.
    listener = hub().listen(game_channel(game_id), device_id)
    try:
        return _allowed(listener, device_id, game_id)
    except BaseException:
        listener.close()
        raise


def _allowed(listener: Listener, device_id: str, game_id: str) -> Following:
    game, grant = db.session.get(Game, game_id), grant_of(device_id, game_id)
    if game is None or grant is None or game.deleted_at is not None or role_of(grant, game) is None:
        raise NotFoundError(game_id)
    return Following(listener, game.revision, grant.key)
