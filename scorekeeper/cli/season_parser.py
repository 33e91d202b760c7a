"""The grammar of the commands about seasons; what they do is imported when one runs."""

from __future__ import annotations

import argparse
from functools import partial

Commands = argparse._SubParsersAction  # argparse has no public name for it

ONE = "the id of the season, from “scorekeeper club seasons”"


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add what `club` can do with seasons."""
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
    standings.add_argument("season", metavar="SEASON", help=ONE)
    standings.add_argument("--pairs", action="store_true", help="show partnerships instead of players")
    for name, words in (
        ("rebuild", "recompute the stored results from the records"),
        ("check", "check that the stored results match the records; exit with status 1 if they don't"),
    ):
        which = commands.add_parser(name, help=words).add_mutually_exclusive_group(required=True)
        which.add_argument("season", metavar="SEASON", nargs="?", help=ONE)
        which.add_argument("--all", action="store_true", help="all seasons")
    for name in ("season", "seasons", "export", "import", "standings", "rebuild", "check"):
        commands.choices[name].set_defaults(run=partial(_run, name))


def _add_files(commands: Commands[argparse.ArgumentParser]) -> None:
    either = f"{ONE}, or of a club, from “scorekeeper club list”"
    export = commands.add_parser(
        "export", help="print a season's records as JSON Lines, or a whole club as one JSON document"
    )
    export.add_argument("season", metavar="ID", help=either)
    brought = commands.add_parser(
        "import",
        help="import records into a season, or a club's export into an empty club; all or nothing",
    )
    brought.add_argument("season", metavar="ID", help=either)
    one_day = "games of one day become one night, unless a note says “night 2 of the day”; new names become members"
    words = f"a club's export, or one record per line ({one_day}); - for standard input"
    brought.add_argument("file", metavar="FILE", help=words)


def _run(command: str, options: argparse.Namespace) -> int:
    from scorekeeper.cli import season

    return season.run(command, options)
