"""The log of a club: every decision, who made it, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.store import LogEntry, db
from scorekeeper.store.queries.club import log_entries

#: The most decisions that one page shows.
LOG_PAGE = 200
#: Who decided where no member did.
COMMAND_LINE = "The command line"
#: The same for what happened at a table, on a phone that is nobody's.
A_TABLE = "A phone at the table"
OF_TABLES = ("night", "result")


@dataclass(frozen=True)
class Decision:
    """An entry of the log to read."""

    sentence: str
    by: str
    at: datetime


def write_log(access: ClubAccess, kind: str, *sentence: str | int, about: str | int | None = None) -> None:
    """Add a member's decision: text, with member ids in place of names. The caller commits."""
    write_entry(access.club.id, kind, *sentence, about=about, by=access.me.id)


def write_entry(club_id: str, kind: str, *sentence: str | int, about: str | int | None, by: int | None) -> None:
    """Add a decision of a member, or of the command line where `by` is None. The caller commits."""
    which = None if about is None else str(about)
    db.session.add(LogEntry(club_id=club_id, kind=kind, about=which, sentence=list(sentence), member_id=by))


def read_log(access: ClubAccess, most: int = LOG_PAGE, about: tuple[str, str] | None = None) -> list[Decision]:
    """The latest decisions first, with names as they are today."""
    names = {member.id: member.name for member in access.club.members}
    return [_decision(entry, names) for entry in log_entries(access.club.id, most, about)]


def _decision(entry: LogEntry, names: dict[int, str]) -> Decision:
    sentence = "".join(part if isinstance(part, str) else names.get(part, "?") for part in entry.sentence)
    nobody = A_TABLE if entry.kind in OF_TABLES else COMMAND_LINE
    return Decision(sentence, names.get(entry.member_id or 0, nobody), entry.at)
