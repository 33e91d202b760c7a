"""Settle it: what happened, a few touches, and the ruling with its rule; at a table it can be applied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table import disputes, hands
from scorekeeper.actions.table.access import Table, require_scorer, require_viewer
from scorekeeper.actions.table.games import InvalidRecord
from scorekeeper.judge.disputes import Case, Situation
from scorekeeper.judge.disputes import situation as find_situation
from scorekeeper.rulebook import PARTS, Rule, search
from scorekeeper.rulebook import rule as find_rule
from scorekeeper.rules import BY_SLUG, GAMES, Sheet
from scorekeeper.rules.game import Game
from scorekeeper.web import parse
from scorekeeper.web.device import device_id
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.settle.views import Dispute, case_at, case_of, option_widgets, questions, read_dispute, starts
from scorekeeper.web.table.form_edits import EDITS, edited
from scorekeeper.web.table.outcome import outcome
from scorekeeper.web.table.views import roles, view

blueprint = Blueprint("settle", __name__)

DONE = "Settled and written down."


@blueprint.get("/settle")
def choose() -> str:
    """Which game is it about?"""
    return render_template("settle/choose.html", games=[game_card(game) for game in GAMES])


@blueprint.get("/settle/<slug>")
def situations(slug: str) -> str:
    """What can be argued about in a game."""
    case, faults = case_of(_game(slug), request.args)
    return _list(
        case, None, {"slug": slug} | _options_sent(), widgets=option_widgets(_game(slug), request.args, faults)
    )


@blueprint.get("/t/<game_id>/settle")
def situations_at_table(game_id: str) -> str:
    """What can be argued about at this table."""
    table = require_viewer(device_id(), game_id)
    hand = _hand(table)
    return _list(case_at(table, hand), table, {"game_id": game_id} | _which_hand(), roles=roles(table))


def _list(case: Case, table: Table | None, where: Mapping[str, Any], **more: Any) -> str:
    words = request.args.get("q", "")[:200]
    slug = case.setting.game.slug
    rules = questions(case)
    parts = [(title, [rule for rule in rules if rule.part == part]) for part, title in PARTS.items()]
    return render_template(
        "settle/list.html",
        table=view(table) if table else None,
        game=game_card(case.setting.game),
        case=case,
        starts=starts(case),
        parts=[(title, rules) for title, rules in parts if rules],
        asked=words,
        matches=[match.rule for match in search(words, slug)] if words else [],
        where=where,
        at=_endpoint(table),
        **more,
    )


def _endpoint(table: Table | None) -> str:
    """The end of the names of the views: at a table or away from one."""
    return "_at_table" if table else ""


def _game(slug: str) -> Game:
    return BY_SLUG[slug] if slug in BY_SLUG else abort(404)


def _options_sent() -> dict[str, str]:
    return {key: value for key, value in request.args.items() if key.startswith("options.") and value}


def _hand(table: Table) -> int:
    """The hand in dispute: as asked for, else the one being played, else the last one."""
    number = parse.count(request.values.get("hand_number", ""))
    if number is not None:
        return number if table.position(number) is not None or number == table.next_hand else abort(404)
    if table.sheet.open is not None or (table.sheet.over and table.hands):
        return table.hands[-1].hand
    return table.next_hand


def _which_hand() -> dict[str, str]:
    return {"hand_number": request.values["hand_number"]} if request.values.get("hand_number") else {}


def _situation(case: Case, situation_id: str) -> Situation:
    try:
        return find_situation(case, situation_id)
    except KeyError:
        abort(404)


@blueprint.get("/settle/<slug>/<situation_id>")
def dispute(slug: str, situation_id: str) -> ResponseReturnValue:
    """The questions of a situation, and its ruling."""
    case, _ = case_of(_game(slug), request.args)
    situation = _situation(case, situation_id)
    if not EDITS.isdisjoint(request.args):
        return redirect(url_for(".dispute", slug=slug, situation_id=situation_id, **_plain()), 302)
    return _page(case, read_dispute(case, situation, request.args), None, {"slug": slug} | _options_sent())


@blueprint.get("/t/<game_id>/settle/<situation_id>")
def dispute_at_table(game_id: str, situation_id: str) -> ResponseReturnValue:
    """The same at a table, which knows the names, the dealer and the bid."""
    table = require_viewer(device_id(), game_id)
    case = case_at(table, _hand(table))
    situation = _situation(case, situation_id)
    if not EDITS.isdisjoint(request.args):
        return redirect(url_for(".dispute_at_table", game_id=game_id, situation_id=situation_id, **_plain()), 302)
    return _page(case, read_dispute(case, situation, request.args), table, {"game_id": game_id} | _which_hand())


def _plain() -> dict[str, Any]:
    """The answers as an address, after a card was laid or taken back."""
    return {key: value for key, value in edited(request.args).items() if value and key not in EDITS}


def _page(
    case: Case, dispute: Dispute, table: Table | None, where: Mapping[str, Any], status: int = 200
) -> tuple[str, int]:
    hand = _hand(table) if table else 0
    target = _hand_after(dispute, table, hand) if table else None
    return render_template(
        "settle/ruling.html",
        table=view(table) if table else None,
        game=game_card(case.setting.game),
        case=case,
        dispute=dispute,
        where=where,
        at=_endpoint(table),
        target=target,
        target_place=_place(table, target[0]) if table and target else 0,
        base=_base(table, target[0]) if table and target else 0,
        place=_place(table, hand) if table else 0,
        hand=hand,
        outcome=_outcome_of(table, target) if table and target else "",
        token=new_key(),
        address=request.full_path,
    ), status


def _place(table: Table, hand: int) -> int:
    position = table.position(hand)
    return (len(table.hands) if position is None else position) + 1


def _base(table: Table, hand: int) -> int:
    """The version that the ruling was made from."""
    position = table.position(hand)
    return table.hands[position].number if position is not None else 0


def _hand_after(dispute: Dispute, table: Table, hand: int) -> tuple[int, dict[str, Any]] | None:
    """The hand that the ruling would change, and how it would read then."""
    if dispute.ruling is None:
        return None
    if dispute.ruling.hand is not None:
        return hand, dict(dispute.ruling.hand)
    if not dispute.ruling.adjust:
        return None
    scored = table.hands[: len(table.sheet.hands)]
    version = next((version for version in scored if version.hand == hand), scored[-1] if scored else None)
    if version is None or version.facts is None:
        return None
    return version.hand, version.facts | {"adjust": [*version.facts.get("adjust", []), *dispute.ruling.adjust]}


def _outcome_of(table: Table, target: tuple[int, dict[str, Any]]) -> str:
    """What the sheet would say, line by line."""
    result = hands.preview_hand(table, *target)
    return outcome(table, target[0], result) if isinstance(result, Sheet) else ""


@blueprint.post("/t/<game_id>/settle/<situation_id>")
def settle(game_id: str, situation_id: str) -> ResponseReturnValue:
    """Apply the ruling as a fact of the hand, or only keep it."""
    table = require_scorer(device_id(), game_id)
    token = request.form.get("token", "")[:40] or new_key()
    if disputes.is_kept(table, token):
        return _back(game_id, DONE)
    hand = _hand(table)
    case = case_at(table, hand)
    dispute = read_dispute(case, _situation(case, situation_id), request.form)
    if dispute.ruling is None:
        return _page(case, dispute, table, {"game_id": game_id} | _which_hand(), 422)
    ruling = dispute.ruling
    settled = disputes.Settled(dispute.words, dispute.answers, ruling.verdict, ruling.effect, ruling.rule)
    target = _hand_after(dispute, table, hand) if "apply" in request.form else None
    if target is None:
        disputes.keep(table, hand, settled, token)
        return _back(game_id, "The ruling is kept in the history.")
    base = parse.count(request.form.get("base", ""))
    entry = hands.Entry(target[0], -1 if base is None else base, target[1], token, "confirmed" in request.form)
    return _respond(table, disputes.apply(table, entry, settled))


def _respond(table: Table, result: hands.Result) -> ResponseReturnValue:
    """Back to the table, with a word about what was done or why it was not."""
    game_id = table.game.id
    if isinstance(result, hands.Saved):
        return _back(game_id, DONE)
    if isinstance(result, InvalidRecord):
        return _back(game_id, f"Not applied. {result.faults[0].message}")
    if isinstance(result, hands.EndsEarlier):
        return _back(game_id, "Not applied: the game would end before later hands. Change the hand instead.")
    return _back(game_id, "Not applied: another phone has just changed this hand. Look at it once more.")


def _back(game_id: str, message: str) -> ResponseReturnValue:
    flash(message)
    return redirect(url_for("table.page", game_id=game_id), 303)


@blueprint.get("/settle/<slug>/rule/<rule_id>")
def rule_page(slug: str, rule_id: str) -> str:
    """One of the rules that people ask about."""
    return _rule_page(_game(slug), rule_id, None, {"slug": slug} | _options_sent())


@blueprint.get("/t/<game_id>/settle/rule/<rule_id>")
def rule_page_at_table(game_id: str, rule_id: str) -> str:
    """The same at a table, where it can be kept in the history."""
    table = require_viewer(device_id(), game_id)
    return _rule_page(BY_SLUG[table.game.slug], rule_id, table, {"game_id": game_id} | _which_hand())


def _rule_page(game: Game, rule_id: str, table: Table | None, where: Mapping[str, Any]) -> str:
    return render_template(
        "settle/answer_facts.html",
        table=view(table) if table else None,
        game=game_card(game),
        rule=_rule(game, rule_id),
        where=where,
        at=_endpoint(table),
        token=new_key(),
    )


def _rule(game: Game, rule_id: str) -> Rule:
    try:
        return find_rule(f"{game.slug}.{rule_id}")
    except KeyError:
        abort(404)


@blueprint.post("/t/<game_id>/settle/rule/<rule_id>")
def keep_rule(game_id: str, rule_id: str) -> ResponseReturnValue:
    """Keep a rule that settled a dispute."""
    table = require_scorer(device_id(), game_id)
    rule = _rule(BY_SLUG[table.game.slug], rule_id)
    settled = disputes.Settled(rule.ask or rule.title, (), rule.verdict or rule.text, "", rule.name)
    disputes.keep(table, _hand(table), settled, request.form.get("token", "")[:40] or new_key())
    return _back(game_id, "The ruling is kept in the history.")
