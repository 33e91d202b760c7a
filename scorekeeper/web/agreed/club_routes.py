"""The rules that a club has saved: for everybody on its list to choose, for organizers to delete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club import clubs
from scorekeeper.actions.club.access import require_member, require_organizer
from scorekeeper.rules import BY_SLUG
from scorekeeper.web import parse
from scorekeeper.web.agreed.views import option_faults
from scorekeeper.web.forms.options import link_arguments, rules_in_words
from scorekeeper.web.session import require_account

blueprint = Blueprint("club_rules", __name__, url_prefix="/clubs/<club_id>/rules")


@dataclass(frozen=True)
class ClubRulesRow:
    """Rules of a club to read, and what a link to a new game with them says."""

    id: int
    name: str
    game: str
    words: str
    arguments: dict[str, Any]


@blueprint.get("")
def page(club_id: str) -> str:
    """Every set of rules that the club has saved."""
    access = require_member(require_account().id, club_id)
    return render_template("club/rules.html", access=access, saved=list(map(_row, clubs.rules_in(access))))


@blueprint.post("/delete")
def delete(club_id: str) -> ResponseReturnValue:
    """Delete one of them."""
    access, rules_id = require_organizer(require_account().id, club_id), parse.count(request.form.get("rules", ""))
    if rules_id is None:
        abort(400)
    clubs.delete(access, rules_id)
    flash("Deleted. Games that were started with these rules keep them.")
    return redirect(url_for("club_rules.page", club_id=club_id), 303)


def _row(rules: clubs.ClubRules) -> ClubRulesRow:
    """Rules in words, unless the game no longer allows them."""
    game = BY_SLUG[rules.slug]
    is_sound = not option_faults(game, rules.players, rules.options)
    words = rules_in_words(game, rules.players, rules.options) if is_sound else "No longer possible."
    arguments = {"slug": rules.slug, **link_arguments(rules.options, rules.players)} if is_sound else {}
    return ClubRulesRow(rules.id, rules.name, game.name, f"{rules.players} players; {words}", arguments)
