"""Summaries and public pages of events, careers and head-to-head pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.actions import highlights
from scorekeeper.actions.club.access import require_member
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event.access import public_page, require_event, require_event_row, require_public
from scorekeeper.actions.following import follow_public_event
from scorekeeper.actions.season.totals import PLAYERS
from scorekeeper.league.standings.standings import biggest_climb
from scorekeeper.rules import BY_SLUG
from scorekeeper.web import parse
from scorekeeper.web.addresses import go_to
from scorekeeper.web.device import device_id
from scorekeeper.web.event.page import page_values
from scorekeeper.web.event.views import visitor
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.http.headers import PRIVATE
from scorekeeper.web.season.standings_view import page_rows, standing_view
from scorekeeper.web.season.views import bye_line, event_game_line, names_of
from scorekeeper.web.session import require_account

blueprint = Blueprint("highlights", __name__)


@blueprint.get("/event/<event_id>/summary")
def page(event_id: str) -> str:
    """The summary for people of the club."""
    access = require_event_row(visitor(), event_id)
    if access.event.plan is not None:
        values = page_values(require_event(visitor(), event_id))
        return render_template("event/summary.html", may_share=access.organizes, **values)
    values = _values(access.event, str(access.me.id))
    return render_template("highlights/summary.html", access=access, may_share=access.organizes, **values)


def _values(event: Any, me: str = "", initials: bool = False) -> dict[str, Any]:
    summary = highlights.summary_of(event, page_rows(request.args.get("show"), me))
    name, season, season_table = names_of(event, initials), summary.season, None
    if season is not None:
        view = standing_view(event.season, PLAYERS, name, season.standings, season.movement)
        season_table = replace(view, moved_on=season.moved_on)
    names_games = len({table.result.game for table in summary.tables}) > 1
    lines = [
        (table.number, event_game_line(table.row, table.result, name, names_games, table.row.counted, table.stopped))
        for table in summary.tables
    ]
    return {
        "event": event,
        "me": me,
        "name": name,
        "summary": summary,
        "best": [row for row in summary.standings.rows if row.place == 1 and row.account.totals.games],
        "tables": lines,
        "byes": [bye_line(bye, summary.standings.season.scheme, name) for bye in summary.byes],
        "season_table": season_table,
        "climb": biggest_climb(season.movement) if season is not None else None,
    }


@blueprint.get("/e/<key>")
def public(key: str) -> tuple[str, dict[str, str]]:
    """The summary of a night, or a contest as it stands, for anyone with the link; it links to no other page."""
    event = public_page(key)
    if event.plan is not None:
        values = page_values(require_public(key))
        return render_template("event/public.html", **values), PRIVATE
    values = _values(event, initials=event.initials)
    return render_template("highlights/public_summary.html", **values), PRIVATE


@blueprint.get("/e/<key>/events")
def public_events(key: str) -> Response:
    """A stream of the event's revisions for the public page."""
    device = device_id()
    return stream(lambda: follow_public_event(device, key))


#: What each button does: whether the career is hidden, and the message.
DEEDS = {
    "hide": (True, "Career hidden. Other members can no longer see it."),
    "show": (False, "Career shown. Members of the club can see it."),
}


@blueprint.get("/clubs/<club_id>/members/<int:member_id>/career")
def career(club_id: str, member_id: int) -> ResponseReturnValue:
    """The career of a member, for members; a merged member redirects to the one it was merged into."""
    access = require_member(require_account().id, club_id)
    member = access.member(member_id)
    if member.same_as is not None:
        return go_to("highlights.career", club_id=club_id, member_id=member.same_as)
    career, seasons = highlights.career_of(access, member)
    names = {str(other.id): other.name for other in access.club.members}
    return render_template(
        "highlights/career.html",
        access=access,
        member=member,
        career=career,
        seasons=seasons,
        games=BY_SLUG,
        name=lambda player: names.get(player, "?"),
        others=[other for other in highlights.members_with_career(access) if other is not member],
    )


@blueprint.post("/clubs/<club_id>/members/<int:member_id>/career/<any(hide, show):deed>")
def change(club_id: str, member_id: int, deed: str) -> ResponseReturnValue:
    """Hide a career, or show it."""
    access = require_member(require_account().id, club_id)
    hides, done = DEEDS[deed]
    refusal = highlights.hide_career(access, access.member(member_id), hides)
    message = refusal.messages[0] if isinstance(refusal, Refusal) else done
    return go_to("clubs.member", message, club_id=club_id, member_id=member_id)


@blueprint.get("/clubs/<club_id>/head-to-head")
def head_to_head(club_id: str) -> str:
    """Two members: choose them, and see their games against each other and together."""
    access = require_member(require_account().id, club_id)
    chosen = [parse.count(request.args.get(field, "")) for field in ("one", "other")]
    members = [access.member(number) for number in chosen if number is not None]
    values: dict[str, Any] = {}
    if len(members) == 2 and members[0] is not members[1]:
        rivalry, seasons = highlights.rivalry_of(access, *members)
        values = {"one": members[0], "other": members[1], "rivalry": rivalry, "seasons": seasons}
    elif any(not highlights.may_see_career(access, member) for member in members):
        abort(404)
    return render_template(
        "highlights/head_to_head.html",
        access=access,
        members=highlights.members_with_career(access),
        chosen=[member.id for member in members],
        **values,
    )
