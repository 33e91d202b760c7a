"""The format of a club file: a list of rows for each table.

A row has the columns of its table. A reference to a row of another table is the number of that row in its list, from 1.
Columns that have their default are left out. Keys of links, accounts, devices, and everything that can be computed are
never in a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column
from werkzeug.utils import cached_property

from scorekeeper.store import (
    Announcement,
    Bye,
    ClubRules,
    Confirmation,
    Dispute,
    Entrant,
    EntrantMember,
    Event,
    EventTable,
    Forfeit,
    Game,
    GameResult,
    LogEntry,
    Member,
    NameChange,
    Protest,
    Round,
    Season,
    Seat,
    SignUp,
    Version,
)
from scorekeeper.store.base import Base
from scorekeeper.store.columns import Reference, columns_of, references_of, value_columns

FORMAT = "scorekeeper-club/2"
#: How the format of every club file begins; the number after it is the version.
FAMILY = FORMAT.partition("/")[0]
#: Python refuses to read numbers of thousands of digits.
LONGEST_NUMBER = 20


class FileError(ValueError):
    """The file cannot be imported; the message says why."""


@dataclass(frozen=True)
class FileTable:
    """A table of the store as it is in a file."""

    model: Any
    #: What a row is called in messages.
    called: str
    #: Columns that are not in the file, in addition to ids, keys, and links to clubs, accounts and devices.
    left_out: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The key of its list in the file."""
        return str(self.model.__tablename__)

    @cached_property
    def columns(self) -> dict[str, Column[Any]]:
        """The columns that hold values."""
        return {name: own for name, own in value_columns(self.model).items() if name not in self.left_out}

    @cached_property
    def references(self) -> dict[str, Reference]:
        """The columns that name other rows of the file, by their keys in it."""
        own = (reference for reference in references_of(self.model) if reference.column not in self.left_out)
        return {reference.key: reference for reference in own if reference.table in BY_NAME}

    @cached_property
    def keys(self) -> frozenset[str]:
        """Everything that a row of the file may have."""
        about = ("about",) if self.model is LogEntry else ()
        return frozenset((*self.columns, *self.references, *about))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The columns of the store that are read to write a row."""
        stored = columns_of(self.model)
        used = {*self.columns, *(reference.column for reference in self.references.values()), "id", "about"}
        return tuple(name for name in stored if name in used)

    @cached_property
    def id_type(self) -> type[Any] | None:
        """The type of the ids of its rows; None if they have none."""
        columns = columns_of(self.model)
        return columns["id"].type.python_type if "id" in columns else None


#: Every table comes after those that it refers to.
TABLES = (
    FileTable(Member, "member", ("waiting_at",)),
    FileTable(ClubRules, "saved rules"),
    FileTable(Season, "season", ("revision", "deleted_at")),
    FileTable(Event, "event", ("revision", "deleted_at", "totals", "ratings")),
    FileTable(Entrant, "entrant"),
    FileTable(EntrantMember, "entrant’s member"),
    # The quality of a draw is text with names, which may have been forgotten since.
    FileTable(Round, "round", ("quality",)),
    FileTable(Game, "game", ("names_number", "revision")),
    FileTable(Version, "hand version", ("token",)),
    FileTable(Dispute, "ruling", ("token",)),
    FileTable(NameChange, "name change", ("token",)),
    FileTable(EventTable, "table"),
    FileTable(Seat, "seat"),
    FileTable(Bye, "bye"),
    FileTable(Forfeit, "forfeit"),
    FileTable(
        GameResult, "result", ("event_id", "round", "date", "slug", "hands", "lowest_wins", "on_paper", "made_at")
    ),
    FileTable(Confirmation, "confirmation"),
    FileTable(Protest, "protest"),
    FileTable(Announcement, "announced night"),
    FileTable(SignUp, "sign-up"),
    FileTable(LogEntry, "log entry", ("about", "undo")),
)
BY_NAME = {table.name: table for table in TABLES}
BY_MODEL = {table.model: table for table in TABLES}
#: Columns of JSON that hold objects; all others hold lists.
OBJECTS = ("options", "plan", "scheme", "handicaps", "facts")
#: What the entries of the log are about, by their kinds.
ABOUT: dict[str, type[Base]] = {
    "member": Member,
    "season": Season,
    "event": Event,
    "result": Game,
    "calendar": Announcement,
}

#: The number of a member in the file by the id, or the reverse; None for somebody who is not in the file.
FindMember = Callable[[Any], int | None]


def _handicaps(handicaps: dict[str, Any], find: FindMember) -> dict[str, Any]:
    if "fixed" not in handicaps:
        return handicaps
    fixed = {_player(player, find): points for player, points in handicaps["fixed"].items()}
    return handicaps | {"fixed": {player: points for player, points in fixed.items() if player is not None}}


def _lots(lots: list[dict[str, Any]], find: FindMember) -> list[dict[str, Any]]:
    drawn = [[[_player(player, find) for player in own] for own in lot["drawn"]] for lot in lots]
    return [lot | {"drawn": [own for own in new if None not in own]} for lot, new in zip(lots, drawn, strict=True)]


def _player(player: str, find: FindMember) -> str | None:
    """A player of the league, who is the id of a member as text."""
    is_number = player.isascii() and player.isdecimal() and len(player) <= LONGEST_NUMBER
    number = find(int(player) if is_number else player)
    return None if number is None else str(number)


def _sentence(sentence: list[str | int], find: FindMember) -> list[str | int]:
    """A sentence of the log; somebody who is not in the file has no name there."""
    return [part if isinstance(part, str) else find(part) or "?" for part in sentence]


#: Columns whose values name members.
WITH_MEMBERS: dict[Any, dict[str, Callable[[Any, FindMember], Any]]] = {
    Season: {"handicaps": _handicaps, "lots": _lots},
    LogEntry: {"sentence": _sentence},
}
