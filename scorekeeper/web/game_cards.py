"""A game as lists of games show it."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.document import player_counts
from scorekeeper.rules.game import Game


@dataclass(frozen=True)
class GameCard:
    """A game as the start page shows it."""

    slug: str
    name: str
    summary: str
    players: str
    ends: str


def game_card(game: Game) -> GameCard:
    """The card of a game."""
    _, play = game.setting(game.players[0], game.defaults)
    return GameCard(game.slug, game.name, game.summary, player_counts(game.players), play.end.describe())
