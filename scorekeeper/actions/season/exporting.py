"""Records of a season's games."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

from scorekeeper.actions.names import FORMER, fold_name
from scorekeeper.actions.season.same_day import add_night_number
from scorekeeper.rules.document import KEYS
from scorekeeper.store import Club, Night, NightTable, Season
from scorekeeper.store.queries import result as result_queries
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.game import record_of


def records(season: Season) -> Iterator[dict[str, Any]]:
    """The record of every game that counts, in order of time, with the names of the club's list and its day.

    Where a day has several nights, the note says which.
    """
    names = _names(season.club)
    nights = [(night, tables) for night in season_queries.nights_of(season.id) if (tables := _counted_tables(night))]
    nights_of_day = Counter(night.date for night, _ in nights)
    number: Counter[dt.date] = Counter()
    for night, tables in nights:
        number[night.date] += 1
        for night_table in tables:
            seats = [names[member] for member in night_table.seats]
            record = record_of(night_table.game, season.closed_at) if night_table.game is not None else {}
            record = record | {"players": seats, "date": night.date.isoformat()}
            if nights_of_day[night.date] > 1:
                record["note"] = add_night_number(record.get("note"), number[night.date])
            yield {key: record[key] for key in KEYS if key in record}


def _counted_tables(night: Night) -> list[NightTable]:
    """The tables of a night whose games count."""
    games = {row.game_id for row in result_queries.counted_rows(night)}
    return [night_table for night_table in result_queries.tables_of_night(night.id) if night_table.game_id in games]


def _names(club: Club) -> dict[int, str]:
    """Everybody's name, each one's own: erased members get numbers, the same in all games."""
    living = {fold_name(member.name) for member in club.members if not member.erased}
    free = (name for number in count(1) if fold_name(name := _numbered(number)) not in living)
    return {
        member.id: next(free) if member.erased else member.name
        for member in sorted(club.members, key=lambda member: member.id)
    }


def _numbered(number: int) -> str:
    return FORMER if number == 1 else f"{FORMER} {number}"
