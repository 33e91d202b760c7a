"""The device behind a request: a cookie, not an account."""

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
    """The id of this device, or an empty string on its first visit."""
    return str(session.get("device", ""))


def known_device_id() -> str:
    """The id of this device. A new device is stored with its first change."""
    known = access.known_device(device_id(), device_name(request.headers.get("User-Agent", "")))
    if session.get("device") != known:
        session["device"] = known
        session.permanent = True
    return known


def local_today() -> dt.date:
    """The date at the device, or the server's if the device has not sent its time zone."""
    offset = parse.integer(request.cookies.get("utc_offset"))
    if offset is None or not EARLIEST <= offset <= LATEST:
        return dt.date.today()
    return (dt.datetime.now(dt.UTC) + dt.timedelta(minutes=offset)).date()


def device_name(agent: str) -> str:
    """The name of a device in the history: its kind and browser, from the User-Agent header."""
    kind = next((name for mark, name in KINDS if mark in agent), "A device")
    browser = re.search(r"(Firefox|Edg|OPR|Chrome|Safari)/", agent)
    names = {"Edg": "Edge", "OPR": "Opera"}
    return f"{kind}, {names.get(browser[1], browser[1])}" if browser else kind
