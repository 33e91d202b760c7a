"""What other areas show on the pages of a club: each names its template and makes its values.

An area registers itself when it is imported: `CLUB["seasons"] = summary` puts `templates/club/seasons.html` on
the club's page with `panel` holding what `summary(access)` returns; `PERSON` does the same for one member with
`templates/club/person_seasons.html`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, Member

#: In the order in which they stand on the page.
ORDER = ("nights", "calendar", "tournaments", "seasons", "careers", "statistics")
CLUB: dict[str, Callable[[ClubAccess], Any]] = {}
PERSON: dict[str, Callable[[ClubAccess, Member], Any]] = {}


def club_panels(access: ClubAccess) -> Mapping[str, Any]:
    """The values of every panel of a club's page."""
    return {name: CLUB[name](access) for name in ORDER if name in CLUB}


def member_panels(access: ClubAccess, member: Member) -> Mapping[str, Any]:
    """The values of every panel of a member's page."""
    return {name: PERSON[name](access, member) for name in ORDER if name in PERSON}
