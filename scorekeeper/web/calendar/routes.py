"""The calendar of a club: announced nights with sign-up, a night like the last one, and feeds."""

from __future__ import annotations

import datetime as dt
from typing import Any

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions import calendar
from scorekeeper.actions.club.access import ClubAccess, require_member, require_role
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night.access import RUNNER
from scorekeeper.actions.night.nights import DEFAULT_NAME
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.calendar.forms import AnnouncementForm, SignUpForm
from scorekeeper.web.calendar.ics import feed_text
from scorekeeper.web.club_panels import CLUB
from scorekeeper.web.night.views import known_visitor
from scorekeeper.web.session import require_account

blueprint = Blueprint("calendar", __name__)
WEEK = dt.timedelta(days=7)


def _panel(access: ClubAccess) -> dict[str, Any]:
    """The next nights, with the member's own answers and how many are coming."""
    return {"rows": [_row(access, announcement) for announcement in calendar.upcoming(access)]}


CLUB["calendar"] = _panel


def _row(access: ClubAccess, announcement: calendar.Announcement) -> dict[str, Any]:
    return {
        "night": announcement,
        "counts": calendar.counts(announcement),
        "mine": calendar.answer_of(announcement, access.me.id),
    }


@blueprint.get("/clubs/<club_id>/calendar/<announcement_id>")
def page(club_id: str, announcement_id: str) -> str:
    """One announced night: when, where, and who is coming."""
    return _page(require_member(require_account().id, club_id), announcement_id)


def _page(access: ClubAccess, announcement_id: str, problems: tuple[str, ...] = ()) -> str:
    announcement = calendar.require_announcement(access, announcement_id)
    answers = {row.member_id: row.answer for row in announcement.sign_ups}
    return render_template(
        "calendar/page.html",
        access=access,
        row=_row(access, announcement),
        names={kind: [m.name for m in access.members if answers.get(m.id) == kind] for kind in calendar.ANSWERS},
        silent=[member for member in access.members if member.id not in answers],
        is_open=announcement.night is not None and announcement.night.deleted_at is None,
        can_copy=calendar.last_night(access) is not None,
        refused=problems,
    )


@blueprint.post("/clubs/<club_id>/calendar/<announcement_id>")
def sign_up(club_id: str, announcement_id: str) -> ResponseReturnValue:
    """Say whether somebody is coming."""
    access, form = require_member(require_account().id, club_id), SignUpForm()
    refusal = calendar.sign_up(access, announcement_id, form.answer.data or "", form.member.data)
    if refusal is not None:
        return _page(access, announcement_id, refusal.messages), 422
    if "back" in request.form:
        return redirect(url_for("clubs.page", club_id=club_id), 303)
    return redirect(url_for("calendar.page", club_id=club_id, announcement_id=announcement_id), 303)


@blueprint.route("/clubs/<club_id>/calendar/new", methods=["GET", "POST"])
def new(club_id: str) -> ResponseReturnValue:
    """Announce a night; a week after the last one, unless somebody says otherwise."""
    access = require_role(require_account().id, club_id, RUNNER)
    form = AnnouncementForm(data=_usual(access))
    if request.method == "POST":
        made = calendar.announce(access, form.notice()) if form.validate() else _refusal(form)
        if not isinstance(made, Refusal):
            flash("Night announced.")
            return redirect(url_for("calendar.page", club_id=club_id, announcement_id=made.id), 303)
        form.refuse(made.messages)
    return render_template("calendar/edit.html", access=access, form=form, announcement=None), form.status


def _usual(access: ClubAccess) -> dict[str, Any]:
    """What the form of a new announcement proposes: like the latest one, a week later."""
    latest = max(calendar.upcoming(access), key=lambda row: row.date, default=None)
    if latest is not None:
        usual = {"name": latest.name, "place": latest.place, "starts": latest.starts, "ends": latest.ends}
        return {**usual, "date": latest.date + WEEK}
    night = calendar.last_night(access)
    date = night.date + WEEK if night is not None else dt.date.today() + WEEK
    date = date if date >= dt.date.today() else dt.date.today()
    return {"name": night.name if night is not None else DEFAULT_NAME, "date": date, "starts": dt.time(19)}


