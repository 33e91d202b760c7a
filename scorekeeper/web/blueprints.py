"""Every page of the app: the modules of each area that answer requests."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint
from werkzeug.utils import import_string

#: By area, the modules whose `blueprint` is registered.
PAGE_MODULES: dict[str, tuple[str, ...]] = {
    # A score sheet, its rules and disputes.
    "table": ("start_routes", "routes", "names_routes", "share_routes", "export_routes", "live_routes"),
    "agreed": ("routes", "club_routes"),
    "paper": ("routes",),
    "rules": ("routes",),
    "settle": ("routes",),
    "finish": ("picture_routes",),
    "statistics": ("routes",),
    # Phones that install the app and go on without network; programs; the app itself.
    "offline": ("pwa_routes", "routes"),
    "preferences": ("routes",),
    "about": ("routes",),
    "serving": ("routes",),
    "api": ("operations",),
    # A club's people, seasons and nights.
    "account": ("routes",),
    "club": ("routes", "member_routes", "file_routes"),
    "season": ("routes", "import_routes", "export_routes", "edit_routes", "embed_routes"),
    "highlights": ("summary_routes", "career_routes"),
    "clock": ("routes",),
    "screen": ("routes",),
    "correction": ("seating_routes", "night_routes", "season_routes", "member_routes", "log_routes"),
    "calendar": ("routes",),
    "codes": ("night_routes", "table_routes"),
    "tournament": ("setup_routes", "routes", "table_routes", "export_routes"),
    "night": ("setup_routes", "checkin_routes", "routes", "round_routes", "table_routes"),
}
#: Forms of these blueprints need no mark against forgery: a program writes by a key in its header, never by a cookie;
#: what a phone sends late says where it comes from.
UNMARKED = ("api", "sync")


def blueprints() -> Iterator[Blueprint]:
    """The blueprints of all areas."""
    for area, modules in PAGE_MODULES.items():
        for module in modules:
            yield import_string(f"scorekeeper.web.{area}.{module}:blueprint")
