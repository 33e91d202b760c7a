"""Exports, prints, pictures and live updates of a table."""

from __future__ import annotations

import json
from itertools import chain

from flask import Blueprint, Flask, Response, current_app, render_template, request, url_for
from werkzeug.test import EnvironBuilder

from scorekeeper.actions.following import follow_game
from scorekeeper.actions.table.access import Table, require_picture, require_viewer, watched_revision
from scorekeeper.web.addresses import qr
from scorekeeper.web.cache import page_keys, shared_pages
from scorekeeper.web.device import device_id
from scorekeeper.web.http.downloads import download, spreadsheet
from scorekeeper.web.http.event_stream import PageOf, no_page, stream
from scorekeeper.web.table.finish import headline, png, svg
from scorekeeper.web.table.views import describe_hand, roles, takeovers, view

blueprint = Blueprint("exports", __name__, url_prefix="/t/<game_id>")

SHEET_HEAD = ("hand", "dealer", "side", "points", "total after the hand", "reason", "rule")
#: The reason of the totals of a game begun on paper.
OPENING_REASON = "Brought from paper"


@blueprint.get("/record.json")
def record(game_id: str) -> Response:
    """The record, as the command line reads it."""
    table = require_viewer(device_id(), game_id)
    text = json.dumps(table.record, ensure_ascii=False, indent=1)
    return download(text, "application/json", f"{table.game.slug}.json")


@blueprint.get("/sheet.csv")
def sheet(game_id: str) -> Response:
    """Every line of the sheet as a row."""
    table = require_viewer(device_id(), game_id)
    sides = table.sheet.sides
    opening = (
        (0, "", sides[side].name, total, total, OPENING_REASON, "record.opening")
        for side, total in enumerate(table.sheet.opening or ())
    )
    rows = (
        (
            number,
            table.names_at(number)[hand.dealer],
            sides[line.side].name,
            line.points,
            hand.totals[line.side],
            line.why,
            line.rule,
        )
        for number, hand in enumerate(table.sheet.hands, 1)
        for line in hand.lines
    )
    return spreadsheet(SHEET_HEAD, chain(opening, rows), f"{table.game.slug}.csv")


@blueprint.get("/print")
def printed(game_id: str) -> str:
    """The sheet on one page of paper."""
    table = require_viewer(device_id(), game_id)
    return render_template(
        "table/print.html",
        table=view(table),
        date=table.game.date or "",
        note=table.game.note or "",
        takeovers=takeovers(table),
        agreed=_agreed_points(table),
    )


def _agreed_points(table: Table) -> list[tuple[int, str, str, int]]:
    """Every agreed adjustment: its hand, whose it is, why, and the points."""
    sides = table.sheet.sides
    return [
        (place, sides[adjustment["side"]].name, adjustment["why"].strip(), adjustment["points"])
        for place, hand in enumerate(table.record["hands"], 1)
        for adjustment in hand.get("adjust", ())
    ]


@blueprint.get("/events")
def events(game_id: str) -> Response:
    """A stream of the game's revisions; a phone that watches the table gets the new page with them."""
    is_watching = request.args.get("page") == "table" and watched_revision(device_id(), game_id) is not None
    return stream(lambda: follow_game(device_id(), game_id), _shared_page(game_id) if is_watching else no_page)


def _shared_page(game_id: str) -> PageOf:
    """The page that this phone would fetch after a change, made once for all who watch."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    cache, key_of = shared_pages(), page_keys(game_id)
    headers = [("Cookie", request.headers.get("Cookie", "")), ("X-Follow", "yes")]
    environ = EnvironBuilder(f"/t/{game_id}", request.url_root, headers=headers).get_environ()

    def make(revision: int) -> str | None:
        with app.request_context(environ):
            app.full_dispatch_request()
        return cache.get(key_of(revision))

    return lambda revision: cache.get_or_build(key_of(revision), lambda: make(revision)) or None


@blueprint.get("/screen")
def screen(game_id: str) -> str:
    """The score in letters that fill a television."""
    table = require_viewer(device_id(), game_id)
    link = url_for("share.join", game_id=game_id, key=table.game.watch_key, _external=True)
    now = table.sheet.open
    return render_template(
        "table/screen.html",
        table=view(table),
        words=describe_hand(now, table.names_at(len(table.hands))) if now is not None else None,
        trump=(now or {}).get("trump", ""),
        roles=roles(table),
        headline=headline(table) if table.sheet.over else "",
        code=qr(link) if table.may_score else "",
    )


#: Another revision has another address; a link that was reset ends soon.
KEPT_FOR = "private, max-age=300"


@blueprint.get("/picture/<key>.<any(png, svg):kind>")
def picture(game_id: str, key: str, kind: str) -> Response:
    """The picture as PNG or SVG."""
    drawing = svg(require_picture(game_id, key))
    response = (
        Response(drawing, mimetype="image/svg+xml") if kind == "svg" else Response(png(drawing), mimetype="image/png")
    )
    response.headers["Cache-Control"] = KEPT_FOR
    response.headers["X-Robots-Tag"] = "noindex"
    response.add_etag()
    response.make_conditional(request)
    return response
