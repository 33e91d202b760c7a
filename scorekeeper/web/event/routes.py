"""An event: setting it up, checking in, running it, its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions import highlights
from scorekeeper.actions.club.access import ClubAccess, require_organizer
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.correction.events import require_club_event
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import checkin, contests, events, seating
from scorekeeper.actions.event.access import RUNNER, EventAccess, event_noun
from scorekeeper.actions.event.results import unfinished_tables
from scorekeeper.actions.event.seating import sizes_of
from scorekeeper.actions.following import follow_door, follow_event
from scorekeeper.actions.season.seasons import seasons_of
from scorekeeper.league.outcome import OFFERED
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.game import Game
from scorekeeper.web import parse
from scorekeeper.web.addresses import client_address, go_to, qr
from scorekeeper.web.device import local_today
from scorekeeper.web.event.contest_views import FORMATS, KINDS, SEEDINGS
from scorekeeper.web.event.forms import ContestForm, EventForm, SettingsForm
from scorekeeper.web.event.page import back_to_event, checkin_code, event_page
from scorekeeper.web.event.views import known_visitor, open_event, open_night, render_event, sent_members, visitor
from scorekeeper.web.forms.options import chosen_options, option_widgets, options_form
from scorekeeper.web.forms.read import EntryForm
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.house_rules import chosen_preset, club_offers, preset_rows
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.session import require_account

blueprint = Blueprint("event", __name__)


@blueprint.get("/event/<event_id>")
def page(event_id: str) -> str:
    """The event as a member or a checked-in phone sees it."""
    return event_page(open_event(event_id))


@blueprint.post("/event/<event_id>/in")
def check_in(event_id: str) -> ResponseReturnValue:
    """Check members in."""
    access = open_night(event_id)
    return back_to_event(access, checkin.check_in(access, sent_members()))


@blueprint.post("/event/<event_id>/out")
def check_out(event_id: str) -> ResponseReturnValue:
    """Check members out."""
    access, members = open_night(event_id), sent_members()
    return back_to_event(access, checkin.check_out(access, members), _still_seated(access, members))


def _still_seated(access: EventAccess, members: Sequence[int]) -> str:
    """Who of these people plays at a table now; empty if nobody does."""
    places = [
        f"{access.names[member]} still has a seat at table {state.table.number}."
        for state in unfinished_tables(access)
        for member in members
        if member in state.table.seats
    ]
    return " ".join([*places, "Name a substitute on the page of the table."]) if places else ""


@blueprint.post("/event/<event_id>/home")
def check_out_myself(event_id: str) -> ResponseReturnValue:
    """Check out on one's own phone."""
    access = open_night(event_id, "member")
    message = _still_seated(access, [access.me.id]) or "Good night!"
    return back_to_event(access, checkin.check_out_myself(access), f"You are checked out. {message}")


@blueprint.post("/event/<event_id>/guest")
def add_guest(event_id: str) -> ResponseReturnValue:
    """Check in a guest, who becomes a member."""
    access = open_night(event_id)
    member = checkin.add_guest(access, request.form.get("name", ""))
    if isinstance(member, Refusal):
        return back_to_event(access, member)
    return back_to_event(access, message=f"{member.name} is checked in and is now a member of the club.")


@blueprint.post("/event/<event_id>/newcomers", endpoint="newcomers")
def answer_newcomers(event_id: str) -> ResponseReturnValue:
    """Let newcomers in, or remove them: one of them, or all."""
    access, everybody = open_night(event_id), request.form.get("everybody")
    member = parse.count(request.form.get("same_as", ""))
    if member is not None:
        newcomer = parse.count(request.form.get("newcomer", "")) or 0
        return back_to_event(access, checkin.recognize(access, newcomer, member), "Checked in.")
    let_in, turned_away = sent_members("let_in"), sent_members("turn_away")
    answer = checkin.let_in if let_in or everybody == "let_in" else checkin.turn_away
    return back_to_event(
        access, answer(access, let_in or turned_away or (sent_members("waiting") if everybody else []))
    )


@blueprint.get("/event/<event_id>/partners", endpoint="partners")
def partners_page(event_id: str) -> str:
    """Show the partners who stay together all night."""
    return _partners(open_night(event_id))


def _partners(access: EventAccess, problems: Sequence[str] = ()) -> str:
    names, size = access.names, seating.per_side(access)
    teams = {str(own.person): own.entrant.number for own in access.present}
    paired = seating.partnerships(access, sizes_of(access.event)[0])
    taken = {player for players in paired for player in players}
    single = [(member, names[member]) for member in map(int, teams) if str(member) not in taken]
    return render_event(
        "event/partners.html",
        access,
        pairs=[([names[int(player)] for player in pair], teams[pair[0]]) for pair in paired] if size > 1 else [],
        single=sorted(single, key=lambda row: row[1].casefold()),
        size=size,
        refused=problems,
    )


