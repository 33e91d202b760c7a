"""The games of a season: adding one, importing and exporting many, looking at one."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club.access import by
from scorekeeper.actions.club.members import new_member, numbered_names
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import FORMER, fold_name
from scorekeeper.actions.season.details import CLOSED, SeasonAccess, day_fault
from scorekeeper.actions.season.results import (
    fill_row,
    move_event,
    new_row,
    plays,
    refresh_result,
    result_of_game,
    set_season,
    table_result,
)
from scorekeeper.actions.season.totals import recompute_totals, update_totals
from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import Table, require_viewer
from scorekeeper.league import words
from scorekeeper.rules import Fault, Sheet, read, score
from scorekeeper.rules.document import KEYS
from scorekeeper.store import Club, Event, EventTable, Game, GameResult, Round, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.event import event_table_of
from scorekeeper.store.queries.game import record_of
from scorekeeper.store.tables.club import ORGANIZER, SCORER
from scorekeeper.store.tables.game import now

SUFFIX = re.compile(r"(?:^|, )night ([1-9]\d?) of the day$")


def add_event_number(note: str | None, number: int) -> str:
    """A note that also says which night of its day a game belongs to."""
    return f"{note}, night {number} of the day" if note else f"night {number} of the day"


def split_event_number(note: object) -> tuple[str | None, int]:
    """The note as it was, and which night it names; the first where it names none."""
    if not isinstance(note, str):
        return None, 1
    suffix = SUFFIX.search(note)
    return (note[: suffix.start()] or None, int(suffix[1])) if suffix else (note, 1)


#: What the event of such games is called, and how its rounds came about.
NAME, METHOD = "Added games", "added"
NO_SUCH_LINK = "There is no game at this link. Copy the link again from the game's Share page."
ANOTHER_GAME = "This season is for another game or other house rules."


def game_to_add(device_id: str, game_id: str) -> Table:
    """A finished game of this device that belongs to no club yet."""
    table = require_viewer(device_id, game_id)
    if event_table_of(game_id) is not None or not table.sheet.over:
        raise NotFoundError(game_id)
    return table


def follow_link(device_id: str, season: Season, game_id: str, key: str) -> Table | Refusal:
    """Follow the link of a game, as a phone would that opens it; the game, if the season could take it.

    Without a key it is the address of a table that this device has seen before.
    """
    try:
        table = games.join(device_id, game_id, key) if key else require_viewer(device_id, game_id)
    except NotFoundError:
        return Refusal((NO_SUCH_LINK,))
    if event_table_of(game_id) is not None:
        return Refusal(("This game already belongs to a club night.",))
    if not table.sheet.over:
        return Refusal(("This game is not over yet. Add it when it is.",))
    return table if plays(season, table.game) else Refusal((ANOTHER_GAME,))


def games_to_add(device_id: str, season: Season, most: int = 40) -> list[Table]:
    """Finished games of this device that could be added, the latest first."""
    tables, _ = games.games_of_device(device_id, most)
    fitting = [table for table in tables if table.sheet.over and plays(season, table.game)]
    return [table for table in fitting if event_table_of(table.game.id) is None]


def day_of(table: Table) -> dt.date:
    """The day of a game: as its record says, or when it was begun."""
    return read_day(table.game.date) or table.game.created_at.date()


def read_day(text: object) -> dt.date | None:
    """The day that a record names."""
    try:
        return dt.date.fromisoformat(text) if isinstance(text, str) and len(text) == 10 else None
    except ValueError:
        return None


@by(SCORER)
def add_game(
    access: SeasonAccess, device_id: str, game_id: str, members: Sequence[int], day: dt.date
) -> Refusal | None:
    """Add a game that this device scored, with the members who sat in its seats; it counts."""
    if not access.open:
        return CLOSED
    season, table = access.season, game_to_add(device_id, game_id)
    if fault := _fault(season, table, members, day):
        return Refusal((fault,))
    refresh_result(seat_game(event_for_day(season, day), game_id, members))
    row = result_of_game(game_id)
    if row is not None and not row.counted and row.event is not None:
        row.counted = True
        db.session.flush()
        update_totals(row.event)
    sentence = f"{season.name}: a game of {words.day(day)} was added."
    access.log(sentence)
    return None


def _fault(season: Season, table: Table, members: Sequence[int], day: dt.date) -> str:
    if not plays(season, table.game):
        return ANOTHER_GAME
    known = {member.id for member in season.club.members if not member.retired}
    if len(members) != len(table.game.players) or not known.issuperset(members):
        return "Choose a member for every player."
    if len(set(members)) < len(members):
        return "Two players are the same member. Choose a different member for each."
    return day_fault(season, day)


def event_for_day(season: Season, day: dt.date, number: int = 1, key: str = "") -> Event:
    """The event of a day's added games; most days have one."""
    name = NAME if number == 1 else f"{NAME} {number}"
    event = season_queries.day_without_event(season, day, name)
    if event is None:
        event = Event(id=key or new_key(), club_id=season.club_id, date=day, name=name)
        db.session.add(event)
        event.season, event.season_id = season, season.id
    elif event.season_id != season.id:
        move_event(event, season)
    db.session.flush()
    return event


