"""The rulebook's pages: all games, one game's chapter, one question across games."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scorekeeper import rulebook
from scorekeeper.actions.table.access import require_viewer
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.web.device import device_id
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.rules.views import (
    BarTable,
    bid_range,
    chapter_at_table,
    chapter_parts,
    figures_in_short,
    search_results,
)
from scorekeeper.web.table.views import at_table

blueprint = Blueprint("rules", __name__)

#: The longest question that is searched for.
LONGEST_QUESTION = 200


@blueprint.get("/rules")
def overview() -> str:
    """All games, a search over all rules, and questions to compare all games by."""
    question, slug = request.args.get("q", "")[:LONGEST_QUESTION].strip(), request.args.get("game", "")
    slug = slug if slug in BY_SLUG else ""
    return render_template(
        "rules/all.html",
        rows=[(game_card(game), bid_range(game)) for game in GAMES],
        question=question,
        chosen=slug,
        results=search_results(question, slug),
        questions=rulebook.QUESTIONS,
    )


@blueprint.get("/rules/ask/<question_id>")
def compare(question_id: str) -> str:
    """One question across all games; games with the same answer are together."""
    try:
        question = rulebook.ask(question_id)
    except KeyError:
        abort(404)
    groups, without = rulebook.group_answers(question, [game.slug for game in GAMES])
    return render_template(
        "rules/compare.html",
        question=question,
        groups=groups,
        without=[BY_SLUG[slug] for slug in without],
        games=BY_SLUG,
        questions=rulebook.QUESTIONS,
    )


@blueprint.get("/rules/<slug>")
@blueprint.get("/t/<game_id>/rules")
@blueprint.get("/t/<game_id>/rules/<slug>")
def chapter(slug: str = "", game_id: str = "") -> str:
    """The rulebook's chapter of one game, or of the written record; at a table, with its figures."""
    table = require_viewer(device_id(), game_id) if game_id else None
    slug = slug or (table.game.slug if table else "")
    if slug not in rulebook.chapters():
        abort(404)
    book, figures = rulebook.chapter(slug), {}
    if table and slug == table.game.slug:
        setting, _ = at_table(table)
        book, figures = chapter_at_table(book, setting), figures_in_short(setting, table.game.options)
    return render_template(
        "rules/chapter.html",
        book=book,
        game=game_card(BY_SLUG[slug]) if slug in BY_SLUG else None,
        parts=chapter_parts(book),
        table=BarTable(game_id, table.may_score) if table else None,
        figures=figures,
    )