@blueprint.post("/event/<event_id>/partners")
def change_partners(event_id: str) -> ResponseReturnValue:
    """Pair people up, draw the rest, or split a partnership up."""
    access, team = open_night(event_id), parse.count(request.form.get("part", ""))
    if team is not None:
        refusal = seating.split_up(access, team)
    elif "draw" in request.form:
        refusal = seating.draw_partners(access)
    else:
        refusal = seating.pair_up(access, sent_members())
    if refusal is not None:
        return _partners(access, refusal.messages), 422
    return go_to("event.partners", event_id=event_id)


@blueprint.get("/event/<event_id>/events")
def live(event_id: str) -> Response:
    """A stream of the event's revisions."""
    follower = visitor()
    return stream(lambda: follow_event(follower, event_id))


@blueprint.get("/event/<event_id>/checkin")
def checkin_link(event_id: str) -> str:
    """The check-in link with its QR code, for the door."""
    access = open_night(event_id)
    link, picture = checkin_code(access)
    members = [presence.person for presence in access.present if presence.device_id]
    phones = [(member, access.names[member]) for member in members]
    return render_event("event/code.html", access, link=link, code=picture, phones=phones)


@blueprint.post("/event/<event_id>/checkin")
def change_checkin_link(event_id: str) -> ResponseReturnValue:
    """Replace the link, end it, or release a phone."""
    access = open_night(event_id)
    member = parse.count(request.form.get("release", ""))
    if member is not None:
        refusal = checkin.release_phone(access, member)
    else:
        refusal = events.replace_link(access, "stop" not in request.form)
    return go_to("event.checkin_link", " ".join(refusal.messages) if refusal else "Saved.", event_id=event_id)


@blueprint.get("/event/<event_id>/log")
def log(event_id: str) -> str:
    """List the decisions of the event."""
    access = open_event(event_id)
    decisions = read_log(access.club, about=("event", event_id))
    return render_event("event/log.html", access, decisions=decisions)


ENDS = {"close": (events.close, "closed"), "reopen": (events.reopen, "reopened")}


@blueprint.get("/event/<event_id>/close")
def close(event_id: str) -> str:
    """Ask before the event is closed."""
    access = open_event(event_id, RUNNER)
    unfinished = [state.table.number for state in unfinished_tables(access)]
    return render_event("event/close.html", access, unfinished=unfinished)


@blueprint.post("/event/<event_id>/<any(close, reopen):deed>")
def end(event_id: str, deed: str) -> ResponseReturnValue:
    """Close the event, or open it again."""
    access, (act, done) = open_event(event_id, RUNNER), ENDS[deed]
    return back_to_event(access, act(access), f"{event_noun(access.event).capitalize()} {done}.")


@blueprint.get("/event/in/<key>")
def door(key: str) -> str:
    """Choose your name to check in."""
    return _page(key)


def _page(key: str, problems: Sequence[str] = ()) -> str:
    door = checkin.require_door(visitor(), key)
    return render_template("event/checkin.html", door=door, event=door.event, key=key, refused=problems)


@blueprint.get("/event/in/<key>/events")
def door_events(key: str) -> Response:
    """A stream of the night's revisions for a phone at the door."""
    person = visitor()
    return stream(lambda: follow_door(person, key))


@blueprint.post("/event/in/<key>")
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
        return go_to("event.door", key=key)
    flash(f"Welcome, {member.name}.")
    if door.me is None and door.account is None:
        return go_to("event.door", "To accept results on this phone, sign in first.", key=key)
    return go_to("event.page", event_id=door.event.id)


@blueprint.route("/clubs/<club_id>/nights/new", methods=["GET", "POST"])
def new(club_id: str) -> ResponseReturnValue:
    """Open a night: its game, options and season."""
    club, seasons = events.require_opener(require_account().id, club_id), events.season_choices(club_id)
    season = events.usual_season(seasons, local_today())
    usual = "" if "choose" in request.args or season is None else season.slug or ""
    values = {"name": events.DEFAULT_NAME, "date": local_today(), "season": season.id if season else ""}
    form = EventForm(data={**values, "game": request.args.get("game") or usual})
    game = _sent_game(form)
    if game is None:
        return _choose_game(club, "event.new")
    options = _options(club, game, {})
    if _is_sent():
        plan = form.plan(game, chosen_options(game, options))
        made = form.submit(
            lambda: events.open_event(club, known_visitor(), plan), lambda: events.plan_faults(club, plan)
        )
        if made is not None:
            return go_to("event.page", event_id=made.id)
    return _plan_page("event/new.html", form, club, game, options, place=club, seasons=seasons)


def _choose_game(club: ClubAccess, endpoint: str) -> str:
    games = [game_card(game) for game in GAMES]
    return render_template("event/choose_game.html", place=club, games=games, endpoint=endpoint)


