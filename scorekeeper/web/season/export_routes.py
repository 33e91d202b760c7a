"""Exports, print, public page and embedding of a season."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from scorekeeper.actions import season_games
from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.following import follow_public
from scorekeeper.actions.highlights import awards_of
from scorekeeper.actions.season.details import (
    counted_byes,
    events_played,
    public_season,
)
from scorekeeper.actions.season.seasons import draft_of
from scorekeeper.actions.season.standings import counted_results, standings_of
from scorekeeper.actions.season.totals import KINDS, PAIRS, PLAYERS
from scorekeeper.league import codec
from scorekeeper.league.standings.standings import Rows, Standings
from scorekeeper.league.words import Name, called
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.device import device_id
from scorekeeper.web.http.downloads import download, spreadsheet
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.http.headers import PRIVATE
from scorekeeper.web.season.standings_view import (
    FIRST_ROWS,
    MOST_ROWS,
    made_once,
    page_rows,
    race_view,
    recent_view,
    standing_view,
)
from scorekeeper.web.season.views import chosen_kind, counting_values, names_of, open_season, season_facts

blueprint = Blueprint("season_export", __name__)

HERE = "/clubs/<club_id>/seasons/<season_id>"
#: Columns of the spreadsheet, in the order of `standing_rows`.
STANDING_HEAD = (
    *("place", "name", "figure", "exact figure", "nights", "games", "wins"),
    *("bids made", "set back", "byes", "margin"),
)
GAME_HEAD = ("date", "game", "round", "side", "points", "handicap", "place", "hands", "substitutes")
#: The word in the column of the game where somebody sat out.
BYE = "Bye"


def standing_rows(table: Standings, name: Name) -> list[dict[str, Any]]:
    """Standings as plain rows."""
    return [
        {
            "place": row.place,
            "name": called(row.entrant, name),
            "figure": round(float(row.figure), 4),
            "exact": str(row.figure),
            "nights": row.account.nights,
            "games": row.account.totals.games,
            "wins": round(float(row.account.totals.wins), 4),
            "bids_made": row.account.totals.bidding.made,
            "set_back": row.account.totals.bidding.set_back,
            "byes": row.account.totals.byes,
            "margin": row.account.margin,
        }
        for row in table.rows
    ]


@blueprint.get(f"{HERE}/standings.csv")
def standings_csv(club_id: str, season_id: str) -> Response:
    """Standings as a spreadsheet."""
    access, name = open_season(club_id, season_id)
    rows = standing_rows(standings_of(access.season, chosen_kind()), name)
    return spreadsheet(STANDING_HEAD, ([*row.values()] for row in rows), "standings.csv")


@blueprint.get(f"{HERE}/standings.json")
def standings_json(club_id: str, season_id: str) -> Response:
    """Both standings, and how they were counted."""
    access, name = open_season(club_id, season_id)
    values = {
        "season": access.season.name,
        "from": access.season.starts.isoformat(),
        "to": access.season.ends.isoformat(),
        "scheme": codec.scheme(draft_of(access.season).scheme),
        "players": standing_rows(standings_of(access.season, PLAYERS), name),
        "partnerships": standing_rows(standings_of(access.season, PAIRS), name),
    }
    return download(json.dumps(values, ensure_ascii=False, indent=1), "application/json", "standings.json")


def byes_of(season: Any, name: Name) -> list[dict[str, Any]]:
    """Every bye that counts as plain rows."""
    events = {event.id: event.date.isoformat() for event in events_played(season)}
    rows = [
        {
            "date": events[bye.night],
            "game": BYE,
            "round": bye.round,
            "players": [name(player) for player in bye.players],
            "played": [name(player) for player in bye.played],
        }
        for bye in counted_byes(season, list(events))
    ]
    return sorted(rows, key=lambda row: (row["date"], row["round"], row["players"]))


def games_of(season: Any, name: Name) -> list[dict[str, Any]]:
    """Every game that counts as plain rows."""
    return [
        {
            "id": result.id,
            "date": result.date,
            "game": BY_SLUG[result.game].name,
            "round": result.round,
            "hands": result.hands,
            "sides": [
                {
                    "players": [name(player) for player in side.players],
                    "points": side.points,
                    "handicap": side.handicap,
                    "place": side.place,
                }
                for side in result.sides
            ],
            "substitutes": [
                [name(substitute.player), substitute.instead_of and name(substitute.instead_of)]
                for substitute in result.substitutes
            ],
        }
        for result in counted_results(season)
    ]


@blueprint.get(f"{HERE}/games.csv")
def games_csv(club_id: str, season_id: str) -> Response:
    """Every side of every game as a row."""
    access, name = open_season(club_id, season_id)
    games = [
        (
            game["date"],
            game["game"],
            game["round"],
            " & ".join(side["players"]),
            side["points"],
            side["handicap"],
            side["place"],
            game["hands"],
            ", ".join(
                f"{player} for {absent or '?'}" for player, absent in game["substitutes"] if player in side["players"]
            ),
        )
        for game in games_of(access.season, name)
        for side in game["sides"]
    ]
    byes = [
        (bye["date"], BYE, bye["round"], " & ".join(bye["players"]), "", "", "", "", "")
        for bye in byes_of(access.season, name)
    ]
    return spreadsheet(GAME_HEAD, sorted([*games, *byes], key=lambda row: (row[0], row[2])), "games.csv")


@blueprint.get(f"{HERE}/games.json")
def games_json(club_id: str, season_id: str) -> Response:
    """Every game and every bye that counts."""
    access, name = open_season(club_id, season_id)
    rows = [*games_of(access.season, name), *byes_of(access.season, name)]
    rows.sort(key=lambda row: (row["date"], row["round"]))
    return download(json.dumps(rows, ensure_ascii=False, indent=1), "application/json", "games.json")


@blueprint.get(f"{HERE}/records.jsonl")
def records(club_id: str, season_id: str) -> Response:
    """The records of all games that count, one per line, as the command line reads them."""
    access, _ = open_season(club_id, season_id)
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in season_games.records(access.season))
    return download(lines, "application/x-ndjson", "records.jsonl")


@blueprint.get(f"{HERE}/export")
def exports(club_id: str, season_id: str) -> str:
    """List the files of a season."""
    access, _ = open_season(club_id, season_id)
    return render_template("season/export.html", access=access)


@blueprint.get(f"{HERE}/print")
def printed(club_id: str, season_id: str) -> str:
    """Both standings, to print."""
    access, name = open_season(club_id, season_id)
    ranked = {kind: standings_of(access.season, kind) for kind in KINDS}
    return render_template(
        "season/print.html",
        access=access,
        tables=[standing_view(access.season, kind, name, table) for kind, table in ranked.items()],
        race=race_view(access.season, ranked[PLAYERS], name),
        name=name,
        **counting_values(access.season),
    )


@blueprint.get("/s/<key>")
def public(key: str) -> tuple[str, dict[str, str]]:
    """Standings for anyone with the link; the page links to no other page of the club."""
    season = public_season(key)
    name = names_of(season, season.initials)
    rows = page_rows(request.args.get("show"), most=Rows(MOST_ROWS))
    text = render_template(
        "season/public.html",
        season=season,
        tables=made_once(season, rows, lambda: [recent_view(season, kind, name, rows) for kind in KINDS]),
        awards=awards_of(season),
        name=name,
        facts=season_facts(season),
        **counting_values(season),
    )
    return text, PRIVATE


@blueprint.get("/s/<key>/events")
def public_events(key: str) -> Response:
    """A stream of the revisions of a public season."""
    return stream(lambda: follow_public(device_id(), key))


#: The only page that other sites may frame; it has no script, no form and no session.
FRAMED = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
HEADERS = {
    "Content-Security-Policy": FRAMED,
    **PRIVATE,
    # Caches must ask again, so that the page is gone when the key is.
    "Cache-Control": "no-cache",
}
THEMES = ("light", "dark")


@blueprint.get("/s/<key>/table")
def embedded(key: str) -> Response:
    """The standings of players or partnerships, in the colors that the other site asks for."""
    chosen = request.args.get("theme", "")
    theme = chosen if chosen in THEMES else ""
    try:
        response = make_response(_embedded_page(key, theme))
    except NotFoundError:
        response = make_response(render_template("season/embed_over.html", theme=theme), 404)
    response.headers.update(HEADERS)
    response.add_etag()
    response.make_conditional(request)
    return response


def _embedded_page(key: str, theme: str) -> str:
    season, kind = public_season(key), chosen_kind()
    name = names_of(season, season.initials)
    shown = made_once(
        season, ("embed", kind), lambda: standing_view(season, kind, name, standings_of(season, kind, Rows(FIRST_ROWS)))
    )
    return render_template(
        "season/embed.html",
        season=season,
        table=shown,
        rows=shown.rows,
        facts=season_facts(season),
        theme=theme,
    )
