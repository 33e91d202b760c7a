"""Everything in the database that names a member."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Table, and_, select, update

from scorekeeper.store.base import Base, db
from scorekeeper.store.tables.club import LogEntry, Member
from scorekeeper.store.tables.night import Bye, Presence, Round
from scorekeeper.store.tables.tournament import Tournament, TournamentEntry, TournamentGame

#: The log keeps the names under which things were decided; who was at a night is more than a reference.
OWN_WAY = (LogEntry.__table__, Presence.__table__)
#: By "table.column", the keys of rows.
Keys = dict[str, list[list[Any]]]


def move_references(old: int, new: int) -> Keys:
    """Let every row that refers to one member refer to another; the keys of these rows, without the member."""
    return {f"{table.name}.{name}": _move(table, name, old, new) for table, name in references()}


def references() -> list[tuple[Table, str]]:
    """The columns that refer to a member, wherever a foreign key says so."""
    return [
        (table, column.name)
        for table in Base.metadata.sorted_tables
        if table not in OWN_WAY
        for column in table.columns
        if any(key.column is Member.__table__.c.id for key in column.foreign_keys)
    ]


def _other_keys(table: Table, name: str) -> list[Any]:
    return [column for column in table.primary_key.columns if column.name != name]


def _move(table: Table, name: str, old: int, new: int) -> list[list[Any]]:
    """Move the rows of a column, but those that the other member has already."""
    keys = _other_keys(table, name)
    rows = [[*row] for row in db.session.execute(select(*keys).where(table.c[name] == old))]
    if table.c[name].primary_key:
        taken = [[*row] for row in db.session.execute(select(*keys).where(table.c[name] == new))]
        rows = [row for row in rows if row not in taken]
    for row in rows:
        db.session.execute(update(table).where(_is_row(table, name, old, row)).values({name: new}))
    return rows


def _is_row(table: Table, name: str, member_id: int, values: list[Any]) -> ColumnElement[bool]:
    pairs = zip(_other_keys(table, name), values, strict=True)
    return and_(table.c[name] == member_id, *(column == value for column, value in pairs))


def move_references_back(moved: Keys, old: int, new: int) -> None:
    """Undo `move_references` for the rows that are still there."""
    for table, name in references():
        for values in moved.get(f"{table.name}.{name}", []):
            db.session.execute(update(table).where(_is_row(table, name, new, values)).values({name: old}))


def presences_of(member_id: int) -> dict[str, Presence]:
    """The nights at which a member was, by the id of the night."""
    rows = db.session.scalars(select(Presence).where(Presence.member_id == member_id))
    return {row.night_id: row for row in rows}


def byes_with_partner(member_id: int) -> list[Bye]:
    """The byes that a member had as somebody's fixed partner."""
    return [bye for bye in db.session.scalars(select(Bye)) if member_id in bye.partners]


def entries_of(member_id: int, club_id: str) -> list[TournamentEntry]:
    """The entries of a member in the tournaments of a club."""
    query = select(TournamentEntry).join(Tournament).where(Tournament.club_id == club_id)
    return [entry for entry in db.session.scalars(query.order_by(TournamentEntry.id)) if member_id in entry.members]


def tournament_games_of(member_id: int, club_id: str) -> list[TournamentGame]:
    """The games of a club's tournaments in which a member has a seat."""
    query = select(TournamentGame).join(Tournament).where(Tournament.club_id == club_id)
    return [row for row in db.session.scalars(query.order_by(TournamentGame.id)) if member_id in row.seats]


def tournaments_of(member_id: int, club_id: str) -> dict[str, str]:
    """The tournaments that a member entered: their names by their ids."""
    return {entry.tournament_id: entry.tournament.name for entry in entries_of(member_id, club_id)}


def rounds_out(member_id: int) -> dict[int, Round]:
    """The rounds that a member sat out, by their ids."""
    rounds = db.session.scalars(select(Round).join(Bye).where(Bye.member_id == member_id))
    return {night_round.id: night_round for night_round in rounds}
