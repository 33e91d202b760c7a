"""Tables and texts for the terminal: the games, the rulebook, the JSON Schema."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Callable

from scorekeeper.rulebook import KINDS, PARTS, SOURCES, Rule, chapter, search
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.document import player_counts, schema
from scorekeeper.rules.game import Game

WIDTH = 88


def _print_games(_: argparse.Namespace) -> int:
    rows = [("game", "name", "players", "ends at", "source"), *(_row(game) for game in GAMES)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return 0


def _row(game: Game) -> tuple[str, str, str, str, str]:
    _, play = game.setting(game.players[0], game.defaults)
    return game.slug, game.name, player_counts(game.players), play.end.describe(), SOURCES[game.source]


def _print_rules(options: argparse.Namespace) -> int:
    """Print a game's rules, or those in which the words occur."""
    game, words = options.game, " ".join(options.words)
    if game not in BY_SLUG:
        print(f"scorekeeper: there is no game “{game}”; choose one of {', '.join(BY_SLUG)}", file=sys.stderr)
        return 2
    book = chapter(game)
    matching = [match.rule for match in search(words, game, len(book.rules))] if words else book.rules
    print(book.title, textwrap.fill(book.summary, WIDTH), sep="\n")
    for part, title in PARTS.items():
        chosen = [rule for rule in matching if rule.part == part]
        if chosen:
            print(f"\n{title.upper()}")
            print("\n".join(map(_wrapped, chosen)))
    if not matching:
        print(f"\nNo rules contain these words: {words}")
    return 0 if matching else 1


def _wrapped(rule: Rule) -> str:
    paragraphs = [rule.text]
    if rule.reason:
        paragraphs.append(f"Our ruling: {rule.reason}" if rule.kind == "ruling" else rule.reason)
    if rule.option:
        paragraphs.append(f"The option “{rule.option}” changes this.")
    wrapper = textwrap.TextWrapper(WIDTH, initial_indent="  ", subsequent_indent="  ")
    body = "\n".join(map(wrapper.fill, paragraphs))
    kind = f"{KINDS[rule.kind]}: " if rule.is_advice else ""
    return f"\n{kind}{rule.title}  [{rule.name}]\n{body}\n  ({rule.cited})"


def _print_schema(_: argparse.Namespace) -> int:
    print(json.dumps(schema(), indent=2))
    return 0


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "games": _print_games,
    "rules": _print_rules,
    "schema": _print_schema,
}
