"""Permanent table codes: what a phone sees that scans one, and the cards to print."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions import codes
from scorekeeper.actions.following import follow_code
from scorekeeper.web import parse
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.qr import qr
from scorekeeper.web.session import require_account

blueprint = Blueprint("table_codes", __name__)


@blueprint.get("/c/<key>/table/<int:number>")
def page(key: str, number: int) -> ResponseReturnValue:
    """A phone that scans the code goes to the game; while there is none, the page says why and follows."""
    coded = codes.require_coded_table(key, number)
    is_following = "X-Follow" in request.headers
    if coded.playing and device_id() and not is_following:
        return open_game(key, number)
    # A phone without a cookie may be a program that only previews the link.
    leaves = coded.playing and not is_following
    return render_template("codes/table.html", coded=coded, key=key, number=number, leaves=leaves)


@blueprint.get("/c/<key>/table/<int:number>/open")
def open_game(key: str, number: int) -> ResponseReturnValue:
    """From now on the phone may score the game of this round."""
    codes.require_coded_table(key, number)
    game_id = codes.sit_down(known_device_id(), key, number)
    # The finish of the game leads back to the table.
    session["table_code"] = url_for("table_codes.page", key=key, number=number)
    return redirect(url_for("table.page", game_id=game_id), 303)


@blueprint.get("/c/<key>/table/<int:number>/events")
def events(key: str, number: int) -> Response:
    """A stream of what is decided in the club."""
    device = device_id()
    return stream(lambda: follow_code(device, key, number))


@blueprint.get("/clubs/<club_id>/cards")
def cards(club_id: str) -> str:
    """The cards of the tables, to print and to fold."""
    access = codes.require_cards(require_account().id, club_id)
    asked = parse.count(request.args.get("count", ""), 2)
    count = min(max(asked or codes.usual_count(access), 1), codes.MOST_CARDS)
    links = [_link(access.club.table_key, number) for number in range(1, count + 1)] if access.club.table_key else []
    pictures = [(number, qr(link)) for number, link in enumerate(links, 1)]
    return render_template("codes/cards.html", access=access, cards=pictures, count=count, most=codes.MOST_CARDS)


def _link(key: str, number: int) -> str:
    return url_for("table_codes.page", key=key, number=number, _external=True)


@blueprint.post("/clubs/<club_id>/cards")
def make(club_id: str) -> ResponseReturnValue:
    """Make the codes, or reset them."""
    access = codes.require_cards(require_account().id, club_id)
    had_codes = access.club.table_key is not None
    codes.make_codes(access)
    flash("Table codes reset. Print the cards again." if had_codes else "Table codes created.")
    return redirect(url_for("table_codes.cards", club_id=club_id), 303)
