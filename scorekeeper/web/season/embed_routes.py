"""A season's public standings as a plain table that other sites may show in a frame."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.season.details import count_nights, games_counted, public_season
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.actions.season.totals import KINDS, PLAYERS
from scorekeeper.league.standings.standings import Rows
from scorekeeper.web.season.public_values import made_once
from scorekeeper.web.season.standings_view import FIRST_ROWS, standing_view
from scorekeeper.web.season.views import names_of, season_facts

blueprint = Blueprint("season_embed", __name__)

#: The one page that other sites may frame: it runs no script, sends no form, and knows nobody.
FRAMED = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
HEADERS = {
    "Content-Security-Policy": FRAMED,
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
    # Whoever has it asks again, so that it ends with the key.
    "Cache-Control": "no-cache",
}
THEMES = ("light", "dark")


@blueprint.get("/s/<key>/table")
def table(key: str) -> Response:
    """The standings of players or partnerships, in the colors that the other site asks for."""
    chosen = request.args.get("theme", "")
    theme = chosen if chosen in THEMES else ""
    try:
        response = make_response(_page(key, theme))
    except NotFoundError:
        response = make_response(render_template("season/embed_over.html", theme=theme), 404)
    response.headers.update(HEADERS)
    response.add_etag()
    response.make_conditional(request)
    return response


def _page(key: str, theme: str) -> str:
    season, kind = public_season(key), request.args.get("of", PLAYERS)
    kind = kind if kind in KINDS else PLAYERS
    name = names_of(season, season.initials)
    shown = made_once(
        season, ("embed", kind), lambda: standing_view(season, kind, name, standings_of(season, kind, Rows(FIRST_ROWS)))
    )
    return render_template(
        "season/embed.html",
        season=season,
        table=shown,
        rows=shown.rows,
        facts=season_facts(season, count_nights(season), games_counted(season)),
        theme=theme,
    )
