"""A season taken away: spreadsheets, JSON, records; its public page; a standing to print."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, render_template, request

from scorekeeper.actions.following import follow_public
from scorekeeper.actions.season import exporting, seasons, standings
from scorekeeper.actions.season.totals import KINDS, PAIRS, PLAYERS
from scorekeeper.league import codec
from scorekeeper.league.standings.standings import Standings
from scorekeeper.league.words import called
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.device import device_id
from scorekeeper.web.http.downloads import download, spreadsheet
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.season.views import Name, game_words, look, names_of, scheme_words, standing_view, words_of

blueprint = Blueprint("season_export", __name__)

HERE = "/clubs/<club_id>/seasons/<season_id>"
STANDING_HEAD = ("place", "name", "figure", "exact figure", "nights", "games", "wins", "bids made", "set back")
GAME_HEAD = ("date", "game", "round", "side", "points", "handicap", "place", "hands")


def standing_rows(table: Standings, name: Name) -> list[dict[str, Any]]:
    """A standing as plain rows."""
    return [
        {
            "place": row.place,
            "name": called(row.entrant, name),
            "figure": round(float(row.figure), 4),
            "exact": str(row.figure),
            "nights": row.account.nights,
            "games": row.account.tally.games,
            "wins": round(float(row.account.tally.wins), 4),
            "bids_made": row.account.tally.bidding.made,
            "set_back": row.account.tally.bidding.set_back,
        }
        for row in table.rows
    ]


@blueprint.get(f"{HERE}/standings.csv")
def standings_csv(club_id: str, season_id: str) -> Response:
    """The standing as a spreadsheet."""
    at, name = look(club_id, season_id)
    kind = request.args.get("of", PLAYERS)
    rows = standing_rows(standings.standings(at.season, kind if kind in KINDS else PLAYERS), name)
    return spreadsheet(STANDING_HEAD, ([*row.values()] for row in rows), "standings.csv")


@blueprint.get(f"{HERE}/standings.json")
def standings_json(club_id: str, season_id: str) -> Response:
    """Both standings, and how they were counted."""
    at, name = look(club_id, season_id)
    told = {
        "season": at.season.name,
        "from": at.season.starts.isoformat(),
        "to": at.season.ends.isoformat(),
        "scheme": codec.scheme(seasons.draft_of(at.season).scheme),
        "players": standing_rows(standings.standings(at.season, PLAYERS), name),
        "partnerships": standing_rows(standings.standings(at.season, PAIRS), name),
    }
    return download(json.dumps(told, ensure_ascii=False, indent=1), "application/json", "standings.json")


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
                [name(each.player), each.instead_of and name(each.instead_of)] for each in result.substitutes
            ],
        }
        for result in standings.results_of(season)
    ]


@blueprint.get(f"{HERE}/games.csv")
def games_csv(club_id: str, season_id: str) -> Response:
    """Every side of every game as a row."""
    at, name = look(club_id, season_id)
    rows = (
        (
            game["date"],
            game["game"],
            game["round"],
            " & ".join(side["players"]),
            side["points"],
            side["handicap"],
            side["place"],
            game["hands"],
        )
        for game in games_of(at.season, name)
        for side in game["sides"]
    )
    return spreadsheet(GAME_HEAD, rows, "games.csv")


@blueprint.get(f"{HERE}/games.json")
def games_json(club_id: str, season_id: str) -> Response:
    """Every game that counts."""
    at, name = look(club_id, season_id)
    text = json.dumps(games_of(at.season, name), ensure_ascii=False, indent=1)
    return download(text, "application/json", "games.json")


@blueprint.get(f"{HERE}/records.jsonl")
def records(club_id: str, season_id: str) -> Response:
    """The records of all games that count, one a line, as the command line reads them."""
    at, _ = look(club_id, season_id)
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in exporting.records(at.season))
    return download(lines, "application/x-ndjson", "records.jsonl")


@blueprint.get(f"{HERE}/print")
def printed(club_id: str, season_id: str) -> str:
    """Both standings on paper."""
    at, name = look(club_id, season_id)
    tables = [standing_view(at.season, kind, name) for kind in KINDS]
    return render_template("season/print.html", at=at, tables=tables, words=words_of(at, name))


@blueprint.get("/s/<key>")
def public(key: str) -> tuple[str, dict[str, str]]:
    """The standing for everybody who has the link: nothing leads from here into the club."""
    season = seasons.public(key)
    name = names_of(season, season.initials)
    draft = seasons.draft_of(season)
    text = render_template(
        "season/public.html",
        season=season,
        tables=[standing_view(season, kind, name) for kind in KINDS],
        words=scheme_words(season, draft.scheme, draft.fixed, draft.rolling, name),
        game=game_words(season),
        nights=len(standings.held(season)),
        games=standings.games_counted(season),
    )
    return text, {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}


@blueprint.get("/s/<key>/events")
def public_events(key: str) -> Response:
    """A stream of the revisions of a season that is shown to everybody."""
    return stream(lambda: follow_public(device_id(), key))
