"""The grammar of the command line. What a command does is imported when it runs, so that `score` starts quickly."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial

from scorekeeper import __version__

Commands = argparse._SubParsersAction  # argparse has no public name for it

EPILOG = """\
examples:
  scorekeeper score game.json            the score sheet as JSON
  scorekeeper score --text game.json     the score sheet as text
  scorekeeper score --lines season.jsonl one record per line
  scorekeeper judge question.json        settle a dispute
  scorekeeper rules original set back    what the rulebook says
"""
SEASON_ID = "the id of the season, from “scorekeeper club seasons”"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 done, 1 the input has errors, 2 wrong usage."""
    options = parser().parse_args(arguments)
    try:
        status = int(options.run(options))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough (`| head`); Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def parser() -> argparse.ArgumentParser:
    """The command line's grammar."""
    top = argparse.ArgumentParser(
        prog="scorekeeper",
        description="Keep the score of Rook games played with real cards.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"scorekeeper {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_documents(commands)
    _add_tables(commands)
    account = commands.add_parser("account", help="manage accounts", description="Create and delete accounts.")
    _add_accounts(account.add_subparsers(title="commands", metavar="COMMAND", required=True))
    club = commands.add_parser("club", help="clubs", description="Create and list clubs.")
    _add_clubs(club.add_subparsers(title="commands", metavar="COMMAND", required=True))
    _add_backups(commands)
    _add_copying(commands)
    _add_resealing(commands)
    run = commands.add_parser("run", help="start the server", description="Start the server; stop it with Ctrl-C.")
    run.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
    run.add_argument("--port", type=int, default=5000, help="port to listen on (default %(default)s)")
    run.add_argument("--workers", type=int, default=2, help="server processes (default %(default)s)")
    run.add_argument(
        "--proxies", type=int, default=0, help="number of trusted proxies in front of the server (default none)"
    )
    run.add_argument("--log", choices=["text", "json"], help="log format; json includes every request (default text)")
    run.set_defaults(run=_serve)
    return top


def _add_backups(commands: Commands[argparse.ArgumentParser]) -> None:
    backup = commands.add_parser(
        "backup",
        help="back up everything into one file, even while the server is running",
        description="Back up the database and the secret key into one file, even while the server is running.",
    )
    restore = commands.add_parser(
        "restore",
        help="restore a backup",
        description="Restore the database and the secret key from a backup. The current ones are copied first.",
    )
    doctor = commands.add_parser(
        "doctor",
        help="check all stored data",
        description="Check the database file, every game's record and versions, and every season's results.",
    )
    doctor.set_defaults(run=partial(_run_database, "doctor"))
    for name, command in (("backup", backup), ("restore", restore)):
        command.add_argument("file", metavar="FILE", help="the backup file")
        command.set_defaults(run=partial(_run_database, name))


def _add_copying(commands: Commands[argparse.ArgumentParser]) -> None:
    copying = commands.add_parser(
        "copy-store",
        help="copy everything into an empty database of another kind",
        description="Copy everything from SQLite to PostgreSQL or back, and compare every row and every score. "
        "Stop the server first: later changes are not copied.",
    )
    for name in ("from", "to"):
        place = "an SQLite file, a folder that contains one, or an address that begins with postgresql://"
        copying.add_argument(name, metavar=name.upper(), help=place)
    copying.set_defaults(run=partial(_run_database, "copy-store"))


def _add_resealing(commands: Commands[argparse.ArgumentParser]) -> None:
    reseal = commands.add_parser(
        "reseal",
        help="continue after the secret key changed",
        description="Encrypt the link keys in the database with the server's new secret key. Phones lose their "
        "cookies, which the old secret key signed, so people sign in or open their links again. Stop the server first.",
    )
    way = reseal.add_mutually_exclusive_group(required=True)
    way.add_argument("--old", metavar="FILE", help="a file with the old secret key: all links still work")
    way.add_argument("--lost", action="store_true", help="the old secret key is lost: replace every link")
    reseal.set_defaults(run=partial(_run_database, "reseal"))


def _add_documents(commands: Commands[argparse.ArgumentParser]) -> None:
    score = commands.add_parser(
        "score", help="score a recorded game", description="Score a record (format rook-record/1)."
    )
    judge = commands.add_parser("judge", help="settle a dispute", description="Answer a question and cite the rule.")
    for command, what in ((score, "record"), (judge, "question")):
        command.add_argument("file", metavar="FILE", help=f"the {what} as JSON, or - for standard input")
    form = score.add_mutually_exclusive_group()
    form.add_argument("--lines", action="store_true", help="JSON Lines: one record per line, one result per line")
    form.add_argument("--text", action="store_true", help="print the sheet as text instead of JSON")
    judge.add_argument("--lines", action="store_true", help="JSON Lines: one question per line, one answer per line")
    tournament = commands.add_parser(
        "tournament",
        help="recompute an exported tournament",
        description="Recompute the matches and standings of an exported tournament from the records of its games.",
    )
    tournament.add_argument("file", metavar="FILE", help="the tournament as JSON, or - for standard input")
    tournament.set_defaults(run=partial(_run_database, "tournament"))
    score.set_defaults(run=partial(_run_documents, "score"))
    judge.set_defaults(run=partial(_run_documents, "judge"))


def _add_tables(commands: Commands[argparse.ArgumentParser]) -> None:
    games = commands.add_parser("games", help="list the games", description="List the games that can be scored.")
    games.set_defaults(run=partial(_run_listings, "games"))
    rules = commands.add_parser(
        "rules", help="show the rulebook", description="Show the rules of a game, or search them."
    )
    rules.add_argument("game", metavar="GAME", help="short name of a game, from “scorekeeper games”")
    rules.add_argument("words", metavar="WORDS", nargs="*", help="show only rules that contain all these words")
    rules.set_defaults(run=partial(_run_listings, "rules"))
    schema = commands.add_parser(
        "schema", help="print the JSON Schema of a record", description="Print the JSON Schema of a record."
    )
    schema.set_defaults(run=partial(_run_listings, "schema"))


def _add_accounts(commands: Commands[argparse.ArgumentParser]) -> None:
    create = commands.add_parser(
        "create", help="create an account; prompts for the password, or reads it from standard input"
    )
    reset = commands.add_parser("reset", help="print a password reset link; it works once, for 3 days")
    erase = commands.add_parser("erase", help="delete an account; scores stay under “Former member”")
    for name, command in (("create", create), ("reset", reset), ("erase", erase)):
        command.add_argument("name", metavar="NAME", help="the name to sign in with")
        command.set_defaults(run=partial(_run_club, f"account {name}"))
    erase.add_argument("--yes", action="store_true", help="don't ask for confirmation")


def _add_clubs(commands: Commands[argparse.ArgumentParser]) -> None:
    create = commands.add_parser("create", help="create a club and print its id")
    create.add_argument("name", metavar="NAME", help="the name of the club")
    create.add_argument("--organizer", metavar="ACCOUNT", required=True, help="the account of its organizer")
    commands.add_parser("list", help="list all clubs: id, members, name")
    organizer = commands.add_parser("organizer", help="make an account an organizer of a club")
    organizer.add_argument("club", metavar="CLUB", help="the id of the club, from “scorekeeper club list”")
    organizer.add_argument("account", metavar="ACCOUNT", help="the account that becomes an organizer")
    _add_seasons(commands)
    for name, command in commands.choices.items():
        command.set_defaults(run=partial(_run_club, f"club {name}"))


def _add_seasons(commands: Commands[argparse.ArgumentParser]) -> None:
    season = commands.add_parser("season", help="create a season of a club and print its id")
    season.add_argument("whose", metavar="CLUB", help="the id of the club")
    season.add_argument("name", metavar="NAME", help="the name of the season")
    season.add_argument("starts", metavar="FROM", help="its first day, such as 2026-01-01")
    season.add_argument("ends", metavar="TO", help="its last day")
    season.add_argument(
        "--counts", default="wins", help="what counts: wins, points, share, margin, game-places and so on"
    )
    commands.add_parser("seasons", help="list all seasons: id, dates, club and name")
    _add_files(commands)
    standings = commands.add_parser("standings", help="print the standings of a season")
    standings.add_argument("season", metavar="SEASON", help=SEASON_ID)
    standings.add_argument("--pairs", action="store_true", help="show partnerships instead of players")
    check = commands.add_parser(
        "check", help="check that the stored results match the records; exit with status 1 if they don't"
    )
    which = check.add_mutually_exclusive_group(required=True)
    which.add_argument("season", metavar="SEASON", nargs="?", help=SEASON_ID)
    which.add_argument("--all", action="store_true", help="all seasons")
    check.add_argument("--repair", action="store_true", help="recompute what does not match")


def _add_files(commands: Commands[argparse.ArgumentParser]) -> None:
    one_day = "games of one day become one night, unless a note says “night 2 of the day”; new names become members"
    exported = commands.add_parser(
        "export", help="print a season's records as JSON Lines, or a whole club as one JSON document"
    )
    imported = commands.add_parser(
        "import", help="import records into a season, or a club's export into an empty club; all or nothing"
    )
    for command in (exported, imported):
        command.add_argument("season", metavar="ID", help=f"{SEASON_ID}, or of a club, from “scorekeeper club list”")
    imported.add_argument(
        "file", metavar="FILE", help=f"a club's export, or one record per line ({one_day}); - for standard input"
    )


def _run_documents(command: str, options: argparse.Namespace) -> int:
    from scorekeeper.cli import documents

    return documents.COMMANDS[command](options)


def _run_listings(command: str, options: argparse.Namespace) -> int:
    from scorekeeper.cli import listings

    return listings.COMMANDS[command](options)


def _run_database(command: str, options: argparse.Namespace) -> int:
    from scorekeeper.cli import database

    return database.COMMANDS[command](options)


def _run_club(command: str, options: argparse.Namespace) -> int:
    from scorekeeper.cli import club

    return club.run(command, options)


def _serve(options: argparse.Namespace) -> int:
    # Before any other import, so that every lock, socket and thread of the server is gevent's.
    from gevent import monkey

    monkey.patch_all()
    from scorekeeper.web.server import serve

    if options.log:
        os.environ["SCOREKEEPER_LOG"] = options.log
    return serve(options.host, options.port, options.workers, options.proxies)
