"""The format of a club file: which columns of each table are in it, and which objects are inside which.

Keys of links, accounts, devices, and everything that can be computed again are left out.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, inspect

from scorekeeper.store import (
    Announcement,
    Bye,
    ClubRules,
    Confirmation,
    Dispute,
    Event,
    EventTable,
    Game,
    GameResult,
    LogEntry,
    Member,
    NameChange,
    Presence,
    Protest,
    Round,
    Season,
    SignUp,
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentRound,
    Version,
)
from scorekeeper.store.base import Base
from scorekeeper.store.sealed_keys import SealedKey
from scorekeeper.store.tables.event import ANSWERS, DISMISSED, OPEN, UPHELD

FORMAT = "scorekeeper-club/2"

#: Columns that are not in the file, in addition to ids, links to other tables and keys. A test pins every column.
LEFT_OUT: dict[type[Base], tuple[str, ...]] = {
    Member: ("waiting_at", "same_as"),
    ClubRules: (),
    Season: ("revision", "deleted_at"),
    Event: ("draft", "revision", "deleted_at", "totals", "ratings"),
    Presence: (),
    Round: (),
    Bye: (),
    EventTable: (),
    Game: ("names_number",),
    Version: ("token",),
    Dispute: ("token",),
    NameChange: ("token",),
    GameResult: ("round", "date", "plain", "made_at"),
    Confirmation: (),
    Protest: (),
    Tournament: ("revision",),
    TournamentEntry: (),
    TournamentRound: (),
    TournamentGame: (),
    Announcement: (),
    SignUp: (),
    LogEntry: ("about", "undo"),
}


def _columns(table: type[Base]) -> dict[str, Column[Any]]:
    return {
        name: column
        for name, column in inspect(table).columns.items()
        if isinstance(column, Column)
        and not column.primary_key
        and not column.foreign_keys
        and not isinstance(column.type, SealedKey)
        and name not in LEFT_OUT[table]
    }


COLUMNS = {table: _columns(table) for table in LEFT_OUT}
FIELDS = {table: tuple(columns) for table, columns in COLUMNS.items()}

#: Objects that are named by a number: the kind by which the club's log knows them.
KINDS: dict[type[Base], str] = {
    Member: "member",
    Season: "season",
    Event: "event",
    Game: "game",
    Tournament: "tournament",
    Announcement: "announcement",
}
#: Columns that name such an object, by their key in the file.
LINKS: dict[type[Base], dict[str, str]] = {
    Member: {"merged_into": "same_as"},
    Event: {"season": "season_id"},
    Presence: {"member": "member_id"},
    Bye: {"member": "member_id"},
    NameChange: {"member": "member_id"},
    Confirmation: {"member": "member_id"},
    Protest: {"member": "member_id", "decided_by": "decided_by"},
    Tournament: {"season": "season_id"},
    Announcement: {"event": "event_id"},
    SignUp: {"member": "member_id"},
    LogEntry: {"member": "member_id"},
}
#: The kind of object that each of these columns names.
KIND_OF_LINK = {
    "member_id": "member",
    "decided_by": "member",
    "same_as": "member",
    "season_id": "season",
    "event_id": "event",
}
#: Columns that have one of a few values.
CHOICES: dict[str, tuple[str, ...]] = {"answer": ANSWERS, "state": (OPEN, UPHELD, DISMISSED)}
#: Columns that hold a list of members.
MEMBER_LISTS = ("seats", "partners", "members")
#: Lists inside an object: the key in the file, and the attribute of the row.
LISTS: dict[type[Base], dict[str, str]] = {
    Event: {"people": "presences", "rounds": "rounds"},
    Round: {"byes": "byes", "tables": "tables"},
    Game: {"rulings": "disputes", "name_changes": "name_changes"},
    GameResult: {"confirmations": "confirmations", "protests": "protests"},
    Tournament: {"entries": "entries", "rounds": "rounds", "games": "games"},
    Announcement: {"sign_ups": "sign_ups"},
}
