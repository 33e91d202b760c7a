"""All of a club as one document.

Things are named by numbers that mean nothing outside of the file: members by theirs, seasons, nights and games by
their order. Nothing in it opens a door.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club_file.announcements import export_announcement
from scorekeeper.actions.club_file.games import export_game
from scorekeeper.actions.club_file.parts import FORMAT, PARTS
from scorekeeper.actions.club_file.results import export_result
from scorekeeper.actions.club_file.tournaments import export_tournament
from scorekeeper.actions.errors import NotFoundError
from scorekeeper.store import (
    Announcement,
    Bye,
    Club,
    ClubRules,
    Game,
    GameResult,
    HandVersion,
    LogEntry,
    Member,
    Night,
    NightTable,
    Presence,
    Round,
    Season,
    Tournament,
    db,
)
from scorekeeper.store.base import Base
from scorekeeper.store.columns import plain_values
from scorekeeper.store.queries import club as club_queries
from scorekeeper.store.queries.club import rules_of_club
from scorekeeper.store.tables.club import ORGANIZER


@dataclass(frozen=True)
class _Contents:
    """A club as it was read."""

    nights: list[Night]
    seasons: dict[str, int]
    #: Every game's place in the order of ids, in which results of one round are counted.
    games: dict[str, int]
    versions: Mapping[str, list[HandVersion]]
    results: Mapping[str, GameResult]
    members: set[int]
    night_numbers: dict[str, int]
    tournaments: list[Tournament]
    announcements: list[Announcement]

    def game(self, game: Game) -> dict[str, Any]:
        """A game with everything that is stored of it."""
        return export_game(self.games[game.id], game, self.versions.get(game.id, []), self.members)


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
    seasons = club_queries.seasons_in_order(club.id)
    contents = _read(club, seasons)
    return {
        "format": FORMAT,
        "name": club.name,
        "members": [_member(member) for member in club.listed_members],
        "rules": [_plain(ClubRules, rules) for rules in rules_of_club(club.id)],
        "seasons": [{"id": contents.seasons[season.id], **_plain(Season, season)} for season in seasons],
        "nights": [_night(contents, number, night) for number, night in enumerate(contents.nights, 1)],
        "tournaments": [
            {"id": number, "season": contents.seasons.get(own.season_id or ""), **export_tournament(own, contents.game)}
            for number, own in enumerate(contents.tournaments, 1)
        ],
        "announcements": [
            {"id": number, **export_announcement(own, contents.night_numbers, contents.members)}
            for number, own in enumerate(contents.announcements, 1)
        ],
        "log": [_entry(contents, entry) for entry in club_queries.log_of_club(club.id)],
    }


def _read(club: Club, seasons: list[Season]) -> _Contents:
    nights = club_queries.nights_of_club(club.id)
    tables = [table for night in nights for night_round in night.rounds for table in night_round.tables]
    tournaments = club_queries.tournaments_in_order(club.id)
    played = [table.game_id for table in tables] + [row.game_id for own in tournaments for row in own.games]
    games = sorted(game_id for game_id in played if game_id is not None)
    return _Contents(
        nights,
        {season.id: number for number, season in enumerate(seasons, 1)},
        {game_id: number for number, game_id in enumerate(games, 1)},
        club_queries.versions_of_club(club.id),
        club_queries.results_of_club(club.id),
        {member.id for member in club.listed_members},
        {night.id: number for number, night in enumerate(nights, 1)},
        tournaments,
        club_queries.announcements_in_order(club.id),
    )


def _plain(table: type[Base], row: Base) -> dict[str, Any]:
    return plain_values(row, PARTS[table])


def _member(member: Member) -> dict[str, Any]:
    return {"id": member.id, **_plain(Member, member), "merged_into": member.merged_id}


def _night(contents: _Contents, number: int, night: Night) -> dict[str, Any]:
    return {
        "id": number,
        "season": contents.seasons.get(night.season_id or ""),
        **_plain(Night, night),
        "people": [
            {"member": presence.member_id, **_plain(Presence, presence)}
            for presence in night.presences
            if presence.member_id in contents.members
        ],
        "rounds": [_round(contents, night_round) for night_round in night.rounds],
    }


def _round(contents: _Contents, night_round: Round) -> dict[str, Any]:
    return {
        **_plain(Round, night_round),
        "byes": [{"member": bye.member_id, **_plain(Bye, bye)} for bye in night_round.byes],
        "tables": [_table(contents, table) for table in night_round.tables],
    }


def _table(contents: _Contents, table: NightTable) -> dict[str, Any]:
    plain = _plain(NightTable, table)
    if table.game is None:
        return plain
    row = contents.results.get(table.game.id)
    result = {} if row is None else {"result": export_result(row, contents.members)}
    return {**plain, "game": contents.game(table.game), **result}


def _entry(contents: _Contents, entry: LogEntry) -> dict[str, Any]:
    return {**_plain(LogEntry, entry), "member": entry.member_id, "about": _about(contents, entry)}


def _about(contents: _Contents, entry: LogEntry) -> list[Any] | None:
    """What a decision is about: a kind and a number in this file."""
    about = entry.about or ""
    if entry.kind == "member" and about.isdecimal():
        return ["member", int(about)]
    for kind, numbers in (
        ("season", contents.seasons),
        ("night", contents.night_numbers),
        ("game", contents.games),
        ("tournament", {own.id: number for number, own in enumerate(contents.tournaments, 1)}),
        ("announcement", {own.id: number for number, own in enumerate(contents.announcements, 1)}),
    ):
        if about in numbers:
            return [kind, numbers[about]]
    return None
