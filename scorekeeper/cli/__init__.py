"""The command line: score records, put questions, look up rules, run the server."""

from scorekeeper.cli.commands import main

__all__ = ["main"]
