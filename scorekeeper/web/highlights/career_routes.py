"""A member's career across the seasons of the club, and two members against each other."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions import highlights
from scorekeeper.actions.club.access import ClubAccess, Member, require_member
from scorekeeper.actions.errors import Refusal
from scorekeeper.web import parse
from scorekeeper.web.club_panels import PERSON
from scorekeeper.web.highlights.career_view import career_view, rivalry_view
from scorekeeper.web.session import require_account

blueprint = Blueprint("careers", __name__, url_prefix="/clubs/<club_id>")

#: By what a button sends, whether the career is hidden then, and the message.
DEEDS = {
    "hide": (True, "Career hidden. Other members can no longer see it."),
    "show": (False, "Career shown. Members of the club can see it."),
}


def panel(access: ClubAccess, member: Member) -> bool:
    """Whether the page of a member leads to the career."""
    return highlights.may_see_career(access, member)


PERSON["careers"] = panel


@blueprint.get("/members/<int:member_id>/career")
def career(club_id: str, member_id: int) -> ResponseReturnValue:
    """The career of a member, for members; whoever was merged is found under the name that stays."""
    access = require_member(require_account().id, club_id)
    member = access.member(member_id)
    if member.merged_id is not None:
        return redirect(url_for("careers.career", club_id=club_id, member_id=member.merged_id), 303)
    played, seasons = highlights.career_of(access, member)
    names = {str(other.id): other.name for other in access.club.members}
    return render_template(
        "highlights/career.html",
        access=access,
        member=member,
        career=career_view(played, seasons, lambda player: names.get(player, "?")),
        others=[other for other in highlights.members_with_career(access) if other is not member],
    )


@blueprint.post("/members/<int:member_id>/career/<any(hide, show):deed>")
def change(club_id: str, member_id: int, deed: str) -> ResponseReturnValue:
    """Hide a career, or show it."""
    access = require_member(require_account().id, club_id)
    hides, message = DEEDS[deed]
    refusal = highlights.hide_career(access, access.member(member_id), hides)
    flash(refusal.messages[0] if isinstance(refusal, Refusal) else message)
    return redirect(url_for("members.page", club_id=club_id, member_id=member_id), 303)


@blueprint.get("/head-to-head")
def head_to_head(club_id: str) -> str:
    """Two members: choose them, and see their games against each other and together."""
    access = require_member(require_account().id, club_id)
    chosen = [parse.count(request.args.get(field, "")) for field in ("one", "other")]
    members = [access.member(number) for number in chosen if number is not None]
    values: dict[str, Any] = {}
    if len(members) == 2 and members[0] is not members[1]:
        rivalry, seasons = highlights.rivalry_of(access, *members)
        values = {"one": members[0], "other": members[1], "rivalry": rivalry_view(rivalry, seasons)}
    elif any(not highlights.may_see_career(access, member) for member in members):
        abort(404)
    return render_template(
        "highlights/head_to_head.html",
        access=access,
        members=highlights.members_with_career(access),
        chosen=[member.id for member in members],
        **values,
    )
