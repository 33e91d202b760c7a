"""A season taken away: its records, as the command line reads them."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from scorekeeper.actions.names import FORMER, fold_name
from scorekeeper.actions.season import same_day
from scorekeeper.rules.document import KEYS
from scorekeeper.store import Club, GameResult, Night, NightTable, Season
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.game import record_of


def records(season: Season) -> Iterator[dict[str, Any]]:
    """The record of every game that counts, in order of time, with the names of the club's list and its day.

    Where a day has several nights, the note says which.
    """
    names = _names(season.club)
    held = [
        (night, rows) for night in season_queries.nights_of(season.id) if (rows := season_queries.counted_rows(night))
    ]
    often = Counter(night.date for night, _ in held)
    number: Counter[dt.date] = Counter()
    for night, rows in held:
        number[night.date] += 1
        which = number[night.date] if often[night.date] > 1 else None
        for seating in _counted(night, rows):
            record = record_of(seating.game, season.closed_at) if seating.game is not None else {}
            told = record | {"players": [names[member] for member in seating.seats], "date": night.date.isoformat()}
            told |= {"note": same_day.told(record.get("note"), which)} if which else {}
            yield {key: told[key] for key in KEYS if key in told}


def _counted(night: Night, rows: Sequence[GameResult]) -> list[NightTable]:
    """The tables of a night whose games count."""
    games = {row.game_id for row in rows}
    return [seating for seating in season_queries.tables_of_night(night.id) if seating.game_id in games]


def _names(club: Club) -> dict[int, str]:
    """Everybody's name, each one's own: people who are forgotten get numbers, the same in all games."""
    living = {fold_name(member.name) for member in club.members if not member.erased}
    free = (name for number in count(1) if fold_name(name := _numbered(number)) not in living)
    return {
        member.id: next(free) if member.erased else member.name
        for member in sorted(club.members, key=lambda member: member.id)
    }


def _numbered(number: int) -> str:
    return FORMER if number == 1 else f"{FORMER} {number}"
