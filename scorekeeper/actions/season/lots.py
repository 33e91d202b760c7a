"""Drawing a lot among entrants that nothing else can part: once, by the server, for everybody to read in the log."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence

from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.season.seasons import CLOSED, seen
from scorekeeper.actions.season.standings import standings
from scorekeeper.actions.season.totals import kind_of
from scorekeeper.league.results.result import Entrant
from scorekeeper.store import Season, db
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes


@writes
def draw(account_id: str, club_id: str, season_id: str, group: Sequence[Entrant]) -> Refusal | None:
    """Draw a lot among those who wait for one, and record it."""
    at = seen(account_id, club_id, season_id, ORGANIZER)
    if at.season.closed_at is not None:
        return CLOSED
    if not group or frozenset(group) not in _waiting(at.season, kind_of(group[0])):
        return Refusal(("Nobody waits for this lot any more: look at the standing.",))
    drawn = [list(who) for who in sorted(group)]
    secrets.SystemRandom().shuffle(drawn)
    at.season.lots = [*at.season.lots, {"drawn": drawn, "at": now().isoformat(timespec="seconds")}]
    at.season.revision += 1
    write_log(
        at.place, "season", f"{at.season.name}: a lot was drawn. First comes ", *_said(drawn), ".", about=season_id
    )
    db.session.commit()
    return None


def _waiting(season: Season, kind: str) -> list[frozenset[Entrant]]:
    return [frozenset(group) for group in standings(season, kind).need_lot()]


def _said(drawn: list[list[str]]) -> Iterator[str | int]:
    """The order in words; names are looked up when they are read."""
    for index, who in enumerate(drawn):
        if index:
            yield ", then "
        for number, player in enumerate(who):
            if number:
                yield " & "
            yield int(player)
