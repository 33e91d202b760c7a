"""The rulebook's pages."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, render_template

from scorekeeper.rulebook import PARTS, Chapter, Rule, chapter
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.document import numbers
from scorekeeper.rules.game import Game

blueprint = Blueprint("rules", __name__)


@dataclass(frozen=True)
class GameCard:
    """A game as the start page shows it."""

    slug: str
    name: str
    summary: str
    players: str
    ends: str


@dataclass(frozen=True)
class ChapterPart:
    """One part of a chapter with its heading."""

    id: str
    title: str
    rules: tuple[Rule, ...]


def card(game: Game) -> GameCard:
    """A game's card."""
    _, play = game.setting(game.players[0], game.defaults)
    return GameCard(game.slug, game.name, game.summary, numbers(game.players), play.end.words())


def parts(book: Chapter) -> list[ChapterPart]:
    """The parts of a chapter that have rules."""
    return [ChapterPart(part, title, rules) for part, title in PARTS.items() if (rules := book.part(part))]


@blueprint.get("/rules/<slug>")
def chapter_page(slug: str) -> str:
    """The rulebook's chapter of one game."""
    if slug not in BY_SLUG:
        abort(404)
    book = chapter(slug)
    return render_template("rules.html", book=book, game=card(BY_SLUG[slug]), parts=parts(book))
