"""The summary of a night: for the club, to share, and for everybody who has the link."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField

from scorekeeper.actions.correction.nights import require_club_night
from scorekeeper.actions.highlights import public_summary, publish, summary_of
from scorekeeper.actions.night.access import require_night_row
from scorekeeper.web.highlights.summary_view import summary_view
from scorekeeper.web.night.views import visitor
from scorekeeper.web.page_form import PageForm
from scorekeeper.web.qr import qr
from scorekeeper.web.season.standings_view import page_rows
from scorekeeper.web.season.views import names_of
from scorekeeper.web.session import require_account

blueprint = Blueprint("summary", __name__)

#: Nobody finds the page by searching, and its address goes nowhere with a link.
PRIVATE = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}


class ShareForm(PageForm):
    """The public summary: on or off, names or initials."""

    on = BooleanField("Publish the summary")
    initials = BooleanField("Show initials instead of names")


@blueprint.get("/night/<night_id>/summary")
def page(night_id: str) -> str:
    """The summary for people of the club."""
    access = require_night_row(visitor(), night_id)
    values = _values(access.night, str(access.me.id))
    return render_template("highlights/summary.html", access=access, may_share=access.organizes, **values)


def _values(night: Any, me: str = "", initials: bool = False) -> dict[str, Any]:
    summary = summary_of(night, page_rows(request.args.get("show"), me))
    name = names_of(night, initials)
    return {"night": night, "me": me, "next_night": summary.next_night, "summary": summary_view(summary, name, me)}


@blueprint.route("/night/<night_id>/summary/share", methods=["GET", "POST"])
def share(night_id: str) -> ResponseReturnValue:
    """The public summary: on or off, names or initials."""
    access, night = require_club_night(require_account().id, night_id, "organizer", request.method == "POST")
    has_initials = night.initials or (night.public_key is None and night.season is not None and night.season.initials)
    form = ShareForm(on=night.public_key is not None, initials=has_initials)
    if form.validate_on_submit():
        publish(access, night, form.on.data, form.initials.data)
        flash("The public summary is on." if form.on.data else "The public summary is off.")
        return redirect(url_for("summary.share", night_id=night_id), 303)
    key = night.public_key
    link = url_for("summary.public", key=key, _external=True) if key else ""
    code = qr(link) if link else ""
    return render_template("highlights/share.html", access=access, night=night, form=form, link=link, code=code)


@blueprint.get("/n/<key>")
def public(key: str) -> tuple[str, dict[str, str]]:
    """The summary for everybody who has the link: nothing leads from here into the club."""
    night = public_summary(key)
    values = _values(night, initials=night.initials)
    return render_template("highlights/public_summary.html", **values), PRIVATE
