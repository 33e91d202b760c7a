"""The device behind a request: a cookie, no account."""

from __future__ import annotations

import datetime as dt
import re

from flask import request, session

from scorekeeper.actions.table import access
from scorekeeper.web import parse

#: The farthest time zones, in minutes from UTC.
EARLIEST, LATEST = -12 * 60, 14 * 60

KINDS = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android phone"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows PC"),
    ("Linux", "Linux PC"),
)


def device_id() -> str:
    """The id of this device, or nothing if it has never been here."""
    return str(session.get("device", ""))


def known_device_id() -> str:
    """The id of this device; a new one is stored with the first thing that it changes."""
    known = access.known_device(device_id(), device_name(request.headers.get("User-Agent", "")))
    if session.get("device") != known:
        session["device"] = known
        session.permanent = True
    return known


def local_today() -> dt.date:
    """The day where the device is; the server's if the device has not told its time zone."""
    offset = parse.integer(request.cookies.get("utc_offset"))
    if offset is None or not EARLIEST <= offset <= LATEST:
        return dt.date.today()
    return (dt.datetime.now(dt.UTC) + dt.timedelta(minutes=offset)).date()


def device_name(agent: str) -> str:
    """What the history calls a device: its kind and browser, as far as it tells."""
    kind = next((name for mark, name in KINDS if mark in agent), "A device")
    browser = re.search(r"(Firefox|Edg|OPR|Chrome|Safari)/", agent)
    names = {"Edg": "Edge", "OPR": "Opera"}
    return f"{kind}, {names.get(browser[1], browser[1])}" if browser else kind
