"""A club: its people, settings and files."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club import clubs, members
from scorekeeper.actions.club.access import ClubAccess, Member, require_member, require_organizer
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.club.members import unclaimed_members
from scorekeeper.actions.club_file import exporting, importing
from scorekeeper.actions.club_file.member_csv import MemberRows, read_member_rows
from scorekeeper.actions.errors import Refusal
from scorekeeper.league.words import counted
from scorekeeper.rulebook import is_rule
from scorekeeper.web.addresses import phone_url, qr
from scorekeeper.web.club.views import (
    ClaimForm,
    ClubForm,
    JoinForm,
    MemberForm,
    NewMembersForm,
    RoleForm,
    club_page,
    member_page,
    settings_page,
)
from scorekeeper.web.device import known_device_id
from scorekeeper.web.http.downloads import download, spreadsheet
from scorekeeper.web.page_form import FileForm
from scorekeeper.web.session import current_account, require_account, reset_path

blueprint = Blueprint("clubs", __name__, url_prefix="/clubs")


@blueprint.route("", methods=["GET", "POST"])
def my_clubs() -> ResponseReturnValue:
    """List my clubs and create one; without an account, say what a club is for."""
    if request.method == "GET" and current_account() is None:
        return render_template("club/about.html")
    account, form = require_account(), ClubForm()
    if form.validate_on_submit():
        club = clubs.create_club(account.id, form.name.data)
        if not isinstance(club, Refusal):
            return redirect(url_for("clubs.page", club_id=club.id), 303)
        form.refuse(club.messages)
    return render_template("club/my_clubs.html", clubs=clubs.clubs_of(account.id), form=form), form.status


@blueprint.get("/<club_id>")
def page(club_id: str) -> str:
    """Show the club: nights, seasons, members."""
    return club_page(require_member(require_account().id, club_id))


@blueprint.get("/<club_id>/settings")
def settings(club_id: str) -> str:
    """Show how to rename or leave the club."""
    return settings_page(require_member(require_account().id, club_id))


@blueprint.post("/<club_id>/name")
def rename(club_id: str) -> ResponseReturnValue:
    """Rename the club."""
    access, form = require_organizer(require_account().id, club_id), ClubForm()
    if form.validate_on_submit():
        refusal = clubs.rename_club(access, form.name.data)
        if refusal is None:
            flash("Name saved.")
            return redirect(url_for("clubs.page", club_id=club_id), 303)
        form.refuse(refusal.messages)
    return settings_page(access, form.refused, form), 422


@blueprint.post("/<club_id>/leave")
def leave(club_id: str) -> ResponseReturnValue:
    """Leave the club."""
    access = require_member(require_account().id, club_id)
    refusal = clubs.leave_club(access)
    if refusal is not None:
        return settings_page(access, refusal.messages), 422
    flash("You left the club. Your games stay in its standings.")
    return redirect(url_for("clubs.my_clubs"), 303)


@blueprint.get("/<club_id>/log")
def log(club_id: str) -> str:
    """List every decision, the latest first."""
    access = require_member(require_account().id, club_id)
    return render_template("club/log.html", access=access, decisions=read_log(access))


@blueprint.get("/<club_id>/invite")
def invitation(club_id: str) -> str:
    """Show the invitation link with its QR code."""
    access = require_organizer(require_account().id, club_id)
    key, until = access.club.invite_key, members.invited_until(access.club)
    link = url_for("clubs.join", club_id=club_id, key=key, _external=True) if key else ""
    code, works = qr(link) if link else "", members.is_inviting(access.club)
    return render_template("club/invite.html", access=access, link=link, code=code, until=until, works=works)


@blueprint.post("/<club_id>/invite")
def invite(club_id: str) -> ResponseReturnValue:
    """Create, renew or reset the invitation link."""
    access = require_organizer(require_account().id, club_id)
    if "renew" in request.form:
        members.renew_invitation(access)
        flash("Invitation link renewed.")
    else:
        members.invite(access)
        flash("Invitation link created. Older links no longer work.")
    return redirect(url_for("clubs.invitation", club_id=club_id), 303)


@blueprint.post("/<club_id>/invite/revoke")
def revoke(club_id: str) -> ResponseReturnValue:
    """Revoke the invitation link."""
    members.revoke_invitation(require_organizer(require_account().id, club_id))
    flash("Invitation link turned off.")
    return redirect(url_for("clubs.invitation", club_id=club_id), 303)


@blueprint.route("/<club_id>/join/<key>", methods=["GET", "POST"])
def join(club_id: str, key: str) -> ResponseReturnValue:
    """Join by the invitation link: sign in or up, then choose a name."""
    club, account = members.inviting_club(club_id, key), current_account()
    if account is None:
        return render_template("club/invited.html", club=club, next=url_for("clubs.join", club_id=club_id, key=key))
    if request.method == "GET" and any(access.club is club for access in clubs.clubs_of(account.id)):
        return redirect(url_for("clubs.page", club_id=club_id), 303)
    claim, form = ClaimForm(), JoinForm(name=account.name)
    if claim.validate_on_submit() or form.validate_on_submit():
        member = members.join_club(account.id, club_id, key, claim.member.data, form.name.data)
        if not isinstance(member, Refusal):
            flash(f"Welcome to {member.club.name}, {member.name}.")
            return redirect(url_for("clubs.page", club_id=club_id), 303)
        form.refuse(member.messages)
    return render_template("club/join.html", club=club, unclaimed=unclaimed_members(club), form=form), form.status


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


@blueprint.post("/<club_id>/members")
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


@blueprint.get("/<club_id>/members/<int:member_id>")
def member_details(club_id: str, member_id: int) -> ResponseReturnValue:
    """Show one member; whoever was merged is found under the name that stays."""
    access = require_member(require_account().id, club_id)
    member = access.member(member_id)
    if member.merged_id is not None:
        return redirect(url_for("clubs.member_details", club_id=club_id, member_id=member.merged_id), 303)
    return member_page(access, member)


@blueprint.post("/<club_id>/members/<int:member_id>/name")
def rename_member(club_id: str, member_id: int) -> ResponseReturnValue:
    """Change a name on the list."""
    access, form = require_member(require_account().id, club_id), MemberForm()
    member = access.member(member_id)
    if not form.validate_on_submit():
        return member_page(access, member, form.problems), 422
    return _answer(access, member, members.rename_member(access, member, form.name.data), "Name saved.")


@blueprint.post("/<club_id>/members/<int:member_id>/role")
def role(club_id: str, member_id: int) -> ResponseReturnValue:
    """Change a role."""
    access, form = require_organizer(require_account().id, club_id), RoleForm()
    member = access.member(member_id)
    if not form.validate_on_submit():
        abort(404)
    return _answer(access, member, members.set_role(access, member, form.role.data), "Role saved.")


@blueprint.post("/<club_id>/members/<int:member_id>/<any(remove, back, release, forget):action>")
def act(club_id: str, member_id: int, action: str) -> ResponseReturnValue:
    """Remove or restore a member, release or delete the name."""
    access = require_organizer(require_account().id, club_id)
    member = access.member(member_id)
    change, message = ACTIONS[action]
    return _answer(access, member, change(access, member), message)


@blueprint.post("/<club_id>/members/<int:member_id>/reset")
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
    return redirect(url_for("clubs.member_details", club_id=access.club.id, member_id=member.id), 303)


MEMBER_HEAD = ("name", "role", "joined", "left")


@blueprint.get("/<club_id>/export")
def files_page(club_id: str) -> str:
    """Show the files that a club can be had as."""
    return render_template("club/files.html", access=require_organizer(require_account().id, club_id))


@blueprint.get("/<club_id>/whole-club.json")
def whole_club_json(club_id: str) -> Response:
    """Everything of a club as one file."""
    access = require_organizer(require_account().id, club_id)
    return download(exporting.club_text(exporting.export_club(access)), "application/json", "whole-club.json")


@blueprint.get("/<club_id>/members.csv")
def members_csv(club_id: str) -> Response:
    """The members as a spreadsheet."""
    access = require_organizer(require_account().id, club_id)
    rows = [
        (member.name, member.role, member.joined_at.date().isoformat(), _day(member.left_at))
        for member in (*access.members, *access.former_members)
        if not member.retired
    ]
    return spreadsheet(MEMBER_HEAD, rows, "members.csv")


def _day(moment: object) -> str:
    return str(moment)[:10] if moment is not None else ""


@blueprint.route("/<club_id>/import", methods=["GET", "POST"])
def import_club(club_id: str) -> ResponseReturnValue:
    """Import a club's file into an empty club."""
    access, form = require_organizer(require_account().id, club_id), FileForm()
    if form.validate_on_submit():
        imported = importing.import_club(access, importing.Source(form.content, known_device_id(), is_rule))
        if not isinstance(imported, Refusal):
            flash(f"Imported {imported.sentence}.")
            return redirect(url_for("clubs.page", club_id=club_id), 303)
        form.refuse(imported.messages)
    return render_template("club/import.html", access=access, form=form), form.status


@blueprint.route("/<club_id>/members/import", methods=["GET", "POST"])
def import_members(club_id: str) -> ResponseReturnValue:
    """Show what a spreadsheet would add; then add it."""
    access, form = require_organizer(require_account().id, club_id), FileForm()
    if not form.validate_on_submit():
        return _members_page(access, form)
    form.text.data = form.content.decode("utf-8", "replace")
    rows = read_member_rows(access.club, form.content)
    if form.sure.data and rows.new:
        added = members.add_members(access, rows.new)
        if not isinstance(added, Refusal):
            flash(f"Added {counted(len(added), 'member', 'members')}.")
            return redirect(url_for("clubs.page", club_id=club_id), 303)
        form.refuse(added.messages)
    elif not rows.new and not rows.duplicates and not rows.wrong:
        form.refuse(["There are no names in this file. Use one row per member."])
    return _members_page(access, form, rows)


def _members_page(access: ClubAccess, form: FileForm, rows: MemberRows | None = None) -> ResponseReturnValue:
    shown = rows if rows is not None and (rows.new or rows.duplicates or rows.wrong) else None
    return render_template("club/import_members.html", access=access, form=form, rows=shown), form.status
