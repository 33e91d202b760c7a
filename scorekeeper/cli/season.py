"""Commands about seasons."""

from __future__ import annotations

import argparse
import json
from datetime import date
from typing import Any

from scorekeeper.actions import season_games
from scorekeeper.actions.club import clubs
from scorekeeper.actions.club_file import exporting as club_exporting
from scorekeeper.actions.club_file import importing as club_importing
from scorekeeper.actions.club_file.exporting import club_text
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.season import results, seasons
from scorekeeper.actions.season.details import games_counted, season_by_id
from scorekeeper.actions.season.seasons import SeasonDraft
from scorekeeper.actions.season.totals import PAIRS, PLAYERS
from scorekeeper.actions.table import access
from scorekeeper.cli import database_commands
from scorekeeper.cli.database_commands import Command, print_errors
from scorekeeper.cli.documents import print_text, read_file
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.rulebook import is_rule
from scorekeeper.web.season.standings_view import standing_view
from scorekeeper.web.season.views import names_of


def run(command: str, options: argparse.Namespace) -> int:
    """Run one of the commands in the app."""
    return database_commands.run(COMMANDS[command], options)


def _season(options: argparse.Namespace) -> int:
    try:
        starts, ends = date.fromisoformat(options.starts), date.fromisoformat(options.ends)
    except ValueError:
        return print_errors("write days as 2026-01-01")
    season = seasons.create_from_command_line(
        options.whose, SeasonDraft(options.name, starts, ends, scheme=Scheme(options.counts))
    )
    if isinstance(season, Refusal):
        return print_errors(*season.messages)
    print_text(f"{season.id}  {season.name}")
    return 0


def _seasons(options: argparse.Namespace) -> int:
    for season in seasons.every_season():
        state = "closed" if season.closed_at else "open"
        print_text(f"{season.id}  {season.starts} {season.ends}  {state:<6}  {season.club.name}: {season.name}")
    return 0


def _export(options: argparse.Namespace) -> int:
    if clubs.club_exists(options.season):
        print_text(club_text(club_exporting.export_from_command_line(options.season)))
        return 0
    for record in season_games.records(season_by_id(options.season)):
        print_text(json.dumps(record, ensure_ascii=False))
    return 0


def _import(options: argparse.Namespace) -> int:
    is_club, text = clubs.club_exists(options.season), read_file(options.file)
    if text is None:
        return 2
    if not is_club:
        return _import_records(season_by_id(options.season), text)
    device = access.device(None, "The command line").id
    imported = club_importing.import_from_command_line(options.season, club_importing.Source(text, device, is_rule))
    if isinstance(imported, Refusal):
        return print_errors(*imported.messages, "nothing was imported")
    print_text(f"Imported {imported.sentence}.")
    return 0


def _import_records(season: Any, text: bytes) -> int:
    device = access.device(None, "The command line").id
    imported = season_games.import_from_command_line(season, device, text)
    if isinstance(imported, Refusal):
        return print_errors(*imported.messages, "nothing was imported")
    print_text(f"Imported {imported} games into {season.name}.")
    return 0


def _standings(options: argparse.Namespace) -> int:
    season = season_by_id(options.season)
    table = standing_view(season, PAIRS if options.pairs else PLAYERS, names_of(season))
    for row in table.rows:
        print_text(
            f"{row.place or '–':>4}  {row.figure:>8}  {row.nights:>3}  {row.games:>4}  {row.wins:>5}  {row.name}"
        )
    return 0


def _chosen(options: argparse.Namespace) -> list[Any]:
    return seasons.every_season() if options.all else [season_by_id(options.season)]


def _rebuild(options: argparse.Namespace) -> int:
    for season in _chosen(options):
        results.rebuild(season)
        print_text(f"{season.name}: {games_counted(season)} games, rebuilt.")
    return 0


def _check(options: argparse.Namespace) -> int:
    status = 0
    for season in _chosen(options):
        differences = results.differences(season)
        print_text(f"{season.name}: {'results DIFFER' if differences else 'stored and rebuilt results match'}.")
        status = print_errors(*differences) if differences else status
    return status


COMMANDS: dict[str, Command] = {
    "season": _season,
    "seasons": _seasons,
    "export": _export,
    "import": _import,
    "standings": _standings,
    "rebuild": _rebuild,
    "check": _check,
}