def seat_game(event: Event, game_id: str, members: Sequence[int]) -> EventTable:
    """The only table of a new round, with a game that is over."""
    number = max((event_round.number for event_round in event.rounds), default=0) + 1
    event_round = Round(number=number, method=METHOD, quality="", started_at=now())
    event_table = EventTable(round=event_round, number=1, game_id=game_id)
    event_table.sit(members)
    event.all_rounds.append(event_round)
    db.session.flush()
    return event_table


#: The most errors that one answer lists.
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
    listed = {fold_name(member.name) for member in season.club.members if not member.retired}
    names = dict.fromkeys(" ".join(name.split()) for _, record in records for name in record["players"])
    unknown = {fold_name(name): name for name in names if fold_name(name) not in listed}
    in_order = tuple(sorted(unknown.values(), key=str.casefold))
    return ReadRecords(tuple(records), in_order, tuple(wrong[:MOST_MESSAGES]))


def _message(fault: Fault | str) -> str:
    if isinstance(fault, str):
        return fault
    place = ", ".join(filter(None, (f"hand {fault.hand}" if fault.hand else "", fault.path or "")))
    return f"{place}: {fault.message}" if place else fault.message


def _faults(season: Season, record: object) -> Iterator[Fault | str]:
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
    if not sheet.hands and "opening" not in record:
        yield "no hand was played."


@by(ORGANIZER)
def import_records(access: SeasonAccess, device_id: str, text: bytes, chosen: Mapping[str, str]) -> int | Refusal:
    """Import records, all or none; `chosen` says who unknown names are (a member's id, or “new”)."""
    imported = _store_records(access.season, device_id, text, chosen)
    if isinstance(imported, Refusal):
        db.session.rollback()
    else:
        access.log(f"{access.season.name}: {imported} games were imported.")
    return imported


def _store_records(season: Season, device_id: str, text: bytes, chosen: Mapping[str, str]) -> int | Refusal:
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
    events = _events(season, read_text)
    for _, record in read_text.records:
        seats = [names[fold_name(name)] for name in record["players"]]
        _store(device_id, record, events[_day_and_number(record)], seats)
    db.session.flush()
    recompute_totals(season)
    return len(read_text.records)


def _day_and_number(record: Mapping[str, Any]) -> tuple[dt.date, int]:
    return read_day(record["date"]) or dt.date.min, split_event_number(record.get("note"))[1]


def _events(season: Season, read_text: ReadRecords) -> dict[tuple[dt.date, int], Event]:
    """The events of records; those of one day stay in their order."""
    wanted = sorted({_day_and_number(record) for _, record in read_text.records})
    keys = sorted(new_key() for _ in wanted)
    return {
        (day, number): event_for_day(season, day, number, key) for (day, number), key in zip(wanted, keys, strict=True)
    }


