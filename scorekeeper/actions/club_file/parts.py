"""What a club's file holds of each table.

Keys of links, accounts, phones and whatever can be computed again are left out.
"""

from __future__ import annotations

from scorekeeper.store import (
    Bye,
    ClubRules,
    Game,
    GameResult,
    LogEntry,
    Member,
    Night,
    NightTable,
    Presence,
    Round,
    Season,
    Version,
)
from scorekeeper.store.base import Base

FORMAT = "scorekeeper-club/1"

PARTS: dict[type[Base], tuple[str, ...]] = {
    Member: ("name", "role", "joined_at", "left_at", "erased", "hides_career"),
    ClubRules: ("slug", "name", "players", "options", "at"),
    Season: (
        "name",
        "starts",
        "ends",
        "slug",
        "options",
        "counting",
        "scheme",
        "handicaps",
        "lots",
        "closed_at",
        "archived_at",
        "initials",
        "created_at",
    ),
    Night: ("date", "name", "apart", "slug", "options", "planned", "minutes", "initials", "created_at", "closed_at"),
    Presence: ("arrived_at", "left_at", "team"),
    Round: (
        "number",
        "method",
        "quality",
        "made_at",
        "clock_started_at",
        "clock_seconds",
        "clock_paused_at",
        "time_up_at",
        "stopped_at",
    ),
    Bye: ("partners",),
    NightTable: ("number", "seats", "substitutes", "left_seats"),
    Game: (
        "slug",
        "players",
        "dealer",
        "options",
        "date",
        "note",
        "created_at",
        "changed_at",
        "deleted_at",
        "moves_seats",
    ),
    Version: ("hand", "number", "facts", "done", "at"),
    GameResult: ("counted", "stopped"),
    LogEntry: ("kind", "sentence", "actor", "undone_at", "at"),
}
