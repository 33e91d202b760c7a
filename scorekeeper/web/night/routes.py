"""A club night: its page, who is here, partners, the big screen, closing it."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.following import follow_night
from scorekeeper.actions.night import checkin, nights
from scorekeeper.actions.night.access import NightAccess, Who, require_night
from scorekeeper.actions.night.rounds import teams
from scorekeeper.actions.night.seating import sides_of, sizes_of
from scorekeeper.web import parse
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.night.night_page import answered, night_page, page_values
from scorekeeper.web.night.views import acting, chosen, who, words_of
from scorekeeper.web.qr import qr

blueprint = Blueprint("night", __name__, url_prefix="/night/<night_id>")


@blueprint.get("")
def page(night_id: str) -> str:
    """The night as one of its people sees it."""
    return night_page(require_night(who(), night_id))


@blueprint.post("/in")
def arrive(night_id: str) -> ResponseReturnValue:
    """Names that were touched are here."""
    return answered(checkin.arrive(acting(), night_id, chosen("member")), night_id)


@blueprint.post("/out")
def leave(night_id: str) -> ResponseReturnValue:
    """Names that were touched go home."""
    return answered(checkin.leave(acting(), night_id, chosen("member")), night_id)


@blueprint.post("/home")
def leave_myself(night_id: str) -> ResponseReturnValue:
    """Somebody goes home."""
    return answered(checkin.leave_myself(acting(), night_id), night_id, "Good night: no round seats you any more.")


@blueprint.post("/guest")
def guest(night_id: str) -> ResponseReturnValue:
    """Somebody new is here."""
    added = checkin.guest(acting(), night_id, request.form.get("name", ""))
    if isinstance(added, Refusal):
        return answered(added, night_id)
    return answered(None, night_id, f"{added.name} is here, and on the club's list.")


@blueprint.get("/partners")
def partners(night_id: str) -> str:
    """Who plays together all night."""
    return _partners(require_night(who(), night_id, "scorer"))


def _partners(found: NightAccess, problems: tuple[str, ...] = ()) -> str:
    size = sizes_of(found.night)[0]
    names = found.names
    together = {str(each.member_id): each.team for each in found.here}
    pairs = [([names[int(member)] for member in team], together[team[0]]) for team in teams(found, size)]
    taken = {member for team in teams(found, size) for member in team}
    single = [each for each in found.here if str(each.member_id) not in taken]
    per_side = len(sides_of(found.night, "", size)[0])
    return render_template(
        "night/partners.html",
        access=found,
        night=found.night,
        pairs=pairs if per_side > 1 else [],
        single=sorted(((each.member_id, names[each.member_id]) for each in single), key=lambda row: row[1].casefold()),
        size=per_side,
        problems=problems,
    )


@blueprint.post("/partners")
def pair_up(night_id: str) -> ResponseReturnValue:
    """These play together; or the rest is drawn; or some are parted."""
    found = require_night(who(), night_id, "scorer")
    size = len(sides_of(found.night, "", sizes_of(found.night)[0])[0])
    team = parse.count(request.form.get("part", ""))
    if team is not None:
        refused = checkin.part(acting(), night_id, team)
    elif "draw" in request.form:
        refused = checkin.draw_teams(acting(), night_id, size)
    else:
        refused = checkin.join_up(acting(), night_id, chosen("member"), size)
    if refused is not None:
        return _partners(require_night(who(), night_id, "scorer"), refused.messages), 422
    return redirect(url_for("night.partners", night_id=night_id), 303)


@blueprint.get("/screen")
def screen(night_id: str) -> str:
    """The room's big screen: tables, scores, who sits out, the standing."""
    found = require_night(who(), night_id)
    return render_template("night/screen.html", **page_values(found), code=_checkin_code(found)[1])


@blueprint.get("/events")
def events(night_id: str) -> Response:
    """A stream of the night's revisions."""
    asks = who()
    return stream(lambda: follow_night(asks, night_id))


def _checkin_code(found: NightAccess) -> tuple[str, str]:
    """The check-in link and its code; nothing while nobody can check in by phone."""
    key = found.night.checkin_key if found.night.closed_at is None else None
    link = url_for("checkin.door", key=key, _external=True) if key else ""
    return link, qr(link) if link else ""


@blueprint.get("/checkin")
def code(night_id: str) -> str:
    """The check-in link with its code, for the door."""
    found = require_night(who(), night_id, "scorer")
    link, picture = _checkin_code(found)
    names = found.names
    phones = [(each.member_id, names[each.member_id]) for each in found.here if each.device_id]
    return render_template("night/code.html", access=found, night=found.night, link=link, code=picture, phones=phones)


@blueprint.post("/checkin")
def renew(night_id: str) -> ResponseReturnValue:
    """Make the link anew, take it back, or release a phone."""
    member = parse.count(request.form.get("release", ""))
    if member is not None:
        refused = checkin.release_phone(acting(), night_id, member)
    else:
        refused = nights.renew_link(acting(), night_id, "stop" not in request.form)
    flash(words_of(refused.messages) if refused else "Done.")
    return redirect(url_for("night.code", night_id=night_id), 303)


@blueprint.get("/log")
def log(night_id: str) -> str:
    """What was decided on tonight."""
    found = require_night(who(), night_id)
    said = read_log(found.place, about=("night", night_id))
    return render_template("night/log.html", access=found, night=found.night, decisions=said)


ENDS: dict[str, tuple[Callable[[Who, str], Refusal | None], str]] = {
    "close": (nights.close, "The night is closed. Thank you all."),
    "reopen": (nights.reopen, "The night is open again."),
}


@blueprint.post("/<any(close, reopen):deed>")
def end(night_id: str, deed: str) -> ResponseReturnValue:
    """Close the night, or open it again."""
    act, said = ENDS[deed]
    return answered(act(acting(), night_id), night_id, said)
