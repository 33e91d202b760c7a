"""Where a dispute came up, read from the request: a game away from a table, or a hand at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import abort, request, url_for

from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table import hands
from scorekeeper.actions.table.access import Table
from scorekeeper.judge.disputes import Case, Ruling, Situation
from scorekeeper.judge.disputes import situation as find_situation
from scorekeeper.rulebook import Rule
from scorekeeper.rulebook import rule as find_rule
from scorekeeper.rules import BY_SLUG, Fault, Sheet
from scorekeeper.rules.game import Game
from scorekeeper.web import parse
from scorekeeper.web.rules.views import rule_at_table
from scorekeeper.web.settle.views import OPTIONS, Form, case_at, case_of
from scorekeeper.web.table.hand_form import EDITS, edited
from scorekeeper.web.table.views import lines_of

#: A side's name, its total now, the change, and its total after the ruling.
Change = tuple[str, int, int, int]


@dataclass(frozen=True)
class Effect:
    """The hand that a ruling would change, how it would read then, and what that does to the score."""

    hand: int
    facts: dict[str, Any]
    #: Where the hand stands in the game, from 1.
    place: int
    #: The version that it replaces.
    base: int
    changes: Sequence[Change]
    lines: Sequence[Any]


def effect_of(ruling: Ruling, table: Table, hand: int) -> Effect | None:
    """The effect of a ruling at a table; None where there is no hand to change."""
    target = _hand_after(ruling, table, hand)
    if target is None:
        return None
    number, facts = target
    position = table.position(number)
    base = table.hands[position].number if position is not None else 0
    sheet = hands.preview_hand(table, number, facts)
    place = table.place(number)
    if not isinstance(sheet, Sheet) or place > len(sheet.hands):
        return Effect(number, facts, place, base, (), ())
    lines = lines_of(sheet, sheet.hands[place - 1])
    return Effect(
        number, facts, place, base, _changes(table.sheet, sheet, place), [line for line in lines if line.points]
    )


def _changes(now: Sheet, after: Sheet, place: int) -> list[Change]:
    """Every side's total with the hand at this place changed."""
    points = after.hands[place - 1].points
    before = now.hands[place - 1].points if place <= len(now.hands) else (0,) * len(points)
    rows = zip(now.sides, now.totals, before, points, strict=True)
    return [(side.name, total, then - first, total + then - first) for side, total, first, then in rows]


def _hand_after(ruling: Ruling, table: Table, hand: int) -> tuple[int, dict[str, Any]] | None:
    """The hand that the ruling would change, and how it would read then."""
    if ruling.hand is not None:
        return hand, dict(ruling.hand)
    if not ruling.adjust:
        return None
    scored = table.hands[: len(table.sheet.hands)]
    version = next((version for version in scored if version.hand == hand), scored[-1] if scored else None)
    if version is None or version.facts is None:
        return None
    return version.hand, version.facts | {"adjust": [*version.facts.get("adjust", []), *ruling.adjust]}


LONGEST_QUESTION = 200
LONGEST_TOKEN = 40


@dataclass(frozen=True)
class Scene:
    """What a settle page knows: the case, the table if there is one, and what was sent."""

    game: Game
    case: Case
    #: Parts of the address that every link of the page keeps.
    where: Mapping[str, Any]
    table: Table | None = None
    hand: int = 0
    faults: list[Fault] = field(default_factory=list)

    def address(self, view: str, **more: Any) -> str:
        """The address of a settle view for this scene."""
        return url_for(f"settle.{view}", **{**self.where, **more})

    @property
    def hidden_inputs(self) -> dict[str, Any]:
        """What a search or a question sends in addition to its own fields."""
        return {key: value for key, value in self.where.items() if key not in ("slug", "game_id")}

    @property
    def sent(self) -> Form:
        """The answers that were sent."""
        return request.form if request.method == "POST" else request.args

    @property
    def question(self) -> str:
        """The words that were searched for."""
        return self.sent.get("q", "")[:LONGEST_QUESTION].strip()

    @property
    def token(self) -> str:
        """The mark of this form, so that it counts once."""
        return sent_token() or new_key()

    @property
    def base(self) -> int:
        """The version that the ruling was made from; -1 where none was sent."""
        base = parse.count(self.sent.get("base", ""))
        return -1 if base is None else base

    @property
    def edited_answers(self) -> dict[str, Any] | None:
        """The answers for the address after a card was added or removed; None if the request is no such edit."""
        if EDITS.isdisjoint(self.sent):
            return None
        return {key: value for key, value in edited(self.sent).items() if value and key not in EDITS}

    def situation(self, situation_id: str) -> Situation:
        """The situation of this name, or 404."""
        try:
            return find_situation(self.case, situation_id)
        except KeyError:
            abort(404)

    def rule(self, rule_id: str) -> Rule:
        """The rule of this game by its id, with the figures of the table, or 404."""
        is_usual = self.table is None and self.case.setting.options == self.game.defaults
        try:
            rule = find_rule(f"{self.game.slug}.{rule_id}")
        except KeyError:
            abort(404)
        return rule if is_usual else rule_at_table(rule, self.case.setting)


def sent_token() -> str:
    """The token that was sent with the form."""
    return request.form.get("token", "")[:LONGEST_TOKEN]


def scene_of(slug: str) -> Scene:
    """A game away from a table, with the house rules that were sent."""
    if slug not in BY_SLUG:
        abort(404)
    game = BY_SLUG[slug]
    case, faults = case_of(game, request.args)
    options = {key: value for key, value in request.args.items() if key.startswith(f"{OPTIONS}.") and value}
    return Scene(game, case, {"slug": slug} | options, faults=faults)


def scene_at(table: Table) -> Scene:
    """The hand at a table that was asked for, else the one being played, else the last one."""
    number = request.values.get("hand_number", "")
    hand = _hand_asked(table, number)
    where = {"game_id": table.game.id} | ({"hand_number": number} if number else {})
    return Scene(BY_SLUG[table.game.slug], case_at(table, hand), where, table, hand)


def _hand_asked(table: Table, asked: str) -> int:
    number = parse.count(asked)
    if number is not None:
        return number if table.position(number) is not None or number == table.next_hand else abort(404)
    if table.sheet.open is not None or (table.sheet.over and table.hands):
        return table.hands[-1].hand
    return table.next_hand
