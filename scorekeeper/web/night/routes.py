"""A club night: setting it up, checking in, running it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.following import follow_door, follow_night
from scorekeeper.actions.night import checkin, nights, seating
from scorekeeper.actions.night.access import RUNNER, NightAccess, require_night, require_night_to_change
from scorekeeper.actions.night.results import unfinished_tables
from scorekeeper.actions.night.seating import sizes_of
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.game import Game
from scorekeeper.web import parse
from scorekeeper.web.addresses import client_address
from scorekeeper.web.device import local_today
from scorekeeper.web.forms.options import chosen_options, option_widgets, options_form
from scorekeeper.web.forms.read import EntryForm
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.house_rules import chosen_preset, club_offers, preset_rows
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.night.forms import NewcomersForm, NightForm, PartnersForm
from scorekeeper.web.night.page import back_to_night, checkin_code, night_page
from scorekeeper.web.night.views import known_visitor, visitor
from scorekeeper.web.session import require_account

blueprint = Blueprint("night", __name__)


@blueprint.get("/night/<night_id>")
def page(night_id: str) -> str:
    """The night as a member or a checked-in phone sees it."""
    return night_page(require_night(visitor(), night_id))


def _sent_members() -> list[int]:
    return [member for member in map(parse.count, request.form.getlist("member")) if member is not None]


@blueprint.post("/night/<night_id>/in")
def check_in(night_id: str) -> ResponseReturnValue:
    """Check members in."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    return back_to_night(access, checkin.check_in(access, _sent_members()))


@blueprint.post("/night/<night_id>/out")
def check_out(night_id: str) -> ResponseReturnValue:
    """Check members out."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    return back_to_night(access, checkin.check_out(access, _sent_members()))


@blueprint.post("/night/<night_id>/home")
def check_out_myself(night_id: str) -> ResponseReturnValue:
    """Check out on one's own phone."""
    access = require_night_to_change(known_visitor(), night_id)
    return back_to_night(access, checkin.check_out_myself(access), "You are checked out. Good night!")


@blueprint.post("/night/<night_id>/guest")
def add_guest(night_id: str) -> ResponseReturnValue:
    """Check in a guest, who becomes a member."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    member = checkin.add_guest(access, request.form.get("name", ""))
    if isinstance(member, Refusal):
        return back_to_night(access, member)
    return back_to_night(access, message=f"{member.name} is checked in and is now a member of the club.")


@blueprint.post("/night/<night_id>/newcomers", endpoint="newcomers")
def answer_newcomers(night_id: str) -> ResponseReturnValue:
    """Let newcomers in, or remove them: one of them, or all."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), NewcomersForm()
    lets_in = bool(form.let_in.data) or form.everybody.data == "let_in"
    answered = form.let_in.data or form.turn_away.data or (form.waiting.data if form.everybody.data else [])
    return back_to_night(access, (checkin.let_in if lets_in else checkin.turn_away)(access, answered))


@blueprint.get("/night/<night_id>/partners", endpoint="partners")
def partners_page(night_id: str) -> str:
    """Show the partners who stay together all night."""
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


@blueprint.post("/night/<night_id>/partners")
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


@blueprint.get("/night/<night_id>/events")
def events(night_id: str) -> Response:
    """A stream of the night's revisions."""
    follower = visitor()
    return stream(lambda: follow_night(follower, night_id))


@blueprint.get("/night/<night_id>/checkin")
def checkin_link(night_id: str) -> str:
    """The check-in link with its QR code, for the door."""
    access = require_night(visitor(), night_id, RUNNER)
    link, picture = checkin_code(access)
    members = [presence.member_id for presence in access.present if presence.device_id]
    phones = [(member, access.names[member]) for member in members]
    return render_template("night/code.html", access=access, night=access.night, link=link, code=picture, phones=phones)


@blueprint.post("/night/<night_id>/checkin")
def change_checkin_link(night_id: str) -> ResponseReturnValue:
    """Replace the link, end it, or release a phone."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    member = parse.count(request.form.get("release", ""))
    if member is not None:
        refusal = checkin.release_phone(access, member)
    else:
        refusal = nights.replace_link(access, "stop" not in request.form)
    flash(" ".join(refusal.messages) if refusal else "Saved.")
    return redirect(url_for("night.checkin_link", night_id=night_id), 303)


@blueprint.get("/night/<night_id>/log")
def log(night_id: str) -> str:
    """List the decisions of the night."""
    access = require_night(visitor(), night_id)
    decisions = read_log(access.club, about=("night", night_id))
    return render_template("night/log.html", access=access, night=access.night, decisions=decisions)


ENDS: dict[str, tuple[Callable[[NightAccess], Refusal | None], str]] = {
    "close": (nights.close, "Night closed."),
    "reopen": (nights.reopen, "Night reopened."),
}


@blueprint.get("/night/<night_id>/close")
def close(night_id: str) -> str:
    """Ask before the night is closed."""
    access = require_night(visitor(), night_id, RUNNER)
    unfinished = [state.table.number for state in unfinished_tables(access)]
    return render_template("night/close.html", access=access, night=access.night, unfinished=unfinished)


@blueprint.post("/night/<night_id>/<any(close, reopen):deed>")
def end(night_id: str, deed: str) -> ResponseReturnValue:
    """Close the night, or open it again."""
    act, message = ENDS[deed]
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    return back_to_night(access, act(access), message)


@blueprint.get("/night/in/<key>")
def door(key: str) -> str:
    """Choose your name to check in."""
    return _page(key)


def _page(key: str, problems: Sequence[str] = ()) -> str:
    door = checkin.require_door(visitor(), key)
    return render_template("night/checkin.html", door=door, night=door.night, key=key, refused=problems)


@blueprint.get("/night/in/<key>/events")
def door_events(key: str) -> Response:
    """A stream of the night's revisions for a phone at the door."""
    person = visitor()
    return stream(lambda: follow_door(person, key))


