"""Records imported into a season."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club.log import write_entry, write_log
from scorekeeper.actions.club.members import name_for
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import fold_name
from scorekeeper.actions.season.access import CLOSED, SeasonAccess
from scorekeeper.actions.season.adding import day_fault, night_for_day, read_day, seat_game
from scorekeeper.actions.season.results import new_row, plain_result, plays, set_season
from scorekeeper.actions.season.same_day import split_night_number
from scorekeeper.actions.season.totals import recompute_totals
from scorekeeper.actions.table import games
from scorekeeper.rules import Fault, Sheet, read, score
from scorekeeper.store import Club, Member, Night, Season, db
from scorekeeper.store.queries import result as result_queries
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.game import record_of
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.transaction import writes

#: A longer list of errors helps nobody.
MOST_MESSAGES = 50
#: Chosen for a name that becomes a new member.
NEW_MEMBER = "new"


@dataclass(frozen=True)
class ReadRecords:
    """Records that were read: each with its line, names that are not on the list, and what is wrong."""

    records: tuple[tuple[int, dict[str, Any]], ...]
    unknown: tuple[str, ...]
    wrong: tuple[str, ...]


def read_records(season: Season, text: bytes) -> ReadRecords:
    """Read records, one a line; nothing is stored."""
    records, wrong = [], []
    for number, line in enumerate(text.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        if line.strip():
            record = read(line)
            faults = record if isinstance(record, tuple) else tuple(_faults(season, record))
            wrong += [f"Line {number}: {_message(fault)}" for fault in faults]
            if isinstance(record, dict) and not faults:
                records.append((number, record))
    if not records and not wrong:
        wrong.append("There are no games in this file. It should have one game per line, as in the export.")
    return ReadRecords(tuple(records), _unknown_names(season, records), tuple(wrong[:MOST_MESSAGES]))


def _unknown_names(season: Season, records: Sequence[tuple[int, dict[str, Any]]]) -> tuple[str, ...]:
    listed = {fold_name(member.name) for member in season.club.members if not member.retired}
    names = dict.fromkeys(" ".join(name.split()) for _, record in records for name in record["players"])
    unknown = {fold_name(name): name for name in names if fold_name(name) not in listed}
    return tuple(sorted(unknown.values(), key=str.casefold))


def _message(fault: Fault | str) -> str:
    if isinstance(fault, str):
        return fault
    place = ", ".join(filter(None, (f"hand {fault.hand}" if fault.hand else "", fault.path or "")))
    return f"{place}: {fault.message}" if place else fault.message


def _faults(season: Season, record: object) -> Iterator[Fault | str]:
    """What is wrong with a record in this season."""
    sheet = score(record)
    if not isinstance(sheet, Sheet) or not isinstance(record, dict):
        yield from sheet if isinstance(sheet, tuple) else ()
        return
    if unwritable := games.unwritable_text(record):
        yield from unwritable.faults
    day = read_day(record.get("date"))
    if day is None:
        yield "the record needs the day of the game, such as “date”: “2026-01-13”."
    elif wrong_day := day_fault(season, day):
        yield wrong_day
    if season.slug not in (None, record["game"]):
        yield "the season is for another game."
    elif not plays(season, games.unsaved_game(record)):
        yield "the season has different options."
    if not sheet.hands:
        yield "no hand was played."


@writes
def import_records(access: SeasonAccess, device_id: str, text: bytes, chosen: Mapping[str, str]) -> int | Refusal:
    """Import records, all or none; `chosen` says who unknown names are (a member's id, or “new”)."""
    access.club_access.require(ORGANIZER)
    season = access.season
    imported = _import(season, device_id, text, chosen)
    if isinstance(imported, Refusal):
        db.session.rollback()
        return imported
    sentence = f"{season.name}: {imported} games were imported."
    write_log(access.club_access, "season", sentence, about=season.id)
    db.session.commit()
    return imported


@writes
def import_from_command_line(season: Season, device_id: str, text: bytes) -> int | Refusal:
    """Import records, all or none; unknown names become new members."""
    unknown = read_records(season, text).unknown
    imported = _import(season, device_id, text, dict.fromkeys(unknown, NEW_MEMBER))
    if isinstance(imported, Refusal):
        db.session.rollback()
        return imported
    sentence = f"{season.name}: {imported} games were imported."
    write_entry(season.club_id, "season", sentence, about=season.id, by=None)
    db.session.commit()
    return imported


def _import(season: Season, device_id: str, text: bytes, chosen: Mapping[str, str]) -> int | Refusal:
    """Store the records of a text. The caller commits, or rolls back what was refused."""
    if season.closed_at is not None:
        return CLOSED
    read_text = read_records(season, text)
    if read_text.wrong:
        return Refusal(read_text.wrong)
    names = _members_by_name(season.club, read_text.unknown, chosen)
    if isinstance(names, Refusal):
        return names
    if wrong := _duplicates(season, read_text, names):
        return Refusal(tuple(wrong[:MOST_MESSAGES]))
    nights = _nights(season, read_text)
    for _, record in read_text.records:
        seats = [names[fold_name(name)] for name in record["players"]]
        _store(device_id, record, nights[_day_and_number(record)], seats)
    db.session.flush()
    recompute_totals(season)
    return len(read_text.records)


def _day_and_number(record: Mapping[str, Any]) -> tuple[dt.date, int]:
    """The day of a record, and which of its nights."""
    return read_day(record["date"]) or dt.date.min, split_night_number(record.get("note"))[1]


def _nights(season: Season, read_text: ReadRecords) -> dict[tuple[dt.date, int], Night]:
    """The nights of records; those of one day stay in their order."""
    wanted = sorted({_day_and_number(record) for _, record in read_text.records})
    keys = sorted(new_key() for _ in wanted)
    return {
        (day, number): night_for_day(season, day, number, key) for (day, number), key in zip(wanted, keys, strict=True)
    }


def _members_by_name(club: Club, unknown: Sequence[str], chosen: Mapping[str, str]) -> dict[str, int] | Refusal:
    """Whom every name means; new members are created."""
    members = {str(member.id): member for member in club.members if not member.retired}
    names = {fold_name(member.name): member.id for member in members.values()}
    for name in unknown:
        choice = chosen.get(name, "")
        if choice in members:
            names[fold_name(name)] = members[choice].id
            continue
        tidy = name_for(club, name) if choice == NEW_MEMBER else Refusal((f"Choose a member for “{name}”.",))
        if isinstance(tidy, Refusal):
            return tidy
        member = Member(club=club, name=tidy)
        db.session.add(member)
        db.session.flush()
        names[fold_name(name)] = member.id
    return names


def _duplicates(season: Season, read_text: ReadRecords, names: Mapping[str, int]) -> list[str]:
    """Records in which one person sits twice, or that the season has already."""
    known = {
        _fingerprint(night.date, night_table.seats, record_of(night_table.game))
        for night in season_queries.nights_of(season.id)
        for night_table in result_queries.tables_of_night(night.id)
        if night_table.game is not None
    }
    wrong = []
    for number, record in read_text.records:
        seats = [names[fold_name(name)] for name in record["players"]]
        if len(set(seats)) < len(seats):
            wrong.append(f"Line {number}: two players are the same member.")
        if _fingerprint(_day_and_number(record)[0], seats, record) in known:
            wrong.append(f"Line {number}: this game is already in the season.")
    return wrong


def _fingerprint(day: dt.date, seats: Sequence[int], record: Mapping[str, Any]) -> str:
    """What two copies of one game have in common."""
    return json.dumps([day.isoformat(), list(seats), record["game"], record["hands"]], sort_keys=True)


def _store(device_id: str, record: dict[str, Any], night: Night, members: Sequence[int]) -> None:
    """Store a game and its result, which counts; the totals are left to the caller."""
    note, _ = split_night_number(record.get("note"))
    own = {key: value for key, value in record.items() if key != "note"} | ({"note": note} if note else {})
    night_table = seat_game(night, games.store_record(device_id, own).id, members)
    row = new_row(night_table)
    row.plain = plain_result(night_table, stopped=False) or {}
    if not row.plain:
        row.stopped, row.plain = True, plain_result(night_table, stopped=True) or {}
    row.counted = True
    set_season(row, night_table)
