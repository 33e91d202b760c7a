"""Looking at a season: standings, an entrant, a night, a game, a hand, why, statistics."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.access import ClubAccess, Member
from scorekeeper.actions.following import follow_season
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import (
    EntrantNight,
    NightGame,
    SeasonAccess,
    count_nights,
    count_nights_listed,
    counted_results,
    entrant_nights,
    games_counted,
    nights_played,
    result_of_row,
    season_night,
)
from scorekeeper.actions.season.seasons import draft_of
from scorekeeper.actions.season.standings import ratings_of, standings_of, totals_of
from scorekeeper.actions.season.totals import KINDS, PLAYERS, kind_of
from scorekeeper.actions.season_games import season_game
from scorekeeper.league import statistics
from scorekeeper.league.results import NO_BIDDING, Entrant, entrant_from_key, entrant_key
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import ALL_ROWS, Row
from scorekeeper.league.standings.standings import why as explain
from scorekeeper.league.totals import Totals
from scorekeeper.league.words import called, number, percent
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.club.views import CLUB, PERSON
from scorekeeper.web.device import device_id
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.season.forms import WhyForm
from scorekeeper.web.season.standings_view import (
    award_lines,
    grid_of,
    page_rows,
    recent_view,
    records_of,
    runs_of,
    standing_view,
)
from scorekeeper.web.season.views import (
    GameLine,
    Name,
    bars,
    bye_line,
    game_line,
    open_season,
    own_substitute_facts,
    rungs,
    season_facts,
    shown_figure,
    substitute_facts,
    words_of,
)
from scorekeeper.web.session import require_account
from scorekeeper.web.table.views import hand_row, view

blueprint = Blueprint("season", __name__, url_prefix="/clubs/<club_id>/seasons/<season_id>")

#: The page lists so many nights at first.
FIRST_NIGHTS = 24


def panel(club_access: ClubAccess) -> dict[str, Any]:
    """The seasons on the club's page."""
    all_seasons = seasons.seasons_of(club_access)
    return {
        "shown": [season for season in all_seasons if season.archived_at is None],
        "away": [season for season in all_seasons if season.archived_at is not None],
    }


def person_panel(club_access: ClubAccess, member: Member) -> list[tuple[Any, Row]]:
    """The seasons in which somebody stands, with the row there."""
    shown = [season for season in seasons.seasons_of(club_access) if season.archived_at is None]
    tables = [(season, standings_of(season, PLAYERS)) for season in shown]
    return [(season, row) for season, table in tables for row in table.rows if row.entrant == (str(member.id),)]


CLUB["seasons"] = panel
PERSON["seasons"] = person_panel


@blueprint.get("")
def page(club_id: str, season_id: str) -> str:
    """The standings of players or of partnerships."""
    access, name = open_season(club_id, season_id)
    kind, me = request.args.get("of", PLAYERS), str(access.club_access.me.id)
    rows = page_rows(request.args.get("show"), me)
    table = recent_view(access.season, kind if kind in KINDS else PLAYERS, name, rows, me)
    return render_template(
        "season/page.html",
        access=access,
        table=table,
        me=me,
        you=table.row_of(me),
        words=words_of(access, name),
        facts=season_facts(access.season, count_nights(access.season), games_counted(access.season)),
        nights=nights_played(access.season, None if rows == ALL_ROWS else FIRST_NIGHTS),
        night_count=count_nights_listed(access.season),
    )


@blueprint.get("/why")
def why(club_id: str, season_id: str) -> str:
    """Why one is ahead of the other."""
    access, name = open_season(club_id, season_id)
    form = WhyForm()
    one, other = form.one.data, form.other.data
    kind = kind_of(one)
    table = standings_of(access.season, kind)
    try:
        reason = explain(table, one, other, name) if one != other else "Choose two different names."
    except KeyError:
        abort(404)
    return render_template(
        "season/why.html",
        access=access,
        reason=reason,
        table=standing_view(access.season, kind, name, table),
        chosen=(entrant_key(one), entrant_key(other)),
    )


@blueprint.get("/who/<key>")
def entrant(club_id: str, season_id: str, key: str) -> str:
    """The nights behind a figure, and what an entrant did at bidding."""
    access, name = open_season(club_id, season_id)
    chosen = entrant_from_key(key)
    table = standings_of(access.season, kind_of(chosen))
    try:
        row = table.row(chosen)
    except KeyError:
        abort(404)
    rows = standing_view(access.season, kind_of(chosen), name, table).rows
    index = [row_view.key for row_view in rows].index(entrant_key(chosen))
    return render_template(
        "season/entrant.html",
        access=access,
        row=rows[index],
        above=rows[index - 1] if index else None,
        below=rows[index + 1] if index + 1 < len(rows) else None,
        rivals=[*rows[:index], *rows[index + 1 :]],
        nights=[
            _night_view(night, table.season.scheme, chosen, name) for night in entrant_nights(access.season, chosen)
        ],
        bids=_bid_words(row.account.totals),
    )


