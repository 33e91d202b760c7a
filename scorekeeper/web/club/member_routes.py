"""The members of a club: adding names, and what an organizer may do with one."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import ClubAccess, Member, require_member, require_organizer
from scorekeeper.actions.errors import Refusal
from scorekeeper.web.addresses import phone_url
from scorekeeper.web.club.forms import MemberForm, NewMembersForm, RoleForm
from scorekeeper.web.club.views import club_page, member_page
from scorekeeper.web.session import require_account, reset_path

blueprint = Blueprint("members", __name__, url_prefix="/clubs/<club_id>/members")

#: What an organizer does with one tap, and the message when it is done.
ACTIONS: dict[str, tuple[Callable[[ClubAccess, Member], Refusal | None], str]] = {
    "remove": (
        members.remove_member,
        "Removed from the club. Their games stay. While the invitation link is on, they can rejoin with it.",
    ),
    "back": (members.restore_member, "Restored."),
    "release": (members.release_name, "Name released. It can be claimed again."),
    "forget": (members.forget_name, "Name deleted. The games stay under “Former member”."),
}


@blueprint.post("")
def add(club_id: str) -> ResponseReturnValue:
    """Add several names at once, one per line."""
    access, form = require_organizer(require_account().id, club_id), NewMembersForm()
    if form.validate_on_submit():
        added = members.add_members(access, form.names.data.splitlines())
        if not isinstance(added, Refusal):
            flash("Added " + ", ".join(member.name for member in added) + ".")
            return redirect(url_for("clubs.page", club_id=club_id), 303)
        form.refuse(added.messages)
    return club_page(access, form), 422


@blueprint.get("/<int:member_id>")
def page(club_id: str, member_id: int) -> ResponseReturnValue:
    """Show one member; whoever was merged is found under the name that stays."""
    access = require_member(require_account().id, club_id)
    member = access.member(member_id)
    if member.merged_id is not None:
        return redirect(url_for("members.page", club_id=club_id, member_id=member.merged_id), 303)
    return member_page(access, member)


@blueprint.post("/<int:member_id>/name")
def rename(club_id: str, member_id: int) -> ResponseReturnValue:
    """Change a name on the list."""
    access, form = require_member(require_account().id, club_id), MemberForm()
    member = access.member(member_id)
    if not form.validate_on_submit():
        return member_page(access, member, form.problems), 422
    return _answer(access, member, members.rename_member(access, member, form.name.data), "Name saved.")


@blueprint.post("/<int:member_id>/role")
def role(club_id: str, member_id: int) -> ResponseReturnValue:
    """Change a role."""
    access, form = require_organizer(require_account().id, club_id), RoleForm()
    member = access.member(member_id)
    if not form.validate_on_submit():
        abort(404)
    return _answer(access, member, members.set_role(access, member, form.role.data), "Role saved.")


@blueprint.post("/<int:member_id>/<any(remove, back, release, forget):action>")
def act(club_id: str, member_id: int, action: str) -> ResponseReturnValue:
    """Remove or restore a member, release or delete the name."""
    access = require_organizer(require_account().id, club_id)
    member = access.member(member_id)
    change, message = ACTIONS[action]
    return _answer(access, member, change(access, member), message)


@blueprint.post("/<int:member_id>/reset")
def reset(club_id: str, member_id: int) -> ResponseReturnValue:
    """Make a link for a new password, to be handed over."""
    access = require_organizer(require_account().id, club_id)
    member = access.member(member_id)
    account = members.account_to_reset(access, member)
    if isinstance(account, Refusal):
        return member_page(access, member, account.messages), 422
    return member_page(access, member, link=phone_url(request.host_url.rstrip("/") + reset_path(account)))


def _answer(access: ClubAccess, member: Member, refusal: Refusal | None, message: str) -> ResponseReturnValue:
    if refusal is not None:
        return member_page(access, member, refusal.messages), 422
    flash(message)
    return redirect(url_for("members.page", club_id=access.club.id, member_id=member.id), 303)
