"""The store: the only room that knows the database. It stores facts, never a computed score.

The exceptions are the placing of a finished game and totals of placings, which a command rebuilds.
"""

from scorekeeper.store.base import db
from scorekeeper.store.tables.calendar import Announcement, SignUp
from scorekeeper.store.tables.club import Account, Club, ClubRules, LogEntry, Member
from scorekeeper.store.tables.event import Bye, Entrant, EntrantMember, Event, EventTable, Forfeit, Round, Seat
from scorekeeper.store.tables.game import Device, Dispute, Game, Grant, HandVersion, NameChange, SavedRules, Version
from scorekeeper.store.tables.result import Confirmation, GameResult, Placing, Protest
from scorekeeper.store.tables.season import Season
from scorekeeper.store.tables.server import SecretMark

__all__ = [
    "Account",
    "Announcement",
    "Bye",
    "Club",
    "ClubRules",
    "Confirmation",
    "Device",
    "Dispute",
    "Entrant",
    "EntrantMember",
    "Event",
    "EventTable",
    "Forfeit",
    "Game",
    "GameResult",
    "Grant",
    "HandVersion",
    "LogEntry",
    "Member",
    "NameChange",
    "Placing",
    "Protest",
    "Round",
    "SavedRules",
    "Season",
    "Seat",
    "SecretMark",
    "SignUp",
    "Version",
    "db",
]