def _refusal(form: AnnouncementForm) -> Refusal:
    """What else is wrong with an announcement whose form is."""
    problems = {str(message) for field in form for message in field.errors}
    return Refusal(tuple(fault for fault in calendar.notice_faults(form.notice()) if fault not in problems))


@blueprint.route("/clubs/<club_id>/calendar/<announcement_id>/change", methods=["GET", "POST"])
def change(club_id: str, announcement_id: str) -> ResponseReturnValue:
    """Change what was announced."""
    access = require_role(require_account().id, club_id, RUNNER)
    announcement = calendar.require_announcement(access, announcement_id)
    form = AnnouncementForm(obj=announcement)
    if request.method == "POST":
        notice = form.notice()
        refusal = calendar.change(access, announcement_id, notice) if form.validate() else _refusal(form)
        if refusal is None:
            flash("Saved. Subscribed calendars will update.")
            return redirect(url_for("calendar.page", club_id=club_id, announcement_id=announcement_id), 303)
        form.refuse(refusal.messages)
    return render_template("calendar/edit.html", access=access, form=form, announcement=announcement), form.status


@blueprint.post("/clubs/<club_id>/calendar/<announcement_id>/<any(cancel, hold):deed>")
def cancel(club_id: str, announcement_id: str, deed: str) -> ResponseReturnValue:
    """Cancel the night, or hold it after all."""
    access = require_role(require_account().id, club_id, RUNNER)
    calendar.cancel(access, announcement_id, deed == "cancel")
    flash("Night canceled." if deed == "cancel" else "The night is back on.")
    return redirect(url_for("calendar.page", club_id=club_id, announcement_id=announcement_id), 303)


@blueprint.route("/clubs/<club_id>/nights/again", methods=["GET", "POST"])
def again(club_id: str) -> ResponseReturnValue:
    """Open a night like the last one."""
    access = require_role(require_account().id, club_id, RUNNER)
    announced = request.values.get("announced", "")
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        night = calendar.open_copy(access, known_visitor(), announced)
        if not isinstance(night, Refusal):
            return redirect(url_for("night.page", night_id=night.id), 303)
        problems = night.messages
    copy = calendar.copy_of_last(access, announced)
    text = render_template(
        "calendar/again.html",
        access=access,
        copy=copy,
        game=BY_SLUG[copy.last.slug or ""].name,
        announced=announced,
        refused=problems,
    )
    return text, 422 if problems else 200


@blueprint.get("/clubs/<club_id>/calendar")
def addresses(club_id: str) -> str:
    """The addresses of the feeds, for the calendar on a phone."""
    access = require_member(require_account().id, club_id)
    keys = {"own": access.me.calendar_key, "all": access.club.calendar_key}
    links = {kind: url_for("calendar.feed", key=key, _external=True) if key else "" for kind, key in keys.items()}
    return render_template("calendar/feeds.html", access=access, links=links)


@blueprint.post("/clubs/<club_id>/calendar")
def make_feed(club_id: str) -> ResponseReturnValue:
    """Make a feed, or reset its address."""
    access = require_member(require_account().id, club_id)
    (calendar.make_own_feed if request.form.get("kind") == "own" else calendar.make_club_feed)(access)
    flash("The calendar has a new address.")
    return redirect(url_for("calendar.addresses", club_id=club_id), 303)


@blueprint.get("/calendar/<key>.ics")
def feed(key: str) -> Response:
    """The feed for calendars."""
    nights = calendar.read_feed(key)
    text = feed_text(nights, url_for("clubs.page", club_id=nights.club_id, _external=True))
    headers = {"Cache-Control": "private, max-age=300", "Content-Disposition": 'inline; filename="rook-nights.ics"'}
    return Response(text, headers=headers, content_type="text/calendar; charset=utf-8")
