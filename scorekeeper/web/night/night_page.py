"""The page of a night, to which most of its forms come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.calendar import expected_members
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import checkin
from scorekeeper.actions.night.access import NightAccess
from scorekeeper.actions.night.checkin import newcomers
from scorekeeper.actions.night.clock import clock_of
from scorekeeper.actions.night.drafts import stored_draft
from scorekeeper.actions.night.results import table_states
from scorekeeper.actions.night.seating import game_of
from scorekeeper.actions.night.tables import all_protests
from scorekeeper.web.clock.views import clock_view
from scorekeeper.web.night.my_night import my_night
from scorekeeper.web.night.season_place import season_place
from scorekeeper.web.night.steps import next_step
from scorekeeper.web.night.views import RoundView, TableCard, round_views, standings_view


def night_page(access: NightAccess, problems: Sequence[str] = ()) -> str:
    """The night's page, with what was wrong in a form on it."""
    address = url_for("night.page", night_id=access.night.id)
    place = season_place(access) if access.visitor.account_id else ""
    return render_template("night/page.html", **page_values(access), refused=problems, address=address, place=place)


def page_values(access: NightAccess) -> dict[str, Any]:
    """The values of the night's page and of the big screen."""
    states = table_states(access)
    rounds, standings = round_views(access, states), standings_view(access, states)
    current_round = rounds[0] if rounds else None
    present, members = {presence.member_id for presence in access.present}, access.club.members
    return {
        "access": access,
        "night": access.night,
        "game": game_of(access.night),
        "rounds": rounds,
        "current_round": current_round,
        "step": next_step(access, current_round),
        "clock": None if access.closed else clock_view(clock_of(access.current_round)),
        "draft": stored_draft(access) if access.runs else None,
        "my": my_night(access, rounds),
        "needs_me": _tables_that_need_me(access, current_round),
        "here": [member for member in members if member.id in present],
        "away": [member for member in members if member.id not in present],
        "expected": expected_members(access) if access.runs and not access.closed else [],
        "newcomers": newcomers(access.night) if access.runs else [],
        "last": checkin.members_of_last_night(access) if access.runs and not access.night.presences else [],
        "rows": standings.rows,
        "counts": standings.counts,
        "open_protests": sum(protest.state == "open" for _, protest in all_protests(states)),
        "present": access.me.id in present,
    }


def _tables_that_need_me(access: NightAccess, current_round: RoundView | None) -> list[TableCard]:
    """Tables where the visitor has to decide a protest or accept a result."""
    tables = current_round.tables if current_round else ()
    return [table for table in tables if table.may_accept or (table.protested and access.organizes)]


def back_to_night(access: NightAccess, refusal: Refusal | None = None, message: str = "") -> ResponseReturnValue:
    """Back to the night, or the night with what was wrong."""
    if refusal is not None:
        return night_page(access, refusal.messages), 422
    if message:
        flash(message)
    return redirect(url_for("night.page", night_id=access.night.id), 303)
