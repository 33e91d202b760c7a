"""The rulebook's pages: all games, one game's chapter, one question across games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flask import Blueprint, abort, render_template, request

from scorekeeper.actions.table.access import require_viewer
from scorekeeper.rulebook import QUESTIONS, ask, chapter, chapters, group_answers
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.game import Setting
from scorekeeper.web.device import device_id
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.rules.views import BarTable, bid_range, chapter_parts, figures_in_short, search_results
from scorekeeper.web.rules.views import chapter_at_table as with_table_figures

blueprint = Blueprint("rules", __name__)

#: The longest question that is searched for.
LONGEST_QUESTION = 200
NO_FIGURES: Mapping[str, str] = MappingProxyType({})


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
        questions=QUESTIONS,
    )


@blueprint.get("/rules/ask/<question_id>")
def compare(question_id: str) -> str:
    """One question across all games; games with the same answer are together."""
    try:
        question = ask(question_id)
    except KeyError:
        abort(404)
    groups, without = group_answers(question, [game.slug for game in GAMES])
    return render_template(
        "rules/compare.html",
        question=question,
        groups=groups,
        without=[BY_SLUG[slug] for slug in without],
        games=BY_SLUG,
        questions=QUESTIONS,
    )


@blueprint.get("/rules/<slug>")
def chapter_page(slug: str) -> str:
    """The rulebook's chapter of one game, or of the written record."""
    return _chapter(slug, None)


@blueprint.get("/t/<game_id>/rules")
@blueprint.get("/t/<game_id>/rules/<slug>")
def chapter_at_table(game_id: str, slug: str = "") -> str:
    """The chapter of the game that is played at a table; the game is one touch away."""
    table = require_viewer(device_id(), game_id)
    slug, bar = slug or table.game.slug, BarTable(game_id, table.may_score)
    if slug != table.game.slug:
        return _chapter(slug, bar)
    game, options = BY_SLUG[slug], table.game.options
    setting, _ = game.setting(len(table.game.players), game.with_defaults(options))
    return _chapter(slug, bar, setting, figures_in_short(setting, options))


def _chapter(
    slug: str, table: BarTable | None, setting: Setting | None = None, figures: Mapping[str, str] = NO_FIGURES
) -> str:
    if slug not in chapters():
        abort(404)
    book = chapter(slug) if setting is None else with_table_figures(chapter(slug), setting)
    game = game_card(BY_SLUG[slug]) if slug in BY_SLUG else None
    return render_template(
        "rules/chapter.html", book=book, game=game, parts=chapter_parts(book), table=table, figures=figures
    )
