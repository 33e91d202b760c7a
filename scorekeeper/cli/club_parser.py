"""The grammar of the commands about accounts and clubs; what they do is imported when one runs."""

from __future__ import annotations

import argparse
from functools import partial

from scorekeeper.cli import season_parser

Commands = argparse._SubParsersAction  # argparse has no public name for it


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add `account` and `club`."""
    account = commands.add_parser("account", help="manage accounts", description="Create and delete accounts.")
    _add_account(account.add_subparsers(title="commands", metavar="COMMAND", required=True))
    club = commands.add_parser("club", help="clubs", description="Create and list clubs.")
    _add_club(club.add_subparsers(title="commands", metavar="COMMAND", required=True))


def _add_account(commands: Commands[argparse.ArgumentParser]) -> None:
    create = commands.add_parser(
        "create", help="create an account; prompts for the password, or reads it from standard input"
    )
    reset = commands.add_parser("reset", help="print a password reset link; it works once, for 3 days")
    erase = commands.add_parser("erase", help="delete an account; scores stay under “Former member”")
    for name, command in (("create", create), ("reset", reset), ("erase", erase)):
        command.add_argument("name", metavar="NAME", help="the name to sign in with")
        command.set_defaults(run=partial(_run, f"account {name}"))
    erase.add_argument("--yes", action="store_true", help="don't ask for confirmation")


def _add_club(commands: Commands[argparse.ArgumentParser]) -> None:
    create = commands.add_parser("create", help="create a club and print its id")
    create.add_argument("name", metavar="NAME", help="the name of the club")
    create.add_argument("--organizer", metavar="ACCOUNT", required=True, help="the account of its organizer")
    create.set_defaults(run=partial(_run, "club create"))
    list_clubs = commands.add_parser("list", help="list all clubs: id, members, name")
    list_clubs.set_defaults(run=partial(_run, "club list"))
    organizer = commands.add_parser("organizer", help="make an account an organizer of a club")
    organizer.add_argument("club", metavar="CLUB", help="the id of the club, from “scorekeeper club list”")
    organizer.add_argument("account", metavar="ACCOUNT", help="the account that becomes an organizer")
    organizer.set_defaults(run=partial(_run, "club organizer"))
    season_parser.add(commands)


def _run(command: str, options: argparse.Namespace) -> int:
    from scorekeeper.cli import club

    return club.run(command, options)
