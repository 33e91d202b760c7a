"""The games, in the order in which pages list them."""

from __future__ import annotations

from importlib import import_module

from scorekeeper.rules.game import Game

NAMES = (
    "original",
    "house",
    "boston",
    "display",
    "club",
    "regular",
    "booklet",
    "cordova",
    "high14",
    "flip",
    "tuxedo",
    "doubt",
    "cribbage",
    "everlasting",
    "tens",
    "donkey",
)

GAMES: tuple[Game, ...] = tuple(import_module(f"{__name__}.{name}").GAME for name in NAMES)

BY_SLUG = {game.slug: game for game in GAMES}
