"""Clubs: my clubs, the page of one, its invitation, its log."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club import clubs, members
from scorekeeper.actions.club.access import require_member, require_organizer
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.club.members import unclaimed_members
from scorekeeper.actions.errors import Refusal
from scorekeeper.web.club.forms import ClaimForm, ClubForm, JoinForm
from scorekeeper.web.club.views import club_page, settings_page
from scorekeeper.web.qr import qr
from scorekeeper.web.session import current_account, require_account

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