def _members_by_name(club: Club, unknown: Sequence[str], chosen: Mapping[str, str]) -> dict[str, int] | Refusal:
    """The member of every name; new members are created."""
    members = {str(member.id): member for member in club.members if not member.retired}
    names = {fold_name(member.name): member.id for member in members.values()}
    for name in unknown:
        choice = chosen.get(name, "")
        if choice in members:
            names[fold_name(name)] = members[choice].id
            continue
        if choice != NEW_MEMBER:
            return Refusal((f"Choose a member for “{name}”.",))
        member = new_member(club, name)
        if isinstance(member, Refusal):
            return member
        names[fold_name(name)] = member.id
    return names


def _duplicates(season: Season, read_text: ReadRecords, names: Mapping[str, int]) -> list[str]:
    known = {
        _fingerprint(event.date, event_table.seats, _table_record(event_table))
        for event in season_queries.events_of(season.id)
        for event_table in season_queries.tables_of_event(event.id)
        if event_table.game is not None
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
    facts = [day.isoformat(), list(seats), record["game"], record.get("opening"), record["hands"]]
    return json.dumps(facts, sort_keys=True)


def _store(device_id: str, record: dict[str, Any], event: Event, members: Sequence[int]) -> None:
    note, _ = split_event_number(record.get("note"))
    own = {key: value for key, value in record.items() if key != "note"} | ({"note": note} if note else {})
    begun = own if own["hands"] else {key: value for key, value in own.items() if key != "opening"}
    event_table = seat_game(event, games.store_record(device_id, begun).id, members)
    if not own["hands"]:
        event_table.paper = own["opening"]
    result = table_result(event_table)
    if result is None:
        event_table.stopped = True
        result = table_result(event_table)
    row = new_row(event_table)
    fill_row(row, result)
    row.counted = True
    set_season(row, event_table)


def records(season: Season) -> Iterator[dict[str, Any]]:
    """The record of every game that counts, in order of time, with the names of the club's list and its day.

    Where a day has several nights, the note says which.
    """
    names = _names(season.club)
    events = []
    for event in season_queries.events_of(season.id):
        rows = season_queries.rows_of_event(event.id)
        counted = {row.game_id for row in rows if row.counted and row.season_id == season.id}
        if tables := [table for table in season_queries.tables_of_event(event.id) if table.game_id in counted]:
            events.append((event, tables))
    events_of_day = Counter(event.date for event, _ in events)
    number: Counter[dt.date] = Counter()
    for event, tables in events:
        number[event.date] += 1
        for event_table in tables:
            seats = [names[member] for member in event_table.seats]
            record = _table_record(event_table, season.closed_at)
            record = record | {"players": seats, "date": event.date.isoformat()}
            if events_of_day[event.date] > 1:
                record["note"] = add_event_number(record.get("note"), number[event.date])
            yield {key: record[key] for key in KEYS if key in record}


def _table_record(event_table: EventTable, until: dt.datetime | None = None) -> dict[str, Any]:
    """The record of a table; a game that was scored on paper alone has its final totals, and no hands."""
    record = record_of(event_table.game, until) if event_table.game is not None else {}
    return record if event_table.paper is None else record | {"opening": list(event_table.paper), "hands": []}


def _names(club: Club) -> dict[int, str]:
    """Everybody's name, each one's own: erased members get numbers, the same in all games."""
    living = {fold_name(member.name) for member in club.members if not member.erased}
    free = (name for name in numbered_names(FORMER) if fold_name(name) not in living)
    return {
        member.id: next(free) if member.erased else member.name
        for member in sorted(club.members, key=lambda member: member.id)
    }


#: The role of members who look at a game because the club played it.
CLUB_ROLE = "company"


def season_game(access: SeasonAccess, game_id: str) -> tuple[Table, GameResult]:
    """A game that the club played, for all its members to look at; of a closed season as it was at its close."""
    row, game = result_of_game(game_id), db.session.get(Game, game_id)
    if row is None or game is None or row.club_id != access.season.club_id:
        raise NotFoundError(game_id)
    until = access.season.closed_at if row.season_id == access.season.id else None
    return Table(game, CLUB_ROLE, until=until), row
