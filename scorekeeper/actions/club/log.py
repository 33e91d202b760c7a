"""The log of a club: every decision, who made it, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.errors import NotFoundError
from scorekeeper.store import Device, LogEntry, db
from scorekeeper.store.queries.club import log_entries

#: The most decisions that one page shows.
LOG_PAGE = 200
#: The actor of an entry without a member.
COMMAND_LINE = "The command line"
#: Who acted at a table, on a phone that is nobody's.
A_TABLE = "A phone at the table"
OF_TABLES = ("event", "result")
#: The name of the devices of programs; one for each game.
PROGRAM = "The JSON API"


@dataclass(frozen=True)
class Decision:
    """An entry of the log with its sentence as text."""

    sentence: str
    by: str
    at: datetime
    id: int
    #: The entry can be undone, or was.
    undoable: bool = False
    undone: bool = False


def write_log(access: ClubAccess, kind: str, *sentence: str | int, about: str | int | None = None) -> LogEntry:
    """Add a member's decision: text, with member ids in place of names. The caller commits."""
    return write_entry(access.club.id, kind, *sentence, about=about, by=access.me.id)


def write_entry(
    club_id: str, kind: str, *sentence: str | int, about: str | int | None, by: int | None, device_id: str = ""
) -> LogEntry:
    """Add a decision of a member, of a phone or program, or of the command line. The caller commits."""
    device = db.session.get(Device, device_id) if device_id else None
    actor = PROGRAM if device is not None and device.name == PROGRAM else None
    which = None if about is None else str(about)
    entry = LogEntry(club_id=club_id, kind=kind, about=which, sentence=list(sentence), member_id=by, actor=actor)
    db.session.add(entry)
    return entry


def read_log(access: ClubAccess, most: int = LOG_PAGE, about: tuple[str, str] | None = None) -> list[Decision]:
    """The latest decisions first, with names as they are today."""
    names = {member.id: member.name for member in access.club.members}
    return [_decision(entry, names) for entry in log_entries(access.club.id, most, about)]


def read_entry(access: ClubAccess, entry_id: int) -> tuple[LogEntry, Decision]:
    """One entry of the log, as it is stored and to read."""
    entry = db.session.get(LogEntry, entry_id)
    if entry is None or entry.club_id != access.club.id:
        raise NotFoundError(str(entry_id))
    return entry, _decision(entry, {member.id: member.name for member in access.club.members})


def _decision(entry: LogEntry, names: dict[int, str]) -> Decision:
    sentence = "".join(part if isinstance(part, str) else names.get(part, "?") for part in entry.sentence)
    nobody = A_TABLE if entry.kind in OF_TABLES else COMMAND_LINE
    by = names.get(entry.member_id or 0) or entry.actor or nobody
    undone = entry.undone_at is not None
    return Decision(sentence, by, entry.at, entry.id, entry.undo is not None and not undone, undone)
