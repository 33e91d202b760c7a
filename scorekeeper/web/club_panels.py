"""What other areas show on the pages of a club: each names its template and makes its values.

An area says so when it is imported: `CLUB["seasons"] = summary` puts `templates/club/seasons.html` on
the club's page with `panel` holding what `summary(place)` returns; `PERSON` does the
same for one person with `templates/club/person_seasons.html`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, Member

#: In the order in which they stand on the page.
ORDER = ("nights", "seasons", "statistics")
CLUB: dict[str, Callable[[ClubAccess], Any]] = {}
PERSON: dict[str, Callable[[ClubAccess, Member], Any]] = {}


def of_club(place: ClubAccess) -> Mapping[str, Any]:
    """The values of every panel of a club's page."""
    return {name: CLUB[name](place) for name in ORDER if name in CLUB}


def of_person(place: ClubAccess, member: Member) -> Mapping[str, Any]:
    """The values of every panel of a person's page."""
    return {name: PERSON[name](place, member) for name in ORDER if name in PERSON}
