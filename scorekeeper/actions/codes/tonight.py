"""The club nights that are open now for a phone or an account."""

from __future__ import annotations

import datetime as dt

from scorekeeper.actions.night.access import Visitor
from scorekeeper.store import Night
from scorekeeper.store.queries.night import open_nights

#: A night that nobody closed is not tonight forever.
RECENT = dt.timedelta(days=2)


def nights_tonight(visitor: Visitor) -> list[Night]:
    """The open nights where this phone checked in, and those of the account's clubs; the latest first."""
    if not visitor.account_id and not visitor.device_id:
        return []
    return open_nights(visitor.account_id, visitor.device_id, dt.date.today() - RECENT)
