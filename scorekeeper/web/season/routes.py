"""Looking at a season: standing, an entrant, a night, a game, a hand, why, statistics."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from scorekeeper.actions.club.access import ClubAccess, Member
from scorekeeper.actions.following import follow_season
from scorekeeper.actions.season import seasons, standings
from scorekeeper.actions.season.seasons import Seen
from scorekeeper.actions.season.totals import KINDS, PAIRS, PLAYERS
from scorekeeper.league import statistics
from scorekeeper.league.results.result import NO_BIDDING
from scorekeeper.league.standings.standings import Row
from scorekeeper.league.standings.why import why as said_why
from scorekeeper.league.totals.night import Tally
from scorekeeper.league.words import called, number, percent
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.club_panels import CLUB, PERSON
from scorekeeper.web.device import device_id
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.season.statistics import grid_of, records_of, runs_of
from scorekeeper.web.season.views import (
    GameLine,
    Name,
    bars,
    entrant_of,
    game_line,
    game_words,
    key_of,
    look,
    rungs,
    shown_figure,
    standing_view,
    words_of,
)
from scorekeeper.web.session import require_account
from scorekeeper.web.table.views import hand_row, view

blueprint = Blueprint("season", __name__, url_prefix="/clubs/<club_id>/seasons/<season_id>")


def panel(place: ClubAccess) -> dict[str, Any]:
    """The seasons on the club's page."""
    every = seasons.of_club(place)
    return {
        "shown": [season for season in every if season.archived_at is None],
        "away": [season for season in every if season.archived_at is not None],
    }


def person_panel(place: ClubAccess, member: Member) -> list[tuple[Any, Row]]:
    """The seasons in which somebody stands, with the row there."""
    tables = [(each, standings.standings(each, PLAYERS)) for each in seasons.of_club(place) if each.archived_at is None]
    return [(season, row) for season, table in tables for row in table.rows if row.entrant == (str(member.id),)]


CLUB["seasons"] = panel
PERSON["seasons"] = person_panel


@blueprint.get("")
def page(club_id: str, season_id: str) -> str:
    """The standing of players or of partnerships."""
    at, name = look(club_id, season_id)
    kind = request.args.get("of", PLAYERS)
    return render_template(
        "season/page.html",
        at=at,
        table=standing_view(at.season, kind if kind in KINDS else PLAYERS, name),
        words=words_of(at, name),
        game=game_words(at.season),
        nights=standings.held(at.season),
        games=standings.games_counted(at.season),
    )


@blueprint.get("/why")
def why(club_id: str, season_id: str) -> str:
    """Why one is above the other."""
    at, name = look(club_id, season_id)
    one, other = entrant_of(request.args.get("one", "")), entrant_of(request.args.get("other", ""))
    kind = PLAYERS if len(one) == 1 else PAIRS
    table = standings.standings(at.season, kind)
    try:
        said = said_why(table, one, other, name) if one != other else "Choose two different ones."
    except KeyError:
        abort(404)
    return render_template(
        "season/why.html",
        at=at,
        said=said,
        table=standing_view(at.season, kind, name, table),
        chosen=(key_of(one), key_of(other)),
    )


@blueprint.get("/who/<key>")
def entrant(club_id: str, season_id: str, key: str) -> str:
    """The nights behind a figure, and what an entrant did at bidding."""
    at, name = look(club_id, season_id)
    who = entrant_of(key)
    table = standings.standings(at.season, PLAYERS if len(who) == 1 else PAIRS)
    try:
        row = table.row(who)
    except KeyError:
        abort(404)
    shown = standing_view(at.season, PLAYERS if len(who) == 1 else PAIRS, name, table)
    order = [each.key for each in shown.rows]
    index = order.index(key_of(who))
    return render_template(
        "season/entrant.html",
        at=at,
        row=shown.rows[index],
        above=shown.rows[index - 1] if index else None,
        below=shown.rows[index + 1] if index + 1 < len(order) else None,
        rivals=[each for each in shown.rows if each.key != order[index]],
        nights=[_on_night(each, table.season.scheme.way, name) for each in standings.nights_of(at.season, who)],
        bids=_bid_words(row.account.tally),
        said=table.season.scheme.way.said(row.figure),
    )


def _on_night(each: standings.OnNight, way: Any, name: Name) -> dict[str, Any]:
    games = [game_line(row, standings.result_of(row).sides, name) for row in each.games]
    return {
        "night": each.night,
        "figure": shown_figure(way, way.figure(each.part)),
        "counts": each.counts,
        "games": games,
    }


