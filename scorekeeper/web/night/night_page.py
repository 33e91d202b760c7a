"""The page of a night, which most of its forms come back to."""

from __future__ import annotations

from typing import Any

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import checkin
from scorekeeper.actions.night.access import NightAccess, require_night
from scorekeeper.actions.night.protests import protests
from scorekeeper.actions.night.results import played
from scorekeeper.actions.night.seating import game_of
from scorekeeper.web.night.views import my_turn, rounds_of, standing_view, who


def night_page(found: NightAccess, problems: tuple[str, ...] = ()) -> str:
    """The night's page, with what was wrong in a form on it."""
    here = url_for("night.page", night_id=found.night.id)
    return render_template("night/page.html", **page_values(found), problems=problems, address=here)


def page_values(found: NightAccess) -> dict[str, Any]:
    """What several of the pages show."""
    tables = played(found)
    rounds, standing = rounds_of(found, tables), standing_view(found, tables)
    here = {each.member_id for each in found.here}
    people = found.place.members
    return {
        "access": found,
        "night": found.night,
        "game": game_of(found.night),
        "rounds": rounds,
        "current_round": rounds[0] if rounds else None,
        "mine": my_turn(found, rounds[0] if rounds else None),
        "here": [each for each in people if each.id in here],
        "away": [each for each in people if each.id not in here],
        "last": checkin.last_time(found) if found.runs and not found.night.presences else [],
        "rows": standing.rows,
        "counts": standing.counts,
        "open_protests": sum(made.state == "open" for _, made in protests(tables)),
        "present": found.me.id in here,
    }


def answered(refused: Refusal | None, night_id: str, said: str = "") -> ResponseReturnValue:
    """Back to the night, or the night with what was wrong."""
    if refused is not None:
        return night_page(require_night(who(), night_id), refused.messages), 422
    if said:
        flash(said)
    return redirect(url_for("night.page", night_id=night_id), 303)
