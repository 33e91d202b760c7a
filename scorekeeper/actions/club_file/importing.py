"""Import a club file into an empty club: all of it or nothing.

Everything is read, checked and scored before the transaction begins, so that a long file blocks nobody; then all rows
are written at once. Results and totals are computed again from the records.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import IntegrityError

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club.clubs import KIND
from scorekeeper.actions.club.log import write_entry
from scorekeeper.actions.club.members import FULL, MOST_MEMBERS
from scorekeeper.actions.club_file.checks import check_rows
from scorekeeper.actions.club_file.format import BY_NAME, TABLES, FileError, FileTable
from scorekeeper.actions.club_file.games import check_games
from scorekeeper.actions.club_file.reading import UNREADABLE, ClubContents, read_document, read_rows
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event.access import access_without_name
from scorekeeper.actions.event.contest import ContestView
from scorekeeper.actions.names import LONGEST_CLUB, clean_name, fold_name
from scorekeeper.actions.season.totals import recompute_totals
from scorekeeper.league import words
from scorekeeper.store import Club, Event, Game, GameResult, Member, Placing, Season, db
from scorekeeper.store.columns import columns_of, stored_values
from scorekeeper.store.queries import club_file as queries
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
    nights: int
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
    """Import a file into the club of an organizer, all of it or nothing."""
    access.require(ORGANIZER)
    club_id = access.club.id
    if queries.is_played_in(club_id):
        return NOT_EMPTY
    first_id = queries.last_id(Member) + 1 + SPARE_IDS
    # Reading takes long, so no transaction is open meanwhile.
    db.session.rollback()
    try:
        document = read_document(source.text)
        contents = ClubContents(club_id, source.device_id, source.is_rule, first_id)
        read_rows(contents, document)
        check_rows(contents)
        check_games(contents)
        begin_writing()
        access.require(ORGANIZER)
        return _store(contents, str(document.get("name", "")))
    except FileError as error:
        db.session.rollback()
        return Refusal((str(error),))
    except IntegrityError:
        db.session.rollback()
        return Refusal(("The file contains a duplicate.",))


def _store(contents: ClubContents, name: str) -> Imported | Refusal:
    """Write all rows and compute the totals in one transaction, if the club is still empty."""
    if queries.is_played_in(contents.club_id):
        return NOT_EMPTY
    if queries.last_id(Member) >= contents.first_member:
        return BUSY
    club = db.session.get_one(Club, contents.club_id)
    present = [*club.members]
    if len(contents.of(Member)) + len(present) > MOST_MEMBERS:
        raise FileError(FULL.messages[0])
    _insert(contents)
    _replace_members(club, present, contents.of(Member))
    _compute(contents)
    tidy = clean_name(name, LONGEST_CLUB)
    sentence = f"The club file of {tidy} was imported." if isinstance(tidy, str) else "A club file was imported."
    write_entry(club.id, KIND, sentence, about=None, by=None)
    db.session.commit()
    tournaments = sum(event.plan is not None for event in contents.of(Event))
    counts = len(contents.of(Member)), len(contents.of(Season)), len(contents.of(Event)) - tournaments
    return Imported(*counts, len(contents.of(Game)), tournaments)


def _insert(contents: ClubContents) -> None:
    """Write all rows with ids above those of other clubs."""
    last: dict[str, int] = {}
    for table in TABLES:
        is_numbered = table.id_type is int and table.model is not Member
        last[table.name] = queries.last_id(table.model) if is_numbered else 0
        rows = [_stored(table, row, last) for row in contents.rows[table.model]]
        # A merged name comes after the name that it is merged into.
        rows.sort(key=lambda row: row.get("same_as") is not None)
        queries.insert_rows(table.model, rows)
    placings = [
        stored_values(placing, columns_of(Placing)) | {"result_id": row.id + last["result"]}
        for row in contents.of(GameResult)
        for placing in row.placings
    ]
    queries.insert_rows(Placing, placings)
    queries.continue_numbers()


def _stored(table: FileTable, row: Any, last: dict[str, int]) -> dict[str, Any]:
    """The columns of a row with the ids that it and others have in the store."""
    values = stored_values(row, columns_of(table.model))
    if last[table.name]:
        values["id"] += last[table.name]
    for reference in table.references.values():
        if last[BY_NAME[reference.table].name] and values[reference.column] is not None:
            values[reference.column] += last[reference.table]
    return values


def _replace_members(club: Club, present: list[Member], imported: list[Member]) -> None:
    """Replace members of the club by those of the same name in the file, who keep the account and the role."""
    by_name = {fold_name(member.name): member.id for member in imported if not member.retired}
    for member in present:
        if (same := by_name.get(fold_name(member.name))) is not None:
            _replace(club, member, db.session.get_one(Member, same))
    db.session.flush()
    db.session.expire(club, ["members"])


def _replace(club: Club, old: Member, new: Member) -> None:
    """Replace a member who has not played yet by one of the file."""
    account_id, role, left_at = old.account_id, old.role, old.left_at
    old.account_id = None
    db.session.flush()
    new.account_id, new.role, new.left_at = account_id, role, left_at
    new.hides_career = new.hides_career or old.hides_career
    for entry in queries.log_of_club(club.id):
        entry.sentence = [new.id if part == old.id else part for part in entry.sentence]
        entry.member_id = new.id if entry.member_id == old.id else entry.member_id
        entry.about = str(new.id) if entry.kind == "member" and entry.about == str(old.id) else entry.about
    db.session.flush()
    db.session.delete(old)


def _compute(contents: ClubContents) -> None:
    """Compute all totals, and refuse a file whose standings or brackets can't be computed."""
    try:
        for season in contents.of(Season):
            recompute_totals(db.session.get_one(Season, season.id))
        for event in contents.of(Event):
            if event.plan is not None:
                ContestView(access_without_name(event.id))
    except UNREADABLE:
        raise FileError("The standings of this file can't be computed.") from None
