"""The rulebook's pages."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request

from scorekeeper.rulebook import PARTS, QUESTIONS, Chapter, Rule, answers, ask, chapter, chapters, search
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.game import Game
from scorekeeper.web.game_cards import GameCard, game_card

blueprint = Blueprint("rules", __name__)

#: Rules whose titles say what a game counts, the most telling first.
COUNTING = ("total", "counters", "rookies", "cards", "left", "winner")


@dataclass(frozen=True)
class ChapterPart:
    """One part of a chapter with its heading."""

    id: str
    title: str
    rules: tuple[Rule, ...]


def parts(book: Chapter) -> list[ChapterPart]:
    """The parts of a chapter that have rules."""
    return [ChapterPart(part, title, rules) for part, title in PARTS.items() if (rules := book.part(part))]


@dataclass(frozen=True)
class GameRow:
    """A game in the table of all games."""

    card: GameCard
    pack: str
    bids: str
    counts: str


def row(game: Game) -> GameRow:
    """A game's row: its pack and what counts by the titles of its rules, its bids by its auction."""
    titles = {rule.id: rule.title for rule in chapter(game.slug).rules}
    setting, _ = game.setting(game.players[0], game.defaults)
    bids = ""
    if game.auction is not None:
        auction = setting.auction()
        bids = f"{auction.lowest} to {auction.highest} by {auction.step}"
    counts = next((titles[id_] for id_ in COUNTING if id_ in titles), "")
    return GameRow(game_card(game), titles.get("pack", ""), bids, counts)


@blueprint.get("/rules")
def overview() -> str:
    """All games side by side, a search over all rules, and questions put to every game."""
    asked, slug = request.args.get("q", "")[:200], request.args.get("game", "")
    found = search(asked, slug if slug in BY_SLUG else "")
    return render_template(
        "rules/all.html",
        rows=[row(game) for game in GAMES],
        asked=asked,
        chosen=slug,
        found=[(BY_SLUG[each.rule.game].name, each.rule) for each in found],
        questions=QUESTIONS,
    )


@blueprint.get("/rules/ask/<question_id>")
def compared(question_id: str) -> str:
    """One question across all games."""
    try:
        question = ask(question_id)
    except KeyError:
        abort(404)
    by_game = answers(question)
    rows = [(game.name, game.slug, by_game[game.slug]) for game in GAMES]
    return render_template("rules/compare.html", question=question, rows=rows, questions=QUESTIONS)


@blueprint.get("/rules/<slug>")
def chapter_page(slug: str) -> str:
    """The rulebook's chapter of one game, or of the written record."""
    if slug not in chapters():
        abort(404)
    book = chapter(slug)
    game = game_card(BY_SLUG[slug]) if slug in BY_SLUG else None
    return render_template("rules/chapter.html", book=book, game=game, parts=parts(book))
