"""Table cards: QR codes that open the right game in every round."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from scorekeeper.actions.club.access import ClubAccess, require_role
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.event.access import RUNNER, Visitor
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table.access import Table, role_of
from scorekeeper.store import Club, Event, EventTable, Game, Grant, db
from scorekeeper.store.queries.event import (
    club_by_table_key,
    events_with_tables,
    last_entry_of,
    open_events,
    tables_of_latest_event,
)
from scorekeeper.store.queries.game import grant_of
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.tables.game import SCORER, WATCHER
from scorekeeper.store.transaction import writes

#: The largest number of tables with a code.
MOST_CARDS = 40
#: Cards to print for a club that has not played yet.
USUAL_CARDS = 4
#: A code opens nights of these last days.
RECENT = dt.timedelta(days=2)


@dataclass(frozen=True)
class CodedTable:
    """What a table code currently opens."""

    club: Club
    number: int
    #: The latest night of these days, open or closed; None if there was none.
    event: Event | None = None
    #: The table in its current round; None if nobody plays there.
    table: EventTable | None = None

    @property
    def round_number(self) -> int:
        """The number of the current round; 0 before the first."""
        return self.event.rounds[-1].number if self.event is not None and self.event.rounds else 0

    @property
    def closed(self) -> bool:
        """Whether the night is closed."""
        return self.event is not None and self.event.closed_at is not None

    @property
    def game(self) -> Game | None:
        """The game at the table, while the night is open."""
        return None if self.table is None or self.closed else self.table.game

    @property
    def playing(self) -> bool:
        """Whether a game is being played at the table."""
        game = self.game
        if game is None or game.deleted_at is not None:
            return False
        ended = self.table is not None and (self.table.stopped or self.table.paper is not None)
        return not ended and not Table(game, WATCHER).sheet.over

    @property
    def revision(self) -> int:
        """The number of the last entry in the club log, which also records every new round."""
        return last_entry_of(self.club.id)


def require_coded_table(key: str, number: int) -> CodedTable:
    """What a table code opens. Raises if the codes were reset."""
    club = club_by_table_key(key) if key else None
    if club is None or not 1 <= number <= MOST_CARDS:
        raise NotFoundError(key)
    events = events_with_tables(club.id, dt.date.today() - RECENT)
    coded = [CodedTable(club, number, event, _table(event, number)) for event in events]
    first = coded[0] if coded else CodedTable(club, number)
    return next((place for place in coded if place.playing), next((place for place in coded if place.game), first))


def _table(event: Event, number: int) -> EventTable | None:
    # Matches of a contest start when they can: the latest table of a number is the current one.
    rounds = event.rounds[::-1] if event.plan is not None else event.rounds[-1:]
    tables = [table for own in rounds for table in own.tables]
    return next((table for table in tables if table.number == number and table.game is not None), None)


@writes
def sit_down(device_id: str, key: str, number: int) -> str:
    """Make a phone a scorer of the table's current game, and return the game's id."""
    game = require_coded_table(key, number).game
    if game is None or game.deleted_at is not None:
        raise NotFoundError(key)
    if role_of(grant_of(device_id, game.id), game) != SCORER:
        db.session.merge(Grant(device_id=device_id, game_id=game.id, role=SCORER, key=game.scorer_key))
        db.session.commit()
    return game.id


def require_cards(account_id: str, club_id: str) -> ClubAccess:
    """The club, if this account may print its table cards."""
    return require_role(account_id, club_id, RUNNER)


def usual_count(access: ClubAccess) -> int:
    """How many cards the club needs: one for each table of its latest night."""
    return min(max(USUAL_CARDS, tables_of_latest_event(access.club.id)), MOST_CARDS)


@writes
def make_codes(access: ClubAccess) -> None:
    """Create the table codes, or reset them so that printed cards no longer work."""
    access.require(ORGANIZER if access.club.table_key else RUNNER)
    words = "The table codes were reset." if access.club.table_key else "Permanent table codes were created."
    access.club.table_key = new_key()
    write_log(access, "code", words)
    db.session.commit()


def nights_tonight(visitor: Visitor) -> list[Event]:
    """Open nights where this phone checked in, and those of the account's clubs, latest first."""
    if not visitor.account_id and not visitor.device_id:
        return []
    return open_events(visitor.account_id, visitor.device_id, dt.date.today() - RECENT)
