"""Settle a dispute: what happened, a few touches, and the ruling with its rule; at a table it can be applied."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table import hands
from scorekeeper.actions.table.access import require_scorer, require_scorer_view, require_viewer
from scorekeeper.actions.table.games import InvalidRecord
from scorekeeper.rulebook import question_of
from scorekeeper.rules import GAMES
from scorekeeper.web.device import device_id
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.rules.views import search_results
from scorekeeper.web.settle.scene import Scene, effect_of, scene_at, scene_of, sent_token
from scorekeeper.web.settle.views import (
    Dispute,
    matching_starts,
    option_widgets,
    question_parts,
    read_dispute,
    start_groups,
)
from scorekeeper.web.table.views import back_to_table, view

blueprint = Blueprint("settle", __name__)

APPLIED = "Ruling applied."
SAVED = "Ruling saved in the history."


def _scene(slug: str, game_id: str) -> Scene:
    return scene_at(require_viewer(device_id(), game_id)) if game_id else scene_of(slug)


@blueprint.get("/settle")
def choose() -> str:
    """Choose the game."""
    return render_template("settle/choose.html", games=[game_card(game) for game in GAMES])


@blueprint.get("/settle/<slug>")
@blueprint.get("/t/<game_id>/settle")
def situations(slug: str = "", game_id: str = "") -> str:
    """List what people can argue about in a game, or at a table."""
    scene = _scene(slug, game_id)
    question = scene.question
    return render_template(
        "settle/list.html",
        scene=scene,
        table=view(scene.table) if scene.table else None,
        game=game_card(scene.game),
        groups=start_groups(scene.case),
        parts=question_parts(scene.case),
        question=question,
        starts=matching_starts(scene.case, question),
        results=search_results(question, scene.game.slug),
        widgets=[] if scene.table else option_widgets(scene.game, scene.sent, scene.faults),
    )


@blueprint.get("/settle/<slug>/<situation_id>")
@blueprint.get("/t/<game_id>/settle/<situation_id>")
def dispute(situation_id: str, slug: str = "", game_id: str = "") -> ResponseReturnValue:
    """Ask the questions of a situation, then show its ruling. A table knows the names, the dealer and the bid."""
    scene = _scene(slug, game_id)
    situation = scene.situation(situation_id)
    answers = scene.edited_answers
    if answers is not None:
        return redirect(scene.address("dispute", situation_id=situation_id, **answers), 302)
    return _ruling_page(scene, read_dispute(scene.case, situation, scene.sent))


def _ruling_page(scene: Scene, dispute: Dispute, status: int = 200) -> tuple[str, int]:
    table = scene.table
    ruling = dispute.ruling
    return render_template(
        "settle/ruling.html",
        scene=scene,
        table=view(table) if table else None,
        game=game_card(scene.game),
        case=scene.case,
        dispute=dispute,
        effect=effect_of(ruling, table, scene.hand) if ruling and table else None,
        question=question_of(dispute.rules[0]) if dispute.rules else None,
        place=table.place(scene.hand) if table else 0,
        token=new_key(),
        address=request.full_path,
    ), status


@blueprint.post("/t/<game_id>/settle/<situation_id>")
@hands.retry_if_changed
def settle(game_id: str, situation_id: str) -> ResponseReturnValue:
    """Apply the ruling as a fact of the hand, or only save it."""
    table = require_scorer_view(device_id(), game_id)
    if hands.is_kept(table, sent_token()):
        return back_to_table(game_id, APPLIED)
    scene = scene_at(table)
    dispute = read_dispute(scene.case, scene.situation(situation_id), scene.sent)
    ruling = dispute.ruling
    if ruling is None:
        return _ruling_page(scene, dispute, 422)
    settled = hands.Settled(dispute.words, dispute.answers, ruling.verdict, ruling.effect, ruling.rule)
    effect = effect_of(ruling, table, scene.hand) if "apply" in scene.sent else None
    if effect is None:
        hands.keep(require_scorer(device_id(), game_id), scene.hand, settled, scene.token)
        return back_to_table(game_id, SAVED)
    entry = hands.HandChange(effect.hand, scene.base, effect.facts, scene.token, "confirmed" in scene.sent)
    return back_to_table(game_id, _message(hands.apply(table, entry, settled)))


def _message(result: hands.Result) -> str:
    """The message about what was done, or why it was not."""
    if isinstance(result, hands.Saved):
        return APPLIED
    if isinstance(result, InvalidRecord):
        return f"Not applied. {result.faults[0].message}"
    if isinstance(result, hands.EndsEarlier):
        return "Not applied: the game would end before later hands. Change the hand instead."
    return "Not applied: another phone has just changed this hand. Check it, then try again."


@blueprint.get("/settle/<slug>/rule/<rule_id>")
@blueprint.get("/t/<game_id>/settle/rule/<rule_id>")
def rule_page(rule_id: str, slug: str = "", game_id: str = "") -> str:
    """Show one of the rules that people ask about. At a table it can be saved in the history."""
    scene = _scene(slug, game_id)
    rule = scene.rule(rule_id)
    return render_template(
        "settle/rule.html",
        scene=scene,
        table=view(scene.table) if scene.table else None,
        game=game_card(scene.game),
        rule=rule,
        question=question_of(rule),
        token=new_key(),
    )


@blueprint.post("/t/<game_id>/settle/rule/<rule_id>")
def keep_rule(game_id: str, rule_id: str) -> ResponseReturnValue:
    """Save a rule that settled a dispute."""
    table = require_scorer(device_id(), game_id)
    scene = scene_at(table)
    rule = scene.rule(rule_id)
    settled = hands.Settled(rule.ask or rule.title, (), rule.verdict or rule.text, "", rule.name)
    hands.keep(table, scene.hand, settled, scene.token)
    return back_to_table(game_id, SAVED)
