"""The files of an event, and everything to print."""

from __future__ import annotations

import json
from collections.abc import Sequence

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.actions.event.access import EventAccess
from scorekeeper.actions.event.contest import ContestView
from scorekeeper.actions.event.contests import document
from scorekeeper.actions.event.results import event_standings, table_states
from scorekeeper.league.words import called
from scorekeeper.web.event.contest_views import standing_lines
from scorekeeper.web.event.page import page_values
from scorekeeper.web.event.views import TableCard, open_event, render_event
from scorekeeper.web.http.downloads import download, spreadsheet

blueprint = Blueprint("event_export", __name__, url_prefix="/event/<event_id>")

ENTRY_HEAD = ("number", "name", "players", "seed", "late", "withdrawn")
MATCH_HEAD = ("match", "title", "round", "side", "entry", "points", "games won", "winner", "how")
PLACE_HEAD = ("place", "name", "score", "played", "won", "tied", "lost", "byes", "points", "margin", "prize")
NIGHT_HEAD = ("place", "name", "score", "games", "won", "byes", "margin")


def _contest(event_id: str) -> ContestView:
    return ContestView(open_event(event_id))


@blueprint.get("/export")
def exports(event_id: str) -> str:
    """Files to download and pages to print."""
    access = open_event(event_id)
    return render_event("event/export.html", access)


@blueprint.get("/event.json")
def as_json(event_id: str) -> Response:
    """A whole contest, with the records of all games."""
    text = json.dumps(document(_contest(event_id)), ensure_ascii=False, indent=1)
    return download(text, "application/json", "event.json")


@blueprint.get("/records.jsonl")
def records(event_id: str) -> Response:
    """The records of all games, one per line."""
    states = table_states(open_event(event_id))
    lines = [json.dumps(state.played.record, ensure_ascii=False) for state in states]
    return download("".join(f"{line}\n" for line in lines), "application/x-ndjson", "records.jsonl")


@blueprint.get("/entries.csv")
def entries_csv(event_id: str) -> Response:
    """Entrants as a spreadsheet."""
    access = open_event(event_id)
    rows = []
    for entrant in access.event.entrants:
        people = " & ".join(access.names.get(person, "?") for person in entrant.people)
        late, withdrawn = "yes" if entrant.joined else "", "yes" if entrant.withdrawn_at else ""
        rows.append((entrant.number, entrant.name or people, people, entrant.seed or "", late, withdrawn))
    return spreadsheet(ENTRY_HEAD, rows, "entries.csv")


@blueprint.get("/matches.csv")
def matches_csv(event_id: str) -> Response:
    """Matches as a spreadsheet, one row for each side."""
    view = _contest(event_id)
    rows = [
        (
            match.key,
            view.match_title(match.key),
            match.round,
            index + 1,
            view.group_name(side) if side else "",
            match.points[index] if match.legs else "",
            float(match.wins[index]) if match.legs else "",
            "yes" if match.winner == index else "",
            match.how,
        )
        for match in view.outcome.matches
        for index, side in enumerate(match.sides)
    ]
    return spreadsheet(MATCH_HEAD, rows, "matches.csv")


@blueprint.get("/standings.csv")
def standings_csv(event_id: str) -> Response:
    """The standings as a spreadsheet."""
    access = open_event(event_id)
    return _night_standings(access) if access.plan is None else _places(ContestView(access))


def _night_standings(access: EventAccess) -> Response:
    standings = event_standings(access)
    way, rows = standings.season.scheme.way, []
    for row in standings.rows:
        totals, name = row.account.totals, called(row.entrant, lambda player: access.names.get(int(player), "?"))
        figures = float(way.shown(row.figure)), totals.games, float(totals.wins), totals.byes, row.account.margin
        rows.append((row.place or "", name, *figures))
    return spreadsheet(NIGHT_HEAD, rows, "standings.csv")


def _places(view: ContestView) -> Response:
    """The standings of a contest, or the places of a bracket, with prizes."""
    rows = []
    for line in standing_lines(view):
        figures: tuple[object, ...] = ("",) * 8
        if own := line.record:
            counts = own.played, own.won, own.tied, own.lost, own.byes, own.points
            figures = (float(line.figure), *counts, float(line.margin))
        rows.append((line.place or "", line.name, *figures, line.prize))
    return spreadsheet(PLACE_HEAD, rows, "standings.csv")


@blueprint.get("/print/<any(slips, cards, seating, bracket):what>")
def printed(event_id: str, what: str) -> ResponseReturnValue:
    """Slips for every table, blank score cards, the seating poster, or the bracket poster of a contest."""
    values = page_values(open_event(event_id))
    if what == "bracket" and values["event"].plan is None:
        abort(404)
    current_round = values["current_round"]
    tables = current_round.playing if current_round else []
    return render_template(f"event/print_{what}.html", tables=tables, seats=_seats(tables), **values)


def _seats(tables: Sequence[TableCard]) -> list[tuple[str, int, str]]:
    """Everybody who plays now, by name: the table, and the sides at it with the own one first."""
    rows = []
    for table in tables:
        for side in table.sides:
            others = [other.names for other in table.sides if other is not side]
            rows += [(name, table.number, " against ".join([side.names, *others])) for _, name in side.members]
    return sorted(rows, key=lambda row: row[0].casefold())
