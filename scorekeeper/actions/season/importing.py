"""Games that come into a season without a club night: scored elsewhere, or brought in as records.

The games of a day stand in a night of their own, each at a table of one round, so that everything
that is known of a club night is known of them: who of the club sat where, and in which order they played.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club.log import write_entry, write_log
from scorekeeper.actions.club.members import name_for
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import fold_name
from scorekeeper.actions.season import results, same_day, totals, totals_update
from scorekeeper.actions.season.seasons import CLOSED, Seen
from scorekeeper.actions.season.seasons import seen as season_seen
from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import Table, require_viewer
from scorekeeper.league import words
from scorekeeper.rules import Sheet, read, score
from scorekeeper.store import Club, Member, Night, NightTable, Round, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.game import record_of
from scorekeeper.store.tables.club import ORGANIZER, SCORER
from scorekeeper.store.transaction import writes

#: What the night of such games is called, and how its rounds came about.
NAME, METHOD = "Added games", "added"
NOWHERE = "This link leads to no game, or it no longer works: copy it again from the game's Share page."
ANOTHER_GAME = "The season is played with another game, or with other options."
#: A longer list of errors helps nobody.
MOST_MESSAGES = 50


def to_add(device_id: str, game_id: str) -> Table:
    """A finished game of this device that belongs to no club yet."""
    table = require_viewer(device_id, game_id)
    if season_queries.night_table_of(game_id) is not None or not table.sheet.over:
        raise NotFoundError(game_id)
    return table


def linked(device_id: str, season: Season, game_id: str, key: str) -> Table | Refusal:
    """Follow the link of a game, as a phone would that opens it; the game, if the season could take it.

    Without a key it is the address of a table that this device has seen before.
    """
    try:
        table = games.join(device_id, game_id, key) if key else require_viewer(device_id, game_id)
    except NotFoundError:
        return Refusal((NOWHERE,))
    if season_queries.night_table_of(game_id) is not None:
        return Refusal(("This game stands in a night of a club already.",))
    if not table.sheet.over:
        return Refusal(("This game is not over yet: add it when it is.",))
    return table if results.plays(season, table.game) else Refusal((ANOTHER_GAME,))


def addable(device_id: str, season: Season, most: int = 40) -> list[Table]:
    """Finished games of this device that could be added, the latest first."""
    tables, _ = games.games_of_device(device_id, most)
    fit = [table for table in tables if table.sheet.over and results.plays(season, table.game)]
    return [table for table in fit if season_queries.night_table_of(table.game.id) is None]


def day_of(table: Table) -> dt.date:
    """The day of a game: as its record says, or when it was begun."""
    return _day(table.game.date) or table.game.created_at.date()


@writes
def add(
    account_id: str, at: tuple[str, str], device_id: str, game_id: str, members: Sequence[int], day: dt.date
) -> Refusal | None:
    """Add a game that this device scored, with the members who sat in its seats."""
    found = season_seen(account_id, *at, SCORER)
    if found.season.closed_at is not None:
        return CLOSED
    table = to_add(device_id, game_id)
    wrong = _seats_wrong(found, table, members) or _day_wrong(found.season, day)
    if not results.plays(found.season, table.game):
        wrong = ANOTHER_GAME
    if wrong:
        return Refusal((wrong,))
    seating = _seat(_night(found.season, day), game_id, members)
    results.refresh(seating)
    _count(found.season, game_id)
    write_log(
        found.place, "season", f"{found.season.name}: a game of {words.day(day)} was added.", about=found.season.id
    )
    db.session.commit()
    return None


def _count(season: Season, game_id: str) -> None:
    """Whoever adds a game by hand wants it to count."""
    row = results.of_game(game_id)
    if row is not None and not row.counted and row.night is not None:
        row.counted = True
        db.session.flush()
        totals_update.changed(row.night)


def _seats_wrong(found: Seen, table: Table, members: Sequence[int]) -> str:
    known = {member.id for member in found.place.club.members if not member.erased}
    if len(members) != len(table.game.players) or not known.issuperset(members):
        return "Say for every player who it is."
    return "Two seats have the same person." if len(set(members)) < len(members) else ""


def _day_wrong(season: Season, day: dt.date) -> str:
    if season.starts <= day <= season.ends:
        return ""
    return f"{words.day(day)} is not in this season: it goes from {words.days(season.starts, season.ends)}."


def _night(season: Season, day: dt.date, number: int = 1, key: str = "") -> Night:
    """A night of a day's added games; most days have one."""
    name = NAME if number == 1 else f"{NAME} {number}"
    found = season_queries.day_without_night(season, day, name)
    if found is None:
        found = Night(id=key or new_key(), club_id=season.club_id, date=day, name=name)
        db.session.add(found)
        found.season, found.season_id = season, season.id
    elif found.season_id != season.id:
        results.move(found, season)
    db.session.flush()
    return found


