"""Pages of a club that several of its addresses show."""

from __future__ import annotations

from flask import render_template

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.web.club_panels import of_club


def club_page(place: ClubAccess, problems: tuple[str, ...] = (), names: str = "") -> str:
    """The club's page, with what was wrong in a form on it."""
    return render_template("club/page.html", place=place, problems=problems, names=names, panels=of_club(place))
