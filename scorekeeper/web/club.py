"""A club: its pages, people, settings and files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, Response, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import RadioField, TextAreaField
from wtforms.validators import DataRequired, InputRequired

from scorekeeper.actions import calendar
from scorekeeper.actions.club import clubs, members
from scorekeeper.actions.club.access import ClubAccess, Member, require_member, require_organizer
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.club_file import exporting, importing
from scorekeeper.actions.club_file.member_csv import MemberRows, read_member_rows
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event.events import latest_contests, latest_events
from scorekeeper.actions.highlights import may_see_career
from scorekeeper.actions.names import LONGEST_CLUB
from scorekeeper.actions.season.seasons import seasons_of
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.league.standings.standings import Row
from scorekeeper.league.words import counted, listed
from scorekeeper.rulebook import is_rule
from scorekeeper.web.addresses import go_to, phone_url, qr
from scorekeeper.web.calendar import announcement_row
from scorekeeper.web.device import known_device_id
from scorekeeper.web.http.downloads import download, spreadsheet
from scorekeeper.web.page_form import CountField, FileForm, NameField, PageForm
from scorekeeper.web.session import current_account, require_account, reset_path

blueprint = Blueprint("clubs", __name__, url_prefix="/clubs")

WORDS = {"autocapitalize": "words"}


class ClubForm(PageForm):
    """The name of a club."""

    name = NameField("Club name", LONGEST_CLUB, render_kw=WORDS)


class MemberForm(PageForm):
    """The name of a member."""

    name = NameField("Name")


class RoleForm(PageForm):
    """The role of a member."""

    role = RadioField("Role", choices=["member", "scorer", "organizer"])


class NewMembersForm(PageForm):
    """The names of new members, one per line."""

    names = TextAreaField("Names, one per line", [DataRequired(members.NO_NAMES)], render_kw={"rows": 6, **WORDS})


class ClaimForm(PageForm):
    """Joining a club as a member on its list that nobody has claimed."""

    member = CountField("Member", [InputRequired()])


class JoinForm(PageForm):
    """Joining a club under a new name."""

    name = NameField("Your name in this club", render_kw=WORDS)


@blueprint.route("", methods=["GET", "POST"])
def my_clubs() -> ResponseReturnValue:
    """List my clubs and create one; without an account, say what a club is for."""
    if request.method == "GET" and current_account() is None:
        return render_template("club/about.html")
    account, form = require_account(), ClubForm()
    club = form.submit(lambda: clubs.create_club(account.id, form.name.data))
    if club is None:
        return form.page("club/my_clubs.html", clubs=clubs.clubs_of(account.id))
    return go_to("clubs.page", club_id=club.id)


@blueprint.get("/<club_id>")
def page(club_id: str) -> str:
    """Show the club: events, seasons, members."""
    return _club_page(require_member(require_account().id, club_id), NewMembersForm())


def _club_page(access: ClubAccess, new_members_form: NewMembersForm) -> str:
    return render_template(
        "club/page.html",
        access=access,
        new_members_form=new_members_form,
        events=latest_events(access),
        announcements=[announcement_row(access, announcement) for announcement in calendar.upcoming(access)],
        contests=latest_contests(access),
        seasons=seasons_of(access),
    )


@blueprint.get("/<club_id>/settings")
def settings(club_id: str) -> str:
    """Show how to rename or leave the club."""
    return _settings_page(require_member(require_account().id, club_id))


def _settings_page(access: ClubAccess, refused: Sequence[str] = (), club_form: ClubForm | None = None) -> str:
    club_form = club_form or ClubForm(name=access.club.name)
    return render_template("club/settings.html", access=access, refused=refused, club_form=club_form)


@blueprint.post("/<club_id>/name")
def rename(club_id: str) -> ResponseReturnValue:
    """Rename the club."""
    access, form = require_organizer(require_account().id, club_id), ClubForm()
    if form.saves(lambda: clubs.rename_club(access, form.name.data)):
        return go_to("clubs.page", "Name saved.", club_id=club_id)
    return _settings_page(access, form.refused, form), 422


@blueprint.post("/<club_id>/leave")
def leave(club_id: str) -> ResponseReturnValue:
    """Leave the club."""
    access = require_member(require_account().id, club_id)
    refusal = clubs.leave_club(access)
    if refusal is not None:
        return _settings_page(access, refusal.messages), 422
    return go_to("clubs.my_clubs", "You left the club. Your games stay in its standings.")


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
    return go_to("clubs.invitation", club_id=club_id)


@blueprint.post("/<club_id>/invite/revoke")
def revoke(club_id: str) -> ResponseReturnValue:
    """Revoke the invitation link."""
    members.revoke_invitation(require_organizer(require_account().id, club_id))
    return go_to("clubs.invitation", "Invitation link turned off.", club_id=club_id)


@blueprint.route("/<club_id>/join/<key>", methods=["GET", "POST"])
def join(club_id: str, key: str) -> ResponseReturnValue:
    """Join by the invitation link: sign in or up, then choose a name."""
    club, account = members.inviting_club(club_id, key), current_account()
    if account is None:
        return render_template("club/invited.html", club=club, next=url_for("clubs.join", club_id=club_id, key=key))
    if request.method == "GET" and any(access.club is club for access in clubs.clubs_of(account.id)):
        return go_to("clubs.page", club_id=club_id)
    claim, form = ClaimForm(), JoinForm(name=account.name)
    if claim.validate_on_submit() or form.validate_on_submit():
        member = members.join_club(account.id, club_id, key, claim.member.data, form.name.data)
        if not isinstance(member, Refusal):
            return go_to("clubs.page", f"Welcome to {member.club.name}, {member.name}.", club_id=club_id)
        form.refuse(member.messages)
    return form.page("club/join.html", club=club, unclaimed=members.unclaimed_members(club))


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
    new, known = members.new_names(access.club, (form.names.data or "").splitlines())
    added = form.submit(lambda: members.add_members(access, new or known))
    if added is None:
        return _club_page(access, form), 422
    message = "Added " + ", ".join(member.name for member in added) + "."
    if known:
        message += f" {listed(known)} {'is' if len(known) == 1 else 'are'} already on the list."
    return go_to("clubs.page", message, club_id=club_id)


@blueprint.get("/<club_id>/members/<int:member_id>")
def member(club_id: str, member_id: int) -> ResponseReturnValue:
    """Show one member; a merged member redirects to the one it was merged into."""
    access = require_member(require_account().id, club_id)
    member = access.member(member_id)
    if member.same_as is not None:
        return go_to("clubs.member", club_id=club_id, member_id=member.same_as)
    return _member_page(access, member)


def _member_page(access: ClubAccess, member: Member, problems: Sequence[str] = (), link: str = "") -> str:
    """The page of a member; `link` resets the password."""
    return render_template(
        "club/member.html",
        access=access,
        member=member,
        problems=problems,
        link=link,
        member_form=MemberForm(name=member.name),
        role_form=RoleForm(role=member.role),
        season_rows=_season_rows(access, member),
        may_see_career=may_see_career(access, member),
    )


def _season_rows(access: ClubAccess, member: Member) -> list[tuple[Any, Row]]:
    """The seasons that are not archived in which a member has a row, with the row."""
    seasons = [season for season in seasons_of(access) if season.archived_at is None]
    tables = [(season, standings_of(season)) for season in seasons]
    return [(season, row) for season, table in tables for row in table.rows if row.entrant == (str(member.id),)]


@blueprint.post("/<club_id>/members/<int:member_id>/name")
def rename_member(club_id: str, member_id: int) -> ResponseReturnValue:
    """Change a name on the list."""
    access, form = require_member(require_account().id, club_id), MemberForm()
    member = access.member(member_id)
    if not form.validate_on_submit():
        return _member_page(access, member, form.problems), 422
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
def change_member(club_id: str, member_id: int, action: str) -> ResponseReturnValue:
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
        return _member_page(access, member, account.messages), 422
    return _member_page(access, member, link=phone_url(request.host_url.rstrip("/") + reset_path(account)))


def _answer(access: ClubAccess, member: Member, refusal: Refusal | None, message: str) -> ResponseReturnValue:
    if refusal is not None:
        return _member_page(access, member, refusal.messages), 422
    return go_to("clubs.member", message, club_id=access.club.id, member_id=member.id)


MEMBER_HEAD = ("name", "role", "joined", "left")


@blueprint.get("/<club_id>/export")
def files(club_id: str) -> str:
    """List what can be exported and imported."""
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
        (member.name, member.role, member.joined_at.date().isoformat(), str(member.left_at or "")[:10])
        for member in (*access.members, *access.former_members)
        if not member.retired
    ]
    return spreadsheet(MEMBER_HEAD, rows, "members.csv")


@blueprint.route("/<club_id>/import", methods=["GET", "POST"])
def import_club(club_id: str) -> ResponseReturnValue:
    """Import a club's file into an empty club."""
    access, form = require_organizer(require_account().id, club_id), FileForm()
    imported = form.submit(
        lambda: importing.import_club(access, importing.Source(form.content, known_device_id(), is_rule))
    )
    if imported is None:
        return form.page("club/import.html", access=access)
    return go_to("clubs.page", f"Imported {imported.sentence}.", club_id=club_id)


@blueprint.route("/<club_id>/members/import", methods=["GET", "POST"])
def import_members(club_id: str) -> ResponseReturnValue:
    """Show what a spreadsheet would add; then add it."""
    access, form = require_organizer(require_account().id, club_id), FileForm()
    rows: MemberRows | None = None
    if form.validate_on_submit():
        form.text.data = form.content.decode("utf-8", "replace")
        rows = read_member_rows(access.club, form.content)
        if form.sure.data and rows.new:
            added = members.add_members(access, rows.new)
            if not isinstance(added, Refusal):
                return go_to("clubs.page", f"Added {counted(len(added), 'member', 'members')}.", club_id=club_id)
            form.refuse(added.messages)
        elif not rows.new and not rows.duplicates and not rows.wrong:
            form.refuse(["There are no names in this file. Use one row per member."])
            rows = None
    return form.page("club/import_members.html", access=access, rows=rows)
