"""Clubs: mine, founding one, its page, its invitation, its log."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club import clubs
from scorekeeper.actions.club.access import require_member
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.club.members import unclaimed
from scorekeeper.actions.errors import Refusal
from scorekeeper.web import parse
from scorekeeper.web.club.views import club_page
from scorekeeper.web.qr import qr
from scorekeeper.web.session import current_account, needed_account

blueprint = Blueprint("clubs", __name__, url_prefix="/clubs")


@blueprint.route("", methods=["GET", "POST"])
def mine() -> ResponseReturnValue:
    """My clubs, and founding one; without an account, what a club is for."""
    if request.method == "GET" and current_account() is None:
        return render_template("club/about.html")
    account_id = needed_account()
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        made = clubs.found(account_id, request.form.get("name", ""))
        if not isinstance(made, Refusal):
            return redirect(url_for("clubs.page", club_id=made.id), 303)
        problems = made.messages
    name = request.form.get("name", "")
    text = render_template("club/my_clubs.html", places=clubs.mine(account_id), problems=problems, name=name)
    return text, 422 if problems else 200


@blueprint.get("/<club_id>")
def page(club_id: str) -> str:
    """The club: nights, seasons, people."""
    return club_page(require_member(needed_account(), club_id))


@blueprint.post("/<club_id>/name")
def rename(club_id: str) -> ResponseReturnValue:
    """Another name for the club."""
    account_id = needed_account()
    refused = clubs.rename(account_id, club_id, request.form.get("name", ""))
    if refused is not None:
        return club_page(require_member(account_id, club_id), refused.messages), 422
    return redirect(url_for("clubs.page", club_id=club_id), 303)


@blueprint.post("/<club_id>/leave")
def leave(club_id: str) -> ResponseReturnValue:
    """Leave the club."""
    account_id = needed_account()
    refused = clubs.leave(account_id, club_id)
    if refused is not None:
        return club_page(require_member(account_id, club_id), refused.messages), 422
    flash("You have left the club. Your games stay in its standings.")
    return redirect(url_for("clubs.mine"), 303)


@blueprint.get("/<club_id>/log")
def log(club_id: str) -> str:
    """Every decision, the latest first."""
    place = require_member(needed_account(), club_id)
    return render_template("club/log.html", place=place, decisions=read_log(place))


@blueprint.get("/<club_id>/invite")
def invitation(club_id: str) -> str:
    """The invitation link with its QR code."""
    place = clubs.invitation(needed_account(), club_id)
    key = place.club.invite_key
    link = url_for("clubs.join", club_id=club_id, key=key, _external=True) if key else ""
    return render_template("club/invite.html", place=place, link=link, code=qr(link) if link else "")


@blueprint.post("/<club_id>/invite")
def invite(club_id: str) -> ResponseReturnValue:
    """Make the link, or make it anew."""
    clubs.invite(needed_account(), club_id)
    flash("The link is new; an older one no longer works.")
    return redirect(url_for("clubs.invitation", club_id=club_id), 303)


@blueprint.post("/<club_id>/invite/revoke")
def revoke(club_id: str) -> ResponseReturnValue:
    """Take the link back."""
    clubs.revoke(needed_account(), club_id)
    flash("The invitation is taken back: the link no longer works.")
    return redirect(url_for("clubs.invitation", club_id=club_id), 303)


@blueprint.route("/<club_id>/join/<key>", methods=["GET", "POST"])
def join(club_id: str, key: str) -> ResponseReturnValue:
    """Somebody follows the invitation: sign in or up, then say who it is."""
    club, account = clubs.invited(club_id, key), current_account()
    if account is None:
        back = url_for("clubs.join", club_id=club_id, key=key)
        return render_template("club/invited.html", club=club, next=back)
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        joined = clubs.join(account.id, club_id, key, _claimed(), request.form.get("name", ""))
        if not isinstance(joined, Refusal):
            flash(f"Welcome to {joined.club.name}, {joined.name}.")
            return redirect(url_for("clubs.page", club_id=club_id), 303)
        problems = joined.messages
    elif any(place.club is club for place in clubs.mine(account.id)):
        return redirect(url_for("clubs.page", club_id=club_id), 303)
    name = request.form.get("name", account.name)
    text = render_template("club/join.html", club=club, free=unclaimed(club), name=name, problems=problems)
    return text, 422 if problems else 200


def _claimed() -> int | None:
    """The name on the list that was chosen; none for a new one."""
    return parse.count(request.form.get("member", ""))
