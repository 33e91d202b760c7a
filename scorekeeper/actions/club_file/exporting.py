"""Export a club as one document.

Members, seasons, nights and games are named by numbers that mean nothing outside of the file, and it contains no keys.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club_file.fields import FIELDS, FORMAT, KIND_OF_LINK, KINDS, LINKS, LISTS
from scorekeeper.actions.errors import NotFoundError
from scorekeeper.store import (
    Club,
    Event,
    EventTable,
    Game,
    GameResult,
    LogEntry,
    NameChange,
    Tournament,
    TournamentGame,
    Version,
    db,
)
from scorekeeper.store.columns import plain_values
from scorekeeper.store.queries import club as club_queries
from scorekeeper.store.tables.club import ORGANIZER


def export_club(access: ClubAccess) -> dict[str, Any]:
    """The club's document, for its organizers."""
    access.require(ORGANIZER)
    return _document(access.club)


def export_from_command_line(club_id: str) -> dict[str, Any]:
    """The document of a club by its id."""
    club = db.session.get(Club, club_id)
    if club is None:
        raise NotFoundError(club_id)
    return _document(club)


def club_text(document: dict[str, Any]) -> str:
    """A club's document as the text of a file."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _document(club: Club) -> dict[str, Any]:
    rows: dict[str, list[Any]] = {
        "members": club.listed_members,
        "rules": club_queries.rules_of_club(club.id),
        "seasons": club_queries.seasons_in_order(club.id),
        "nights": club_queries.events_of_club(club.id),
        "tournaments": club_queries.tournaments_in_order(club.id),
        "announcements": club_queries.announcements_in_order(club.id),
        "log": club_queries.log_of_club(club.id),
    }
    numbers: dict[str, dict[Any, int]] = {
        "member": {member.id: member.id for member in club.listed_members},
        # Games in the order of their ids, in which results of one round are counted.
        "game": _in_order(sorted(_game_ids(rows["nights"], rows["tournaments"]))),
    }
    kinds = {"season": "seasons", "event": "nights", "tournament": "tournaments", "announcement": "announcements"}
    for kind, key in kinds.items():
        numbers[kind] = _in_order([row.id for row in rows[key]])
    export = _Export(numbers, club_queries.versions_of_club(club.id), club_queries.results_of_club(club.id))
    return {"format": FORMAT, "name": club.name} | {key: [*map(export.row, rows[key])] for key in rows}


def _in_order(ids: list[str]) -> dict[Any, int]:
    return {key: number for number, key in enumerate(ids, 1)}


def _game_ids(events: list[Event], tournaments: list[Tournament]) -> Iterator[str]:
    for event in events:
        for event_round in event.rounds:
            yield from (table.game_id for table in event_round.tables if table.game_id is not None)
    for tournament in tournaments:
        yield from (row.game_id for row in tournament.games)


@dataclass(frozen=True)
class _Export:
    #: The number of every object in the file, by its kind and id.
    numbers: Mapping[str, Mapping[Any, int]]
    versions: Mapping[str, list[Any]]
    results: Mapping[str, GameResult]

    def row(self, row: Any) -> dict[str, Any]:
        """A row with everything that belongs to it."""
        table = type(row)
        plain: dict[str, Any] = {"id": self.numbers[KINDS[table]][row.id]} if table in KINDS else {}
        for key, column in LINKS.get(table, {}).items():
            plain[key] = self.numbers[KIND_OF_LINK[column]].get(getattr(row, column))
        plain |= plain_values(row, FIELDS[table])
        for key, attribute in LISTS.get(table, {}).items():
            plain[key] = [self.row(own) for own in getattr(row, attribute) if self._is_of_club(own)]
        return plain | self._others(row)

    def _is_of_club(self, row: Any) -> bool:
        """Newcomers who were not admitted yet are not in the file."""
        member = getattr(row, "member_id", None)
        return isinstance(row, NameChange) or member is None or member in self.numbers["member"]

    def _others(self, row: Any) -> dict[str, Any]:
        """What is stored in other tables, or in another form."""
        if isinstance(row, Game):
            versions = self.versions.get(row.id, [])
            return {"versions": [plain_values(version, FIELDS[Version]) for version in versions]}
        if isinstance(row, GameResult):
            return {"in_season": row.season_id is not None}
        if isinstance(row, LogEntry):
            return {"about": self._about(row)}
        if not isinstance(row, EventTable | TournamentGame) or row.game is None:
            return {}
        result = self.results.get(row.game.id)
        return {"game": self.row(row.game)} | ({} if result is None else {"result": self.row(result)})

    def _about(self, entry: LogEntry) -> list[Any] | None:
        """What a log entry is about: a kind and a number in this file."""
        about = entry.about or ""
        if entry.kind == "member" and about.isdecimal():
            return ["member", int(about)]
        return next(([kind, numbers[about]] for kind, numbers in self.numbers.items() if about in numbers), None)
