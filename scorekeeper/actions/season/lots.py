"""Draw lots among level entrants.

The server draws once, and everybody can read the order in the log.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence

from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.season.access import CLOSED, SeasonAccess
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.actions.season.totals import kind_of
from scorekeeper.league.results import Entrant
from scorekeeper.store import db
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes


@writes
def draw(access: SeasonAccess, group: Sequence[Entrant]) -> Refusal | None:
    """Draw lots among tied entrants, and record it."""
    access.club_access.require(ORGANIZER)
    if not access.open:
        return CLOSED
    season = access.season
    waiting = [frozenset(group) for group in standings_of(season, kind_of(group[0])).need_lot()] if group else []
    if frozenset(group) not in waiting:
        return Refusal(("This tie no longer needs a lot. Check the standings.",))
    drawn = [list(entrant) for entrant in sorted(group)]
    secrets.SystemRandom().shuffle(drawn)
    season.lots = [*season.lots, {"drawn": drawn, "at": now().isoformat(timespec="seconds")}]
    season.revision += 1
    sentence = (f"{season.name}: a lot was drawn: ", *_order(drawn), ".")
    write_log(access.club_access, "season", *sentence, about=season.id)
    db.session.commit()
    return None


def _order(drawn: list[list[str]]) -> Iterator[str | int]:
    """The order in words; names are looked up when they are read."""
    for index, entrant in enumerate(drawn):
        if index:
            yield ", then "
        for number, player in enumerate(entrant):
            if number:
                yield " & "
            yield int(player)
