"""A tournament's files, its public page, and everything to print."""

from __future__ import annotations

import json

from flask import Blueprint, Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.following import follow_public_tournament
from scorekeeper.actions.tournament.access import (
    TournamentAccess,
    game_tournament,
    public_tournament,
    require_tournament,
)
from scorekeeper.actions.tournament.tables import match_title
from scorekeeper.actions.tournament.tournaments import document
from scorekeeper.league.contest_standings import match_records
from scorekeeper.web.addresses import qr
from scorekeeper.web.device import device_id
from scorekeeper.web.http.downloads import download, spreadsheet
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.session import account_id, require_account
from scorekeeper.web.tournament.views import page_values

blueprint = Blueprint("tournament_export", __name__)
HERE = "/tournament/<tournament_id>"
ENTRY_HEAD = ("number", "name", "players", "seed", "late", "withdrawn")
MATCH_HEAD = ("match", "title", "round", "side", "entry", "points", "games won", "winner", "how")
STANDING_HEAD = ("place", "name", "score", "played", "won", "tied", "lost", "byes", "points", "margin", "prize")


def _access(tournament_id: str) -> TournamentAccess:
    return require_tournament(require_account().id, tournament_id)


@blueprint.get("/tournament/of/<game_id>")
def of_game(game_id: str) -> ResponseReturnValue:
    """From a game to its tournament: for members its page, for others the public one if there is one."""
    tournament_id, public_key = game_tournament(account_id(), game_id)
    if public_key:
        return redirect(url_for("tournament_export.public", key=public_key), 303)
    return redirect(url_for("tournament.page", tournament_id=tournament_id), 303)


@blueprint.get(f"{HERE}/export")
def exports(tournament_id: str) -> str:
    """Files to download and pages to print."""
    access = _access(tournament_id)
    return render_template("tournament/export.html", access=access, tournament=access.tournament)


@blueprint.get(f"{HERE}/tournament.json")
def as_json(tournament_id: str) -> Response:
    """Everything, with the records of all games."""
    text = json.dumps(document(_access(tournament_id)), ensure_ascii=False, indent=1)
    return download(text, "application/json", "tournament.json")


@blueprint.get(f"{HERE}/records.jsonl")
def records(tournament_id: str) -> Response:
    """The records of all games, one per line."""
    lines = [json.dumps(state.record, ensure_ascii=False) for state in _access(tournament_id).games]
    return download("".join(f"{line}\n" for line in lines), "application/x-ndjson", "records.jsonl")


@blueprint.get(f"{HERE}/entries.csv")
def entries_csv(tournament_id: str) -> Response:
    """Entries as a spreadsheet."""
    access = _access(tournament_id)
    rows = [
        (
            entry.number,
            access.entry_name(str(entry.number)),
            " & ".join(access.names.get(member, "?") for member in entry.members),
            entry.seed or "",
            "yes" if entry.joined else "",
            "yes" if entry.withdrawn_at else "",
        )
        for entry in access.tournament.entries
    ]
    return spreadsheet(ENTRY_HEAD, rows, "entries.csv")


@blueprint.get(f"{HERE}/matches.csv")
def matches_csv(tournament_id: str) -> Response:
    """Matches as a spreadsheet, one row for each side."""
    access = _access(tournament_id)
    rows = [
        (
            match.key,
            match_title(access, match.key),
            match.round,
            index + 1,
            access.group_name(side) if side else "",
            match.points[index] if match.legs else "",
            float(match.wins[index]) if match.legs else "",
            "yes" if match.winner == index else "",
            match.how,
        )
        for match in access.outcome.matches
        for index, side in enumerate(match.sides)
    ]
    return spreadsheet(MATCH_HEAD, rows, "matches.csv")


@blueprint.get(f"{HERE}/standings.csv")
def standings_csv(tournament_id: str) -> Response:
    """The final table as a spreadsheet."""
    access = _access(tournament_id)
    prizes = access.tournament.prizes
    rows = []
    way, records = access.outcome.standings.season.scheme.way, match_records(access.event)
    for row in access.outcome.rows:
        figures: tuple[object, ...] = ("",) * 8
        if own := records.get(row.entrant[0]):
            counts = own.played, own.won, own.tied, own.lost, own.byes, own.points
            figures = (float(way.shown(row.figure)), *counts, float(row.account.margin))
        prize = prizes[row.place - 1] if row.place and row.place <= len(prizes) else ""
        rows.append((row.place or "", access.entry_name(row.entrant[0]), *figures, prize))
    return spreadsheet(STANDING_HEAD, rows, "standings.csv")


@blueprint.get("/cup/<key>")
def public(key: str) -> tuple[str, dict[str, str]]:
    """The tournament for anyone with the link."""
    access = public_tournament(key)
    text = render_template("tournament/public.html", **page_values(access))
    return text, {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}


@blueprint.get("/cup/<key>/events")
def public_events(key: str) -> Response:
    """A stream of the revisions for the public page."""
    device = device_id()
    return stream(lambda: follow_public_tournament(device, key))


@blueprint.get(f"{HERE}/print/<any(slips, cards, seating, bracket, codes):what>")
def printed(tournament_id: str, what: str) -> str:
    """Slips for every match, blank score cards, the seating poster, the bracket poster, or QR codes of the tables."""
    access = _access(tournament_id)
    values = page_values(access)
    running = list(access.running)
    codes = {
        state.row.id: qr(
            url_for("share.join", game_id=state.row.game_id, key=state.row.game.scorer_key, _external=True)
        )
        for state in (running if what == "codes" and access.runs else ())
    }
    return render_template(f"tournament/print_{what}.html", states=running, codes=codes, seats=_seats(access), **values)


def _seats(access: TournamentAccess) -> list[tuple[str, int, str]]:
    """Everybody who plays now, by name: the table, and the sides of the match."""
    rows = []
    for state in access.running:
        names = [access.names.get(member, "?") for member in state.row.seats]
        sides = [[names[seat] for seat in side.seats] for side in state.sheet.sides]
        for side in sides:
            others = " against ".join(" & ".join(own) for own in [side, *(own for own in sides if own is not side)])
            rows += [(name, state.row.place, others) for name in side]
    return sorted(rows, key=lambda row: row[0].casefold())
