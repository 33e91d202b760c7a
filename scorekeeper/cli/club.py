"""Commands about accounts, clubs and seasons, on the database that the server uses.

They ask for no password: anybody who can run them can read the database anyway.
"""

from __future__ import annotations

import argparse
import getpass
import json
import sys
from datetime import date

from scorekeeper.actions import season_games
from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import clubs
from scorekeeper.actions.club.access import command_line_access
from scorekeeper.actions.club_file import exporting, importing
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.season import results, seasons
from scorekeeper.actions.season.details import SeasonAccess, games_counted, season_by_id
from scorekeeper.actions.season.seasons import SeasonDraft
from scorekeeper.actions.season.totals import PAIRS, PLAYERS
from scorekeeper.actions.table import access
from scorekeeper.cli.database import Command, print_errors, run_in_app
from scorekeeper.cli.documents import print_text, read_file
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.words import number
from scorekeeper.rulebook import is_rule
from scorekeeper.web.season.standings_view import standing_view
from scorekeeper.web.season.views import names_of
from scorekeeper.web.session import reset_path

#: The device that imports games.
DEVICE = "The command line"


def run(command: str, options: argparse.Namespace) -> int:
    """Run one of the commands in the app."""
    return run_in_app(COMMANDS[command], options)


def _create_account(options: argparse.Namespace) -> int:
    account = accounts.sign_up(options.name, _read_password())
    if isinstance(account, Refusal):
        return print_errors(*account.messages)
    print(f"{account.name} can sign in.")
    return 0


def _reset_password(options: argparse.Namespace) -> int:
    print(reset_path(accounts.account_named(options.name)))
    return 0


def _erase_account(options: argparse.Namespace) -> int:
    account = accounts.account_named(options.name)
    club_names = accounts.clubs_needing(account.id)
    if not options.yes and not _confirm(f"Delete the account {account.name} permanently? (yes/no) "):
        return print_errors("nothing was deleted; answer yes or pass --yes")
    accounts.erase_now(account.id)
    print("Account deleted. Scores stay under “Former member”.")
    for name in club_names:
        print(f"{name} has no organizer now. Add one with “scorekeeper club organizer”.")
    return 0


def _read_password() -> str:
    """The password, hidden at a terminal, or the first line of standard input."""
    return getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")


def _confirm(question: str) -> bool:
    return sys.stdin.isatty() and input(question).strip().casefold() in ("y", "yes")


def _create_club(options: argparse.Namespace) -> int:
    club = clubs.create_club(accounts.account_named(options.organizer).id, options.name)
    if isinstance(club, Refusal):
        return print_errors(*club.messages)
    print(f"{club.id}  {club.name}")
    return 0


def _list_clubs(options: argparse.Namespace) -> int:
    for club, size in clubs.all_clubs():
        print(f"{club.id}  {size:>4}  {club.name}")
    return 0


def _appoint_organizer(options: argparse.Namespace) -> int:
    member = clubs.appoint_organizer(options.club, accounts.account_named(options.account))
    print(f"{member.name} is now an organizer of {member.club.name}.")
    return 0


def _create_season(options: argparse.Namespace) -> int:
    try:
        starts, ends = date.fromisoformat(options.starts), date.fromisoformat(options.ends)
    except ValueError:
        return print_errors("write days as 2026-01-01")
    season = seasons.create(
        command_line_access(options.whose), SeasonDraft(options.name, starts, ends, scheme=Scheme(options.counts))
    )
    if isinstance(season, Refusal):
        return print_errors(*season.messages)
    print_text(f"{season.id}  {season.name}")
    return 0


def _list_seasons(options: argparse.Namespace) -> int:
    for season in seasons.every_season():
        state = "closed" if season.closed_at else "open"
        print_text(f"{season.id}  {season.starts} {season.ends}  {state:<6}  {season.club.name}: {season.name}")
    return 0


def _export(options: argparse.Namespace) -> int:
    if clubs.club_exists(options.season):
        print_text(exporting.club_text(exporting.export_club(command_line_access(options.season))))
        return 0
    for record in season_games.records(season_by_id(options.season)):
        print_text(json.dumps(record, ensure_ascii=False))
    return 0


def _import(options: argparse.Namespace) -> int:
    is_club, text = clubs.club_exists(options.season), read_file(options.file)
    if text is None:
        return 2
    imported = _import_club(options.season, text) if is_club else _import_records(options.season, text)
    if isinstance(imported, Refusal):
        return print_errors(*imported.messages, "nothing was imported")
    print_text(f"Imported {imported}.")
    return 0


def _import_club(club_id: str, text: bytes) -> str | Refusal:
    source = importing.Source(text, access.device(None, DEVICE).id, is_rule)
    imported = importing.import_club(command_line_access(club_id), source)
    return imported if isinstance(imported, Refusal) else imported.sentence


def _import_records(season_id: str, text: bytes) -> str | Refusal:
    season = season_by_id(season_id)
    # Unknown names become new members.
    chosen = dict.fromkeys(season_games.read_records(season, text).unknown, season_games.NEW_MEMBER)
    season_access = SeasonAccess(command_line_access(season.club_id), season)
    imported = season_games.import_records(season_access, access.device(None, DEVICE).id, text, chosen)
    return imported if isinstance(imported, Refusal) else f"{imported} games into {season.name}"


def _standings(options: argparse.Namespace) -> int:
    season = season_by_id(options.season)
    table = standing_view(season, PAIRS if options.pairs else PLAYERS, names_of(season))
    for row in table.rows:
        place, events, totals = row.standing.place, row.standing.account.nights, row.standing.account.totals
        wins = number(totals.wins)
        print_text(f"{place or '–':>4}  {row.figure:>8}  {events:>3}  {totals.games:>4}  {wins:>5}  {row.name}")
    return 0


def _check(options: argparse.Namespace) -> int:
    status = 0
    for season in seasons.every_season() if options.all else [season_by_id(options.season)]:
        differences = results.differences(season)
        print_text(f"{season.name}: {'results DIFFER' if differences else 'stored and computed results match'}.")
        if differences and options.repair:
            results.rebuild(season)
            print_text(f"{season.name}: {games_counted(season)} games, repaired.")
        elif differences:
            status = print_errors(*differences)
    return status


COMMANDS: dict[str, Command] = {
    "account create": _create_account,
    "account reset": _reset_password,
    "account erase": _erase_account,
    "club create": _create_club,
    "club list": _list_clubs,
    "club organizer": _appoint_organizer,
    "club season": _create_season,
    "club seasons": _list_seasons,
    "club export": _export,
    "club import": _import,
    "club standings": _standings,
    "club check": _check,
}
