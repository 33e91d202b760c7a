"""The people of a club: putting names on the list, and what an organizer may do with one."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import require_member
from scorekeeper.actions.errors import Refusal
from scorekeeper.web.club.views import club_page
from scorekeeper.web.club_panels import of_person
from scorekeeper.web.session import needed_account, reset_path

blueprint = Blueprint("members", __name__, url_prefix="/clubs/<club_id>/members")

#: What an organizer does with one touch, and what is said when it is done.
DEEDS = {
    "remove": (
        members.remove,
        "Taken off the list; the games stay. While the invitation works, it lets them in again.",
    ),
    "back": (members.bring_back, "On the list again."),
    "release": (members.release, "Released: the name can be claimed again."),
    "forget": (members.forget, "The name is deleted; the games stay under “Former member”."),
}


@blueprint.post("")
def add(club_id: str) -> ResponseReturnValue:
    """Several names at once, one a line."""
    account_id, names = needed_account(), request.form.get("names", "")
    added = members.add(account_id, club_id, names.splitlines())
    if isinstance(added, Refusal):
        return club_page(require_member(account_id, club_id), added.messages, names), 422
    flash("On the list: " + ", ".join(member.name for member in added) + ".")
    return redirect(url_for("clubs.page", club_id=club_id), 303)


@blueprint.get("/<int:member_id>")
def page(club_id: str, member_id: int) -> str:
    """One person of the club."""
    return _page(needed_account(), club_id, member_id)


def _page(account_id: str, club_id: str, member_id: int, problems: tuple[str, ...] = (), link: str = "") -> str:
    place = require_member(account_id, club_id)
    member = place.member(member_id)
    panels = of_person(place, member)
    return render_template("club/member.html", place=place, member=member, problems=problems, link=link, panels=panels)


@blueprint.post("/<int:member_id>/name")
def rename(club_id: str, member_id: int) -> ResponseReturnValue:
    """Another name on the list."""
    refused = members.rename(needed_account(), club_id, member_id, request.form.get("name", ""))
    return _answer(refused, club_id, member_id, "The name is changed.")


@blueprint.post("/<int:member_id>/role")
def role(club_id: str, member_id: int) -> ResponseReturnValue:
    """Another role."""
    refused = members.set_role(needed_account(), club_id, member_id, request.form.get("role", ""))
    return _answer(refused, club_id, member_id, "The role is changed.")


@blueprint.post("/<int:member_id>/<any(remove, back, release, forget):deed>")
def do(club_id: str, member_id: int, deed: str) -> ResponseReturnValue:
    """Off the list and on it again, releasing the name, deleting it."""
    act, words = DEEDS[deed]
    return _answer(act(needed_account(), club_id, member_id), club_id, member_id, words)


def _answer(refused: Refusal | None, club_id: str, member_id: int, done: str) -> ResponseReturnValue:
    if refused is not None:
        return _page(needed_account(), club_id, member_id, refused.messages), 422
    flash(done)
    return redirect(url_for("members.page", club_id=club_id, member_id=member_id), 303)


@blueprint.post("/<int:member_id>/reset")
def reset(club_id: str, member_id: int) -> ResponseReturnValue:
    """Make a link for a new password, to be handed over."""
    account_id = needed_account()
    account = members.account_to_reset(account_id, club_id, member_id)
    if isinstance(account, Refusal):
        return _page(account_id, club_id, member_id, account.messages), 422
    link = request.host_url.rstrip("/") + reset_path(account)
    return _page(account_id, club_id, member_id, link=link)