@blueprint.post("/night/in/<key>")
def check_in_myself(key: str) -> ResponseReturnValue:
    """Check in on one's own phone."""
    checkin.require_door(visitor(), key)
    person = known_visitor()
    hasty = checkin.refuse_haste(key, person.device_id, client_address())
    if hasty is not None:
        return _page(key, hasty.messages), 429
    chosen, name = parse.count(request.form.get("member", "")), request.form.get("name", "")
    member = checkin.check_in_by_link(person, key, chosen, name)
    if isinstance(member, Refusal):
        return _page(key, member.messages), 422
    door = checkin.require_door(visitor(), key)
    if door.waits:
        return redirect(url_for("night.door", key=key), 303)
    flash(f"Welcome, {member.name}.")
    if door.me is None and door.account is None:
        flash("To accept results on this phone, sign in first.")
        return redirect(url_for("night.door", key=key), 303)
    return redirect(url_for("night.page", night_id=door.night.id), 303)


@blueprint.route("/clubs/<club_id>/nights/new", methods=["GET", "POST"])
def new(club_id: str) -> ResponseReturnValue:
    """Open a night: its game, options and season."""
    club, seasons = nights.require_opener(require_account().id, club_id), nights.season_choices(club_id)
    season = nights.usual_season(seasons, local_today())
    usual = "" if "choose" in request.args or season is None else season.slug or ""
    values = {"name": nights.DEFAULT_NAME, "date": local_today(), "season": season.id if season else ""}
    form = _form(values, usual)
    game = _require_game(form)
    if game is None:
        return render_template("night/choose_game.html", place=club, games=[game_card(game) for game in GAMES])
    options = _options(club, game, {})
    if _is_sent():
        plan = form.plan(game, chosen_options(game, options))
        made = nights.open_night(club, known_visitor(), plan) if form.validate() else _plan_refusal(club, plan)
        if not isinstance(made, Refusal):
            return redirect(url_for("night.page", night_id=made.id), 303)
        form.refuse(made.messages)
    return form.page(
        "night/new.html",
        place=club,
        seasons=seasons,
        game=game_card(game),
        options=option_widgets(options),
        presets=preset_rows(game, club_offers(club, game), chosen_options(game, options)),
        refused=_unplaced(form),
    )


@blueprint.route("/night/<night_id>/change", methods=["GET", "POST"])
def change(night_id: str) -> ResponseReturnValue:
    """Change the name, game, season, number of rounds or minutes."""
    if request.method == "POST":
        access = require_night_to_change(known_visitor(), night_id, RUNNER)
    else:
        access = require_night(visitor(), night_id, RUNNER)
    night = access.night
    values = {"name": night.name, "date": night.date, "season": night.season_id or ""}
    form = _form({**values, "rounds": night.planned, "minutes": night.minutes}, night.slug or "")
    game = _require_game(form) or BY_SLUG[night.slug or ""]
    options = _options(access.club, game, night.options or {} if game.slug == night.slug else {})
    if _is_sent():
        plan = form.plan(game, chosen_options(game, options))
        refusal = nights.change(access, plan) if form.validate() else _plan_refusal(access.club, plan, access)
        if refusal is None:
            return redirect(url_for("night.page", night_id=night_id), 303)
        form.refuse(refusal.messages)
    return form.page(
        "night/change.html",
        access=access,
        night=night,
        game=game_card(game),
        games=[game_card(game) for game in GAMES],
        options=option_widgets(options),
        presets=preset_rows(game, club_offers(access.club, game), chosen_options(game, options)),
        seasons=nights.season_choices(night.club_id, night),
        refused=_unplaced(form),
    )


def _is_sent() -> bool:
    """Whether the form was sent to be saved, not to fill in a set of rules."""
    return request.method == "POST" and "preset" not in request.form


def _options(club: ClubAccess, game: Game, agreed: Mapping[str, Any]) -> EntryForm:
    """The form of the options: as sent, as agreed, or filled in with a named set of rules."""
    if request.method == "POST" and "preset" in request.form:
        preset = chosen_preset(club_offers(club, game), request.form["preset"])
        return options_form(game, preset.options, reads_sent=False)
    return options_form(game, agreed)


def _plan_refusal(club: ClubAccess, plan: nights.NightPlan, access: NightAccess | None = None) -> Refusal:
    """The other faults of a plan whose form is invalid."""
    return Refusal(tuple(nights.plan_faults(club, plan, access.night if access is not None else None)))


def _unplaced(form: NightForm) -> list[str]:
    """The problems that are not shown next to a field."""
    placed = {str(message) for field in form for message in field.errors}
    return [message for message in form.problems if message not in placed]


def _form(values: Mapping[str, object], usual: str) -> NightForm:
    """The form of a night; its game was sent, is in the address, or is the usual one."""
    return NightForm(data={**values, "game": request.args.get("game") or usual})


def _require_game(form: NightForm) -> Game | None:
    """The game that was chosen, if any; not found if there is no such game."""
    slug = form.game.data or ""
    if slug and slug not in BY_SLUG:
        abort(404)
    return BY_SLUG.get(slug)
