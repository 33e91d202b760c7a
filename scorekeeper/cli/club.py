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
from scorekeeper.cli.database_commands import Command, wrong
from scorekeeper.web.session import reset_path


def run(command: str, options: argparse.Namespace) -> int:
    """Run one of the commands in the app."""
    return database_commands.run(COMMANDS[command], options)


def _account_create(options: argparse.Namespace) -> int:
    password = _password()
    made = accounts.sign_up(options.name, password, password)
    if isinstance(made, Refusal):
        return wrong(*made.messages)
    print(f"{made.name} can sign in.")
    return 0


def _account_reset(options: argparse.Namespace) -> int:
    account = accounts.named(options.name)
    print(reset_path(account))
    return 0


def _account_erase(options: argparse.Namespace) -> int:
    account = accounts.named(options.name)
    orphaned = accounts.needed_by(account.id)
    if not options.yes and not _agreed(f"Delete the account {account.name} for good? (yes/no) "):
        return wrong("nothing was deleted: say yes, or give --yes")
    accounts.erase_now(account.id)
    print("Deleted. Scores stay under “Former member”.")
    for name in orphaned:
        print(f"{name} has no organizer now: “scorekeeper club organizer” makes one.")
    return 0


def _create(options: argparse.Namespace) -> int:
    club = clubs.found(accounts.named(options.organizer).id, options.name)
    if isinstance(club, Refusal):
        return wrong(*club.messages)
    print(f"{club.id}  {club.name}")
    return 0


def _list(options: argparse.Namespace) -> int:
    for club, size in clubs.every():
        print(f"{club.id}  {size:>4}  {club.name}")
    return 0


def _organizer(options: argparse.Namespace) -> int:
    member = clubs.appoint(options.club, accounts.named(options.account))
    print(f"{member.name} organizes {member.club.name}.")
    return 0


#: What each command does; exporting, rebuilding and checking seasons belong here too.
COMMANDS: dict[str, Command] = {
    "account create": _account_create,
    "account reset": _account_reset,
    "account erase": _account_erase,
    "club create": _create,
    "club list": _list,
    "club organizer": _organizer,
}


def _password() -> str:
    """The password, unseen at a terminal, or the first line of standard input."""
    return getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")


def _agreed(question: str) -> bool:
    return sys.stdin.isatty() and input(question).strip().casefold() in ("y", "yes")