def _bid_words(tally: Tally) -> list[tuple[str, str]]:
    """Bids in words, as far as there were any."""
    figures = statistics.bid_figures(tally.bidding)
    if not figures.made + figures.set_back:
        return []
    return [
        ("Bids made", str(figures.made)),
        ("Set back", str(figures.set_back)),
        ("Of all bids made", percent(figures.success) if figures.success is not None else "–"),
        ("Highest bid made", str(figures.highest_made or "–")),
        ("Above the bid, on average", number(figures.average_over) if figures.average_over is not None else "–"),
        ("Short of it, on average", number(figures.average_under) if figures.average_under is not None else "–"),
    ]


@blueprint.get("/nights/<night_id>")
def night(club_id: str, season_id: str, night_id: str) -> str:
    """A night's games, and what it adds for everybody."""
    at, name = look(club_id, season_id)
    found = standings.night_of(at, night_id)
    way = seasons.draft_of(at.season).scheme.way
    rows = [
        (called(who, name), shown_figure(way, way.figure(found.parts[who])), tally, key_of(who))
        for who, tally in found.tallies.items()
        if len(who) == 1
    ]
    ordered = sorted(rows, key=lambda row: (-way.figure(found.parts[entrant_of(row[3])]), row[0].casefold()))
    return render_template(
        "season/night.html",
        at=at,
        night=found.night,
        games=[_of_night(at, each, name) for each in found.games],
        rows=ordered,
        handicaps=[(name(who), points) for who, points in found.handicaps.items()],
        byes=[(number_, name(str(who))) for number_, who in found.byes],
        unit=way.title,
    )


def _of_night(at: Seen, each: standings.GameRow, name: Name) -> GameLine:
    """A game of a night; what is played is said only where it could be anything."""
    return game_line(
        each.row,
        each.result.sides,
        name,
        "" if at.season.slug else BY_SLUG[each.result.game].name,
        "stopped early" if each.row.stopped else "",
        "" if each.counts else "does not count",
    )


@blueprint.get("/games/<game_id>")
def game(club_id: str, season_id: str, game_id: str) -> str:
    """A game's hands, for everybody of the club to look at."""
    at, _ = look(club_id, season_id)
    table, row = standings.game_of(at, game_id)
    return render_template("season/game.html", at=at, table=view(table), row=row, note=table.game.note or "")


@blueprint.get("/games/<game_id>/hand/<int:hand>")
def hand(club_id: str, season_id: str, game_id: str, hand: int) -> str:
    """One hand: its lines with reasons and rules."""
    at, _ = look(club_id, season_id)
    table, row = standings.game_of(at, game_id)
    position = table.position(hand)
    if position is None or position >= len(table.sheet.hands):
        abort(404)
    facts = table.hands[position].facts or {}
    return render_template(
        "season/hand.html",
        at=at,
        table=view(table),
        row=hand_row(table, position + 1),
        game_id=row.game_id,
        note=facts.get("note", ""),
        before=table.hands[position - 1].hand if position else None,
        after=table.hands[position + 1].hand if position + 1 < len(table.sheet.hands) else None,
    )


@blueprint.get("/events")
def events(club_id: str, season_id: str) -> Response:
    """A stream of the season's revisions."""
    account = require_account().id
    return stream(lambda: follow_season(account, device_id(), club_id, season_id))


@blueprint.get("/statistics")
def figures(club_id: str, season_id: str) -> str:
    """Figures that people enjoy."""
    at, name = look(club_id, season_id)
    tallies = standings.tallies(at.season)
    results = standings.results_of(at.season)
    players = sorted((who for who in tallies if len(who) == 1), key=lambda who: called(who, name).casefold())
    runs = statistics.streaks(results)
    everybody = sum((tallies[who].bidding for who in players), NO_BIDDING)
    return render_template(
        "season/statistics.html",
        at=at,
        bidders=[(called(who, name), key_of(who), statistics.bid_figures(tallies[who].bidding)) for who in players],
        colors=bars(statistics.bid_figures(everybody).colors),
        partners=[
            (called(who, name), tally, percent(tally.wins / tally.games))
            for who, tally in statistics.best_partnerships(tallies, 3)[:10]
        ],
        grid=grid_of(at.season, players, name),
        runs=runs_of(runs, name),
        records=records_of(results, name),
        whole=lambda figure: number(round(figure)),
    )


@blueprint.get("/ladder")
def ladder(club_id: str, season_id: str) -> str:
    """Skill ratings with their uncertainty."""
    at, name = look(club_id, season_id)
    return render_template("season/ladder.html", at=at, rungs=rungs(standings.ladder(at.season), name))