def _plan_page(
    template: str, form: EventForm, club: ClubAccess, game: Game, options: EntryForm, **values: Any
) -> ResponseReturnValue:
    return form.page(
        template,
        game=game_card(game),
        options=option_widgets(options),
        presets=preset_rows(game, club_offers(club, game), chosen_options(game, options)),
        refused=form.unplaced,
        **values,
    )


@blueprint.route("/event/<event_id>/change", methods=["GET", "POST"])
def change(event_id: str) -> ResponseReturnValue:
    """Change the name, game, season, number of rounds or minutes."""
    access = open_night(event_id)
    event = access.event
    values = {"name": event.name, "date": event.date, "season": event.season_id or ""}
    figures = {"rounds": event.planned, "minutes": event.minutes, "game": request.args.get("game") or event.slug}
    form = EventForm(data=values | figures)
    game = _sent_game(form) or BY_SLUG[event.slug or ""]
    options = _options(access.club, game, event.options or {} if game.slug == event.slug else {})
    if _is_sent():
        plan = form.plan(game, chosen_options(game, options))
        if form.saves(lambda: events.change(access, plan), lambda: events.plan_faults(access.club, plan, event)):
            return go_to("event.page", event_id=event_id)
    games, seasons = [game_card(game) for game in GAMES], events.season_choices(event.club_id, event)
    page = {"access": access, "event": event, "games": games, "seasons": seasons}
    return _plan_page("event/change.html", form, access.club, game, options, **page)


@blueprint.route("/clubs/<club_id>/tournaments/new", methods=["GET", "POST"])
def new_contest(club_id: str) -> ResponseReturnValue:
    """Create a contest: its game, kind of entrant and format."""
    club, seasons = require_organizer(require_account().id, club_id), events.season_choices(club_id)
    usual = {"name": contests.DEFAULT_NAME, "date": local_today(), "kind": "pairs", "format": "double"}
    figures = {"best_of": 1, "tables": 2, "seeding": "lot", "game": request.args.get("game", "")}
    form = ContestForm(data=usual | figures)
    game = _sent_game(form)
    if game is None:
        return _choose_game(club, "event.new_contest")
    options = options_form(game, {})
    draft = form.draft(game, chosen_options(game, options))
    made = form.submit(lambda: contests.create(club, draft), lambda: contests.draft_faults(club, draft))
    if made is not None:
        return go_to("contest.show_entrants", event_id=made.id)
    return form.page(
        "event/new_contest.html",
        place=club,
        game=game_card(game),
        options=option_widgets(options),
        refused=form.problems,
        seasons=seasons,
        seeding_seasons=seasons_of(club),
        kinds=KINDS,
        formats=FORMATS,
        seedings=SEEDINGS,
        ties=OFFERED.values(),
    )


@blueprint.route("/event/<event_id>/settings", methods=["GET", "POST"])
def settings(event_id: str) -> ResponseReturnValue:
    """The prizes of a contest, and the public page."""
    club, event = require_club_event(require_account().id, event_id, "organizer", request.method == "POST")
    has_initials = event.initials or (event.public_key is None and event.season is not None and event.season.initials)
    values = {"prizes": "\n".join(event.prizes), "public": bool(event.public_key), "initials": has_initials}
    form = SettingsForm(data=values)
    if form.saves(lambda: _save_settings(club, event, form)):
        return go_to("event.settings", "Saved.", event_id=event_id)
    link = url_for("highlights.public", key=event.public_key, _external=True) if event.public_key else ""
    code = qr(link) if link else ""
    return form.page("event/settings.html", access=club, event=event, refused=form.problems, link=link, code=code)


def _save_settings(club: ClubAccess, event: Any, form: SettingsForm) -> Refusal | None:
    if event.plan is not None:
        access = EventAccess(event, club.me, club.me.role, known_visitor())
        refusal = contests.set_prizes(access, (form.prizes.data or "").splitlines())
        if refusal is not None:
            return refusal
    highlights.publish(club, event, form.public.data, form.initials.data)
    return None


def _is_sent() -> bool:
    """Whether the form was sent to be saved, not to fill in a set of rules."""
    return request.method == "POST" and "preset" not in request.form


def _options(club: ClubAccess, game: Game, agreed: Mapping[str, Any]) -> EntryForm:
    """The form of the options: as sent, as agreed, or filled in with a named set of rules."""
    if request.method == "POST" and "preset" in request.form:
        preset = chosen_preset(club_offers(club, game), request.form["preset"])
        return options_form(game, preset.options, reads_sent=False)
    return options_form(game, agreed)


def _sent_game(form: EventForm | ContestForm) -> Game | None:
    """The game that was chosen, if any; not found if there is no such game."""
    slug = form.game.data or ""
    if slug and slug not in BY_SLUG:
        abort(404)
    return BY_SLUG.get(slug)
