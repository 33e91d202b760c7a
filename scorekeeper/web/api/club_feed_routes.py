"""Public standings for programs and for other sites: the only thing that every site may read."""

from __future__ import annotations

from typing import Any

from flask import Response, request, url_for

from scorekeeper.actions.season.details import public_season
from scorekeeper.actions.season.draft import draft_of
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.actions.season.totals import PAIRS, PLAYERS
from scorekeeper.league.standings.counting import Way
from scorekeeper.league.standings.standings import Row, Rows
from scorekeeper.league.words import called
from scorekeeper.web.api.operations import blueprint, operation
from scorekeeper.web.api.responses import with_etag
from scorekeeper.web.season.public_values import MOST_ROWS, made_once
from scorekeeper.web.season.views import Name, names_of, shown_figure

TABLES = {"players": PLAYERS, "partnerships": PAIRS}
FORMAT = "scorekeeper-standings/1"
TEXT = (
    "The key is in the address of the public page. This address stops working when the page is turned off. Names are "
    "initials if the page shows initials. Fields may be added, but existing fields keep their meaning. "
    "Each list has at most 1000 rows."
)


@operation("GET", "/seasons/<key>", "Standings", text=TEXT)
def public_standings(key: str) -> Response:
    """Get the standings of a season whose public page is on."""
    season = public_season(key)
    way = draft_of(season).scheme.way
    response = with_etag(
        {
            "format": FORMAT,
            "club": season.club.name,
            "season": season.name,
            "from": season.starts.isoformat(),
            "to": season.ends.isoformat(),
            "final": season.closed_at is not None,
            "counts": way.title,
            **made_once(season, "feed", lambda: {title: _rows(season, kind) for title, kind in TABLES.items()}),
            "page": url_for("season_export.public", key=key, _external=True),
        }
    )
    # Whoever has it asks again, so that it ends with the key.
    response.headers["Cache-Control"] = "no-cache"
    return response


def _rows(season: Any, kind: str) -> list[dict[str, Any]]:
    name, way = names_of(season, season.initials), draft_of(season).scheme.way
    return [_row(row, way, name) for row in standings_of(season, kind, Rows(MOST_ROWS)).rows]


def _row(row: Row, way: Way, name: Name) -> dict[str, Any]:
    return {
        "place": row.place,
        "tied": row.level,
        "name": called(row.entrant, name),
        "players": [name(player) for player in row.entrant],
        "figure": shown_figure(way, row.figure),
        "value": round(float(row.figure), 4),
        "nights": row.account.nights,
        "games": row.account.totals.games,
        "wins": round(float(row.account.totals.wins), 4),
        "byes": row.account.totals.byes,
    }


@blueprint.after_request
def allow_every_site(response: Response) -> Response:
    """Let pages of every site read public standings, and why there are none."""
    if request.endpoint == f"{blueprint.name}.{public_standings.__name__}":
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "ETag"
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
