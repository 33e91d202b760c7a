"""Import a club file into an empty club: all of it or nothing.

Everything is read, checked and computed before the transaction begins, so that a long file blocks nobody; then all
rows are written at once. Results and totals are computed again from the records. New ids sort as the old ones did,
because games of one round are rated in the order of their ids, and people who share a place are listed in the order
of theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import IntegrityError

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club.clubs import KIND
from scorekeeper.actions.club.log import write_entry
from scorekeeper.actions.club_file.events import read_announcement, read_night, read_tournament
from scorekeeper.actions.club_file.games import new_game_ids, version_rows
from scorekeeper.actions.club_file.reading import ClubContents, FileError, Item, read_document
from scorekeeper.actions.club_file.seasons import add_members, add_totals, read_members, read_rules, read_season
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.league import words
from scorekeeper.store import Club, LogEntry, db
from scorekeeper.store.queries import club as club_queries
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.transaction import begin_writing

NOT_EMPTY = Refusal(("This club already has seasons or nights. Create a new club and import the file there.",))
BUSY = Refusal(("Somebody else added members while the file was being read, so nothing was imported. Try again.",))
#: Ids left free for members who join other clubs while the file is read.
SPARE_IDS = 100


@dataclass(frozen=True)
class Imported:
    """How much was imported."""

    members: int
    seasons: int
    events: int
    games: int
    tournaments: int = 0

    @property
    def sentence(self) -> str:
        """The numbers in words; tournaments only if there are any."""
        counts = {name: count for name, count in vars(self).items() if count or name != "tournaments"}
        return words.listed([words.counted(count, name[:-1], name) for name, count in counts.items()])


@dataclass(frozen=True)
class Source:
    """A file, the device that imports it, and a test for the names of rules."""

    text: bytes
    device_id: str
    is_rule: Callable[[str], bool]


def import_club(access: ClubAccess, source: Source) -> Imported | Refusal:
    """Import a file into the club of an organizer."""
    access.require(ORGANIZER)
    return _import(access.club.id, source, lambda: access.require(ORGANIZER))


def import_from_command_line(club_id: str, source: Source) -> Imported | Refusal:
    """Import a file into a club by its id."""
    if db.session.get(Club, club_id) is None:
        raise NotFoundError(club_id)
    return _import(club_id, source, lambda: None)


def _import(club_id: str, source: Source, check_role: Callable[[], None]) -> Imported | Refusal:
    if club_queries.is_played_in(club_id):
        return NOT_EMPTY
    first_id = club_queries.next_member_id() + SPARE_IDS
    # Reading takes long, so no transaction is open meanwhile.
    db.session.rollback()
    try:
        document = read_document(source.text)
        contents = _read(club_id, source, document, first_id)
        begin_writing()
        check_role()
        return _store(contents, first_id, document)
    except FileError as error:
        db.session.rollback()
        return Refusal((str(error),))
    except IntegrityError:
        db.session.rollback()
        return Refusal(("The file contains a duplicate.",))


def _read(club_id: str, source: Source, document: Item, first_id: int) -> ClubContents:
    """Everything in the file, checked and scored, without the database."""
    members = read_members(club_id, document, first_id)
    contents = ClubContents(club_id, source.device_id, source.is_rule, members, new_game_ids(*_games(document)))
    contents.rules = read_rules(contents, document)
    for number, item in document.numbered("seasons", "season").items():
        contents.seasons[number] = read_season(contents, item)
    events = document.numbered("nights", "event")
    for (number, item), key in zip(events.items(), sorted(new_key() for _ in events), strict=True):
        contents.events[number] = read_night(contents, item, key)
    for season in contents.seasons.values():
        add_totals(contents, season)
    for number, item in document.numbered("tournaments", "tournament").items():
        contents.tournaments[number] = read_tournament(contents, item, new_key())
    for number, item in document.numbered("announcements", "announced night").items():
        contents.announcements[number] = read_announcement(contents, item, new_key())
    contents.log = [_entry(contents, item) for item in document.items("log", "log entry")]
    return contents


def _games(document: Item) -> list[Item]:
    tables = [
        table
        for event in document.items("nights", "event")
        for event_round in event.items("rounds", "round")
        for table in event_round.items("tables", "table")
    ]
    tables += [game for own in document.items("tournaments", "tournament") for game in own.items("games", "game")]
    return [game for table in tables if (game := table.part("game")) is not None]


def _store(contents: ClubContents, first_id: int, document: Item) -> Imported | Refusal:
    """Write all rows in one transaction, if the club is still empty."""
    if club_queries.is_played_in(contents.club_id):
        return NOT_EMPTY
    if club_queries.next_member_id() > first_id:
        return BUSY
    add_members(db.session.get_one(Club, contents.club_id), contents.members)
    db.session.add_all(contents.rules)
    for rows in (contents.seasons, contents.events, contents.tournaments, contents.announcements):
        db.session.add_all(rows.values())
    db.session.add_all([*contents.games, *contents.results, *contents.log])
    db.session.flush()
    club_queries.insert_version_rows(version_rows(contents.games))
    for season_id, totals in contents.totals.items():
        season_queries.put_season_totals(season_id, totals.season)
        season_queries.replace_meetings(season_id, totals.meetings)
    name = clean_name(str(document.values.get("name", "")), LONGEST_CLUB)
    sentence = f"The club file of {name} was imported." if isinstance(name, str) else "A club file was imported."
    write_entry(contents.club_id, KIND, sentence, about=None, by=None)
    db.session.commit()
    return Imported(
        len(contents.members),
        len(contents.seasons),
        len(contents.events),
        len(contents.games),
        len(contents.tournaments),
    )


def _entry(contents: ClubContents, item: Item) -> LogEntry:
    values = contents.values(item, LogEntry)
    values["sentence"] = [_word(contents, item, part) for part in values["sentence"]]
    return LogEntry(club_id=contents.club_id, about=_about(contents, item.values.get("about")), **values)


def _word(contents: ClubContents, item: Item, part: Any) -> str | int:
    if type(part) is int:
        return contents.members[part].id if part in contents.members else "?"
    if not isinstance(part, str):
        raise item.fail("the sentence can't be read.")
    return part


def _about(contents: ClubContents, about: Any) -> str | None:
    """The id of what a log entry is about, if it is in the file."""
    if not isinstance(about, list) or len(about) != 2 or type(about[1]) is not int or not isinstance(about[0], str):
        return None
    kind, number = about
    if kind == "game":
        return contents.game_ids.get(number)
    thing = contents.by_kind(kind).get(number)
    return None if thing is None else str(thing.id)
