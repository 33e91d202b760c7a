"""A club night: its page, who is here, partners, the big screen, closing it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.following import follow_night
from scorekeeper.actions.night import checkin, nights, seating
from scorekeeper.actions.night.access import RUNNER, NightAccess, require_night, require_night_to_change
from scorekeeper.actions.night.results import unfinished_tables
from scorekeeper.actions.night.seating import sizes_of
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.night.forms import GuestForm, LinkForm, MembersForm, NewcomersForm, PartnersForm
from scorekeeper.web.night.night_page import back_to_night, night_page, page_values
from scorekeeper.web.night.screen_layout import screen_layout
from scorekeeper.web.night.views import known_visitor, visitor
from scorekeeper.web.qr import qr

blueprint = Blueprint("night", __name__, url_prefix="/night/<night_id>")


@blueprint.get("")
def page(night_id: str) -> str:
    """The night as one of its people sees it."""
    return night_page(require_night(visitor(), night_id))


@blueprint.post("/in")
def check_in(night_id: str) -> ResponseReturnValue:
    """Check members in."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    return back_to_night(access, checkin.check_in(access, MembersForm().member.data))


@blueprint.post("/out")
def check_out(night_id: str) -> ResponseReturnValue:
    """Check members out."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    return back_to_night(access, checkin.check_out(access, MembersForm().member.data))


@blueprint.post("/home")
def check_out_myself(night_id: str) -> ResponseReturnValue:
    """Check out on an own phone."""
    access = require_night_to_change(known_visitor(), night_id)
    return back_to_night(access, checkin.check_out_myself(access), "You are checked out. Good night!")


@blueprint.post("/guest")
def add_guest(night_id: str) -> ResponseReturnValue:
    """Check in somebody new."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    member = checkin.add_guest(access, GuestForm().name.data or "")
    if isinstance(member, Refusal):
        return back_to_night(access, member)
    return back_to_night(access, message=f"{member.name} is checked in and is now a member of the club.")


@blueprint.post("/newcomers", endpoint="newcomers")
def answer_newcomers(night_id: str) -> ResponseReturnValue:
    """Let newcomers in, or remove them: one of them, or all."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), NewcomersForm()
    lets_in = bool(form.let_in.data) or form.everybody.data == "let_in"
    answered = form.let_in.data or form.turn_away.data or (form.waiting.data if form.everybody.data else [])
    return back_to_night(access, (checkin.let_in if lets_in else checkin.turn_away)(access, answered))


@blueprint.get("/partners", endpoint="partners")
def partners_page(night_id: str) -> str:
    """Who plays together all night."""
    return _partners(require_night(visitor(), night_id, RUNNER))


def _partners(access: NightAccess, problems: Sequence[str] = ()) -> str:
    names, size = access.names, seating.per_side(access)
    teams = {str(presence.member_id): presence.team for presence in access.present}
    paired = seating.partnerships(access, sizes_of(access.night)[0])
    taken = {player for players in paired for player in players}
    single = [(member, names[member]) for member in map(int, teams) if str(member) not in taken]
    return render_template(
        "night/partners.html",
        access=access,
        night=access.night,
        pairs=[([names[int(player)] for player in pair], teams[pair[0]]) for pair in paired] if size > 1 else [],
        single=sorted(single, key=lambda row: row[1].casefold()),
        size=size,
        refused=problems,
    )


@blueprint.post("/partners")
def change_partners(night_id: str) -> ResponseReturnValue:
    """Pair people up, draw the rest, or split a partnership up."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), PartnersForm()
    if form.part.data is not None:
        refusal = seating.split_up(access, form.part.data)
    elif form.draw.data:
        refusal = seating.draw_partners(access)
    else:
        refusal = seating.pair_up(access, form.member.data)
    if refusal is not None:
        return _partners(access, refusal.messages), 422
    return redirect(url_for("night.partners", night_id=night_id), 303)


@blueprint.get("/screen")
def screen(night_id: str) -> str:
    """The room's big screen: tables, scores, who sits out, the standings."""
    access = require_night(visitor(), night_id)
    values, code = page_values(access), _checkin_code(access)[1]
    names = [member.name for member in values["here"]]
    layout = screen_layout(values["current_round"], values["rows"], names, bool(code))
    return render_template("night/screen.html", **values, code=code, layout=layout)


@blueprint.get("/events")
def events(night_id: str) -> Response:
    """A stream of the night's revisions."""
    follower = visitor()
    return stream(lambda: follow_night(follower, night_id))


def _checkin_code(access: NightAccess) -> tuple[str, str]:
    """The check-in link and its QR code; empty while nobody can check in by phone."""
    key = None if access.closed else access.night.checkin_key
    link = url_for("checkin.door", key=key, _external=True) if key else ""
    return link, qr(link) if link else ""


@blueprint.get("/checkin")
def code(night_id: str) -> str:
    """The check-in link with its QR code, for the door."""
    access = require_night(visitor(), night_id, RUNNER)
    link, picture = _checkin_code(access)
    members = [presence.member_id for presence in access.present if presence.device_id]
    phones = [(member, access.names[member]) for member in members]
    return render_template("night/code.html", access=access, night=access.night, link=link, code=picture, phones=phones)


@blueprint.post("/checkin")
def change_link(night_id: str) -> ResponseReturnValue:
    """Replace the link, end it, or release a phone."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), LinkForm()
    if form.release.data is not None:
        refusal = checkin.release_phone(access, form.release.data)
    else:
        refusal = nights.replace_link(access, not form.stop.data)
    flash(" ".join(refusal.messages) if refusal else "Saved.")
    return redirect(url_for("night.code", night_id=night_id), 303)


@blueprint.get("/log")
def log(night_id: str) -> str:
    """What was decided tonight."""
    access = require_night(visitor(), night_id)
    decisions = read_log(access.club, about=("night", night_id))
    return render_template("night/log.html", access=access, night=access.night, decisions=decisions)


ENDS: dict[str, tuple[Callable[[NightAccess], Refusal | None], str]] = {
    "close": (nights.close, "Night closed."),
    "reopen": (nights.reopen, "Night reopened."),
}


@blueprint.get("/close")
def close(night_id: str) -> str:
    """Ask before the night is closed."""
    access = require_night(visitor(), night_id, RUNNER)
    unfinished = [state.table.number for state in unfinished_tables(access)]
    return render_template("night/close.html", access=access, night=access.night, unfinished=unfinished)


@blueprint.post("/<any(close, reopen):deed>")
def end(night_id: str, deed: str) -> ResponseReturnValue:
    """Close the night, or open it again."""
    act, message = ENDS[deed]
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    return back_to_night(access, act(access), message)