def _night_view(night: EntrantNight, scheme: Scheme, chosen: Entrant, name: Name) -> dict[str, Any]:
    results = [(row, result_of_row(row)) for row in night.games]
    return {
        "night": night.night,
        "figure": shown_figure(scheme.way, scheme.way.figure(night.score)) if night.played else "",
        "counts": night.counts,
        "games": [
            game_line(row, result.sides, name, *own_substitute_facts(result, scheme, chosen, name))
            for row, result in results
        ],
        "byes": [bye_line(bye, scheme, name) for bye in night.byes],
    }


def _bid_words(totals: Totals) -> list[tuple[str, str]]:
    """Bids in words, as far as there were any."""
    figures = statistics.bid_figures(totals.bidding)
    if not figures.made + figures.set_back:
        return []
    return [
        ("Bids made", str(figures.made)),
        ("Bids set", str(figures.set_back)),
        ("Success", percent(figures.success) if figures.success is not None else "–"),
        ("Highest bid made", str(figures.highest_made or "–")),
        ("Points over the bid, on average", number(figures.average_over) if figures.average_over is not None else "–"),
        ("Points short, on average", number(figures.average_under) if figures.average_under is not None else "–"),
    ]


@blueprint.get("/nights/<night_id>")
def night(club_id: str, season_id: str, night_id: str) -> str:
    """A night's games, and what it adds for everybody."""
    access, name = open_season(club_id, season_id)
    played = season_night(access, night_id)
    scheme = draft_of(access.season).scheme
    way = scheme.way
    rows = [
        (called(entrant, name), shown_figure(way, way.figure(played.scores[entrant])), own, entrant_key(entrant))
        for entrant, own in played.totals.items()
        if len(entrant) == 1
    ]
    ordered = sorted(rows, key=lambda row: (-way.figure(played.scores[entrant_from_key(row[3])]), row[0].casefold()))
    return render_template(
        "season/night.html",
        access=access,
        night=played.night,
        games=[_game_line(access, game_row, name) for game_row in played.games],
        me=str(access.club_access.me.id),
        rows=ordered,
        handicaps=[(name(player), points) for player, points in played.handicaps.items()],
        byes=[bye_line(bye, scheme, name) for bye in played.byes],
        notes=played.notes,
        unit=way.title,
    )


def _game_line(access: SeasonAccess, played: NightGame, name: Name) -> GameLine:
    """A game of a night; what is played is said only where it could be anything."""
    return game_line(
        played.row,
        played.result.sides,
        name,
        "" if access.season.slug else BY_SLUG[played.result.game].name,
        *substitute_facts(played.result, name),
        "stopped early" if played.row.stopped else "",
        "" if played.counts else "does not count",
    )


@blueprint.get("/evenings/<night_id>")
def old_night_address(club_id: str, season_id: str, night_id: str) -> ResponseReturnValue:
    """The address of a night in links from before nights had their name."""
    return redirect(url_for("season.night", club_id=club_id, season_id=season_id, night_id=night_id), 301)


@blueprint.get("/games/<game_id>")
def game(club_id: str, season_id: str, game_id: str) -> str:
    """A game's hands, for everybody of the club to look at."""
    access, _ = open_season(club_id, season_id)
    table, row = season_game(access, game_id)
    return render_template(
        "season/game.html",
        access=access,
        table=view(table),
        row=row,
        note=table.game.note or "",
        counts=row.counted and row.season_id == access.season.id,
    )


@blueprint.get("/games/<game_id>/hand/<int:hand>")
def hand(club_id: str, season_id: str, game_id: str, hand: int) -> str:
    """One hand: its lines with reasons and rules."""
    access, _ = open_season(club_id, season_id)
    table, row = season_game(access, game_id)
    position = table.position(hand)
    if position is None or position >= len(table.sheet.hands):
        abort(404)
    facts = table.hands[position].facts or {}
    return render_template(
        "season/hand.html",
        access=access,
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
    """Records, bids, partners and opponents."""
    access, name = open_season(club_id, season_id)
    totals = totals_of(access.season)
    results = counted_results(access.season)
    players = sorted(
        (entrant for entrant in totals if len(entrant) == 1), key=lambda entrant: called(entrant, name).casefold()
    )
    runs = statistics.streaks(results)
    everybody = sum((totals[entrant].bidding for entrant in players), NO_BIDDING)
    return render_template(
        "season/statistics.html",
        access=access,
        awards=award_lines(access.season, name),
        bidders=[
            (called(entrant, name), entrant_key(entrant), statistics.bid_figures(totals[entrant].bidding))
            for entrant in players
        ],
        colors=bars(statistics.bid_figures(everybody).colors),
        partners=[
            (called(entrant, name), own.games, percent(own.wins / own.games))
            for entrant, own in statistics.best_partnerships(totals, 3)[:10]
        ],
        grid=grid_of(access.season, players, name),
        runs=runs_of(runs, name),
        records=records_of(results, name),
        whole=lambda figure: number(round(figure)),
    )


@blueprint.get("/ladder")
def ladder(club_id: str, season_id: str) -> str:
    """Skill ratings with their uncertainty."""
    access, name = open_season(club_id, season_id)
    me = str(access.club_access.me.id)
    return render_template("season/ladder.html", access=access, rungs=rungs(ratings_of(access.season), name), me=me)