def _seat(night: Night, game_id: str, members: Sequence[int]) -> NightTable:
    number = max((each.number for each in night.rounds), default=0) + 1
    added = Round(number=number, method=METHOD, quality="")
    seating = NightTable(round=added, number=1, game_id=game_id, seats=list(members), substitutes=[])
    db.session.add(seating)
    night.rounds.append(added)
    db.session.flush()
    return seating


@dataclass(frozen=True)
class Read:
    """Records that were read: each with its line, names that are not on the list, and what is wrong."""

    records: tuple[tuple[int, dict[str, Any]], ...]
    unknown: tuple[str, ...]
    wrong: tuple[str, ...]


def read_lines(season: Season, text: bytes) -> Read:
    """Read records, one a line; nothing is stored."""
    records, wrong = [], []
    for number, line in enumerate(text.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        if line.strip():
            record = read(line)
            faults = record if isinstance(record, tuple) else tuple(_faults(season, record))
            wrong += [f"Line {number}: {each if isinstance(each, str) else _said(each)}" for each in faults]
            if isinstance(record, dict) and not faults:
                records.append((number, record))
    if not records and not wrong:
        wrong.append("There is no record in it: each line holds one, as the export writes it.")
    listed = {fold_name(member.name) for member in season.club.members if not member.erased}
    names = dict.fromkeys(" ".join(name.split()) for _, record in records for name in record["players"])
    unknown = {fold_name(name): name for name in names if fold_name(name) not in listed}
    return Read(tuple(records), tuple(sorted(unknown.values(), key=str.casefold)), tuple(wrong[:MOST_MESSAGES]))


def _said(fault: Any) -> str:
    place = ", ".join(part for part in (f"hand {fault.hand}" if fault.hand else "", fault.path or "") if part)
    return f"{place}: {fault.message}" if place else str(fault.message)


def _faults(season: Season, record: object) -> Iterator[Any]:
    """What speaks against a record in this season."""
    sheet = score(record)
    if not isinstance(sheet, Sheet) or not isinstance(record, dict):
        yield from sheet if isinstance(sheet, tuple) else ()
        return
    if unwritable := games.unwritable_text(record):
        yield from unwritable.faults
    day = _day(record.get("date"))
    if day is None:
        yield "the record needs the day of the game, such as “date”: “2026-01-13”."
    elif wrong := _day_wrong(season, day):
        yield wrong
    if season.slug not in (None, record["game"]):
        yield "the season is played with another game."
    elif not results.plays(season, games.unsaved_game(record)):
        yield "the season is played with other options."
    if not sheet.hands:
        yield "no hand was played."


def _day(said: object) -> dt.date | None:
    try:
        return dt.date.fromisoformat(said) if isinstance(said, str) and len(said) == 10 else None
    except ValueError:
        return None


@writes
def bring_in(
    account_id: str, at: tuple[str, str], device_id: str, text: bytes, chosen: Mapping[str, str]
) -> int | Refusal:
    """Bring in a season of records, all or none; `chosen` says who unknown names are (a member, or “new”)."""
    found = season_seen(account_id, *at, ORGANIZER)
    brought = write(found.season, device_id, text, chosen)
    if isinstance(brought, Refusal):
        db.session.rollback()
        return brought
    write_log(found.place, "season", f"{found.season.name}: {brought} games were brought in.", about=found.season.id)
    db.session.commit()
    return brought


@writes
def bring_in_now(season: Season, device_id: str, text: bytes) -> int | Refusal:
    """The same from the command line: unknown names become new members."""
    unknown = read_lines(season, text).unknown
    brought = write(season, device_id, text, dict.fromkeys(unknown, "new"))
    if isinstance(brought, Refusal):
        db.session.rollback()
        return brought
    write_entry(season.club_id, "season", f"{season.name}: {brought} games were brought in.", about=season.id, by=None)
    db.session.commit()
    return brought


def write(season: Season, device_id: str, text: bytes, chosen: Mapping[str, str]) -> int | Refusal:
    """Store the records of a text. The caller commits, or rolls back what was refused."""
    if season.closed_at is not None:
        return CLOSED
    told = read_lines(season, text)
    if told.wrong:
        return Refusal(told.wrong)
    names = _named(season.club, told.unknown, chosen)
    if isinstance(names, Refusal):
        return names
    wrong = _doubled(season, told, names)
    if wrong:
        return Refusal(tuple(wrong[:MOST_MESSAGES]))
    nights = _nights(season, told)
    for _, record in told.records:
        seats = [names[fold_name(name)] for name in record["players"]]
        _store(season, device_id, record, nights[_when(record)], seats)
    db.session.flush()
    totals.settle(season)
    return len(told.records)


def _when(record: Mapping[str, Any]) -> tuple[dt.date, int]:
    """The day of a record, and which of its nights."""
    return _day(record["date"]) or dt.date.min, same_day.heard(record.get("note"))[1]


def _nights(season: Season, told: Read) -> dict[tuple[dt.date, int], Night]:
    """The nights of records; those of one day stay in their order."""
    wanted = sorted({_when(record) for _, record in told.records})
    keys = sorted(new_key() for _ in wanted)
    return {when: _night(season, *when, key) for when, key in zip(wanted, keys, strict=True)}


def _named(club: Club, unknown: Sequence[str], chosen: Mapping[str, str]) -> dict[str, int] | Refusal:
    """Whom every name means; new members are made."""
    members = {str(member.id): member for member in club.members if not member.erased}
    names = {fold_name(member.name): member.id for member in members.values()}
    for name in unknown:
        said = chosen.get(name, "")
        if said in members:
            names[fold_name(name)] = members[said].id
            continue
        tidy = name_for(club, name) if said == "new" else Refusal((f"Say who “{name}” is.",))
        if isinstance(tidy, Refusal):
            return tidy
        made = Member(club=club, name=tidy)
        db.session.add(made)
        db.session.flush()
        names[fold_name(name)] = made.id
    return names


def _doubled(season: Season, told: Read, names: Mapping[str, int]) -> list[str]:
    """Records in which one person sits twice, or that the season has already."""
    known = {
        _mark(night.date, seating.seats, record_of(seating.game))
        for night in season_queries.nights_of(season.id)
        for seating in season_queries.tables_of_night(night.id)
        if seating.game is not None
    }
    wrong = []
    for number, record in told.records:
        seats = [names[fold_name(name)] for name in record["players"]]
        if len(set(seats)) < len(seats):
            wrong.append(f"Line {number}: two seats have the same person.")
        if _mark(_day(record["date"]) or dt.date.min, seats, record) in known:
            wrong.append(f"Line {number}: this game is in the season already.")
    return wrong


def _mark(day: dt.date, seats: Sequence[int], record: Mapping[str, Any]) -> str:
    """What two copies of one game have in common."""
    return json.dumps([day.isoformat(), list(seats), record["game"], record["hands"]], sort_keys=True)


def _store(season: Season, device_id: str, record: dict[str, Any], night: Night, members: Sequence[int]) -> None:
    note, _ = same_day.heard(record.get("note"))
    own = {key: value for key, value in record.items() if key != "note"} | ({"note": note} if note else {})
    seating = _seat(night, games.store_record(device_id, own).id, members)
    sheet = score(record)
    row = results.row_for(seating, stopped=isinstance(sheet, Sheet) and not sheet.over)
    row.counted = True
    results.place(row, seating)
