"""The commands and their options. What a command needs is imported when it runs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from scorekeeper import __version__
from scorekeeper.cli import club_parser

EPILOG = """\
examples:
  scorekeeper score game.json            the score sheet as JSON
  scorekeeper score --text game.json     the score sheet as text
  scorekeeper score --lines season.jsonl one record per line
  scorekeeper judge question.json        settle a dispute
  scorekeeper rules original set back    what the rulebook says
"""


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
    club_parser.add_commands(commands)
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


def _add_backups(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
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
    doctor.set_defaults(run=_doctor)
    for command, action in ((backup, _back_up), (restore, _restore)):
        command.add_argument("file", metavar="FILE", help="the backup file")
        command.set_defaults(run=action)


def _add_copying(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    copying = commands.add_parser(
        "copy-store",
        help="copy everything into an empty database of another kind",
        description="Copy everything from SQLite to PostgreSQL or back, and compare every row and every score. "
        "Stop the server first: later changes are not copied.",
    )
    for name in ("from", "to"):
        place = "an SQLite file, a folder that contains one, or an address that begins with postgresql://"
        copying.add_argument(name, metavar=name.upper(), help=place)
    copying.set_defaults(run=_copy_store)


def _add_resealing(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reseal = commands.add_parser(
        "reseal",
        help="continue after the secret key changed",
        description="Encrypt the link keys in the database with the server's new secret key. Phones lose their "
        "cookies, which the old secret key signed, so people sign in or open their links again. Stop the server first.",
    )
    way = reseal.add_mutually_exclusive_group(required=True)
    way.add_argument("--old", metavar="FILE", help="a file with the old secret key: all links still work")
    way.add_argument("--lost", action="store_true", help="the old secret key is lost: replace every link")
    reseal.set_defaults(run=_reseal)


def _add_documents(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
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
    tournament.set_defaults(run=_tournament)
    score.set_defaults(run=_score)
    judge.set_defaults(run=_judge)


def _add_tables(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    games = commands.add_parser("games", help="list the games", description="List the games that can be scored.")
    games.set_defaults(run=_games)
    rules = commands.add_parser(
        "rules", help="show the rulebook", description="Show the rules of a game, or search them."
    )
    rules.add_argument("game", metavar="GAME", help="short name of a game, from “scorekeeper games”")
    rules.add_argument("words", metavar="WORDS", nargs="*", help="show only rules that contain all these words")
    rules.set_defaults(run=_rules)
    schema = commands.add_parser(
        "schema", help="print the JSON Schema of a record", description="Print the JSON Schema of a record."
    )
    schema.set_defaults(run=_schema)


def _score(options: argparse.Namespace) -> int:
    from scorekeeper.cli import documents

    if options.text:
        return documents.print_sheet(options.file)
    return documents.score_file(options.file, options.lines)


def _judge(options: argparse.Namespace) -> int:
    from scorekeeper.cli import documents

    return documents.judge_file(options.file, options.lines)


def _tournament(options: argparse.Namespace) -> int:
    from scorekeeper.cli import tournament

    return tournament.run(options)


def _games(options: argparse.Namespace) -> int:
    from scorekeeper.cli import listings

    return listings.print_games()


def _rules(options: argparse.Namespace) -> int:
    from scorekeeper.cli import listings

    return listings.print_rules(options.game, " ".join(options.words))


def _schema(options: argparse.Namespace) -> int:
    from scorekeeper.cli import listings

    return listings.print_schema()


def _back_up(options: argparse.Namespace) -> int:
    from scorekeeper.cli import backups

    return backups.back_up(options.file)


def _doctor(options: argparse.Namespace) -> int:
    from scorekeeper.cli import doctor

    return doctor.run(options)


def _restore(options: argparse.Namespace) -> int:
    from scorekeeper.cli import backups

    return backups.restore(options.file)


def _copy_store(options: argparse.Namespace) -> int:
    from scorekeeper.cli import copying

    return copying.copy(getattr(options, "from"), options.to)


def _reseal(options: argparse.Namespace) -> int:
    from scorekeeper.cli import backups

    return backups.reseal(options.old)


def _serve(options: argparse.Namespace) -> int:
    # Before any other import, so that every lock, socket and thread of the server is gevent's.
    from gevent import monkey

    monkey.patch_all()
    from scorekeeper.web.server import serve

    if options.log:
        os.environ["SCOREKEEPER_LOG"] = options.log
    return serve(options.host, options.port, options.workers, options.proxies)
