"""A tournament: its page, entries, rounds and matches, prizes and public link."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.following import follow_tournament
from scorekeeper.actions.tournament import entries as entering
from scorekeeper.actions.tournament import rounds, tables, tournaments
from scorekeeper.actions.tournament.access import ORGANIZER, RUNNER, TournamentAccess, require_tournament
from scorekeeper.actions.tournament.access import require_tournament_to_change as to_change
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.qr import qr
from scorekeeper.web.session import account_id, require_account
from scorekeeper.web.tournament.forms import EntryForm, PlayForm, SettingsForm
from scorekeeper.web.tournament.views import page_values

blueprint = Blueprint("tournament", __name__, url_prefix="/tournament/<tournament_id>")


def _changing(tournament_id: str, role: str = RUNNER) -> TournamentAccess:
    return to_change(require_account().id, tournament_id, known_device_id(), role)


@blueprint.get("")
def page(tournament_id: str) -> str:
    """The tournament as a member sees it."""
    return _page(require_tournament(require_account().id, tournament_id))


def _page(access: TournamentAccess, refused: Sequence[str] = ()) -> str:
    return render_template("tournament/page.html", refused=refused, **page_values(access.fresh()))


def _back(access: TournamentAccess, refusal: Refusal | None, message: str = "") -> ResponseReturnValue:
    """Back to the page, or the page with what was wrong."""
    if isinstance(refusal, Refusal):
        return _page(access, refusal.messages), 422
    if message:
        flash(message)
    return redirect(url_for("tournament.page", tournament_id=access.tournament.id), 303)


@blueprint.get("/entries")
def entries(tournament_id: str) -> str:
    """Who takes part; enter people, take them out."""
    return _entries(require_tournament(require_account().id, tournament_id))


def _entries(access: TournamentAccess, refused: Sequence[str] = (), form: EntryForm | None = None) -> str:
    access = access.fresh()
    entered = {member for entry in access.tournament.entries if entry.withdrawn_at is None for member in entry.members}
    free = [member for member in access.people.members if member.id not in entered]
    return render_template(
        "tournament/entries.html",
        free=free,
        tapped=form.member.data or [] if form else [],
        newcomers=form.newcomer.data or [] if form else [],
        refused=refused,
        **page_values(access),
    )


@blueprint.post("/entries")
def change_entries(tournament_id: str) -> ResponseReturnValue:
    """Enter somebody, withdraw an entry or bring it back, or move it up."""
    access, form = _changing(tournament_id), EntryForm()
    refusal: object = None
    if form.withdraw.data:
        entering.withdraw(access, form.withdraw.data)
    elif form.back.data:
        entering.bring_back(access, form.back.data)
    elif form.up.data:
        refusal = entering.move_up(access, form.up.data)
    else:
        members = [member for member in form.member.data or [] if member is not None]
        refusal = entering.enter(access, members, form.newcomer.data or [], form.name.data or "")
    if isinstance(refusal, Refusal):
        return _entries(access, refusal.messages, form), 422
    return redirect(url_for("tournament.entries", tournament_id=tournament_id), 303)


@blueprint.post("/start")
def start(tournament_id: str) -> ResponseReturnValue:
    """Draw the seeds and start the first round."""
    access = _changing(tournament_id, ORGANIZER)
    return _back(access, rounds.start(access), "The tournament has started.")


@blueprint.post("/play")
def play(tournament_id: str) -> ResponseReturnValue:
    """Start matches that are ready, all of them or some."""
    access = _changing(tournament_id)
    return _back(access, rounds.start_matches(access, PlayForm().match.data or ()))


@blueprint.post("/round")
def draw(tournament_id: str) -> ResponseReturnValue:
    """Draw the next round."""
    access = _changing(tournament_id)
    return _back(access, rounds.draw_round(access, PlayForm().number.data or 0))


@blueprint.post("/time")
def time(tournament_id: str) -> ResponseReturnValue:
    """Time is up: every running game counts as it stands."""
    access = _changing(tournament_id)
    message = "Time is up. Finish the hand in play; it counts."
    return _back(access, tables.time_is_up(access), message)


@blueprint.post("/undo")
def undo(tournament_id: str) -> ResponseReturnValue:
    """Undo the last round, or the start."""
    access = _changing(tournament_id)
    return _back(access, rounds.undo_round(access, PlayForm().number.data or 0), "Undone.")


@blueprint.post("/delete")
def delete(tournament_id: str) -> ResponseReturnValue:
    """Delete a tournament of which nothing was played."""
    access = _changing(tournament_id, ORGANIZER)
    club_id = access.tournament.club_id
    refusal = tournaments.delete(access)
    if refusal is not None:
        return _back(access, refusal)
    flash("Tournament deleted.")
    return redirect(url_for("clubs.page", club_id=club_id), 303)


@blueprint.route("/settings", methods=["GET", "POST"])
def settings(tournament_id: str) -> ResponseReturnValue:
    """Prizes, the public page, deleting."""
    if request.method == "POST":
        access, form = _changing(tournament_id, ORGANIZER), SettingsForm()
        refusal = tournaments.set_prizes(access, (form.prizes.data or "").splitlines())
        if refusal is None:
            tournaments.publish(access, form.public.data)
            flash("Saved.")
            return redirect(url_for("tournament.settings", tournament_id=tournament_id), 303)
        form.refuse(refusal.messages)
    else:
        access = require_tournament(require_account().id, tournament_id, role=ORGANIZER)
        tournament = access.tournament
        form = SettingsForm(data={"prizes": "\n".join(tournament.prizes), "public": bool(tournament.public_key)})
    key = access.tournament.public_key
    link = url_for("tournament_export.public", key=key, _external=True) if key else ""
    text = render_template(
        "tournament/settings.html",
        access=access,
        tournament=access.tournament,
        form=form,
        refused=form.problems,
        link=link,
        code=qr(link) if link else "",
    )
    return text, form.status


@blueprint.get("/log")
def log(tournament_id: str) -> str:
    """What was decided in this tournament."""
    access = require_tournament(require_account().id, tournament_id)
    decisions = read_log(access.people, about=("tournament", tournament_id))
    return render_template("tournament/log.html", access=access, tournament=access.tournament, decisions=decisions)


@blueprint.get("/events")
def events(tournament_id: str) -> Response:
    """A stream of the tournament's revisions."""
    account, device = account_id(), device_id()
    return stream(lambda: follow_tournament(account, device, tournament_id))
