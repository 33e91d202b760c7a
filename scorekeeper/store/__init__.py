"""The store: the only room that knows the database. It stores facts, never a computed score.

One exception: the placing of a finished game, and totals of placings, which a command rebuilds.
"""

from scorekeeper.store.base import db
from scorekeeper.store.tables.calendar import Announcement, SignUp
from scorekeeper.store.tables.club import Account, Club, LogEntry, Member
from scorekeeper.store.tables.club_rules import ClubRules
from scorekeeper.store.tables.game import Device, Dispute, Game, Grant, HandVersion, NameChange, Version
from scorekeeper.store.tables.night import Bye, Night, NightTable, Presence, Round
from scorekeeper.store.tables.result import Confirmation, GameResult, Protest
from scorekeeper.store.tables.rules import SavedRules
from scorekeeper.store.tables.season import Season, SeasonMeeting, SeasonTotal
from scorekeeper.store.tables.secret_mark import SecretMark
from scorekeeper.store.tables.tournament import Tournament, TournamentEntry, TournamentGame, TournamentRound

__all__ = [
    "Account",
    "Announcement",
    "Bye",
    "Club",
    "ClubRules",
    "Confirmation",
    "Device",
    "Dispute",
    "Game",
    "GameResult",
    "Grant",
    "HandVersion",
    "LogEntry",
    "Member",
    "NameChange",
    "Night",
    "NightTable",
    "Presence",
    "Protest",
    "Round",
    "SavedRules",
    "Season",
    "SeasonMeeting",
    "SeasonTotal",
    "SecretMark",
    "SignUp",
    "Tournament",
    "TournamentEntry",
    "TournamentGame",
    "TournamentRound",
    "Version",
    "db",
]
