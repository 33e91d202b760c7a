"""Accounts and clubs from the command line, on the database that the server uses.

Whoever may run this may do everything: there is no password to ask for.
"""

from __future__ import annotations

import argparse
import getpass
import sys

from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import clubs
from scorekeeper.actions.errors import Refusal
from scorekeeper.cli import database_commands
from scorekeeper.cli.database_commands import Command, print_errors
from scorekeeper.web.session import reset_path


def run(command: str, options: argparse.Namespace) -> int:
    """Run one of the commands in the app."""
    return database_commands.run(COMMANDS[command], options)


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


#: What each command does.
COMMANDS: dict[str, Command] = {
    "account create": _create_account,
    "account reset": _reset_password,
    "account erase": _erase_account,
    "club create": _create_club,
    "club list": _list_clubs,
    "club organizer": _appoint_organizer,
}


def _read_password() -> str:
    """The password, hidden at a terminal, or the first line of standard input."""
    return getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")


def _confirm(question: str) -> bool:
    return sys.stdin.isatty() and input(question).strip().casefold() in ("y", "yes")
