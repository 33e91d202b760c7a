"""A club's files: all of it out and in again, and its members as a spreadsheet."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import ClubAccess, require_organizer
from scorekeeper.actions.club_file import exporting, importing
from scorekeeper.actions.club_file.member_csv import MemberRows, read_member_rows
from scorekeeper.actions.errors import Refusal
from scorekeeper.league.words import counted
from scorekeeper.rulebook import is_rule
from scorekeeper.web.device import known_device_id
from scorekeeper.web.http.downloads import download, spreadsheet
from scorekeeper.web.page_form import FileForm
from scorekeeper.web.session import require_account

blueprint = Blueprint("club_files", __name__, url_prefix="/clubs/<club_id>")

MEMBER_HEAD = ("name", "role", "joined", "left")


@blueprint.get("/export")
def page(club_id: str) -> str:
    """Show the files that a club can be had as."""
    return render_template("club/files.html", access=require_organizer(require_account().id, club_id))


@blueprint.get("/whole-club.json")
def whole_club_json(club_id: str) -> Response:
    """Everything of a club as one file."""
    access = require_organizer(require_account().id, club_id)
    return download(exporting.club_text(exporting.export_club(access)), "application/json", "whole-club.json")


@blueprint.get("/members.csv")
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


@blueprint.route("/import", methods=["GET", "POST"])
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


@blueprint.route("/members/import", methods=["GET", "POST"])
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
