"""Settle it: what happened, a few touches, and the ruling with its rule; at a table it can be applied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table import disputes, hands
from scorekeeper.actions.table.access import Table, scored_by, seen
from scorekeeper.actions.table.games import InvalidRecord
from scorekeeper.judge.disputes import Case, Situation, situation
from scorekeeper.rulebook import PARTS, Rule, rule, search
from scorekeeper.rules import BY_SLUG, GAMES, Sheet
from scorekeeper.rules.game import Game
from scorekeeper.web import parse
from scorekeeper.web.device import device_id
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.settle.views import Asked, ask, case_at, case_of, option_widgets, questions, starts
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
def listed(slug: str) -> str:
    """What can be argued about in a game."""
    case, faults = case_of(_game(slug), request.args)
    kept = _kept_options()
    return _list(case, None, {"slug": slug} | kept, widgets=option_widgets(_game(slug), request.args, faults))


@blueprint.get("/t/<game_id>/settle")
def listed_at_table(game_id: str) -> str:
    """What can be argued about at this table."""
    table = seen(device_id(), game_id)
    hand = _hand(table)
    return _list(case_at(table, hand), table, {"game_id": game_id} | _which_hand(), roles=roles(table))


def _list(case: Case, table: Table | None, where: Mapping[str, Any], **more: Any) -> str:
    words = request.args.get("q", "")[:200]
    slug = case.setting.game.slug
    asked = questions(case)
    parts = [(title, [each for each in asked if each.part == part]) for part, title in PARTS.items()]
    return render_template(
        "settle/list.html",
        table=view(table) if table else None,
        game=game_card(case.setting.game),
        case=case,
        starts=starts(case),
        parts=[(title, rules) for title, rules in parts if rules],
        asked=words,
        found=[each.rule for each in search(words, slug)] if words else [],
        where=where,
        at=_endpoint(table),
        **more,
    )


def _endpoint(table: Table | None) -> str:
    """The end of the names of the views: at a table or away from one."""
    return "_at_table" if table else ""


def _game(slug: str) -> Game:
    return BY_SLUG[slug] if slug in BY_SLUG else abort(404)


def _kept_options() -> dict[str, str]:
    return {key: value for key, value in request.args.items() if key.startswith("options.") and value}


def _hand(table: Table) -> int:
    """The hand in dispute: as asked for, else the one being played, else the last one."""
    said = parse.count(request.values.get("hand_number", ""))
    if said is not None:
        return said if table.position(said) is not None or said == table.next_hand else abort(404)
    if table.sheet.open is not None or (table.sheet.over and table.hands):
        return table.hands[-1].hand
    return table.next_hand


def _which_hand() -> dict[str, str]:
    return {"hand_number": request.values["hand_number"]} if request.values.get("hand_number") else {}


def _situation(case: Case, situation_id: str) -> Situation:
    try:
        return situation(case, situation_id)
    except KeyError:
        abort(404)


@blueprint.get("/settle/<slug>/<situation_id>")
def asked(slug: str, situation_id: str) -> ResponseReturnValue:
    """The questions of a situation, and its ruling."""
    case, _ = case_of(_game(slug), request.args)
    found = _situation(case, situation_id)
    if not EDITS.isdisjoint(request.args):
        return redirect(url_for(".asked", slug=slug, situation_id=situation_id, **_plain()), 302)
    return _page(case, ask(case, found, request.args), None, {"slug": slug} | _kept_options())


@blueprint.get("/t/<game_id>/settle/<situation_id>")
def asked_at_table(game_id: str, situation_id: str) -> ResponseReturnValue:
    """The same at a table, which knows the names, the dealer and the bid."""
    table = seen(device_id(), game_id)
    case = case_at(table, _hand(table))
    found = _situation(case, situation_id)
    if not EDITS.isdisjoint(request.args):
        return redirect(url_for(".asked_at_table", game_id=game_id, situation_id=situation_id, **_plain()), 302)
    return _page(case, ask(case, found, request.args), table, {"game_id": game_id} | _which_hand())


def _plain() -> dict[str, Any]:
    """What was said, after a card was laid or taken back, as an address."""
    return {key: value for key, value in edited(request.args).items() if value and key not in EDITS}


def _page(
    case: Case, found: Asked, table: Table | None, where: Mapping[str, Any], status: int = 200
) -> tuple[str, int]:
    hand = _hand(table) if table else 0
    target = _written(case, found, table, hand) if table else None
    return render_template(
        "settle/ruling.html",
        table=view(table) if table else None,
        game=game_card(case.setting.game),
        case=case,
        found=found,
        where=where,
        at=_endpoint(table),
        target=target,
        target_place=_place(table, target[0]) if table and target else 0,
        base=_base(table, target[0]) if table and target else 0,
        place=_place(table, hand) if table else 0,
        hand=hand,
        preview_hand=_outlook(table, target) if table and target else "",
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


def _written(case: Case, found: Asked, table: Table, hand: int) -> tuple[int, dict[str, Any]] | None:
    """The hand that the ruling would change, and how it would read then."""
    if found.ruling is None:
        return None
    if found.ruling.hand is not None:
        return hand, dict(found.ruling.hand)
    if not found.ruling.adjust:
        return None
    scored = table.hands[: len(table.sheet.hands)]
    version = next((each for each in scored if each.hand == hand), scored[-1] if scored else None)
    if version is None or version.facts is None:
        return None
    return version.hand, version.facts | {"adjust": [*version.facts.get("adjust", []), *found.ruling.adjust]}


def _outlook(table: Table, target: tuple[int, dict[str, Any]]) -> str:
    """What the sheet would say, line by line."""
    result = hands.preview_hand(device_id(), table.game.id, *target)
    return outcome(table, target[0], result) if isinstance(result, Sheet) else ""


@blueprint.post("/t/<game_id>/settle/<situation_id>")
def settled(game_id: str, situation_id: str) -> ResponseReturnValue:
    """Apply the ruling as a fact of the hand, or only keep it."""
    table = scored_by(device_id(), game_id)
    token = request.form.get("token", "")[:40] or new_key()
    if disputes.is_kept(table, token):
        return _back(game_id, DONE)
    hand = _hand(table)
    case = case_at(table, hand)
    found = ask(case, _situation(case, situation_id), request.form)
    if found.ruling is None:
        return _page(case, found, table, {"game_id": game_id} | _which_hand(), 422)
    kept = disputes.Settled(found.words, found.told, found.ruling.verdict, found.ruling.effect, found.ruling.rule)
    target = _written(case, found, table, hand) if "apply" in request.form else None
    if target is None:
        disputes.keep(device_id(), game_id, hand, kept, token)
        return _back(game_id, "The ruling is kept in the history.")
    base = parse.count(request.form.get("base", ""))
    entry = hands.Entry(target[0], -1 if base is None else base, target[1], token, "confirmed" in request.form)
    return _answered(table, disputes.apply(device_id(), game_id, entry, kept))


def _answered(table: Table, result: hands.Result) -> ResponseReturnValue:
    """Back to the table, with a word about what was done or why it was not."""
    game_id = table.game.id
    if isinstance(result, hands.Saved):
        return _back(game_id, DONE)
    if isinstance(result, InvalidRecord):
        return _back(game_id, f"Not applied. {result.faults[0].message}")
    if isinstance(result, hands.EndsEarlier):
        return _back(game_id, "Not applied: the game would end before later hands. Change the hand instead.")
    return _back(game_id, "Not applied: another phone has just changed this hand. Look at it once more.")


def _back(game_id: str, said: str) -> ResponseReturnValue:
    flash(said)
    return redirect(url_for("table.page", game_id=game_id), 303)


@blueprint.get("/settle/<slug>/rule/<rule_id>")
def told(slug: str, rule_id: str) -> str:
    """One of the rules that people ask about."""
    return _rule_page(_game(slug), rule_id, None, {"slug": slug} | _kept_options())


@blueprint.get("/t/<game_id>/settle/rule/<rule_id>")
def told_at_table(game_id: str, rule_id: str) -> str:
    """The same at a table, where it can be kept in the history."""
    table = seen(device_id(), game_id)
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
        return rule(f"{game.slug}.{rule_id}")
    except KeyError:
        abort(404)


@blueprint.post("/t/<game_id>/settle/rule/<rule_id>")
def told_and_kept(game_id: str, rule_id: str) -> ResponseReturnValue:
    """Keep a rule that settled a dispute."""
    table = seen(device_id(), game_id)
    found = _rule(BY_SLUG[table.game.slug], rule_id)
    kept = disputes.Settled(found.ask or found.title, (), found.verdict or found.text, "", found.name)
    disputes.keep(device_id(), game_id, _hand(table), kept, request.form.get("token", "")[:40] or new_key())
    return _back(game_id, "The ruling is kept in the history.")
