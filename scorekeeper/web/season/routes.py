"""Looking at a season: standings, an entrant, an event, a game, a hand, why, statistics."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from scorekeeper.actions.following import follow_season
from scorekeeper.actions.highlights import awards_of
from scorekeeper.actions.season.details import (
    EntrantEvent,
    count_events,
    entrant_events,
    events_played,
    season_event,
)
from scorekeeper.actions.season.results import stored_result
from scorekeeper.actions.season.seasons import draft_of
from scorekeeper.actions.season.standings import counted_results, ratings_of, standings_of, totals_of
from scorekeeper.actions.season.totals import kind_of
from scorekeeper.actions.season_games import season_game
from scorekeeper.league import statistics
from scorekeeper.league.rating import ladder as in_order
from scorekeeper.league.results import NO_BIDDING, Entrant, entrant_from_key, entrant_key
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import ALL_ROWS
from scorekeeper.league.standings.standings import why as explain
from scorekeeper.league.words import Name, called, percent
from scorekeeper.web.device import device_id
from scorekeeper.web.event.tie_answer import WhyForm
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.season.standings_view import grid_of, page_rows, recent_view, records_of, runs_of, standing_view
from scorekeeper.web.season.views import (
    bye_line,
    chosen_kind,
    counting_values,
    event_game_line,
    game_line,
    open_season,
    own_substitute_facts,
    season_facts,
)
from scorekeeper.web.session import require_account
from scorekeeper.web.table.views import hand_row, view
from scorekeeper.web.template_filters import shown_figure

blueprint = Blueprint("season", __name__, url_prefix="/clubs/<club_id>/seasons/<season_id>")

#: Events that the page lists at first.
FIRST_EVENTS = 24


@blueprint.get("")
def page(club_id: str, season_id: str) -> str:
    """The standings of players or of partnerships."""
    access, name = open_season(club_id, season_id)
    me = str(access.club_access.me.id)
    rows = page_rows(request.args.get("show"), me)
    table = recent_view(access.season, chosen_kind(), name, rows, me)
    return render_template(
        "season/page.html",
        access=access,
        table=table,
        me=me,
        you=table.row_of(me),
        name=name,
        facts=season_facts(access.season),
        events=events_played(access.season, None if rows == ALL_ROWS else FIRST_EVENTS),
        event_count=count_events(access.season, counted=False),
        **counting_values(access.season),
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
    """The events behind a figure, and what an entrant did at bidding."""
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
        events=[
            _event_view(event, table.season.scheme, chosen, name) for event in entrant_events(access.season, chosen)
        ],
        bids=row.account.totals.bidding,
    )


def _event_view(event: EntrantEvent, scheme: Scheme, chosen: Entrant, name: Name) -> dict[str, Any]:
    results = [(row, result) for row in event.games if (result := stored_result(row)) is not None]
    return {
        "event": event.event,
        "figure": shown_figure(scheme.way, scheme.way.figure(event.score)) if event.played else "",
        "counts": event.counts,
        "games": [
            game_line(row, result.sides, name, *own_substitute_facts(result, scheme, chosen, name))
            for row, result in results
        ],
        "byes": [bye_line(bye, scheme, name) for bye in event.byes],
    }


@blueprint.get("/nights/<event_id>")
def event(club_id: str, season_id: str, event_id: str) -> str:
    """An event's games, and what it adds to each score."""
    access, name = open_season(club_id, season_id)
    played = season_event(access, event_id)
    scheme = draft_of(access.season).scheme
    way = scheme.way
    rows = [
        (called(entrant, name), shown_figure(way, way.figure(played.scores[entrant])), own, entrant_key(entrant))
        for entrant, own in played.totals.items()
        if len(entrant) == 1
    ]
    ordered = sorted(rows, key=lambda row: (-way.figure(played.scores[entrant_from_key(row[3])]), row[0].casefold()))
    return render_template(
        "season/event.html",
        access=access,
        event=played.event,
        games=[
            event_game_line(own.row, own.result, name, not access.season.slug, own.counts, own.stopped)
            for own in played.games
        ],
        me=str(access.club_access.me.id),
        rows=ordered,
        handicaps=[(name(player), points) for player, points in played.handicaps.items()],
        byes=[bye_line(bye, scheme, name) for bye in played.byes],
        notes=played.notes,
        unit=way.title,
    )


@blueprint.get("/games/<game_id>")
def game(club_id: str, season_id: str, game_id: str) -> str:
    """A game's hands, for members of the club."""
    access, name = open_season(club_id, season_id)
    table, row = season_game(access, game_id)
    result = stored_result(row) if row.on_paper else None
    return render_template(
        "season/game.html",
        access=access,
        table=view(table),
        paper=game_line(row, result.sides, name) if result is not None else None,
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
        name=name,
        awards=awards_of(access.season),
        bidders=[(called(entrant, name), entrant_key(entrant), totals[entrant].bidding) for entrant in players],
        colors=everybody.favorite_colors,
        partners=[
            (called(entrant, name), own.games, percent(own.wins / own.games))
            for entrant, own in statistics.best_partnerships(totals, 3)[:10]
        ],
        grid=grid_of(access.season, players, name),
        runs=runs_of(runs, name),
        records=records_of(results, name),
    )


@blueprint.get("/ladder")
def ladder(club_id: str, season_id: str) -> str:
    """Skill ratings with their uncertainty."""
    access, name = open_season(club_id, season_id)
    ratings, me = in_order(ratings_of(access.season)), str(access.club_access.me.id)
    return render_template("season/ladder.html", access=access, ratings=ratings, name=name, me=me)
