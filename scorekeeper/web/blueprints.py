"""Every page of the app: the modules of each area that answer requests."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint
from werkzeug.utils import import_string

#: Modules whose `blueprint` is registered.
PAGE_MODULES = (
    # A score sheet, its rules and disputes.
    "table.start_routes",
    "table.routes",
    "table.names_routes",
    "table.share_routes",
    "table.export_routes",
    "house_rules",
    "rules.routes",
    "settle.routes",
    # Phones that install the app and play without a network; programs; the app itself.
    "offline",
    "preferences",
    "about",
    "serving.routes",
    "api",
    # A club's people, seasons and nights.
    "account",
    "club",
    "season.routes",
    "season.edit_routes",
    "season.export_routes",
    "highlights",
    "correction",
    "calendar",
    "codes",
    "tournament.routes",
    "tournament.export_routes",
    "night.routes",
    "night.round_routes",
    "night.screen_routes",
)
#: Forms of these blueprints need no mark against forgery: a program writes by a key in its header, never by a cookie;
#: what a phone sends late says where it comes from.
UNMARKED = ("api", "offline")


def blueprints() -> Iterator[Blueprint]:
    """The blueprints of all areas."""
    for module in PAGE_MODULES:
        yield import_string(f"scorekeeper.web.{module}:blueprint")
