"""What the phone says without a network: the same words as the server's, for hands of every game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from flask import Flask

from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import Table
from scorekeeper.rules import BY_SLUG, Sheet, score
from scorekeeper.web.forms.describe import TableNames, describe
from scorekeeper.web.table.hand_form import BID, RESULT, WHOLE, sent_hand
from scorekeeper.web.table.views import at_table, counted, describe_hand, entry_names, roles
from scorekeeper.web.template_filters import figure, gain
from tests.rules.test_cases import cases
from tests.samples import HANDS, NAMES
from tests.script.node import Node
from tests.script.test_score import Document, delivered, eventful, generated
from tests.web.table.test_seats import MOVING, STAYING

#: Every hand of these records in the script's words.
DESCRIBE = """async (text) => {
  const words = await import("/static/any/js/offline/describe.js");
  const hands = ([facts, record, totals, dealers]) => record.hands.map((hand, index) => {
    const before = record.hands.slice(0, index);
    const names = words.tableNames(facts, record.players, before, hand);
    const value = ([key, entry]) => [key, words.describeValue(facts.fields[key], entry, facts.hand, names)];
    return {
      hand: words.describeHand(hand, record.players),
      values: Object.fromEntries(Object.entries(hand).filter(([key]) => key !== "open").map(value)),
      roles: words.describeRoles(facts, record.players, dealers[index], hand.bidder),
      left: totals[index].map((total) => words.describeRest(facts, record.hands.slice(0, index + 1), total)),
    };
  });
  return JSON.stringify(JSON.parse(text).map(hands));
}"""

#: What each form of each game asks for, and what a bid without anything lacks.
ASK = """async (text) => {
  const { missingBidMessages } = await import("/static/any/js/offline/describe.js");
  const { isAsked } = await import("/static/any/js/offline/hand-form.js");
  const asked = (facts, stage) =>
    Object.values(facts.fields).filter((field) => field.key !== "open" && isAsked(facts, field, { stage, known: {} }));
  return JSON.parse(text).map(([facts, stage]) => ({
    asked: asked(facts, stage).map(({ key }) => key),
    missing: stage === "bid" ? missingBidMessages(facts.fields, { open: true }) : [],
  }));
}"""

FIGURES = """async (figures) => {
  const { formatFigure, formatGain } = await import("/static/any/js/offline/figures.js");
  return figures.map((points) => [formatFigure(points), formatGain(points)]);
}"""


def _table(record: Document) -> Table:
    """The table of a record that is nowhere stored."""
    sheet = score(record)
    assert isinstance(sheet, Sheet)
    game = SimpleNamespace(
        slug=record["game"],
        players=record["players"],
        options=record.get("options", {}),
        dealer=record.get("dealer", 0),
        moves_seats=False,
    )
    names = record["players"]
    return cast(Table, SimpleNamespace(game=game, sheet=sheet, record=record, names_at=lambda place: names))


def _by_server(record: Document) -> Iterator[dict[str, Any]]:
    """Every scored hand of a record in the server's words."""
    table = _table(record)
    play, players = at_table(table)[1], record["players"]
    sides = [side.name for side in table.sheet.sides]
    for place, (hand, scored) in enumerate(zip(record["hands"], table.sheet.hands, strict=True), 1):
        names = TableNames(players, entry_names(table, place, hand), sides)
        yield {
            "hand": describe_hand(hand, players),
            "values": {key: describe(play.fields[key], value, names) for key, value in hand.items()},
            "roles": [list(pair) for pair in roles(table, place)],
            "left": [play.end.remaining(total, counted(table, place + 1))[0] for total in scored.totals],
        }


@pytest.fixture(scope="module")
def records() -> list[Document]:
    worked = [case.values[0]["record"] for case in cases("record")]
    changing = [eventful(slug, seed) for slug in HANDS for seed in range(20, 24)]
    scored = [record for record in worked if isinstance(score(record), Sheet)]
    return [
        record for record in (*scored, *generated(), *changing) if not any("open" in hand for hand in record["hands"])
    ]


def test_hands_are_described_as_the_server_does(module: Node, records: list[Document]) -> None:
    assert {record["game"] for record in records} == set(BY_SLUG)
    sent = []
    for record in records:
        sheet = score(record)
        assert isinstance(sheet, Sheet)
        totals, dealers = [hand.totals for hand in sheet.hands], [hand.dealer for hand in sheet.hands]
        sent.append([delivered(record), record, totals, dealers])
    answers = json.loads(module.evaluate(DESCRIBE, json.dumps(sent)))
    described: set[str] = set()
    for record, hands in zip(records, answers, strict=True):
        for hand, by_server in zip(hands, _by_server(record), strict=True):
            assert hand == by_server, record
            described |= by_server["values"].keys()
    assert {"bidder", "captured", "penalties", "adjust", "melds", "plays", "offer", "misdeal"} <= described


def test_both_forms_require_the_same_fields(module: Node, app: Flask) -> None:
    expected, sent = [], []
    for game in BY_SLUG.values():
        for stage in (BID, RESULT, WHOLE):
            blank = games.sample_table(game.slug, game.players[0], {})
            with app.test_request_context(method="POST", data={"stage": stage, "hand": "1", "base": "0"}):
                hand = sent_hand(blank, stage, 1, alive=False)
                asked = [field.entry.key for field in hand.form.entries()]
                missing = [fault.message for fault in hand.missing()]
            expected.append({"asked": asked, "missing": missing})
            document = {"format": "rook-record/1", "game": game.slug, "players": NAMES[: game.players[0]], "hands": []}
            sent.append([delivered(document), stage])
    assert any(answer["missing"] for answer in expected)
    assert module.evaluate(ASK, json.dumps(sent)) == expected


def test_figures_are_printed_alike(module: Node) -> None:
    points = [0, 5, -5, 95, -95, 999, 1000, -1000, 12345, -1234567]
    assert module.evaluate(FIGURES, points) == [[figure(number), gain(number)] for number in points]


SEATS = """async (text) => {
  const { describeRoles, seatsAfter } = await import("/static/any/js/offline/describe.js");
  const { facts, record, places } = JSON.parse(text);
  return places.map((place) => {
    const { seats, dealer } = seatsAfter(facts, record, record.hands.slice(0, place - 1));
    const roles = describeRoles(facts, record.players, dealer, undefined, seats);
    return [roles.map(([role, name]) => `${name} ${role}`), seats.map((seat) => record.players[seat]).join(", ")];
  });
}"""


@pytest.mark.parametrize(("moves", "expected"), [(False, STAYING), (True, MOVING)])
def test_who_deals_at_tables_that_change_seats(
    module: Node, moves: bool, expected: dict[int, tuple[str, str, str, str]]
) -> None:
    hand = {"bidder": 0, "bid": 70, "trump": "red", "captured": [70, None]}
    document = {"game": "original", "players": NAMES[:4], "options": {"individual": True}, "hands": [hand] * 10}
    sent = {"facts": delivered(document), "record": document | {"moves_seats": moves}, "places": [*expected]}
    answers = module.evaluate(SEATS, json.dumps(sent))
    for (dealer, first, seats, _), answer in zip(expected.values(), answers, strict=True):
        assert answer == [[f"{dealer} deals", f"{first} bids first and leads"], seats]
