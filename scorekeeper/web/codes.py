"""Table cards, table codes and the next table of a player."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions import codes
from scorekeeper.actions.event.access import event_noun
from scorekeeper.actions.event.tables import public_key_of_game
from scorekeeper.actions.following import follow_code
from scorekeeper.actions.table.access import require_viewer
from scorekeeper.league.words import listed
from scorekeeper.web import parse
from scorekeeper.web.addresses import go_to, qr
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.event.page import MyEvent, all_rounds, my_event, partners_at
from scorekeeper.web.event.views import GameEvent, game_event
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.session import require_account

blueprint = Blueprint("codes", __name__)


def next_table(event: GameEvent | None) -> MyEvent | None:
    """The next table of a player after a game, or what to wait for. None if the player is not checked in."""
    if event is None or event.access is None or event.table is None or not event.table.ended:
        return None
    access, current_round = event.access, event.access.current_round
    own = access.attendance(access.me.id)
    if access.closed:
        return MyEvent(f"This {event_noun(access.event)} is closed.")
    if own is None or own.left_at is not None or current_round is None:
        return None
    if access.plan is None and current_round.number == event.table.state.round.number:
        return MyEvent(f"Round {current_round.number + 1} has not started.", "Your next table will be shown here.")
    my = my_event(access, all_rounds(access))
    if my.table is None or my.table.ended:
        return MyEvent(my.headline, my.note)
    partners = listed(partners_at(my.table, access.me.id))
    together = f" with {partners}" if partners else ""
    title = f"Round {my.table.state.round.number}" if access.plan is None else my.table.title
    return MyEvent(f"{title}: you are at table {my.table.number}{together}.", "", my.table)


@blueprint.get("/t/<game_id>/event")
def page(game_id: str) -> ResponseReturnValue:
    """Redirect to the event of a game, or its public page. A phone that may see neither is told how to check in."""
    table = require_viewer(device_id(), game_id)
    event = game_event(game_id)
    if event is None:
        abort(404)
    if event.access is not None:
        return go_to("event.page", event_id=event.access.event.id)
    if public_key := public_key_of_game(game_id):
        return go_to("highlights.public", key=public_key)
    return render_template("codes/outside.html", note=table.game.note, game_id=game_id)


@blueprint.get("/t/<game_id>/next")
def next_piece(game_id: str) -> str:
    """The next table of the player, as a fragment of the finish page."""
    require_viewer(device_id(), game_id)
    event = game_event(game_id)
    coming = next_table(event)
    if coming is None:
        abort(404)
    return render_template("codes/next_table.html", at=event, coming=coming)


@blueprint.get("/c/<key>/table/<int:number>")
def table(key: str, number: int) -> ResponseReturnValue:
    """Open the game of a table code. Without a game the page says why and follows the table."""
    coded = codes.require_coded_table(key, number)
    is_following = "X-Follow" in request.headers
    if coded.playing and device_id() and not is_following:
        return open_game(key, number)
    # A client without a cookie may only be previewing the link.
    leaves = coded.playing and not is_following
    return render_template("codes/table.html", coded=coded, key=key, number=number, leaves=leaves)


@blueprint.get("/c/<key>/table/<int:number>/open")
def open_game(key: str, number: int) -> ResponseReturnValue:
    """Make this phone a scorer of the table's current game, and open it."""
    codes.require_coded_table(key, number)
    game_id = codes.sit_down(known_device_id(), key, number)
    # The finish page links back to the table.
    session["table_code"] = url_for("codes.table", key=key, number=number)
    return go_to("table.page", game_id=game_id)


@blueprint.get("/c/<key>/table/<int:number>/events")
def events(key: str, number: int) -> Response:
    """Stream the revisions of a coded table."""
    device = device_id()
    return stream(lambda: follow_code(device, key, number))


@blueprint.get("/clubs/<club_id>/cards")
def cards(club_id: str) -> str:
    """Table cards to print and fold."""
    access = codes.require_cards(require_account().id, club_id)
    asked = parse.count(request.args.get("count", ""), 2)
    count = min(max(asked or codes.usual_count(access), 1), codes.MOST_CARDS)
    key = access.club.table_key
    numbers = range(1, count + 1) if key else ()
    pictures = [(number, qr(url_for("codes.table", key=key, number=number, _external=True))) for number in numbers]
    return render_template("codes/cards.html", access=access, cards=pictures, count=count, most=codes.MOST_CARDS)


@blueprint.post("/clubs/<club_id>/cards")
def make(club_id: str) -> ResponseReturnValue:
    """Create the table codes, or reset them."""
    access = codes.require_cards(require_account().id, club_id)
    had_codes = access.club.table_key is not None
    codes.make_codes(access)
    message = "Table codes reset. Print the cards again." if had_codes else "Table codes created."
    return go_to("codes.cards", message, club_id=club_id)
