"""Every page of the app: the modules of each area that answer requests."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint
from werkzeug.utils import import_string

#: By area, the modules whose `blueprint` is registered; an area of one file has no modules of its own.
PAGE_MODULES: dict[str, tuple[str, ...]] = {
    # A score sheet, its rules and disputes.
    "table": ("start_routes", "routes", "names_routes", "share_routes", "export_routes"),
    "house_rules": (),
    "rules": ("routes",),
    "settle": ("routes",),
    # Phones that install the app and play without a network; programs; the app itself.
    "offline": (),
    "preferences": (),
    "about": (),
    "serving": ("routes",),
    "api": (),
    # A club's people, seasons and events.
    "account": (),
    "club": (),
    "season": ("routes", "edit_routes", "export_routes"),
    "highlights": (),
    "correction": (),
    "calendar": (),
    "codes": (),
    "event": ("routes", "round_routes", "contest_routes", "screen_routes", "export_routes"),
}
#: Forms of these blueprints need no mark against forgery: a program writes by a key in its header, never by a cookie;
#: what a phone sends late says where it comes from.
UNMARKED = ("api", "offline")


def page_modules() -> Iterator[str]:
    """The names of all modules with a blueprint, inside `web`."""
    for area, modules in PAGE_MODULES.items():
        yield from (f"{area}.{module}" for module in modules) if modules else (area,)


def blueprints() -> Iterator[Blueprint]:
    """The blueprints of all areas."""
    for module in page_modules():
        yield import_string(f"scorekeeper.web.{module}:blueprint")
